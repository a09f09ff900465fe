"""Options of a search bot, as in `search:samples=64,rollout=8,value_net=FILE`."""

from dataclasses import dataclass
from pathlib import Path

from wd_env.agents.agent_options import BotOptions, check_range
from wd_env.errors import ConfigError, quoted

MAX_SAMPLES = 1 << 14
MAX_ROLLOUT = 10_000
MAX_SECOND_PLY = 1024
MAX_MS = 600_000.0
MAX_STDERRS = 1000.0
DEFAULT_STDERRS = 2.0  # standard errors by which an option is clearly worse or better
NO_VALUE_NET = "none"
MS_PER_UNIT = {"ms": 1.0, "s": 1000.0}


@dataclass(frozen=True)
class SearchOptions(BotOptions):
    """Effort and bots of a search.

    Raises:
        ConfigError: If an option is out of range, or `value_net` is neither a file nor `none`.
    """

    bot_name = "search"

    samples: int = 64
    """Samples of each legal action, 1..16384; close options get more, because clearly worse ones are pruned."""
    time: float = 0.0
    """Time per decision (`100ms`, `2s`) instead of `samples`; 0: `samples` applies."""
    rollout: int = 8
    """Number of actions, of all players, in a rollout before its end is valued, 0..10000."""
    second_ply: int = 0
    """Samples of each option at the seat's next decision in a rollout, 0..1024; 0: `policy` decides there."""
    policy: str = ""
    """Policy of rollouts: a hand-written bot, a trained one (`policy` or a file), which plays greedily, or `random`;
    default: the first hand-written bot."""
    opponents: str = ""
    """Policy of the other players in rollouts: a hand-written bot; default: as `policy`."""
    random_rate: float = 0.0
    """Probability of a random legal action in rollouts, 0..1."""
    prior: str = ""
    """The bot whose action is played unless another one is clearly better: a bot name or a file; default: the first
    hand-written bot."""
    margin: float = 0.02
    """Gain in the probability of winning that another action must exceed, 0..1."""
    stderrs: float = DEFAULT_STDERRS
    """Standard errors, 0..1000, by which an option is pruned or ends the search; with 1000 every option gets `samples`
    samples."""
    decisions: str = ""
    """Decisions with a search: names with `+` between them, with the prefix `-` all except these; `prior` makes the
    others; default: all."""
    value_net: str = ""
    """Value network of the leaves: a file, or `none`; default: the bundled one."""

    @classmethod
    def parse_value(cls, name: str, text: str) -> object:
        """Read the value of an option; a time needs a unit."""
        return _milliseconds(text) if name == "time" else super().parse_value(name, text)

    def __post_init__(self) -> None:
        check_range("samples", self.samples, 1, MAX_SAMPLES)
        check_range("time", self.time, 0.0, MAX_MS)
        check_range("rollout", self.rollout, 0, MAX_ROLLOUT)
        check_range("second_ply", self.second_ply, 0, MAX_SECOND_PLY)
        check_range("random_rate", self.random_rate, 0.0, 1.0)
        check_range("margin", self.margin, 0.0, 1.0)
        check_range("stderrs", self.stderrs, 0.0, MAX_STDERRS)
        if self.value_net not in ("", NO_VALUE_NET) and not Path(self.value_net).is_file():
            raise ConfigError(
                f"value_net: expected a value network file or {NO_VALUE_NET}, got {quoted(self.value_net)}"
            )


def _milliseconds(text: str) -> float:
    number = text.rstrip("ms")
    unit = text[len(number) :]
    try:
        found = float(number) * MS_PER_UNIT[unit]
    except (ValueError, KeyError):
        raise ConfigError(f"time: expected a number with a unit, such as 100ms or 2s, got {quoted(text)}") from None
    if not found > 0:
        raise ConfigError(f"time: expected more than 0, got {quoted(text)}")
    return found
