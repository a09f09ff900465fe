"""A batch plays the games of single tables: a portion of `make equal`, and what it would say if they differed."""

import pytest

pytest.importorskip("numba")

from tests.world_dominance import equal_games
from tests.world_dominance.equal_games import HOUSES, compare, houses, portions
from wd_env.world_dominance.table import WorldDominance
from wd_env.world_dominance.variants import every_table

KINDS = list(every_table())


@pytest.mark.parametrize(("row", "players"), KINDS, ids=lambda value: str(getattr(value, "title", value)))
def test_every_kind_of_game_is_the_same_in_a_batch_and_at_a_table(row, players):
    found = compare(row, players, number=1000, games=2 * HOUSES)
    assert found.differences == ()
    assert found.games == 2 * HOUSES
    assert found.decisions > 10 * found.games


def test_portions_cover_every_kind_and_enough_games():
    dealt = list(portions(100_000))
    assert len(dealt) * equal_games.ROWS >= 100_000
    assert {(row.title, players) for row, players, _ in dealt} == {
        (row.title, players) for row, players in every_table()
    }
    assert len({(row.title, players, number) for row, players, number in dealt}) == len(dealt)


def test_some_games_are_long_and_agreements_differ():
    row, players = KINDS[0]
    cuts = [options["max_turns"] for number in range(40) for options in houses(row, players, number)]
    assert 0 < cuts.count(equal_games.LONG_CUT) < len(cuts) // 20
    assert len({str(options) for options in houses(row, players, 0)}) > HOUSES // 2


@pytest.mark.parametrize(
    ("attribute", "other", "told"),
    [
        ("mask", lambda table: [0] * 226, "the mask after"),
        ("observe", lambda table, seat: [0] * 1592, "the view after"),
        ("seat", property(lambda table: 4), "who is asked after"),
        ("is_truncated", property(lambda table: not bool(table.state.truncated)), "the end"),
    ],
)
def test_a_difference_is_told(monkeypatch, attribute, other, told):
    class Other(WorldDominance):
        pass

    setattr(Other, attribute, other)
    monkeypatch.setattr(equal_games, "WorldDominance", Other)
    row, players = KINDS[0]
    found = compare(row, players, number=0, games=3)
    assert len(found.differences) == 3
    assert all(told in line for line in found.differences)
