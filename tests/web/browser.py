"""A server and a browser for the tests of the page."""

import json
import os
import re
from pathlib import Path
from shutil import which
from typing import Any

ROOT = Path(__file__).parents[2]
WANTED = "WD_TEST_WEB"  # environment variable; `make test-web` sets it
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
AXE = Path(os.environ.get("WD_AXE", ROOT / ".cache" / "web" / "axe.min.js"))
PATIENCE_MS = 20_000


def browser_path() -> str | None:
    """Return the path of the browser on this machine, or None if there is none."""
    return os.environ.get("WD_BROWSER") or next((found for name in BROWSERS if (found := which(name))), None)


def missing() -> str:
    """Return why the page cannot be tested here, in one line, or an empty text if it can."""
    if not os.environ.get(WANTED):
        return "make test-web opens the page in a browser"
    if browser_path() is None:
        return f"browser: expected {', '.join(BROWSERS)} or one that WD_BROWSER names, got none"
    return ""


class Player:
    """A person with the page open. Records responses, requested addresses and script errors."""

    def __init__(self, context: Any, url: str) -> None:
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.url = url
        self.errors: list[str] = []
        self.seen: list[Any] = []  # responses
        self.asked: list[str] = []  # addresses
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("response", self._keep)

    def _keep(self, response: Any) -> None:
        if "/v1/games" in response.url and "events" not in response.url:
            self.seen.append(response)

    def open(self, address: str = "") -> "Player":
        self.page.goto(f"{self.url}/{address}")
        return self

    @property
    def game(self) -> str:
        """Return the id of the game on the page."""
        found = re.search(r"#(\w+)", self.page.url)
        assert found, self.page.url
        return found[1]

    def rule(self, name: str, value: int | str | bool) -> None:
        """Set an option of a new game under "House rules"."""
        entry = self.page.locator(f"#rule-{name}")
        if not entry.is_visible():
            self.page.get_by_text("House rules", exact=True).click()
        if isinstance(value, bool):
            entry.set_checked(value)
        elif isinstance(value, str):
            entry.select_option(value)
        else:
            entry.fill(str(value))

    def begin(self, turns: int = 0) -> "Player":
        """Start a game with the current settings of the form, of at most `turns` turns unless 0."""
        if turns:
            self.rule("max_turns", turns)
        self.page.get_by_role("button", name="Start game").click()
        self.question()
        return self

    def question(self) -> int:
        """Wait for a decision or the end of the game, and return the number of its line."""
        section = self.page.locator("section.decision[data-kind=prompt], section.decision[data-kind=game_over]")
        section.wait_for()
        return int(section.get_attribute("data-line"))

    def next(self, line: int) -> None:
        """Wait until another decision replaces the one at this line."""
        self.page.locator(f"section.decision[data-line='{line}']").wait_for(state="detached")

    @property
    def is_terminal(self) -> bool:
        return bool(self.page.locator("section.decision[data-kind=game_over]").count())

    def answer(self, place: int = 0) -> None:
        """Click an action, and wait until its effect is shown."""
        line = self.question()
        options = self.page.locator(".choices button")
        options.nth(min(place, options.count() - 1)).click()
        self.next(line)

    def undone(self, line: int) -> None:
        """Undo, and wait until the decision at this line is open again."""
        other = self.page.locator(f"section.decision[data-kind]:not([data-line='{line}'])")
        other.wait_for()
        self.page.locator("button.undo").click()
        self.page.locator(f"section.decision[data-line='{line}']").wait_for()

    def press(self, key: str) -> None:
        """Choose an action with the keyboard, and wait until its effect is shown."""
        line = self.question()
        self.page.keyboard.press(key)
        self.next(line)

    def width(self) -> int:
        """Return the width of the page in pixels, including the part outside the window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth"))

    def violations(self) -> list[str]:
        """Return the accessibility violations that axe finds."""
        self.page.evaluate(AXE.read_text("utf-8"))
        found = json.loads(self.page.evaluate("axe.run().then((found) => JSON.stringify(found.violations))"))
        return [f"{row['id']}: {row['nodes'][0]['html'][:200]}" for row in found]
