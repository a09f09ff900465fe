"""Further effects that cards of a custom deck can have.

They gain, miss turns, move, and go to the nearest space (WD-082, WD-083).
"""

from pathlib import Path
from typing import Any

import pytest

from wd_env.errors import StateError
from wd_env.games.world_dominance.checks.check_state import check_state
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.table import WorldDominanceTable
from wd_env.games.world_dominance.text.help.action_help import action_help
from wd_env.games.world_dominance.text.table_text import describe
from wd_env.session.narration import Narrator
from wd_env.table.saved_table import table_from_json

OWN_TABLES = "each sentence iterates over its players, seats and regions itself"

GAIN = 'effect = "gain"\nsoldiers = 4'
MISS = 'effect = "miss_turns"\nturns = {}'
MOVE = 'effect = "move"\nspaces = {}\ndirection = "{}"\nsoldiers = {}'
NEAREST = 'effect = "go_to_nearest"\nspace = "{}"\ndirection = "{}"\nsoldiers = 0'
PLAYERS = (2, 3, 4, 5)
VARIANTS = [
    *(({}, players) for players in PLAYERS),
    *(({"variant": "multi_five"}, players) for players in (2, 3, 4)),
    *(({"variant": "ten_card"}, players) for players in PLAYERS),
    ({"variant": "two_set"}, 3),
    ({"variant": "three_set"}, 3),
]


@pytest.fixture
def draws(tmp_path: Path) -> Any:
    """Return a function that lets the player on turn draw the first of these cards on S01."""

    def play(*effects: str, players: int = 3, optional: bool = False, lands: str = "S01", **table: Any):
        rows = [*effects, 'effect = "nothing"']
        head = '[[manoeuvre]]\nid = "X{}"\ntitle = "Card {}"\norigin = "book"\noptional = {}\n'
        text = [head.format(i, i, str(optional).lower()) + f"{row}\n" for i, row in enumerate(rows)]
        (tmp_path / "deck.toml").write_text("".join(text))
        queue = table.pop("queue", [f"M{i + 1:02d}" for i in range(len(rows))])
        deck = str(tmp_path / "deck.toml")
        return position(players, lands=lands, queue=queue, manoeuvre_deck=deck, **table)

    return play


def pass_turn(game: WorldDominanceTable) -> None:
    """Let the player on turn land in the Ice House and rest, or trespass there."""
    game.state.place[game.board.turn] = 21
    game.play("roll", "playing dice 1")
    if game.node.name == "ice_house":
        game.play("rest")


def turns_of(game: WorldDominanceTable, number: int) -> list[int]:
    """Return the seats of the next turns."""
    found = []
    for _ in range(number):
        found.append(game.board.turn)
        pass_turn(game)
    return found


# Gain


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_wd_082_a_card_may_bring_soldiers_from_the_garrison(draws, variant, players):
    game = draws(GAIN, players=players, soldiers=8, **variant)
    assert (game.board.soldiers[:1], game.board.garrison) == ([12], 96 - 8 * players)
    assert game.board.soldiers[1:] == [8] * (players - 1)
    assert (game.node.name, game.board.turn) == ("start_menu", 1)


def test_wd_046_from_a_garrison_that_has_fewer_it_brings_those(draws):
    game = draws(GAIN, soldiers=[60, 30, 7])
    assert (game.board.soldiers, game.board.garrison) == ([63, 30, 7], 0)


def test_wd_083_such_a_card_may_be_optional_and_is_then_declined(draws):
    game = draws(GAIN, optional=True)
    assert (game.node.name, game.legal_texts()) == ("optional_card", ["accept", "decline"])
    assert action_help(game, "accept") == 'Carry out M01 "Card 0".'
    game.play("decline")
    assert (game.board.soldiers, game.board.turn) == ([10] * 3, 1)


@pytest.mark.parametrize("effect", [GAIN, MISS.format(1), MOVE.format(1, "clockwise", 1)])
def test_wd_144_the_khyber_pass_exempts_from_it(draws, effect):
    game = draws(effect, khyber_pass=0)
    assert game.node.name == "own_pass"
    game.play("use pass")
    assert (game.board.soldiers, game.board.misses(0), game.board.space(0), game.board.khyber_pass) == (
        [10] * 3,
        0,
        "S01",
        None,
    )


# Miss turns


@pytest.mark.parametrize("missed", [1, 2, 7])
@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_wd_082_a_card_may_cost_its_drawer_turns(draws, missed, variant, players):
    game = draws(MISS.format(missed), players=players, soldiers=8, start_soldiers=8, **variant)
    assert (game.board.misses(0), game.board.manoeuvre_pack) == (missed, ([], ["M02"]))
    check_state(game.state)
    others = list(range(1, players))
    assert turns_of(game, (missed + 1) * len(others)) == others * (missed + 1)
    assert (game.board.turn, game.board.misses(0), game.board.manoeuvre_pack) == (0, 0, ([], ["M02", "M01"]))


def test_wd_082_a_turn_is_missed_when_it_begins(draws):
    game = draws(MISS.format(2), players=2)
    entries = []
    for left in (2, 1, 0):
        entries.append((game.board.turn, game.board.misses(0), game.state.turn_number))
        assert game.board.misses(0) == left
        pass_turn(game)
    assert entries == [(1, 2, 2), (1, 1, 4), (1, 0, 6)]


def test_wd_082_who_misses_a_turn_stays_in_play(draws):
    game = draws(MISS.format(1))
    pass_turn(game)
    game.state.place[2] = 15
    game.play("roll", "playing dice 1")
    assert "name +1" in game.legal_texts()
    game.play("name +1", "soldier dice 3")
    assert (game.board.soldiers[0], game.board.turn) == (7, 1)


def test_wd_257_the_piece_of_who_misses_a_turn_is_owed_trespass(draws):
    game = draws(MISS.format(1))
    game.state.place[1] = 0
    game.play("roll", "playing dice 1")
    assert game.board.soldiers == [11, 9, 10]


def test_wd_092_who_draws_it_in_another_s_turn_misses_the_next_of_the_own(draws):
    game = draws('effect = "send"\nspace = "any"', MISS.format(1), players=4)
    game.play("name +2")
    game.play("space S05")
    assert (game.board.misses(2), game.board.turn) == (1, 1)
    assert turns_of(game, 5) == [1, 3, 0, 1, 2]


def test_wd_092_who_is_sent_onto_such_a_space_is_paid_what_the_card_prints(draws):
    game = draws('effect = "send"\nspace = "any"', MOVE.format(2, "clockwise", 3), players=4)
    game.play("name +2")
    game.play("space S05")
    assert (game.board.soldiers, game.board.space(2)) == ([10, 10, 13, 10], "S07")


def test_wd_094_who_is_sent_there_takes_no_card_where_only_they_hold_one(draws):
    take = 'effect = "take"\nkinds = ["antarctica"]\nface = "down"'
    held = {2: ["Antarctica West"], 3: ["Antarctica East", "Antarctica North", "Antarctica Research Station (SAB)"]}
    game = draws('effect = "send"\nspace = "any"', take, players=4, cards=held, ice_house={3: 3})
    game.play("name +2")
    game.play("space S05")
    assert (game.board.turn, game.node.name) == (1, "start_menu")


def test_wd_082_several_such_cards_add_up(draws):
    game = draws(MISS.format(1), MISS.format(1), 'effect = "send"\nspace = "manoeuvre"', players=2)
    assert game.board.misses(0) == 1
    game.state.place[1] = 4
    game.state.manoeuvre_place[:4] = [game.state.manoeuvre_place[0], 2, 1, 3]
    game.play("roll", "playing dice 1")
    game.play("name +1")
    assert (game.board.misses(0), game.board.turn) == (1, 1)  # one turn is already missed
    assert turns_of(game, 2) == [1, 1]
    assert (game.board.turn, game.board.manoeuvre_pack) == (0, ([], ["M04", "M03", "M01", "M02"]))


def test_wd_150_a_turn_in_the_ice_house_is_another_one(draws):
    game = draws(MISS.format(1), players=2, soldiers=30)
    game.state.ice_turns[0], game.state.place[0] = 3, 22
    assert turns_of(game, 5) == [1] * 5
    assert (game.board.turn, game.board.interned(0), game.board.misses(0)) == (0, 0, 0)


@pytest.mark.parametrize(("rule", "turns"), [("extra_turn", [1, 2, 0]), ("skip_next", [1, 2, 1, 2, 1, 2, 0])])
def test_wd_039_a_further_turn_after_a_six_is_missed_and_a_lost_one_is_another(draws, rule, turns):
    game = draws(MISS.format(1), six_rule=rule, at={0: "S19"}, lands=None)
    game.play("roll", "playing dice 6")
    assert game.board.misses(0) == (0 if rule == "extra_turn" else 1)
    assert turns_of(game, len(turns)) == turns


def test_wd_049_who_goes_out_owes_no_turn(draws):
    game = draws(MISS.format(3), soldiers=[1, 10, 10], at={1: "S15"})
    game.play("roll", "playing dice 1")
    game.play("name +2", "soldier dice 1")
    assert (game.board.in_play, game.board.misses(0), game.board.manoeuvre_pack) == ([1, 2], 0, ([], ["M02", "M01"]))
    check_state(game.state)


def test_wd_268_everybody_sees_who_misses_a_turn(draws):
    game = draws(MISS.format(2), at={1: "S21", 2: "S20"})
    views = [game.view(seat) for seat in range(3)]
    assert [view.feature("after_six")[:3] for view in views] == [[1, 0, 0], [0, 0, 1], [0, 1, 0]]
    assert [view.feature("manoeuvre_queue")[:3] for view in views] == [[0, 1, 0]] * 3
    assert "misses 2 turns by a Manoeuvre Card" in " ".join(describe(game).split())
    story = Narrator(game)
    game.play("roll", "playing dice 1")
    game.play("rest")
    game.play("roll", "playing dice 2")
    story.update(game.lines)
    assert "misses 1 turn by a Manoeuvre Card" in str(story.lines[-1].changes)


def test_a_table_where_somebody_misses_turns_is_kept_and_read_back(draws):
    game = draws(MISS.format(2))
    again = table_from_json(game.to_json(), game.game, files=game.custom_files)
    assert (again.state, again.board.misses(0)) == (game.state, 2)


@pytest.mark.parametrize(
    ("place", "holds"),
    [
        (64 + 8 + 1, True),
        (64 + 16 + 1, True),
        (64 + 24 + 1, False),
        (64 + 1, False),
        (64 + 8, False),
        (64 + 8 + 4, False),
    ],
)
def test_a_card_lies_before_somebody_in_play_for_turns_that_it_costs(draws, place, holds):
    game = draws(MISS.format(2), players=4, out=[0], soldiers=[0, 10, 10, 10], turn=1)
    game.state.manoeuvre_place[0] = place
    if holds:
        check_state(game.state)
        return
    with pytest.raises(StateError, match="Manoeuvre Card 0 lies before seat"):
        check_state(game.state)


# Move


@pytest.mark.parametrize(
    ("spaces", "direction", "space"),
    [
        (1, "clockwise", "S02"),
        (21, "clockwise", "S22"),
        (23, "clockwise", "S00"),
        (24, "clockwise", "S01"),
        (35, "clockwise", "S12"),
        (1, "anticlockwise", "S00"),
        (3, "anticlockwise", "S22"),
        (24, "anticlockwise", "S01"),
        (35, "anticlockwise", "S14"),
    ],
)
@pytest.mark.parametrize("players", PLAYERS)
def test_wd_082_a_card_may_move_its_drawer_along_the_ring(draws, spaces, direction, space, players):
    game = draws(MOVE.format(spaces, direction, 0), players=players)
    assert game.board.space(0) == space


def test_wd_091_the_soldiers_that_it_prints_come_before_the_landing(draws):
    game = draws(MOVE.format(2, "clockwise", 3), soldiers=[1, 10, 10], at={1: "S03"})
    assert (game.board.soldiers, game.board.turn) == ([3, 11, 10], 1)


def test_wd_082_the_space_is_engaged(draws):
    game = draws(MOVE.format(1, "anticlockwise", 0))
    assert (game.board.space(0), game.node.name) == ("S00", "conscript_throw")


@pytest.mark.parametrize("effect", [MOVE.format(1, "clockwise", 2), NEAREST.format("paradies", "either way")])
def test_wd_247_into_a_closed_airspace_it_does_not_lead(draws, effect):
    game = draws(effect, closed="South America")
    assert (game.board.space(0), game.board.soldiers, game.board.turn) == ("S01", [10] * 3, 1)


def test_wd_172_a_six_that_led_to_the_card_is_none_of_the_three_in_purgatory(draws):
    game = draws(NEAREST.format("purgatory", "clockwise"), at={0: "S19"}, lands=None)
    game.play("roll", "playing dice 6")
    for _ in range(3):
        assert game.node.name == "purgatory_throw"
        game.play("playing dice 6")
    assert game.node.name == "three_sixes"


# The nearest space


@pytest.mark.parametrize(
    ("kind", "direction", "space"),
    [
        ("continent", "clockwise", "S03"),
        ("continent", "anticlockwise", "S23"),
        ("continent", "either way", "S03"),  # as near as S23
        ("ice_house", "clockwise", "S22"),
        ("ice_house", "either way", "S22"),
        ("lose", "anticlockwise", "S06"),
        ("paradies", "either way", "S02"),
        ("paradies", "clockwise", "S02"),
        ("conscript", "anticlockwise", "S00"),
        ("conscript", "either way", "S00"),
        ("manoeuvre", "clockwise", "S05"),
        ("manoeuvre", "anticlockwise", "S21"),
    ],
)
@pytest.mark.parametrize("players", PLAYERS)
def test_wd_082_a_card_may_lead_to_the_nearest_space_of_a_kind(draws, kind, direction, space, players):
    game = draws(NEAREST.format(kind, direction), players=players)
    assert game.board.space(0) == space


def test_wd_247_past_a_closed_one_to_the_next(draws):
    game = draws(NEAREST.format("continent", "clockwise"), closed="South America")
    assert (game.board.space(0), game.node.name) == ("S07", "continent")


@pytest.mark.parametrize("drawer", [0, 1, 2])
def test_wd_082_it_is_counted_from_the_piece_of_whoever_draws_the_card(draws, drawer):
    game = draws(NEAREST.format("manoeuvre", "clockwise"), turn=drawer, lands="S05", at={(drawer + 1) % 3: "S12"})
    assert game.board.space(drawer) == "S09"


SEND_THERE = 'effect = "send"\nspace = "antarctica"'


@pytest.mark.parametrize("players", PLAYERS)
def test_wd_201_a_card_that_sends_to_antarctica_names_only_opponents_who_could_enter(draws, players):
    last = players - 1
    game = draws(SEND_THERE, players=players, cards={0: ["Cairo"], last: ["Rome"]})
    assert game.legal_texts() == [f"name +{last}"]
    game.play(f"name +{last}")
    assert game.board.space(last) == "ANT"


@pytest.mark.parametrize("players", PLAYERS)
def test_wd_201_such_a_card_is_void_without_an_opponent_who_could_enter(draws, players):
    game = draws(SEND_THERE, players=players, cards={0: ["Cairo"]})
    assert (game.node.name, game.board.turn, game.board.space(1)) == ("start_menu", 1, "S00")
    agreed = draws(SEND_THERE, players=players, cards={0: ["Cairo"]}, sending_overrides_entry=True)
    assert agreed.legal_texts() == [f"name +{places}" for places in range(1, players)]
