"""Fixtures: a server, a browser, and people with the page open."""

import pytest

from tests.server.servers import serving
from tests.web.browser import Player, browser_path


@pytest.fixture(scope="module")
def url():
    """Yield the address of a server of the first game."""
    with serving() as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.fixture(scope="module")
def browser():
    """Yield the browser on this machine."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def people(browser, request):
    """Yield a function that opens the page for a person, each in its own browser context.

    At the end, fail if a script raised an error or a request left the origin.
    """
    made = []

    def player(width=1280, *, at=None, **options):
        address = at or request.getfixturevalue("url")
        context = browser.new_context(viewport={"width": width, "height": 800}, **options)
        made.append((context, Player(context, address)))
        return made[-1][1]

    yield player
    for context, found in made:
        failure = found.page.locator("#problem:not([hidden])").all_inner_texts()
        context.close()
        assert (found.errors, failure) == ([], [])
        assert [asked for asked in found.asked if not asked.startswith((found.url, "blob:"))] == []
