"""`wd odds`: exact odds of a battle."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.game_tool_arguments import GameExtension, GameExtensionOptions, parse_extension_options
from wd_env.cli.text_tables import format_columns
from wd_env.errors import ConfigError
from wd_env.spec.game_tools import BattleOdds, OddsCalculator

DIGITS = 12  # behind the point
ODDS_CALCULATOR = GameExtension("odds", OddsCalculator, "options", "has battles")


@dataclass(frozen=True)
class OddsCommand(GameExtensionOptions):
    """Compute the exact outcome probabilities of a battle in which the attacker fights to the end.

    Example:
        wd odds 5 3 --game domination
    """

    attackers: Annotated[str, Positional("ATTACKERS")]
    """Armies in the attacking country (Domination), or attacking units such as "I2 T2 F1" (Superpowers)."""
    defenders: Annotated[str, Positional("DEFENDERS")]
    """Armies or units of the defender, in the same form."""
    fraction: bool = False
    """Print probabilities as fractions instead of decimals."""
    json: bool = False
    """Print JSON, with each probability as a fraction and as a decimal."""
    options: Any = None
    """Options of the battle."""


def run(args: Sequence[str]) -> int:
    """Compute and print."""
    options, calculator = parse_extension_options(OddsCommand, args, "odds", ODDS_CALCULATOR)
    result = calculator.compute(options.attackers, options.defenders, options.options)
    print(json.dumps(_as_json(result), indent=2) if options.json else _format(result, options))
    return 0


def _format(result: BattleOdds, options: OddsCommand) -> str:
    rows = [
        (end.attackers, end.defenders, _chance(end.probability, options.fraction), f"{float(end.probability):.2%}")
        for end in result.outcomes
    ]
    results = result.summary or (("captured", result.captured),)
    results_text = ", ".join(f"{name} {_chance(chance, options.fraction)}" for name, chance in results)
    title = f"{options.attackers} against {options.defenders}: {results_text}"
    return format_columns(("attackers left", "defenders left", "chance", "per cent"), rows, (0, 1, 2, 3), title=title)


def _chance(chance: Fraction | float, as_fraction: bool) -> str:
    if as_fraction and isinstance(chance, float):
        raise ConfigError("this battle is too large for fractions; leave --fraction out")
    return str(chance) if as_fraction else f"{float(chance):.{DIGITS}f}"


def _as_json(result: BattleOdds) -> dict[str, Any]:
    endings = [
        {"attackers": end.attackers, "defenders": end.defenders, **_chance_data(end.probability)}
        for end in result.outcomes
    ]
    results = {"results": {name: _chance_data(chance) for name, chance in result.summary}} if result.summary else {}
    return {"captured": _chance_data(result.captured), **results, "endings": endings}


def _chance_data(chance: Fraction | float) -> dict[str, str | float]:
    fraction = {} if isinstance(chance, float) else {"fraction": str(chance)}
    return {**fraction, "chance": float(chance)}
