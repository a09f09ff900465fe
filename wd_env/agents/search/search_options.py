"""Options of a search bot, as in `search:samples=64,rollout=8,value_net=FILE`."""

from pathlib import Path
from typing import Annotated, Any, ClassVar

from wd_env.agents.agent_options import BotOptions
from wd_env.errors import ConfigError, quoted
from wd_env.options import Convert, Interval, options

MAX_SAMPLES = 1 << 14
MAX_ROLLOUT = 10_000
MAX_TURNS = 1000
MAX_SECOND_PLY = 1024
MAX_MS = 600_000
MAX_STDERRS = 1000
DEFAULT_STDERRS = 2.0  # standard errors by which an option is clearly worse or better
NO_VALUE_NET = "none"
MS_PER_UNIT = {"ms": 1.0, "s": 1000.0}


def _milliseconds(value: Any) -> Any:
    """Return the milliseconds of a text with a unit (`100ms`, `2s`); return any other value unchanged."""
    if not isinstance(value, str):
        return value
    digits = value.rstrip("ms")
    unit = value[len(digits) :]
    try:
        milliseconds = float(digits) * MS_PER_UNIT[unit]
    except (ValueError, KeyError):
        raise ConfigError(f"time: expected a number with a unit, such as 100ms or 2s, got {quoted(value)}") from None
    if not milliseconds > 0:
        raise ConfigError(f"time: expected more than 0, got {quoted(value)}")
    return milliseconds


@options
class SearchOptions(BotOptions):
    """Effort and bots of a search.

    Raises:
        ConfigError: If an option is out of range, or `value_net` is neither a file nor `none`.
    """

    bot_name: ClassVar[str] = "search"

    samples: Annotated[int, Interval(ge=1, le=MAX_SAMPLES)] = 64
    """Samples of each legal action, 1..16384; close options get more, because clearly worse ones are pruned."""
    time: Annotated[float, Interval(ge=0, le=MAX_MS), Convert(_milliseconds)] = 0.0
    """Time per decision (`100ms`, `2s`) instead of `samples`; 0: `samples` applies."""
    rollout: Annotated[int, Interval(ge=0, le=MAX_ROLLOUT)] = 8
    """Number of actions, of all players, in a rollout before its end is valued, 0..10000."""
    depth_turns: Annotated[int, Interval(ge=0, le=MAX_TURNS)] = 0
    """Number of turns that end in a rollout, the current one included, before its end is valued, 0..1000; 0: `rollout`
    applies."""
    second_ply: Annotated[int, Interval(ge=0, le=MAX_SECOND_PLY)] = 0
    """Samples of each option at the seat's next decision in a rollout, 0..1024; 0: `policy` decides there."""
    policy: str = ""
    """Policy of rollouts: a hand-written bot, a trained one (`policy` or a file), which plays greedily, or `random`;
    default: the first hand-written bot."""
    opponents: str = ""
    """Policy of the other players in rollouts: a hand-written bot; default: as `policy`."""
    random_rate: Annotated[float, Interval(ge=0, le=1)] = 0.0
    """Probability of a random legal action in rollouts, 0..1."""
    prior: str = ""
    """The bot whose action is played unless another one is clearly better: a bot name or a file; default: the first
    hand-written bot."""
    margin: Annotated[float, Interval(ge=0, le=1)] = 0.02
    """Gain in the probability of winning that another action must exceed, 0..1."""
    stderrs: Annotated[float, Interval(ge=0, le=MAX_STDERRS)] = DEFAULT_STDERRS
    """Standard errors, 0..1000, by which an option is pruned or ends the search; with 1000 every option gets `samples`
    samples."""
    decisions: str = ""
    """Decisions with a search: names with `+` between them, with the prefix `-` all except these; `prior` makes the
    others; default: all."""
    value_net: str = ""
    """Value network of the leaves: a file, or `none`; default: the bundled one."""

    def __post_init__(self) -> None:
        if self.value_net not in ("", NO_VALUE_NET) and not Path(self.value_net).is_file():
            raise ConfigError(
                f"value_net: expected a value network file or {NO_VALUE_NET}, got {quoted(self.value_net)}"
            )
