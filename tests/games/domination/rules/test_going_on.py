"""A winner decides whether the game continues: `continue_after_win="ask"` (DOM-198, DOM-199)."""

import pytest

from tests.games.domination.rules.test_attack import CCC, III
from tests.games.domination.rules.test_victory import mission_table
from tests.games.domination.tables import asked, play, table_at
from wd_env.errors import ConfigError
from wd_env.games.domination.check_state import check_state
from wd_env.games.domination.config import Config

CAPTURE = ("dice 1", "throw 6", "throw 1", "amount 0")
CAPITALS = {"num_players": 2, "game_type": "capital", "capitals": [12, 21], "continue_after_win": "ask"}
OFFERED = {"dice 1", "pass"}


def at_the_goal():
    """Return a game in which seat 0 has just captured the other capital."""
    table = table_at({0: [12]}, {12: 9}, at="attack", **CAPITALS)
    return play(table, "country 12", "country 21", *CAPTURE)


def test_dom_198_the_winner_is_asked_and_may_end_the_game():
    table = at_the_goal()
    check_state(table.state)
    assert (asked(table), set(table.legal_texts()), table.is_terminal) == (("continue", 0), OFFERED, False)
    play(table, "pass")
    assert (table.is_terminal, table.board.ended_by, table.winners) == (True, "capitals", (0,))
    check_state(table.state)


def test_dom_198_who_goes_on_wins_by_conquest_alone_and_is_not_asked_again():
    table = play(at_the_goal(), "dice 1")
    assert asked(table) == ("attack_from", 0)
    play(table, "country 12", "country 11", *CAPTURE)
    assert asked(table) == ("attack_from", 0), "expected the game to continue although seat 0 still has all capitals"
    check_state(table.state)


def test_dom_199_nobody_is_asked_where_everything_is_owned():
    mine = [number for number in range(1, 43) if number != 21]
    table = table_at({0: mine}, {12: 5}, at="attack", **CAPITALS)
    play(table, "country 12", "country 21", *CAPTURE)
    assert (table.is_terminal, table.board.ended_by) == (True, "conquest")


def test_dom_199_after_a_goal_reached_by_placing_the_rest_is_placed():
    table = mission_table(8, list(range(1, 25)), continue_after_win="ask")
    assert (asked(table), table.board.stock[0] > 0) == (("continue", 0), True)
    assert asked(play(table.copy(), "dice 1")) == ("place", 0)
    ended = play(table.copy(), "pass")
    assert (ended.board.ended_by, ended.winners) == ("mission", (0,))


def test_dom_199_after_the_last_move_of_a_turn_attacks_follow():
    table = table_at(
        {0: list(range(1, 19))}, {**dict.fromkeys(range(1, 18), 2), 17: 3},
        at="fortify", num_players=2, game_type="mission", missions=[7, 8], continue_after_win="ask",
    )  # fmt: skip
    play(table, "country 17", "country 18", "amount 0")
    assert asked(table) == ("continue", 0)
    assert asked(play(table, "dice 1")) == ("attack_from", 0)


@pytest.mark.parametrize(("answer", "follows"), [("dice 1", "trade"), ("pass", "over")])
def test_dom_199_a_forced_trade_comes_first(answer, follows):
    table = table_at(
        {0: [12], 1: [21]}, {12: 9}, {0: III, 1: CCC}, at="attack", num_players=3,
        game_type="mission", missions=[10, 7, 8], continue_after_win="ask",
    )  # fmt: skip
    play(table, "country 12", "country 21", *CAPTURE)
    assert asked(table)[0] == "continue"
    play(table, answer)
    assert table.node.name == follows
    assert table.state.forced_trade == int(answer == "dice 1")


@pytest.mark.parametrize(("given", "kept"), [(False, "false"), (True, "true"), ("ask", "ask"), ("true", "true")])
def test_true_and_false_are_accepted(given, kept):
    assert Config(continue_after_win=given).continue_after_win == kept


def test_other_values_are_rejected():
    with pytest.raises(ConfigError, match="continue_after_win: expected false, true, ask, got 'perhaps'"):
        Config(continue_after_win="perhaps")
