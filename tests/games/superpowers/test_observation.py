"""Observations of the board and of orders."""

from tests.games.superpowers.order_position import LANDS, SPACES
from tests.games.superpowers.play import attack, play, position
from wd_env.games.superpowers.observation.layout import LAND_MARKS, LAYOUT


def test_garrisons_of_neutral_lands_are_seen():
    table = position({"norway": "us I1"}, turn="eu")
    first = LAYOUT.starts["land_marks"] + LAND_MARKS.index("garrison") * len(LANDS)
    seen = table.observe(1)[first : first + len(LANDS)]
    holders = table.board.holders
    assert {land for land, count in zip(LANDS, seen, strict=True) if count} == {
        land for land in LANDS if holders[land] in (None, "neutral")
    }
    assert seen[SPACES.index("ukraine")] == 3


def test_planes_that_are_hit_and_still_to_be_named_are_seen():
    spaces = {"germany": "eu F2 B2", "karelia": "rr I3 D1"}
    table = position(spaces, turn="eu", powers=("eu", "rr", "us", "la"), ruleset="advanced")
    first = LAYOUT.starts["fire"]
    assert list(table.observe(1)[first : first + 3]) == [0, 0, 0]
    attack(table, "karelia", ("germany", "all F|all B"))
    play(table, "1 6 6 6")
    assert table.node.name == "lose"
    assert list(table.observe(1)[first : first + 3]) == [0, 1, 0]
