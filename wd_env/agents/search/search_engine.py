"""The compiled search of one game: which arrays it works on, and what it found out about each option."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import heuristics_of
from wd_env.agents.numpy_network import Network
from wd_env.agents.search import leaf_value, policy_kernel, rollouts, search_kernel, second_ply, uniform_rollout
from wd_env.agents.search.packed_policy import NO_POLICY, pack_policy
from wd_env.agents.search.search_options import DEFAULT_STDERRS
from wd_env.agents.value_network import ValueNetwork
from wd_env.compiler.compile_rules import compile_lazily
from wd_env.errors import ConfigError
from wd_env.kernels import bits, default_rules, game_loop, philox
from wd_env.kernels.philox import WORD
from wd_env.spec.game_spec import GameSpec

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

UNLIMITED_DEPTH = 1 << 30  # answers of a rollout that only the end of the game stops
NO_WEIGHTS, NO_INPUTS = np.zeros(1, np.float32), np.zeros(0, np.int64)  # in the place of a value network
TOTALS_PER_ACTION = 5  # numbers kept of an option: see `playouts.update_stats`
Z_95 = 1.959964  # standard errors of a 95 % interval


@dataclass(frozen=True)
class RolloutConfig:
    """How a sample goes on after the option that is tried."""

    depth: int  # answers of all players before the leaf; `UNLIMITED_DEPTH` where there is no value network
    style: int = 0  # of the habits that answer; `playouts.NETWORK_STYLE` where a trained policy does
    opponent_style: int = 0  # the same of those that answer for everybody but the player whose odds are told
    second_ply: int = (
        0  # samples of each option where the player is first asked again; 0: the policy answers there, too
    )
    random_per_mille: int = 0  # of a thousand answers so many are any legal action instead


@dataclass(frozen=True)
class SearchStats:
    """What is known of the options of k decisions; rows and columns are decisions and actions.

    `tallies` float64[k, actions, 5] are sums over the samples of an option: how many, their values, the squares of
    those, what they brought beyond the prior's answer on the same luck, and the squares of that. `alive` int8[k,
    actions] is 1 for an option that is still tried, and for the one that was left when the answer was settled. `tried`
    int64[k] counts the samples of each decision, `chosen` int64[k] is the answer so far.
    """

    totals: Floats
    candidates: NDArray[np.int8]
    num_samples: Ints
    actions: Ints

    @classmethod
    def empty(cls, game: GameSpec, num_decisions: int) -> "SearchStats":
        """Make the findings of decisions of which nothing is known yet."""
        wide = num_decisions, len(game.actions)
        tallies, alive = np.zeros((*wide, TOTALS_PER_ACTION)), np.zeros(wide, np.int8)
        return cls(tallies, alive, np.zeros(num_decisions, np.int64), np.zeros(num_decisions, np.int64))

    def select(self, rows: slice) -> "SearchStats":
        """Return those of some decisions in a row, which share memory with these."""
        return SearchStats(self.totals[rows], self.candidates[rows], self.num_samples[rows], self.actions[rows])

    def skip(self, rows: NDArray[np.bool_], prior_actions: Ints) -> None:
        """Keep the `own` answers, int64[k], of the decisions of these rows, bool[k]; nothing else is tried there."""
        self.num_samples[rows] = 1  # as if their options had been looked at ...
        self.candidates[rows, prior_actions[rows]] = 1  # ... and only one had been left

    @property
    def samples(self) -> Ints:
        """Return how often each option was tried, int64[k, actions]."""
        counts: Ints = self.totals[:, :, 0].astype(np.int64)
        return counts

    @property
    def means(self) -> Floats:
        """Return the mean value of each option, float64[k, actions]; NaN where it was never tried."""
        with np.errstate(invalid="ignore"):
            means: Floats = self.totals[:, :, 1] / self.totals[:, :, 0]
        return means

    @property
    def gains(self) -> Floats:
        """Return what each option brings beyond the prior's answer, float64[k, actions]; NaN where it was not tried."""
        with np.errstate(invalid="ignore"):
            gains: Floats = self.totals[:, :, 3] / self.totals[:, :, 0]
        return gains

    @property
    def half_widths(self) -> Floats:
        """Return half the width of each mean's 95 % interval, float64[k, actions]; NaN where it was never tried."""
        count = self.totals[:, :, 0]
        with np.errstate(invalid="ignore"):
            variances = np.maximum(self.totals[:, :, 2] / count - self.means**2, 0)
            errors: Floats = Z_95 * np.sqrt(variances / count)
        return errors


class SearchEngine:
    """Tries every option of given decisions, by a value network (None: rollouts go to the end of the game).

    `policy` is the network that answers in rollouts of the style `playouts.NETWORK_STYLE`; ConfigError for one that
    `pack_policy` cannot pack.
    """

    def __init__(self, game: GameSpec, network: ValueNetwork | None, policy: Network | None = None) -> None:
        game.check_resample()
        self.game = game
        self.network = network
        self.policy = policy
        self._run = compile_lazily(f"search_{game.name}", search_modules(game), search_kernel.make_search)
        actions, size = len(game.actions), game.layout.size
        first, second = (0, 0) if network is None else (network.first, network.second)
        self._buffers = (
            *(np.array(game.outcome_counts), np.zeros(game.chance_width, np.int64)),
            np.zeros(len(game.nodes), np.int64),
            np.zeros(2, game.schema.dtype),
            *(np.zeros(actions, np.int8), np.zeros(actions), np.zeros((3, game_loop.STREAM_WORDS), np.int64)),
            np.zeros((2, game_loop.STREAM_WORDS), np.int64),
            *(np.zeros(actions, np.int8), np.zeros(size, np.int8)),
            *((NO_INPUTS, NO_WEIGHTS) if network is None else (network.input_indices, network.packed)),
            *(np.zeros(first, np.float32), np.zeros(second, np.float32)),
            *(NO_POLICY if policy is None else pack_policy(policy, size, actions)),
        )  # from `outcomes` to `room`, as the entries name them

    def search(
        self,
        states: NDArray[Any],
        prior_actions: Ints,
        keys: Ints,
        stats: SearchStats,
        samples: int,
        rollout: RolloutConfig,
        margin: float,
        stderrs: float = DEFAULT_STDERRS,
    ) -> int:
        """Try the options of each decision about `samples` times more and write what was found; leaves valued.

        `states` records[k] ask their seat for a decision, `own` int64[k] are legal answers, those of the prior, and
        `keys` int64[k, 2] words of 32 bits; the same keys give the same samples. `sure` is by how many standard errors
        an option is given up or settles the answer.
        """
        leaves: int = self._run(
            *(
                states,
                prior_actions,
                keys,
                stats.num_samples,
                samples,
                rollout.second_ply,
                *self._rollout_arguments(rollout),
                margin,
                stderrs,
            ),
            *self._buffers,
            *(stats.candidates, stats.totals, stats.actions),
        )
        return leaves

    def values(self, states: NDArray[Any], players: Ints, keys: Ints, samples: int, rollout: RolloutConfig) -> Floats:
        """Value states by the mean of so many samples that play on from them: odds of winning float64[k], 0..1.

        `states` records[k] are as they are, nothing is drawn anew in them; `players` int64[k] says whose odds; `keys`
        as of `search`; nobody looks ahead in them. ConfigError for a player who is not there.
        """
        strangers = (players < 0) | (players >= states["players"])
        if strangers.any():
            raise ConfigError(f"player {players[strangers][0]} is not at the table; allowed are those of its state")
        values = np.zeros(len(states))
        self._run_values(states, players, keys, samples, *self._rollout_arguments(rollout), *self._buffers, values)
        return values

    @cached_property
    def _run_values(self) -> Any:
        return compile_lazily(f"values_{self.game.name}", search_modules(self.game), search_kernel.make_values)

    def _rollout_arguments(self, rollout: RolloutConfig) -> tuple[int, Ints, int]:
        depth = UNLIMITED_DEPTH if self.network is None else rollout.depth
        return depth, np.array([rollout.style, rollout.opponent_style]), rollout.random_per_mille


def search_modules(game: GameSpec) -> tuple[Any, ...]:
    """Return the modules of rules that a search of this game compiles."""
    habits = [module for module in heuristics_of(game).modules if module not in game.modules]
    return (
        *game.modules,
        default_rules,
        bits,
        philox,
        game_loop,
        *habits,
        uniform_rollout,
        leaf_value,
        policy_kernel,
        rollouts,
        second_ply,
        search_kernel,
    )


def draw_keys(generator: np.random.Generator, num_decisions: int) -> Ints:
    """Draw the keys of so many decisions, int64[k, 2]."""
    keys: Ints = generator.integers(WORD + 1, size=(num_decisions, 2))
    return keys
