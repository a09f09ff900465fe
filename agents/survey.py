"""A survey of a game as given bots play it: length, order of turns, endings, decisions, and what the game counts.

Every game is a deal of its own, and the bots change seats from game to game. Shares come with Wilson's interval, means
and ratios with one from drawing the games again; all cover 95 %.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from wd_env.agents.arena import MOST_TABLES, answer, check_games, shared_wins
from wd_env.agents.base import Agent
from wd_env.agents.roster import make_bot
from wd_env.core.batch import Batch
from wd_env.core.samples import Figure, Length, Sample, as_json
from wd_env.core.seeds import check_seed
from wd_env.core.spec import CHANCE, DECISION, GameSpec
from wd_env.core.surveys import Course, Group, Ints, Surveyor
from wd_env.games import Game

FEWEST_GAMES = 2  # an interval needs two


@dataclass(frozen=True)
class Survey:
    """What was counted in `games` games of these bots; groups, decisions and chance are counts a game."""

    game: GameSpec
    bots: tuple[str, ...]
    options: dict[str, Any]
    games: int
    seed: int
    lengths: dict[str, Length]  # in decisions, and in what else the game counts
    wins_by_turn_order: tuple[Figure, ...]  # share of all games, the player of the first turn first
    endings: dict[str, Figure]  # share of all games
    branching: Figure  # options of a decision that has two at least
    forced: Figure  # share of the decisions that have one option only
    groups: dict[str, Group]
    decisions_by_question: dict[str, Figure]
    chance_by_question: dict[str, Figure]
    courses: dict[str, Course]

    def as_json(self) -> dict[str, Any]:
        """Return all of it as JSON data, with the version and the rules it was made from."""
        same = ("bots", "options", "games", "seed")
        return {
            "game": self.game.name,
            "version": self.game.version,
            "rules_hash": self.game.rules_hash,
            **{name: getattr(self, name) for name in same},
            **{name: asdict(length) for name, length in self.lengths.items()},
            "wins_by_turn_order": [asdict(figure) for figure in self.wins_by_turn_order],
            "endings": as_json(self.endings),
            "branching": asdict(self.branching),
            "forced": asdict(self.forced),
            **{name: as_json(group.figures) for name, group in self.groups.items()},
            "decisions_by_question": as_json(self.decisions_by_question),
            "chance_by_question": as_json(self.chance_by_question),
            **{name: course.as_json() for name, course in self.courses.items()},
        }


def survey(game: Game, names: Sequence[str], games: int, seed: int, options: dict[str, Any] | None = None) -> Survey:
    """Let the bots of these names (roster or paths) play so many games, one seat each, and count.

    `options` are the game's own but `num_players`; ConfigError for an unknown bot, options that cannot be, or fewer
    than two games. Whatever goes wrong in a bot is an error with its name.
    """
    seed = check_seed(seed)
    check_games("a survey", games, FEWEST_GAMES, options)
    config = game.config(**{**(options or {}), "num_players": len(names)})
    spec = game.spec_for(**config.as_dict())
    bots = {
        name: make_bot(name, spec, np.random.default_rng((seed, number)))
        for number, name in enumerate(dict.fromkeys(names))
    }
    kind: type[Surveyor] = game.load("survey") if game.survey else Surveyor
    counts = _Counts(kind(spec, games), names)
    for first in range(0, games, MOST_TABLES):
        tables = min(MOST_TABLES, games - first)
        batch = Batch(counts.own.game, tables, (seed + first) % 2**64, [len(names)], options)
        asked = batch.player.copy()
        _play(batch, names, bots, counts, first)
        counts.finish(batch, asked, first)
    return _survey(spec, counts, config, seed, dict(options or {}))


def _play(batch: Batch, names: Sequence[str], bots: dict[str, Agent], counts: "_Counts", first: int) -> None:
    """Play every game of the batch to its end; in game g the bots sit g seats on."""
    number_of = {name: number for number, name in enumerate(bots)}
    sits = np.array([number_of[name] for name in names])
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        counts.note(batch, rows, first + rows)
        asked = sits[(batch.player[rows] - first - rows) % len(names)]
        for number, (name, bot) in enumerate(bots.items()):
            theirs = rows[asked == number]
            if len(theirs):
                answer(batch, theirs, name, bot)


class _Counts:
    """What is counted of each game, a row a game; `own` counts what only this game has."""

    def __init__(self, own: Surveyor, names: Sequence[str]) -> None:
        self.own, self.names, games = own, tuple(names), own.games
        self.options, self.unforced = np.zeros(games, np.int64), np.zeros(games, np.int64)  # of unforced decisions
        self.answered = np.zeros((games, len(own.game.questions)), np.int64)
        self.ended_by = np.zeros(games, np.int64)  # a place among `own.endings`
        self.wins = np.zeros((games, len(names)))  # parts of a win, by the order of turns

    def note(self, batch: Batch, rows: Ints, games: Ints) -> None:
        """Note what these rows of the batch are asked."""
        options = batch.masks[rows].sum(axis=1, dtype=np.int64)
        self.options[games] += np.where(options > 1, options, 0)
        self.unforced[games] += options > 1
        self.own.note(batch, rows, games)

    def finish(self, batch: Batch, asked: Ints, first: int) -> None:
        """Note what the last states say; `asked` is who was asked first in each game."""
        games = slice(first, first + batch.n)
        order = np.arange(len(self.names)) + self.own.first_players(batch, asked)[:, None]
        self.wins[games] = np.take_along_axis(shared_wins(batch), order % len(self.names), axis=1)
        self.ended_by[games] = self.own.ended_by(batch)
        self.answered[games] = batch.field("answered")
        self.own.finish(batch, games)

    def sample(self, seed: int) -> Sample:
        """Return everything by name, to take figures from."""
        kinds = np.array([question.kind for question in self.own.game.questions])
        decisions = self.answered[:, kinds == DECISION].sum(axis=1)
        common = {"decisions": decisions, "unforced": self.unforced, "options": self.options, "answered": self.answered}
        return Sample({**common, **self.own.columns()}, seed)


def _survey(game: GameSpec, counts: _Counts, config: Any, seed: int, options: dict[str, Any]) -> Survey:
    own, sample, questions = counts.own, counts.sample(seed), list(enumerate(game.questions))
    unforced = sample.ratio("unforced", "decisions")
    return Survey(
        game=game,
        bots=counts.names,
        options=options,
        games=own.games,
        seed=seed,
        lengths=own.lengths(sample) | {"decisions": sample.length("decisions")},
        wins_by_turn_order=tuple(sample.share(wins) for wins in counts.wins.T),
        endings={name: sample.share(counts.ended_by == code) for code, name in enumerate(own.endings)},
        branching=sample.ratio("options", "unforced"),
        forced=Figure(1 - unforced.value, 1 - unforced.high, 1 - unforced.low),
        groups=own.groups(sample, config),
        decisions_by_question={q.name: sample.mean("answered", i) for i, q in questions if q.kind == DECISION},
        chance_by_question={q.name: sample.mean("answered", i) for i, q in questions if q.kind == CHANCE},
        courses=own.courses(sample),
    )
