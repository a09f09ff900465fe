"""A page of another origin uses a server that has a token, in a real browser: `make test-web`."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.server.servers import serving
from tests.web.browser import missing

pytest.importorskip("playwright", reason=missing() or "playwright is not installed")
pytest.importorskip("starlette")
pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

WORD = "correct horse staple"
ASK = """async ([url, word]) => {
  const headers = {"Content-Type": "application/json", "WD-Token": word};
  try {
    const body = JSON.stringify({type: "new_game", id: "n", players: [{human: "Anna"}, {human: "Ben"}]});
    const made = await fetch(`${url}/v1/games`, {method: "POST", headers, body});
    if (!made.ok) return [made.status, (await made.json()).code];
    const game = await made.json();
    const secret = {...headers, Authorization: `Bearer ${game.secrets[0]}`};
    const record = await fetch(`${url}/v1/games/${game.game}/record`, {headers: secret});
    return [record.status, (await record.json()).type];
  } catch (error) {
    return [0, error.name];
  }
}"""


class Blank(BaseHTTPRequestHandler):
    """An empty page at another origin."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>elsewhere</title>")

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def origins():
    """Yield two origins with one page each."""
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Blank) for _ in range(2)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield [f"http://127.0.0.1:{server.server_port}" for server in servers]
    for server in servers:
        server.shutdown()
        server.server_close()


def test_an_allowed_page_plays_with_the_token_reads_refusals_and_no_other_page_gets_anything(browser, origins):
    allowed, other = origins
    # A server with a token also accepts connections from other machines.
    with serving("--address", "0.0.0.0", "--allowed-origins", allowed, WD_SERVE_TOKEN=WORD) as server:  # noqa: S104
        url = f"http://127.0.0.1:{server.port}"
        page = browser.new_page()
        page.goto(allowed)
        with_it, without = page.evaluate(ASK, [url, WORD]), page.evaluate(ASK, [url, "wrong"])
        page.goto(other)
        elsewhere = page.evaluate(ASK, [url, WORD])
        page.close()
    assert with_it == [200, "record"]
    assert without == [401, "no_secret"]
    assert elsewhere == [0, "TypeError"]
