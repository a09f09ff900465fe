"""The search bot: it plays its prior's action unless another one is clearly better with common random numbers."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent, Analysis, heuristics_of
from wd_env.agents.agent_options import check_decisions, is_at_decision
from wd_env.agents.files.bundled_models import bundled_value
from wd_env.agents.networks.numpy_network import Network
from wd_env.agents.networks.value_network import ValueNetwork, load_value
from wd_env.agents.search.rollouts import NETWORK_STYLE
from wd_env.agents.search.search_engine import Floats, Ints, RolloutConfig, SearchEngine, SearchStats, draw_keys
from wd_env.agents.search.search_options import NO_VALUE_NET, SearchOptions
from wd_env.batch.batch_arguments import check_legal
from wd_env.batch.kernel_arrays import as_int8_rows, as_int64
from wd_env.errors import ConfigError, attribute_errors_to, quoted
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View

RANDOM = "random"
PER_MILLE = 1000
MS_PER_SECOND = 1000
FIRST_SAMPLES = 16  # of a decision with a time limit; later rounds fit the rest, with at most twice as many samples


@dataclass(frozen=True)
class SearchAnalysis:
    """Estimates of a search for one decision.

    Attributes:
        actions: int64[m], the legal actions.
        means: float64[m], estimated probability of winning after each; NaN if it was not sampled.
        half_widths: float64[m], half the width of the 95% confidence interval of each mean; NaN if not sampled.
        samples: int64[m], number of samples of each.
        action: The chosen action.
        value: Mean of the chosen action, the value of the position.
    """

    actions: Ints
    means: Floats
    half_widths: Floats
    samples: Ints
    action: int
    value: float


class SearchAgent(Agent):
    """A bot that samples every legal action with common random numbers, plays a short rollout and values its end.

    It needs views and states in which the seat to move could be. Everything hidden from the seat is resampled, in
    these states and in every sample. With a number of samples the same generator gives the same actions; with a time
    limit they depend on the machine.

    Args:
        generator: Source of all samples.
        options: Options, or their text.

    Raises:
        ConfigError: If an option is invalid.
    """

    uses_states = True
    analysis_level = "action values"
    threads = 1  # that share the decisions of one call; actions do not depend on it

    def __init__(self, generator: np.random.Generator, options: SearchOptions | str = "") -> None:
        super().__init__(generator)
        self.options = SearchOptions.parse(options) if isinstance(options, str) else options
        self._contexts: dict[GameSpec, SearchContext] = {}  # by spec: two maps are two games of one name

    def __getstate__(self) -> dict[str, Any]:
        """Leave out engines and networks, which copies and pickles create again from the options."""
        return {**self.__dict__, "_contexts": {}}

    @staticmethod
    def option_files(options: str, game: str) -> tuple[Path, ...]:
        """Return the files that options name: value network, prior and rollout policy."""
        from wd_env.agents.agent_registry import bot_files  # the registry imports this module

        text = SearchOptions.parse(options)
        nets = (Path(text.value_net),) if text.value_net not in ("", NO_VALUE_NET) else ()
        bots = (file for name in (text.prior, text.policy) if name for file in bot_files(name, game))
        return tuple(dict.fromkeys((*nets, *bots)))

    def check_game(self, game: GameSpec) -> None:
        """Raise ConfigError if the game has no resampling, or an option of the search does not fit it."""
        check_decisions(game, self.options.decisions)
        self._context(game)

    def choose(self, view: View) -> int:
        """Choose an action; StateError if the view has no table."""
        return self.analyse_view(view).action

    def analyse(self, view: View) -> Analysis:
        """Choose an action, and return the estimated probability of winning of each option; StateError as `choose`."""
        result = self.analyse_view(view)
        evaluated = zip(result.actions.tolist(), result.means.tolist(), strict=True)
        means = {action: mean for action, mean in evaluated if not np.isnan(mean)}
        return Analysis(
            result.action,
            {action: float(action == result.action) for action in view.legal_indices},
            action_values=means,
        )

    def analyse_view(self, view: View) -> SearchAnalysis:
        """Return the estimates for the current decision, by as many samples or as much time as the options allow."""
        state = view.resample(np.random.default_rng(0))
        record = np.frombuffer(bytearray(state.to_bytes()), view.game.schema.dtype)
        return self.analyse_batch(view.game, record, *view.arrays)[0]

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> Ints:
        """Raise ConfigError: views alone do not determine future states; see `choose_from_states`."""
        name = self.name or "search"
        raise ConfigError(
            f"{name} needs states, not only views; use `choose_from_states`, which `Batch.select_actions` calls"
        )

    def choose_from_states(
        self, game: GameSpec, states: NDArray[Any], obs: NDArray[np.int8], masks: NDArray[np.int8]
    ) -> Ints:
        """Choose actions int64[k] for states, records[k], in which the seats to move could be."""
        return self._search(game, states, obs, masks).actions

    def analyse_batch(
        self, game: GameSpec, states: NDArray[Any], obs: NDArray[np.int8], masks: NDArray[np.int8]
    ) -> list[SearchAnalysis]:
        """Return the estimates for each of k decisions; the arguments are those of `choose_from_states`."""
        result = self._search(game, states, obs, masks)
        means, errors, samples = result.means, result.half_widths, result.samples
        analyses = []
        for row, chosen in enumerate(result.actions.tolist()):
            legal = np.flatnonzero(masks[row])
            of = row, legal
            analyses.append(
                SearchAnalysis(legal, means[of], errors[of], samples[of], chosen, float(means[row, chosen]))
            )
        return analyses

    def evaluate_actions(
        self, game: GameSpec, states: NDArray[Any], prior_actions: Ints, searched: NDArray[np.bool_] | None = None
    ) -> SearchStats:
        """Sample the options of k decisions.

        Args:
            game: The game.
            states: records[k], as for `choose_from_states`.
            prior_actions: int64[k], legal actions that replace those of the prior.
            searched: bool[k], decisions to search, or None for all; in the others the given action stays.

        Returns:
            Statistics of the options.

        Raises:
            ConfigError: If the states are not records of the game, or `prior_actions` are not k actions.
        """
        prior_actions = _checked_actions(game, prior_actions, len(states))
        if not isinstance(states, np.ndarray) or states.dtype != game.schema.dtype or states.ndim != 1:
            raise ConfigError(f"states: expected records of {game.name}, as `Batch.resampled_states` returns them")
        keys, stats = draw_keys(self.generator, len(states)), SearchStats.empty(game, len(states))
        if searched is not None:
            stats.skip(~searched, prior_actions)
        items = np.array_split(np.arange(len(states)), self.threads)
        slices = [slice(item[0], item[-1] + 1) for item in items if len(item)]
        engines = self._context(game).engines
        first = engines[0]
        engines += [SearchEngine(game, first.network, first.policy) for _ in range(len(slices) - len(engines))]

        def search(engine: SearchEngine, of: slice) -> None:
            slice_stats = stats.select(of)
            self._run_search(engine, np.ascontiguousarray(states[of]), prior_actions[of], keys[of], slice_stats)

        if len(slices) > 1:
            with ThreadPoolExecutor(len(slices)) as pool:
                list(pool.map(search, engines, slices))
        elif slices:
            search(first, slices[0])
        return stats

    def _run_search(
        self, engine: SearchEngine, states: NDArray[Any], prior_actions: Ints, keys: Ints, stats: SearchStats
    ) -> None:
        """Sample by the number of samples or up to the time limit."""
        rollout, settings = self._context(engine.game).rollout, (self.options.margin, self.options.stderrs)
        if not self.options.time:
            engine.search(states, prior_actions, keys, stats, self.options.samples, rollout, *settings)
            return
        start_time, samples = monotonic(), FIRST_SAMPLES
        bounds = start_time + self.options.time / MS_PER_SECOND * len(states)
        while samples > 0 and engine.search(states, prior_actions, keys, stats, samples, rollout, *settings):
            now = monotonic()
            samples, start_time = int(samples * min(2.0, (bounds - now) / (now - start_time))), now

    def _search(
        self, game: GameSpec, states: NDArray[Any], obs: NDArray[np.int8], masks: NDArray[np.int8]
    ) -> SearchStats:
        masks = as_int8_rows("masks", masks, len(game.actions))
        prior = self._context(game).prior
        with attribute_errors_to(prior):
            prior_actions = check_legal(game, prior.choose_batch(game, obs, masks), np.arange(len(masks)), masks)
        return self.evaluate_actions(game, states, prior_actions, is_at_decision(game, self.options.decisions, obs))

    def _context(self, game: GameSpec) -> "SearchContext":
        if game not in self._contexts:
            options = self.options
            prior = make_prior_bot(
                options.prior or next(iter(heuristics_of(game).styles), RANDOM), game, self.generator
            )
            policy, network = load_rollout_network(options, game), load_value_network(options.value_net, game)
            check_depth_turns(options.depth_turns, game, network)
            engine = SearchEngine(game, network, policy)
            self._contexts[game] = SearchContext([engine], prior, rollout_config(options, game))
        return self._contexts[game]


def _checked_actions(game: GameSpec, prior_actions: object, decisions: int) -> Ints:
    """Return actions as compiled code takes them; ConfigError unless there is an action for each decision."""
    actions = as_int64(prior_actions, "prior_actions", ConfigError)
    if actions.shape != (decisions,) or ((actions < 0) | (actions >= len(game.actions))).any():
        limits = f" from {actions.min()} to {actions.max()}" if actions.size else ""
        expected = f"{decisions} actions of 0..{len(game.actions) - 1}"
        raise ConfigError(f"prior_actions: expected {expected}, got shape {actions.shape}{limits}")
    return np.ascontiguousarray(actions)


class SearchContext(NamedTuple):
    """The objects that a search of one game needs. Each thread uses its own engine; engines are added when needed."""

    engines: list[SearchEngine]
    prior: Agent
    rollout: RolloutConfig


def load_value_network(net: str, game: GameSpec) -> ValueNetwork | None:
    """Load the value network of the options: a file, none, or the bundled one."""
    path = bundled_value(game.name) if not net else None if net == NO_VALUE_NET else Path(net)
    return None if path is None else load_value(path, game)[0]


def check_depth_turns(turns: int, game: GameSpec, network: ValueNetwork | None) -> None:
    """Raise ConfigError if a depth in turns is given, but the game counts none or has no value network."""
    if turns and not game.has_turns:
        raise ConfigError(f"depth_turns: expected 0, because {game.name} counts no turns, got {turns}")
    if turns and network is None:
        raise ConfigError(f"depth_turns: expected 0 without a value network of {game.name}, got {turns}")


def load_rollout_network(options: SearchOptions, game: GameSpec) -> Network | None:
    """Load the trained policy that plays in rollouts; None if a hand-written or random one does."""
    name = options.policy
    if not name or name == RANDOM or name in heuristics_of(game).styles:
        return None
    from wd_env.agents.agent_registry import make_bot  # the registry imports this module
    from wd_env.agents.networks.policy_agent import PolicyAgent

    bot = make_bot(name, game, np.random.default_rng())
    if not isinstance(bot, PolicyAgent):
        styles = ", ".join((*heuristics_of(game).styles, RANDOM))
        raise ConfigError(f"policy: expected {styles} or a trained bot, got {quoted(name)}")
    return bot.network


def rollout_config(options: SearchOptions, game: GameSpec) -> RolloutConfig:
    """Return how samples continue; ConfigError if `opponents` is not a hand-written policy of the game."""
    styles = heuristics_of(game).styles
    name = options.policy or next(iter(styles), RANDOM)
    if options.opponents and (name == RANDOM or options.opponents not in styles):
        allowed = ", ".join(styles) if styles and name != RANDOM else "nothing"
        raise ConfigError(f"opponents: expected {allowed} with policy {quoted(name)}, got {quoted(options.opponents)}")
    random_per_mille = PER_MILLE if name == RANDOM else round(options.random_rate * PER_MILLE)
    style = styles.get(name, 0) if name in styles or name == RANDOM else NETWORK_STYLE
    return RolloutConfig(
        options.rollout,
        options.depth_turns,
        style,
        styles.get(options.opponents, style),
        options.second_ply,
        random_per_mille,
    )


def make_prior_bot(name: str, game: GameSpec, generator: np.random.Generator) -> Agent:
    """Make the prior bot; ConfigError if it is a search bot itself or recurrent."""
    from wd_env.agents.agent_registry import make_bot  # the registry imports this module

    bot = make_bot(name, game, generator)
    if bot.uses_states:
        raise ConfigError(f"prior: expected a bot that needs only views, got {quoted(name)}, which searches")
    if bot.hidden_size:
        raise ConfigError(f"prior: expected a bot that needs only views, got {quoted(name)}, which is recurrent")
    return bot
