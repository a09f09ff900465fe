"""The compiled search of one game: its arrays, and the statistics of each option."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import heuristics_of
from wd_env.agents.networks.numpy_network import Network
from wd_env.agents.networks.value_network import ValueNetwork
from wd_env.agents.search import leaf_value, policy_kernel, rollouts, search_kernel, second_ply, uniform_rollout
from wd_env.agents.search.packed_policy import NO_POLICY, pack_policy
from wd_env.agents.search.search_options import DEFAULT_STDERRS
from wd_env.compiler.compile_rules import compile_lazily
from wd_env.errors import ConfigError
from wd_env.kernels import bits, default_rules, game_loop, philox
from wd_env.kernels.philox import WORD
from wd_env.spec.game_spec import GameSpec

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

UNLIMITED_DEPTH = 1 << 30  # length of a rollout that only the end of the game stops
NO_WEIGHTS, NO_INPUTS = np.zeros(1, np.float32), np.zeros(0, np.int64)  # instead of a value network
TOTALS_PER_ACTION = 5  # sums per option: see `rollouts.update_stats`
Z_95 = 1.959964  # standard errors of a 95% interval


@dataclass(frozen=True)
class RolloutConfig:
    """How a sample continues after the sampled option."""

    depth: int  # actions of all players before the leaf; `UNLIMITED_DEPTH` without a value network
    depth_turns: int = 0  # turns that end before the leaf, the current one included, instead of `depth`; 0: `depth`
    style: int = 0  # of the hand-written rollout policy; `rollouts.NETWORK_STYLE` for a trained one
    opponent_style: int = 0  # the same for all players except the valued one
    second_ply: int = (
        0  # samples of each option at the player's next decision in a rollout; 0: the rollout policy decides
    )
    random_per_mille: int = 0  # probability of a random legal action in rollouts, times 1000


@dataclass(frozen=True)
class SearchStats:
    """Statistics of the options of k decisions; rows are decisions, columns actions.

    Attributes:
        totals: float64[k, actions, 5], sums over the samples of an option: their number, their values, the squares of
            the values, the gains over the prior's action with common random numbers, and the squares of the gains.
        candidates: int8[k, actions], 1 for an option that is still sampled, or that remained when the search stopped.
        num_samples: int64[k], number of samples of each decision.
        actions: int64[k], the best action so far.
    """

    totals: Floats
    candidates: NDArray[np.int8]
    num_samples: Ints
    actions: Ints

    @classmethod
    def empty(cls, game: GameSpec, num_decisions: int) -> "SearchStats":
        """Return the statistics of decisions without samples."""
        wide = num_decisions, len(game.actions)
        totals, candidates = np.zeros((*wide, TOTALS_PER_ACTION)), np.zeros(wide, np.int8)
        return cls(totals, candidates, np.zeros(num_decisions, np.int64), np.zeros(num_decisions, np.int64))

    def select(self, rows: slice) -> "SearchStats":
        """Return those of a slice of the decisions, which share memory with these."""
        return SearchStats(self.totals[rows], self.candidates[rows], self.num_samples[rows], self.actions[rows])

    def skip(self, rows: NDArray[np.bool_], prior_actions: Ints) -> None:
        """Set the actions of the decisions of these rows, bool[k], to `prior_actions` int64[k], without samples."""
        self.num_samples[rows] = 1  # as if options had been sampled
        self.candidates[rows, prior_actions[rows]] = 1  # and only one remained

    @property
    def samples(self) -> Ints:
        """Return the number of samples of each option, int64[k, actions]."""
        counts: Ints = self.totals[:, :, 0].astype(np.int64)
        return counts

    @property
    def means(self) -> Floats:
        """Return the mean value of each option, float64[k, actions]; NaN without samples."""
        with np.errstate(invalid="ignore"):
            means: Floats = self.totals[:, :, 1] / self.totals[:, :, 0]
        return means

    @property
    def gains(self) -> Floats:
        """Return the mean gain of each option over the prior's action, float64[k, actions]; NaN without samples."""
        with np.errstate(invalid="ignore"):
            gains: Floats = self.totals[:, :, 3] / self.totals[:, :, 0]
        return gains

    @property
    def half_widths(self) -> Floats:
        """Return half the width of each mean's 95% interval, float64[k, actions]; NaN without samples."""
        count = self.totals[:, :, 0]
        with np.errstate(invalid="ignore"):
            variances = np.maximum(self.totals[:, :, 2] / count - self.means**2, 0)
            errors: Floats = Z_95 * np.sqrt(variances / count)
        return errors


class SearchEngine:
    """The compiled search of a game.

    Args:
        game: Game to search.
        network: Value network of the leaves; None plays rollouts to the end of the game.
        policy: Network of rollouts with `NETWORK_STYLE`.

    Raises:
        ConfigError: If `pack_policy` rejects the policy.
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
            np.zeros(heuristics_of(game).work_size, np.int64),
        )  # from `outcomes` to `work`, as the compiled functions name them

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
        """Add about `samples` samples to each option of each decision.

        Args:
            states: records[k], in which the seat must decide.
            prior_actions: int64[k], legal actions of the prior.
            keys: int64[k, 2], 32-bit words; the same keys give the same samples.
            stats: Statistics to update.
            samples: Number of samples per option.
            rollout: How samples continue.
            margin: Gain that an option must exceed to replace the prior's action.
            stderrs: Standard errors by which an option is pruned or ends the search.

        Returns:
            Number of leaves that were valued.
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
        """Estimate the value of states by the mean of samples that continue from them, without look-ahead.

        Args:
            states: records[k]; nothing in them is resampled.
            players: int64[k], player whose value is estimated.
            keys: int64[k, 2], as for `search`.
            samples: Number of samples per state.
            rollout: How samples continue.

        Returns:
            float64[k], probabilities of winning.

        Raises:
            ConfigError: If a player is not in the game.
        """
        is_invalid = (players < 0) | (players >= states["players"])
        if is_invalid.any():
            raise ConfigError(f"players: expected players of the state, got {players[is_invalid][0]}")
        values = np.zeros(len(states))
        self._run_values(states, players, keys, samples, *self._rollout_arguments(rollout), *self._buffers, values)
        return values

    @cached_property
    def _run_values(self) -> Any:
        return compile_lazily(f"values_{self.game.name}", search_modules(self.game), search_kernel.make_values)

    def _rollout_arguments(self, rollout: RolloutConfig) -> tuple[int, int, Ints, int]:
        depth = UNLIMITED_DEPTH if self.network is None or rollout.depth_turns else rollout.depth
        turns = 0 if self.network is None else rollout.depth_turns
        return depth, turns, np.array([rollout.style, rollout.opponent_style]), rollout.random_per_mille


def search_modules(game: GameSpec) -> tuple[Any, ...]:
    """Return the rule modules that a search of this game compiles."""
    heuristics = [module for module in heuristics_of(game).modules if module not in game.modules]
    return (
        *game.modules,
        default_rules,
        bits,
        philox,
        game_loop,
        *heuristics,
        uniform_rollout,
        leaf_value,
        policy_kernel,
        rollouts,
        second_ply,
        search_kernel,
    )


def draw_keys(generator: np.random.Generator, num_decisions: int) -> Ints:
    """Draw a key for each decision, int64[k, 2]."""
    keys: Ints = generator.integers(WORD + 1, size=(num_decisions, 2))
    return keys
