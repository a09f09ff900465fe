"""What can be said of a search bot by its name: `search:samples=64,rollout=8,value_net=FILE`."""

from dataclasses import dataclass
from pathlib import Path

from wd_env.agents.agent_options import BotOptions, check_range
from wd_env.errors import ConfigError, quoted

MAX_SAMPLES = 1 << 14
MAX_ROLLOUT = 10_000
MAX_SECOND_PLY = 1024
MAX_MS = 600_000.0
MAX_STDERRS = 1000.0
DEFAULT_STDERRS = 2.0  # standard errors by which an option is clearly behind or ahead
NO_VALUE_NET = "none"
MS_PER_UNIT = {"ms": 1.0, "s": 1000.0}


@dataclass(frozen=True)
class SearchOptions(BotOptions):
    """How hard a search bot thinks, and by what."""

    bot_name = "search"

    samples: int = 64
    """Samples of each legal action, 1..16384; more where they are close, since those clearly behind are given up."""
    time: float = 0.0
    """Milliseconds a decision instead of samples (`100ms`, `2s`); 0: by samples."""
    rollout: int = 8
    """Answers of all players that a sample goes on for before its end is valued, 0..10000."""
    second_ply: int = 0
    """A second ply: samples of each option where its seat is first asked again within a sample, 0..1024; 0: `policy`
    answers there, too."""
    policy: str = ""
    """Who answers in those: a bot that is written by hand, a trained one (`policy` or a file) by its likeliest action,
    or `random`; nothing for the first that is written by hand."""
    opponents: str = ""
    """Who gives those of everybody else: a bot that is written by hand; nothing for whoever `policy` names."""
    random_rate: float = 0.0
    """Share of those answers, 0..1, that are any legal action instead."""
    prior: str = ""
    """The bot whose answer is kept unless another option is clearly better: of the roster, or a file; nothing for the
    first that is written by hand."""
    margin: float = 0.02
    """How much better in odds of winning it must be, 0..1."""
    stderrs: float = DEFAULT_STDERRS
    """Standard errors, 0..1000, by which an option must be behind to be given up, or ahead to settle the answer; by a
    thousand each option is tried as often as `samples` says."""
    decisions: str = ""
    """Decisions at which it searches, by name with `+` between them, or behind `-` all but these; its prior answers the
    others. Nothing for all."""
    value_net: str = ""
    """The value network of the leaves: a file; nothing for the one that comes with the game, `none` for none."""

    @classmethod
    def parse_value(cls, name: str, text: str) -> object:
        """Read the value of an option; a time has a unit."""
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
                f"value_net {quoted(self.value_net)} is no file; allowed are a value network's file and {NO_VALUE_NET}"
            )


def _milliseconds(text: str) -> float:
    number = text.rstrip("ms")
    unit = text[len(number) :]
    try:
        found = float(number) * MS_PER_UNIT[unit]
    except (ValueError, KeyError):
        raise ConfigError(f"time is {quoted(text)}; allowed are numbers with a unit, as 100ms or 2s") from None
    if not found > 0:
        raise ConfigError(f"time is {quoted(text)}; allowed is more than nothing")
    return found
