"""Failures on the page are shown there with their reason; a late click is not used for the next decision."""

import json

import pytest

from tests.web.browser import missing

pytest.importorskip("playwright", reason=missing() or "playwright is not installed")
pytest.importorskip("starlette")
pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


def shown(player):
    player.page.locator("#problem:not([hidden])").wait_for()
    return player.page.locator("#problem p").inner_text()


def dismissed(player):
    player.page.get_by_role("button", name="Dismiss").click()
    player.errors.clear()
    assert not player.page.locator("#problem").is_visible()


@pytest.mark.parametrize(
    "script", ["setTimeout(() => { throw new Error('Boom 7'); })", "void Promise.reject(new Error('Boom 7'))"]
)
def test_an_error_of_a_script_is_shown(people, script):
    anna = people().open()
    anna.page.get_by_role("button", name="Start game").wait_for()
    assert not anna.page.locator("#problem").is_visible()
    anna.page.evaluate(script)
    assert "Boom 7" in shown(anna)
    dismissed(anna)


@pytest.mark.parametrize("file", ["page.js", "board.js", "page.css"])
def test_a_file_of_the_page_that_does_not_load_is_named(people, file):
    anna = people()
    anna.page.route(f"**/{file}", lambda route: route.abort())
    anna.open()
    assert "cannot be loaded" in shown(anna)
    dismissed(anna)


def test_a_scene_that_cannot_be_drawn_is_not_reported_as_a_lost_connection(people):
    anna = people()

    def spoil(route):
        if json.loads(route.request.post_data)["type"] != "scene":
            route.continue_()
            return
        reply = route.fetch()
        data = reply.json()
        del data["scene"]["seats"]
        route.fulfill(response=reply, json=data)

    anna.page.route("**/v1/games/*", spoil)
    anna.open()
    anna.page.get_by_role("button", name="Start game").click()
    assert "seats" in shown(anna) or "undefined" in shown(anna)
    assert not anna.page.get_by_text("The server does not reply.").count()
    dismissed(anna)


def test_a_server_that_does_not_answer_is_asked_again_and_wants_no_token(people):
    anna = people()
    anna.page.route("**/v1", lambda route: route.abort())
    anna.open()
    anna.page.get_by_text("The server does not reply.").wait_for()
    assert not anna.page.get_by_label("Server token").count()
    anna.page.unroute("**/v1")
    anna.errors.clear()
    anna.page.get_by_role("button", name="Try again").click()
    anna.page.get_by_role("button", name="Start game").wait_for()


def test_a_second_click_sends_nothing_and_shows_no_error(people):
    anna = people().open().begin()
    line, held, answers = anna.question(), [], []

    def hold(route):
        message = json.loads(route.request.post_data)
        if message["type"] == "scene":
            held.append(route)
            return
        if message["type"] == "play":
            answers.append(message)
        route.continue_()

    anna.page.route("**/v1/games/*", hold)
    option = anna.page.locator(".choices button").first
    option.dblclick()
    while not held:  # until the next decision is open and waits for its scene
        anna.page.wait_for_timeout(20)
    option.dispatch_event("click")
    anna.page.keyboard.press("1")
    for route in held:
        route.continue_()
    anna.page.unroute("**/v1/games/*")
    anna.next(line)
    anna.question()
    assert [answer["line"] for answer in answers] == [line]
    assert not anna.page.locator(".error").count()


PRESS_UNDO_TWICE = """
for (let i = 0; i < 2; i++) document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "u", bubbles: true}));
"""
CLICK = """({detail, wait}) => new Promise((resolve) => {
  const option = () => document.querySelector(".choices button");
  const click = () => option().dispatchEvent(new MouseEvent("click", {detail, bubbles: true}));
  const section = document.querySelector("section.decision");
  const observer = new MutationObserver(() => {
    observer.disconnect();
    setTimeout(() => resolve(click()), wait);
  });
  observer.observe(section, {attributeFilter: ["data-line"]});
  option().click();
})"""


@pytest.mark.parametrize(
    ("detail", "wait", "is_played"), [(2, 0, False), (3, 0, False), (2, 400, True), (1, 0, True), (0, 0, True)]
)
def test_the_rest_of_a_double_click_does_not_play_at_the_next_decision(people, detail, wait, is_played):
    anna = people().open().begin()
    answers = []

    def note(route):
        message = json.loads(route.request.post_data)
        if message["type"] == "play":
            answers.append(message["line"])
        route.continue_()

    anna.page.route("**/v1/games/*", note)
    anna.page.evaluate(CLICK, {"detail": detail, "wait": wait})
    anna.page.wait_for_timeout(300)
    anna.question()
    assert len(answers) == 1 + is_played
    anna.page.unroute("**/v1/games/*")


def test_a_held_key_plays_once(people):
    anna = people().open().begin()
    line = anna.question()
    anna.page.keyboard.down("1")
    anna.next(line)
    line = anna.question()
    anna.page.keyboard.down("1")  # key repeat: the key is still down
    assert not anna.page.locator(".choices button:disabled").count()
    assert anna.question() == line
    anna.page.keyboard.up("1")
    anna.press("1")


def test_an_undo_is_sent_once_and_never_at_a_decision_that_was_answered(people):
    anna = people().open().begin()
    sent = []

    def note(route):
        message = json.loads(route.request.post_data)
        if message["type"] in ("play", "undo"):
            sent.append((message["type"], message["line"]))
        route.continue_()

    before, after = answered_until_undo(anna)
    anna.page.route("**/v1/games/*", note)
    anna.page.evaluate(PRESS_UNDO_TWICE)
    anna.page.locator(f"section.decision[data-line='{before}']").wait_for()
    assert sent == [("undo", after)]
    _, after = answered_until_undo(anna)
    sent.clear()
    anna.page.evaluate(f"document.querySelector('.choices button').click(); {PRESS_UNDO_TWICE}")
    anna.next(after)
    assert sent == [("play", after)]
    anna.page.unroute("**/v1/games/*")


def answered_until_undo(anna):
    """Answer until the last entry can be undone, in another game if one ends; return the lines before and after it."""
    while True:
        before = anna.question()
        if anna.is_terminal:
            before = anna.open().begin().question()
        anna.answer()
        after = anna.question()
        if anna.page.locator("button.undo").count():
            return before, after


def test_options_are_enabled_again_when_the_server_does_not_answer_in_time(people):
    anna = people()
    anna.page.clock.install()
    anna.open().begin()
    line, types = anna.question(), []

    def hang(route):
        types.append(json.loads(route.request.post_data)["type"])

    anna.page.route("**/v1/games/*", hang)
    anna.page.locator(".choices button").first.click()
    anna.page.locator(".choices button:disabled").first.wait_for()
    anna.page.clock.fast_forward(16_000)
    anna.page.locator(".error", has_text="The server did not answer within 15 seconds.").wait_for()
    anna.page.locator(".choices button:not(:disabled)").first.wait_for()
    assert types == ["play", "scene"]
    anna.page.unroute("**/v1/games/*")
    anna.answer()
    anna.question()
    assert anna.question() > line
    assert not anna.page.locator(".error").count()
    anna.errors.clear()  # the browser reports the requests without a reply as errors


def test_a_board_that_a_busy_server_does_not_send_is_requested_again(people):
    anna = people().open().begin()
    is_busy = True

    def refuse(route):
        if is_busy:
            route.fulfill(status=429, json={"type": "error", "code": "busy", "message": "Busy for now."})
        else:
            route.continue_()

    anna.page.route("**/v1/games/*", refuse)
    anna.page.reload()
    anna.page.locator(".error", has_text="Busy for now.").wait_for()
    assert not anna.page.locator("wd-board").count()
    is_busy = False
    anna.page.locator("wd-board").wait_for()
    assert not anna.page.locator(".error").count()
    anna.page.unroute("**/v1/games/*")
    anna.errors.clear()  # the browser reports the status as an error


def test_an_unknown_game_is_not_shown_as_loading(people):
    anna = people().open(f"#g0.{'0' * 32}")
    anna.page.locator(".error").wait_for()
    assert not anna.page.get_by_text("Loading...").count()
    anna.page.get_by_role("link", name="New game").click()
    anna.page.get_by_role("button", name="Start game").wait_for()
    anna.errors.clear()  # the browser reports the status as an error


def test_an_answer_to_an_earlier_question_shows_the_current_one_without_an_error(people):
    anna = people().open().begin()
    line, answers = anna.question(), []

    def delay(route):
        message = json.loads(route.request.post_data)
        if message["type"] == "play":
            answers.append(message["line"])
            route.continue_(post_data=json.dumps(message | {"line": message["line"] - len(answers) % 2}))
        else:
            route.continue_()

    anna.answer()
    line = anna.question()
    anna.page.route("**/v1/games/*", delay)
    with anna.page.expect_response(lambda response: response.status == 409):
        anna.page.locator(".choices button").first.click()
    anna.answer()  # actions can be clicked again
    assert answers == [line, line]
    assert not anna.page.locator(".error").count()
    anna.errors.clear()  # the browser reports the rejection as an error
