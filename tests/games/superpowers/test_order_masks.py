"""Action masks against the independent checker of orders; `make orders` compares many more positions."""

from tests.games.superpowers import advanced_masks, advanced_orders, attack_sources, battle_checker, treaty_orders
from tests.games.superpowers.order_masks import compare


def test_masks_offer_exactly_the_legal_orders():
    found = compare(150, seed=3)
    assert found.seen.total() == 150
    assert not found.differences


def test_the_comparison_finds_a_planted_difference(monkeypatch):
    monkeypatch.setitem(attack_sources.MOVES, "T", 1)
    assert any("move_" in line for line in compare(200, seed=3).differences)


def test_the_comparison_finds_a_planted_difference_of_prices(monkeypatch):
    monkeypatch.setitem(battle_checker.BOOK, "T", 10)
    assert any("buy" in line for line in compare(60, seed=3).differences)


def test_masks_offer_exactly_the_legal_advanced_orders():
    seen, differences = advanced_masks.compare(150, seed=3)
    assert seen.total() == 150
    assert not differences


def test_the_comparison_finds_a_planted_difference_of_treaties(monkeypatch):
    monkeypatch.setattr(treaty_orders, "has_lasted", lambda *_: True)
    assert any("offer" in line for line in advanced_masks.compare(150, seed=3)[1])


def test_the_comparison_finds_a_planted_difference_of_spotters(monkeypatch):
    monkeypatch.setattr(advanced_orders, "_spotters_left", lambda _: 0)
    assert any("attack_what" in line for line in advanced_masks.compare(150, seed=3)[1])
