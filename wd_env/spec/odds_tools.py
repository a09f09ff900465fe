"""What a game with battles brings for `wd odds`; its row in the catalogue names a `Reckoner` as `odds`."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Ending:
    """One way in which a battle can end."""

    attackers: int  # armies that are left
    defenders: int
    chance: Fraction


@dataclass(frozen=True)
class Odds:
    """How a battle can end that goes on as long as it can."""

    captured: Fraction  # the chance that no defender is left
    endings: tuple[Ending, ...]  # captures first, each with its chance; together they are 1


@dataclass(frozen=True)
class Reckoner:
    """How the odds of a game are reckoned."""

    choices: type  # a dataclass of what can be agreed on; its fields become options of the command
    reckon: Callable[[int, int, Any], Odds]  # armies of attacker and defender, and choices; ConfigError
