"""Settings of proximal policy optimisation."""

from typing import Annotated

from wd_env.options import Ge, options
from wd_env.training.settings.setting_types import (
    Count,
    Fraction,
    NotNegative,
    Positive,
    PositiveFraction,
    setting_error,
)


@options
class PpoSettings:
    """Proximal policy optimisation."""

    n_envs: Count = 128
    """Number of parallel games."""
    n_steps: Count = 128
    """Decisions per game between two updates."""
    batch_size: Annotated[int, Ge(2)] = 2048
    """Decisions per minibatch; a divisor of n_envs * n_steps."""
    n_epochs: Count = 4
    """Passes over the decisions of a rollout per update."""
    gamma: Fraction = 0.999
    """Discount per decision of a seat."""
    gae_lambda: Fraction = 0.95
    """Lambda of generalised advantage estimation: 0 uses only values, 1 only rewards."""
    clip_range: Positive = 0.2
    """Clip range of the probability ratio."""
    ent_coef: NotNegative = 0.01
    """Weight of the entropy bonus at the start."""
    ent_coef_end: NotNegative | None = None
    """Weight of the entropy bonus at the end of the run, reached linearly; null for a constant weight."""
    vf_coef: NotNegative = 0.5
    """Weight of the value loss."""
    learning_rate: Positive = 3e-4
    """Learning rate at the start."""
    learning_rate_end: NotNegative = 0.0
    """Learning rate at the end of the run, reached linearly over run.total_decisions."""
    scale_by_players: bool = False
    """Whether advantages and value errors are multiplied by sqrt(n - 1) in games of n players. Results then have equal
    variance if a loss pays -1/(n - 1), as in World Dominance; the learner maskable multiplies advantages only."""
    max_grad_norm: Positive = 0.5
    """Maximum norm of the gradient; larger gradients are scaled down."""
    anchor_kl_coef: NotNegative = 0.0
    """Weight of the divergence (nats) of the policy from the initial policy of self-play."""
    counterfactual_bot: str = ""
    """Search bot, such as `search:samples=16`, that estimates the advantage of every legal action of some decisions;
    empty for advantages of GAE only."""
    counterfactual_fraction: PositiveFraction = 0.25
    """Fraction of the decisions that `counterfactual_bot` estimates; the others train only the value."""
    average_weights: bool = False
    """Whether the bot has the mean of the weights before the first and after each update, not the last weights."""
    target_kl: Positive | None = None
    """Divergence of the policy (nats) after which an update ends early; null for no limit."""
    sequence_length: Count = 32
    """Maximum number of decisions of a seat in a sequence for backpropagation through time, of a recurrent network."""

    def __post_init__(self) -> None:
        decisions = self.n_envs * self.n_steps
        if decisions % self.batch_size:  # advantages are normalised per minibatch
            raise setting_error("ppo.batch_size", self.batch_size, f"a divisor of {decisions} from 2")

    def learning_rate_at(self, remaining: float) -> float:
        """Compute the learning rate when this fraction of the run remains."""
        return self.learning_rate_end + (self.learning_rate - self.learning_rate_end) * remaining

    def ent_coef_at(self, remaining: float) -> float:
        """Compute the weight of the entropy bonus when this fraction of the run remains."""
        end = self.ent_coef if self.ent_coef_end is None else self.ent_coef_end
        return end + (self.ent_coef - end) * remaining
