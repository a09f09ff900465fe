"""What can be said of a search bot by its name: `search:samples=64,rollout=8,net=FILE`."""

from dataclasses import dataclass
from pathlib import Path

from wd_env.agents.agent_options import BotOptions, check_range
from wd_env.errors import ConfigError, quoted

MOST_SAMPLES = 1 << 14
MOST_ROLLOUT = 10_000
MOST_AGAIN = 1024
MOST_MS = 600_000.0
MOST_SURE = 1000.0
SURE = 2.0  # standard errors by which an option is clearly behind or ahead
NO_NET = "none"
MILLISECONDS = {"ms": 1.0, "s": 1000.0}


@dataclass(frozen=True)
class SearchOptions(BotOptions):
    """How hard a search bot thinks, and by what."""

    bot = "search"

    samples: int = 64
    """Samples of each legal action, 1..16384; more where they are close, since those clearly behind are given up."""
    time: float = 0.0
    """Milliseconds a decision instead of samples (`100ms`, `2s`); 0: by samples."""
    rollout: int = 8
    """Answers of all players that a sample goes on for before its end is valued, 0..10000."""
    again: int = 0
    """A second ply: samples of each option where its seat is first asked again within a sample, 0..1024; 0: `policy`
    answers there, too."""
    policy: str = ""
    """Who answers in those: a bot that is written by hand, a trained one (`policy` or a file) by its likeliest action,
    or `random`; nothing for the first that is written by hand."""
    others: str = ""
    """Who gives those of everybody else: a bot that is written by hand; nothing for whoever `policy` names."""
    mix: float = 0.0
    """Share of those answers, 0..1, that are any legal action instead."""
    prior: str = ""
    """The bot whose answer is kept unless another option is clearly better: of the roster, or a file; nothing for the
    first that is written by hand."""
    margin: float = 0.02
    """How much better in odds of winning it must be, 0..1."""
    sure: float = SURE
    """Standard errors, 0..1000, by which an option must be behind to be given up, or ahead to settle the answer; by a
    thousand each option is tried as often as `samples` says."""
    at: str = ""
    """Decisions at which it searches, by name with `+` between them, or behind `-` all but these; its prior answers the
    others. Nothing for all."""
    net: str = ""
    """The value network of the leaves: a file; nothing for the one that comes with the game, `none` for none."""

    @classmethod
    def value(cls, name: str, text: str) -> object:
        """Read the value of an option; a time has a unit."""
        return _milliseconds(text) if name == "time" else super().value(name, text)

    def __post_init__(self) -> None:
        check_range("samples", self.samples, 1, MOST_SAMPLES)
        check_range("time", self.time, 0.0, MOST_MS)
        check_range("rollout", self.rollout, 0, MOST_ROLLOUT)
        check_range("again", self.again, 0, MOST_AGAIN)
        check_range("mix", self.mix, 0.0, 1.0)
        check_range("margin", self.margin, 0.0, 1.0)
        check_range("sure", self.sure, 0.0, MOST_SURE)
        if self.net not in ("", NO_NET) and not Path(self.net).is_file():
            raise ConfigError(f"net {quoted(self.net)} is no file; allowed are a value network's file and {NO_NET}")


def _milliseconds(text: str) -> float:
    number = text.rstrip("ms")
    unit = text[len(number) :]
    try:
        found = float(number) * MILLISECONDS[unit]
    except (ValueError, KeyError):
        raise ConfigError(f"time is {quoted(text)}; allowed are numbers with a unit, as 100ms or 2s") from None
    if not found > 0:
        raise ConfigError(f"time is {quoted(text)}; allowed is more than nothing")
    return found
