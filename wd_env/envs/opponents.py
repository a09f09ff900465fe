"""Whoever is given to a face to answer for the seats that are not the agent's."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from wd_env.envs.vector.step_rewards import step_rewards
from wd_env.errors import ConfigError, quoted
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.rewards import RewardShaping
from wd_env.spec.rule_options import to_python_scalar
from wd_env.table.backend_switch import ArrayPolicy
from wd_env.table.game_table import Table


def check_opponents(opponents: Sequence[object] | Mapping[int, object], method: str) -> None:
    """Raise ConfigError for the first opponent that is no bot: an object without the method that will be called."""
    for number, opponent in opponents.items() if isinstance(opponents, Mapping) else enumerate(opponents):
        if not callable(getattr(opponent, method, None)):
            raise ConfigError(f"opponent {number} is {quoted(opponent)}; allowed are bots, which have {method}()")


def make_named_bot(name: str, game: GameSpec, seed: int, index: int) -> Any:
    """Make opponent `number` by its name (see `agents.roster.make_bot`), with a generator of its own from this seed."""
    from wd_env.agents.agent_registry import make_bot

    return make_bot(name, game, np.random.default_rng((seed, index)))


def make_opponents(opponents: Sequence[Any], game: GameSpec, seed: int, method: str) -> list[Any]:
    """Return the opponents with a bot for each name among them; ConfigError for what is neither name nor bot."""
    if isinstance(opponents, str | Mapping):
        raise ConfigError(f"opponents is {quoted(opponents)}; allowed is a list with one for each other player")
    bots = [
        make_named_bot(opponent, game, seed, number) if isinstance(opponent, str) else opponent
        for number, opponent in enumerate(opponents)
    ]
    check_opponents(bots, method)
    return bots


def bots_by_player(subject: str, bots: Any, players: Sequence[int], names: Sequence[str]) -> dict[int, Any]:
    """Return what is given for players, keyed by their numbers; ConfigError for keys that are none of `players`.

    A key is a player's number, or the name among `names` that has this number as its place.
    """
    if not isinstance(bots, Mapping):
        raise ConfigError(f"{subject} is {quoted(bots)}; allowed is a dict of bots by player")
    found: dict[int, Any] = {}
    for key, bot in bots.items():
        player = names.index(key) if isinstance(key, str) and key in names else to_python_scalar(key)
        if type(player) is not int or player not in players or player in found:
            allowed = ", ".join(f"{one} or {names[one]!r}" for one in players)
            raise ConfigError(f"{subject} has a bot for {quoted(key)}; allowed are, once each, {allowed}")
        found[player] = bot
    return found


def play_bots(table: Table, shaping: RewardShaping, bot_of: Callable[[int], Any], totals: list[float]) -> None:
    """Let bots answer until a player without one is asked or the game is over.

    `bot_of(player)` is a bot or None. What the answers bring each player is added to `paid`, one number a player.
    """

    def array_policy(player: int) -> ArrayPolicy | None:
        made: Any = getattr(bot_of(player), "array_policy", None)
        return None if made is None else made()

    while not table.is_terminal:
        bot = bot_of(table.player)
        if bot is None:
            return
        if shaping.is_off and table.play_compiled(array_policy):
            rewards = table.rewards()  # only the last of these answers can have brought any
        else:
            before = [] if shaping.is_off else table.potentials()
            table.play(bot.choose(table.view(table.seat)), seat=table.seat)
            rewards = step_rewards(table, before, shaping)
        for player, reward in enumerate(rewards):
            totals[player] += reward


def seed_named_bots(bots: Mapping[int, Any], specs: Mapping[int, Any], seed: int) -> None:
    """Let each bot that was given by its name begin again with a generator of its own from this seed."""
    from wd_env.agents.agent import reseed

    for number, given in specs.items():
        if isinstance(given, str):
            reseed(bots[number], (seed, number))


@contextmanager
def restore_generators(bots: Mapping[int, Any], specs: Mapping[int, Any]) -> Iterator[None]:
    """Restore the random generators of bots that were given by name if the block raises an error.

    Args:
        bots: Bots by number.
        specs: Bots as the caller gave them, by the same numbers: names or objects.
    """
    named = [bots[number] for number, given in specs.items() if isinstance(given, str)]
    generators = [bot.generator for bot in named if isinstance(getattr(bot, "generator", None), np.random.Generator)]
    states = [generator.bit_generator.state for generator in generators]
    try:
        yield
    except BaseException:
        for generator, state in zip(generators, states, strict=True):
            generator.bit_generator.state = state
        raise
