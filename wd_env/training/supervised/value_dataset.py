"""Positions for a value network: observations of players at random times of many games, and the results."""

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
GAME_ID_STRIDE = 10**9  # between the ids of games with different numbers of players
DECILES = 10  # parts of a game in reports


@dataclass(frozen=True)
class Positions:
    """Positions of games.

    Attributes:
        observations: int8[k, columns].
        won: float32[k], the win of the player: 0, 1 or a fraction.
        targets: float32[k], the values to learn: `won`, or the estimates of a teacher.
        games: int64[k], the id of the game.
        players: int64[k], the player.
        deciles: int64[k], 0..9, how much of the game was played.
    """

    observations: NDArray[np.int8]
    won: NDArray[np.float32]
    targets: NDArray[np.float32]
    games: NDArray[np.int64]
    players: NDArray[np.int64]
    deciles: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.won)

    def select(self, rows: NDArray[np.bool_]) -> "Positions":
        """Return the positions of these rows, bool[k]."""
        return Positions(*(array[rows] for array in vars(self).values()))


@dataclass(frozen=True)
class Teacher:
    """An earlier network that values positions after rollouts, with less noise than the results of the games."""

    engine: SearchEngine
    rollout: RolloutConfig
    samples: int = 8  # of each position

    def values(self, batch: Batch, rows: Ints, players: Ints, generator: np.random.Generator) -> NDArray[np.float32]:
        """Return the estimated win probabilities of these players in these rows, float32[rows], 0..1."""
        states, keys = batch.full_states(rows), draw_keys(generator, len(rows))
        return self.engine.values(states, players, keys, self.samples, self.rollout).astype(np.float32)


@dataclass(frozen=True)
class CollectConfig:
    """How positions are collected."""

    bots: Sequence[Agent]  # sampled for every seat of every game
    options: Sequence[Mapping[str, Any]]  # sets of options; games cycle through those that allow the number of players
    random_rate: float = 0.1  # fraction of actions, 0..1, that are random
    stride: float = 10.0  # mean number of decisions between stored positions, from 1
    teacher: Teacher | None = None  # estimates the targets; None: the results of the games

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
    """Play games and store positions.

    Args:
        game: The game.
        config: The settings.
        players: Number of players.
        num_games: Number of games.
        seed: Seed of games and bots.
        columns: int64[c], the indices of the observation that are stored.
        on_progress: Called with the number of finished games when games finish.

    Raises:
        ConfigError: If there are too few games to hold some out, or no options for this number of players.
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
    """Play these games in one batch until all have ended."""
    generator = np.random.default_rng((seed, players))
    batch = Batch(game, num_games, seed, [players], config.options)
    seat_assignment = generator.integers(len(config.bots), size=(num_games, players))
    point = 0
    obs, rows, player_arrays, when, teacher_values = [], [], [], [], []
    lengths = np.zeros(num_games, np.int64)
    while not batch.done.all():
        active = np.flatnonzero(~batch.done)
        retained = active[generator.random(len(active)) < 1 / config.stride]
        players_observed = generator.integers(players, size=len(retained))
        obs.append(batch.observe_players(retained, players_observed)[:, columns])
        if config.teacher is not None:
            teacher_values.append(config.teacher.values(batch, retained, players_observed, generator))
        rows.append(retained)
        player_arrays.append(players_observed)
        when.append(np.full(len(retained), point))
        lengths[active] += 1
        point += 1
        _play_actions(batch, config, seat_assignment, active, generator)
    row, player, at = (np.concatenate(items).astype(np.int64) for items in (rows, player_arrays, when))
    won = win_fractions(batch)[row, player].astype(np.float32)
    deciles = np.minimum(at * DECILES // lengths[row], DECILES - 1)
    game_ids = row + first + players * GAME_ID_STRIDE
    targets = np.concatenate(teacher_values) if teacher_values else won
    return Positions(np.concatenate(obs), won, targets, game_ids, np.full(len(row), players), deciles)


def _play_actions(
    batch: Batch,
    config: CollectConfig,
    seat_assignment: NDArray[np.int64],
    active: NDArray[np.int64],
    generator: np.random.Generator,
) -> None:
    """Play an action in each of these rows: of the bot of the seat to move, or a random one."""
    explores = generator.random(len(active)) < config.random_rate
    to_move = np.where(explores, -1, seat_assignment[active, batch.player[active]])
    if explores.any():
        rows = active[explores]
        batch.step(batch.random_actions(rows), rows)
    for index, bot in enumerate(config.bots):
        rows = active[to_move == index]
        if len(rows):
            play_bot_actions(batch, rows, bot.name, bot)
