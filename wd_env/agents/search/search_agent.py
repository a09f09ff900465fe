"""The bot that looks ahead: it keeps its prior's answer unless another option is clearly better on the same luck."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent, Analysis, heuristics_of
from wd_env.agents.agent_options import check_decisions, is_at_decision
from wd_env.agents.bundled_models import bundled_value
from wd_env.agents.numpy_network import Network
from wd_env.agents.search.rollouts import NETWORK_STYLE
from wd_env.agents.search.search_engine import Floats, Ints, RolloutConfig, SearchEngine, SearchStats, draw_keys
from wd_env.agents.search.search_options import NO_VALUE_NET, SearchOptions
from wd_env.agents.value_network import ValueNetwork, load_value
from wd_env.batch.batch_arguments import check_legal
from wd_env.batch.kernel_arrays import as_int8_rows, as_int64
from wd_env.errors import ConfigError, attribute_errors_to, quoted
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View

RANDOM = "random"
PER_MILLE = 1000
MS_PER_SECOND = 1000
FIRST_SAMPLES = 16  # of a decision that has a time; then as many as fit into the rest of it, twice as many at most


@dataclass(frozen=True)
class SearchAnalysis:
    """What a search thinks of one decision.

    `actions` int64[m] are its legal actions; of each `means` float64[m] is the odds of winning, `errors` float64[m]
    half the width of its 95 % interval (both NaN where it was not tried) and `samples` int64[m] how often it was
    tried. `chosen` is the answer, `value` its mean: what the position is worth.
    """

    actions: Ints
    means: Floats
    half_widths: Floats
    samples: Ints
    action: int
    value: float


class SearchAgent(Agent):
    """Tries every legal action on common luck, plays on a little, values the end, and answers.

    It is given views, and states that its seat could be in: whatever the seat cannot know is dealt anew, in these and
    again in every sample. With a number of samples the same generator gives the same answers; with a time it depends
    on the machine. `options` are `SearchOptions`, or a text of them; ConfigError for one that cannot be.
    """

    uses_states = True
    analysis_level = "action values"
    threads = 1  # among which the decisions of one call are parted; answers do not depend on it

    def __init__(self, generator: np.random.Generator, options: SearchOptions | str = "") -> None:
        super().__init__(generator)
        self.options = SearchOptions.parse(options) if isinstance(options, str) else options
        self._contexts: dict[GameSpec, SearchContext] = {}  # two maps are two games of one name

    def __getstate__(self) -> dict[str, Any]:
        """Copies and pickles make engines and networks of their own, from the same options."""
        return {**self.__dict__, "_contexts": {}}

    @staticmethod
    def option_files(options: str) -> tuple[Path, ...]:
        """Return the files that options name: of the value network, of the prior, of who answers in rollouts."""
        from wd_env.agents.agent_registry import bot_files  # which knows this bot

        told = SearchOptions.parse(options)
        nets = (Path(told.value_net),) if told.value_net not in ("", NO_VALUE_NET) else ()
        bots = (file for name in (told.prior, told.policy) if name for file in bot_files(name))
        return tuple(dict.fromkeys((*nets, *bots)))

    def check_game(self, game: GameSpec) -> None:
        """Refuse a game whose secrets cannot be dealt anew, and a network, policy, prior or decision not of it."""
        check_decisions(game, self.options.decisions)
        self._context(game)

    def choose(self, view: View) -> int:
        """Choose an action; StateError for a view without a table behind it."""
        return self.analyse_view(view).action

    def analyse(self, view: View) -> Analysis:
        """Tell the odds of winning that each option has brought in the samples; StateError as `choose`."""
        found = self.analyse_view(view)
        tried = zip(found.actions.tolist(), found.means.tolist(), strict=True)
        means = {action: mean for action, mean in tried if not np.isnan(mean)}
        return Analysis(
            found.action, {action: float(action == found.action) for action in view.legal_indices}, action_values=means
        )

    def analyse_view(self, view: View) -> SearchAnalysis:
        """Return what the search thinks of the open decision, by as many samples or as much time as its options say."""
        state = view.resample(np.random.default_rng(0))
        record = np.frombuffer(bytearray(state.to_bytes()), view.game.schema.dtype)
        return self.analyse_batch(view.game, record, *view.arrays)[0]

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> Ints:
        """ConfigError: views alone do not say what may come next; see `choose_from_states`."""
        name = self.name or "search"
        raise ConfigError(
            f"{name} takes states beside views; allowed is `choose_from_states`, by which `Batch.ask` asks it"
        )

    def choose_from_states(
        self, game: GameSpec, states: NDArray[Any], obs: NDArray[np.int8], masks: NDArray[np.int8]
    ) -> Ints:
        """Choose actions int64[k] for states, records[k], that the asked seats could be in."""
        return self._search(game, states, obs, masks).actions

    def analyse_batch(
        self, game: GameSpec, states: NDArray[Any], obs: NDArray[np.int8], masks: NDArray[np.int8]
    ) -> list[SearchAnalysis]:
        """Return what the search thinks of each of k decisions; arguments as of `choose_from_states`."""
        found = self._search(game, states, obs, masks)
        means, errors, samples = found.means, found.half_widths, found.samples
        opinions = []
        for row, chosen in enumerate(found.actions.tolist()):
            legal = np.flatnonzero(masks[row])
            of = row, legal
            opinions.append(
                SearchAnalysis(legal, means[of], errors[of], samples[of], chosen, float(means[row, chosen]))
            )
        return opinions

    def evaluate_actions(
        self, game: GameSpec, states: NDArray[Any], prior_actions: Ints, searched: NDArray[np.bool_] | None = None
    ) -> SearchStats:
        """Try the options of k decisions beside the legal answers `own` int64[k] and return what was found.

        `own` takes the place of the prior's answers; `states` as of `choose_from_states`. Where `searched`, bool[k], is
        False nothing is tried and the own answer stays. ConfigError for states that are no
        records of the game, and for answers that are no actions, one for each.
        """
        prior_actions = _checked_actions(game, prior_actions, len(states))
        if not isinstance(states, np.ndarray) or states.dtype != game.schema.dtype or states.ndim != 1:
            raise ConfigError(
                f"the states are no records of {game.name}; allowed are those of `Batch.resampled_states`"
            )
        keys, findings = draw_keys(self.generator, len(states)), SearchStats.empty(game, len(states))
        if searched is not None:
            findings.skip(~searched, prior_actions)
        parts = np.array_split(np.arange(len(states)), self.threads)
        slices = [slice(part[0], part[-1] + 1) for part in parts if len(part)]
        engines = self._context(game).engines
        first = engines[0]
        engines += [SearchEngine(game, first.network, first.policy) for _ in range(len(slices) - len(engines))]

        def search(engine: SearchEngine, of: slice) -> None:
            mine = findings.select(of)
            self._run_search(engine, np.ascontiguousarray(states[of]), prior_actions[of], keys[of], mine)

        if len(slices) > 1:
            with ThreadPoolExecutor(len(slices)) as pool:
                list(pool.map(search, engines, slices))
        elif slices:
            search(first, slices[0])
        return findings

    def _run_search(
        self, engine: SearchEngine, states: NDArray[Any], own: Ints, keys: Ints, stats: SearchStats
    ) -> None:
        """Try by so many samples, or for as long as there is time."""
        rollout, how = self._context(engine.game).rollout, (self.options.margin, self.options.stderrs)
        if not self.options.time:
            engine.search(states, own, keys, stats, self.options.samples, rollout, *how)
            return
        begun, samples = monotonic(), FIRST_SAMPLES
        ends = begun + self.options.time / MS_PER_SECOND * len(states)
        while samples > 0 and engine.search(states, own, keys, stats, samples, rollout, *how):
            now = monotonic()
            samples, begun = int(samples * min(2.0, (ends - now) / (now - begun))), now

    def _search(
        self, game: GameSpec, states: NDArray[Any], obs: NDArray[np.int8], masks: NDArray[np.int8]
    ) -> SearchStats:
        masks = as_int8_rows("masks", masks, len(game.actions))
        prior = self._context(game).prior
        with attribute_errors_to(prior):
            own = check_legal(game, prior.choose_batch(game, obs, masks), np.arange(len(masks)), masks)
        return self.evaluate_actions(game, states, own, is_at_decision(game, self.options.decisions, obs))

    def _context(self, game: GameSpec) -> "SearchContext":
        if game not in self._contexts:
            options = self.options
            prior = make_prior_bot(
                options.prior or next(iter(heuristics_of(game).styles), RANDOM), game, self.generator
            )
            policy = load_rollout_network(options, game)
            engine = SearchEngine(game, load_value_network(options.value_net, game), policy)
            self._contexts[game] = SearchContext([engine], prior, rollout_config(options, game))
        return self._contexts[game]


def _checked_actions(game: GameSpec, own: object, decisions: int) -> Ints:
    """Answers as compiled code takes them; ConfigError unless there is an action for each decision."""
    found = as_int64(own, "answers", ConfigError)
    if found.shape != (decisions,) or ((found < 0) | (found >= len(game.actions))).any():
        told = f"{found.shape} answers from {found.min()} to {found.max()}" if found.size else f"{found.shape} answers"
        raise ConfigError(f"{told} for {decisions} states; allowed is one of 0..{len(game.actions) - 1} for each")
    return np.ascontiguousarray(found)


class SearchContext(NamedTuple):
    """What a search of one game thinks with; `engines` may work side by side, and more come when they are needed."""

    engines: list[SearchEngine]
    prior: Agent
    rollout: RolloutConfig


def load_value_network(net: str, game: GameSpec) -> ValueNetwork | None:
    """Load the value network that a search is told to use: a file, none, or the one that comes with the game."""
    path = bundled_value(game.name) if not net else None if net == NO_VALUE_NET else Path(net)
    return None if path is None else load_value(path, game)[0]


def load_rollout_network(options: SearchOptions, game: GameSpec) -> Network | None:
    """Load the trained policy that answers in rollouts; None where habits do or any legal action is taken."""
    name = options.policy
    if not name or name == RANDOM or name in heuristics_of(game).styles:
        return None
    from wd_env.agents.agent_registry import make_bot  # which knows this bot
    from wd_env.agents.policy_agent import PolicyAgent

    bot = make_bot(name, game, np.random.default_rng())
    if not isinstance(bot, PolicyAgent):
        styles = ", ".join((*heuristics_of(game).styles, RANDOM))
        raise ConfigError(f"policy {quoted(name)} cannot answer in rollouts; allowed are {styles} and trained bots")
    return bot.network


def rollout_config(options: SearchOptions, game: GameSpec) -> RolloutConfig:
    """Return how samples go on; ConfigError for `others` that are no habits of the game."""
    styles = heuristics_of(game).styles
    name = options.policy or next(iter(styles), RANDOM)
    if options.opponents and (name == RANDOM or options.opponents not in styles):
        allowed = f"are {', '.join(styles)}" if styles and name != RANDOM else "is nothing"
        raise ConfigError(
            f"opponents {quoted(options.opponents)} cannot answer beside policy {quoted(name)}; allowed {allowed}"
        )
    mixed = PER_MILLE if name == RANDOM else round(options.random_rate * PER_MILLE)
    own = styles.get(name, 0) if name in styles or name == RANDOM else NETWORK_STYLE
    return RolloutConfig(options.rollout, own, styles.get(options.opponents, own), options.second_ply, mixed)


def make_prior_bot(name: str, game: GameSpec, generator: np.random.Generator) -> Agent:
    """Make the bot whose answers are kept; ConfigError for one that takes states itself."""
    from wd_env.agents.agent_registry import make_bot  # which knows this bot

    bot = make_bot(name, game, generator)
    if bot.uses_states:
        raise ConfigError(f"prior {quoted(name)} searches itself; allowed are bots that answer by views alone")
    return bot
