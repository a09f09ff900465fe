"""Settings of opponents, evaluations and the run itself."""

from dataclasses import field
from typing import Annotated

from wd_env.options import Ge, Interval, options
from wd_env.training.settings.setting_types import Count, Fraction, NotNegative, Positive, setting_error

PAST = "past"  # the opponent that is sampled from past checkpoints
MAX_PFSP_POWER = 10


@options
class OpponentSettings:
    """Who plays the other seats."""

    self_play_fraction: Fraction = 0.5
    """Fraction of games in which every seat learns; in the others opponents play some seats."""
    learner_seat_fraction: Fraction = 0.0
    """Fraction of the seats that learn in games with opponents, rounded down, but at least 1."""
    weights: dict[str, NotNegative] = field(default_factory=lambda: {PAST: 0.6, "random": 0.4})
    """Relative frequency of each opponent: bots by name (`wd info bots`), `past` for past checkpoints."""
    pfsp_power: Annotated[float, Interval(ge=0, le=MAX_PFSP_POWER)] = 0.0
    """Preference for opponents that are hard to beat, 0..10: the weight of each opponent is multiplied by (1 - win rate
    of the learner against it) to this power; 0 for weights only."""
    pool_size: Count = 8
    """Maximum number of past checkpoints."""
    checkpoint_freq: Count = 200_000
    """Decisions between two checkpoints that become opponents."""

    def __post_init__(self) -> None:
        if self.self_play_fraction < 1 and not any(self.weights.values()):
            raise setting_error("opponents.weights", self.weights, "numbers from 0, at least one of them above 0")


@options
class EvaluationSettings:
    """How the strength of the bot is measured."""

    freq: Count = 500_000
    """Decisions between two evaluations."""
    games: Count = 200
    """Games against each opponent per evaluation."""
    players: Annotated[int, Ge(0)] = 0
    """Number of players in evaluations; 0 for the default of the game. Final matches use all of game.players."""
    opponents: tuple[str, ...] = ("random",)
    """Opponents in evaluations and final matches, bots by name (`wd info bots`)."""
    final_games: Count = 1000
    """Games against each opponent in final matches."""
    greedy: bool = False
    """Whether the learner plays its most probable action in evaluations, as `greedy:` bots do, instead of sampling."""


@options
class RunSettings:
    """The run itself."""

    name: str = ""
    """Name of the run, part of the name of its folder; empty for the name of the game."""
    folder: str = ""
    """Folder for the bot, snapshots, curves and settings; empty for runs/NAME_seedN, with a counter if it exists."""
    seed: Annotated[int, Ge(0)] = 1
    """Seed of games, network and sampling."""
    total_decisions: Count = 2_000_000
    """Length of the run in decisions of the learner, and of the schedule of the learning rate."""
    time_limit_minutes: Positive | None = None
    """Maximum duration in minutes; null for no limit."""
    snapshot_freq: Count = 200_000
    """Decisions between two snapshots from which the run can be resumed."""
    torch_threads: Count = 1
    """Threads per process of torch, BLAS and Numba; more threads than idle cores are slower than one."""
    log_nodes: bool = False
    """Whether to log the number of decisions and chance events of each kind per game, as `used/NAME`."""
