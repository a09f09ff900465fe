"""The meaning of a click on the board or a typed word: never an action that only mentions it."""

import json
import subprocess
from pathlib import Path
from shutil import which

import pytest

pytestmark = pytest.mark.skipif(which("node") is None, reason="node, which runs the scripts, is not installed")

PICKING = Path(__file__).parents[2] / "wd_env" / "server" / "page" / "picking.js"
JETSTREAM = {"text": "jetstream", "description": "Cross by the Jetstream to Australasia.", "targets": ["place 19"]}
ASIA = {"text": "region Asia", "targets": ["place 15"]}
AL, ALASKA = (
    {"text": "name +1", "aliases": ["Al"], "targets": ["seat 1"]},
    {"text": "card Alaska", "targets": ["card 3"]},
)
TWICE = [{"text": f"{what} Rome", "targets": ["card 31"]} for what in ("card", "run")]
WAYS = [{"text": f"border {one} {other}", "targets": [f"country {one}", f"country {other}"]} for one, other in ((1, 2), (3, 4), (3, 5))]  # fmt: skip  # noqa: E501


def run_picking(**message):
    words = ["node", str(Path(__file__).with_name("run_picking.mjs")), str(PICKING)]
    done = subprocess.run(words, input=json.dumps(message), capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("options", "key", "answer", "about"),
    [
        ([JETSTREAM, {"text": "roll"}], "place 15", None, []),  # Asia is not a part of Australasia
        ([JETSTREAM, ASIA], "place 15", "region Asia", ["region Asia"]),
        ([JETSTREAM, ASIA], "place 19", "jetstream", ["jetstream"]),
        ([AL, ALASKA], "seat 1", "name +1", ["name +1"]),
        ([AL, ALASKA], "card 3", "card Alaska", ["card Alaska"]),
        ([AL, ALASKA], "card 31", None, []),
        (TWICE, "card 3", None, []),  # card 3 is not a part of card 31
        (TWICE, "card 31", None, ["card Rome", "run Rome"]),
        (WAYS, "country 1", None, ["border 1 2"]),  # a single option, but it concerns another country, too
        (WAYS, "country 3", None, ["border 3 4", "border 3 5"]),
    ],
)
def test_a_click_plays_exactly_the_clicked_action_or_filters_the_list(options, key, answer, about):
    reply = run_picking(options=options, key=key)
    assert (reply["answer"], reply["about"]) == (answer, about)
    assert reply["keys"] == list(dict.fromkeys(key for option in options for key in option.get("targets", [])))


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("asia", ["region Asia"]),
        ("austral", ["jetstream"]),
        ("al", ["name +1", "card Alaska"]),
        ("2", ["region Asia"]),  # a number selects one option
        ("to AUSTRAL", ["jetstream"]),
        ("asia jet", []),
        ("", ["jetstream", "region Asia", "name +1", "card Alaska"]),
    ],
)
def test_typed_words_filter_the_actions_by_the_beginnings_of_words(typed, left):
    assert run_picking(options=[JETSTREAM, ASIA, AL, ALASKA], typed=typed)["left"] == left


@pytest.mark.parametrize(
    ("labels", "typed", "left"),
    [
        (["1", "10", "12"], "1", ["1"]),
        (["10", "12", "20"], "1", ["10", "12"]),
        (["10", "12", "20"], "12", ["12"]),
        (["3", "10"], "2", []),
    ],
)
def test_typed_digits_leave_the_options_whose_numbers_begin_so(labels, typed, left):
    numbered = [{"text": f"option {label}", "label": label} for label in labels]
    assert run_picking(options=numbered, typed=typed)["left"] == [f"option {label}" for label in left]
