"""What a game with battles brings for `wd odds`; its row in the registry names an `OddsCalculator` as `odds`."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class BattleOutcome:
    """One way in which a battle can end."""

    attackers: int | str  # remaining armies, as a number or as the game writes them
    defenders: int | str
    probability: Fraction | float  # a float where the battle is too large for fractions


@dataclass(frozen=True)
class BattleOdds:
    """The possible ends of a battle that continues as long as it can."""

    captured: Fraction | float  # the chance that the attacker wins
    outcomes: tuple[BattleOutcome, ...]  # captures first, each with its chance; together they are 1
    summary: tuple[tuple[str, Fraction | float], ...] = ()  # chances of named results, if there are more than two


@dataclass(frozen=True)
class OddsCalculator:
    """How a game computes odds."""

    options_type: type  # a dataclass of the options of a battle; its fields become options of the command
    compute: Callable[[str, str, Any], BattleOdds]  # attackers and defenders as typed, and options; raises ConfigError
