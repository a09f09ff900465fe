"""A survey of the game as given bots play it: length, order of turns, endings, spaces, cards, decisions, soldiers.

Every game is a deal of its own, and the bots change seats from game to game. Shares come with Wilson's interval, means
and ratios with one from drawing the games again; all cover 95 %.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.arena import MOST_TABLES, answer, check_games
from wd_env.agents.base import Agent
from wd_env.agents.roster import make_bot
from wd_env.core.batch import Batch
from wd_env.core.seeds import check_seed
from wd_env.core.spec import DECISION, LUCK
from wd_env.core.stats import interval, resampled_means, wilson
from wd_env.world_dominance.config import Config
from wd_env.world_dominance.game import GAME
from wd_env.world_dominance.names import ANTARCTICA_PLACE, ENDING_NAMES, NOT_ENDED
from wd_env.world_dominance.text.titles import titles_of
from wd_env.world_dominance.watched import WATCHED

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FEWEST_GAMES = 2  # an interval needs two
EVERY_TURNS, MOMENTS = 10, 21  # soldiers are counted at turns 0, 10, .. 200
NOTED = 5  # numbers of a moment: games going on, players in play, soldiers in armies, in the Garrison, on the zone
QUANTILES = (0.05, 0.5, 0.95)


@dataclass(frozen=True)
class Figure:
    """A mean, ratio or share with its interval of 95 %."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Length:
    """How long games are: the mean, and how they spread."""

    mean: Figure
    quantiles: tuple[float, ...]  # 5 %, median, 95 %


@dataclass(frozen=True)
class Moment:
    """Soldiers when `turn` turns have begun, over the games that lasted so long; `going` is their share."""

    turn: int
    going: float
    in_play: Figure  # players
    army: Figure  # soldiers of each player in play
    garrison: Figure
    rsz: Figure


@dataclass(frozen=True)
class Survey:
    """What was counted in `games` games of these bots. Spaces, cards, decisions and luck are counts a game."""

    bots: tuple[str, ...]
    options: dict[str, Any]
    games: int
    seed: int
    turns: Length
    decisions: Length
    wins_by_turn_order: tuple[Figure, ...]  # share of all games; the player of the first turn first
    endings: dict[str, Figure]  # share of all games
    branching: Figure  # options of a decision that has two at least
    forced: Figure  # share of the decisions that have one option only
    spaces: dict[str, Figure]
    manoeuvres: dict[str, Figure]
    decisions_by_question: dict[str, Figure]
    luck_by_question: dict[str, Figure]
    soldiers: tuple[Moment, ...]

    def as_json(self) -> dict[str, Any]:
        """All of it as JSON data, with the version and the rules it was made from."""
        return {"game": GAME.name, "version": GAME.version, "rules_hash": GAME.rules_hash, **asdict(self)}


@dataclass
class _Notes:
    """What is noted of each game while it is played, a row a game."""

    games: int
    options: Ints = field(init=False)  # of unforced decisions
    unforced: Ints = field(init=False)
    moments: Floats = field(init=False)  # [games, MOMENTS, NOTED]

    def __post_init__(self) -> None:
        self.options, self.unforced = np.zeros(self.games, np.int64), np.zeros(self.games, np.int64)
        self.moments = np.zeros((self.games, MOMENTS, NOTED))
        self._next = np.zeros(self.games, np.int64)  # moment that is due

    def note(self, batch: Batch, rows: Ints, offset: int) -> None:
        """Note what these rows of the batch are asked, and their soldiers when a moment is due."""
        options = batch.masks[rows].sum(axis=1, dtype=np.int64)
        self.options[offset + rows] += np.where(options > 1, options, 0)
        self.unforced[offset + rows] += options > 1
        turns = batch.field("turn_number")[rows]
        while True:
            due = self._next[offset + rows]
            late = (due < MOMENTS) & (turns >= due * EVERY_TURNS)  # turns that were missed are noted with the next
            if not late.any():
                return
            self._note_soldiers(batch, rows[late], offset)

    def _note_soldiers(self, batch: Batch, rows: Ints, offset: int) -> None:
        numbers = (
            np.ones(len(rows)),
            batch.field("in_play")[rows].sum(axis=1),
            batch.field("army")[rows].sum(axis=1),
            batch.field("garrison")[rows],
            batch.field("rsz")[rows],
        )
        self.moments[offset + rows, self._next[offset + rows]] = np.stack(numbers, axis=1)
        self._next[offset + rows] += 1


@dataclass(frozen=True)
class _Ends:
    """What the last states say, a row a game."""

    turns: Ints
    ended_by: Ints  # NOT_ENDED when it was cut
    order_of_winner: Ints  # place in the order of turns, -1 without a winner
    answered: Ints
    landings: Ints
    manoeuvres: Ints

    @classmethod
    def of(cls, batch: Batch) -> "_Ends":
        """Of a batch that is done."""
        winner = np.where(batch.won.any(axis=1), batch.won.argmax(axis=1), -1)
        order = (winner - _first_player(batch)) % batch.players
        return cls(
            batch.field("turn_number").astype(np.int64),
            batch.field("ended_by").astype(np.int64),
            np.where(winner < 0, -1, order),
            batch.field("answered").astype(np.int64),
            batch.field("landings").astype(np.int64),
            batch.field("manoeuvres").astype(np.int64),
        )


def _first_player(batch: Batch) -> Ints:
    """Who had the first turn, int64[games]: the player whose own seat came out first in the setup throws."""
    homes = batch.field("home").astype(np.int64)
    at_table = np.arange(homes.shape[1]) < batch.players[:, None]
    ranks = np.take_along_axis(batch.field("setup_rank"), np.where(at_table, homes, 0), axis=1)
    first: Ints = np.where(at_table, ranks, homes.shape[1]).argmin(axis=1)
    return first


def survey(names: Sequence[str], games: int, seed: int, options: dict[str, Any] | None = None) -> Survey:
    """Let the bots of these names (roster or paths) play so many games, one seat each, and count.

    `options` are those of `Config` but `num_players`; ConfigError for an unknown bot, options that cannot be, or fewer
    than two games. Whatever goes wrong in a bot is an error with its name.
    """
    seed = check_seed(seed)
    check_games("a survey", games, FEWEST_GAMES, options)
    config = Config.of(**{**(options or {}), "num_players": len(names)})
    bots = {
        name: make_bot(name, GAME, np.random.default_rng((seed, number)))
        for number, name in enumerate(dict.fromkeys(names))
    }
    notes, ends = _Notes(games), []
    for first in range(0, games, MOST_TABLES):
        tables = min(MOST_TABLES, games - first)
        batch = Batch(WATCHED, tables, (seed + first) % 2**64, [len(names)], options)
        _play(batch, names, bots, notes, first)
        ends.append(_Ends.of(batch))
    return _Count(names, config, seed, notes, ends).survey(dict(options or {}))


def _play(batch: Batch, names: Sequence[str], bots: dict[str, Agent], notes: _Notes, first: int) -> None:
    """Play every game of the batch to its end; in game g the bots sit g seats on."""
    number_of = {name: number for number, name in enumerate(bots)}
    sits = np.array([number_of[name] for name in names])
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        notes.note(batch, rows, first)
        asked = sits[(batch.player[rows] - first - rows) % len(names)]
        for number, (name, bot) in enumerate(bots.items()):
            theirs = rows[asked == number]
            if len(theirs):
                answer(batch, theirs, name, bot)


class _Count:
    """Figures from what was noted; all columns are drawn again together, game by game."""

    def __init__(self, names: Sequence[str], config: Config, seed: int, notes: _Notes, ends: list[_Ends]) -> None:
        self.names, self.config, self.seed = names, config, seed
        self.notes = notes
        self.ends = _Ends(*(np.concatenate(part) for part in zip(*(vars(end).values() for end in ends), strict=True)))
        self.games = len(self.ends.turns)
        kinds = np.array([question.kind for question in WATCHED.questions])
        self.decisions = self.ends.answered[:, kinds == DECISION].sum(axis=1)
        parts = {
            "turns": self.ends.turns,
            "decisions": self.decisions,
            "unforced": notes.unforced,
            "options": notes.options,
            "answered": self.ends.answered,
            "landings": self.ends.landings,
            "manoeuvres": self.ends.manoeuvres,
            "moments": notes.moments,
        }
        columns = [part.reshape(self.games, -1).astype(np.float64) for part in parts.values()]
        ends_of = np.cumsum([part.shape[1] for part in columns])
        self.starts = dict(zip(parts, (0, *ends_of), strict=False))
        self.means = np.concatenate(columns, axis=1).mean(axis=0)
        self.drawn = resampled_means(np.concatenate(columns, axis=1), np.random.default_rng(seed))

    def survey(self, options: dict[str, Any]) -> Survey:
        """All of it."""
        titles = titles_of(self.config)
        places = [*range(len(titles.board.ring)), ANTARCTICA_PLACE]
        questions = list(enumerate(WATCHED.questions))
        return Survey(
            bots=tuple(self.names),
            options=options,
            games=self.games,
            seed=self.seed,
            turns=self._length("turns", self.ends.turns),
            decisions=self._length("decisions", self.decisions),
            wins_by_turn_order=tuple(self._share(self.ends.order_of_winner == i) for i in range(len(self.names))),
            endings=self._endings(),
            branching=self._ratio("options", "unforced"),
            forced=self._forced(),
            spaces={titles.space(place): self._mean("landings", place) for place in places},
            manoeuvres={titles.manoeuvre(card): self._mean("manoeuvres", card) for card in range(len(titles.deck))},
            decisions_by_question={q.name: self._mean("answered", i) for i, q in questions if q.kind == DECISION},
            luck_by_question={q.name: self._mean("answered", i) for i, q in questions if q.kind == LUCK},
            soldiers=tuple(self._moment(i) for i in range(MOMENTS) if self.notes.moments[:, i, 0].any()),
        )

    def _share(self, games: NDArray[np.bool_]) -> Figure:
        return Figure(float(games.mean()), *wilson(float(games.sum()), self.games))

    def _mean(self, part: str, column: int = 0) -> Figure:
        at = self.starts[part] + column
        return Figure(float(self.means[at]), *interval(self.drawn[:, at]))

    def _ratio(self, part: str, of: str, column: int = 0, of_column: int = 0) -> Figure:
        """One mean in units of another, each drawn from the same games; draws without any such unit say nothing."""
        above, below = self.starts[part] + column, self.starts[of] + of_column
        drawn = self.drawn[self.drawn[:, below] > 0]
        return Figure(float(self.means[above] / self.means[below]), *interval(drawn[:, above] / drawn[:, below]))

    def _length(self, part: str, values: Ints) -> Length:
        return Length(self._mean(part), tuple(np.quantile(values, QUANTILES).tolist()))

    def _endings(self) -> dict[str, Figure]:
        """Every ending of the rules, also those that never happened, and `cut`."""
        names = {code: "cut" if code == NOT_ENDED else name for code, name in enumerate(ENDING_NAMES)}
        return {name: self._share(self.ends.ended_by == code) for code, name in names.items()}

    def _forced(self) -> Figure:
        unforced = self._ratio("unforced", "decisions")
        return Figure(1 - unforced.value, 1 - unforced.high, 1 - unforced.low)

    def _moment(self, i: int) -> Moment:
        going, in_play, armies, garrison, rsz = (i * NOTED + column for column in range(NOTED))
        return Moment(
            turn=i * EVERY_TURNS,
            going=float(self.means[self.starts["moments"] + going]),
            in_play=self._ratio("moments", "moments", in_play, going),
            army=self._ratio("moments", "moments", armies, in_play),
            garrison=self._ratio("moments", "moments", garrison, going),
            rsz=self._ratio("moments", "moments", rsz, going),
        )
