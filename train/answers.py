"""What a policy answers to several questions at once, over the offered actions and nothing else.

Masked logits would have to be made, exponentiated and differentiated for all actions of all questions. On a CPU that
costs four times as much as this, and with `exp` of a masked log-probability many times more.
"""

import torch
from torch import Tensor

from wd_env.agents.network import Diverged
from wd_env.core.errors import IllegalAction


class OfferedActions:
    """What the policy would answer to k questions: M logits, one for each action offered, question by question."""

    def __init__(self, logits: Tensor, rows: Tensor, actions: Tensor, shape: tuple[int, int]) -> None:
        """Logits float32[M] of `actions` int64[M] of the questions `rows` int64[M], rising; `shape` is (k, A).

        Diverged unless all logits are finite; IllegalAction where a question offers nothing.
        """
        demand_finite(logits)
        self.logits, self.rows, self.actions, self.shape = logits, rows, actions, shape
        top = logits.new_full(shape[:1], -torch.inf).scatter_reduce(0, rows, logits.detach(), "amax")
        total = self._sum((logits - top.index_select(0, rows)).exp())
        if not total.all():
            raise IllegalAction("a row of the masks offers no action, each must offer one")
        self.scores = logits - (total.log() + top).index_select(0, rows)  # log-probabilities

    @classmethod
    def of(cls, logits: Tensor, offered: Tensor) -> "OfferedActions":
        """Over logits float32[k, A] of all actions, of which bool[k, A] are offered."""
        demand_finite(logits)
        rows, actions = offered.nonzero(as_tuple=True)
        return cls(logits[rows, actions], rows, actions, (len(offered), offered.shape[1]))

    def probabilities(self) -> Tensor:
        """Probabilities float32[k, A], exactly 0 for what is not offered."""
        everything = self.logits.new_zeros(self.shape)
        return everything.index_put((self.rows, self.actions), self.scores.exp())

    def log_prob(self, actions: Tensor) -> Tensor:
        """Log-probability float32[k] of actions int64[k]; IllegalAction unless all of them are offered."""
        scores = self.scores[self.actions == actions.index_select(0, self.rows)]
        if len(scores) < len(actions):
            raise IllegalAction(f"{len(actions) - len(scores)} of {len(actions)} actions were not offered")
        return scores

    def entropy(self) -> Tensor:
        """Entropy float32[k] in nats."""
        return -self._sum(self.scores.exp() * self.scores)

    def mean_log_prob(self) -> Tensor:
        """Mean log-probability float32[k] of the offered actions."""
        return self._sum(self.scores) / self._sum(torch.ones_like(self.scores))

    def sample(self) -> Tensor:
        """One action int64[k] a question, drawn by inverse CDF; `torch.multinomial` takes ten times as long."""
        rising = self.scores.detach().double().exp().cumsum(0)
        ends = torch.bincount(self.rows, minlength=self.shape[0]).cumsum(0)
        tops = rising.index_select(0, ends - 1)
        starts = torch.cat([tops.new_zeros(1), tops[:-1]])
        drawn = starts + torch.rand(self.shape[:1], device=rising.device) * (tops - starts)
        # the first sum above the draw belongs to an action that raised it; rounding may leave the question at its end
        return self.actions.index_select(0, torch.searchsorted(rising, drawn, right=True).minimum(ends - 1))

    def mode(self) -> Tensor:
        """The likeliest offered action int64[k] of each question; of equals, the one with the lowest number."""
        top = self.logits.new_full(self.shape[:1], -torch.inf).scatter_reduce(0, self.rows, self.logits, "amax")
        best = self.logits == top.index_select(0, self.rows)
        lowest = self.actions.new_full(self.shape[:1], self.shape[1])
        return lowest.scatter_reduce(0, self.rows[best], self.actions[best], "amin")

    def _sum(self, numbers: Tensor) -> Tensor:
        return numbers.new_zeros(self.shape[0]).index_add(0, self.rows, numbers)


def demand_finite(logits: Tensor) -> None:
    """Diverged unless all logits are finite."""
    # least and greatest are NaN where any is; torch.isfinite takes ten times as long
    if logits.numel() and not torch.isfinite(torch.stack(torch.aminmax(logits))).all():
        raise Diverged("the policy answers with logits that are not finite")
