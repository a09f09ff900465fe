"""What goes wrong on the page is shown on the page, as what it is; and what is clicked late answers nothing else."""

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


def test_a_scene_that_cannot_be_drawn_is_no_lost_connection(people):
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


def test_what_is_clicked_while_another_question_is_on_its_way_rests_on_the_one_that_was_seen(people):
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
    options = anna.page.locator(".choices button")
    options.first.click()
    while not held:  # the next question has come, and waits for its scene
        anna.page.wait_for_timeout(20)
    options.first.click()
    while len(answers) == 1:
        anna.page.wait_for_timeout(20)
    assert [answer["line"] for answer in answers] == [line, line]
    for route in held:
        route.continue_()
    anna.page.unroute("**/v1/games/*")
    anna.next(line)
    anna.errors.clear()  # the browser itself complains of the refusal
