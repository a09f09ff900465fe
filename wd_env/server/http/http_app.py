"""The HTTP carrier: the messages under `/v1`, events as lines, the page at `/`."""

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

from wd_env.server.hosting.event_stream import follow
from wd_env.server.hosting.events import Cursor
from wd_env.server.hosting.hosted_game import Game
from wd_env.server.http.http_guard import JSON, Doors, Guard, is_local, refused
from wd_env.server.http.routes import ROUTES, Route
from wd_env.server.http.static_files import page_files
from wd_env.server.limits import Bounds
from wd_env.server.protocol import message_schema
from wd_env.server.protocol.message_fields import MOST_LINES, WHOLE
from wd_env.server.protocol.message_parser import id_of, parsed
from wd_env.server.protocol.messages import line_of
from wd_env.server.protocol.replies import Error
from wd_env.server.protocol.requests import Events, InGame, RecordOf
from wd_env.server.protocol.requests import Request as Said
from wd_env.server.request_handler import Desk
from wd_env.server.server_errors import STATUS, Refusal

log = logging.getLogger(__name__)

BEARER = "bearer "
NO_ID = "0"  # of requests that have no body
Answer = Callable[[Request], Awaitable[Response]]
OF_FILES = GET, HEAD = ("GET", "HEAD")  # methods for the page; HEAD answers wherever GET does
HEALTHY = b'{"ok":true}'


def app_of(desk: Desk, doors: Doors) -> Starlette:
    """Return the ASGI application of a desk."""
    carrier = Carrier(desk)
    paths = dict.fromkeys(route.path for route in ROUTES)
    addresses = [Address(path, Answering(carrier.at(path))) for path in paths]
    addresses.append(Address("/{rest:path}", Answering(page)))
    return Starlette(routes=addresses, middleware=[Middleware(Guard, doors=doors)])


class Answering:
    """An address that answers requests of every method by one function."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; one for the head alone gets what the whole reply would begin with."""
        response = await self._answer(Request(scope, receive, send))
        if scope["method"] != HEAD:
            await response(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": response.status_code, "headers": response.raw_headers})
        await send({"type": "http.response.body"})


class Carrier:
    """Brings requests to the desk and replies back; one method for each name of the routes."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def at(self, path: str) -> Answer:
        """Return what answers at an address, by the method of the request."""
        routes = {route.method: route for route in ROUTES if route.path == path}
        if GET in routes:
            routes = {GET: routes[GET], HEAD: routes[GET]} | routes

        async def answer(request: Request) -> Response:
            if request.method not in routes:
                return _wrong_method(*routes)
            try:
                route = routes[request.method]
                response: Response = await getattr(self, route.name)(request, route)
                return response
            except Refusal as refusal:
                return refused(refusal)
            except Exception:  # whoever waits for a reply gets one
                log.exception("a request to %s has failed", path)
                return refused(Refusal("internal", "the server has failed at this; its log says how"))

        return answer

    async def ready(self, _: Request, __: Route) -> Response:
        """What there is."""
        return _json(line_of(self._desk.ready(NO_ID)))

    async def health(self, _: Request, __: Route) -> Response:
        """That the server answers."""
        return _json(HEALTHY)

    async def message_schema(self, _: Request, __: Route) -> Response:
        """The schema of messages."""
        return _json(_schema())

    async def openapi(self, _: Request, __: Route) -> Response:
        """The description of the addresses."""
        return _json(_openapi())

    async def hello(self, request: Request, route: Route) -> Response:
        """The same, by a message and its reply."""
        return await self._replied(request, route)

    async def act(self, request: Request, route: Route) -> Response:
        """A message and its reply."""
        return await self._replied(request, route)

    async def new_game(self, request: Request, route: Route) -> Response:
        """The same."""
        return await self._replied(request, route)

    async def in_game(self, request: Request, route: Route) -> Response:
        """The same, in the game of the path."""
        return await self._replied(request, route)

    async def record(self, request: Request, _: Route) -> Response:
        """The record, without a body."""
        said = RecordOf(id=NO_ID, game=_game_in(request))
        return _reply(await self._desk.reply(said, _secret(request), _client(request)))

    async def events(self, request: Request, route: Route) -> Response:
        """A stream of lines."""
        numbers = {name: _number(request, name) for name in route.query}
        said = Events(id=NO_ID, game=_game_in(request), after=numbers["after"] or 0)
        if numbers["branch"] is not None:
            said.branch = numbers["branch"]
        game, cursor = await self._desk.follow(said, _secret(request))
        bounds, waits = self._desk.bounds, numbers["wait"] != 0
        seat = self._desk.audience.counted(game, cursor.viewer, _address(request))
        return Stream(game, seat, _lines(game, cursor, waits, bounds), bounds.send_seconds)

    async def _replied(self, request: Request, route: Route) -> Response:
        secret = _secret(request)
        data = await self._body(request)
        try:
            said = parsed(data)
            _check_taken(said, route, request)
        except Refusal as refusal:
            return refused(refusal, id_of(data))
        return _reply(await self._desk.reply(said, secret, _client(request)))

    async def _body(self, request: Request) -> bytes:
        """The whole body; Refusal for another media type, one that is too long, and one that comes too slowly."""
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise Refusal("media_type", f"allowed is {JSON}")
        most, body = self._desk.bounds.bytes, bytearray()
        too_large = Refusal("too_large", f"allowed are at most {most} bytes")
        told = request.headers.get("content-length", "")
        if told.isdecimal() and int(told) > most:
            raise too_large
        try:
            async with asyncio.timeout(self._desk.bounds.body_seconds):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > most:
                        raise too_large
        except (TimeoutError, ClientDisconnect):
            raise Refusal("too_slow", f"a body has {self._desk.bounds.body_seconds:g} s to come") from None
        return bytes(body)


class Stream(StreamingResponse):
    """Lines as they come, for some seconds; a reader who does not take them is dropped, and may come back for them.

    Nobody can see whether a reader reads: what it leaves lies with its system. So no stream outlasts its seconds.
    """

    def __init__(
        self, game: Game, seat: AbstractContextManager[None], lines: AsyncIterator[bytes], send_seconds: float
    ) -> None:
        super().__init__(lines, headers={"Connection": "close"}, media_type=message_schema.LINES)
        self._game, self._seat, self._send_seconds = game, seat, send_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the stream, the game or the reader is gone; refused where too many read."""
        try:
            with self._seat:
                await self._send(scope, receive, send)
        except Refusal as refusal:
            await refused(refusal)(scope, receive, send)

    async def _send(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(self._send_seconds):
                await super().__call__(scope, receive, send)
        except* (TimeoutError, ClientDisconnect):
            log.info("a reader of game %s was dropped", self._game.id)


async def page(request: Request) -> Response:
    """A file of the page."""
    found = page_files().get(request.url.path)
    if found is None:
        return refused(Refusal("not_found", "there is nothing here for that"))
    if request.method not in OF_FILES:
        return _wrong_method(*OF_FILES)
    return Response(found[0], media_type=found[1])


async def _lines(game: Game, cursor: Cursor, waits: bool, bounds: Bounds) -> AsyncIterator[bytes]:
    async for event in follow(game, cursor, waits=waits, heartbeat=bounds.heartbeat, lasts=bounds.stream_seconds):
        yield line_of(event) + b"\n"


def _wrong_method(*methods: str) -> Response:
    """The refusal of a method, which names those that are allowed where clients look for them (RFC 9110, 15.5.6)."""
    allowed = ", ".join(methods)
    response = refused(Refusal("method", f"allowed is {allowed}"))
    response.headers["Allow"] = allowed
    return response


def _check_taken(said: Said, route: Route, request: Request) -> None:
    """Refuse a message that belongs to another address, or to another game than that of the path."""
    if not isinstance(said, route.takes):
        raise Refusal("bad_message", "this message has another address; see /v1/openapi.json", "type")
    if isinstance(said, InGame) and said.game != _game_in(request):
        raise Refusal("bad_message", "the message is about another game than the address", "game")


def _game_in(request: Request) -> str:
    return str(request.path_params["game"])


def _secret(request: Request) -> str | None:
    """The secret in the header; None where there is none."""
    told = request.headers.get("authorization", "")
    return told[len(BEARER) :].strip() if told.lower().startswith(BEARER) else None


def _address(request: Request) -> str:
    return request.client.host if request.client is not None else ""


def _client(request: Request) -> str:
    """Who asks, by address; empty for programs of this machine, which cannot be told apart."""
    address = _address(request)
    return "" if not address or is_local(address) else address


def _number(request: Request, name: str) -> int | None:
    told = request.query_params.getlist(name)
    if not told:
        return None
    if len(told) > 1 or not re.search(WHOLE, told[0]) or int(told[0]) > MOST_LINES:
        raise Refusal("bad_message", f"allowed is one whole number, at most {MOST_LINES}", name)
    return int(told[0])


def _reply(message: object) -> Response:
    assert hasattr(message, "__struct_fields__")
    status = STATUS[message.code] if isinstance(message, Error) else 200
    if isinstance(message, Error):
        return refused(Refusal(message.code, message.message, message.field), message.id)
    return Response(line_of(message), status, media_type=JSON)  # type: ignore[arg-type]


def _json(data: bytes) -> Response:
    return Response(data, media_type=JSON)


@cache
def _schema() -> bytes:
    return json.dumps(message_schema.message_schema()).encode()


@cache
def _openapi() -> bytes:
    return json.dumps(message_schema.openapi()).encode()
