"""When powers buy, and the odds of a typical first attack."""

import pytest

from tests.games.superpowers.play import play, position
from wd_env.games.superpowers.battle_odds import OddsOptions, odds

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


@pytest.mark.parametrize(("encircle", "taken"), [("no", 0.919799), ("yes", 0.924665)])
def test_sp_081_a_usual_first_attack_has_the_odds_of_the_ledger(encircle, taken):
    found = odds("I2 T2 G1", "I3", OddsOptions(encircle=encircle))
    assert float(found.captured) == pytest.approx(taken, abs=1e-6)
