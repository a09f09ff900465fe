"""What a game with battles brings for `wd odds`; its row in the catalogue names a `Reckoner` as `odds`."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class BattleOutcome:
    """One way in which a battle can end."""

    attackers: int  # armies that are left
    defenders: int
    probability: Fraction


@dataclass(frozen=True)
class BattleOdds:
    """How a battle can end that goes on as long as it can."""

    captured: Fraction  # the chance that no defender is left
    outcomes: tuple[BattleOutcome, ...]  # captures first, each with its chance; together they are 1


@dataclass(frozen=True)
class OddsCalculator:
    """How the odds of a game are reckoned."""

    options_type: type  # a dataclass of what can be agreed on; its fields become options of the command
    compute: Callable[[int, int, Any], BattleOdds]  # armies of attacker and defender, and choices; ConfigError
