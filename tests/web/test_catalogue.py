"""Every game on the page: started there, played to its end with clicks, every action clicked once."""

import random
import re

import pytest

from tests.games.domination.map_texts import generated
from tests.web.browser import AXE, missing
from tests.web.catalogue import catalogue, opened, positions, serving_with_toy

pytest.importorskip("playwright", reason=missing() or "playwright is not installed")
pytest.importorskip("starlette")
pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

MOST_CLICKS = 400
GAMES = catalogue()


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.name)
def played(request):
    return request.param


@pytest.fixture(scope="module")
def at(played, tmp_path_factory):
    with serving_with_toy(played.name, tmp_path_factory.mktemp("toy")) as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.mark.parametrize("width", [1280, 390])
def test_a_game_is_started_and_played_to_its_end_by_clicks(people, played, at, width):
    anna, rng = people(width, at=at).open(), random.Random(width)
    for name, value in played.rules.items():
        anna.rule(name, value)
    anna.begin()
    for _ in range(MOST_CLICKS):
        if anna.is_terminal:
            break
        shown = anna.page.locator(".choices button")
        anna.answer(rng.randrange(shown.count()))
        anna.question()
    assert anna.is_terminal
    assert anna.page.locator(".history li").count() >= 3
    players = anna.page.get_by_role("region", name="Table of players")
    assert players.get_by_role("rowheader").count() == played.seats
    assert any("Anna" in row for row in players.get_by_role("row").all_inner_texts())
    titles = [title.casefold() for title in players.get_by_role("columnheader").all_inner_texts()]
    assert len(set(titles)) == len(titles)
    board = anna.page.locator(".left > :first-child").inner_text()
    assert len(board) > 20, "expected a board, a map or the table as text"
    assert anna.width() == width
    if AXE.exists():
        assert anna.violations() == []


def test_a_click_plays_exactly_the_clicked_action_or_filters_the_list(people, played, at):
    """Click every action of the game once, and everything on the board that an action concerns."""
    anna, clicked, answered, asked = people(at=at), [], set(), set()
    for position, options in positions(played):
        line, targets = opened(anna, at, position), dict(position.targets)
        for option in options:
            button = anna.page.locator(".choices button").filter(has=anna.page.get_by_text(option, exact=True)).first
            assert answered_by(anna, button, line) == option
            clicked.append(option)
        for key in sorted({key for about in targets.values() for key in about}):
            thing = anna.page.locator(f"[data-key='{key}']")
            found = [option for option, about in targets.items() if key in about]
            is_exact = len(found) == 1 and len(targets[found[0]]) == 1
            if thing.count() and key not in (met := answered if is_exact else asked):
                met.add(key)
                assert (answered_by(anna, thing.first, line) if is_exact else left_by(anna, thing.first)) == (
                    found[0] if is_exact else found
                )
    assert len(clicked) == len(set(clicked)) >= played.fewest_options
    assert len(answered) >= played.fewest_picks
    assert bool(asked) == played.shares_targets


def answered_by(anna, thing, line):
    """Click, return the action that the page sends at this line, and undo it."""
    with anna.page.expect_response(lambda reply: '"play"' in (reply.request.post_data or "")) as answer:
        thing.dispatch_event("click")
    data = answer.value.request.post_data_json
    assert (data["type"], data["line"], answer.value.ok) == ("play", line, True)
    anna.undone(line)
    return data.get("text") or data.get("outcome")


def left_by(anna, thing):
    """Click, return the actions that remain in the list, and show all actions again."""
    thing.dispatch_event("click")
    anna.page.locator("section.decision [role=status]").wait_for()
    left = anna.page.locator(".choices b").all_inner_texts()
    anna.page.get_by_role("button", name="Show all").click()
    return left


def test_a_map_of_the_server_owner_can_be_chosen_and_without_coordinates_is_shown_as_a_table(people, tmp_path):
    file = tmp_path / "ring.map"
    text = re.sub(r"(?m)^(\d+ Country_\d+ \d+) \d+ \d+$", r"\1", generated(12, 18, 1))
    file.write_text(text, "utf-8")
    with serving_with_toy("domination", tmp_path / "toy", "--map", str(file)) as server:
        anna = people(at=f"http://127.0.0.1:{server.port}").open()
        anna.page.get_by_role("group", name="Boards and decks").get_by_label("Map").select_option("ring")
        for name, value in {"auto_place": "countries", "max_rounds": 2}.items():
            anna.rule(name, value)
        anna.begin()
        rows = anna.page.locator(".countries tbody tr")
        assert rows.filter(has=anna.page.locator("td")).count() == 12
        assert anna.page.locator("wd-map").count() == 0
        line = anna.question()
        rows.get_by_role("button").first.click()
        anna.next(line)
        anna.page.goto("about:blank")  # close the page before the server ends
