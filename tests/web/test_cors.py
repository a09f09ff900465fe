"""A page of another origin uses a server with a token, in a real browser."""

import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.server.servers import Server, free_port
from tests.web.browser import missing
from wd_env.server.http.static_files import FOLDER

pytest.importorskip("playwright", reason=missing() or "playwright is not installed")
pytest.importorskip("starlette")
pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

TOKEN = "a token of sixteen and more"  # noqa: S105  of this test alone
PLAY = """async ([url, token]) => {
  const {Client} = await import("/client.js");
  const client = new Client(url, token);
  try {
    const ready = await client.ready();
    const made = await client.newGame({players: [{human: "Anna"}, {bot: "random"}], rules: {max_turns: 2}});
    const scene = await client.inGame("scene", made.game, made.secrets[0]);
    const stop = new AbortController();
    let first;
    for await (const event of client.events(made.game, made.secrets[0], {signal: stop.signal})) {
      first = event.type;
      stop.abort();
      break;
    }
    return {title: ready.game.title, line: scene.line, first};
  } catch ({code, message}) {
    return {code: code ?? message};
  }
}"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Print nothing."""


@contextmanager
def pages(port=0):
    """Serve the scripts of the page at another origin."""
    with ThreadingHTTPServer(("127.0.0.1", port), partial(Quiet, directory=str(FOLDER))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture(scope="module")
def allowed():
    with pages() as origin:
        yield origin


@pytest.fixture(scope="module")
def url(allowed):
    everywhere = "0.0.0.0"  # noqa: S104  where a token is demanded
    server = Server("--address", everywhere, "--allowed-origins", allowed, port=free_port(), WD_SERVE_TOKEN=TOKEN)
    yield f"http://127.0.0.1:{server.port}"
    server.stop()


def played_from(browser, origin, url, token):
    page = browser.new_page()
    page.goto(f"{origin}/icon.svg")
    reply = page.evaluate(PLAY, [url, token])
    page.close()
    return reply


def test_an_allowed_page_plays_with_the_token(browser, allowed, url):
    reply = played_from(browser, allowed, url, TOKEN)
    assert reply["title"] == "World Dominance"
    assert (reply["line"] >= 0, reply["first"]) == (True, "event")


def test_a_missing_or_wrong_token_is_reported(browser, allowed, url):
    assert played_from(browser, allowed, url, "") == {"code": "no_secret"}
    assert played_from(browser, allowed, url, "another token") == {"code": "no_secret"}


def test_a_page_of_any_other_origin_gets_no_answer(browser, url):
    with pages() as stranger:
        assert played_from(browser, stranger, url, TOKEN) == {"code": "no_reply"}
