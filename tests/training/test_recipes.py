"""Configurations for learning from random weights: their limits, both learners run them, and the policy learns."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.training.tiny import fast_and_long, weights_of
from wd_env.registry import GAMES
from wd_env.training.settings.run_settings import PAST
from wd_env.training.settings.training_settings import TrainSettings, load_settings
from wd_env.training.training_run import train

CONFIGS = Path(__file__).parents[2] / "configs"
RECIPES = [f"{game}/{name}" for game in ("world_dominance", "domination") for name in ("scratch", "selfplay")]
SHORT = {"domination": {"max_rounds": 2}, "superpowers": {"max_rounds": 1}}  # the matches take longer than the learning
SEEDED = {name: f"{name}/{'quick' if name == 'superpowers' else 'selfplay'}" for name in GAMES}
FROM_RANDOM_WEIGHTS = ["world_dominance/quick", "superpowers/quick", "superpowers/scratch", *RECIPES]


def recipe(name: str) -> TrainSettings:
    return load_settings(CONFIGS / f"{name}.yaml")


def small(name: str, folder: Path, **changes: dict[str, object]) -> TrainSettings:
    """Return a recipe with other numbers of games and decisions, and with these changes by group."""
    settings = recipe(name)
    groups: dict[str, dict[str, object]] = {
        "ppo": {"n_envs": 16, "n_steps": 16, "batch_size": 128},
        "net": {"hidden": (16,)},
        "opponents": {"checkpoint_freq": 256, "pool_size": 2},
        "evaluation": {"games": 4, "final_games": 4, "freq": 10**9},
        "run": {"folder": str(folder), "total_decisions": 768, "snapshot_freq": 10**9, "torch_threads": 1},
    }
    for group, values in changes.items():
        groups.setdefault(group, {}).update(values)
    return replace(settings, **{group: replace(getattr(settings, group), **values) for group, values in groups.items()})


@pytest.mark.parametrize("name", FROM_RANDOM_WEIGHTS)
def test_a_recipe_uses_nothing_but_ppo(name):
    settings = recipe(name)
    lessons = settings.imitation.bot, settings.expert.bot, settings.net.init_from, settings.ppo.counterfactual_bot
    assert not any(lessons)
    assert not any(settings.shaping.values())
    assert not settings.ppo.average_weights


@pytest.mark.parametrize("game", ["world_dominance", "domination"])
def test_no_hand_written_bot_plays_in_self_play(game):
    assert set(recipe(f"{game}/selfplay").opponents.weights) == {PAST}


@fast_and_long
@pytest.mark.parametrize(
    "name", ["world_dominance/scratch", pytest.param("world_dominance/selfplay", marks=pytest.mark.long)]
)
def test_either_learner_runs_a_recipe(tmp_path, name, learner):
    folder = train(replace(small(name, tmp_path / "run"), learner=learner))
    assert json.loads((folder / "results.json").read_text())["decisions"] >= 768


@pytest.mark.long
@pytest.mark.parametrize("name", ["domination/scratch", "domination/selfplay"])
def test_the_fast_learner_runs_the_recipes_of_domination(tmp_path, name):
    folder = train(small(name, tmp_path / "run"))
    assert json.loads((folder / "results.json").read_text())["decisions"] >= 768


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_weights_bit_for_bit(tmp_path, game):
    rules = recipe(SEEDED[game]).game.options | SHORT.get(game, {})
    changes = {"game": {"options": rules}, "evaluation": {"opponents": ("random",)}}
    # One game is enough to show that another seed gives other weights.
    seeds = (3, 3, 4) if game == "world_dominance" else (3, 3)
    one, same, *others = (
        weights_of(train(small(SEEDED[game], tmp_path / str(run), run={"seed": seed}, **changes)), GAMES[game].game)
        for run, seed in enumerate(seeds)
    )
    assert all(np.array_equal(array, same[name]) for name, array in one.items())
    assert all(any(not np.array_equal(array, other[name]) for name, array in one.items()) for other in others)


def test_learning_from_random_weights_wins_more_than_random_play_could(tmp_path):
    """Play two-player games against `random`, where equal play wins half: the interval must lie above 0.55."""
    settings = small(
        "world_dominance/quick",
        tmp_path / "run",
        game={"players": (2,)},
        ppo={"n_envs": 256, "n_steps": 16, "batch_size": 512},
        net={"hidden": (64,)},
        evaluation={"games": 4, "final_games": 400, "freq": 10**9, "players": 2, "opponents": ("random",)},
        run={"folder": str(tmp_path / "run"), "total_decisions": 110_000},
    )
    row = json.loads((train(settings) / "results.json").read_text())["matches"][0]
    assert row["low"] > 0.55, row
