"""The observation of a seat, feature by feature: the seat itself comes first, then the others clockwise."""

from typing import Any

import pytest

from tests.games.world_dominance import hands
from tests.games.world_dominance.hands import FIVE_WHITE, FOUR_WHITE, FOUR_YELLOW, without
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.definitions.decision_table import NODES
from wd_env.games.world_dominance.definitions.names import PIECE_NAMES, REGION_NAMES
from wd_env.games.world_dominance.observation.layout import LAYOUT
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.table import WorldDominanceTable

ASIA, EUROPE, AFRICA, NORTH_AMERICA = (REGION_NAMES.index(r) for r in ("Asia", "Europe", "Africa", "North America"))
SAB = "Antarctica Research Station (SAB)"
CLEOPATRA, BUDDHA, MAUD = (PIECE_NAMES.index(name) for name in ("Cleopatra", "Buddha", "Queen Maud"))
ANTARCTICA_PLACE = 36


def card(title: str) -> int:
    return CARD_TITLES.index(title)


def seen(game: WorldDominanceTable, seat: int, piece: str) -> Any:
    """Return a feature of an observation: a number, or the values other than 0 by index.

    A list gives {place: number}, a table {(row, place): number}.
    """
    value = game.view(seat).feature(piece)
    if not isinstance(value, list):
        return value
    if not isinstance(value[0], list):
        return {place: number for place, number in enumerate(value) if number}
    return {(row, place): number for row, line in enumerate(value) for place, number in enumerate(line) if number}


def number_of(question: str) -> int:
    return [q.name for q in NODES].index(question)


# Observed by P2: P2 is at 0, P3 at 1, P1 at 2
HELD = {0: ["China", "Anadyr"], 1: ["Rome"], 2: [SAB]}
SOUTH_POLE = "Antarctica South Pole (Questions on Antarctica)"
FIVE_YELLOW = [*FOUR_YELLOW, "Japan"]
STACK = {"variant": "ten_card", "cards": {0: FIVE_YELLOW, 1: ["Rome", "Spain"]}}
TENTH = {
    "variant": "two_set",
    "cards": {0: without(hands.ASIA, "New Delhi")},
    "lands": "Asia",
    "answers": ("take", "draw New Delhi"),
}
GAINS = {"cards": {0: FOUR_YELLOW[1:]}, "lands": "Asia", "answers": ("take", "draw New Delhi")}
STACK_TO_MAKE = {**GAINS, "variant": "ten_card", "cards": {0: FIVE_YELLOW[1:]}}
ALLIES = {"players": 2, "variant": "ally"}  # P2 is P1's Ally here
ALONE = {**ALLIES, "soldiers": [10, 0, 10], "ice_house": {2: 3}, "at": {0: "S04"}}
CLOSED = {"queue": ["M03", "M08"], "lands": "S01", "closure_duration": "n_rounds", "closure_rounds": 3}
BLUFF = {"lands": "rsz", "knows": {1: ["T05"]}, "answers": ("theme T05", "name +1")}
UNREAD = {"lands": "rsz", "answers": ("theme T05", "name +1", "does not know")}
SIGHTS = [
    ("decision", {}, {number_of("start_menu"): 1}),
    ("decision", {"lands": "decimate"}, {number_of("decimate"): 1}),
    ("decision", {"lands": "lose"}, {}),
    ("current_seat", {"turn": 2}, {1: 1}),
    ("players", {}, {1: 1}),
    ("own_seats", {}, {0: 1}),
    ("own_seats", ALLIES, {0: 1, 3: 1}),
    ("allies", {}, {}),
    ("allies", ALLIES, {0: 1, 2: 1}),
    ("in_play", {"out": [2]}, {0: 1, 2: 1}),
    ("army", {"soldiers": [5, 6, 7]}, {0: 6, 1: 7, 2: 5}),
    ("army_at_least", {"soldiers": [1, 2, 9]}, {(0, 0): 1, (1, 0): 1, (1, 1): 1, (1, 2): 1, (1, 3): 1, (1, 4): 1}),
    ("ice_turns", {"ice_house": {2: 3}}, {1: 3}),
    ("reinforcements", {"reinforcements_used": [2]}, {0: 1, 2: 1}),
    ("on_turn", {"turn": 2}, {1: 1}),
    (
        "piece",
        {"pieces": {0: "Cleopatra", 1: "Queen Maud", 2: "Buddha"}},
        {(0, MAUD): 1, (1, BUDDHA): 1, (2, CLEOPATRA): 1},
    ),
    ("place", {"at": {0: "S07", 2: "ANT"}}, {(1, ANTARCTICA_PLACE): 1, (2, 7): 1}),
    ("pre_set_paid", {"pre_sets_paid": {2: ["Asia"]}}, {(1, ASIA): 1}),
    ("setup_rank", {}, {0: 1, 1: 2}),
    ("khyber_pass", {}, {}),
    ("khyber_pass", {"khyber_pass": 0}, {2: 1}),
    ("pardon", {"pardon": 2}, {1: 1}),
    (
        "cards",
        {"cards": HELD},
        {(0, card("Rome")): 1, (1, card(SAB)): 1, (2, card("China")): 1, (2, card("Anadyr")): 1},
    ),
    ("cards_in_region", {"cards": HELD}, {(0, EUROPE): 1, (1, 2): 1, (2, ASIA): 2}),
    ("own_at_least", {"cards": {0: ["China"], 1: ["Rome", "Spain"]}}, {(EUROPE, 0): 1, (EUROPE, 1): 1}),
    ("strategic_points", {"cards": HELD}, {(2, ASIA): 1}),
    ("in_set", {"cards": {0: FIVE_YELLOW[:4]}}, {}),
    ("in_set", STACK, {card(title): 1 for title in FIVE_YELLOW}),
    ("in_set", TENTH, {card(title): 1 for title in hands.ASIA}),
    ("laid_in_region", {"cards": {0: FIVE_YELLOW[:4]}}, {}),
    ("laid_in_region", STACK, {(2, ASIA): 5}),
    ("laid_in_region", TENTH, {(2, ASIA): 10}),
    ("own_loose", STACK, {EUROPE: 2}),
    ("own_loose", {**STACK, "cards": {1: [*FIVE_YELLOW, "Rome"]}}, {EUROPE: 1}),
    ("own_loose", {"cards": {1: ["Rome", "China"]}, "closed": "Asia"}, {EUROPE: 1, ASIA: 1}),
    ("sets", {"variant": "multi_five", "cards": {0: FIVE_YELLOW, 2: FIVE_WHITE}}, {1: 1, 2: 1}),
    ("sets", {"variant": "ten_card", "cards": {0: FIVE_YELLOW, 2: FIVE_WHITE}}, {}),
    ("sets", TENTH, {2: 1}),
    ("sets", {**TENTH, "closed": "Asia", "answers": ()}, {}),
    ("stack_paid", {"variant": "ten_card", "stacks_paid": {2: ["Asia"]}}, {(1, ASIA): 1}),
    ("set_paid", {**TENTH, "answers": ()}, {}),
    ("set_paid", TENTH, {(2, ASIA): 1}),
    ("sets_to_win", {}, {0: 1}),
    ("sets_to_win", {"variant": "multi_five"}, {1: 1}),
    ("sets_to_win", {"variant": "multi_five", "sets_to_win": 3}, {2: 1}),
    ("sets_to_win", {"variant": "four_set"}, {3: 1}),
    ("ten_cards", {"variant": "multi_five"}, 0),
    ("ten_cards", {"variant": "ten_card"}, 1),
    ("antarctica_counts", {}, 1),
    ("antarctica_counts", {"variant": "ten_card"}, 0),
    ("antarctica_counts", {"variant": "three_set"}, 1),
    ("antarctica_done", {"variant": "ten_card", "cards": {0: FOUR_WHITE}}, 0),
    ("antarctica_done", {"variant": "ten_card", "cards": {0: FIVE_WHITE}}, 1),
    ("stacking", {}, 0),
    ("stacking", {"variant": "ten_card"}, 1),
    ("stacking", {"variant": "multi_five", "stacking": False}, 0),
    ("in_pack", {}, {card(title): 1 for title in CARD_TITLES if title != SOUTH_POLE}),
    (
        "in_pack",
        {"cards": HELD},
        {card(title): 1 for title in CARD_TITLES if title not in {"China", "Anadyr", "Rome", SAB, SOUTH_POLE}},
    ),
    ("pack_in_region", {"cards": HELD}, {0: 10, 1: 10, 2: 3, AFRICA: 10, 4: 10, ASIA: 8, EUROPE: 9}),
    ("current_region", {"turn": 1, "lands": "Europe"}, {EUROPE: 1}),
    ("current_region", {"turn": 1, "lands": "paradies"}, {}),
    ("cards_here", {"cards": {1: ["Rome", "Spain", "Cairo"]}, "turn": 1, "lands": "Europe"}, {0: 2, 1: 1}),
    ("point_here", {"cards": {1: ["Rome", "Mozambique"]}, "turn": 1, "lands": "Europe"}, {1: 1}),
    ("pack_here", {"cards": {0: ["Rome", "Spain", "Cairo"]}, "turn": 1, "lands": "Europe"}, {0: 8, 1: 9}),
    ("opposite_occupied", {"at": {0: "S23"}, "turn": 1, "lands": "Europe"}, 1),
    ("opposite_occupied", {"at": {0: "S22"}, "turn": 1, "lands": "Europe"}, 0),
    ("own_run_marks", {"run_marks": {0: ["China"], 1: ["Rome", "Spain"]}}, {card("Rome"): 1, card("Spain"): 1}),
    ("garrison", {"rsz": 4}, 66),
    ("rsz", {"rsz": 4}, 4),
    ("closed", {"closed": "Asia"}, {ASIA: 1}),
    ("closure_remaining", {"closed": "Asia"}, 0),
    ("closure_remaining", {**CLOSED, "answers": ("region Asia",)}, 3),
    ("closure_remaining", {**CLOSED, "closure_rounds": 1, "answers": ("region Asia",)}, 1),
    ("after_six", {"six_rule": "extra_turn", "at": {0: "S16"}, "answers": ("roll", "playing dice 5")}, {}),
    ("after_six", {"six_rule": "extra_turn", "at": {0: "S16"}, "answers": ("roll", "playing dice 6")}, {2: 1}),
    ("after_six", {"at": {0: "S16"}, "answers": ("roll", "playing dice 6")}, {}),
    ("purgadies_remaining", {}, dict.fromkeys(range(6), 1)),
    (
        "purgadies_remaining",
        {"lands": "paradies", "purgadies_replacement": False, "answers": ("pay two", "purgadies city")},
        {0: 1, 1: 1, 2: 1, 4: 1, 5: 1},
    ),
    ("turn_sixes", ALONE, 0),
    ("turn_sixes", {**ALONE, "answers": ("roll", "playing dice 6")}, 1),
    ("turn_sixes", {**ALONE, "answers": ("roll", "playing dice 5")}, 0),
    ("revival_done", {"out": [2], "lands": "paradies", "answers": ("revive +2",)}, 1),
    ("revival_done", {"out": [2]}, 0),
    ("death_done", {"lands": "purgatory", "answers": ("playing dice 1",) * 3 + ("purgadies life_death",)}, 1),
    ("death_done", {}, 0),
    ("last_throw", {"answers": ("roll", "playing dice 2")}, {1: 1}),
    ("last_thrower", {"answers": ("roll", "playing dice 2")}, {2: 1}),
    ("rounds", {}, 0),
    ("rounds", {"turn": 2, "at": {2: "S05"}, "closed": "North America", "answers": ("roll", "playing dice 1")}, 0),
    ("manoeuvre_unseen", {"lands": "S01", "answers": ("manoeuvre M10",)}, {c: 1 for c in range(27) if c != 9}),
    ("manoeuvre_queue", {"queue": ["M08", "M02", "M03"]}, {7: 1, 1: 2, 2: 3}),
    ("theme_unseen", BLUFF, {theme: 1 for theme in range(27) if theme != 4}),
    ("own_titles_read", UNREAD, {4: 1}),
    ("own_titles_read", {**UNREAD, "answers": ("theme T05", "name +2", "knows")}, {}),
    ("own_titles_known", BLUFF, {4: 1}),
    ("own_titles_known", UNREAD, {}),
    ("drawn_card", {"queue": ["M01"], "lands": "S01"}, {0: 1}),
    ("drawer", {"queue": ["M01"], "lands": "S01"}, {2: 1}),
    ("target", {"queue": ["M09"], "lands": "S01", "answers": ("name +2",)}, {1: 1}),
    ("target", {"lands": "decimate", "answers": ("name +1",)}, {0: 1}),
    (
        "offered_card",
        {"cards": HELD, "queue": ["M12"], "lands": "S01", "answers": ("card Anadyr",)},
        {card("Anadyr"): 1},
    ),
    (
        "wanted_card",
        {
            "cards": {0: ["Rome"], 2: ["Cairo"]},
            "khyber_pass": 2,
            "queue": ["M13"],
            "lands": "S01",
            "answers": ("card Cairo",),
        },
        {card("Cairo"): 1},
    ),
    (
        "destination",
        {"khyber_pass": 1, "queue": ["M09"], "lands": "S01", "answers": ("name +1", "space S06")},
        {6: 1},
    ),
    ("asker", BLUFF, {2: 1}),
    ("tested", BLUFF, {0: 1}),
    ("theme", BLUFF, {4: 1}),
    ("theme", {**BLUFF, "answers": ("theme T05",)}, {}),
    ("knows_title", BLUFF, 1),
    ("knows_title", {**BLUFF, "knows": {0: ["T05"], 2: ["T05"]}}, 0),
    ("purgadies", {"lands": "paradies", "answers": ("pay two", "purgadies city")}, {3: 1}),
    ("dice_region", {"lands": "gain", "answers": ("continent dice Asia",)}, {ASIA: 1}),
    ("dice_region", {"cards": HELD, "lands": "concede", "answers": ("continent dice Asia",)}, {ASIA: 1}),
    ("dice_region", {**GAINS, "manual_declarations": True}, {ASIA: 1}),
    ("dice_region", {**STACK_TO_MAKE, "manual_stacking": True}, {ASIA: 1}),
    ("dice_region", {**STACK_TO_MAKE}, {}),
    ("arrival", {"lands": "Europe"}, {}),
    ("arrival", {"lands": "Europe", "answers": ("jetstream",)}, {0: 1}),
    ("arrival", {"cards": HELD, "lands": "South America", "answers": ("antarctica", "block")}, {1: 1}),
    ("arrival", {"cards": HELD, "lands": "ANT", "sent": True}, {2: 1}),
]


@pytest.mark.parametrize(("piece", "table", "sight"), SIGHTS, ids=lambda case: str(case)[:50])
def test_a_feature_matches_the_table(piece, table, sight):
    game = position(**{"players": 3, **{name: value for name, value in table.items() if name != "answers"}})
    for answer in table.get("answers", ()):
        game.play(answer)
    assert seen(game, 1, piece) == sight


def test_every_feature_has_its_row():
    assert {piece for piece, *_ in SIGHTS} == {piece.name for piece in LAYOUT.features}


def test_rounds_are_the_turns_begun_divided_by_the_players():
    game = position(3, at={0: "S05", 1: "S05", 2: "S05"}, closed="North America")
    for _ in range(3):
        game.play("roll", "playing dice 1")
    assert seen(game, 1, "rounds") == 1
