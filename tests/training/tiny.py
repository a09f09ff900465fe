"""Runs of a second or two, with either learner."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wd_env.agents.files.bot_file import load_bot
from wd_env.games.world_dominance.game import GAME
from wd_env.spec.game_spec import GameSpec
from wd_env.training.learner import LEARNERS
from wd_env.training.settings.training_settings import TrainSettings, settings_from_dict
from wd_env.training.training_run import train

ROLLOUT = 8 * 16  # decisions between two updates; the fast learner makes up to 8 more, one per game
TINY: dict[str, Any] = {
    "game": {"players": [2, 3], "options": {"max_turns": 30}},
    "ppo": {"n_envs": 8, "n_steps": 16, "batch_size": 64, "n_epochs": 2},
    "net": {"hidden": [16]},
    "opponents": {
        "weights": {"past": 0.6, "scripted": 0.3, "random": 0.1},
        "self_play_fraction": 0.5,
        "checkpoint_freq": 256,
        "pool_size": 2,
    },
    "evaluation": {"opponents": ["random", "scripted"], "freq": 1024, "games": 8, "players": 2, "final_games": 8},
    "run": {"total_decisions": 1024, "snapshot_freq": 256},
}
HALF: dict[str, Any] = {"total_decisions": 512}  # of a run without evaluations in between
each_learner = pytest.mark.parametrize("learner", list(LEARNERS))
fast_and_long = pytest.mark.parametrize("learner", ["fast", pytest.param("maskable", marks=pytest.mark.long)])


def tiny(
    folder: Path, learner: str = "maskable", parts: Mapping[str, Any] | None = None, **run: object
) -> TrainSettings:
    """Return the settings of a run of a few seconds, with other `parts` if given."""
    return settings_from_dict(
        {**TINY, "learner": learner, **(parts or {}), "run": {**TINY["run"], "folder": str(folder), **run}}
    )


def assert_resumed_alike(folder: Path, parts: Mapping[str, Any]) -> Path:
    """Check that a resumed run of the fast learner equals an uninterrupted one bit for bit; return its folder."""
    whole, half = train(tiny(folder / "whole", "fast", parts, **HALF)), folder / "half"
    train(tiny(half, "fast", parts, **HALF, time_limit_minutes=1e-9))
    train(tiny(half, "fast", parts, **HALF), resume=True)
    for name, array in weights_of(whole).items():
        np.testing.assert_array_equal(array, weights_of(half)[name], err_msg=name)
    return whole


def weights_of(folder: Path, game: GameSpec = GAME) -> dict[str, np.ndarray]:
    """Return the weights of a run's bot."""
    network, _ = load_bot(folder, game)
    return network.weights
