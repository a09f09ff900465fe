"""When powers buy, where units are placed, and the odds of a typical first attack."""

import pytest

from tests.games.superpowers.play import play, position
from wd_env.games.superpowers.battle_odds import OddsOptions, odds
from wd_env.games.superpowers.definitions.rule_constants import BATTLESHIP

BUYS = {"one T", "all T", "one I", "buy complex"}


def test_sp_021_each_power_buys_at_the_start_of_its_own_turn():
    table = position({}, turn="us", at="next", round=1)
    buyers = []
    for _ in range(4):
        turn = table.state.turn
        assert table.node.name == "buy"
        buyers.append(table.seat)
        assert table.seat == turn
        while table.state.turn == turn:
            table.play("end")
    assert len(set(buyers)) > 2


def test_sp_022_a_purchase_goes_on_until_combat_begins_and_no_longer():
    table = position({}, turn="eu", at="buy", round=1)
    play(table, "one T|one I")
    assert BUYS & set(table.legal_texts())
    play(table, "end")
    while table.state.turn == 1:
        assert table.node.name != "buy"
        assert not {"buy complex", "one F"} & set(table.legal_texts())
        table.play(table.legal_texts()[0])


def placing(spaces, turn, purchase, deck=()):
    """Return a table at the placing of a purchase and of more units on deck, by kind."""
    table = position(spaces, turn=turn, at="buy")
    play(table, purchase)
    for kind, count in deck:
        table.state.deck[kind] = count
    while table.node.name != "place_what":
        table.play("end")
    return table


def test_q40_a_ship_without_a_free_port_is_lost_before_others_are_placed():
    spaces = {"indo_china": "cfe X1", "tibet": "cfe X1", "sz_gulf_of_thailand": "ie BB1"}
    table = placing(spaces, "cfe", "one I", [(BATTLESHIP, 1)])
    assert set(table.legal_texts()) == {"one I", "all I"}
    assert table.state.deck[BATTLESHIP] == 0


def test_sp_106_a_new_fighter_is_placed_on_a_carrier_of_any_port():
    table = placing({"alaska": "us X1", "sz_alaska_waters": "us CV1"}, "us", "one F")
    play(table, "all F")
    assert set(table.legal_texts()) == {"eastern_usa", "alaska", "sz_alaska_waters"}


@pytest.mark.parametrize(("encircle", "taken"), [("no", 0.919799), ("yes", 0.924665)])
def test_sp_081_a_usual_first_attack_has_the_odds_of_the_ledger(encircle, taken):
    found = odds("I2 T2 G1", "I3", OddsOptions(encircle=encircle))
    assert float(found.captured) == pytest.approx(taken, abs=1e-6)
