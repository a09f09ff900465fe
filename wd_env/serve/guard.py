"""What every HTTP request must have before anything is done for it: this host, an allowed origin, the token."""

from collections.abc import Iterable
from dataclasses import dataclass
from hmac import compare_digest
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wd_env.serve.desk import error_of
from wd_env.serve.messages import line_of
from wd_env.serve.refusals import RETRY_AFTER, Refusal

JSON = "application/json"
HEADER = "wd-token"  # header of the server's own token, where it has one
LOCAL = ("127.0.0.1", "localhost", "[::1]")
OPEN_PATHS = ("/v1", "/healthz")  # beneath these a token is asked for
HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}


@dataclass(frozen=True)
class Doors:
    """Who may come in."""

    hosts: tuple[str, ...] = LOCAL  # names by which this server is called
    origins: tuple[str, ...] = ()  # of pages from elsewhere that may ask
    token: str = ""  # empty: none is wanted


def is_local(address: str) -> bool:
    """Only programs of this machine reach the address."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def refused(refusal: Refusal, request_id: str | None = None) -> Response:
    """Return the response of a refusal."""
    headers = {"Retry-After": str(RETRY_AFTER[refusal.code])} if refusal.code in RETRY_AFTER else {}
    return Response(line_of(error_of(refusal, request_id)), refusal.status, headers, JSON)


class Guard:
    """Checks host, origin and token, in this order, and puts the headers on every response that keep pages safe."""

    def __init__(self, app: ASGIApp, doors: Doors) -> None:
        self._app, self._doors = app, doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin", "")
        allowed = origin if origin in self._doors.origins else ""

        async def send_safe(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                for name, value in _headers(allowed):
                    told[name] = value
            await send(message)

        try:
            _check(self._doors, headers, scope["path"])
        except Refusal as refusal:
            await refused(refusal)(scope, receive, send_safe)
            return
        if scope["method"] == "OPTIONS" and allowed:  # a browser asks whether a page from elsewhere may ask
            await Response(status_code=204)(scope, receive, send_safe)
            return
        await self._app(scope, receive, send_safe)


def _headers(origin: str) -> Iterable[tuple[str, str]]:
    yield from HEADERS.items()
    if origin:
        yield "Access-Control-Allow-Origin", origin
        yield "Access-Control-Allow-Headers", f"authorization, content-type, {HEADER}"
        yield "Access-Control-Allow-Methods", "GET, POST"
        yield "Vary", "Origin"


def _check(doors: Doors, headers: Headers, path: str) -> None:
    hosts = headers.getlist("host")
    if len(hosts) != 1 or _name(hosts[0]) not in doors.hosts:
        raise Refusal("bad_host", "the server is not called so")
    origin = headers.get("origin")
    if origin is not None and origin not in (*doors.origins, f"http://{hosts[0]}", f"https://{hosts[0]}"):
        raise Refusal("origin", "pages of that origin may not ask")
    if doors.token and path.startswith(OPEN_PATHS) and not _is_token(doors, headers):
        raise Refusal("no_secret", f"the header {HEADER} does not have the token of this server")


def _is_token(doors: Doors, headers: Headers) -> bool:
    return compare_digest(headers.get(HEADER, "").encode(), doors.token.encode())


def _name(host: str) -> str:
    """A host without its port."""
    return host if host.endswith("]") else host.rpartition(":")[0] or host
