"""Stored records of complete games, for every game, replay to the same last table and print the text that was read.

`finals.txt` in the same folder has the digest of each last table.
"""

import pytest

from tests.games.samples import all_samples, samples_of
from tests.games.world_dominance.policies import digest_of
from wd_env.table.game_record import GameRecord
from wd_env.table.saved_table import replay_record

EVERY = [*all_samples(), samples_of("pledge")]
GOLDEN = [
    pytest.param(samples, path, id=f"{samples.row.name}: {path.stem}")
    for samples in EVERY
    for path in sorted(samples.golden.glob("*_players*.txt"))
]


def replayed(samples, record):
    return replay_record(record, samples.game)


def finals_of(samples):
    return dict(line.split(": ") for line in (samples.golden / "finals.txt").read_text("utf-8").splitlines())


@pytest.mark.parametrize(("samples", "path"), GOLDEN)
def test_a_golden_game_replays_to_the_same_last_table(samples, path):
    table = replayed(samples, GameRecord.loads(path.read_text("utf-8")))
    assert table.is_terminal
    assert digest_of(table) == finals_of(samples)[path.stem], (
        "expected the committed end; if the change is intended, regenerate it"
    )


@pytest.mark.parametrize(("samples", "path"), GOLDEN)
def test_a_golden_game_prints_as_it_was_read(samples, path):
    record = GameRecord.loads(path.read_text("utf-8"))
    assert replayed(samples, record).record() == record
    assert record.dumps() == path.read_text("utf-8")


@pytest.mark.parametrize("samples", EVERY, ids=lambda samples: samples.row.name)
def test_every_game_has_golden_games_and_each_has_its_end(samples):
    names = {path.stem for path in samples.golden.glob("*.txt")} - {"finals", "digests"}
    assert names == set(finals_of(samples))
    assert names
