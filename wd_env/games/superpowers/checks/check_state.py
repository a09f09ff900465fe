"""The check of a saved state: derived counts must agree, and the position must be possible."""

from collections.abc import Sequence
from typing import Any

from wd_env.errors import range_text
from wd_env.games.superpowers.checks.battle_checks import check_force, check_leftovers
from wd_env.games.superpowers.checks.order_checks import check_words, expect
from wd_env.games.superpowers.checks.treaty_checks import check_treaties
from wd_env.games.superpowers.definitions import decision_codes as codes
from wd_env.games.superpowers.definitions.actions import ACTIONS_COUNT, BOX_NAMES, KIND_NAMES, POWER_IDS
from wd_env.games.superpowers.definitions.board_constants import SPACE_IDS
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE_ABOARD,
    AIR_DEFENCE_LOAD,
    ALLIED,
    BASIC,
    BOX_HIT_POINT,
    BOX_LIMIT,
    BRIDGED,
    BY_LIMIT,
    CAPITAL_CENTRES,
    CARGO_ROWS,
    CARRIER_ROW,
    CLOSED,
    FIGHTER_AT_SEA,
    FLEET_WORDS,
    GENERAL_ABOARD,
    GENERAL_ROW,
    HELD_WITH_COMPLEX,
    HOLD,
    KINDS,
    LAND_KINDS,
    LAND_LIMIT,
    LAND_ROWS,
    LANDS,
    NEUTRAL,
    NO_KIND,
    NOBODY,
    NOWHERE,
    PLACES,
    PLACES_ON_CARRIER,
    POWERS,
    RANGES,
    ROUND_OVER,
    RULER_ABOARD,
    RULER_ROW,
    SEA_KINDS,
    SEA_ROWS,
    SMALL_INFANTRY_IN_ALL,
    SMALL_INFANTRY_IN_LAND,
    SPACES,
    SUPER_ROW,
    TECH_BOOK,
    TECH_LEVELS,
    TECH_OFF,
    TIRED,
    TRANSPORT_ROW,
    TREATY_BONUS,
    ZONES,
)
from wd_env.games.superpowers.named_counts import TECHNOLOGY_NAMES
from wd_env.games.superpowers.rules.fleets import first_zone, fleet_word
from wd_env.games.superpowers.rules.friends import secure_lands
from wd_env.games.superpowers.rules.sets import reaches_any
from wd_env.games.superpowers.rules.setup import first_pickers
from wd_env.games.superpowers.state import SEARCH
from wd_env.spec.state_checks import check_ranges

MAX_ROUND = 1_000_000  # so that no count of turns overflows
QUIET = (codes.BUY, codes.TARGET, codes.MOVE_FROM)  # nodes at which no plane is in the air and no unit fights
INDEX_NAMES = {
    "seat": POWER_IDS,
    "power": POWER_IDS,
    "box": BOX_NAMES,
    "category": TECHNOLOGY_NAMES,
    "kind": KIND_NAMES,
    "land": SPACE_IDS[:LANDS],
    "zone": SPACE_IDS[LANDS:],
    "space": SPACE_IDS,
}


def check_state(s: Any) -> None:
    """Raise StateError if a state is impossible; the message names the first error."""
    spaces, switches, powers = (*range(NOWHERE), NOWHERE), (0, 1), range(POWERS)
    check_ranges(
        s,
        {
            "node": [
                code for code in range(codes.OVER + 1) if not codes.FIRST_AUTOMATIC <= code <= codes.LAST_AUTOMATIC
            ],
            "seat": powers,
            "turn": powers,
            "first": powers,
            "owner": range(s.players),
            "in_play": switches,
            "won": switches,
            "truncated": switches,
            "ended_by": range(BY_LIMIT + 1),
            "nation_of": (*range(s.players), NOBODY),
            "first_player": range(first_pickers(s)),
            "holder": (*powers, NEUTRAL),
            "captured": switches,
            "complexes": range(LAND_LIMIT + 1),
            "centres": range(CAPITAL_CENTRES + 1),
            "damage": switches,
            "base": range(HELD_WITH_COMPLEX + 1),
            "attacked": switches,
            "closed_until": range(POWERS + 1),
            "relation": range(ALLIED + 1),
            "technology": range(_most_technologies(s) + 1),
            "railway": switches,
            "anti_ballistics": switches,
            "paid": switches,
            "small": switches,
            "small_infantry": range(SMALL_INFANTRY_IN_ALL + 1),
            "small_placed": range(SMALL_INFANTRY_IN_LAND + 1),
            "leaving": switches,
            "offered": switches,
            "partner": (*powers, NOBODY),
            "bonus": range(TREATY_BONUS + 1),
            "treaties": switches,
            "capital": (*range(LANDS), NOWHERE),
            "surrendered": switches,
            "took": switches,
            "lost": switches,
            "boxes": range(max(BOX_LIMIT) + 1),
            "super_damage": range(BOX_LIMIT[BOX_HIT_POINT] + 1),
            "lost_land": (*range(LANDS), NOWHERE),
            "fought": switches,
            "limited_over": switches,
            "six_needed": switches,
            "six_powers": switches,
            "turn_order": powers,
            "place_in_order": powers,
            "canal_granted": switches,
            "joint_buying": switches,
            "combat_over": switches,
            "target": spaces,
            "origin": spaces,
            "zone": spaces,
            "ferry_from": spaces,
            "ferry_to": spaces,
            "kind": (*range(KINDS), NO_KIND),
            "mode": range(ACTIONS_COUNT),
            "decider": (*powers, NOBODY),
            "stage": range(ROUND_OVER + 1),
            "sink_seat": (*powers, NOBODY),
            **{field.name: (0,) for field in SEARCH},
        },
        INDEX_NAMES,
    )
    for place, power in enumerate(s.turn_order):
        name = f"place_in_order of {POWER_IDS[power]}"
        expect(s.place_in_order[power] == place, name, s.place_in_order[power], str(place))
    expect(1 <= s.round <= MAX_ROUND, "round", s.round, f"1 to {MAX_ROUND}")
    expect(s.max_rounds == 0 or s.round <= s.max_rounds, "round", s.round, f"up to max_rounds {s.max_rounds}")
    if s.node != codes.BUY_WHERE:
        expect(s.credit <= s.production[s.turn], "credit", s.credit, f"up to the production {s.production[s.turn]}")
    check_words(s)
    check_treaties(s)
    _check_units(s)
    _check_moved(s)
    _check_ships(s)
    _check_planes(s)
    check_force(s)
    check_leftovers(s)


def _most_technologies(s: Any) -> int:
    """Return the maximum number of technologies of a category (SP-277)."""
    if s.ruleset == BASIC or s.tech == TECH_OFF:
        return 0
    return 1 if s.tech == TECH_BOOK else TECH_LEVELS


def _row(values: Sequence[int], row: int, spaces: int) -> Sequence[int]:
    return values[row * spaces : (row + 1) * spaces]


def _check_units(s: Any) -> None:
    """Check that units are in land of their team, and that each power has at most one general and one ruler."""
    for power in range(POWERS):
        for land in range(LANDS):
            count = sum(s.land_units[(power * LAND_ROWS + row) * LANDS + land] for row in range(LAND_ROWS))
            holder = s.holder[land]
            is_friend = holder != NEUTRAL and (holder == power or s.relation[power * POWERS + holder] == ALLIED)
            is_guest = holder != NEUTRAL and s.leaving[power] == 1
            expect(not count or is_friend or is_guest, f"units of {POWER_IDS[power]} in {SPACE_IDS[land]}", count, "0")
        supers = sum(_row(s.sea_units, power * SEA_ROWS + SUPER_ROW, ZONES))
        supers += sum(_row(s.fleet, SUPER_ROW, ZONES)) if power == s.turn else 0
        expect(supers <= 1, f"SB of {POWER_IDS[power]}", supers, "0 or 1")
        for name, on_land, aboard in (("G", GENERAL_ROW, GENERAL_ABOARD), ("L", RULER_ROW, RULER_ABOARD)):
            count = sum(_row(s.land_units, power * LAND_ROWS + on_land, LANDS))
            count += sum(_row(s.cargo, power * CARGO_ROWS + aboard, ZONES))
            if power == s.turn:
                count += sum(_row(s.force, on_land, LANDS)) + sum(_row(s.landers, aboard, ZONES))
            expect(count <= 1, f"{name} of {POWER_IDS[power]}", count, "0 or 1")


def _check_moved(s: Any) -> None:
    """Check that no more units have moved than exist."""
    own = s.land_units[s.turn * LAND_ROWS * LANDS : (s.turn + 1) * LAND_ROWS * LANDS]
    for index, (spent, count) in enumerate(zip(s.land_spent, own, strict=True)):
        name = f"{KIND_NAMES[LAND_KINDS[index // LANDS]]} that moved in {SPACE_IDS[index % LANDS]}"
        expect(spent <= count, name, spent, range_text(0, count))
    own = s.sea_units[s.turn * SEA_ROWS * ZONES : (s.turn + 1) * SEA_ROWS * ZONES]
    for index, count in enumerate(own):
        moved = s.ships_spent[index] + s.ships_half[index]
        name = f"{KIND_NAMES[SEA_KINDS[index // ZONES]]} that moved in {SPACE_IDS[LANDS + index % ZONES]}"
        expect(moved <= count, name, moved, range_text(0, count))
    for zone in range(ZONES):
        done = sum(s.hauls[row * ZONES + zone] for row in (BRIDGED, CLOSED, TIRED))
        spent = s.ships_spent[TRANSPORT_ROW * ZONES + zone]
        expect(done <= spent, f"transports that unloaded in {SPACE_IDS[LANDS + zone]}", done, range_text(0, spent))


def _check_ships(s: Any) -> None:
    """Check that zones with ships are marked, cargo fits aboard, and fighters have carriers."""
    for power in range(POWERS):
        _check_marks(s, power)
        for zone in range(ZONES):
            taken = sum(PLACES[row] * s.cargo[(power * CARGO_ROWS + row) * ZONES + zone] for row in range(CARGO_ROWS))
            ships = s.sea_units[(power * SEA_ROWS + TRANSPORT_ROW) * ZONES + zone]
            ships += s.fleet[TRANSPORT_ROW * ZONES + zone] if power == s.turn else 0
            name = f"places taken on transports of {POWER_IDS[power]} in {SPACE_IDS[LANDS + zone]}"
            expect(taken <= HOLD * ships or s.sink_seat != NOBODY, name, taken, range_text(0, HOLD * ships))
            _check_air_defence(s, power, zone, ships)
            if s.node in QUIET:
                _check_fighters(s, power, zone)


def _check_air_defence(s: Any, power: int, zone: int, transports: int) -> None:
    """Check that transports and carriers have room for the air defence aboard."""
    carriers = s.sea_units[(power * SEA_ROWS + CARRIER_ROW) * ZONES + zone]
    carriers += s.fleet[CARRIER_ROW * ZONES + zone] if power == s.turn else 0
    count = s.cargo[(power * CARGO_ROWS + AIR_DEFENCE_ABOARD) * ZONES + zone]
    name = f"D of {POWER_IDS[power]} aboard in {SPACE_IDS[LANDS + zone]}"
    room = AIR_DEFENCE_LOAD * (transports + carriers)
    expect(count <= room, name, count, range_text(0, room))


def _check_marks(s: Any, power: int) -> None:
    marks = [0] * FLEET_WORDS
    for zone in range(ZONES):
        if any(s.sea_units[(power * SEA_ROWS + row) * ZONES + zone] for row in range(SEA_ROWS)):
            marks[fleet_word(zone)] |= 1 << (zone - first_zone(fleet_word(zone)))
    fleet_words = s.fleets[power * FLEET_WORDS : (power + 1) * FLEET_WORDS]
    for index, mark in enumerate(marks):
        expect(fleet_words[index] == mark, f"fleets of {POWER_IDS[power]}", fleet_words[index], str(mark))


def _linked(s: Any, power: int) -> set[int]:
    """Return the power, its allies, their allies and so on."""
    linked, more = {power}, {power}
    while more:
        more = {other for one in more for other in range(POWERS) if s.relation[one * POWERS + other] == ALLIED} - linked
        linked |= more
    return linked


def _check_fighters(s: Any, power: int, zone: int) -> None:
    if s.leaving[power]:
        return
    allies = _linked(s, power)
    staying = [other for other in allies if not s.leaving[other]]  # the other powers must still leave (R13)
    fighters = sum(s.sea_units[(other * SEA_ROWS + FIGHTER_AT_SEA) * ZONES + zone] for other in staying)
    carriers = sum(s.sea_units[(other * SEA_ROWS + CARRIER_ROW) * ZONES + zone] for other in allies)
    name = f"fighters of {POWER_IDS[power]} and its allies in {SPACE_IDS[LANDS + zone]}"
    expect(fighters <= PLACES_ON_CARRIER * carriers, name, fighters, range_text(0, PLACES_ON_CARRIER * carriers))


def _check_planes(s: Any) -> None:
    """Check that bombers in the air have land in reach, and that a plane that is to land is in the air."""
    secure = secure_lands(s)
    first = RANGES * SPACES
    for index, count in enumerate(s.aloft[first:]):
        if count:
            left, space = divmod(index, SPACES)
            name = f"B in the air over {SPACE_IDS[space]} with {left} moves left and no land to land on"
            expect(reaches_any(left, space, secure[0], secure[1], 0), name, count, "0")
    if s.node in (codes.LAND_WHERE, codes.MEET_FROM):
        index = s.amount * SPACES + s.origin
        count = s.aloft[index] if s.origin != NOWHERE and index < len(s.aloft) else 0
        expect(count > 0, "planes in the air that are to land", count, "1 and more")
    if s.node == codes.MEET_FROM:
        expect(LANDS <= s.zone < NOWHERE, "zone where a fighter lands", s.zone, f"{LANDS} to {NOWHERE - 1}")
