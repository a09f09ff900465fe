"""The fast learner with a recurrent network, as RecurrentPPO of sb3-contrib is to PPO.

Every learning seat of every game has a hidden state. It is zero at the first decision of a game, is retained between
rollouts, and is part of a snapshot. The decisions of a seat in a game are divided into sequences of at most
`ppo.sequence_length`. A sequence starts with the hidden state that the seat had there while playing; gradients flow
within the sequence. Minibatches consist of complete sequences. sb3-contrib pads sequences and masks the padding; here
they are packed without padding.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from wd_env.batch.saved_batch import check_range, copy_arrays
from wd_env.envs.vector.multi_seat import MultiSeatEnv
from wd_env.training.distributed.process_group import SINGLE_PROCESS, ProcessGroup
from wd_env.training.learner import Arrays
from wd_env.training.ppo.batch_ppo import NO_ROWS, BatchPPO
from wd_env.training.ppo.masked_distribution import MaskedCategorical
from wd_env.training.ppo.pointer_logits import PolicyInputs
from wd_env.training.ppo.rollout import Decisions, Rollout, Steps
from wd_env.training.ppo.torch_network import PolicyValueNet, Sequences
from wd_env.training.settings.training_settings import TrainSettings

HIDDEN = "learner_hidden"  # name of the hidden states in a snapshot
NO_DECISION = -1


class RecurrentPPO(BatchPPO):
    """Masked PPO over the batch, with a hidden state for each learning seat.

    Attributes:
        hidden: float32[n, players, units], the hidden states of the players after their last decision.
    """

    def __init__(
        self,
        settings: TrainSettings,
        games: MultiSeatEnv,
        network: PolicyValueNet,
        process_group: ProcessGroup = SINGLE_PROCESS,
    ) -> None:
        super().__init__(settings, games, network, process_group)
        batch, units = games.batch, network.architecture.recurrent_units
        self.hidden = np.zeros((batch.n, batch.max_players, units), np.float32)
        batch.hidden_states.reserve(units)  # for past policies, whose states a snapshot includes
        self.sequence_length = self.ppo.sequence_length
        capacity = len(self.buffer.masks)
        self._before = torch.zeros((capacity, units))  # hidden state before each decision of the rollout
        self._sequence_indices = np.zeros(capacity, np.int64)  # index of each decision in its sequence
        self._sequences = np.zeros(capacity, np.int64)  # sequence of each decision
        self._next_index = np.zeros((batch.n, batch.max_players), np.int64)
        self._current_sequence = np.zeros((batch.n, batch.max_players), np.int64)
        self._num_sequences = 0

    @torch.no_grad()
    def collect_rollout(self) -> Rollout:
        """Collect a rollout; it starts new sequences, but retains hidden states."""
        self._next_index[:], self._num_sequences = 0, 0
        return super().collect_rollout()

    def act(self, inputs: PolicyInputs, slots: slice, rows: NDArray[np.int64]) -> tuple[MaskedCategorical, Tensor]:
        """Compute distribution and values in these games, and advance the hidden states of the seats to move."""
        players = self.games.batch.player[rows]
        self._add_to_sequences(slots, rows, players)
        before = torch.from_numpy(self.hidden[rows, players])
        self._before[slots] = before
        single = Sequences(before, torch.tensor([len(rows)]))
        distribution, values, after = self.network.forward_sequences(inputs, single)
        self.hidden[rows, players] = after.numpy()
        return distribution, values

    def _add_to_sequences(self, slots: slice, rows: NDArray[np.int64], players: NDArray[np.int64]) -> None:
        """Store the sequence of these decisions and their indices in it; each is of another game."""
        indices = self._next_index[rows, players]
        is_first = indices == 0
        count = int(is_first.sum())
        self._current_sequence[rows[is_first], players[is_first]] = self._num_sequences + np.arange(count)
        self._num_sequences += count
        self._sequence_indices[slots], self._sequences[slots] = indices, self._current_sequence[rows, players]
        self._next_index[rows, players] = (indices + 1) % self.sequence_length

    def step_games(
        self, actors: NDArray[np.int64], rows: NDArray[np.int64] = NO_ROWS, decisions: Decisions | None = None
    ) -> Steps:
        """Step games as the fast learner does, and clear the hidden states of games that have ended."""
        steps = super().step_games(actors, rows, decisions)
        self.hidden[steps.done] = 0
        self._next_index[steps.done] = 0
        return steps

    def state_values(self, observations: Tensor, rows: NDArray[np.int64], players: NDArray[np.int64]) -> Tensor:
        """Compute values float32[k] of observations int8[k, O] of these players; hidden states do not change."""
        return self.network.values(observations, torch.from_numpy(self.hidden[rows, players]))

    def minibatches(self, num_decisions: int) -> Iterator[Tensor]:
        """Yield rows of the rollout, int64[about batch_size]: full sequences in packed order, each once per epoch."""
        members = np.full((self._num_sequences, self.sequence_length), NO_DECISION)
        members[self._sequences[:num_decisions], self._sequence_indices[:num_decisions]] = np.arange(num_decisions)
        lengths = (members != NO_DECISION).sum(axis=1)
        count = self.process_group.min(num_decisions // self.ppo.batch_size)
        for _ in range(self.ppo.n_epochs):
            for chosen in np.array_split(torch.randperm(self._num_sequences).numpy(), count):
                by_length = chosen[np.argsort(-lengths[chosen], kind="stable")]
                packed = members[by_length].T.ravel()
                yield torch.from_numpy(packed[packed != NO_DECISION])

    def evaluate(self, inputs: PolicyInputs, rows: Tensor) -> tuple[MaskedCategorical, Tensor]:
        """Compute distribution and values of minibatch `rows`, sequence by sequence from their hidden states."""
        batch_sizes = torch.from_numpy(np.bincount(self._sequence_indices[rows.numpy()]))
        sequences = Sequences(self._before.index_select(0, rows[: int(batch_sizes[0])]), batch_sizes)
        distribution, values, _ = self.network.forward_sequences(inputs, sequences)
        return distribution, values

    def save(self) -> tuple[dict[str, Any], Arrays]:
        """Return the data of the fast learner, and the hidden states."""
        state, arrays = super().save()
        return state, {**arrays, HIDDEN: self.hidden.copy()}

    def load(self, decisions: int, state: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Restore the result of `save`; raise StateError if hidden states are invalid."""
        hidden = copy_arrays(arrays, {HIDDEN: self.hidden})[HIDDEN]
        check_range(HIDDEN, hidden, -1, 1)  # the outputs of a gated recurrent unit
        super().load(decisions, state, arrays)
        self.hidden[:] = hidden
