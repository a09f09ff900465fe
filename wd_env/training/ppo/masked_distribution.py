"""Categorical distributions over the legal actions of several decisions.

Masked dense logits would have to be computed, exponentiated and differentiated for all actions of all decisions. On a
CPU that takes four times as long, and many times longer with `exp` of a masked log-probability.
"""

import torch
from torch import Tensor

from wd_env.agents.networks.numpy_network import Diverged
from wd_env.errors import IllegalAction


class MaskedCategorical:
    """A distribution over legal actions for each of k decisions: M logits, one for each legal action, in order."""

    def __init__(self, logits: Tensor, rows: Tensor, actions: Tensor, shape: tuple[int, int]) -> None:
        """Make distributions from the logits of legal actions.

        Args:
            logits: float32[M].
            rows: int64[M], the decision of each logit, in ascending order.
            actions: int64[M], the action of each logit.
            shape: (k, A), the numbers of decisions and of actions.

        Raises:
            Diverged: If a logit is not finite.
            IllegalAction: If a decision has no legal action.
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
        """Return log-probabilities float32[k] of actions int64[k]; raise IllegalAction if one is illegal."""
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
        """Sample one action int64[k] per decision by inverse CDF; `torch.multinomial` takes ten times as long."""
        rising = self.log_probs.detach().double().exp().cumsum(0)
        bounds = torch.bincount(self.rows, minlength=self.shape[0]).cumsum(0)
        tops = rising.index_select(0, bounds - 1)
        bottoms = torch.cat([tops.new_zeros(1), tops[:-1]])
        sampled = bottoms + torch.rand(self.shape[:1], device=rising.device) * (tops - bottoms)
        # the first sum above the draw belongs to an action that raised it; rounding may exceed the last sum
        return self.actions.index_select(0, torch.searchsorted(rising, sampled, right=True).minimum(bounds - 1))

    def mode(self) -> Tensor:
        """Return the most probable legal action int64[k] of each decision, the lowest one of equals."""
        top = self.logits.new_full(self.shape[:1], -torch.inf).scatter_reduce(0, self.rows, self.logits, "amax")
        best = self.logits == top.index_select(0, self.rows)
        minimum = self.actions.new_full(self.shape[:1], self.shape[1])
        return minimum.scatter_reduce(0, self.rows[best], self.actions[best], "amin")

    def _sum(self, values: Tensor) -> Tensor:
        return values.new_zeros(self.shape[0]).index_add(0, self.rows, values)


def require_finite(logits: Tensor) -> None:
    """Raise Diverged unless all logits are finite."""
    # minimum and maximum are NaN if any logit is; torch.isfinite takes ten times as long
    if logits.numel() and not torch.isfinite(torch.stack(torch.aminmax(logits))).all():
        raise Diverged("the policy has logits that are not finite")
