"""How much of a game is skill: what each kind of decision is worth, how far options lie apart, what thinking brings."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent_registry import make_bot
from wd_env.agents.bundled_models import shipped_value
from wd_env.agents.search.search_agent import SearchAgent
from wd_env.agents.value_network import load_value
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError
from wd_env.evaluation.matches.forfeits import check_bots
from wd_env.evaluation.matches.match import MatchResult, Share, play_match
from wd_env.evaluation.matches.match_blocks import check_games
from wd_env.parallel.executors import Spread as Engine
from wd_env.parallel.executors import in_this_process
from wd_env.registry import Game
from wd_env.spec.game_spec import DECISION, GameSpec

Ints = NDArray[np.int64]

SAMPLES = 256  # by which the options of decisions are compared
MARGIN = 0.16  # of a search by one sample; 0.02 at 64 samples, as the noise falls
CLEAR = 2.0  # standard errors from which an option counts as better
TABLES = 256  # games side by side from which decisions are drawn
KEPT = 0.02  # share of their decisions that is kept
GAINS, SQUARES = 3, 4  # among the numbers of a tally: see `search.playouts.note_value`


@dataclass(frozen=True)
class Plan:
    """What is studied: a game and its rules, and the bot that everything is measured against."""

    row: Game
    rules: Mapping[str, Any]
    yardstick: str
    seed: int

    @property
    def game(self) -> GameSpec:
        """What describes the game under these rules."""
        return self.row.spec_for(**self.rules)


@dataclass(frozen=True)
class Moments:
    """k decisions with a choice from games of the yardstick, with its answers `own` int64[k].

    `states` records[k] are what the asked seats could be in; `choices` float64[decisions of the game] tells how many
    of each kind a seat has in a game, on average.
    """

    states: NDArray[Any]
    questions: Ints
    own: Ints
    choices: NDArray[np.float64]


@dataclass(frozen=True)
class Spread:
    """How far the options of one kind of decision lie apart, in odds of winning.

    `spread` is the standard deviation of what another option brings beyond the yardstick's answer, less what the noise
    of the samples explains; `better` the share of decisions with an option that is clearly better.
    """

    question: str
    choices: float  # a seat and game
    decisions: int  # looked at
    spread: float
    better: float


@dataclass(frozen=True)
class Worth:
    """What one kind of decision is worth: shares of a bot that gives these answers otherwise, against the yardstick."""

    question: str
    at_random: Share
    searched: Share


@dataclass(frozen=True)
class Thought:
    """What a search of so many samples takes against the yardstick, and what it costs."""

    samples: int
    milliseconds: float  # of processor time a decision with a choice
    share: Share


def search_of(plan: Plan, samples: int) -> str:
    """Return the name of a search by so many samples, with the margin that fits their noise."""
    return f"search:samples={samples},margin={min(MARGIN / max(samples, 1) ** 0.5, 1):.4f},prior={plan.yardstick}"


def winners(plan: Plan) -> dict[str, Any]:
    """Return how well the game's own value network tells who wins, by number of players; empty where there is none."""
    path = shipped_value(plan.game.name)
    return {} if path is None else dict(load_value(path, plan.game)[1].provenance.results)


def check_study(plan: Plan, searches: Sequence[str], decisions: int, games: int) -> None:
    """Check what a whole study is given, before any of its work.

    Args:
        plan: Game, rules, baseline and seed.
        searches: Names of the searches that play.
        decisions: Number of decisions to draw.
        games: Number of games of each match.

    Raises:
        ConfigError: If a bot is unknown, or a number of decisions or games is below 1.
    """
    if decisions < 1:
        raise ConfigError(f"{decisions!r} decisions; allowed are 1 and more")
    check_games("a match", games, 1, plan.rules)
    check_bots(plan.game, [plan.yardstick, *searches])


def moments(plan: Plan, players: int, count: int) -> Moments:
    """Draw about so many decisions with a choice from games of the yardstick; ConfigError for fewer than one."""
    if count < 1:
        raise ConfigError(f"{count!r} decisions; allowed are 1 and more")
    game, generator = plan.game, np.random.default_rng((plan.seed, players))
    bot = make_bot(plan.yardstick, game, generator)
    asked = np.zeros(sum(question.kind == DECISION for question in game.questions))
    states: list[NDArray[Any]] = []
    questions: list[Ints] = []
    own: list[Ints] = []
    games = 0
    while sum(len(answers) for answers in own) < count:
        batch = Batch(game, TABLES, plan.seed + games, [players], dict(plan.rules))
        games += TABLES
        while len(rows := np.flatnonzero(~batch.done)):
            answers = batch.ask(bot, rows)
            is_choice = batch.masks[rows].sum(axis=1) > 1
            open_now = batch.obs[rows][:, game.layout.slice("question")].argmax(axis=1)
            asked += np.bincount(open_now[is_choice], minlength=len(asked))
            kept = is_choice & (generator.random(len(rows)) < KEPT)
            if kept.any():
                states.append(batch.possible_states(rows[kept]))
                questions.append(open_now[kept])
                own.append(answers[kept])
            batch.step(answers, rows)
    found = np.concatenate(states)[:count], np.concatenate(questions)[:count], np.concatenate(own)[:count]
    return Moments(*found, asked / games / players)


def spreads(plan: Plan, found: Moments, search: str) -> list[Spread]:
    """Search every option of these decisions and tell how far they lie apart, the widest kind first."""
    bot = _searcher(plan, search)
    tallies = bot.findings(plan.game, found.states, found.own).tallies
    rows = []
    for number, name in enumerate(decisions_of(plan.game)):
        of = found.questions == number
        if of.any():
            rows.append(Spread(name, float(found.choices[number]), int(of.sum()), *_apart(tallies[of], found.own[of])))
    return sorted(rows, key=lambda row: -row.spread)


def _apart(tallies: NDArray[np.float64], own: Ints) -> tuple[float, float]:
    """The spread of true gains, and the share of decisions with a clearly better option."""
    counts = tallies[:, :, 0]
    others = counts > 0
    others[np.arange(len(own)), own] = False
    with np.errstate(invalid="ignore", divide="ignore"):
        gains = np.where(others, tallies[:, :, GAINS] / counts, 0.0)
        noise = np.where(others, (tallies[:, :, SQUARES] / counts - gains**2) / (counts - 1), 0.0)  # squared errors
    variance = (gains[others] ** 2 - noise[others]).mean()
    is_better = (gains > CLEAR * np.sqrt(noise)) & others
    return float(np.sqrt(max(variance, 0.0))), float(is_better.any(axis=1).mean())


def worths(
    plan: Plan, players: int, questions: Sequence[str], games: int, engine: Engine = in_this_process
) -> list[Worth]:
    """Let bots that give one kind of answer at random, or search it alone, play the yardstick; the order stays."""
    bots = f"blunders:share=1,plays={plan.yardstick},at=", f"search:prior={plan.yardstick},at="
    shares = _shares(plan, players, [bot + question for question in questions for bot in bots], games, engine)
    return [Worth(question, *(shares[bot + question] for bot in bots)) for question in questions]


def thoughts(
    plan: Plan, players: int, searches: Sequence[str], found: Moments, games: int, engine: Engine = in_this_process
) -> list[Thought]:
    """Let searches play the yardstick, and time each at these decisions, on one core; the order stays."""
    costs = {search: _milliseconds(plan, search, found) for search in searches}
    shares = _shares(plan, players, searches, games, engine)
    return [Thought(_searcher(plan, search).options.samples, costs[search], shares[search]) for search in searches]


def decisions_of(game: GameSpec) -> list[str]:
    """Return the names of a game's decisions, in order."""
    return [question.name for question in game.questions if question.kind == DECISION]


def _milliseconds(plan: Plan, search: str, found: Moments) -> float:
    bot = _searcher(plan, search)
    bot.findings(plan.game, found.states[:1], found.own[:1])  # compiled before the clock runs
    begun = time.process_time()
    bot.findings(plan.game, found.states, found.own)
    return (time.process_time() - begun) / len(found.states) * 1000


def _searcher(plan: Plan, search: str) -> SearchAgent:
    bot = make_bot(search, plan.game, np.random.default_rng(plan.seed))  # which refuses what cannot be
    if not isinstance(bot, SearchAgent):
        raise ConfigError(f"{search} does not search; allowed are bots named search")
    return bot


def _shares(plan: Plan, players: int, bots: Sequence[str], games: int, engine: Engine) -> dict[str, Share]:
    """The share of each bot against the yardstick in all other seats."""
    line_ups = [(bot, *[plan.yardstick] * (players - 1)) for bot in bots]
    play = partial(_match, plan.row, dict(plan.rules), games, plan.seed)
    return {names[0]: result.shares[0] for names, result in engine(play, line_ups)}


def _match(row: Game, rules: dict[str, Any], games: int, seed: int, names: Sequence[str]) -> MatchResult:
    """One match, in whatever process."""
    return play_match(row.spec_for(**rules), names, games, seed, rules)
