"""Matches between bots: the same deals from every seat, win shares with intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.base import Agent
from wd_env.agents.roster import make_bot
from wd_env.core.arguments import is_whole
from wd_env.core.batch import Batch
from wd_env.core.errors import ConfigError, blaming
from wd_env.core.seeds import check_seed
from wd_env.core.spec import GameSpec
from wd_env.core.stats import bootstrap_mean

MOST_TABLES = 4096  # games side by side, for memory's sake


@dataclass(frozen=True)
class Share:
    """How often one entry of the line-up won, as a share of all games; the interval is 95 %, over deals.

    A game with several winners counts for each of them as its part of one win, so shares add up to 1 at most.
    """

    name: str
    wins: float
    games: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class MatchResult:
    """A match: each deal was played once for every rotation of the seats."""

    shares: tuple[Share, ...]
    games: int
    truncated: int
    decisions: int
    options: dict[str, Any]


def play_match(
    game: GameSpec, names: Sequence[str], games: int, seed: int, options: dict[str, Any] | None = None
) -> MatchResult:
    """Let the bots of these names (roster or paths) play at least `games` games, one seat each, seats rotated.

    `options` are the game's own; ConfigError for an unknown bot, too many players or fewer than one game.
    """
    bots = [make_bot(name, game, np.random.default_rng((check_seed(seed), seat))) for seat, name in enumerate(names)]
    return match(game, names, bots, games, seed, options)


def match(
    game: GameSpec,
    names: Sequence[str],
    bots: Sequence[Agent],
    games: int,
    seed: int,
    options: dict[str, Any] | None = None,
) -> MatchResult:
    """Play a match as `play_match` does with bots that exist already; `names` is what the result calls them.

    Whatever goes wrong in a bot is an error with its name: IllegalAction for an answer that is not offered.
    """
    players = len(bots)
    seed = check_seed(seed)
    check_games("a match", games, 1, options)
    if not game.min_players <= players <= game.max_players:
        raise ConfigError(f"{players} bots; allowed are {game.min_players}..{game.max_players}")
    deals = max(-(-games // players), 2)  # an interval needs two deals
    won = np.zeros((deals, players))
    truncated = decisions = 0
    for rotation in range(players):
        for first in range(0, deals, MOST_TABLES):
            rows = slice(first, min(first + MOST_TABLES, deals))
            batch = Batch(game, rows.stop - rows.start, (seed + first) % 2**64, [players], options)
            decisions += _play(batch, names, bots, rotation)
            seats = (np.arange(players) + rotation) % players  # bot -> seat
            won[rows] += shared_wins(batch)[:, seats]
            truncated += int(batch.truncated.sum())
    return MatchResult(
        tuple(_share(name, won[:, seat], players, seed) for seat, name in enumerate(names)),
        deals * players,
        truncated,
        decisions,
        dict(options or {}),
    )


def shared_wins(batch: Batch) -> NDArray[np.float64]:
    """Return each player's part of the win in every game of a batch, float64[n, seats]: 1/k for each of k winners."""
    won = batch.won.astype(np.float64)
    parts: NDArray[np.float64] = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    return parts


def check_games(what: str, games: int, fewest: int, options: Mapping[str, Any] | None) -> None:
    """Refuse fewer than `fewest` games and options without a name by ConfigError."""
    if not is_whole(games) or games < fewest:
        raise ConfigError(f"{games!r} games; {what} has at least {fewest}")
    if options is not None and not isinstance(options, Mapping):
        raise ConfigError(f"options {options!r}; allowed are options by name")


def _play(batch: Batch, names: Sequence[str], bots: Sequence[Agent], rotation: int) -> int:
    """Play every game of the batch to its end; decisions taken."""
    decisions = 0
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        asked = (batch.player[rows] - rotation) % len(bots)
        for number, (name, bot) in enumerate(zip(names, bots, strict=True)):
            theirs = rows[asked == number]
            if len(theirs):
                answer(batch, theirs, name, bot)
        decisions += len(rows)
    return decisions


def answer(batch: Batch, rows: NDArray[np.int64], name: str, bot: Agent) -> None:
    """Let a bot act in these rows; an error of its own, or an illegal action, carries its name."""
    with blaming(bot, name):
        batch.step(batch.ask(bot, rows), rows)


def _share(name: str, won: NDArray[np.float64], players: int, seed: int) -> Share:
    mean, low, high = bootstrap_mean(won / players, np.random.default_rng(seed))
    total = float(won.sum())
    return Share(name, int(total) if total.is_integer() else total, len(won) * players, mean, low, high)
