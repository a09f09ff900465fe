"""The page in a real browser: `make test-web`."""

import pytest

from tests.web.browser import AXE, missing

pytest.importorskip("playwright", reason=missing() or "playwright is not installed")
pytest.importorskip("starlette")

from wd_env.cli.arguments.file_arguments import read_record
from wd_env.session.narration import Narrator
from wd_env.table.saved_table import replay_record

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

WIDTHS = (1280, 390, 320)
TURNS = 10


def played_to_the_end(player, answer):
    answers = 0
    while not player.is_terminal and answers < 400:
        answer()
        player.question()
        answers += 1
    assert player.is_terminal
    return answers


def test_a_whole_game_by_mouse(people):
    anna = people().open().begin(TURNS)
    assert played_to_the_end(anna, anna.answer) > 3
    assert anna.page.locator(".history li").count() > 10


def test_a_whole_game_by_the_keyboard_alone(people):
    anna = people().open()
    anna.page.get_by_label("Name").first.wait_for()
    for _ in range(60):
        anna.page.keyboard.press("Tab")
        focused = anna.page.evaluate("document.activeElement.textContent")
        if focused == "House rules":
            anna.page.keyboard.press("Enter")
        elif anna.page.evaluate("document.activeElement.id") == "rule-max_turns":
            anna.page.keyboard.type(str(TURNS))
        elif focused == "Start game":
            anna.page.keyboard.press("Enter")
            break
    anna.question()
    assert played_to_the_end(anna, lambda: press_first(anna)) > 3
    assert anna.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none", "a heading has it"
    anna.page.keyboard.press("Tab")
    assert anna.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid", "a control has it"
    last = anna.page.locator("#review").inner_text()
    anna.page.keyboard.press("Home")
    anna.page.get_by_text("Line 0 of").wait_for()
    anna.page.keyboard.press("End")
    anna.page.get_by_text(last).wait_for()


def press_first(player):
    """Choose the first option by its number; Enter ends it if a longer number begins with it."""
    line = player.question()
    player.page.keyboard.press("1")
    if player.page.evaluate("document.activeElement.id") == "filter":
        player.page.keyboard.press("Enter")
    player.next(line)


def test_the_printed_board_with_undo(people):
    anna = people().open()
    anna.page.get_by_label("Physical board").check()
    anna.page.get_by_text("Game settings").click()
    anna.page.get_by_label("Always").check()
    anna.begin(TURNS)
    for number in range(9):
        anna.answer(number % 2)  # equal throws would be repeated
    line, heading = anna.question(), anna.page.locator("#decision-title").inner_text()
    anna.answer()
    anna.page.get_by_role("button", name="Undo").click()
    anna.page.locator(f"section.decision[data-line='{line}']").wait_for()
    assert anna.page.locator("#decision-title").inner_text() == heading


def test_two_people_and_a_spectator_see_no_secret_of_another_player(people):
    anna = people().open()
    anna.page.locator(".player select").nth(1).select_option("human on another device")
    anna.page.get_by_label("Name").nth(1).fill("Ben")
    anna.page.get_by_role("button", name="Start game").click()
    anna.page.get_by_text("Invite others").click()
    links = anna.page.locator("input.link")
    ben = people().open(links.nth(0).input_value().partition("/#")[2].join(["#", ""]))
    watcher = people().open(links.nth(1).input_value().partition("/#")[2].join(["#", ""]))
    for _ in range(14):
        asked = next_asked(anna, ben)
        assert watcher.page.locator(".choices").count() == 0
        asked.answer()
    for player, other in ((anna, ben), (ben, anna), (watcher, anna), (watcher, ben)):
        mine = player.page.locator("details.private li").all_text_contents()
        theirs = set(other.page.locator("details.private li").all_text_contents()) - set(mine)
        seen = player.page.content() + "".join(response.text() for response in player.seen)
        assert not [line for line in theirs if line in seen]
    assert "." not in watcher.page.url.partition("#")[2], "expected an address without the secret"


def next_asked(*players):
    """Return the player who is to move."""
    for _ in range(100):
        for player in players:
            if player.page.locator("section.decision[data-kind=prompt]").count():
                return player
        players[0].page.wait_for_timeout(50)
    raise AssertionError("no player is to move")


def test_people_at_one_device_hand_it_over(people):
    anna = people().open()
    anna.page.locator(".player select").nth(1).select_option("human on this device")
    anna.page.get_by_label("Name").nth(1).fill("Ben")
    anna.page.get_by_role("button", name="Start game").click()
    hands = 0
    for _ in range(12):
        handed = anna.page.locator("section.hand")
        anna.page.locator("section.hand, section.decision[data-kind=prompt]").wait_for()
        if handed.count():
            hands += 1
            assert anna.page.locator(".private, .history").count() == 0
            anna.page.get_by_role("button", name="I am").click()
            handed.wait_for(state="detached")
        else:
            anna.answer()
    assert hands >= 2


def test_a_reload_and_a_lost_connection_in_mid_game(people):
    anna = people().open().begin(TURNS)
    for _ in range(3):
        anna.answer()
    line = anna.question()
    anna.page.reload()
    assert anna.question() == line
    anna.page.context.set_offline(True)
    anna.page.locator(".choices button").first.click()
    anna.page.get_by_text("The server does not reply.").first.wait_for()
    anna.page.context.set_offline(False)
    anna.errors.clear()  # the browser reports the lost connection as an error
    anna.answer()


def test_the_slider_shows_the_text_of_a_replay_and_a_game_continues_from_a_line(people, tmp_path):
    anna = people(accept_downloads=True).open().begin(4)
    played_to_the_end(anna, anna.answer)
    with anna.page.expect_download() as download:
        anna.page.get_by_role("button", name="Save record").click()
    path = tmp_path / "game.txt"
    download.value.save_as(path)
    record = read_record(path)
    table = replay_record(record)
    story = Narrator(table, record.notes["names"])
    story.update(table.lines)
    slider = anna.page.locator("#slider")
    for line in story.lines:
        slider.fill(str(line.line_number))
        anna.page.get_by_role("heading", name=f"Line {line.line_number} of {len(story.lines)}").wait_for()
        shown, changes = f"{line.turn_heading}: {line.text}", line.changes
        if line.visible_to not in (None, record.notes["names"].index("Anna")):
            shown, changes = "this line is private to another player", ()
        assert anna.page.locator(".narration").inner_text() == shown
        assert tuple(anna.page.locator(".narration + ul li").all_inner_texts()) == changes
    slider.fill("5")
    anna.page.get_by_role("button", name="Continue from this line").click()
    anna.page.get_by_role("button", name="Start game").click()
    anna.page.get_by_role("heading", name="Line 5").wait_for(state="detached")
    anna.question()
    opened = people().open()
    opened.page.get_by_label("Open file").set_input_files(path)
    opened.page.get_by_role("heading", name=f"of {len(story.lines)}").wait_for()
    opened.page.keyboard.press("p")
    opened.page.keyboard.press("w")
    opened.page.locator(".probability-table tr.taken").wait_for()
    odds = [float(text[:-2]) for text in opened.page.locator(".probability-table td.number").all_inner_texts()]
    assert sum(odds) == pytest.approx(100, abs=0.1 * len(odds))


def test_a_reported_violation_is_punished(people):
    anna = people().open()
    anna.page.get_by_text("House rules", exact=True).click()
    anna.page.locator("#rule-illegal_action").select_option("misdemeanour")
    anna.page.get_by_role("button", name="Start game").click()
    violation = anna.page.get_by_text("Report a rule violation")
    for _ in range(20):
        anna.question()
        if violation.count():
            break
        anna.answer()
    violation.click()
    form = anna.page.locator("details.violation")
    form.get_by_label("Action").fill("revive +1")
    form.get_by_role("button", name="Report").click()
    anna.page.locator(".history .mark", has_text="rule violation").first.wait_for()
    anna.question()
    if not form.get_by_label("Action").is_visible():
        violation.click()
    form.get_by_label("Action").fill("fly")
    form.get_by_role("button", name="Report").click()
    anna.page.locator("p.error").wait_for()
    anna.errors.clear()  # the browser reports rejected requests as errors


def test_without_penalties_no_violation_can_be_reported(people):
    anna = people().open().begin()
    for _ in range(4):
        anna.answer()
    assert anna.page.locator("details.violation").count() == 0


@pytest.mark.parametrize("width", WIDTHS)
def test_a_game_that_is_over_is_as_wide_as_the_screen_and_axe_finds_nothing(people, width):
    if not AXE.exists():
        pytest.skip(f"axe not found at {AXE}; make test-web downloads it")
    anna = people(width).open().begin(4)
    played_to_the_end(anna, anna.answer)
    assert (anna.width(), anna.violations()) == (width, [])


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_scrolls_sideways_and_axe_finds_nothing(people, width):
    if not AXE.exists():
        pytest.skip(f"axe not found at {AXE}; make test-web downloads it")
    anna = people(width).open()
    anna.page.get_by_role("button", name="Start game").wait_for()
    assert (anna.width(), anna.violations()) == (width, [])
    anna.page.get_by_text("House rules", exact=True).click()
    anna.page.get_by_text("Game settings").click()
    assert (anna.width(), anna.violations()) == (width, [])
    anna.page.get_by_label("Players may ask bots").check()
    anna.begin()
    for _ in range(4):
        anna.answer()
    anna.question()
    assert (anna.width(), anna.violations()) == (width, [])
    players = anna.page.get_by_role("region", name="Table of players")
    assert players.evaluate("(region) => region.scrollWidth <= region.clientWidth")  # nothing overflows
    assert players.get_by_role("row").count() == 3
    anna.page.keyboard.press("w")
    anna.page.locator(".probability-table").wait_for()
    assert (anna.width(), anna.violations()) == (width, [])
    anna.page.keyboard.press("?")
    anna.page.keyboard.press("Home")
    anna.page.get_by_text("Line 0 of").wait_for()
    assert (anna.width(), anna.violations()) == (width, [])


def test_the_first_question_is_there_within_two_seconds(people):
    anna = people().open()
    anna.page.get_by_role("button", name="Start game").wait_for()
    anna.page.evaluate("window.begun = performance.now()")
    anna.begin()
    assert anna.page.evaluate("performance.now() - window.begun") < 2000


def test_a_game_of_bots_is_watched_at_a_pace(people):
    anna = people().open()
    anna.page.locator(".player select").first.select_option("random")
    anna.page.get_by_label("Name").first.fill("Rita")
    anna.page.get_by_role("button", name="Start game").click()
    anna.page.get_by_role("heading", name="Line 2 of 2").wait_for()
    anna.page.get_by_role("heading", name="Line 3 of 3").wait_for()
    anna.page.keyboard.press("Home")
    anna.page.get_by_role("heading", name="Line 0 of").wait_for()
    anna.page.keyboard.press("ArrowRight")
    anna.page.get_by_role("heading", name="Line 1 of").wait_for()
    anna.page.get_by_role("button", name="Play", exact=True).click()
    anna.page.get_by_role("heading", name="Line 2 of").wait_for()
    anna.page.get_by_role("button", name="Pause", exact=True).click()


def test_any_board_is_drawn_and_a_click_on_it_plays_or_filters_the_list(people):
    anna = people().open()
    anna.page.locator("#rule-board").select_option("ring30")
    anna.page.get_by_role("button", name="Start game").click()
    anna.question()
    assert anna.page.locator("wd-board path").count() == 30
    assert "Resurrected Soldier Zone 0" in " ".join(anna.page.locator("wd-board svg").text_content().split())
    assert "the number of its seat" in anna.page.locator("wd-board").inner_text()
    picked = 0
    for _ in range(60):
        line = anna.question()
        targets = anna.page.locator("wd-board [role=button]")
        if targets.count() == 0:
            anna.answer()
            continue
        targets.first.focus()
        anna.page.keyboard.press("Enter")
        narrowed = anna.page.locator(f"section.decision[data-line='{line}'] [role=status]")
        other = anna.page.locator(f"section.decision[data-kind]:not([data-line='{line}'])")
        narrowed.or_(other).first.wait_for()
        picked += 1
        if picked == 3:
            return
        if narrowed.count():
            anna.answer()
    raise AssertionError("no space could be clicked")


def test_a_long_list_is_found_by_typing(people):
    anna = people().open()
    anna.page.get_by_label("Physical board").check()
    anna.page.get_by_role("button", name="Start game").click()
    for number in range(60):
        line = anna.question()
        if anna.page.locator("#filter").count():
            options = anna.page.locator(".choices button")
            last = options.nth(options.count() - 1).locator("b").inner_text()
            anna.page.keyboard.press("/")
            anna.page.keyboard.type(last)
            anna.page.get_by_text("options", exact=False).first.wait_for()
            assert last in anna.page.locator(".choices button b").all_inner_texts()
            anna.page.keyboard.press("Escape")
            anna.page.keyboard.type("2")
            assert anna.page.locator(".choices button").count() == 1
            anna.page.keyboard.press("Enter")
            anna.next(line)
            return
        anna.answer(number % 2)  # equal throws would be repeated
    raise AssertionError("no list of actions was long")
