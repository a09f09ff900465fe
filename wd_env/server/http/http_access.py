"""Access checks of every HTTP request: host, origin and token."""

from dataclasses import dataclass
from hmac import compare_digest
from ipaddress import ip_address
from socket import SOCK_STREAM, getaddrinfo

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wd_env.server.protocol.messages import encode_line
from wd_env.server.request_handler import error_reply
from wd_env.server.server_errors import RETRY_AFTER, ApiError

JSON = "application/json"
TOKEN_HEADER = "wd-token"  # noqa: S105 - header of the server's own token
LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")
TOKEN_PATHS = ("/v1", "/healthz")  # prefixes that need the token
PREFLIGHT_SECONDS = 600  # time that a browser caches a preflight
SECURITY_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}


@dataclass(frozen=True)
class AccessRules:
    """The access rules of a server."""

    allowed_hosts: tuple[str, ...] = LOCAL_HOSTS  # host names of this server
    allowed_origins: tuple[str, ...] = ()  # origins of other pages that may send requests
    token: str = ""  # empty: no token is required


def is_local(address: str) -> bool:
    """Return whether only programs on this machine reach the address; a name is resolved first."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        pass
    try:
        results = {str(row[4][0]) for row in getaddrinfo(address, None, type=SOCK_STREAM)}
    except (OSError, UnicodeError):
        return False
    return all(ip_address(each).is_loopback for each in results)


def error_response(error: ApiError, request_id: str | None = None) -> Response:
    """Return the response for an error."""
    headers = {"Retry-After": str(RETRY_AFTER[error.code])} if error.code in RETRY_AFTER else {}
    return Response(encode_line(error_reply(error, request_id)), error.status, headers, JSON)


class AccessMiddleware:
    """Middleware that checks host, origin and token, in this order, and adds security headers to every response.

    Preflight requests of browsers, which never have a token, are answered by the rules of CORS after host and origin
    are checked.
    """

    def __init__(self, app: ASGIApp, access: AccessRules) -> None:
        self._access = access
        self._token_app = TokenMiddleware(app, access.token)
        self._cors = CORSMiddleware(
            self._token_app, allow_origins=access.allowed_origins, allow_methods=("GET", "HEAD", "POST"),
            max_age=PREFLIGHT_SECONDS,
            allow_headers=("authorization", "content-type", TOKEN_HEADER), expose_headers=("Allow", "Retry-After"),
            allow_private_network=True,
        )  # fmt: skip

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle or reject a request."""
        if scope["type"] != "http":
            await self._token_app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def send_safe(message: Message) -> None:
            if message["type"] == "http.response.start":
                response_headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    response_headers[name] = value
                if self._access.allowed_origins:
                    response_headers.add_vary_header("Origin")
            await send(message)

        try:
            _check(self._access, headers)
        except ApiError as exc:
            await error_response(exc)(scope, receive, send_safe)
            return
        app = self._cors if headers.get("origin") in self._access.allowed_origins else self._token_app
        await app(scope, receive, send_safe)


class TokenMiddleware:
    """Middleware that checks the token of the server, if it has one."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app, self._token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle or reject a request."""
        needs_token = self._token and scope["type"] == "http" and scope["path"].startswith(TOKEN_PATHS)
        if needs_token and not compare_digest(
            Headers(scope=scope).get(TOKEN_HEADER, "").encode(), self._token.encode()
        ):
            error = ApiError("no_secret", f"header {TOKEN_HEADER}: expected the token of this server")
            await error_response(error)(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _check(access: AccessRules, headers: Headers) -> None:
    hosts = headers.getlist("host")
    if len(hosts) != 1 or _host_name(hosts[0]) not in access.allowed_hosts:
        raise ApiError("bad_host", "unknown host name of this server")
    origin = headers.get("origin")
    if origin is not None and origin not in (*access.allowed_origins, f"http://{hosts[0]}", f"https://{hosts[0]}"):
        raise ApiError("origin", "requests from this origin are not allowed")


def _host_name(host: str) -> str:
    """Return a host without its port."""
    return host if host.endswith("]") else host.rpartition(":")[0] or host
