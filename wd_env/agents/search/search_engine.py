"""The compiled search of one game: which arrays it works on, and what it found out about each option."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import habits_of
from wd_env.agents.numpy_network import Network
from wd_env.agents.search import leaf_value, policy_kernel, rollouts, search_kernel, second_ply, uniform_rollout
from wd_env.agents.search.packed_policy import NO_POLICY, packed_policy
from wd_env.agents.search.search_options import SURE
from wd_env.agents.value_network import ValueNetwork
from wd_env.compiler.compile_rules import compile_entry
from wd_env.errors import ConfigError
from wd_env.kernels import bits, default_rules, game_loop, philox
from wd_env.kernels.philox import WORD
from wd_env.spec.game_spec import GameSpec

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

TO_THE_END = 1 << 30  # answers of a rollout that only the end of the game stops
NOTHING, NO_READS = np.zeros(1, np.float32), np.zeros(0, np.int64)  # in the place of a value network
TALLIES = 5  # numbers kept of an option: see `playouts.note_value`
NORMAL_95 = 1.959964  # standard errors of a 95 % interval


@dataclass(frozen=True)
class Rollout:
    """How a sample goes on after the option that is tried."""

    depth: int  # answers of all players before the leaf; `TO_THE_END` where there is no value network
    style: int = 0  # of the habits that answer; `playouts.BY_NETWORK` where a trained policy does
    others: int = 0  # the same of those that answer for everybody but the player whose odds are told
    again: int = 0  # samples of each option where the player is first asked again; 0: the policy answers there, too
    mixed: int = 0  # of a thousand answers so many are any legal action instead


@dataclass(frozen=True)
class Findings:
    """What is known of the options of k decisions; rows and columns are decisions and actions.

    `tallies` float64[k, actions, 5] are sums over the samples of an option: how many, their values, the squares of
    those, what they brought beyond the prior's answer on the same luck, and the squares of that. `alive` int8[k,
    actions] is 1 for an option that is still tried, and for the one that was left when the answer was settled. `tried`
    int64[k] counts the samples of each decision, `chosen` int64[k] is the answer so far.
    """

    tallies: Floats
    alive: NDArray[np.int8]
    tried: Ints
    chosen: Ints

    @classmethod
    def of(cls, game: GameSpec, decisions: int) -> "Findings":
        """Make the findings of decisions of which nothing is known yet."""
        wide = decisions, len(game.actions)
        tallies, alive = np.zeros((*wide, TALLIES)), np.zeros(wide, np.int8)
        return cls(tallies, alive, np.zeros(decisions, np.int64), np.zeros(decisions, np.int64))

    def part(self, rows: slice) -> "Findings":
        """Return those of some decisions in a row, which share memory with these."""
        return Findings(self.tallies[rows], self.alive[rows], self.tried[rows], self.chosen[rows])

    def leave_out(self, rows: NDArray[np.bool_], own: Ints) -> None:
        """Keep the `own` answers, int64[k], of the decisions of these rows, bool[k]; nothing else is tried there."""
        self.tried[rows] = 1  # as if their options had been looked at ...
        self.alive[rows, own[rows]] = 1  # ... and only one had been left

    @property
    def samples(self) -> Ints:
        """Return how often each option was tried, int64[k, actions]."""
        counts: Ints = self.tallies[:, :, 0].astype(np.int64)
        return counts

    @property
    def means(self) -> Floats:
        """Return the mean value of each option, float64[k, actions]; NaN where it was never tried."""
        with np.errstate(invalid="ignore"):
            means: Floats = self.tallies[:, :, 1] / self.tallies[:, :, 0]
        return means

    @property
    def gains(self) -> Floats:
        """Return what each option brings beyond the prior's answer, float64[k, actions]; NaN where it was not tried."""
        with np.errstate(invalid="ignore"):
            gains: Floats = self.tallies[:, :, 3] / self.tallies[:, :, 0]
        return gains

    @property
    def errors(self) -> Floats:
        """Return half the width of each mean's 95 % interval, float64[k, actions]; NaN where it was never tried."""
        count = self.tallies[:, :, 0]
        with np.errstate(invalid="ignore"):
            variances = np.maximum(self.tallies[:, :, 2] / count - self.means**2, 0)
            errors: Floats = NORMAL_95 * np.sqrt(variances / count)
        return errors


class SearchEngine:
    """Tries every option of given decisions, by a value network (None: rollouts go to the end of the game).

    `policy` is the network that answers in rollouts of the style `playouts.BY_NETWORK`; ConfigError for one that
    `packed_policy` cannot pack.
    """

    def __init__(self, game: GameSpec, network: ValueNetwork | None, policy: Network | None = None) -> None:
        game.check_resample()
        self.game = game
        self.network = network
        self.policy = policy
        self._run = compile_entry(f"search_{game.name}", modules_of(game), search_kernel.make_search)
        actions, size = len(game.actions), game.layout.size
        first, second = (0, 0) if network is None else (network.first, network.second)
        self._work = (
            *(np.array(game.chance_counts), np.zeros(game.chance_width, np.int64)),
            np.zeros(len(game.questions), np.int64),
            np.zeros(2, game.schema.dtype),
            *(np.zeros(actions, np.int8), np.zeros(actions), np.zeros((3, game_loop.STREAM_WORDS), np.int64)),
            np.zeros((2, game_loop.STREAM_WORDS), np.int64),
            *(np.zeros(actions, np.int8), np.zeros(size, np.int8)),
            *((NO_READS, NOTHING) if network is None else (network.reads, network.packed)),
            *(np.zeros(first, np.float32), np.zeros(second, np.float32)),
            *(NO_POLICY if policy is None else packed_policy(policy, size, actions)),
        )  # from `outcomes` to `room`, as the entries name them

    def search(
        self,
        states: NDArray[Any],
        own: Ints,
        keys: Ints,
        findings: Findings,
        samples: int,
        rollout: Rollout,
        margin: float,
        sure: float = SURE,
    ) -> int:
        """Try the options of each decision about `samples` times more and write what was found; leaves valued.

        `states` records[k] ask their seat for a decision, `own` int64[k] are legal answers, those of the prior, and
        `keys` int64[k, 2] words of 32 bits; the same keys give the same samples. `sure` is by how many standard errors
        an option is given up or settles the answer.
        """
        leaves: int = self._run(
            *(states, own, keys, findings.tried, samples, rollout.again, *self._how(rollout), margin, sure),
            *self._work,
            *(findings.alive, findings.tallies, findings.chosen),
        )
        return leaves

    def values(self, states: NDArray[Any], players: Ints, keys: Ints, samples: int, rollout: Rollout) -> Floats:
        """Value states by the mean of so many samples that play on from them: odds of winning float64[k], 0..1.

        `states` records[k] are as they are, nothing is drawn anew in them; `players` int64[k] says whose odds; `keys`
        as of `search`; nobody looks ahead in them. ConfigError for a player who is not there.
        """
        strangers = (players < 0) | (players >= states["players"])
        if strangers.any():
            raise ConfigError(f"player {players[strangers][0]} is not at the table; allowed are those of its state")
        values = np.zeros(len(states))
        self._run_values(states, players, keys, samples, *self._how(rollout), *self._work, values)
        return values

    @cached_property
    def _run_values(self) -> Any:
        return compile_entry(f"values_{self.game.name}", modules_of(self.game), search_kernel.make_values)

    def _how(self, rollout: Rollout) -> tuple[int, Ints, int]:
        depth = TO_THE_END if self.network is None else rollout.depth
        return depth, np.array([rollout.style, rollout.others]), rollout.mixed


def modules_of(game: GameSpec) -> tuple[Any, ...]:
    """Return the modules of rules that a search of this game compiles."""
    habits = [module for module in habits_of(game).modules if module not in game.modules]
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


def keys_from(generator: np.random.Generator, decisions: int) -> Ints:
    """Draw the keys of so many decisions, int64[k, 2]."""
    keys: Ints = generator.integers(WORD + 1, size=(decisions, 2))
    return keys
