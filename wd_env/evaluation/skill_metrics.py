"""Measures of skill in a game: values of kinds of decisions, differences between actions, and gains of search."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent_registry import make_bot
from wd_env.agents.files.bundled_models import bundled_value
from wd_env.agents.networks.value_network import load_value
from wd_env.agents.search.search_agent import SearchAgent
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError
from wd_env.evaluation.matches.forfeits import check_bots
from wd_env.evaluation.matches.match import MatchResult, WinRate, play_match
from wd_env.evaluation.matches.match_blocks import check_games
from wd_env.parallel.executors import Executor, run_local
from wd_env.registry import GameEntry
from wd_env.spec.game_spec import PLAYER, GameSpec

Ints = NDArray[np.int64]

COMPARISON_SAMPLES = 256  # samples per option when options are compared
MARGIN = 0.16  # of a search with one sample; it shrinks with the noise, to 0.02 with 64 samples
CLEAR_STDERRS = 2.0  # standard errors from which an option is clearly better
NUM_GAMES = 256  # parallel games from which decisions are sampled
SAMPLING_RATE = 0.02  # fraction of their decisions that is sampled
GAIN_INDEX, SQUARE_INDEX = 3, 4  # among the totals of an option: see `rollouts.update_stats`


@dataclass(frozen=True)
class SkillPlan:
    """The game and its rules, and the baseline bot of all measurements."""

    entry: GameEntry
    rules: Mapping[str, Any]
    baseline: str
    seed: int

    @property
    def game(self) -> GameSpec:
        """The spec of the game under these rules."""
        return self.entry.spec_for(**self.rules)


@dataclass(frozen=True)
class DecisionSample:
    """k sampled decisions with at least two options, from games of the baseline.

    Attributes:
        states: records[k], resampled states that the seats to move could be in.
        nodes: int64[k], node of each decision.
        baseline_actions: int64[k], actions of the baseline.
        choices: float64[nodes], mean number of such decisions of each kind per seat and game.
    """

    states: NDArray[Any]
    nodes: Ints
    baseline_actions: Ints
    choices: NDArray[np.float64]


@dataclass(frozen=True)
class OptionSpread:
    """Differences in the probability of winning between the actions of one kind of decision.

    Attributes:
        decision: Name of the decision.
        choices: Number of such decisions per seat and game.
        num_decisions: Number of sampled decisions.
        spread: Standard deviation of the gain of other options over the baseline's action, without sampling noise.
        better: Fraction of decisions with an option that is clearly better.
    """

    decision: str
    choices: float
    num_decisions: int
    spread: float
    better: float


@dataclass(frozen=True)
class DecisionValue:
    """The value of one kind of decision: win rates against the baseline of bots that differ from it there only."""

    decision: str
    at_random: WinRate
    searched: WinRate


@dataclass(frozen=True)
class SearchCost:
    """The win rate of a search against the baseline, and its processor time."""

    samples: int
    milliseconds: float  # of processor time per decision with at least two options
    win_rate: WinRate


def search_name(plan: SkillPlan, samples: int) -> str:
    """Return the name of a search with a number of samples, and with a margin that fits their noise."""
    return f"search:samples={samples},margin={min(MARGIN / max(samples, 1) ** 0.5, 1):.4f},prior={plan.baseline}"


def value_metrics(plan: SkillPlan) -> dict[str, Any]:
    """Return the metrics of the game's bundled value network by number of players; empty without a network."""
    path = bundled_value(plan.game.name)
    return {} if path is None else dict(load_value(path, plan.game)[1].provenance.results)


def check_skill_plan(plan: SkillPlan, searches: Sequence[str], decisions: int, games: int) -> None:
    """Check the arguments of all measurements before any of their work.

    Args:
        plan: Game, rules, baseline and seed.
        searches: Names of the searches that play.
        decisions: Number of decisions to draw.
        games: Number of games of each match.

    Raises:
        ConfigError: If a bot is unknown, or a number of decisions or games is below 1.
    """
    if decisions < 1:
        raise ConfigError(f"decisions: expected 1 or more, got {decisions!r}")
    check_games("a match", games, 1, plan.rules)
    check_bots(plan.game, [plan.baseline, *searches])


def sample_decisions(plan: SkillPlan, players: int, num_decisions: int) -> DecisionSample:
    """Sample about this many decisions with at least two options from games of the baseline.

    Args:
        plan: Game, rules, baseline and seed.
        players: Number of players.
        num_decisions: Approximate number of decisions, at least 1.

    Returns:
        The decisions.

    Raises:
        ConfigError: If `num_decisions` is below 1.
    """
    if num_decisions < 1:
        raise ConfigError(f"num_decisions: expected 1 or more, got {num_decisions!r}")
    game, generator = plan.game, np.random.default_rng((plan.seed, players))
    bot = make_bot(plan.baseline, game, generator)
    to_move = np.zeros(sum(node.kind == PLAYER for node in game.nodes))
    states: list[NDArray[Any]] = []
    nodes: list[Ints] = []
    seats: list[Ints] = []
    games = 0
    while sum(len(actions) for actions in seats) < num_decisions:
        batch = Batch(game, NUM_GAMES, plan.seed + games, [players], dict(plan.rules))
        games += NUM_GAMES
        while len(rows := np.flatnonzero(~batch.done)):
            actions = batch.select_actions(bot, rows)
            is_choice = batch.masks[rows].sum(axis=1) > 1
            open_node = batch.obs[rows][:, game.layout.slice("decision")].argmax(axis=1)
            to_move += np.bincount(open_node[is_choice], minlength=len(to_move))
            retained = is_choice & (generator.random(len(rows)) < SAMPLING_RATE)
            if retained.any():
                states.append(batch.resampled_states(rows[retained]))
                nodes.append(open_node[retained])
                seats.append(actions[retained])
            batch.step(actions, rows)
    results = (
        np.concatenate(states)[:num_decisions],
        np.concatenate(nodes)[:num_decisions],
        np.concatenate(seats)[:num_decisions],
    )
    return DecisionSample(*results, to_move / games / players)


def option_spreads(plan: SkillPlan, sample: DecisionSample, search: str) -> list[OptionSpread]:
    """Search every option of these decisions, and return how much options differ, the largest spread first."""
    bot = _make_search(plan, search)
    totals = bot.evaluate_actions(plan.game, sample.states, sample.baseline_actions).totals
    rows = []
    for index, name in enumerate(decision_names(plan.game)):
        of = sample.nodes == index
        if of.any():
            rows.append(
                OptionSpread(
                    name,
                    float(sample.choices[index]),
                    int(of.sum()),
                    *_spread_and_better(totals[of], sample.baseline_actions[of]),
                )
            )
    return sorted(rows, key=lambda row: -row.spread)


def _spread_and_better(stats: NDArray[np.float64], baseline_actions: Ints) -> tuple[float, float]:
    """Return the spread of true gains, and the fraction of decisions with a clearly better option."""
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
    """Return the values of kinds of decisions, in the order given.

    For each kind, a bot that takes these actions at random and one that searches only these play the baseline.
    """
    bots = f"noisy:rate=1,bot={plan.baseline},decisions=", f"search:prior={plan.baseline},decisions="
    win_rates = _win_rates(plan, players, [bot + node for node in decisions for bot in bots], games, executor)
    return [DecisionValue(node, *(win_rates[bot + node] for bot in bots)) for node in decisions]


def search_costs(
    plan: SkillPlan,
    players: int,
    searches: Sequence[str],
    sample: DecisionSample,
    games: int,
    executor: Executor = run_local,
) -> list[SearchCost]:
    """Return the win rates of searches against the baseline, and their times for these decisions on one core."""
    costs = {search: _milliseconds_per_decision(plan, search, sample) for search in searches}
    win_rates = _win_rates(plan, players, searches, games, executor)
    return [
        SearchCost(_make_search(plan, search).options.samples, costs[search], win_rates[search]) for search in searches
    ]


def decision_names(game: GameSpec) -> list[str]:
    """Return the names of a game's decisions, in order."""
    return [node.name for node in game.nodes if node.kind == PLAYER]


def _milliseconds_per_decision(plan: SkillPlan, search: str, sample: DecisionSample) -> float:
    bot = _make_search(plan, search)
    bot.evaluate_actions(plan.game, sample.states[:1], sample.baseline_actions[:1])  # compile before timing
    start_time = time.process_time()
    bot.evaluate_actions(plan.game, sample.states, sample.baseline_actions)
    return (time.process_time() - start_time) / len(sample.states) * 1000


def _make_search(plan: SkillPlan, search: str) -> SearchAgent:
    bot = make_bot(search, plan.game, np.random.default_rng(plan.seed))  # raises ConfigError if the name is invalid
    if not isinstance(bot, SearchAgent):
        raise ConfigError(f"searches: expected bots named search, got {search}")
    return bot


def _win_rates(
    plan: SkillPlan, players: int, bots: Sequence[str], games: int, executor: Executor
) -> dict[str, WinRate]:
    """Return the win rate of each bot against the baseline in all other seats."""
    lineups = [(bot, *[plan.baseline] * (players - 1)) for bot in bots]
    play = partial(_play_match, plan.entry, dict(plan.rules), games, plan.seed)
    return {names[0]: result.win_rates[0] for names, result in executor(play, lineups)}


def _play_match(entry: GameEntry, rules: dict[str, Any], games: int, seed: int, lineup: Sequence[str]) -> MatchResult:
    """Play one match, in any process."""
    return play_match(entry.spec_for(**rules), lineup, games, seed, rules)
