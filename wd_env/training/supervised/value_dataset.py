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
            raise ConfigError("no bots; allowed is one at least")
        if not (0 <= self.random_rate <= 1 and self.stride >= 1):
            told = f"random_rate {self.random_rate!r} and stride {self.stride!r}"
            raise ConfigError(f"{told}; allowed are shares of 0..1, and 1 decision and more")


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
    problems = [game.config_class.config_error(**{**options, "num_players": players}) for options in config.options]
    if None not in problems:
        raise ConfigError(f"no options of games of {players}: {problems[0] if problems else 'there are none at all'}")
    allowed = [options for options, problem in zip(config.options, problems, strict=True) if problem is None]
    config = replace(config, options=allowed)
    found = []
    for first in range(0, num_games, MAX_GAMES):
        tables = min(MAX_GAMES, num_games - first)
        found.append(_collect_games(game, config, players, tables, (seed + first) % 2**64, columns, first))
        on_progress(tables)
    return concatenate(found)


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
    moment = 0
    seen, rows, whose, when, told = [], [], [], [], []
    lengths = np.zeros(num_games, np.int64)
    while not batch.done.all():
        playing = np.flatnonzero(~batch.done)
        kept = playing[generator.random(len(playing)) < 1 / config.stride]
        who = generator.integers(players, size=len(kept))
        seen.append(batch.observe_players(kept, who)[:, columns])
        if config.teacher is not None:
            told.append(config.teacher.values(batch, kept, who, generator))
        rows.append(kept)
        whose.append(who)
        when.append(np.full(len(kept), moment))
        lengths[playing] += 1
        moment += 1
        _play_actions(batch, config, seated, playing, generator)
    row, player, at = (np.concatenate(parts).astype(np.int64) for parts in (rows, whose, when))
    won = win_fractions(batch)[row, player].astype(np.float32)
    tenths = np.minimum(at * DECILES // lengths[row], DECILES - 1)
    number = row + first + players * GAME_ID_STRIDE
    targets = np.concatenate(told) if told else won
    return Positions(np.concatenate(seen), won, targets, number, np.full(len(row), players), tenths)


def _play_actions(
    batch: Batch,
    config: CollectConfig,
    seat_assignment: NDArray[np.int64],
    playing: NDArray[np.int64],
    generator: np.random.Generator,
) -> None:
    """One answer in each of these rows: of the bot in the asked seat, or any legal one."""
    explores = generator.random(len(playing)) < config.random_rate
    asked = np.where(explores, -1, seat_assignment[playing, batch.player[playing]])
    if explores.any():
        rows = playing[explores]
        batch.step(batch.random_actions(rows), rows)
    for number, bot in enumerate(config.bots):
        rows = playing[asked == number]
        if len(rows):
            play_bot_actions(batch, rows, bot.name, bot)
