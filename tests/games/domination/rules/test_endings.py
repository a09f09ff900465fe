"""The move that ends a turn, and how games end (DOM-113, DOM-172 to DOM-210)."""

import copy

import pytest

from tests.games.domination.rules.test_victory import mission_table
from tests.games.domination.tables import asked, play, table_at
from wd_env import domination_v0
from wd_env.errors import ConfigError
from wd_env.games.domination.check_state import check_state
from wd_env.games.domination.config import Config
from wd_env.games.domination.definitions.decision_codes import NEXT_TURN
from wd_env.games.domination.game import game_of
from wd_env.games.domination.table import Domination
from wd_env.games.domination.text.domination_text import PRESENTER
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.saved_table import table_from_json

CAPTURE = ("dice 1", "throw 6", "throw 1", "amount 0")


def test_dom_113_the_capital_of_a_seat_that_is_out_is_still_to_be_held():
    table = table_at(
        {0: [12, 30], 1: [21]}, {12: 9}, at="attack", num_players=3, game_type="capital", capitals=[12, 30, 1]
    )
    play(table, "country 12", "country 21", *CAPTURE)
    assert table.state.in_play[:3] == [1, 0, 1]
    assert table.board.capitals == [12, 30, 1]
    assert not table.is_terminal


@pytest.mark.parametrize(("answer", "moved"), [("amount 0", 1), ("amount 1", 2), ("amount 7", 3)])
def test_dom_172_any_number_but_the_last_may_move(answer, moved):
    table = play(table_at({0: [12, 11]}, {12: 4}, at="fortify", num_players=2), "country 12", "country 11")
    assert table.legal_texts() == ["amount 0", "amount 1", "amount 7"]
    play(table, answer)
    assert (table.board.armies[12], table.board.armies[11]) == (4 - moved, 1 + moved)


def test_dom_173_there_is_one_move_a_turn():
    table = table_at({0: [12, 11, 10]}, {12: 4, 10: 4}, at="fortify", num_players=2)
    play(table, "country 12", "country 11", "amount 7")
    assert asked(table) == ("place", 1)


def test_dom_175_armies_move_between_own_countries_only():
    table = table_at({0: [12, 11]}, {12: 4}, at="fortify", num_players=2)
    assert table.legal_texts() == ["country 12", "pass"]
    assert play(table, "country 12").legal_texts() == ["country 11"]


@pytest.mark.parametrize("answers", [("pass",), ("country 12", "country 11", "amount 0")])
def test_dom_178_after_the_move_or_without_it_the_turn_is_over(answers):
    table = play(table_at({0: [12, 11]}, {12: 4}, at="fortify", num_players=3), *answers)
    assert asked(table) == ("place", 2), "expected seat 2, because seat 1 holds nothing"


@pytest.mark.parametrize("seats", [2, 6])
def test_dom_180_a_game_may_be_long_and_is_cut_where_agreed(seats):
    env = domination_v0.env(num_players=seats, max_rounds=2, auto_place="all", at_limit="cut")
    env.reset(seed=1)
    ends = {}
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        ends[agent] = (terminated, truncated)
        env.step(None if terminated or truncated else int(seen["action_mask"].nonzero()[0][-1]))
    assert set(ends.values()) == {(False, True)}


def test_dom_180_without_a_limit_no_round_ends_a_game():
    table = table_at({0: [12, 30], 1: [21]}, turn=1, num_players=2, max_rounds=None)
    table.state.round, table.state.node = 30_000, NEXT_TURN
    table.game.engine.run_automatic(table.state)
    assert (table.is_terminal, table.state.round, table.node.name) == (False, 30_001, "place")
    check_state(table.state)
    assert table_from_json(table.to_json()).config.max_rounds is None


def test_dom_180_without_a_limit_every_seat_must_get_armies():
    with pytest.raises(ConfigError, match="max_rounds: expected a number if min_new_armies is 0"):
        Config(max_rounds=None, min_new_armies=0)


LIMIT = {"num_players": 3, "max_rounds": 1, "at_limit": "most_countries"}


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize(
    ("held", "armies", "winner"),
    [
        ({0: 20, 1: 12, 2: 10}, {}, 0),
        ({0: 10, 1: 20, 2: 12}, {}, 1),
        ({0: 13, 1: 13, 2: 16}, {1: 99}, 2),
        ({0: 16, 1: 16, 2: 10}, {42: 99, 1: 9}, 0),
        ({0: 16, 1: 16, 2: 10}, {42: 99, 17: 9}, 1),
        ({0: 14, 1: 14, 2: 14}, {}, None),
        ({0: 0, 1: 21, 2: 21}, {42: 2}, 2),
    ],
)
def test_dom_180_where_agreed_whoever_holds_most_after_the_last_round_wins(held, armies, winner, first):
    """Rank by countries, then by armies, then by the later place in the first round (ruling 24)."""
    numbers, places = iter(range(1, 43)), {}
    for seat, count in held.items():
        places[seat] = [next(numbers) for _ in range(count)]
    last = (first + 2) % 3
    while not held[last]:
        last = (last + 2) % 3
    table = table_at(places, armies, turn=last, **LIMIT)
    table.state.first, table.state.node = first, NEXT_TURN
    table.game.engine.run_automatic(table.state)
    wins = (first + 2) % 3 if winner is None else winner
    assert (table.is_terminal, table.is_truncated, table.board.ended_by, table.winner) == (True, False, "limit", wins)
    assert table.rewards() == [1.0 if seat == wins else -0.5 for seat in range(3)]
    check_state(table.state)
    assert "leads after the last round and wins" in PRESENTER.decision_text(table)


def test_dom_181_goals_are_looked_at_when_their_seat_has_acted():
    """Let seat 1 hold its 24 countries all along; the game does not end while seat 0 is on turn."""
    held = list(range(1, 25))
    table = table_at({1: held, 0: list(range(25, 43))}, {25: 5}, num_players=2, game_type="mission", missions=[7, 8])
    play(table, "country 25", "amount 7", "pass", "pass")
    assert asked(table) == ("place", 1)
    assert play(table, "country 1", "amount 0").board.ended_by == "mission"


@pytest.mark.parametrize("last", [21, 30])
def test_dom_183_whoever_holds_all_capitals_has_won(last):
    capitals = [12, 1, last]
    table = table_at({0: [12, 1, 30]}, {12: 5}, at="attack", num_players=3, game_type="capital", capitals=capitals)
    play(table, "country 12", "country 21", *CAPTURE)
    assert (table.is_terminal, table.board.ended_by) == (True, "capitals")
    assert sum(seat != 0 for seat in table.board.holders.values()) > 0


def test_dom_185_capitals_of_seats_that_are_out_count_as_well():
    table = table_at(
        {0: [12], 2: [1, 5]},
        {12: 5},
        at="attack",
        num_players=3,
        game_type="capital",
        capitals=[12, 1, 21],
        removed_by={1: 2},
    )
    play(table, "country 12", "country 21", *CAPTURE)
    assert not table.is_terminal


@pytest.mark.parametrize("game_type", ["capital", "mission"])
def test_dom_187_owning_everything_wins_whatever_the_goal(game_type):
    mine = [number for number in range(1, 43) if number != 21]
    goal = {"capitals": [12, 21]} if game_type == "capital" else {"missions": [7, 8]}
    table = table_at({0: mine}, {12: 5}, at="attack", num_players=2, game_type=game_type, **goal)
    assert play(table, "country 12", "country 21", *CAPTURE).board.ended_by == "conquest"


def test_dom_188_of_two_that_fulfil_their_missions_at_once_the_seat_on_turn_wins():
    """Let seat 0 capture its 24th country when seat 1 already holds all that its mission requires."""
    mine = list(range(1, 24))
    table = table_at(
        {0: mine},
        dict.fromkeys(range(25, 43), 2) | {1: 5},
        at="attack",
        num_players=2,
        game_type="mission",
        missions=[8, 7],
    )
    play(table, "country 1", "country 38", "dice 3", "throw 6 6 6", "throw 1 1", "amount 0")
    assert table.board.ended_by == "mission"
    assert table.state.won[:2] == [1, 0]


def test_dom_197_a_goal_that_came_true_in_anothers_turn_is_noticed_in_ones_own():
    many = list(range(1, 25))
    table = table_at(
        {0: many, 1: [30], 2: [29, *range(31, 43)]},
        {29: 9},
        at="attack",
        turn=2,
        num_players=3,
        game_type="mission",
        missions=[10, 7, 8],
    )
    play(table, "country 29", "country 30", *CAPTURE)
    assert (table.state.in_play[1], table.is_terminal) == (0, False)
    while table.seat != 0 or table.node.kind == "chance":
        table.play(next(iter(table.chance_weights())) if table.node.kind == "chance" else "pass")
    assert asked(table) == ("place", 0)
    assert play(table, "country 1", "amount 0").board.ended_by == "mission"


def test_dom_200_nothing_is_legal_after_the_end():
    table = mission_table(8, list(range(1, 25)))
    assert table.is_terminal
    assert table.legal_texts() == []
    assert not any(table.mask())


@pytest.mark.parametrize("game_type", ["domination", "mission"])
def test_dom_203_two_seats_share_the_map_without_a_third(game_type):
    table = Domination(Config(num_players=2, game_type=game_type, auto_place="countries"), chance=EXPLICIT)
    table.play("seat 0")
    while table.node.kind == "chance":
        table.play(next(iter(table.chance_weights())))
    assert [list(table.board.holders.values()).count(seat) for seat in (0, 1)] == [21, 21]
    assert [21 + left for left in table.board.stock] == [40, 40]


def test_dom_205_nothing_is_taken_back_but_states_are_copied():
    table = table_at({0: [12]}, num_players=2)
    before = copy.deepcopy(table)
    play(table, "country 12", "amount 7")
    assert before.state != table.state
    assert not [text for text in table.game.actions.texts if "undo" in text or "back" in text]
    assert play(before, "country 12", "amount 7").state == table.state


def test_dom_208_advice_to_keep_together_forbids_nothing():
    table = table_at({0: [12, 42]}, num_players=2)
    assert table.legal_texts() == ["country 12", "country 42"]


def test_dom_210_an_army_may_go_where_there_is_no_way_out():
    table = table_at({0: [12, 13]}, {12: 9}, at="fortify", num_players=2)
    assert play(table, "country 12").legal_texts() == ["country 13"]
    assert game_of(Config()).actions.texts.count("country 13") == 1


def test_dom_172_half_of_an_odd_number_is_rounded_up():
    table = play(table_at({0: [12, 11]}, {12: 9}, at="fortify", num_players=2), "country 12", "country 11")
    assert "amount 6" in table.legal_texts()
    assert play(table, "amount 6").board.armies[11] == 1 + 5
