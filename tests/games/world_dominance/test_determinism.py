"""The same seed and the same actions give the same game: in one process, in others, and in the next version."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.world_dominance.policies import POLICIES, digest_of, new_table
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance, WorldDominanceTable
from wd_env.table.chance_modes import EXPLICIT

ROOT = Path(__file__).parents[3]
DIGESTS = Path(__file__).parent / "golden" / "digests.txt"
RENEW = "python -c 'from tests.games.world_dominance.test_determinism import regenerate; regenerate()'"
CASES = [(players, policy, 100 + players) for players in (2, 3, 4, 5) for policy in POLICIES]


def played(players: int, policy: str, seed: int) -> WorldDominanceTable:
    table = new_table(players, seed, max_turns=100)
    rng = random.Random(f"{policy} {seed}")
    while not table.is_terminal:
        table.play(POLICIES[policy](table.legal_texts(), rng))
    return table


def digests() -> dict[str, str]:
    """Return one digest per case; the name of a case decides what it plays."""
    return {f"{players} {policy} {seed}": digest_of(played(players, policy, seed)) for players, policy, seed in CASES}


def regenerate() -> None:
    """Write the digests of this version; commit the difference together with its cause."""
    lines = [f"version {GAME.version}", *(f"{case}: {digest}" for case, digest in digests().items())]
    DIGESTS.write_text("\n".join(lines) + "\n")


def test_the_games_are_still_those_that_were_committed():
    version, *lines = DIGESTS.read_text().splitlines()
    assert version == f"version {GAME.version}", f"the rules have a new version; regenerate the digests: {RENEW}"
    committed = dict(line.split(": ") for line in lines)
    now = digests()
    changed = [case for case in now if now[case] != committed.get(case)]
    assert set(now) == set(committed)
    assert not changed, (
        f"the same seeds and answers give other games than committed: {changed}. If the rules were meant to "
        f"change, raise VERSION, add a line to the change log and regenerate the digests: {RENEW}"
    )


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_another_process_with_another_hash_seed_plays_the_same_games(hash_seed):
    code = "from tests.games.world_dominance.test_determinism import digests\nprint(sorted(digests().items()))"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == str(sorted(digests().items()))


def test_a_table_takes_no_chance_from_the_generators_of_the_process():
    random.seed(1)
    first = digest_of(played(3, "uniform", 5))
    random.seed(2)
    before = random.getstate()
    assert digest_of(played(3, "uniform", 5)) == first
    assert random.getstate() == before


def test_other_seeds_and_other_episodes_are_other_games():
    def lines(**options):
        table = WorldDominance(Config(num_players=3), **options)
        return tuple(str(line) for line in table.lines), tuple(table._backends.active.stream)

    starts = [lines(seed=seed, episode=episode) for seed in (0, 1, 2**32, 2**64 - 1) for episode in range(3)]
    assert len(set(starts)) == len(starts)
    assert lines(seed=9, episode=4) == lines(seed=9, episode=4)


def test_without_a_seed_each_game_has_its_own_chance_stream():
    assert len({tuple(WorldDominance()._backends.active.stream) for _ in range(20)}) == 20


def test_the_seed_is_in_no_view_copy_record_or_saved_state():
    seed = 0x1234567890ABCDEF
    table = new_table(3, seed)
    words = (str(seed), str(seed & 0xFFFFFFFF), str(seed >> 32), *map(str, table._backends.active.stream[:2]))
    shown = f"{table.to_json()} {table.record().dumps()} {table.copy()._backends.active.stream} {table.view(0).obs}"
    assert not any(word in shown for word in words)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_game_with_its_chance_asked_from_outside_is_the_sampled_game(policy):
    game = played(4, policy, 8)
    other = WorldDominance(game.config, chance=EXPLICIT)
    for line in game.lines:
        other.play(line.text, seat=line.seat)
    assert other.state == game.state
    assert other.lines == game.lines
