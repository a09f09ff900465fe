"""Options: hands, chains, open cards, play after a win, ranks (DOM-066 to DOM-206)."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.games.domination.rules.test_attack import CCC, III, eliminating
from tests.games.domination.rules.test_victory import mission_table
from tests.games.domination.tables import asked, play, table_at
from wd_env.games.domination.config import Config
from wd_env.games.domination.definitions import rule_constants
from wd_env.games.domination.game import GAME
from wd_env.games.domination.logs import placement_odds
from wd_env.games.domination.table import Domination
from wd_env.table.saved_table import replay_record

SHIPPED = Path(rule_constants.__file__).parents[1] / "data" / "classic.map"
CAPTURE = ("dice 1", "throw 6", "throw 1", "amount 0")


def test_dom_096_without_a_limit_nothing_need_be_traded():
    table = table_at({0: [39, 40, 41, 42]}, hands={0: [*III, *CCC]}, num_players=2, max_hand="none")
    assert "pass" in table.legal_texts()
    assert asked(eliminating(III, CCC, max_hand="none")) == ("attack_from", 0)


def test_dom_122_bonuses_are_those_of_the_map(tmp_path):
    text = SHIPPED.read_text("utf-8").replace("South_America 2 red", "South_America 7 red")
    (tmp_path / "mine.map").write_text(text.replace("crd classic.cards\n", ""), "utf-8")
    options = {"num_players": 2, "map": str(tmp_path / "mine.map"), "cards": "generated"}
    assert table_at({0: [10, 11, 12, 13]}, **options).board.stock[0] == 3 + 7


def test_dom_174_along_a_chain_of_own_countries_where_agreed():
    held = [12, 11, 10, 5, 42]
    near = table_at({0: held}, {12: 5}, at="fortify", num_players=2)
    assert play(near, "country 12").legal_texts() == ["country 10", "country 11"]
    far = table_at({0: held}, {12: 5}, at="fortify", num_players=2, reinforce="connected")
    assert play(far, "country 12").legal_texts() == ["country 5", "country 10", "country 11"]
    assert play(far, "country 5", "amount 7").board.armies[5] == 5


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_dom_066_open_hands_are_seen_by_all(seats):
    views = []
    for hand in (III[:2], ["card 5", "card 2"]):
        table = table_at({0: [12]}, {12: 9}, {0: hand}, at="attack", num_players=seats, open_hands=True)
        views.append([list(table.observe(seat)) for seat in range(seats)])
    for seat in range(seats):
        assert views[0][seat] != views[1][seat]
    held = views[1][1][GAME.layout.slice("card_holder")]
    assert {n + 1: places for n, places in enumerate(held) if places} == {2: seats, 5: seats}, (
        "expected 1 for the player's own seat"
    )


def test_dom_198_after_a_mission_play_goes_on_for_conquest_where_agreed():
    table = mission_table(8, list(range(1, 25)), continue_after_win=True)
    assert (table.is_terminal, table.state.won[0]) == (False, 0)
    mine = [number for number in range(1, 43) if number != 21]
    table = table_at(
        {0: mine}, {12: 5}, at="attack", num_players=2, game_type="mission", missions=[8, 7], continue_after_win=True
    )
    play(table, "country 12", "country 21", *CAPTURE)
    assert (table.board.ended_by, table.state.won[0]) == ("conquest", 1)


def test_dom_198_capitals_end_nothing_once_play_goes_on():
    options = {"num_players": 2, "game_type": "capital", "capitals": [12, 21], "continue_after_win": True}
    table = table_at({0: [12]}, {12: 9}, at="attack", **options)
    play(table, "country 12", "country 21", *CAPTURE)
    assert asked(table) == ("attack_from", 0)
    play(table, "country 12", "country 11", *CAPTURE)
    assert not table.is_terminal


def test_dom_199_play_goes_on_with_armies_to_place_first_and_else_with_attacks():
    placing = mission_table(8, list(range(1, 25)), continue_after_win=True)
    assert placing.board.stock[0] > 0
    assert asked(placing) == ("place", 0)
    moved = table_at(
        {0: list(range(1, 19))},
        {**dict.fromkeys(range(1, 18), 2), 17: 3},
        at="fortify",
        num_players=2,
        game_type="mission",
        missions=[7, 8],
        continue_after_win=True,
    )
    play(moved, "country 17", "country 18", "amount 0")
    assert moved.board.armies[18] == 2
    assert asked(moved) == ("attack_from", 0), "expected attacks although the turn was at its end"


def test_dom_199_a_trade_that_an_elimination_forces_comes_first():
    table = table_at(
        {0: [12], 1: [21]},
        {12: 9},
        {0: III, 1: CCC},
        at="attack",
        num_players=3,
        game_type="mission",
        missions=[10, 7, 8],
        continue_after_win=True,
    )
    play(table, "country 12", "country 21", *CAPTURE)
    assert asked(table) == ("trade", 0)


def test_dom_201_ranks_are_winner_those_in_play_and_the_others_from_the_last():
    held, capitals = {0: [12, 25], 1: [21], 2: [26]}, [12, 21, 26, 11]
    table = table_at(held, {12: 9, 25: 9}, at="attack", num_players=4, game_type="capital", capitals=capitals)
    assert table.board.ranks == [0, 0, 0, 0]
    play(table, "country 25", "country 26", *CAPTURE)
    assert table.board.ranks == [0, 0, 3, 0]
    play(table, "country 12", "country 21", *CAPTURE)
    assert table.board.ranks == [0, 2, 3, 0]
    play(table, "country 12", "country 11", *CAPTURE)
    assert table.is_terminal
    assert table.board.ranks == [0, 2, 3, 1]


def test_dom_202_the_first_free_country_from_a_drawn_number_on():
    assert placement_odds([1, 2, 10], [], 42) == {1: Fraction(33, 42), 2: Fraction(1, 42), 10: Fraction(8, 42)}
    assert placement_odds([], [5, 7], 42) == {5: Fraction(1, 2), 7: Fraction(1, 2)}


@pytest.mark.parametrize("game_type", ["domination", "capital", "mission"])
def test_dom_204_whoever_never_attacks_takes_over_a_seat_and_the_game_goes_on(game_type):
    table = Domination(Config(game_type=game_type, max_rounds=3, auto_place="all"), seed=2)
    number = 0
    while not table.is_terminal:
        number += 1
        passive = table.seat == 0 and number > 100
        is_attack = table.node.name in ("attack_from", "attack_to")
        table.play("pass" if passive and is_attack and "pass" in table.legal_texts() else table.legal_texts()[0])
        table.game.check_state(table.state)
    assert number > 100, "expected the game to continue after the change"


@pytest.mark.parametrize("values", ["increasing", "fixed", "italian"])
def test_dom_206_agreements_answers_and_chance_tell_the_whole_game(values):
    table = Domination(Config(card_values=values, max_rounds=20, auto_place="countries"), seed=6)
    number = 0
    while not table.is_terminal:
        number += 1
        table.play(table.legal_texts()[number % len(table.legal_texts())])
    record = type(table.record()).loads(table.record().dumps())
    assert replay_record(record, GAME).state == table.state
