"""The HTTP transport: access, error codes, and the replies of the request handler."""

import asyncio
import json

import pytest

from tests.server.asgi import JSON, http
from tests.server.handlers import run, start_game, wait_until_waiting
from wd_env.server.http.http_access import AccessRules, is_local
from wd_env.server.http.http_app import make_http_app
from wd_env.server.http.http_routes import ROUTES
from wd_env.server.http.static_files import page_files
from wd_env.server.protocol.message_fields import MAX_MESSAGE_BYTES
from wd_env.server.protocol.messages import encode_line
from wd_env.server.protocol.requests import Act, NewGame, SceneRequest

HELLO = "/v1"
WORD = "correct horse staple"


def one(method: str, path: str, body=b"", headers=None, access=None, pause=0.0, **options):
    """Send one request to a new request handler."""
    return run(lambda at: http(at, method, path, body, headers, access, pause), **options)


def test_the_first_reply_has_the_protocol():
    reply = one("GET", HELLO)
    assert (reply.status, reply.data["type"], reply.data["protocol"]) == (200, "ready", 1)


# Host, origin, method, media type, secret, size, deadline, message: checked in this order


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8151", "127.0.0.1.evil.example", "localhost@evil", ""])
def test_a_server_that_is_called_by_a_foreign_name_refuses(host):
    reply = one("PUT", HELLO, headers={"host": host, "origin": "http://evil.example"})
    assert (reply.status, reply.code) == (400, "bad_host")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8151", "localhost:9", "[::1]:8151", "[::1]"])
def test_a_server_answers_to_the_names_of_this_machine(host):
    assert one("GET", HELLO, headers={"host": host}).status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "http://localhost:8151"])
def test_pages_of_a_foreign_origin_may_not_ask(origin):
    reply = one("PUT", HELLO, headers={"origin": origin})
    assert (reply.status, reply.code) == (403, "origin")


def test_its_own_page_may_ask_and_a_page_that_was_allowed():
    access = AccessRules(allowed_origins=("https://example.org",))
    assert one("GET", HELLO, headers={"origin": "http://127.0.0.1:8151"}).status == 200
    reply = one("GET", HELLO, headers={"origin": "https://example.org"}, access=access)
    assert (reply.status, reply.headers["access-control-allow-origin"]) == (200, "https://example.org")
    assert "access-control-allow-origin" not in one("GET", HELLO, access=access).headers


@pytest.mark.parametrize(
    "headers", [{}, {"wd-token": "wrong"}, {"wd-token": "\u00e9"}, {"authorization": "Bearer correct horse staple"}]
)
def test_a_server_with_a_token_answers_nobody_without_it(headers):
    word = "correct horse staple"
    access = AccessRules(token=word)
    reply = one("GET", HELLO, headers=headers, access=access)
    assert (reply.status, reply.code) == (401, "no_secret")
    assert one("GET", HELLO, headers={"wd-token": word}, access=access).status == 200


@pytest.mark.parametrize("path", ["/v1", "/v1/act", "/v1/games", "/v1/games/g", "/healthz", "/v1/openapi.json"])
@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "BREW"])
def test_other_methods_are_refused(path, method):
    reply = one(method, path, headers={"content-type": "text/plain"})
    assert (reply.status, reply.code) == (405, "method")
    known = [route.method for route in ROUTES if _is_at(route, path)]
    assert set(reply.headers["allow"].split(", ")) == {*known, *(["HEAD"] if "GET" in known else [])}


def _is_at(route, path: str) -> bool:
    return bool(route.path.replace("{game}", "g") == path)


def test_the_page_is_read_and_nothing_else():
    reply = one("DELETE", "/")
    assert (reply.status, reply.code, reply.headers["allow"]) == (405, "method", "GET, HEAD")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"])
def test_other_media_types_are_refused(kind):
    reply = one("POST", "/v1/act", b"x" * (MAX_MESSAGE_BYTES + 1), {"content-type": kind})
    assert (reply.status, reply.code) == (415, "media_type")


@pytest.mark.parametrize("message", [{}, {"content-length": str(MAX_MESSAGE_BYTES + 1)}])
def test_a_body_that_is_too_long_is_refused_whether_or_not_it_says_so(message):
    parts = [b"x" * MAX_MESSAGE_BYTES] * 20
    reply = one("POST", "/v1/act", parts, JSON | message)
    assert (reply.status, reply.code) == (413, "too_large")
    assert len(parts) >= 18  # the rest is not read


def test_a_body_that_does_not_come_is_refused():
    reply = one("POST", "/v1/act", [b"{", b"}"], JSON, pause=5.0, body_seconds=0.05)
    assert (reply.status, reply.code) == (408, "too_slow")


@pytest.mark.parametrize("body", [b"", b"[]", b"\xff", b'{"type":"hello","id":"1","protocols":[1]}'])
def test_an_invalid_message_for_an_address_is_rejected(body):
    reply = one("POST", "/v1/act", body, JSON)
    assert (reply.status, reply.code) == (422, "bad_message")


def test_a_refusal_names_the_request_where_it_can_be_read():
    assert one("POST", "/v1/act", b'{"id":"seven","type":"what"}', JSON).data["id"] == "seven"
    assert one("POST", "/v1/act", b"{", JSON).data.get("id") is None


@pytest.mark.parametrize("path", ["/v1/", "/v2", "/etc/passwd", "/../../etc/passwd", "/page/..%2f..", "//", "/x.py"])
def test_an_unknown_address_or_game_is_not_found(path):
    reply = one("GET", path)
    assert (reply.status, reply.code) == (404, "not_found")


@pytest.mark.parametrize(
    "query", ["after=x", "after=-1", "after=1&after=2", "after=1000001", "after=07", "after=1%0A", "undo_count=7.0"]
)
def test_numbers_in_a_query_are_whole_and_short(query):
    async def ask(at):
        game, made = await start_game(at, "Anna", "random")
        bearer = {"authorization": f"Bearer {made.spectator_secret}"}
        return await http(at, "GET", f"/v1/games/{game.id}/events?wait=0&{query}", headers=bearer)

    reply = run(ask)
    assert (reply.status, reply.code) == (422, "bad_message")


# Replies


def test_replies_are_those_of_the_desk_and_secrets_come_in_the_header_or_the_message():
    async def ask(at):
        made = (await http(at, "POST", "/v1/games", b'{"type":"new_game","id":"n","players":[{"human":"Anna"},'
                           b'{"bot":"random"}]}', JSON)).data  # fmt: skip
        await wait_until_waiting(at.games.find(made["game"]))
        look = SceneRequest(id="l", game=made["game"])
        path, own = f"/v1/games/{made['game']}", made["secrets"][0]
        by_header = await http(at, "POST", path, encode_line(look), JSON | {"authorization": f"Bearer {own}"})
        direct = encode_line(await at.reply(look, own))
        look.secret = own
        by_message = await http(at, "POST", path, encode_line(look), JSON)
        other = await http(at, "POST", "/v1/games/gother", encode_line(look), JSON)
        return by_header, by_message.body, direct, other

    by_header, by_message, direct, other = run(ask)
    assert by_header.status == 200
    assert by_header.body == by_message == direct
    assert (other.status, other.data["field"]) == (422, "game")


@pytest.mark.parametrize("secret", ["\u00e9", "", " ", "x" * 5000, "<script>"])
def test_an_invalid_secret_is_rejected_whatever_it_is(secret):
    async def ask(at):
        game, _ = await start_game(at, "Anna", "random")
        values = {"authorization": f"Bearer {secret}"}
        paths = (f"/v1/games/{game.id}/events?wait=0", f"/v1/games/{game.id}/record")
        return [await http(at, "GET", path, headers=values) for path in paths]

    for reply in run(ask):
        assert (reply.status, reply.code) in ((403, "not_yours"), (401, "no_secret"))


def test_events_end_without_a_wait_and_resume_after_the_last_line():
    async def ask(at):
        game, made = await start_game(at, "Anna", "random")
        path, bearer = f"/v1/games/{game.id}/events?wait=0", {"authorization": f"Bearer {made.secrets[0]}"}
        return [(await http(at, "GET", f"{path}&after={n}", headers=bearer)).body for n in (0, 2, 999999)]

    whole, rest, end = ([json.loads(line) for line in body.splitlines()] for body in run(ask))
    assert [each["n"] for each in whole[:-1]] == list(range(1, len(whole)))
    assert rest == whole[2:]
    assert end == whole[-1:]
    assert end[0]["type"] == "prompt"


def test_too_many_decisions_that_wait_are_told_to_come_again():
    async def ask(at):
        from wd_env.server.worker_pool import BotPool, WorkerLimits

        at.bot_pool = BotPool(at.game_entry.name, WorkerLimits(queue=0))
        state = (await start_game(at, "Anna", "Ben"))[0].referee.table.to_json()
        return await http(at, "POST", "/v1/act", encode_line(Act(id="1", bot="random", state=state)), JSON)

    reply = run(ask)
    assert (reply.status, reply.code, reply.headers["retry-after"]) == (429, "busy", "1")


# Safety of pages


@pytest.mark.parametrize("path", ["/", "/v1", "/v1/schema.json", "/nothing"])
def test_every_response_has_the_headers_that_keep_pages_safe(path):
    headers = one("GET", path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert (headers["cache-control"], headers["x-content-type-options"]) == ("no-store", "nosniff")


def test_files_of_the_page_are_served_as_they_are():
    for path, (content, kind) in page_files().items():
        reply = one("GET", path)
        assert (reply.status, reply.body, reply.headers["content-type"]) == (200, content, kind)


def test_secrets_are_in_no_address():
    assert not [route for route in ROUTES if "secret" in route.path or "secret" in route.query]


def test_secrets_are_in_no_log(caplog):
    caplog.set_level("DEBUG")

    async def ask(at):
        game, made = await start_game(at, "Anna", "random")
        path, known = f"/v1/games/{game.id}", [*made.secrets, made.spectator_secret]
        for own in filter(None, known):
            header = {"authorization": f"Bearer {own}"}
            look = SceneRequest(id="l", game=game.id, line=0, secret=own)
            for body in (encode_line(look), encode_line(look)[:-1], encode_line(look).replace(b"look", b"what")):
                await http(at, "POST", path, body, JSON | header)
            await http(at, "GET", f"{path}/events?wait=0", b"", header)
            at.games.find = None  # a fault of the server itself
            await http(at, "POST", path, encode_line(look), JSON | header)
            del at.games.find
        return known

    known = run(ask)
    assert "TypeError" in caplog.text
    assert not [own for own in filter(None, known) if own in caplog.text]


@pytest.mark.parametrize(("address", "local"), [("127.0.0.1", True), ("::1", True), ("localhost", True),
                                                ("0.0.0.0", False), ("192.168.1.5", False),  # noqa: S104
                                                ("example.org", False)])  # fmt: skip
def test_only_addresses_of_this_machine_need_no_token(address, local):
    assert is_local(address) == local


def test_a_new_game_over_http_is_kept_apart_from_others():
    async def ask(at):
        body = encode_line(NewGame(id="n", seed="5"))
        return await http(at, "POST", "/v1/games", body, JSON)

    assert run(ask).code == "config_error"


def test_a_reader_who_does_not_take_what_is_sent_is_dropped_and_makes_room():
    async def ask(at):
        game, made = await start_game(at, "Anna", "random")
        seen = []

        async def never(message):
            seen.append((message["type"], game.streams))
            await asyncio.Event().wait()

        async def nothing():
            await asyncio.Event().wait()

        headers = [(b"host", b"127.0.0.1"), (b"authorization", f"Bearer {made.spectator_secret}".encode())]
        scope = {"type": "http", "method": "GET", "path": f"/v1/games/{game.id}/events", "query_string": b"",
                 "headers": headers, "root_path": "", "asgi": {"version": "3.0", "spec_version": "2.3"}}  # fmt: skip
        await asyncio.wait_for(make_http_app(at, AccessRules())(scope, nothing, never), 5)
        return seen, game.streams

    seen, left = run(ask, send_seconds=0.05)
    assert seen == [("http.response.start", 1)]
    assert left == 0


# Pages of other origins, HEAD requests, byte order marks


PREFLIGHT = {"origin": "https://example.org", "access-control-request-method": "POST",
             "access-control-request-headers": "authorization,content-type,wd-token"}  # fmt: skip


@pytest.mark.parametrize("path", ["/v1", "/v1/act", "/v1/games", "/v1/games/g", "/healthz"])
def test_a_browser_learns_without_the_token_that_an_allowed_page_may_ask_and_what_it_may_send(path):
    access = AccessRules(allowed_origins=("https://example.org",), token=WORD)
    reply = one("OPTIONS", path, headers=PREFLIGHT, access=access)
    assert reply.status == 200
    assert reply.headers["access-control-allow-origin"] == "https://example.org"
    assert "POST" in reply.headers["access-control-allow-methods"].split(", ")
    allowed = {name.strip().lower() for name in reply.headers["access-control-allow-headers"].split(",")}
    assert {"authorization", "content-type", "wd-token"} <= allowed
    assert "origin" in reply.headers["vary"].lower()


@pytest.mark.parametrize(
    "message", [{"access-control-request-method": "DELETE"}, {"access-control-request-headers": "x-other"}]
)
def test_a_browser_learns_what_an_allowed_page_may_not_send(message):
    access = AccessRules(allowed_origins=("https://example.org",))
    assert one("OPTIONS", "/v1/act", headers=PREFLIGHT | message, access=access).status == 400


@pytest.mark.parametrize("origin", ["https://evil.example", "https://example.org.evil.example", "null"])
def test_a_browser_learns_that_a_page_that_was_not_allowed_may_not_ask(origin):
    access = AccessRules(allowed_origins=("https://example.org",), token=WORD)
    reply = one("OPTIONS", "/v1/act", headers=PREFLIGHT | {"origin": origin}, access=access)
    assert reply.status == 403
    assert "access-control-allow-origin" not in reply.headers


def test_the_request_after_the_preflight_needs_the_token_and_its_page_may_read_the_refusal():
    access = AccessRules(allowed_origins=("https://example.org",), token=WORD)
    origin = {"origin": "https://example.org"}
    without = one("GET", HELLO, headers=origin, access=access)
    with_it = one("GET", HELLO, headers=origin | {"wd-token": WORD}, access=access)
    assert (without.status, with_it.status) == (401, 200)
    for reply in (without, with_it):
        assert reply.headers["access-control-allow-origin"] == "https://example.org"
        assert "Retry-After" in reply.headers["access-control-expose-headers"]


@pytest.mark.parametrize("path", ["/healthz", "/v1", "/v1/schema.json", "/v1/openapi.json", "/"])
def test_a_head_is_what_the_whole_reply_begins_with(path):
    whole, head = one("GET", path), one("HEAD", path)
    assert (head.status, head.headers, head.body) == (whole.status, whole.headers, b"")


def test_the_head_of_a_record_and_of_events_needs_the_secret_and_opens_no_stream():
    async def ask(at):
        game, made = await start_game(at, "Anna", "random")
        bearer, found = {"authorization": f"Bearer {made.spectator_secret}"}, []
        for what in ("record", "events"):
            for headers in (bearer, {}):
                reply = await http(at, "HEAD", f"/v1/games/{game.id}/{what}", headers=headers)
                found.append((reply.status, reply.body))
        return found, game.streams

    assert run(ask) == ([(200, b""), (401, b"")] * 2, 0)


def test_a_mark_of_the_order_of_bytes_before_a_body_is_skipped():
    for body, message in (
        (b'{"type":"hello","id":"7","protocols":[1]}', "ready"),
        (b'{"type":"what","id":"7"}', "error"),
    ):
        reply = one("POST", HELLO, b"\xef\xbb\xbf" + body, JSON)
        assert (reply.data["type"], reply.data["id"]) == (message, "7")


def test_a_name_that_leads_to_this_machine_needs_no_token(monkeypatch):
    for found, local in (("127.0.0.1", True), ("192.0.2.1", False)):
        monkeypatch.setattr(
            "wd_env.server.http.http_access.getaddrinfo", lambda *_, found=found, **__: [(2, 1, 6, "", (found, 0))]
        )
        assert is_local("some.name") == local
