"""The libraries' own checkers over every value of every option of ledger 7, without a warning about our code."""

import warnings
from pathlib import Path

import gymnasium
import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("stable_baselines3")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from stable_baselines3.common.env_checker import check_env as check_for_sb3

from wd_env import domination_v0
from wd_env.games.domination.config import Config
from wd_env.options import options_of

MAPS = Path(__file__).parent / "maps"
SHORT = {"auto_place": "all", "max_rounds": 2}
FEW = {
    "defence_dice": (1, 2, 3),
    "max_rounds": (1, 7),
    "min_new_armies": (0, 1),
    "num_players": (2, 6),
    "capacity": (42, 64),
}
ANOTHER = {"map": str(MAPS / "6.map"), "cards": "generated"}
# About a dict with the mask, which is PettingZoo's own convention.
THEIRS = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


def values():
    """Yield each option with each value except the default; of numbers and maps only some."""
    for name, option in options_of(Config).items():
        match option.kind:
            case "integer":
                allowed = FEW[name]
            case "choice":
                allowed = option.names
            case "boolean":
                allowed = (True, False)
            case "file":
                continue
        yield from ((name, value) for value in allowed if value != SHORT.get(name, getattr(Config(), name)))


EVERY = [pytest.param({name: value}, id=f"{name}={value}") for name, value in values()]
EVERY.append(pytest.param(ANOTHER, id="another map"))


def test_every_option_is_tried():
    tried = {name for (options,) in (one.values for one in EVERY) for name in options}
    assert tried == set(options_of(Config))


@pytest.mark.thinned(3)
@pytest.mark.parametrize("options", EVERY)
def test_the_checkers_of_pettingzoo_report_nothing(options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for theirs in THEIRS:
            warnings.filterwarnings("ignore", theirs)
        api_test(domination_v0.env(**SHORT | options), num_cycles=40)
        seed_test(lambda: domination_v0.env(**SHORT | options), num_cycles=15)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("options", EVERY)
def test_the_checkers_of_gymnasium_and_stable_baselines_report_nothing(options):
    """Use `lose` for illegal actions, because the checkers sample without masks."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("Domination-v0", illegal_action="lose", **SHORT | options).unwrapped
        check_env(env, skip_render_check=True)
        check_for_sb3(env)
