"""Call the HTTP application without a socket: send one request, return status, headers and body."""

import asyncio
import json
from typing import Any

from wd_env.server.http.http_access import AccessRules
from wd_env.server.http.http_app import make_http_app
from wd_env.server.request_handler import RequestHandler

JSON = {"content-type": "application/json"}


class Reply:
    """Status, headers and body of a response."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        return str(self.data["code"])


async def http(
    handler: RequestHandler,
    method: str,
    path: str,
    body: bytes | list[bytes] = b"",
    headers: dict[str, str] | None = None,
    access: AccessRules | None = None,
    pause: float = 0.0,
) -> Reply:
    """Send one request, with pauses of `pause` seconds between the parts of a body.

    Parts that the application does not read stay in the list.
    """
    reply, parts = Reply(), [body] if isinstance(body, bytes) else body
    path, _, query = path.partition("?")
    values = {"host": "127.0.0.1:8151"} | (headers or {})
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": method,
        "scheme": "http", "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in values.items()],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8151),
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        if not parts:
            await asyncio.sleep(60)
        part = parts.pop(0)
        if parts:
            await asyncio.sleep(pause)
        return {"type": "http.request", "body": part, "more_body": bool(parts)}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            reply.status = message["status"]
            reply.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            reply.body += message.get("body", b"")

    await make_http_app(handler, access or AccessRules())(scope, receive, send)
    return reply
