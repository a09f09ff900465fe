"""Bots that play the other seats of an environment."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from wd_env.envs.vector.step_rewards import step_rewards
from wd_env.errors import ConfigError, quoted
from wd_env.options import to_python_scalar
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.rewards import RewardShaping
from wd_env.table.game_table import Table
from wd_env.table.play_out import play_policies
from wd_env.table.state_backend import ArrayPolicy


def check_opponents(opponents: Sequence[object] | Mapping[int, object], method: str) -> None:
    """Check that every opponent is a bot, an object with the method that will be called.

    Raises:
        ConfigError: If one is not.
    """
    for index, opponent in opponents.items() if isinstance(opponents, Mapping) else enumerate(opponents):
        if not callable(getattr(opponent, method, None)):
            raise ConfigError(f"opponent {index}: expected a bot with {method}(), got {quoted(opponent)}")


def make_named_bot(name: str, game: GameSpec, seed: int, index: int) -> Any:
    """Make opponent `index` by its name (see `make_bot`), with a random generator seeded by `seed` and `index`."""
    from wd_env.agents.agent_registry import make_bot

    return make_bot(name, game, np.random.default_rng((seed, index)))


def make_opponents(opponents: Sequence[Any], game: GameSpec, seed: int, method: str) -> list[Any]:
    """Make the opponents that are given by name.

    Args:
        opponents: Bots or names of bots.
        game: Game that they play.
        seed: Seed of the bots that are given by name.
        method: Method that every bot must have.

    Returns:
        The bots in the same order.

    Raises:
        ConfigError: If an opponent is neither a bot nor the name of one.
    """
    if isinstance(opponents, str | Mapping):
        raise ConfigError(f"opponents: expected a list with one for each other player, got {quoted(opponents)}")
    bots = [
        make_named_bot(opponent, game, seed, index) if isinstance(opponent, str) else opponent
        for index, opponent in enumerate(opponents)
    ]
    check_opponents(bots, method)
    return bots


def bots_by_player(subject: str, bots: Any, players: Sequence[int], names: Sequence[str]) -> dict[int, Any]:
    """Return bots keyed by player index.

    Args:
        subject: Name of the argument, for errors.
        bots: Dict of bots by player index or agent name.
        players: Players that may be bots.
        names: Agent name of every player.

    Raises:
        ConfigError: If it is not a dict, or a key is not one of the players or is repeated.
    """
    if not isinstance(bots, Mapping):
        raise ConfigError(f"{subject}: expected a dict of bots by player, got {quoted(bots)}")
    by_player: dict[int, Any] = {}
    for key, bot in bots.items():
        player = names.index(key) if isinstance(key, str) and key in names else to_python_scalar(key)
        if type(player) is not int or player not in players or player in by_player:
            allowed = ", ".join(f"{index} or {names[index]!r}" for index in players)
            raise ConfigError(f"{subject}: expected {allowed}, each at most once, got {quoted(key)}")
        by_player[player] = bot
    return by_player


def play_bots(table: Table, shaping: RewardShaping, bot_of: Callable[[int], Any], totals: list[float]) -> None:
    """Play bots until a player without a bot is to move or the game is over.

    Args:
        table: Table of the game.
        shaping: Shaping terms of the rewards.
        bot_of: Function from a player to a bot, or to None.
        totals: Reward of each player, to which the rewards of these moves are added.
    """

    def array_policy(player: int) -> ArrayPolicy | None:
        make_policy: Any = getattr(bot_of(player), "array_policy", None)
        return None if make_policy is None else make_policy()

    while not table.is_terminal:
        bot = bot_of(table.player)
        if bot is None:
            return
        if shaping.is_off and play_policies(table, array_policy):
            rewards = table.rewards()  # without shaping, only the last of these actions can have rewards
        else:
            before = [] if shaping.is_off else table.potentials()
            table.play(bot.choose(table.view(table.seat)), seat=table.seat)
            rewards = step_rewards(table, before, shaping)
        for player, reward in enumerate(rewards):
            totals[player] += reward


def seed_named_bots(bots: Mapping[int, Any], specs: Mapping[int, Any], seed: int) -> None:
    """Reseed each bot that was given by name.

    Args:
        bots: Bots by index.
        specs: The arguments from which they were made: bots or names.
        seed: Seed, used together with the index.
    """
    from wd_env.agents.agent import reseed

    for index, spec in specs.items():
        if isinstance(spec, str):
            reseed(bots[index], (seed, index))


@contextmanager
def restore_generators(bots: Mapping[int, Any], specs: Mapping[int, Any]) -> Iterator[None]:
    """Restore the random generators of bots that were given by name if the block raises an error.

    Args:
        bots: Bots by index.
        specs: The arguments from which they were made: bots or names.
    """
    named = [bots[index] for index, spec in specs.items() if isinstance(spec, str)]
    generators = [bot.generator for bot in named if isinstance(getattr(bot, "generator", None), np.random.Generator)]
    states = [generator.bit_generator.state for generator in generators]
    try:
        yield
    except BaseException:
        for generator, state in zip(generators, states, strict=True):
            generator.bit_generator.state = state
        raise
