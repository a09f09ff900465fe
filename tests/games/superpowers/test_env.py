"""The environments of Superpowers, made from its entry."""

import warnings

import pytest
from pettingzoo.test import api_test, seed_test

from wd_env.envs.registered_env import make_raw_aec_env, wrap_env

OURS = r"wd_env"


def make(players):
    return wrap_env(make_raw_aec_env("superpowers", num_players=players, max_rounds=2))


@pytest.mark.parametrize("players", [2, 3, 4, 8])
def test_the_environment_passes_the_test_of_its_api(players):
    with warnings.catch_warnings():
        warnings.filterwarnings("error", module=OURS)
        warnings.filterwarnings("ignore", message="Observation")
        api_test(make(players), num_cycles=30)


def test_the_same_seed_gives_the_same_game():
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation")
        seed_test(lambda: make(4), num_cycles=30)
