"""The bot that looks ahead: it keeps its prior's answer unless another option is clearly better on the same luck."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent, Opinion, habits_of
from wd_env.agents.agent_options import check_decisions, is_asked_at
from wd_env.agents.bundled_models import shipped_value
from wd_env.agents.numpy_network import Network
from wd_env.agents.search.rollouts import BY_NETWORK
from wd_env.agents.search.search_engine import Findings, Floats, Ints, Rollout, SearchEngine, keys_from
from wd_env.agents.search.search_options import NO_NET, SearchOptions
from wd_env.agents.value_network import ValueNetwork, load_value
from wd_env.batch.batch_arguments import check_offered
from wd_env.batch.kernel_arrays import bytes_in_rows, whole_numbers
from wd_env.errors import ConfigError, blaming, quoted
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View

RANDOM = "random"
PER_MILLE = 1000
MS_A_SECOND = 1000
FIRST_SAMPLES = 16  # of a decision that has a time; then as many as fit into the rest of it, twice as many at most


@dataclass(frozen=True)
class SearchOpinion:
    """What a search thinks of one decision.

    `actions` int64[m] are its legal actions; of each `means` float64[m] is the odds of winning, `errors` float64[m]
    half the width of its 95 % interval (both NaN where it was not tried) and `samples` int64[m] how often it was
    tried. `chosen` is the answer, `value` its mean: what the position is worth.
    """

    actions: Ints
    means: Floats
    errors: Floats
    samples: Ints
    chosen: int
    value: float


class SearchAgent(Agent):
    """Tries every legal action on common luck, plays on a little, values the end, and answers.

    It is given views, and states that its seat could be in: whatever the seat cannot know is dealt anew, in these and
    again in every sample. With a number of samples the same generator gives the same answers; with a time it depends
    on the machine. `options` are `SearchOptions`, or a text of them; ConfigError for one that cannot be.
    """

    takes_states = True
    tells = "means"
    threads = 1  # among which the decisions of one call are parted; answers do not depend on it

    def __init__(self, generator: np.random.Generator, options: SearchOptions | str = "") -> None:
        super().__init__(generator)
        self.options = SearchOptions.parse(options) if isinstance(options, str) else options
        self._minds: dict[GameSpec, Mind] = {}  # two maps are two games of one name

    def __getstate__(self) -> dict[str, Any]:
        """Copies and pickles make engines and networks of their own, from the same options."""
        return {**self.__dict__, "_minds": {}}

    @staticmethod
    def files_of(options: str) -> tuple[Path, ...]:
        """Return the files that options name: of the value network, of the prior, of who answers in rollouts."""
        from wd_env.agents.agent_registry import bot_files  # which knows this bot

        told = SearchOptions.parse(options)
        nets = (Path(told.net),) if told.net not in ("", NO_NET) else ()
        bots = (file for name in (told.prior, told.policy) if name for file in bot_files(name))
        return tuple(dict.fromkeys((*nets, *bots)))

    def check_game(self, game: GameSpec) -> None:
        """Refuse a game whose secrets cannot be dealt anew, and a network, policy, prior or decision not of it."""
        check_decisions(game, self.options.at)
        self._mind(game)

    def choose(self, view: View) -> int:
        """Choose an action; StateError for a view without a table behind it."""
        return self.opinion(view).chosen

    def weigh(self, view: View) -> Opinion:
        """Tell the odds of winning that each option has brought in the samples; StateError as `choose`."""
        found = self.opinion(view)
        tried = zip(found.actions.tolist(), found.means.tolist(), strict=True)
        means = {action: mean for action, mean in tried if not np.isnan(mean)}
        return Opinion(found.chosen, {action: float(action == found.chosen) for action in view.legal}, means=means)

    def opinion(self, view: View) -> SearchOpinion:
        """Return what the search thinks of the open decision, by as many samples or as much time as its options say."""
        state = view.resample(np.random.default_rng(0))
        record = np.frombuffer(bytearray(state.to_bytes()), view.game.schema.dtype)
        return self.opinions(view.game, record, *view.arrays)[0]

    def choose_many(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> Ints:
        """ConfigError: views alone do not say what may come next; see `choose_from`."""
        name = self.name or "search"
        raise ConfigError(f"{name} takes states beside views; allowed is `choose_from`, by which `Batch.ask` asks it")

    def choose_from(self, game: GameSpec, states: NDArray[Any], obs: NDArray[np.int8], masks: NDArray[np.int8]) -> Ints:
        """Choose actions int64[k] for states, records[k], that the asked seats could be in."""
        return self._search(game, states, obs, masks).chosen

    def opinions(
        self, game: GameSpec, states: NDArray[Any], obs: NDArray[np.int8], masks: NDArray[np.int8]
    ) -> list[SearchOpinion]:
        """Return what the search thinks of each of k decisions; arguments as of `choose_from`."""
        found = self._search(game, states, obs, masks)
        means, errors, samples = found.means, found.errors, found.samples
        opinions = []
        for row, chosen in enumerate(found.chosen.tolist()):
            legal = np.flatnonzero(masks[row])
            of = row, legal
            opinions.append(SearchOpinion(legal, means[of], errors[of], samples[of], chosen, float(means[row, chosen])))
        return opinions

    def findings(
        self, game: GameSpec, states: NDArray[Any], own: Ints, searched: NDArray[np.bool_] | None = None
    ) -> Findings:
        """Try the options of k decisions beside the legal answers `own` int64[k] and return what was found.

        `own` takes the place of the prior's answers; `states` as of `choose_from`. Where `searched`, bool[k], is False
        nothing is tried and the own answer stays. ConfigError for states that are no
        records of the game, and for answers that are no actions, one for each.
        """
        own = _actions(game, own, len(states))
        if not isinstance(states, np.ndarray) or states.dtype != game.schema.dtype or states.ndim != 1:
            raise ConfigError(f"the states are no records of {game.name}; allowed are those of `Batch.possible_states`")
        keys, findings = keys_from(self.generator, len(states)), Findings.of(game, len(states))
        if searched is not None:
            findings.leave_out(~searched, own)
        parts = np.array_split(np.arange(len(states)), self.threads)
        slices = [slice(part[0], part[-1] + 1) for part in parts if len(part)]
        engines = self._mind(game).engines
        first = engines[0]
        engines += [SearchEngine(game, first.network, first.policy) for _ in range(len(slices) - len(engines))]

        def search(engine: SearchEngine, of: slice) -> None:
            mine = findings.part(of)
            self._think(engine, np.ascontiguousarray(states[of]), own[of], keys[of], mine)

        if len(slices) > 1:
            with ThreadPoolExecutor(len(slices)) as pool:
                list(pool.map(search, engines, slices))
        elif slices:
            search(first, slices[0])
        return findings

    def _think(self, engine: SearchEngine, states: NDArray[Any], own: Ints, keys: Ints, findings: Findings) -> None:
        """Try by so many samples, or for as long as there is time."""
        rollout, how = self._mind(engine.game).rollout, (self.options.margin, self.options.sure)
        if not self.options.time:
            engine.search(states, own, keys, findings, self.options.samples, rollout, *how)
            return
        begun, samples = monotonic(), FIRST_SAMPLES
        ends = begun + self.options.time / MS_A_SECOND * len(states)
        while samples > 0 and engine.search(states, own, keys, findings, samples, rollout, *how):
            now = monotonic()
            samples, begun = int(samples * min(2.0, (ends - now) / (now - begun))), now

    def _search(self, game: GameSpec, states: NDArray[Any], obs: NDArray[np.int8], masks: NDArray[np.int8]) -> Findings:
        masks = bytes_in_rows("masks", masks, len(game.actions))
        prior = self._mind(game).prior
        with blaming(prior):
            own = check_offered(game, prior.choose_many(game, obs, masks), np.arange(len(masks)), masks)
        return self.findings(game, states, own, is_asked_at(game, self.options.at, obs))

    def _mind(self, game: GameSpec) -> "Mind":
        if game not in self._minds:
            options = self.options
            prior = make_prior(options.prior or next(iter(habits_of(game).styles), RANDOM), game, self.generator)
            policy = rollout_network(options, game)
            engine = SearchEngine(game, network_of(options.net, game), policy)
            self._minds[game] = Mind([engine], prior, rollout_of(options, game))
        return self._minds[game]


def _actions(game: GameSpec, own: object, decisions: int) -> Ints:
    """Answers as compiled code takes them; ConfigError unless there is an action for each decision."""
    found = whole_numbers(own, "answers", ConfigError)
    if found.shape != (decisions,) or ((found < 0) | (found >= len(game.actions))).any():
        told = f"{found.shape} answers from {found.min()} to {found.max()}" if found.size else f"{found.shape} answers"
        raise ConfigError(f"{told} for {decisions} states; allowed is one of 0..{len(game.actions) - 1} for each")
    return np.ascontiguousarray(found)


class Mind(NamedTuple):
    """What a search of one game thinks with; `engines` may work side by side, and more come when they are needed."""

    engines: list[SearchEngine]
    prior: Agent
    rollout: Rollout


def network_of(net: str, game: GameSpec) -> ValueNetwork | None:
    """Load the value network that a search is told to use: a file, none, or the one that comes with the game."""
    path = shipped_value(game.name) if not net else None if net == NO_NET else Path(net)
    return None if path is None else load_value(path, game)[0]


def rollout_network(options: SearchOptions, game: GameSpec) -> Network | None:
    """Load the trained policy that answers in rollouts; None where habits do or any legal action is taken."""
    name = options.policy
    if not name or name == RANDOM or name in habits_of(game).styles:
        return None
    from wd_env.agents.agent_registry import make_bot  # which knows this bot
    from wd_env.agents.policy_agent import PolicyAgent

    bot = make_bot(name, game, np.random.default_rng())
    if not isinstance(bot, PolicyAgent):
        styles = ", ".join((*habits_of(game).styles, RANDOM))
        raise ConfigError(f"policy {quoted(name)} cannot answer in rollouts; allowed are {styles} and trained bots")
    return bot.network


def rollout_of(options: SearchOptions, game: GameSpec) -> Rollout:
    """Return how samples go on; ConfigError for `others` that are no habits of the game."""
    styles = habits_of(game).styles
    name = options.policy or next(iter(styles), RANDOM)
    if options.others and (name == RANDOM or options.others not in styles):
        allowed = f"are {', '.join(styles)}" if styles and name != RANDOM else "is nothing"
        raise ConfigError(
            f"others {quoted(options.others)} cannot answer beside policy {quoted(name)}; allowed {allowed}"
        )
    mixed = PER_MILLE if name == RANDOM else round(options.mix * PER_MILLE)
    own = styles.get(name, 0) if name in styles or name == RANDOM else BY_NETWORK
    return Rollout(options.rollout, own, styles.get(options.others, own), options.again, mixed)


def make_prior(name: str, game: GameSpec, generator: np.random.Generator) -> Agent:
    """Make the bot whose answers are kept; ConfigError for one that takes states itself."""
    from wd_env.agents.agent_registry import make_bot  # which knows this bot

    bot = make_bot(name, game, generator)
    if bot.takes_states:
        raise ConfigError(f"prior {quoted(name)} searches itself; allowed are bots that answer by views alone")
    return bot
