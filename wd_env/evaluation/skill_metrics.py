"""How much of a game is skill: what each kind of decision is worth, how far options lie apart, what thinking brings."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent_registry import make_bot
from wd_env.agents.bundled_models import bundled_value
from wd_env.agents.search.search_agent import SearchAgent
from wd_env.agents.value_network import load_value
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError
from wd_env.evaluation.matches.forfeits import check_bots
from wd_env.evaluation.matches.match import MatchResult, WinRate, play_match
from wd_env.evaluation.matches.match_blocks import check_games
from wd_env.parallel.executors import Executor, run_local
from wd_env.registry import GameEntry
from wd_env.spec.game_spec import PLAYER, GameSpec

Ints = NDArray[np.int64]

COMPARISON_SAMPLES = 256  # by which the options of decisions are compared
MARGIN = 0.16  # of a search by one sample; 0.02 at 64 samples, as the noise falls
CLEAR_STDERRS = 2.0  # standard errors from which an option counts as better
NUM_GAMES = 256  # games side by side from which decisions are drawn
SAMPLING_RATE = 0.02  # share of their decisions that is kept
GAIN_INDEX, SQUARE_INDEX = 3, 4  # among the numbers of a tally: see `search.playouts.update_stats`


@dataclass(frozen=True)
class SkillPlan:
    """What is studied: a game and its rules, and the bot that everything is measured against."""

    entry: GameEntry
    rules: Mapping[str, Any]
    baseline: str
    seed: int

    @property
    def game(self) -> GameSpec:
        """What describes the game under these rules."""
        return self.entry.spec_for(**self.rules)


@dataclass(frozen=True)
class DecisionSample:
    """k decisions with a choice from games of the yardstick, with its answers `own` int64[k].

    `states` records[k] are what the asked seats could be in; `choices` float64[decisions of the game] tells how many
    of each kind a seat has in a game, on average.
    """

    states: NDArray[Any]
    nodes: Ints
    baseline_actions: Ints
    choices: NDArray[np.float64]


@dataclass(frozen=True)
class OptionSpread:
    """How far the options of one kind of decision lie apart, in odds of winning.

    `spread` is the standard deviation of what another option brings beyond the yardstick's answer, less what the noise
    of the samples explains; `better` the share of decisions with an option that is clearly better.
    """

    decision: str
    choices: float  # a seat and game
    num_decisions: int  # looked at
    spread: float
    better: float


@dataclass(frozen=True)
class DecisionValue:
    """What one kind of decision is worth: shares of a bot that gives these answers otherwise, against the yardstick."""

    decision: str
    at_random: WinRate
    searched: WinRate


@dataclass(frozen=True)
class SearchCost:
    """What a search of so many samples takes against the yardstick, and what it costs."""

    samples: int
    milliseconds: float  # of processor time a decision with a choice
    win_rate: WinRate


def search_name(plan: SkillPlan, samples: int) -> str:
    """Return the name of a search by so many samples, with the margin that fits their noise."""
    return f"search:samples={samples},margin={min(MARGIN / max(samples, 1) ** 0.5, 1):.4f},prior={plan.baseline}"


def value_metrics(plan: SkillPlan) -> dict[str, Any]:
    """Return how well the game's own value network tells who wins, by number of players; empty where there is none."""
    path = bundled_value(plan.game.name)
    return {} if path is None else dict(load_value(path, plan.game)[1].provenance.results)


def check_skill_plan(plan: SkillPlan, searches: Sequence[str], decisions: int, games: int) -> None:
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
    check_bots(plan.game, [plan.baseline, *searches])


def sample_decisions(plan: SkillPlan, players: int, num_decisions: int) -> DecisionSample:
    """Draw about so many decisions with a choice from games of the yardstick; ConfigError for fewer than one."""
    if num_decisions < 1:
        raise ConfigError(f"{num_decisions!r} decisions; allowed are 1 and more")
    game, generator = plan.game, np.random.default_rng((plan.seed, players))
    bot = make_bot(plan.baseline, game, generator)
    asked = np.zeros(sum(question.kind == PLAYER for question in game.nodes))
    states: list[NDArray[Any]] = []
    questions: list[Ints] = []
    own: list[Ints] = []
    games = 0
    while sum(len(answers) for answers in own) < num_decisions:
        batch = Batch(game, NUM_GAMES, plan.seed + games, [players], dict(plan.rules))
        games += NUM_GAMES
        while len(rows := np.flatnonzero(~batch.done)):
            answers = batch.select_actions(bot, rows)
            is_choice = batch.masks[rows].sum(axis=1) > 1
            open_node = batch.obs[rows][:, game.layout.slice("decision")].argmax(axis=1)
            asked += np.bincount(open_node[is_choice], minlength=len(asked))
            kept = is_choice & (generator.random(len(rows)) < SAMPLING_RATE)
            if kept.any():
                states.append(batch.resampled_states(rows[kept]))
                questions.append(open_node[kept])
                own.append(answers[kept])
            batch.step(answers, rows)
    found = (
        np.concatenate(states)[:num_decisions],
        np.concatenate(questions)[:num_decisions],
        np.concatenate(own)[:num_decisions],
    )
    return DecisionSample(*found, asked / games / players)


def option_spreads(plan: SkillPlan, sample: DecisionSample, search: str) -> list[OptionSpread]:
    """Search every option of these decisions and tell how far they lie apart, the widest kind first."""
    bot = _make_search(plan, search)
    tallies = bot.evaluate_actions(plan.game, sample.states, sample.baseline_actions).totals
    rows = []
    for number, name in enumerate(decision_names(plan.game)):
        of = sample.nodes == number
        if of.any():
            rows.append(
                OptionSpread(
                    name,
                    float(sample.choices[number]),
                    int(of.sum()),
                    *_spread_and_better(tallies[of], sample.baseline_actions[of]),
                )
            )
    return sorted(rows, key=lambda row: -row.spread)


def _spread_and_better(stats: NDArray[np.float64], baseline_actions: Ints) -> tuple[float, float]:
    """The spread of true gains, and the share of decisions with a clearly better option."""
    counts = stats[:, :, 0]
    others = counts > 0
    others[np.arange(len(baseline_actions)), baseline_actions] = False
    with np.errstate(invalid="ignore", divide="ignore"):
        gains = np.where(others, stats[:, :, GAIN_INDEX] / counts, 0.0)
        noise = np.where(others, (stats[:, :, SQUARE_INDEX] / counts - gains**2) / (counts - 1), 0.0)  # squared errors
    variance = (gains[others] ** 2 - noise[others]).mean()
    is_better = (gains > CLEAR_STDERRS * np.sqrt(noise)) & others
    return float(np.sqrt(max(variance, 0.0))), float(is_better.any(axis=1).mean())


def decision_values(
    plan: SkillPlan, players: int, decisions: Sequence[str], games: int, executor: Executor = run_local
) -> list[DecisionValue]:
    """Let bots that give one kind of answer at random, or search it alone, play the yardstick; the order stays."""
    bots = f"noisy:rate=1,bot={plan.baseline},decisions=", f"search:prior={plan.baseline},decisions="
    shares = _win_rates(plan, players, [bot + question for question in decisions for bot in bots], games, executor)
    return [DecisionValue(question, *(shares[bot + question] for bot in bots)) for question in decisions]


def search_costs(
    plan: SkillPlan,
    players: int,
    searches: Sequence[str],
    sample: DecisionSample,
    games: int,
    executor: Executor = run_local,
) -> list[SearchCost]:
    """Let searches play the yardstick, and time each at these decisions, on one core; the order stays."""
    costs = {search: _milliseconds_per_decision(plan, search, sample) for search in searches}
    shares = _win_rates(plan, players, searches, games, executor)
    return [
        SearchCost(_make_search(plan, search).options.samples, costs[search], shares[search]) for search in searches
    ]


def decision_names(game: GameSpec) -> list[str]:
    """Return the names of a game's decisions, in order."""
    return [question.name for question in game.nodes if question.kind == PLAYER]


def _milliseconds_per_decision(plan: SkillPlan, search: str, sample: DecisionSample) -> float:
    bot = _make_search(plan, search)
    bot.evaluate_actions(plan.game, sample.states[:1], sample.baseline_actions[:1])  # compiled before the clock runs
    begun = time.process_time()
    bot.evaluate_actions(plan.game, sample.states, sample.baseline_actions)
    return (time.process_time() - begun) / len(sample.states) * 1000


def _make_search(plan: SkillPlan, search: str) -> SearchAgent:
    bot = make_bot(search, plan.game, np.random.default_rng(plan.seed))  # which refuses what cannot be
    if not isinstance(bot, SearchAgent):
        raise ConfigError(f"{search} does not search; allowed are bots named search")
    return bot


def _win_rates(
    plan: SkillPlan, players: int, bots: Sequence[str], games: int, executor: Executor
) -> dict[str, WinRate]:
    """The share of each bot against the yardstick in all other seats."""
    lineups = [(bot, *[plan.baseline] * (players - 1)) for bot in bots]
    play = partial(_play_match, plan.entry, dict(plan.rules), games, plan.seed)
    return {names[0]: result.win_rates[0] for names, result in executor(play, lineups)}


def _play_match(entry: GameEntry, rules: dict[str, Any], games: int, seed: int, lineup: Sequence[str]) -> MatchResult:
    """One match, in whatever process."""
    return play_match(entry.spec_for(**rules), lineup, games, seed, rules)
