"""A batch plays the same games as single tables: a portion of `make parity`, and its report of differences."""

import pytest

pytest.importorskip("numba")

from tests.games import equal_games
from tests.games.equal_games import NUM_OPTION_SETS, chunks, compare, draw_option_sets
from tests.games.samples import samples_of
from tests.games.world_dominance.samples import LONG_LIMIT
from wd_env.registry import GAMES
from wd_env.table.game_table import Table

EVERY = [(name, kind) for name in ("world_dominance", "pledge") for kind in samples_of(name).kinds]
OURS = samples_of("world_dominance")


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("name", "kind"), EVERY, ids=str)
def test_every_kind_of_game_is_the_same_in_a_batch_and_at_a_table(name, kind):
    found = compare(name, kind, number=1000, games=NUM_OPTION_SETS)
    assert found.differences == ()
    assert found.games == NUM_OPTION_SETS
    assert found.decisions > 3 * found.games


@pytest.mark.parametrize("name", ["world_dominance", "pledge"])
def test_portions_cover_every_kind_and_enough_games(name):
    samples = samples_of(name)
    dealt = list(chunks(samples, 100_000))
    assert len(dealt) * equal_games.ROWS >= 100_000
    assert {kind for kind, _ in dealt} == set(samples.kinds)
    assert len(set(dealt)) == len(dealt)


def test_some_games_are_long_and_agreements_differ():
    cuts = [options["max_turns"] for number in range(40) for options in draw_option_sets(OURS, OURS.kinds[0], number)]
    assert 0 < cuts.count(LONG_LIMIT) < len(cuts) // 20
    assert len({str(options) for options in draw_option_sets(OURS, OURS.kinds[0], 0)}) > NUM_OPTION_SETS // 2


@pytest.mark.parametrize(
    ("attribute", "other", "message"),
    [
        ("mask", lambda table: [0] * 226, "the mask after"),
        ("observe", lambda table, seat: [0] * 1592, "the observation after"),
        ("seat", property(lambda table: 4), "the seat to move after"),
        ("is_truncated", property(lambda table: not bool(table.state.truncated)), "done or truncated"),
    ],
)
def test_a_difference_is_reported(monkeypatch, attribute, other, message):
    monkeypatch.setattr(Table, attribute, other)
    found = compare("world_dominance", OURS.kinds[0], number=0, games=3)
    assert len(found.differences) == 3
    assert all(message in line for line in found.differences)


def test_the_report_has_a_part_for_each_game(capsys, monkeypatch):
    monkeypatch.setattr(equal_games, "ROWS", NUM_OPTION_SETS // 2)
    monkeypatch.setattr(equal_games, "GAMES", {name: GAMES[name] for name in ("world_dominance", "domination")})
    assert equal_games.main(["--games", str(NUM_OPTION_SETS), "--processes", "1"]) == 0
    assert capsys.readouterr().out.startswith("World Dominance\n\nvariant")
