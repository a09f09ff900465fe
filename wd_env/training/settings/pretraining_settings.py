"""Settings of the stages before self-play: imitation and expert iteration."""

from typing import Annotated

from wd_env.options import Interval, options
from wd_env.training.settings.setting_types import (
    Count,
    Fraction,
    NotNegative,
    Positive,
    PositiveFraction,
    setting_error,
)

STAGES = ("imitation", "expert")  # groups of settings of stages, which are disabled without a bot


@options
class ImitationSettings:
    """Behaviour cloning before self-play: the network first learns the actions of a bot."""

    bot: str = ""
    """Name of the bot; empty to disable this stage."""
    decisions: Count = 2_000_000
    """Decisions of the bot, each used once."""
    n_envs: Count = 256
    """Number of parallel games of the bot."""
    batch_size: Count = 512
    """Decisions per minibatch."""
    learning_rate: Positive = 1e-3
    """Learning rate at the start; it decreases linearly to 0."""
    vf_coef: NotNegative = 1.0
    """Weight of the value loss."""
    label_smoothing: Annotated[float, Interval(ge=0, lt=1)] = 0.0
    """Fraction of the target probability that is divided among all legal actions, so that self-play explores them."""


@options
class ExpertSettings:
    """Expert iteration before self-play: the policy learns from labels of a search or another bot for its decisions."""

    bot: str = ""
    """Search bot with its options, or another bot, whose actions are the labels; empty to disable this stage."""
    decisions: Count = 200_000
    """Number of labels in all iterations."""
    iterations: Count = 8
    """Number of iterations; in each the policy plays, is labelled, and learns."""
    label_window: Count = 4
    """Number of the latest iterations whose labels are used."""
    label_fraction: PositiveFraction = 0.25
    """Fraction of the decisions of the policy that are labelled; a smaller one needs more games."""
    class_balance: Fraction = 0.0
    """Preference for labels of rare kinds of decisions, 0..1: the probability of a kind with the fraction 1/n of all
    decisions is proportional to n ** class_balance; 0 for equal probabilities."""
    temperature: Positive = 0.03
    """Gain, in even shares of a win (1/n), that makes an action e times as probable."""
    n_envs: Count = 512
    """Number of parallel games."""
    n_epochs: Count = 2
    """Passes over the labels per iteration."""
    batch_size: Count = 512
    """Labels per minibatch."""
    learning_rate: Positive = 5e-4
    """Learning rate at the start; it decreases linearly to 0."""
    vf_coef: NotNegative = 1.0
    """Weight of the loss for changes of the values."""

    def __post_init__(self) -> None:
        if self.decisions < self.iterations:
            raise setting_error(
                "expert.decisions", self.decisions, f"an integer from {self.iterations}, expert.iterations"
            )
