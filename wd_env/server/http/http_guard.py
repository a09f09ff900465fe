"""What every HTTP request must have before anything is done for it: this host, an allowed origin, the token."""

from dataclasses import dataclass
from hmac import compare_digest
from ipaddress import ip_address
from socket import SOCK_STREAM, getaddrinfo

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wd_env.server.protocol.messages import line_of
from wd_env.server.request_handler import error_of
from wd_env.server.server_errors import RETRY_AFTER, Refusal

JSON = "application/json"
HEADER = "wd-token"  # header of the server's own token, where it has one
LOCAL = ("127.0.0.1", "localhost", "[::1]")
CLOSED_PATHS = ("/v1", "/healthz")  # beneath these a token is asked for
PREFLIGHT_SECONDS = 600  # for which a browser need not ask again
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
    """Only programs of this machine reach the address; a name stands for whatever it leads to."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        pass
    try:
        found = {str(row[4][0]) for row in getaddrinfo(address, None, type=SOCK_STREAM)}
    except (OSError, UnicodeError):
        return False
    return all(ip_address(each).is_loopback for each in found)


def refused(refusal: Refusal, request_id: str | None = None) -> Response:
    """Return the response of a refusal."""
    headers = {"Retry-After": str(RETRY_AFTER[refusal.code])} if refusal.code in RETRY_AFTER else {}
    return Response(line_of(error_of(refusal, request_id)), refusal.status, headers, JSON)


class Guard:
    """Checks host, origin and token, in this order, and puts the headers on every response that keep pages safe.

    What a browser asks before a page from elsewhere may ask (a preflight, which never has a token) is answered by the
    rules of CORS, once host and origin are known.
    """

    def __init__(self, app: ASGIApp, doors: Doors) -> None:
        self._doors = doors
        self._inner = Tokened(app, doors.token)
        self._across = CORSMiddleware(
            self._inner, allow_origins=doors.origins, allow_methods=("GET", "HEAD", "POST"), max_age=PREFLIGHT_SECONDS,
            allow_headers=("authorization", "content-type", HEADER), expose_headers=("Allow", "Retry-After"),
            allow_private_network=True,
        )  # fmt: skip

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def send_safe(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    told[name] = value
                if self._doors.origins:
                    told.add_vary_header("Origin")
            await send(message)

        try:
            _check(self._doors, headers)
        except Refusal as refusal:
            await refused(refusal)(scope, receive, send_safe)
            return
        app = self._across if headers.get("origin") in self._doors.origins else self._inner
        await app(scope, receive, send_safe)


class Tokened:
    """Asks for the token of the server, where it has one."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app, self._token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        is_asked = self._token and scope["type"] == "http" and scope["path"].startswith(CLOSED_PATHS)
        if is_asked and not compare_digest(Headers(scope=scope).get(HEADER, "").encode(), self._token.encode()):
            refusal = Refusal("no_secret", f"the header {HEADER} does not have the token of this server")
            await refused(refusal)(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _check(doors: Doors, headers: Headers) -> None:
    hosts = headers.getlist("host")
    if len(hosts) != 1 or _name(hosts[0]) not in doors.hosts:
        raise Refusal("bad_host", "the server is not called so")
    origin = headers.get("origin")
    if origin is not None and origin not in (*doors.origins, f"http://{hosts[0]}", f"https://{hosts[0]}"):
        raise Refusal("origin", "pages of that origin may not ask")


def _name(host: str) -> str:
    """A host without its port."""
    return host if host.endswith("]") else host.rpartition(":")[0] or host
