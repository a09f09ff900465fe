"""Every game on the page: started there, played to its end with clicks, every action clicked once."""

import random
import re

import pytest

from tests.games.domination.map_texts import generated
from tests.web.browser import AXE, missing
from tests.web.catalogue import catalogue, opened, positions, serving_with_toy
from wd_env.spec.custom_files import bundled_names
from wd_env.text.typed_action import action_labels

pytest.importorskip("playwright", reason=missing() or "playwright is not installed")
pytest.importorskip("starlette")
pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

MOST_CLICKS = 400
READABLE = 8.8  # pixels
MOST_LISTS = 4  # lists of options with different numbers, in which keys are pressed
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


def test_a_number_key_plays_the_option_with_this_number_or_asks_for_more_digits(people, played, at):
    anna, lists = people(at=at), {}
    for position, _ in positions(played):
        offered = [option for option, _ in position.targets]
        lists.setdefault(tuple(action_labels(offered)), (position, offered))
    for labels in sorted(lists, key=are_places)[:MOST_LISTS]:
        position, offered = lists[labels]
        numbers = dict(zip(labels, offered, strict=True))
        line = opened(anna, at, position)
        assert anna.page.locator(".choices kbd").all_inner_texts() == [*numbers]
        for digit in "0123456789":
            begun = [number for number in numbers if number.startswith(digit)]
            number = begun[-1] if begun else ""
            keys = [*number, "Enter"] if len(begun) > 1 or len(number) > 1 else [*number]
            if keys:
                assert sent_by(anna, lambda keys=keys: press_all(anna, keys), line) == numbers[number]
            else:
                anna.page.keyboard.press(digit)
                assert (anna.question(), anna.page.locator(".choices button").count()) == (line, len(offered))


def are_places(labels):
    """Return whether the numbers are only positions in the list."""
    return list(labels) == [str(place + 1) for place in range(len(labels))]


def press_all(anna, keys):
    for key in keys:
        anna.page.keyboard.press(key)


def test_a_new_game_offers_every_file_and_shows_code_without_backticks(people, played, at):
    anna = people(at=at).open()
    anna.page.get_by_text("House rules", exact=True).click()
    form = anna.page.locator("form")
    for bot in anna.page.locator(".player select").last.locator("option").all_inner_texts():
        anna.page.locator(".player select").last.select_option(label=bot)
        assert "`" not in form.inner_text()
    names = [name for name, bundled in bundled_names(played.row.game.config_class).items() if bundled]
    shown = anna.page.locator(".files select").evaluate_all("(all) => all.map((entry) => entry.id)")
    assert shown == [f"rule-{name}" for name in names]


def test_the_panel_tells_that_bots_move(people, played, at):
    anna = people(at=at).open()
    anna.page.get_by_text("Game settings").click()
    anna.page.get_by_label("Delay after bot moves").select_option("0.4 s")
    anna.begin()
    for _ in range(20):
        anna.answer()
        waiting = anna.page.get_by_role("heading", name="Waiting for the bots")
        waiting.or_(anna.page.locator("section.decision[data-kind]")).first.wait_for()
        if waiting.count():
            has_choices = anna.page.locator(".choices, button.undo").count() > 0
            assert not (has_choices and waiting.count())  # asked last, because the bots may have moved since
            anna.page.locator("section.decision p").wait_for()  # what the bot decides
            anna.question()
            return
    raise AssertionError("no bot moved")


def answered_by(anna, thing, line):
    """Click, return the action that the page sends at this line, and undo it."""
    return sent_by(anna, lambda: thing.dispatch_event("click"), line)


def sent_by(anna, act, line):
    """Call `act`, return the action that the page sends at this line, and undo it."""
    with anna.page.expect_response(lambda reply: '"play"' in (reply.request.post_data or "")) as answer:
        act()
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
        anna.page.get_by_role("group", name="Boards, maps and decks").get_by_label("Map").select_option("ring")
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


def test_titles_of_a_large_map_are_readable_and_the_one_under_the_pointer_is_larger(people, tmp_path):
    with serving_with_toy("superpowers", tmp_path) as server:
        anna = people(at=f"http://127.0.0.1:{server.port}").open().begin()
        assert min(title_sizes(anna)) >= READABLE
        shown = len(title_sizes(anna))
        anna.page.locator("[data-country='20'] text").hover()
        assert max(title_sizes(anna)) >= 1.3 * READABLE
        anna.page.get_by_role("button", name="Enlarge the map").click()
        anna.page.locator(f".titles text:nth-of-type({shown + 20})").wait_for(state="attached")
        legend = anna.page.locator("wd-map svg").text_content()
        assert "Fill: who holds it" in legend
        assert "Ring: its group" in legend
        assert min(title_sizes(anna)) >= READABLE
        anna.page.goto("about:blank")  # close the page before the server ends


def title_sizes(anna):
    """Return the heights of the letters of all titles of the map, in pixels."""
    script = "(all) => all.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"
    return anna.page.locator("wd-map .titles text").evaluate_all(script)
