"""Positions for a value network: observations of players at random times of many games, and the results."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent
from wd_env.agents.search.search_engine import Ints, RolloutConfig, SearchEngine, draw_keys
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError
from wd_env.evaluation.matches.match_blocks import check_games, play_bot_actions, win_fractions
from wd_env.spec.game_spec import GameSpec
from wd_env.training.supervised.positions import DECILES, Positions, SparseMatrix
from wd_env.training.supervised.turn_games import TurnGames

MAX_GAMES = 2048  # games side by side
MIN_GAMES = 20  # games, so that some are held out
GAME_ID_STRIDE = 10**9  # between the ids of games with different numbers of players


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
    stride: float = 10.0  # mean number of decisions, or of turns, between stored positions, from 1
    teacher: Teacher | None = None  # estimates the targets; None: the results of the games
    turns: bool = False  # whether positions are the beginnings of turns, of games of hand-written bots

    def __post_init__(self) -> None:
        if not self.bots:
            raise ConfigError("bots: expected at least one, got none")
        if not (0 <= self.random_rate <= 1 and self.stride >= 1):
            raise ConfigError(
                "expected random_rate from 0 to 1 and stride from 1, got "
                f"random_rate {self.random_rate!r} and stride {self.stride!r}"
            )
        if self.turns and self.teacher is not None:
            raise ConfigError("turns: expected no teacher, whose estimates are those of random times")


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
    turn_games = TurnGames(game, config.bots) if config.turns else None
    for first in range(0, num_games, MAX_GAMES):
        tables = min(MAX_GAMES, num_games - first)
        block = _Block(game, config, players, tables, (seed + first) % 2**64, columns, first)
        if turn_games is None:
            results.append(_collect_games(block))
            on_progress(tables)
        else:
            results.extend(_collect_turns(block, turn_games, on_progress))
    return Positions.concatenate(results)


class _Block(NamedTuple):
    """Games that are played side by side; `first` is the number of games before them."""

    game: GameSpec
    config: CollectConfig
    players: int
    num_games: int
    seed: int
    columns: NDArray[np.int64]
    first: int

    def start(self) -> tuple[np.random.Generator, Batch, Ints]:
        """Return the generator, the games, and the index of each player's bot, int64[games, players]."""
        generator = np.random.default_rng((self.seed, self.players))
        batch = Batch(self.game, self.num_games, self.seed, [self.players], self.config.options)
        return generator, batch, generator.integers(len(self.config.bots), size=(self.num_games, self.players))

    def game_ids(self, rows: Ints) -> Ints:
        """Return the ids of the games in these rows, int64[k]."""
        return rows + self.first + self.players * GAME_ID_STRIDE


def _collect_turns(block: _Block, turn_games: TurnGames, on_progress: Callable[[int], None]) -> Iterator[Positions]:
    """Play these games one after another."""
    generator, batch, bots = block.start()
    keys = draw_keys(generator, block.num_games)
    for row in range(block.num_games):
        state = batch.full_states(np.array([row]))
        turns = turn_games.play(state, bots[row], keys[row], block.config.random_rate)
        count = len(turns.won)
        stored = np.flatnonzero(generator.random(count) < 1 / block.config.stride)
        won = turns.won[stored].astype(np.float32)
        yield Positions(
            SparseMatrix.from_dense(turns.observations[stored][:, block.columns]),
            won,
            won,
            np.repeat(block.game_ids(np.array([row])), len(stored)),
            np.full(len(stored), block.players),
            stored * DECILES // max(count, 1),
        )
        on_progress(1)


def _collect_games(block: _Block) -> Positions:
    """Play these games in one batch until all have ended."""
    config, players, num_games = block.config, block.players, block.num_games
    generator, batch, seat_assignment = block.start()
    point = 0
    obs, rows, player_arrays, when, teacher_values = [], [], [], [], []
    lengths = np.zeros(num_games, np.int64)
    while not batch.done.all():
        active = np.flatnonzero(~batch.done)
        retained = active[generator.random(len(active)) < 1 / config.stride]
        players_observed = generator.integers(players, size=len(retained))
        obs.append(SparseMatrix.from_dense(batch.observe_players(retained, players_observed)[:, block.columns]))
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
    targets = np.concatenate(teacher_values) if teacher_values else won
    return Positions(
        SparseMatrix.concatenate(obs), won, targets, block.game_ids(row), np.full(len(row), players), deciles
    )


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
