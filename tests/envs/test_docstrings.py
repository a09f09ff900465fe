"""The docstring of each environment module is true, because tools show it as the description."""

import re
from importlib import import_module

import pytest

from wd_env.envs.registered_env import make_raw_aec_env
from wd_env.options import descriptions_of, options_of
from wd_env.registry import GAMES

HEADS = ["Observation Space", "Action Space", "Rewards", "Arguments", "Version History"]


@pytest.mark.parametrize("name", GAMES)
def test_the_table_of_the_docstring_is_true(name):
    module = import_module(f"wd_env.{name}_v0")
    game, env = GAMES[name].game, make_raw_aec_env(name)
    space = env.observation_space(env.possible_agents[0])["observation"]
    actions = str(env.action_space(env.possible_agents[0]))
    rows = re.findall(r"(?m)^\| (\w[\w ]*?) +\| (.*?) +\|$", module.__doc__)
    assert rows[: rows.index(("Event", "Winner | Others"))] == [
        ("Import", f"`from wd_env import {name}_v0`"),
        ("Actions", type(env.action_space(env.possible_agents[0])).__name__),
        ("Parallel API", "No"),
        ("Manual Control", "No"),
        ("Agents", f"`agents = {env.possible_agents}`, {game.min_players} to {game.max_players}"),
        ("Agents", str(len(env.possible_agents))),
        ("Action Shape", actions),
        ("Action Values", actions),
        ("Observation Shape", str(space.shape)),
        ("Observation Values", f"[{space.low.min()}, {space.high.max()}]"),
    ]
    assert re.findall(r"(?m)^### (.*)$", module.__doc__) == HEADS
    assert f"`observation` is int8[{space.shape[0]}]" in " ".join(module.__doc__.split())
    assert f"* v{game.version}: " in module.__doc__


@pytest.mark.parametrize("name", GAMES)
def test_every_argument_of_the_docstring_is_described_correctly(name):
    text = import_module(f"wd_env.{name}_v0").__doc__
    config = GAMES[name].game.config_class
    allowed, meaning, usual = options_of(config), descriptions_of(config), config(**GAMES[name].env_options).as_dict()
    result = text[text.index("### Arguments") : text.index("All other options")].split("\n* ")[1:]
    assert len(result) > 5
    for bullet in result:
        option = bullet.partition("=")[0].strip("`")
        wanted = f"`{option}={usual[option]!r}` ({allowed[option].allowed}): {meaning[option]}"
        assert " ".join(bullet.split()) == wanted
    for term in GAMES[name].game.shaping_terms:
        assert f"`shaping_{term.name}`" in text


@pytest.mark.parametrize("name", GAMES)
def test_the_rewards_of_the_docstring_are_paid(name):
    players = 3
    env = make_raw_aec_env(name, num_players=players)
    loss = "-1" if name == "superpowers" else "-1/(n - 1)"
    head = import_module(f"wd_env.{name}_v0").__doc__
    assert re.search(rf"(?m)^\| a \w+ wins +\| \+1 +\| {re.escape(loss)} +\|$", head)
    assert env.table.game.returns(1, players) == (1.0, -1.0 if name == "superpowers" else -1 / (players - 1))
