"""What a power sees, written from the table, which hides nothing (`layout.py` has the names)."""

from wd_env.games.superpowers.definitions.actions import RUSH
from wd_env.games.superpowers.definitions.board_constants import (
    CAPITAL,
    GARRISON_FIGHTERS,
    GARRISON_INFANTRY,
    NEAR_LAND,
)
from wd_env.games.superpowers.definitions.decision_codes import (
    DECISIONS,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    ALLIED,
    CARGO_ROW,
    CARGO_ROWS,
    CLOSED,
    FIGHTER,
    GRACE_ROUNDS,
    INFANTRY,
    KINDS,
    LAND_ATTACK,
    LAND_DEFENCE,
    LAND_ROW,
    LAND_ROWS,
    LANDS,
    LIMITED_ROUND,
    LOADED,
    MONEY_STEP,
    NEUTRAL,
    NO_BASE,
    NO_ROW,
    NOBODY,
    NOWHERE,
    PLACE_IN_ORDER,
    POWERS,
    RANGES,
    SEA_ROW,
    SEA_ROWS,
    SPACES,
    TIRED,
    TURN_ORDER,
    WORD_BITS,
    WORDS,
    ZONES,
)
from wd_env.games.superpowers.observation.offsets import (
    AT_AMOUNT,
    AT_BATTLE,
    AT_CAPITALS,
    AT_CARGO_OWN,
    AT_COMBAT_OVER,
    AT_CREDIT,
    AT_DECK,
    AT_FORCE,
    AT_FREE_NATIONS,
    AT_HELD,
    AT_HERE,
    AT_HOLDER,
    AT_IN_PLAY,
    AT_KIND,
    AT_LAND_ALLIED,
    AT_LAND_HOSTILE,
    AT_LAND_MARKS,
    AT_LAND_OWN,
    AT_LAND_SPENT,
    AT_LIMITED,
    AT_PEACE,
    AT_POWERS,
    AT_PRODUCTION,
    AT_RELATION,
    AT_ROUND,
    AT_ROUNDS_LEFT,
    AT_RUSH,
    AT_SAME_PLAYER,
    AT_SEA_ALLIED,
    AT_SEA_HOSTILE,
    AT_SEA_MARKS,
    AT_SEA_OWN,
    AT_SEA_SPENT,
    AT_SIX_NEEDED,
    AT_SURRENDERED,
    AT_THERE,
    AT_THREATS,
    AT_TO_MOVE,
    AT_TURN,
)
from wd_env.games.superpowers.rules.defenders import defender_count
from wd_env.games.superpowers.rules.fleets import fleet_zones
from wd_env.games.superpowers.rules.sets import word_of
from wd_env.games.superpowers.rules.stock import ready_at_sea, ready_on_land
from wd_env.games.superpowers.rules.victory import team_capitals, team_set
from wd_env.kernels.bits import lowest_set_bit

CAP = 127


def observe(s, seat, obs):
    """Fill a zeroed view for one power."""
    if s.node < DECISIONS:
        obs[s.node] = 1
        obs[AT_TO_MOVE] = 1 if s.seat == seat else 0
    show_table(s, obs)
    show_order(s, obs)
    obs[AT_POWERS + seat] = 1
    for places in range(POWERS):
        place = PLACE_IN_ORDER[seat] + places
        show_power(s, seat, TURN_ORDER[place if place < POWERS else place - POWERS], places, obs)
    show_lands(s, seat, obs)
    show_land_marks(s, obs)
    show_sea_marks(s, obs)


def show_table(s, obs):
    """Round, money, battle."""
    obs[AT_ROUND] = min(CAP, s.round)
    obs[AT_ROUNDS_LEFT] = min(CAP, s.max_rounds - s.round + 1) if s.max_rounds > 0 else CAP
    obs[AT_PEACE + (0 if s.round <= GRACE_ROUNDS else 1 if s.round == LIMITED_ROUND else 2)] = 1
    obs[AT_COMBAT_OVER] = s.combat_over
    obs[AT_CREDIT] = min(CAP, s.credit // MONEY_STEP)
    obs[AT_SIX_NEEDED] = s.six_needed
    obs[AT_BATTLE] = min(CAP, s.battle_round)
    obs[AT_BATTLE + 1] = min(CAP, s.due_attacker + s.due_attacker_ships)
    obs[AT_BATTLE + 2] = min(CAP, s.due_defender + s.due_defender_ships)
    obs[AT_BATTLE + 3] = min(CAP, s.hits + s.sub_hits)
    obs[AT_BATTLE + 4] = min(CAP, s.planes_aloft)
    for power in range(POWERS):
        obs[AT_FREE_NATIONS + power] = 1 if s.nation_of[power] == NOBODY else 0


def show_order(s, obs):
    """The words of the order and the stacks at the places that it names."""
    obs[AT_KIND + s.kind] = 1
    obs[AT_AMOUNT] = min(CAP, s.amount)
    obs[AT_RUSH] = 1 if s.mode == RUSH else 0
    for kind in range(KINDS):
        obs[AT_DECK + kind] = min(CAP, s.deck[kind])
        obs[AT_FORCE + kind] = min(CAP, s.engaged[kind])
    if s.origin != NOWHERE:
        for kind in range(KINDS):
            obs[AT_HERE + kind] = min(CAP, units_here(s, kind))
    if s.target != NOWHERE:
        for kind in range(KINDS):
            obs[AT_THERE + kind] = min(CAP, units_there(s, kind))


def units_here(s, kind):
    """Units of the power on turn at the origin that can move."""
    if s.origin < LANDS:
        return ready_on_land(s, LAND_ROW[kind], s.origin) if LAND_ROW[kind] != NO_ROW else 0
    zone = s.origin - LANDS
    if SEA_ROW[kind] != NO_ROW:
        return ready_at_sea(s, SEA_ROW[kind], zone)
    return s.cargo[(s.turn * CARGO_ROWS + CARGO_ROW[kind]) * ZONES + zone] if CARGO_ROW[kind] != NO_ROW else 0


def units_there(s, kind):
    """Defenders of the target; of a neutral before the battle those that it will have."""
    if s.target < LANDS and s.holder[s.target] == NEUTRAL and s.battle_round == 0:
        if kind == INFANTRY:
            return GARRISON_INFANTRY[s.target]
        return GARRISON_FIGHTERS[s.target] if kind == FIGHTER else 0
    return defender_count(s, kind)


def show_power(s, seat, power, places, obs):
    """One power, so many places clockwise from the own one."""
    obs[AT_IN_PLAY + places] = s.in_play[power]
    obs[AT_TURN + places] = 1 if s.turn == power else 0
    obs[AT_SAME_PLAYER + places] = 1 if s.in_play[power] and s.owner[power] == s.owner[seat] else 0
    relation = s.relation[seat * POWERS + power]
    obs[AT_RELATION + 3 * places + relation] = 1
    obs[AT_PRODUCTION + places] = min(CAP, s.production[power] // MONEY_STEP)
    obs[AT_SURRENDERED + places] = s.surrendered[power]
    obs[AT_LIMITED + 2 * places] = s.took[power]
    obs[AT_LIMITED + 2 * places + 1] = s.lost[power]
    if s.in_play[power] == 0:
        return
    obs[AT_CAPITALS + places] = team_capitals(s, power)
    obs[AT_HELD + places] = 1 if s.held_since[team_set(s, power)] > 0 else 0
    if power == seat:
        show_ships(s, power, AT_SEA_OWN, obs)
        show_own_fleet(s, power, obs)
    elif relation == ALLIED:
        show_ships(s, power, AT_SEA_ALLIED, obs)
    else:
        show_ships(s, power, AT_SEA_HOSTILE, obs)


def show_ships(s, power, at_sea, obs):
    """Ships and fighters at sea of a power, added to those of its side."""
    w1, w2 = fleet_zones(s, power)
    for number in range(1, WORDS):
        bits = word_of(0, w1, w2, number)
        while bits > 0:
            zone = number * WORD_BITS + lowest_set_bit(bits) - LANDS
            bits &= bits - 1
            for row in range(SEA_ROWS):
                at = at_sea + row * ZONES + zone
                obs[at] = min(CAP, obs[at] + s.sea_units[(power * SEA_ROWS + row) * ZONES + zone])


def show_own_fleet(s, power, obs):
    """Cargo, and which ships have moved in this turn, of the own power."""
    w1, w2 = fleet_zones(s, power)
    for number in range(1, WORDS):
        bits = word_of(0, w1, w2, number)
        while bits > 0:
            show_own_zone(s, power, number * WORD_BITS + lowest_set_bit(bits) - LANDS, obs)
            bits &= bits - 1
    if s.target != NOWHERE and s.turn == power:
        for zone in range(ZONES):  # ships that attack have left their zones, and their cargo has not
            show_own_zone(s, power, zone, obs)


def show_own_zone(s, power, zone, obs):
    for row in range(CARGO_ROWS):
        obs[AT_CARGO_OWN + row * ZONES + zone] = min(CAP, s.cargo[(power * CARGO_ROWS + row) * ZONES + zone])
    if s.turn == power:
        half = 0
        for row in range(SEA_ROWS):
            at = row * ZONES + zone
            obs[AT_SEA_SPENT + at] = min(CAP, s.ships_spent[at])
            half += s.ships_half[at]
        obs[AT_SEA_MARKS + zone] = min(CAP, half)


def show_lands(s, seat, obs):
    """Who holds each land, and the units there: those of the holder, and of allies as guests."""
    has_guests = has_alliance(s)
    for land in range(LANDS):
        holder = s.holder[land]
        if holder == NEUTRAL:
            obs[AT_HOLDER + POWERS * LANDS + land] = 1
            continue
        places = PLACE_IN_ORDER[holder] - PLACE_IN_ORDER[seat]
        obs[AT_HOLDER + (places if places >= 0 else places + POWERS) * LANDS + land] = 1
        show_stack(s, seat, holder, land, obs)
        if has_guests:
            for power in range(POWERS):
                if power != holder and s.relation[holder * POWERS + power] == ALLIED:
                    show_stack(s, seat, power, land, obs)


def has_alliance(s):
    """Two powers are allied."""
    count = 0
    for i in range(POWERS * POWERS):
        count += 1 if s.relation[i] == ALLIED else 0
    for power in range(POWERS):
        count -= 1 if s.relation[power * POWERS + power] == ALLIED else 0
    return count > 0


def show_stack(s, seat, power, land, obs):
    """Units of a power in a land, their attack next to it, and their defence."""
    relation = s.relation[seat * POWERS + power]
    at = AT_LAND_OWN if power == seat else AT_LAND_ALLIED if relation == ALLIED else AT_LAND_HOSTILE
    attack = 0
    defence = 0
    for row in range(LAND_ROWS):
        count = s.land_units[(power * LAND_ROWS + row) * LANDS + land]
        if count > 0:
            plane = row * LANDS + land
            obs[at + plane] = min(CAP, obs[at + plane] + count)
            attack += LAND_ATTACK[row] * count
            defence += LAND_DEFENCE[row] * count
            if power == seat and s.turn == seat:
                obs[AT_LAND_SPENT + plane] = min(CAP, s.land_spent[plane])
    if defence > 0:
        there = AT_THREATS + 2 * LANDS + land
        obs[there] = min(CAP, obs[there] + defence)
    if attack > 0 and at != AT_LAND_ALLIED:
        spread_threat(obs, land, AT_THREATS if power == seat else AT_THREATS + LANDS, attack)


def show_land_marks(s, obs):
    """Planes over the lands beside units."""
    for land in range(LANDS):
        obs[AT_LAND_MARKS + land] = s.complexes[land]
        obs[AT_LAND_MARKS + LANDS + land] = s.centres[land]
        obs[AT_LAND_MARKS + 2 * LANDS + land] = s.captured[land]
        obs[AT_LAND_MARKS + 3 * LANDS + land] = s.attacked[land]
        obs[AT_LAND_MARKS + 10 * LANDS + land] = 1 if s.closed_until[land] > 0 else 0
        obs[AT_LAND_MARKS + 4 * LANDS + land] = 1 if s.base[land] > NO_BASE + 1 else 0
    if s.target < LANDS:
        obs[AT_LAND_MARKS + 5 * LANDS + s.target] = 1
    if s.origin < LANDS:
        obs[AT_LAND_MARKS + 6 * LANDS + s.origin] = 1
    for power in range(POWERS):
        obs[AT_LAND_MARKS + 7 * LANDS + CAPITAL[power]] = 1
    if s.target != NOWHERE:
        for row in range(LAND_ROWS):
            for land in range(LANDS):
                at = AT_LAND_MARKS + 8 * LANDS + land
                obs[at] = min(CAP, obs[at] + s.force[row * LANDS + land])
    for land in range(LANDS):
        if s.holder[land] == NEUTRAL:
            obs[AT_LAND_MARKS + 9 * LANDS + land] = GARRISON_INFANTRY[land] + GARRISON_FIGHTERS[land]


def show_sea_marks(s, obs):
    """Planes over the zones beside units."""
    for zone in range(ZONES):
        obs[AT_SEA_MARKS + ZONES + zone] = s.attacked[LANDS + zone]
        obs[AT_SEA_MARKS + 9 * ZONES + zone] = 1 if s.closed_until[LANDS + zone] > 0 else 0
        obs[AT_SEA_MARKS + 4 * ZONES + zone] = s.booked[zone]
        used = s.hauls[LOADED * ZONES + zone] + s.hauls[CLOSED * ZONES + zone] + s.hauls[TIRED * ZONES + zone]
        obs[AT_SEA_MARKS + 5 * ZONES + zone] = min(CAP, used)
    if s.target >= LANDS and s.target != NOWHERE:
        obs[AT_SEA_MARKS + 2 * ZONES + s.target - LANDS] = 1
    if s.origin >= LANDS and s.origin != NOWHERE:
        obs[AT_SEA_MARKS + 3 * ZONES + s.origin - LANDS] = 1
    if s.target != NOWHERE:
        for row in range(SEA_ROWS):
            for zone in range(ZONES):
                at = AT_SEA_MARKS + 6 * ZONES + zone
                obs[at] = min(CAP, obs[at] + s.fleet[row * ZONES + zone])
    if s.planes_aloft > 0:
        for group in range(2 * RANGES):
            for zone in range(ZONES):
                at = AT_SEA_MARKS + 7 * ZONES + zone
                obs[at] = min(CAP, obs[at] + s.aloft[group * SPACES + LANDS + zone])
    if s.zone != NOWHERE:
        obs[AT_SEA_MARKS + 8 * ZONES + s.zone - LANDS] = 1


def spread_threat(obs, land, at, attack):
    """Add the attack of a land to its neighbours."""
    for number in range(2):
        bits = NEAR_LAND[land * WORDS + number] + 0
        while bits > 0:
            other = at + number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            obs[other] = min(CAP, obs[other] + attack)
