"""Invalid saved states are rejected: each rule of the check is broken once in a valid table."""

from typing import Any

import pytest

from wd_env.errors import StateError
from wd_env.games.world_dominance.checks.check_state import ALLOWED, check_state
from wd_env.games.world_dominance.definitions import names
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.definitions.rule_constants import SAB_TITLE
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.rules.holdings import move_card
from wd_env.games.world_dominance.table import WorldDominanceTable
from wd_env.spec.state_checks import check_ranges

SOUTH_POLE = CARD_TITLES.index("Antarctica South Pole (Questions on Antarctica)")
ROME, CAIRO, ALASKA = (CARD_TITLES.index(title) for title in ("Rome", "Cairo", "Alaska"))
SAB = "Antarctica Research Station (SAB)"
FOUR = ["Antarctica West", SAB, "Antarctica East", "Antarctica North"]


def at_table(answers: tuple[str, ...] = (), **table: Any) -> WorldDominanceTable:
    """Return a position after these actions."""
    game = position(players=3, **table)
    for answer in answers:
        game.play(answer)
    check_state(game.state)
    return game


def change(s: Any, changes: dict[str, Any]) -> None:
    """Change fields of a state: `army 1` is an element of a list, `army` the whole field."""
    for name, value in changes.items():
        field, _, place = name.partition(" ")
        if field == "card_at":
            move_card(s, int(place), value)
        elif place:
            getattr(s, field)[int(place)] = value
        else:
            setattr(s, field, value)


TABLE = [
    ({"garrison": 69}, "there are 99 soldiers instead of 100"),
    ({"garrison": 71}, "there are 101 soldiers instead of 100"),
    ({"garrison": 80, "rsz": -10}, "80, -10 and"),
    ({"army 1": 0, "garrison": 80}, "seat 1 is in play without a soldier"),
    ({"place 1": 30}, "seat 1 is on space 30"),
    ({"place 1": -1}, "seat 1 is on space -1"),
    ({"piece 1": 7}, "two seats have one piece"),
    ({"piece 1": names.NO_PIECE}, "seat 1 has no piece"),
    ({"ice_turns 0": 2}, "seat 0 is interned on space 0"),
    ({"ice_turns 1": 9}, r"ice_turns\[1\]: expected 0 to \d, got 9"),
    ({"in_play 1": 0}, "seat 1 is out and has soldiers"),
    ({"in_play 1": 0, "army 1": 0, "garrison": 80, "place 1": 5}, "seat 1 is out and has"),
    ({"in_play 4": 1}, "in_play is 1 at seat 4"),
    ({f"card_at {ROME}": 4}, f"Continent Card {ROME} is at 4"),
    ({f"card_at {ROME}": names.GARRISON_SIDE}, f"Continent Card {ROME} is next to the Garrison"),
    ({f"held {3 * names.REGIONS + names.ASIA}": 1}, "holder 3 has 1 cards of Asia instead of 0"),
    ({f"card_at {SOUTH_POLE}": names.PACK}, "the South Pole card is in the World Pack"),
    ({f"run_marks {ROME}": 8}, f"run marks 8 on Continent Card {ROME}"),
    ({"khyber_at": 3}, "the Khyber Pass is at 3"),
    ({"pardon_at": 3}, "the pardoned seat is 3"),
    ({"manoeuvre_place 3": 4}, "the manoeuvre pack of 27 cards with 27 unseen has them at"),
    ({"manoeuvre_unseen": 28}, "manoeuvre_unseen: expected 0 to 27, got 28"),
    ({"theme_place 26": 28}, "the theme pack of 27 cards with 27 unseen has them at"),
    ({"knows 1": 1}, "player 1 knows a title that was never read"),
    ({"knowledge_drawn 1": 4 << SAB_TITLE}, "player 1 knows a title that was never read"),
    ({"closed": 50}, "closed: expected 0 to 7, got 50"),
    ({"turn": 3}, "turn: expected 0 to 2, got 3"),
    ({"last_throw": 4}, "a throw without thrower"),
    ({"last_thrower": 1}, "a thrower without throw"),
    ({"won 1": 1}, "won is"),
    ({"truncated": 1}, "the game is truncated but not over"),
    ({"waiting": 1}, "something waits"),
    ({"waiting_note 0": 1}, "something waits"),
    ({"node": 55}, "question 55 is open"),
]


@pytest.mark.parametrize(("changes", "reason"), TABLE, ids=lambda case: str(case)[:40])
def test_an_impossible_state_of_a_table_is_rejected(changes, reason):
    s = at_table().state
    change(s, changes)
    with pytest.raises(StateError, match=reason):
        check_state(s)


HIGHEST = [
    *((field, 1) for field in ("won 0", "truncated", "reinforcements 0", "revival_done", "death_done")),
    ("antarctica_done", 1),
    *((field, 127) for field in ("pre_set_paid 0", "stack_paid 0", "set_paid 0")),
    ("ended_by", 6), ("setup_rank 0", 4), ("ice_turns 0", 3), ("piece 0", 8), ("turn_sixes", 3),
    ("turn_number", 2**31 - 2),
]  # fmt: skip


@pytest.mark.parametrize(("field", "highest"), HIGHEST)
def test_a_field_has_values_up_to_its_highest_one(field, highest):
    s = at_table().state
    change(s, {field: highest + 1})
    with pytest.raises(StateError, match=f"expected 0 to {highest}, got {highest + 1}"):
        check_state(s)
    change(s, {field: highest})
    check_ranges(s, ALLOWED)  # other checks may reject it


def test_a_title_that_no_player_asks_is_rejected_also_after_the_end():
    s = at_table(soldiers=[1, 5, 0], out=[2], at={1: "S05"}, lands="S05").state
    s.theme = SAB_TITLE
    with pytest.raises(StateError, match=f"title {SAB_TITLE} has no asker"):
        check_state(s)


def test_two_cannot_have_won():
    s = at_table(soldiers=[1, 5, 0], out=[2], at={1: "S05"}, lands="S05").state
    s.won[0] = 1
    with pytest.raises(StateError, match="won is"):
        check_state(s)


# For each node: how a table gets there, and what the node then requires
RAISED = {"lands": "rsz", "knows": {}, "answers": ("theme T05", "name +1", "raise")}
LOOKED = {"lands": "rsz", "knows": {}, "answers": ("theme T05", "name +1")}
BLOCKING = {"cards": {0: ["Rome"], 1: [SAB]}, "lands": "South America", "answers": ("antarctica",)}
CEDING = {"cards": {0: ["Rome"]}, "lands": "ANT", "answers": ("world pack",)}
EXAMINED = {"cards": {0: [*FOUR, "Rome"]}, "lands": "ANT", "knows": {}, "answers": ("card Rome", "name +1")}
SPELLING = {**EXAMINED, "spelling_demand": True, "answers": (*EXAMINED["answers"], f"card {SAB}", "demand spelling")}
CLAIMING = {
    "cards": {0: ["Argentina", "Peru", "Chile"]},
    "pack": {"South America": ["Bolivia"]},
    "manual_declarations": True,
    "lands": "South America",
    "answers": ("take", "draw Bolivia"),
}
SWAPPING = {"cards": {0: ["Rome"], 1: ["Cairo"]}, "queue": ["M14"], "lands": "S01"}
SENDING = {"queue": ["M09"], "lands": "S01"}
HIT = {"khyber_pass": 1, "queue": ["M18"], "lands": "S01", "answers": ("name +1",)}
ROBBED = {"khyber_pass": 1, "cards": {1: ["Cairo"]}, "queue": ["M13"], "lands": "S01", "answers": ("card Cairo",)}
ASKED = [
    ("start_menu", {}, {"seat": 1}),
    ("start_menu", {}, {"target": 1}),
    ("start_menu", {}, {"setup_throw 0": 3}),
    ("run_length", {"cards": {0: ["Spain", "France", "Berlin"]}, "answers": ("run Spain",)}, {"seat": 1}),
    ("movement_throw", {"answers": ("roll",)}, {"place 0": names.NOWHERE}),
    ("gate", {"at": {0: "ANT"}, "answers": ("roll", "playing dice 3")}, {"place 0": 4}),
    ("gate", {"at": {0: "ANT"}, "answers": ("roll", "playing dice 3")}, {"note": 6}),
    ("continent", {"lands": "Africa"}, {"place 0": 1}),
    ("continent", {"lands": "Africa"}, {"note": 8}),
    ("block_entry", BLOCKING, {"target": 1}),
    ("block_entry", BLOCKING, {"place 0": 1}),
    ("block_entry", BLOCKING, {f"card_at {CARD_TITLES.index(SAB)}": 2}),
    ("exchange", {"cards": {0: ["Rome"]}, "lands": "ANT"}, {"place 0": 3}),
    ("exchange", {"cards": {0: ["Rome"]}, "lands": "ANT"}, {f"card_at {ROME}": names.PACK}),
    ("cede", CEDING, {"note": 3}),
    ("cede", CEDING, {"note": 1}),
    ("cede", CEDING, {"wanted_card": ALASKA}),
    ("question_card", EXAMINED, {"asker": 0}),
    ("antarctica_answer", {**EXAMINED, "answers": (*EXAMINED["answers"], f"card {SAB}")}, {"theme": 3}),
    ("antarctica_answer", SPELLING, {"note": 2}),
    ("test_whom", {**LOOKED, "answers": ("theme T05",)}, {"tested": 1}),
    ("raise_or_ask", LOOKED, {"tested": 0}),
    ("raise_or_ask", LOOKED, {"asker": 2}),
    ("match_raise", RAISED, {"seat": 0}),
    ("match_raise", RAISED, {"theme": SAB_TITLE}),
    ("bluff_answer", {**RAISED, "answers": (*RAISED["answers"], "match")}, {"asker": 1}),
    ("knowledge", {**LOOKED, "knows": None}, {"note": 6}),
    ("gain_card", {"lands": "gain", "answers": ("continent dice Asia",)}, {"note": names.NO_REGION}),
    ("pre_set_claim", CLAIMING, {"note": names.NO_REGION}),
    ("ice_house", {"lands": "ice_house"}, {"ice_turns 0": 2}),
    ("ice_house", {"lands": "ice_house"}, {"place 0": 1}),
    ("purgatory_throw", {"lands": "purgatory"}, {"note": 0}),
    ("purgatory_throw", {"lands": "purgatory"}, {"note": 7}),
    ("paradies_card", {"lands": "paradies", "answers": ("pay two", "purgadies city")}, {"note": 0}),
    (
        "last_soldier",
        {"soldiers": [1, 5, 5], "at": {1: "S09", 2: "S09"}, "lands": "S09"},
        {"army 0": 2, "garrison": 88},
    ),
    ("decimate_throw", {"lands": "decimate", "answers": ("name +1",)}, {"target": names.NOBODY}),
    ("face_down_draw", {"lands": "Africa", "answers": ("take",)}, {"note": 16}),
    ("optional_card", {"queue": ["M01"], "lands": "S01"}, {"drawn_card": names.NO_MANOEUVRE}),
    ("optional_card", {"queue": ["M01"], "lands": "S01"}, {"drawer": 1}),
    ("optional_card", {"queue": ["M01", "M02"], "lands": "S01"}, {"drawn_card": 1}),
    ("own_pass", {"khyber_pass": 0, "queue": ["M06"], "lands": "S01"}, {"khyber_at": 1}),
    ("card_own", {**SWAPPING, "answers": ("accept",)}, {"offered_card": ROME}),
    ("card_own", {**SWAPPING, "answers": ("accept",)}, {"drawn_card": 5}),
    ("card_wanted", {**SWAPPING, "answers": ("accept", "card Rome")}, {"offered_card": CAIRO}),
    ("card_opponent", SENDING, {"target": 1}),
    ("card_space", {**SENDING, "answers": ("name +1",)}, {"target": 0}),
    ("card_region", {"queue": ["M03"], "lands": "S01"}, {"drawn_card": 5}),
    ("target_pass", HIT, {"target": 2}),
    ("target_pass", HIT, {"drawer": 1}),
    ("target_pass", HIT, {"khyber_at": 2}),
    ("target_pass", HIT, {"destination": 3}),
    ("target_pass", ROBBED, {f"card_at {CAIRO}": 2}),
]


@pytest.mark.parametrize(("node", "table", "changes"), ASKED, ids=lambda case: str(case)[:40])
def test_a_node_without_the_state_that_it_requires_is_rejected(node, table, changes):
    game = at_table(**table)
    assert game.node.name == node
    change(game.state, changes)
    with pytest.raises(StateError, match="lacks its requirements"):
        check_state(game.state)
