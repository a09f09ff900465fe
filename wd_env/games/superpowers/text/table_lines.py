"""Lines of text about spaces, powers and the order in progress.

Tables have codes of units and ids of spaces, and end with a legend. Sentences have words and titles.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wd_env.games.superpowers.board.rule_tables import RuleTables
from wd_env.games.superpowers.definitions.actions import BOX_NAMES, KIND_NAMES, POWER_IDS
from wd_env.games.superpowers.definitions.decision_codes import LAND_WHERE
from wd_env.games.superpowers.definitions.rule_constants import (
    BOXES,
    CARGO_KINDS,
    LAND_KINDS,
    LANDS,
    NEUTRAL,
    NO_KIND,
    NOWHERE,
    POWERS,
    SEA_KINDS,
    TECHNOLOGIES,
    WAR,
    ZONES,
)
from wd_env.games.superpowers.game_board import board_of, tables_of
from wd_env.games.superpowers.named_counts import TECHNOLOGY_NAMES, counts_text
from wd_env.games.superpowers.rules import defenders
from wd_env.games.superpowers.text.power_names import power_title, seat_name
from wd_env.games.superpowers.text.unit_words import codes_text, count_text, legend, units_text
from wd_env.spec.module_copies import module_of
from wd_env.text.seat_names import SeatNames

RELATION_NAMES = ("war", "peace", "alliance")
BUILDINGS = {"X": "complexes", "E": "centres"}  # codes, and fields of the state with their number by land
SPACE_FIELDS = ("holder", "damage", "land_units", "sea_units", "cargo", *BUILDINGS.values())  # what is in a space


def space_text(table: Any, shared: Mapping[str, Any], space: int) -> str:
    """Return the holder and the buildings of a land, and the units of each power in a space, as a text."""
    parts, holder = [], shared["holder"][space] if space < LANDS else NEUTRAL
    if space < LANDS:
        own = "" if holder == NEUTRAL else units_text(stacks(shared, holder, space)[0])
        name = "neutral" if holder == NEUTRAL else f"held by {power_title(table, holder)}"
        parts.append(f"{name} with {own}" if own else name)
        buildings = units_text({code: shared[field][space] for code, field in BUILDINGS.items()})
        parts += [buildings] if buildings else []
        parts += ["damaged"] if shared["damage"][space] else []
    for power in range(POWERS):
        units, cargo = stacks(shared, power, space)
        if (units or cargo) and power != holder:
            aboard = f" with {units_text(cargo)} aboard" if cargo else ""
            parts.append(f"{units_text(units)} of {power_title(table, power)}{aboard}")
    return "; ".join(parts)


def change_text(table: Any, before: Mapping[str, Any], now: Mapping[str, Any], space: int) -> str:
    """Return a space that has changed, with what is new; empty if nothing has changed.

    Args:
        table: The table.
        before: Public fields of the state before, by name.
        now: The same now.
        space: Index of the space.
    """
    was, here = space_text(table, before, space), space_text(table, now, space)
    if was == here:
        return ""
    has_new_holder = space < LANDS and before["holder"][space] != now["holder"][space]
    difference = "" if has_new_holder or not was or not here else ", ".join(_differences(table, before, now, space))
    return f"{space_title(table, space)}: {here or 'empty'} ({difference or 'was ' + (was or 'empty')})"


def _differences(table: Any, before: Mapping[str, Any], now: Mapping[str, Any], space: int) -> Iterator[str]:
    """Yield the units of each power that are new or gone, such as `1 tank fewer`."""
    for power in range(POWERS):
        old, new = (_all_units(stacks(shared, power, space)) for shared in (before, now))
        is_owner = space < LANDS and now["holder"][space] == power
        of_power = "" if is_owner else f" of {power_title(table, power)}"
        changes = {code: new.get(code, 0) - old.get(code, 0) for code in KIND_NAMES}
        for sign, word in ((1, "more"), (-1, "fewer")):
            units = units_text({code: sign * change for code, change in changes.items() if sign * change > 0})
            if units:
                yield f"{units}{of_power} {word}"


def _all_units(stack: tuple[Mapping[str, int], Mapping[str, int]]) -> dict[str, int]:
    """Return the units in a space and aboard ships there together."""
    units, cargo = stack
    return {code: units.get(code, 0) + cargo.get(code, 0) for code in {*units, *cargo}}


def current_space_text(table: Any, space: int) -> str:
    """Return the text of a space now, with the garrison of a neutral land."""
    text = space_text(table, {name: getattr(table.state, name) for name in SPACE_FIELDS}, space)
    if space < LANDS and table.state.holder[space] == NEUTRAL:
        units = units_text(garrison(tables_of(table.game), space))
        return f"{text}, defended by {units}" if units else text
    return text


def stacks(shared: Mapping[str, Any], power: int, space: int) -> tuple[dict[str, int], dict[str, int]]:
    """Return the units of a power in a space and those aboard its ships there, by code."""
    if space < LANDS:
        return _stack(shared["land_units"], LAND_KINDS, LANDS, power, space), {}
    zone = space - LANDS
    return (
        _stack(shared["sea_units"], SEA_KINDS, ZONES, power, zone),
        _stack(shared["cargo"], CARGO_KINDS, ZONES, power, zone),
    )


def _stack(units: Sequence[int], kinds: Sequence[int], length: int, power: int, index: int) -> dict[str, int]:
    first = power * len(kinds)
    counts = {KIND_NAMES[kind]: units[(first + row) * length + index] for row, kind in enumerate(kinds)}
    return {code: count for code, count in counts.items() if count}


def order_lines(table: Any) -> list[str]:
    """Return the units that are bought but not yet placed, and the order that is being given, in sentences."""
    s, words = table.state, []
    bought = units_text(dict(zip(KIND_NAMES, s.deck, strict=False)))
    if s.target != NOWHERE:
        force = units_text(dict(zip(KIND_NAMES, s.engaged, strict=True)))
        against = f" against {foes}" if (foes := units_text(_defenders(table))) else ""
        words.append(f"attack on {space_title(table, s.target)} with {force or 'nothing yet'}{against}")
    if s.guns:
        words.append(f"{count_text('R', s.guns)} fire from where they are")
    if any(s.paratroopers):
        words.append(f"{count_text('I', sum(s.paratroopers))} dropped by bombers")
    if s.origin != NOWHERE:
        some = "a plane" if s.node == LAND_WHERE else "units"
        units = some if s.kind == NO_KIND else count_text(KIND_NAMES[s.kind], s.amount)
        words.append(f"{units} from {space_title(table, s.origin)}")
    elif s.kind != NO_KIND:
        words.append(count_text(KIND_NAMES[s.kind], s.amount))
    lines = [f"bought and placed after the moves: {bought}"] if bought else []
    return [*lines, f"order: {', '.join(words)}"] if words else lines


def _defenders(table: Any) -> dict[str, int]:
    """Return the units that defend the target, by code."""
    s = table.state
    if s.target < LANDS and s.holder[s.target] == NEUTRAL and not any(s.garrison):  # set when the battle begins
        return garrison(tables_of(table.game), s.target)
    count = module_of(table.game, defenders).defender_count
    return {code: int(count(s, kind)) for kind, code in enumerate(KIND_NAMES)}


def space_title(table: Any, space: int) -> str:
    """Return the title of a space."""
    return board_of(table.game).spaces[space].title


def treaty_lines(table: Any) -> list[str]:
    """Return a line with all treaties, such as `treaties: us-la alliance`; none in games without treaties."""
    s = table.state
    if not s.treaties:
        return []
    pairs = [(one, other) for one in range(POWERS) for other in range(one + 1, POWERS)]
    treaties = [
        f"{POWER_IDS[one]}-{POWER_IDS[other]} {RELATION_NAMES[s.relation[one * POWERS + other]]}"
        for one, other in pairs
        if s.in_play[one] and s.in_play[other] and s.relation[one * POWERS + other] != WAR
    ]
    return [f"treaties: {', '.join(treaties) or 'none'}"]


def damage_lines(table: Any) -> list[str]:
    """Return a line with the lands whose complex is damaged, and one for each super battleship with upgrades."""
    s, space_ids = table.state, tables_of(table.game).space_ids
    damaged = [space_ids[land] for land in range(LANDS) if s.damage[land]]
    lines = [f"damaged complexes: {', '.join(damaged)}"] if damaged else []
    for power, name in enumerate(POWER_IDS):
        boxes = counts_text(BOX_NAMES, s.boxes[power * BOXES : (power + 1) * BOXES])
        if boxes:
            lines.append(f"super battleship of {name}: {boxes}, {s.super_damage[power]} hit points lost")
    return lines


def technology_lines(table: Any) -> list[str]:
    """Return a line for each power with upgrades or technologies, such as `us: railway, economy 2`."""
    s, lines = table.state, []
    for power, name in enumerate(POWER_IDS):
        technologies = counts_text(TECHNOLOGY_NAMES, s.technology[power * TECHNOLOGIES : (power + 1) * TECHNOLOGIES])
        owned = [word for word, has in (("railway", s.railway), ("anti-ballistics", s.anti_ballistics)) if has[power]]
        owned += [technologies] if technologies else []
        if owned:
            lines.append(f"{name} has {', '.join(owned)}")
    return lines


def stack_lines(table: Any) -> list[str]:
    """Return a line for each power with its lands and units, one for the neutral lands, and the legend of the codes."""
    s, tables = table.state, tables_of(table.game)
    shared = {name: getattr(s, name) for name in SPACE_FIELDS}
    lines, seen = [], {"I"}
    for power, name in enumerate(POWER_IDS):
        items, empty = [], []
        for space, index in tables.board.index.items():
            units, cargo = stacks(shared, power, index)
            is_held = index < LANDS and s.holder[index] == power
            buildings = {code: getattr(s, field)[index] for code, field in BUILDINGS.items()} if is_held else {}
            here = codes_text({**units, **buildings})
            if here or cargo:
                items.append(f"{space} {here}{f' aboard {codes_text(cargo)}' if cargo else ''}")
            elif is_held:
                empty.append(space)
            seen |= {*units, *cargo, *(code for code, count in buildings.items() if count)}
        if empty:
            items.append(f"without units {', '.join(empty)}" if items else f"no units in {', '.join(empty)}")
        if items:
            lines.append(f"{name}: {'; '.join(items)}")
    neutral = [land for land in range(len(tables.board.lands)) if s.holder[land] == NEUTRAL]
    special = [land for land in neutral if tables.garrison_fighters[land]]
    if neutral:
        garrisons = ", ".join(f"{tables.space_ids[land]} {codes_text(garrison(tables, land))}" for land in special)
        examples = f", including {garrisons}" if special else ""
        lines.append(f"neutral: {len(neutral)} of {len(tables.board.lands)} lands{examples}")
        seen |= {"F"} if special else set()
    return [*lines, f"units: {legend(seen)}"]


def garrison(tables: RuleTables, land: int) -> dict[str, int]:
    """Return the units that defend a land while it is neutral, by code."""
    return {"I": tables.garrison_infantry[land], "F": tables.garrison_fighters[land]}


def start_lines(table: Any, names: SeatNames) -> list[str]:
    """Return what each power has at the start of the game, and a line for each power with its capital and ships."""
    s = table.state
    shared = {name: getattr(s, name) for name in SPACE_FIELDS}
    playing = [power for power in range(POWERS) if s.in_play[power]]
    first = playing[0]
    capital = units_text(stacks(shared, first, s.capital[first])[0])
    lines = [f"each power starts with {capital} in its capital, and production {s.production[first]}"]
    for power in playing:
        others = sum(holder == power for holder in s.holder) - 1
        parts = [f"capital {space_title(table, s.capital[power])}, {others} other {'land' if others == 1 else 'lands'}"]
        for zone in range(LANDS, LANDS + ZONES):
            ships = units_text(stacks(shared, power, zone)[0])
            parts += [f"{ships} in {space_title(table, zone)}"] if ships else []
        lines.append(f"{seat_name(table, power, names)}: {', '.join(parts)}")
    return lines
