"""The quick configuration of Domination trains the same bot from the same seed; here with a small part of it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("torch")

from wd_env.agents.files.bot_file import load_bot
from wd_env.games.domination.game import GAME
from wd_env.training.settings.training_settings import load_settings
from wd_env.training.training_run import train

CONFIGS = Path(__file__).parents[3] / "configs" / "domination"


def small(folder, seed):
    """Return the quick configuration with a few decisions in each of its parts."""
    quick = load_settings(CONFIGS / "quick.yaml")
    return replace(
        quick,
        game=replace(quick.game, options={**quick.game.options, "max_rounds": 2}),
        imitation=replace(quick.imitation, decisions=2000, n_envs=8),
        expert=replace(quick.expert, decisions=800, iterations=2, n_envs=16),
        ppo=replace(quick.ppo, n_envs=16, n_steps=16, batch_size=64),
        evaluation=replace(quick.evaluation, games=3, final_games=3, freq=10_000),
        run=replace(quick.run, folder=str(folder), total_decisions=256, seed=seed),
    )


@pytest.mark.long
def test_the_same_seed_gives_the_same_bot_and_another_one_another(tmp_path):
    bots = [load_bot(train(small(tmp_path / name, seed)), GAME)[0] for name, seed in (("a", 1), ("b", 1), ("c", 2))]
    one, same, other = (bot.weights for bot in bots)
    assert all(np.array_equal(one[name], same[name]) for name in one)
    assert any(not np.array_equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("name", ["quick", "long", "scratch", "selfplay"])
def test_a_configuration_is_for_domination_on_the_classic_map(name):
    settings = load_settings(CONFIGS / f"{name}.yaml")
    assert settings.game.name == "domination"
    assert settings.game.options.get("map", "classic") == "classic"
