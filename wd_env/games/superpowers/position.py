"""Positions of Superpowers in one call, for tests, puzzles and analysis."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wd_env.errors import ConfigError, quoted
from wd_env.games.superpowers.board.rule_tables import RuleTables
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.definitions import decision_codes
from wd_env.games.superpowers.definitions.actions import KIND_NAMES, POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import (
    ALLIED,
    BASIC,
    CARGO_ROW,
    CARGO_ROWS,
    IS_ADVANCED,
    LAND_ROW,
    LAND_ROWS,
    LANDS,
    LIMITED_ROUND,
    NEUTRAL,
    NO_ROW,
    NOBODY,
    NOWHERE,
    POWERS,
    SEA_ROW,
    START_PRODUCTION,
    ZONES,
)
from wd_env.games.superpowers.game_board import tables_of
from wd_env.games.superpowers.rules import turn as turn_rules
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.table import Superpowers, SuperpowersTable
from wd_env.games.superpowers.table_board import space_index
from wd_env.games.superpowers.text.table_lines import RELATION_NAMES
from wd_env.spec.module_copies import module_of
from wd_env.table.chance_modes import EXPLICIT

NEUTRAL_WORD, ABOARD = "neutral", "aboard"
USUAL_POWERS = ("us", "eu", "ie", "la")
PHASES = {
    "buy": decision_codes.BUYING,
    "combat": decision_codes.FIGHTING,
    "move": decision_codes.LANDING,
    "place": decision_codes.PLACING,
    "income": decision_codes.COLLECTING,
    "next": decision_codes.NEXT_TURN,
}
MAX_ROUND, MAX_PRODUCTION, MAX_COUNT = 4000, 1000, 1000  # the last one of units of a kind in a space
UNIT = re.compile(r"([A-Z]+)([0-9]{1,9})")
MIN_POWERS = 4


def position(
    spaces: Mapping[str, str],
    *,
    turn: str,
    at: str = "combat",
    round: int = 7,
    powers: Sequence[str] = (),
    production: Mapping[str, int] | None = None,
    relations: Mapping[str, str] | None = None,
    **options: Any,
) -> SuperpowersTable:
    """Return a table with explicit chance, in the turn of a power.

    Args:
        spaces: By space, the holder of a land and its units, such as `{"china": "neutral I3", "japan": "ie T2 F1 X1",
            "sz_brazil_waters": "la TR1 aboard I2 T1"}`. Several powers are comma-separated; the first one holds
            the land. Lands that are not named are held by the power of their colour, without units, or are neutral.
        turn: The power on turn.
        at: Step of the turn that begins: `buy`, `combat`, `move`, `place`, `income` or `next`.
        round: Round of the game.
        powers: The power of each player; by default all that are named, and others until there are four.
        production: Production by power; 20 where none is given.
        relations: Of pairs of powers, such as `{"eu la": "peace"}`: `war`, `peace` or `alliance`, since round 1.
        **options: Options of `Config`, without `num_players`.

    Raises:
        ConfigError: If a word or number is unknown.
        StateError: If the table is impossible.
    """
    if not isinstance(at, str) or at not in PHASES:
        raise ConfigError(f"at: expected {', '.join(PHASES)}, got {quoted(at)}")
    production, relations = production or {}, relations or {}
    _check_types(spaces, powers, production, relations)
    words_of = {name: _words(name, text) for name, text in spaces.items()}
    seated = list(powers) or _named_powers(words_of.values(), turn)
    _check_powers(seated, turn)
    _check_number("round", round, 1, MAX_ROUND)
    for name, value in production.items():
        if name not in seated:
            raise ConfigError(f"production: expected powers of {', '.join(seated)}, got {quoted(name)}")
        _check_number(f"production of {name}", value, 0, MAX_PRODUCTION)
    if "num_players" in options:
        raise ConfigError("num_players: expected none, as a position has a player for each of its powers")
    table = Superpowers(Config.of(num_players=len(seated), **options), chance=EXPLICIT)
    s, tables = table.state, tables_of(table.game)
    _seat(s, tables, seated, table.config.team_numbers())
    for space, words in words_of.items():
        _lay(s, tables, space_index(tables.board, space), words)
    if relations and not table.config.has_treaties:
        raise ConfigError("relations: expected none in a game without treaties")
    _relate(s, relations)
    for name, value in production.items():
        s.production[_power(name)] = value
    s.turn = s.first = _power(turn)
    s.round = round
    s.limited_over = int(round > LIMITED_ROUND)
    _begin(table, at)
    table.game.check_state(s)
    table.mark_start()
    return table


def _power(name: str) -> int:
    if name not in POWER_IDS:
        raise ConfigError(f"unknown power {quoted(name)}; expected {', '.join(POWER_IDS)}")
    return POWER_IDS.index(name)


def _check_powers(seated: Sequence[str], turn: str) -> None:
    for name in seated:
        _power(name)
    if len(set(seated)) < len(seated):
        raise ConfigError(f"powers: expected each power once, got {', '.join(seated)}")
    if turn not in seated:
        raise ConfigError(f"turn: expected one of {', '.join(seated)}, got {quoted(turn)}")


def _check_types(spaces: object, powers: object, production: object, relations: object) -> None:
    for name, value in (("spaces", spaces), ("production", production), ("relations", relations)):
        if not isinstance(value, Mapping):
            raise ConfigError(f"{name}: expected a dictionary, got {quoted(value)}")
        for key in value:
            if not isinstance(key, str):
                raise ConfigError(f"{name}: expected texts as keys, got {quoted(key)}")
    if isinstance(powers, str) or not isinstance(powers, Sequence):
        raise ConfigError(f"powers: expected a list of powers, got {quoted(powers)}")


def _words(space: str, text: object) -> list[str]:
    if not isinstance(text, str):
        raise ConfigError(f"space {quoted(space)}: expected powers and units, as 'ie T2', got {quoted(text)}")
    return text.replace(",", " , ").split()


def _check_number(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise ConfigError(f"{name}: expected an integer from {least} to {most}, got {quoted(value)}")


def _relate(s: Any, relations: Mapping[str, str]) -> None:
    pairs: set[frozenset[int]] = set()
    for text, word in relations.items():
        names = text.split()
        if len(names) != len(("eu", "la")):
            raise ConfigError(f"relations: expected two powers such as eu la, got {quoted(text)}")
        if word not in RELATION_NAMES:
            raise ConfigError(f"relations: expected {', '.join(RELATION_NAMES)}, got {quoted(word)}")
        one, two = map(_power, names)
        if one == two or not (s.in_play[one] and s.in_play[two]):
            raise ConfigError(f"relations: expected two powers that play, got {quoted(text)}")
        if {one, two} in pairs:
            raise ConfigError(f"relations: expected each pair of powers once, got {quoted(text)} twice")
        pairs.add(frozenset((one, two)))
        s.relation[one * POWERS + two] = s.relation[two * POWERS + one] = RELATION_NAMES.index(word)


def _named_powers(texts: Iterable[list[str]], turn: str) -> list[str]:
    _power(turn)
    named = {word for words in texts for word in words if word in POWER_IDS} | {turn}
    for name in USUAL_POWERS:
        if len(named) < MIN_POWERS:
            named.add(name)
    return sorted(named, key=POWER_IDS.index)


def _seat(s: Any, tables: RuleTables, seated: Sequence[str], teams: Sequence[int]) -> None:
    numbers = [_power(name) for name in seated]
    s.in_play = [int(power in numbers) for power in range(POWERS)]
    s.owner = [numbers.index(power) if power in numbers else 0 for power in range(POWERS)]
    s.nation_of = [numbers.index(power) if power in numbers else NOBODY for power in range(POWERS)]
    s.home_seat = [*numbers, *[0] * (POWERS - len(numbers))]
    s.picks = len(numbers)
    s.holder = [home if home != NEUTRAL and s.in_play[home] else NEUTRAL for home in tables.home]
    for power in numbers:
        s.port_chosen[power] = 1
        s.production[power] = START_PRODUCTION
        s.capital[power] = tables.capital[power]
        s.complexes[tables.capital[power]] = 1
        for other in numbers:
            if teams[numbers.index(power)] == teams[numbers.index(other)]:
                s.relation[power * POWERS + other] = ALLIED


def _lay(s: Any, tables: RuleTables, space: int, words: Sequence[str]) -> None:
    power, in_hold, name = NEUTRAL, False, tables.space_ids[space]
    for number, word in enumerate(words):
        match = UNIT.fullmatch(word)
        if word == NEUTRAL_WORD and number == 0 and space < LANDS:
            _hold(s, space, NEUTRAL)
            _check_garrison(tables, space, words)
            return
        if word in POWER_IDS:
            power = _power(word)
            if not s.in_play[power]:
                raise ConfigError(f"{name}: expected a power that plays, got {quoted(word)}")
            if number == 0 and space < LANDS:
                _hold(s, space, power)
        elif number == 0:
            neutral = f", or {NEUTRAL_WORD}" if space < LANDS else ""
            raise ConfigError(f"{name}: expected a power before units, as ie T2{neutral}, got {quoted(word)}")
        elif word == ",":
            in_hold = False
        elif word == ABOARD and space >= LANDS:
            in_hold = True
        elif match and (match[1] in KIND_NAMES or (match[1] in "XE" and space < LANDS)):
            _lay_units(s, space, power, match[1], int(match[2]), in_hold, name)
        else:
            raise ConfigError(f"{name}: expected a power or units, as ie or T2, got {quoted(word)}")


def _hold(s: Any, land: int, power: int) -> None:
    s.holder[land] = power
    for other in range(POWERS):
        if s.capital[other] == land and other != power:
            s.capital[other] = NOWHERE


def _check_garrison(tables: RuleTables, land: int, words: Sequence[str]) -> None:
    fighters = f" F{tables.garrison_fighters[land]}" if tables.garrison_fighters[land] else ""
    allowed = f"I{tables.garrison_infantry[land]}{fighters}"
    if " ".join(words[1:]) not in ("", allowed):
        name = tables.space_ids[land]
        raise ConfigError(f"{name}: expected the neutral garrison {allowed}, got {quoted(' '.join(words[1:]))}")


def _lay_units(s: Any, space: int, power: int, kind: str, count: int, in_hold: bool, name: str) -> None:
    if count > MAX_COUNT:
        raise ConfigError(f"{name}: expected {kind}0 to {kind}{MAX_COUNT}, got {kind}{quoted(count)}")
    if kind == "X":
        s.complexes[space] = count
    elif kind == "E":
        s.centres[space] = count
    else:
        number, zone = KIND_NAMES.index(kind), space - LANDS
        row = CARGO_ROW[number] if in_hold else LAND_ROW[number] if space < LANDS else SEA_ROW[number]
        if IS_ADVANCED[number] and s.ruleset == BASIC:
            raise ConfigError(f"{name}: expected units of the basic rules, got {kind}; ruleset advanced has it")
        if row == NO_ROW:
            raise ConfigError(f"{name}: expected land units on land and ships at sea, got {kind}")
        if in_hold:
            s.cargo[(power * CARGO_ROWS + row) * ZONES + zone] += count
        elif space < LANDS:
            s.land_units[(power * LAND_ROWS + row) * LANDS + space] += count
        else:
            add_at_sea(s, power, row, zone, count)


def _begin(table: SuperpowersTable, at: str) -> None:
    """Begin the turn, and continue to the step."""
    s: Any = table.state
    s.node = decision_codes.BEGIN_TURN
    module_of(table.game, turn_rules).do_begin_turn(s, 0)
    if at != "buy" or s.node == decision_codes.BUYING:
        s.node = PHASES[at]
    table.game.engine.run_automatic(s)
