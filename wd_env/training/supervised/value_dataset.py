"""Positions for a value network: what players saw at random moments of many games, and whether they won."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent
from wd_env.agents.search.search_engine import Ints, RolloutConfig, SearchEngine, draw_keys
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError
from wd_env.evaluation.matches.match_blocks import check_games, play_bot_actions, win_fractions
from wd_env.spec.game_spec import GameSpec
from wd_env.training.ppo.concatenate import concatenate

MAX_GAMES = 2048  # games side by side
MIN_GAMES = 20  # games, so that some are held out
GAME_ID_STRIDE = 10**9  # between the numbers of games of different numbers of players
DECILES = 10  # parts of a game by which figures are told


@dataclass(frozen=True)
class Positions:
    """k positions: `observations` int8[k, columns], `won` float32[k] (part of the win), `targets` float32[k] (what a
    network is to learn: `won`, or the odds that a teacher gives), `games` int64[k] (the number of the game), `players`
    int64[k] and `tenths` int64[k], 0..9, how far the game was."""

    observations: NDArray[np.int8]
    won: NDArray[np.float32]
    targets: NDArray[np.float32]
    games: NDArray[np.int64]
    players: NDArray[np.int64]
    deciles: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.won)

    def take(self, rows: NDArray[np.bool_]) -> "Positions":
        """Return those of these rows, bool[k]."""
        return Positions(*(array[rows] for array in vars(self).values()))


@dataclass(frozen=True)
class Teacher:
    """An earlier network that values positions by playing on from them: less noise than who won in the end."""

    engine: SearchEngine
    rollout: RolloutConfig
    samples: int = 8  # of each position

    def values(self, batch: Batch, rows: Ints, players: Ints, generator: np.random.Generator) -> NDArray[np.float32]:
        """Value the states of these rows for these players: odds of winning float32[rows], 0..1."""
        states, keys = batch.full_states(rows), draw_keys(generator, len(rows))
        return self.engine.values(states, players, keys, self.samples, self.rollout).astype(np.float32)


@dataclass(frozen=True)
class CollectConfig:
    """How games are played to learn from them."""

    bots: Sequence[Agent]  # every seat of every game gets one of them, drawn by seed
    options: Sequence[Mapping[str, Any]]  # of the game, which tables have in turn where they allow the players
    random_rate: float = 0.1  # share of answers, 0..1, that are any legal action instead
    stride: float = 10.0  # decisions, on average, from one position that is kept to the next; 1 and more
    teacher: Teacher | None = None  # what it says is learnt; else who won

    def __post_init__(self) -> None:
        if not self.bots:
            raise ConfigError("bots: expected at least one, got none")
        if not (0 <= self.random_rate <= 1 and self.stride >= 1):
            raise ConfigError(
                "expected random_rate from 0 to 1 and stride from 1, got "
                f"random_rate {self.random_rate!r} and stride {self.stride!r}"
            )


def collect_positions(
    game: GameSpec,
    config: CollectConfig,
    players: int,
    num_games: int,
    seed: int,
    columns: NDArray[np.int64],
    on_progress: Callable[[int], None] = lambda games: None,
) -> Positions:
    """Play so many games of so many players and keep positions, of the observation only these columns.

    `advanced` is called with the number of games that are over, as often as some are.
    ConfigError for too few games, of which none could be held out, and where no options are for so many players.
    """
    for options in config.options:
        check_games("a value network", num_games, MIN_GAMES, options)
    errors = [game.config_class.config_error(**{**options, "num_players": players}) for options in config.options]
    if None not in errors:
        raise ConfigError(f"no options of games of {players}: {errors[0] if errors else 'none is given'}")
    allowed = [options for options, exc in zip(config.options, errors, strict=True) if exc is None]
    config = replace(config, options=allowed)
    results = []
    for first in range(0, num_games, MAX_GAMES):
        tables = min(MAX_GAMES, num_games - first)
        results.append(_collect_games(game, config, players, tables, (seed + first) % 2**64, columns, first))
        on_progress(tables)
    return concatenate(results)


def _collect_games(
    game: GameSpec,
    config: CollectConfig,
    players: int,
    num_games: int,
    seed: int,
    columns: NDArray[np.int64],
    first: int,
) -> Positions:
    """Play these tables side by side to their ends."""
    generator = np.random.default_rng((seed, players))
    batch = Batch(game, num_games, seed, [players], config.options)
    seated = generator.integers(len(config.bots), size=(num_games, players))
    point = 0
    obs, rows, whose, when, text = [], [], [], [], []
    lengths = np.zeros(num_games, np.int64)
    while not batch.done.all():
        active = np.flatnonzero(~batch.done)
        retained = active[generator.random(len(active)) < 1 / config.stride]
        who = generator.integers(players, size=len(retained))
        obs.append(batch.observe_players(retained, who)[:, columns])
        if config.teacher is not None:
            text.append(config.teacher.values(batch, retained, who, generator))
        rows.append(retained)
        whose.append(who)
        when.append(np.full(len(retained), point))
        lengths[active] += 1
        point += 1
        _play_actions(batch, config, seated, active, generator)
    row, player, at = (np.concatenate(items).astype(np.int64) for items in (rows, whose, when))
    won = win_fractions(batch)[row, player].astype(np.float32)
    deciles = np.minimum(at * DECILES // lengths[row], DECILES - 1)
    number = row + first + players * GAME_ID_STRIDE
    targets = np.concatenate(text) if text else won
    return Positions(np.concatenate(obs), won, targets, number, np.full(len(row), players), deciles)


def _play_actions(
    batch: Batch,
    config: CollectConfig,
    seat_assignment: NDArray[np.int64],
    active: NDArray[np.int64],
    generator: np.random.Generator,
) -> None:
    """One answer in each of these rows: of the bot in the asked seat, or any legal one."""
    explores = generator.random(len(active)) < config.random_rate
    to_move = np.where(explores, -1, seat_assignment[active, batch.player[active]])
    if explores.any():
        rows = active[explores]
        batch.step(batch.random_actions(rows), rows)
    for index, bot in enumerate(config.bots):
        rows = active[to_move == index]
        if len(rows):
            play_bot_actions(batch, rows, bot.name, bot)
