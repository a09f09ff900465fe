"""Action masks against the independent checker of orders; `make orders` compares many more positions."""

from tests.games.superpowers import order_checker
from tests.games.superpowers.order_masks import compare


def test_masks_offer_exactly_the_legal_orders():
    seen, differences = compare(150, seed=3)
    assert seen.total() == 150
    assert not differences


def test_the_comparison_finds_a_planted_difference(monkeypatch):
    monkeypatch.setitem(order_checker.MOVES, "T", 1)
    _, differences = compare(60, seed=3)
    assert any(line.startswith("move_") for line in differences)
