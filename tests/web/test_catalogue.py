"""Every game of the catalogue on the page: started there, played to its end with clicks, every option clicked once."""

import random

import pytest

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
    anna, luck = people(width, at=at).open(), random.Random(width)
    for name, value in played.rules.items():
        anna.rule(name, value)
    anna.begin()
    for _ in range(MOST_CLICKS):
        if anna.is_over:
            break
        shown = anna.page.locator(".options button")
        anna.answer(luck.randrange(shown.count()))
        anna.question()
    assert anna.is_over
    assert anna.page.locator(".history li").count() >= 5
    seats = anna.page.get_by_role("region", name="Table of players").get_by_role("rowheader")
    assert seats.count() == 2
    assert seats.first.inner_text().startswith("Anna")
    board = anna.page.locator(".left > :first-child").inner_text()
    assert len(board) > 20, "there is a board, a map or the table as text"
    assert anna.width() == width
    if AXE.exists():
        assert anna.violations() == []


def test_every_option_is_clicked_once_and_answers_exactly_that(people, played, at):
    anna, clicked = people(at=at), []
    for position, options in positions(played):
        line = opened(anna, at, position)
        for option in options:
            button = anna.page.locator(".options button").filter(has=anna.page.get_by_text(option, exact=True)).first
            with anna.page.expect_response(lambda reply: reply.request.method == "POST") as answer:
                button.click()
            told = answer.value.request.post_data_json
            assert (told.get("text") or told.get("luck"), told["line"]) == (option, line)
            assert answer.value.ok
            clicked.append(option)
            anna.undone(line)
    assert len(clicked) == len(set(clicked)) >= played.fewest_options


def test_a_click_on_the_board_answers_exactly_what_was_clicked_or_asks(people, played, at):
    anna, answered, asked = people(at=at), set(), set()
    for position, _ in positions(played):
        line = opened(anna, at, position)
        shown = dict(position.targets)
        for key in sorted({key for targets in shown.values() for key in targets}):
            about = [option for option, targets in shown.items() if key in targets]
            is_exact = len(about) == 1 and len(shown[about[0]]) == 1
            thing = anna.page.locator(f"[data-key='{key}']")
            if key in (answered if is_exact else asked) or not thing.count():
                continue
            (answered if is_exact else asked).add(key)
            if is_exact:
                with anna.page.expect_response(lambda reply: reply.request.method == "POST") as answer:
                    thing.first.dispatch_event("click")
                told = answer.value.request.post_data_json
                assert (told.get("text") or told.get("luck")) == about[0]
                anna.undone(line)
            else:
                thing.first.dispatch_event("click")
                anna.page.locator("section.question [role=status]").wait_for()
                assert anna.page.locator(".options b").all_inner_texts() == about
                anna.page.get_by_role("button", name="Show all").click()
    assert len(answered) >= played.fewest_picks
    assert answered | asked or not played.fewest_picks
