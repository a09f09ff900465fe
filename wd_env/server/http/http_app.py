"""The HTTP transport: messages under `/v1`, events as lines, and the page at `/`."""

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager
from functools import cache

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route as Address
from starlette.types import Receive, Scope, Send

from wd_env.server.hosting.event_stream import stream_events
from wd_env.server.hosting.events import Cursor
from wd_env.server.hosting.hosted_game import HostedGame
from wd_env.server.http.http_access import JSON, AccessMiddleware, AccessRules, error_response, is_local
from wd_env.server.http.http_routes import ROUTES, Route
from wd_env.server.http.static_files import page_files
from wd_env.server.limits import ServerLimits
from wd_env.server.protocol import message_schema
from wd_env.server.protocol.message_fields import MAX_LINES, UINT_PATTERN
from wd_env.server.protocol.message_parser import find_request_id, parse_request
from wd_env.server.protocol.messages import encode_line
from wd_env.server.protocol.replies import Error
from wd_env.server.protocol.requests import EventsRequest, InGame, RecordRequest
from wd_env.server.protocol.requests import Request as Said
from wd_env.server.request_handler import RequestHandler
from wd_env.server.server_errors import HTTP_STATUS, ApiError

log = logging.getLogger(__name__)

BEARER = "bearer "
NO_ID = "0"  # id of requests without a body
Handler = Callable[[Request], Awaitable[Response]]
FILE_METHODS = GET, HEAD = ("GET", "HEAD")  # methods of the page; HEAD is allowed wherever GET is
HEALTHY = b'{"ok":true}'


def make_http_app(handler: RequestHandler, access: AccessRules) -> Starlette:
    """Return the ASGI application of a request handler."""
    transport = HttpTransport(handler)
    paths = dict.fromkeys(route.path for route in ROUTES)
    addresses = [Address(path, Endpoint(transport.handler_for(path))) for path in paths]
    addresses.append(Address("/{rest:path}", Endpoint(page)))
    return Starlette(routes=addresses, middleware=[Middleware(AccessMiddleware, access=access)])


class Endpoint:
    """An ASGI endpoint that handles requests of every method by one function."""

    def __init__(self, action: Handler) -> None:
        self._handler = action

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request; HEAD gets the headers of the reply."""
        response = await self._handler(Request(scope, receive, send))
        if scope["method"] != HEAD:
            await response(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": response.status_code, "headers": response.raw_headers})
        await send({"type": "http.response.body"})


class HttpTransport:
    """Endpoints that pass requests to the handler and return its replies; one method per name in the routes."""

    def __init__(self, handler: RequestHandler) -> None:
        self._handler = handler

    def handler_for(self, path: str) -> Handler:
        """Return the function that handles a path, which selects by the method of the request."""
        routes = {route.method: route for route in ROUTES if route.path == path}
        if GET in routes:
            routes = {GET: routes[GET], HEAD: routes[GET]} | routes

        async def handle(request: Request) -> Response:
            if request.method not in routes:
                return _method_error(*routes)
            try:
                route = routes[request.method]
                response: Response = await getattr(self, route.name)(request, route)
                return response
            except ApiError as exc:
                return error_response(exc)
            except Exception:  # every request gets a reply
                log.exception("a request to %s has failed", path)
                return error_response(ApiError("internal", "the server has failed; see its log"))

        return handle

    async def ready(self, _: Request, __: Route) -> Response:
        """Return the description of the server."""
        return _json(encode_line(self._handler.ready(NO_ID)))

    async def health(self, _: Request, __: Route) -> Response:
        """Return that the server runs."""
        return _json(HEALTHY)

    async def message_schema(self, _: Request, __: Route) -> Response:
        """Return the schema of messages."""
        return _json(_schema())

    async def openapi(self, _: Request, __: Route) -> Response:
        """Return the description of the addresses."""
        return _json(_openapi())

    async def hello(self, request: Request, route: Route) -> Response:
        """Reply to a `hello` message."""
        return await self._reply_to(request, route)

    async def act(self, request: Request, route: Route) -> Response:
        """Reply to an `act` message."""
        return await self._reply_to(request, route)

    async def new_game(self, request: Request, route: Route) -> Response:
        """The same."""
        return await self._reply_to(request, route)

    async def in_game(self, request: Request, route: Route) -> Response:
        """Reply to a message about the game of the path."""
        return await self._reply_to(request, route)

    async def record(self, request: Request, _: Route) -> Response:
        """Return the record."""
        message = RecordRequest(id=NO_ID, game=_game_in(request))
        return _reply(await self._handler.reply(message, _secret(request), _client(request)))

    async def events(self, request: Request, route: Route) -> Response:
        """Return a stream of lines."""
        values = {name: _query_int(request, name) for name in route.query}
        message = EventsRequest(id=NO_ID, game=_game_in(request), after=values["after"] or 0)
        if values["undo_count"] is not None:
            message.undo_count = values["undo_count"]
        game, cursor = await self._handler.open_stream(message, _secret(request))
        bounds, wait = self._handler.limits, values["wait"] != 0
        seat = self._handler.stream_limiter.count_stream(game, cursor.viewer, _address(request))
        return EventStreamResponse(game, seat, _lines(game, cursor, wait, bounds), bounds.send_seconds)

    async def _reply_to(self, request: Request, route: Route) -> Response:
        secret = _secret(request)
        data = await self._body(request)
        try:
            message = parse_request(data)
            _check_route(message, route, request)
        except ApiError as exc:
            return error_response(exc, find_request_id(data))
        return _reply(await self._handler.reply(message, secret, _client(request)))

    async def _body(self, request: Request) -> bytes:
        """Return the complete body; ApiError if it has another media type, is too long or arrives too slowly."""
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise ApiError("media_type", f"content-type: expected {JSON}")
        maximum, body = self._handler.limits.bytes, bytearray()
        too_large = ApiError("too_large", f"body: expected at most {maximum} bytes")
        text = request.headers.get("content-length", "")
        if text.isdecimal() and int(text) > maximum:
            raise too_large
        try:
            async with asyncio.timeout(self._handler.limits.body_seconds):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > maximum:
                        raise too_large
        except (TimeoutError, ClientDisconnect):
            raise ApiError("too_slow", f"body: expected within {self._handler.limits.body_seconds:g} s") from None
        return bytes(body)


class EventStreamResponse(StreamingResponse):
    """A stream of lines that ends after some seconds; a reader that does not receive them is disconnected.

    A server cannot see whether a client reads, because its system buffers lines. So every stream has a time limit.
    """

    def __init__(
        self, game: HostedGame, seat: AbstractContextManager[None], lines: AsyncIterator[bytes], send_seconds: float
    ) -> None:
        super().__init__(lines, headers={"Connection": "close"}, media_type=message_schema.NDJSON)
        self._game, self._seat, self._send_seconds = game, seat, send_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the stream, the game or the reader ends; rejected if there are too many readers."""
        try:
            with self._seat:
                await self._send(scope, receive, send)
        except ApiError as exc:
            await error_response(exc)(scope, receive, send)

    async def _send(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(self._send_seconds):
                await super().__call__(scope, receive, send)
        except* (TimeoutError, ClientDisconnect):
            log.info("a reader of game %s was dropped", self._game.id)


async def page(request: Request) -> Response:
    """Return a file of the page."""
    result = page_files().get(request.url.path)
    if result is None:
        return error_response(ApiError("not_found", "unknown address"))
    if request.method not in FILE_METHODS:
        return _method_error(*FILE_METHODS)
    return Response(result[0], media_type=result[1])


async def _lines(game: HostedGame, cursor: Cursor, wait: bool, limits: ServerLimits) -> AsyncIterator[bytes]:
    async for event in stream_events(
        game, cursor, wait=wait, heartbeat=limits.heartbeat, max_seconds=limits.stream_seconds
    ):
        yield encode_line(event) + b"\n"


def _method_error(*methods: str) -> Response:
    """Return the error for a method, with the allowed ones in the header that HTTP defines (RFC 9110, 15.5.6)."""
    allowed = ", ".join(methods)
    response = error_response(ApiError("method", f"method: expected {allowed}"))
    response.headers["Allow"] = allowed
    return response


def _check_route(message: Said, route: Route, request: Request) -> None:
    """Raise ApiError if a message belongs to another address, or to another game than that of the path."""
    if not isinstance(message, route.requests):
        raise ApiError("bad_message", "type: expected a message of this address; see /v1/openapi.json", "type")
    if isinstance(message, InGame) and message.game != _game_in(request):
        raise ApiError("bad_message", "game: expected the game of the address", "game")


def _game_in(request: Request) -> str:
    return str(request.path_params["game"])


def _secret(request: Request) -> str | None:
    """Return the secret in the header, or None."""
    text = request.headers.get("authorization", "")
    return text[len(BEARER) :].strip() if text.lower().startswith(BEARER) else None


def _address(request: Request) -> str:
    return request.client.host if request.client is not None else ""


def _client(request: Request) -> str:
    """Return the client's address, empty for programs on this machine, which the server cannot distinguish."""
    address = _address(request)
    return "" if not address or is_local(address) else address


def _query_int(request: Request, name: str) -> int | None:
    text = request.query_params.getlist(name)
    if not text:
        return None
    if len(text) > 1 or not re.search(UINT_PATTERN, text[0]) or int(text[0]) > MAX_LINES:
        raise ApiError("bad_message", f"{name}: expected one integer of at most {MAX_LINES}", name)
    return int(text[0])


def _reply(message: object) -> Response:
    assert hasattr(message, "__struct_fields__")
    status = HTTP_STATUS[message.code] if isinstance(message, Error) else 200
    if isinstance(message, Error):
        return error_response(ApiError(message.code, message.message, message.field), message.id)
    return Response(encode_line(message), status, media_type=JSON)  # type: ignore[arg-type]


def _json(data: bytes) -> Response:
    return Response(data, media_type=JSON)


@cache
def _schema() -> bytes:
    return json.dumps(message_schema.message_schema()).encode()


@cache
def _openapi() -> bytes:
    return json.dumps(message_schema.openapi()).encode()
