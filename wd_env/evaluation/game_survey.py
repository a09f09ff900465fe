"""A survey of a game as given bots play it: length, order of turns, endings, decisions, and what the game counts.

Every game is a deal of its own, and the bots change seats from game to game. Games are played in blocks, of each of
which only sums are kept. Shares come with Wilson's interval, means and ratios with one from drawing the blocks again;
all cover 95 %.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import make_bot
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError
from wd_env.evaluation.matches.block_store import Kept, play_missing
from wd_env.evaluation.matches.forfeits import check_bots
from wd_env.evaluation.matches.match_blocks import DEALS, Block, answer, blocks_of, check_games, shared_wins
from wd_env.evaluation.matches.run_fingerprint import Terms, digest_of
from wd_env.evaluation.matches.run_header import header_of
from wd_env.evaluation.survey_file import SURVEY
from wd_env.parallel.executors import Spread, in_this_process
from wd_env.registry import Game
from wd_env.seeding import check_seed
from wd_env.spec.game_spec import CHANCE, DECISION, GameSpec
from wd_env.statistics.collector import Course, Group, Ints, Surveyor
from wd_env.statistics.estimates import Counted, Figure, Length, Sample, as_json, count, widths_of

FEWEST = 2  # games, and blocks: an interval needs two
BLOCKS = 32  # of a survey at least, where their size is not told, so that drawing them again says something
DECISIONS = "decisions"


@dataclass(frozen=True)
class Survey:
    """What was counted in `games` games of these bots; groups, decisions and chance are counts a game."""

    game: GameSpec
    bots: tuple[str, ...]
    options: dict[str, Any]
    games: int
    block: int  # games of a block
    seed: int
    lengths: dict[str, Length]  # in decisions, and in what else the game counts
    wins_by_turn_order: tuple[Figure, ...]  # share of the games that somebody won, the player of the first turn first
    endings: dict[str, Figure]  # share of all games
    branching: Figure  # options of a decision that has two at least
    forced: Figure  # share of the decisions that have one option only
    groups: dict[str, Group]
    decisions_by_question: dict[str, Figure]
    chance_by_question: dict[str, Figure]
    courses: dict[str, Course]

    def as_json(self) -> dict[str, Any]:
        """Return all of it as JSON data, with the version and the rules it was made from."""
        same = ("bots", "options", "games", "block", "seed")
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


def survey(
    game: Game,
    names: Sequence[str],
    games: int,
    seed: int,
    options: dict[str, Any] | None = None,
    *,
    block: int | None = None,
    spread: Spread = in_this_process,
    kept: Kept[Counted] | None = None,
) -> Survey:
    """Let the bots of these names (roster or paths) play so many games, one seat each, and count.

    `options` are the game's own but `num_players`, `block` the games of a block (by default `usual_block`). The result
    is the same wherever `spread` plays it; of `kept`, blocks that are there are not played again, and others are added.
    ConfigError for an unknown bot, options that cannot be, fewer than two games or two blocks. Whatever goes wrong in a
    bot is an error with its name: a game that is broken off says nothing of how games go.
    """
    blocks, size = _blocks_of(names, games, seed, options, block)
    config = game.config(**{**(options or {}), "num_players": len(names)})
    spec = game.spec_for(**config.as_dict())
    check_bots(spec, names)
    own = surveyor_of(game, spec, 0)
    sample = Sample(widths_of(_Counts(own, names).parts()), len(blocks), seed)
    play = partial(count_block, Terms.of(spec, names), game, dict(options or {}))
    for each, counted in play_missing(play, blocks, spread, kept):
        sample.add(each.number, counted)
    sample.draw()
    return _survey(spec, own, sample, tuple(names), size, config, seed, dict(options or {}))


def usual_block(games: int) -> int:
    """Return the games of a block unless told: as many as in a match, and fewer where blocks would be too few."""
    return max(1, min(DEALS, games // BLOCKS))


def surveyor_of(game: Game, spec: GameSpec, games: int) -> Surveyor:
    """Make what counts a block of so many games."""
    kind: type[Surveyor] = game.load("survey") if game.survey else Surveyor
    return kind(spec, games)


def survey_header(
    row: Game, names: Sequence[str], games: int, seed: int, options: Mapping[str, Any], block: int | None
) -> dict[str, Any]:
    """Make the first line of the file in which the blocks of a survey are kept; ConfigError as `survey`."""
    _, size = _blocks_of(names, games, seed, options, block)
    spec = row.spec_for(**{**options, "num_players": len(names)})
    widths = widths_of(_Counts(surveyor_of(row, spec, 0), names).parts())
    header = header_of(SURVEY.format, row, options, len(names), [digest_of(name) for name in names], seed, size)
    more = {"deals": games, "line_up": list(names), "columns": sum(widths.values())}
    return header | more


def survey_blocks(
    names: Sequence[str], games: int, seed: int, options: Mapping[str, Any] | None, block: int | None
) -> list[Block]:
    """List the blocks of a survey; ConfigError as `survey`."""
    return _blocks_of(names, games, seed, options, block)[0]


def _blocks_of(
    names: Sequence[str], games: int, seed: int, options: Mapping[str, Any] | None, block: int | None
) -> tuple[list[Block], int]:
    """The blocks of a survey, and their size."""
    check_games("a survey", games, FEWEST, options)
    size = usual_block(games) if block is None else block
    blocks = blocks_of(names, games, check_seed(seed), size)
    if len(blocks) < FEWEST:
        raise ConfigError(f"{size} games a block; a survey of {games} games has {FEWEST} blocks at least")
    return blocks, size


def count_block(terms: Terms, game: Game, options: dict[str, Any], block: Block) -> Counted:
    """Play the games of a block and count; ConfigError where this process does not agree on the `terms`.

    Each deal is one game; in the next one the bots sit a seat further on.
    """
    spec = game.spec_for(**{**options, "num_players": len(block.names)})
    terms.check(spec)
    bots = {
        name: make_bot(name, spec, np.random.default_rng(block.stream(number)))
        for number, name in enumerate(dict.fromkeys(block.names))
    }
    counts = _Counts(surveyor_of(game, spec, block.deals), block.names)
    batch = Batch(counts.own.game, block.deals, block.deal_seeds(), [len(block.names)], options)
    asked = batch.player.copy()
    _play(batch, block, bots, counts)
    counts.finish(batch, asked)
    return count(counts.parts(), (DECISIONS, *counts.own.length_parts))


def _play(batch: Batch, block: Block, bots: dict[str, Agent], counts: "_Counts") -> None:
    """Play every game of the batch to its end."""
    number_of = {name: number for number, name in enumerate(bots)}
    sits = np.array([number_of[name] for name in block.names])
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        counts.note(batch, rows)
        asked = sits[(batch.player[rows] - block.number - rows) % len(sits)]
        for number, (name, bot) in enumerate(bots.items()):
            theirs = rows[asked == number]
            if len(theirs):
                answer(batch, theirs, name, bot)


class _Counts:
    """What is counted of each game of a block; `own` counts what only this game has."""

    def __init__(self, own: Surveyor, names: Sequence[str]) -> None:
        self.own, games = own, own.games
        self.options, self.unforced = np.zeros(games, np.int64), np.zeros(games, np.int64)  # of unforced decisions
        self.answered = np.zeros((games, len(own.game.questions)), np.int64)
        self.endings = np.zeros((games, len(own.endings)), np.int64)  # 1 for how the game ended
        self.wins = np.zeros((games, len(names)))  # parts of a win, by the order of turns

    def note(self, batch: Batch, rows: Ints) -> None:
        """Note what these rows of the batch are asked."""
        options = batch.masks[rows].sum(axis=1, dtype=np.int64)
        self.options[rows] += np.where(options > 1, options, 0)
        self.unforced[rows] += options > 1
        self.own.note(batch, rows, rows)

    def finish(self, batch: Batch, asked: Ints) -> None:
        """Note what the last states say; `asked` is who was asked first in each game."""
        players = self.wins.shape[1]
        order = np.arange(players) + self.own.first_players(batch, asked)[:, None]
        self.wins = np.take_along_axis(shared_wins(batch), order % players, axis=1)
        self.endings[np.arange(batch.n), self.own.ended_by(batch)] = 1
        self.answered[:] = batch.field("answered")
        self.own.finish(batch, slice(0, batch.n))

    def parts(self) -> dict[str, NDArray[Any]]:
        """Return everything by name, a row a game."""
        kinds = np.array([question.kind for question in self.own.game.questions])
        decisions = self.answered[:, kinds == DECISION].sum(axis=1)
        common = {"unforced": self.unforced, "options": self.options, "answered": self.answered}
        return {DECISIONS: decisions, **common, "wins": self.wins, "endings": self.endings, **self.own.columns()}


def _survey(
    spec: GameSpec,
    own: Surveyor,
    sample: Sample,
    bots: tuple[str, ...],
    block: int,
    config: Any,
    seed: int,
    options: dict[str, Any],
) -> Survey:
    questions = list(enumerate(own.game.questions))
    unforced = sample.ratio("unforced", DECISIONS)
    return Survey(
        game=spec,
        bots=bots,
        options=options,
        games=sample.games,
        block=block,
        seed=seed,
        lengths=own.lengths(sample) | {DECISIONS: sample.length(DECISIONS)},
        wins_by_turn_order=tuple(sample.share_of_part("wins", place) for place in range(len(bots))),
        endings={name: sample.share("endings", code) for code, name in enumerate(own.endings)},
        branching=sample.ratio("options", "unforced"),
        forced=Figure(1 - unforced.value, 1 - unforced.high, 1 - unforced.low),
        groups=own.groups(sample, config),
        decisions_by_question={q.name: sample.mean("answered", i) for i, q in questions if q.kind == DECISION},
        chance_by_question={q.name: sample.mean("answered", i) for i, q in questions if q.kind == CHANCE},
        courses=own.courses(sample),
    )
