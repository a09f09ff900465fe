"""Categorical distributions over the legal actions of several decisions, and over nothing else.

Masking dense logits would mean to make, exponentiate and differentiate them for all actions of all decisions. On a CPU
that costs four times as much, and with `exp` of a masked log-probability many times more.
"""

import torch
from torch import Tensor

from wd_env.agents.numpy_network import Diverged
from wd_env.errors import IllegalAction


class MaskedCategorical:
    """A distribution over legal actions for each of k decisions: M logits, one for each legal action, in order."""

    def __init__(self, logits: Tensor, rows: Tensor, actions: Tensor, shape: tuple[int, int]) -> None:
        """Take logits float32[M] of `actions` int64[M] in the decisions `rows` int64[M], rising; `shape` is (k, A).

        Diverged unless all logits are finite; IllegalAction for a decision without a legal action.
        """
        require_finite(logits)
        self.logits, self.rows, self.actions, self.shape = logits, rows, actions, shape
        top = logits.new_full(shape[:1], -torch.inf).scatter_reduce(0, rows, logits.detach(), "amax")
        total = self._sum((logits - top.index_select(0, rows)).exp())
        if not total.all():
            raise IllegalAction("masks: expected a legal action in each row, got a row with none")
        self.log_probs = logits - (total.log() + top).index_select(0, rows)

    @classmethod
    def of(cls, logits: Tensor, masks: Tensor) -> "MaskedCategorical":
        """Mask logits float32[k, A] by masks bool[k, A]."""
        require_finite(logits)
        rows, actions = masks.nonzero(as_tuple=True)
        return cls(logits[rows, actions], rows, actions, (len(masks), masks.shape[1]))

    def probabilities(self) -> Tensor:
        """Return probabilities float32[k, A], exactly 0 for illegal actions."""
        everything = self.logits.new_zeros(self.shape)
        return everything.index_put((self.rows, self.actions), self.log_probs.exp())

    def log_prob(self, actions: Tensor) -> Tensor:
        """Return log-probabilities float32[k] of actions int64[k]; IllegalAction unless all are legal."""
        result = self.log_probs[self.actions == actions.index_select(0, self.rows)]
        if len(result) < len(actions):
            raise IllegalAction(f"{len(actions) - len(result)} of {len(actions)} actions are not legal")
        return result

    def entropy(self) -> Tensor:
        """Return the entropy float32[k] in nats."""
        return -self._sum(self.log_probs.exp() * self.log_probs)

    def mean_log_prob(self) -> Tensor:
        """Return the mean log-probability float32[k] of the legal actions."""
        return self._sum(self.log_probs) / self._sum(torch.ones_like(self.log_probs))

    def cross_entropy(self, targets: Tensor) -> Tensor:
        """Return the cross entropy float32[k] in nats with probabilities float32[k, A], of which illegal ones are 0."""
        return -self._sum(targets[self.rows, self.actions] * self.log_probs)

    def divergence(self, other: "MaskedCategorical") -> Tensor:
        """Return the Kullback-Leibler divergence float32[k] in nats from another one over the same actions."""
        return self._sum(self.log_probs.exp() * (self.log_probs - other.log_probs))

    def sample(self) -> Tensor:
        """Sample one action int64[k] a decision by inverse CDF; `torch.multinomial` takes ten times as long."""
        rising = self.log_probs.detach().double().exp().cumsum(0)
        bounds = torch.bincount(self.rows, minlength=self.shape[0]).cumsum(0)
        tops = rising.index_select(0, bounds - 1)
        starts = torch.cat([tops.new_zeros(1), tops[:-1]])
        sampled = starts + torch.rand(self.shape[:1], device=rising.device) * (tops - starts)
        # the first sum above the draw belongs to an action that raised it; rounding may leave the decision at its end
        return self.actions.index_select(0, torch.searchsorted(rising, sampled, right=True).minimum(bounds - 1))

    def mode(self) -> Tensor:
        """Return the most probable legal action int64[k] of each decision, of equals the lowest."""
        top = self.logits.new_full(self.shape[:1], -torch.inf).scatter_reduce(0, self.rows, self.logits, "amax")
        best = self.logits == top.index_select(0, self.rows)
        minimum = self.actions.new_full(self.shape[:1], self.shape[1])
        return minimum.scatter_reduce(0, self.rows[best], self.actions[best], "amin")

    def _sum(self, values: Tensor) -> Tensor:
        return values.new_zeros(self.shape[0]).index_add(0, self.rows, values)


def require_finite(logits: Tensor) -> None:
    """Raise Diverged unless all logits are finite."""
    # least and greatest are NaN where any is; torch.isfinite takes ten times as long
    if logits.numel() and not torch.isfinite(torch.stack(torch.aminmax(logits))).all():
        raise Diverged("the policy has logits that are not finite")
