"""What can be said of a search bot by its name: `search:samples=64,rollout=8,net=FILE`."""

from dataclasses import dataclass, fields
from pathlib import Path

from wd_env.core.errors import ConfigError, did_you_mean, quoted

MOST_SAMPLES = 1 << 14
MOST_ROLLOUT = 10_000
MOST_MS = 600_000.0
NO_NET = "none"
MILLISECONDS = {"ms": 1.0, "s": 1000.0}


@dataclass(frozen=True)
class SearchOptions:
    """How hard a search bot thinks, and by what."""

    samples: int = 64
    """Samples of each legal action, 1..16384; more where they are close, since those clearly behind are given up."""
    time: float = 0.0
    """Milliseconds a decision instead of samples (`100ms`, `2s`); 0: by samples."""
    rollout: int = 8
    """Answers of all players that a sample goes on for before its end is valued, 0..10000."""
    policy: str = ""
    """Who answers in those: a bot that is written by hand, or `random`; nothing for the first of those."""
    mix: float = 0.0
    """Share of those answers, 0..1, that are any legal action instead."""
    prior: str = ""
    """The bot whose answer is kept unless another option is clearly better: of the roster, or a file; nothing for the
    first that is written by hand."""
    margin: float = 0.02
    """How much better in odds of winning it must be, 0..1."""
    net: str = ""
    """The value network of the leaves: a file; nothing for the one that comes with the game, `none` for none."""

    @classmethod
    def parse(cls, text: str) -> "SearchOptions":
        """Read `name=value` pairs with commas between them; ConfigError for a name or a value that cannot be."""
        given: dict[str, object] = {}
        for pair in text.split(",") if text else ():
            name, is_set, value = pair.partition("=")
            known = [entry.name for entry in fields(cls)]
            if not is_set or name not in known or name in given:
                allowed = f"{', '.join(known)}, each once as name=value{did_you_mean(name, known)}"
                raise ConfigError(f"{quoted(pair)} is no option of search; allowed are {allowed}")
            given[name] = _milliseconds(value) if name == "time" else _value(cls, name, value)
        return cls(**given)  # type: ignore[arg-type]

    def __post_init__(self) -> None:
        _check("samples", self.samples, 1, MOST_SAMPLES)
        _check("time", self.time, 0.0, MOST_MS)
        _check("rollout", self.rollout, 0, MOST_ROLLOUT)
        _check("mix", self.mix, 0.0, 1.0)
        _check("margin", self.margin, 0.0, 1.0)
        if self.net not in ("", NO_NET) and not Path(self.net).is_file():
            raise ConfigError(f"net {quoted(self.net)} is no file; allowed are a value network's file and {NO_NET}")


def _value(kind: type[SearchOptions], name: str, text: str) -> object:
    convert = type(getattr(kind, name))
    try:
        return convert(text)
    except ValueError:
        wanted = "a whole number" if convert is int else "a number"
        raise ConfigError(f"{name} is {quoted(text)}; allowed is {wanted}") from None


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


def _check(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:  # NaN is not, either
        raise ConfigError(f"{name} is {value!r}; allowed are {low:g}..{high:g}")
