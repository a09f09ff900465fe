"""`wd odds`: exact odds of a battle."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.game_tool_arguments import Asking, Part, asked_of
from wd_env.cli.text_tables import columns
from wd_env.spec.odds_tools import Odds as Found
from wd_env.spec.odds_tools import Reckoner

DIGITS = 12  # behind the point
RECKONER = Part("odds", Reckoner, "agreed", "has battles")


@dataclass(frozen=True)
class Odds(Asking):
    """Tell how a battle ends in which the attacker goes on as long as it can: exact odds, reckoned by the rules."""

    attackers: Annotated[int, Positional("ATTACKERS")]
    """Armies of the attacker, also those that have to stay behind."""
    defenders: Annotated[int, Positional("DEFENDERS")]
    """Armies of the defender."""
    fraction: bool = False
    """Print chances as fractions instead of decimals."""
    json: bool = False
    """Print JSON: each chance as a fraction and as a decimal."""
    agreed: Any = None
    """What is agreed on."""


def run(arguments: Sequence[str]) -> int:
    """Reckon and print."""
    options, reckoner = asked_of(Odds, arguments, "odds", RECKONER)
    found = reckoner.reckon(options.attackers, options.defenders, options.agreed)
    print(json.dumps(_as_json(found), indent=2) if options.json else _told(found, options))
    return 0


def _told(found: Found, options: Odds) -> str:
    rows = [
        (end.attackers, end.defenders, _chance(end.chance, options.fraction), f"{float(end.chance):.2%}")
        for end in found.endings
    ]
    title = f"{options.attackers} against {options.defenders}: captured {_chance(found.captured, options.fraction)}"
    return columns(("attackers left", "defenders left", "chance", "per cent"), rows, (0, 1, 2, 3), title=title)


def _chance(chance: Fraction, as_fraction: bool) -> str:
    return str(chance) if as_fraction else f"{float(chance):.{DIGITS}f}"


def _as_json(found: Found) -> dict[str, Any]:
    endings = [{"attackers": end.attackers, "defenders": end.defenders, **_both(end.chance)} for end in found.endings]
    return {"captured": _both(found.captured), "endings": endings}


def _both(chance: Fraction) -> dict[str, str | float]:
    return {"fraction": str(chance), "chance": float(chance)}
