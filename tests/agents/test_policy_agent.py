"""A network in a file is a bot like any other: legal actions, single or in batches, without torch."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("safetensors")

from tests.agents.games import batch_games, decisions, table_game
from wd_env.agents.agent_registry import make_bot
from wd_env.agents.files.bot_file import BOT_FILE_NAME, save_bot
from wd_env.agents.files.bot_file_header import BotFileHeader, Provenance
from wd_env.agents.networks.architecture import Architecture
from wd_env.agents.networks.numpy_network import Network
from wd_env.agents.networks.policy_agent import PolicyAgent
from wd_env.errors import CheckpointError
from wd_env.evaluation.matches.match import play_match
from wd_env.games.world_dominance.game import GAME
from wd_env.spec.view import View

ROOT = Path(__file__).parents[2]
ARCHITECTURE = Architecture((16, 16), 1, "tanh")


def weights_of(seed, scale=0.3):
    generator = np.random.default_rng(seed)
    shapes = ARCHITECTURE.shapes(GAME.layout.size, len(GAME.actions))
    return {name: generator.normal(scale=scale, size=shape).astype(np.float32) for name, shape in shapes.items()}


@pytest.fixture
def path(tmp_path):
    """Write a bot file of a random network, and return its path."""
    return save_bot(tmp_path / "random.wdbot", weights_of(1), BotFileHeader.for_game(GAME, ARCHITECTURE, Provenance()))


def bot_of(path, seed=1, greedy=False):
    return PolicyAgent.load(path, GAME, np.random.default_rng(seed), greedy)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("greedy", [False, True])
def test_it_plays_legally_at_a_table_and_in_a_batch(path, players, greedy):
    table = table_game([bot_of(path, seat, greedy) for seat in range(players)], 1, max_turns=60)
    assert table.is_terminal
    assert batch_games(bot_of(path, 1, greedy), 12, [players], 1, max_turns=60).done.all()


def test_both_forms_take_the_same_actions():
    """Sample row by row: the random numbers and their order are the same as for all rows at once."""
    obs, masks = decisions(60)
    network = Network(ARCHITECTURE, weights_of(2, scale=0.05))
    for greedy in (False, True):
        many = PolicyAgent(np.random.default_rng(5), network, greedy).choose_batch(GAME, obs, masks)
        one = PolicyAgent(np.random.default_rng(5), network, greedy)
        rows = zip(obs.tolist(), masks.tolist(), strict=True)
        assert many.dtype == np.int64
        assert many.tolist() == [one.choose(View(GAME, seen, legal)) for seen, legal in rows]


def test_greedy_always_takes_the_likeliest_and_sampling_follows_the_odds(path):
    obs, masks = decisions(40)
    widest = [int(masks.sum(axis=1).argmax())]
    obs, masks = obs[widest], masks[widest]
    assert masks.sum() > 3
    draws = 4000
    many = np.tile(obs, (draws, 1)), np.tile(masks, (draws, 1))
    bot = bot_of(path)
    odds = bot.network.probabilities(obs, masks)[0]
    counts = np.bincount(bot.choose_batch(GAME, *many), minlength=len(odds)) / draws
    assert np.abs(counts - odds).max() < 6 * np.sqrt(0.25 / draws)
    greedy = bot_of(path, greedy=True)
    assert set(greedy.choose_batch(GAME, *many).tolist()) == {int(odds.argmax())}


def test_the_generator_decides_when_it_samples_and_not_when_it_is_greedy(path):
    obs, masks = decisions(200)
    sampled = [bot_of(path, seed).choose_batch(GAME, obs, masks) for seed in (1, 1, 2)]
    assert np.array_equal(sampled[0], sampled[1])
    assert not np.array_equal(sampled[0], sampled[2])
    greedy = [bot_of(path, seed, greedy=True).choose_batch(GAME, obs, masks) for seed in (1, 2)]
    assert np.array_equal(*greedy)


def test_the_roster_makes_it_from_a_file_or_a_folder(path, tmp_path):
    path.rename(tmp_path / BOT_FILE_NAME)
    generator = np.random.default_rng(1)
    assert not make_bot(str(tmp_path / BOT_FILE_NAME), GAME, generator).greedy
    assert not make_bot(str(tmp_path), GAME, generator).greedy
    assert make_bot(f"greedy:{tmp_path}", GAME, generator).greedy


def test_it_plays_in_a_match(path):
    result = play_match(GAME, [str(path), f"greedy:{path}", "random"], 12, 1, {"max_turns": 60})
    assert [share.name for share in result.win_rates] == [str(path), f"greedy:{path}", "random"]
    assert result.games == 12


def test_a_bot_of_another_game_is_refused(path):
    from dataclasses import replace

    other = replace(GAME, version=GAME.version + 1)
    with pytest.raises(CheckpointError, match="version"):
        PolicyAgent.load(path, other, np.random.default_rng(1))


def test_it_needs_neither_torch_nor_the_compiler(path):
    """Play without torch and Numba, as in a front end that installs only NumPy and safetensors."""
    code = f"""
import sys
for heavy in ("torch", "numba", "stable_baselines3", "sb3_contrib"):
    sys.modules[heavy] = None  # importing it fails
import numpy as np
from wd_env.agents.networks.policy_agent import PolicyAgent
from wd_env.table.play_out import play_out
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
bot = PolicyAgent.load({str(path)!r}, GAME, np.random.default_rng(1))
table = WorldDominance(Config(num_players=2, max_turns=10), seed=1)
play_out(table, [bot, bot])
print(table.is_terminal)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")
