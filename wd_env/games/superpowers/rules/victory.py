"""Capitals, surrender, who is out, and how the game ends (SP-263 to SP-269, R2, R4, R38)."""

from wd_env.games.superpowers.definitions.board_constants import CAPITAL
from wd_env.games.superpowers.definitions.decision_codes import NEXT_TURN, OVER
from wd_env.games.superpowers.definitions.rule_constants import (
    BY_CAPITALS,
    BY_LIMIT,
    BY_SURVIVAL,
    CAPITALS_AFTER_EARLY,
    CAPITALS_TO_WIN,
    CARGO_ROWS,
    EARLY_ROUND,
    LAND_ROWS,
    LANDS,
    LIMIT_NOBODY,
    MAX_BLITZ_NEIGHBOURS,
    NEUTRAL,
    POWERS,
    RANGES,
    SCOPE_ALL,
    SEA_ROWS,
    SETS,
    SPACES,
    WAR,
    ZONES,
)
from wd_env.games.superpowers.rules.friends import is_ally
from wd_env.games.superpowers.rules.guests import send_guests_home
from wd_env.games.superpowers.rules.order_words import clear_order
from wd_env.games.superpowers.rules.turn_places import places_from_first


def team_set(s, power):
    """The power and its allies, a bit for each (Q50)."""
    members = 0
    for other in range(POWERS):
        if s.in_play[other] == 1 and is_ally(s, power, other):
            members |= 1 << other
    return members


def team_capitals(s, power):
    """How many of the eight capitals a team holds; a surrendered power counts for nobody (SP-016, Q61)."""
    count = 0
    for empire in range(POWERS):
        holder = s.holder[CAPITAL[empire]]
        if holder != NEUTRAL and s.surrendered[holder] == 0 and is_ally(s, power, holder):
            count += 1
    return count


def capitals_needed(s, power):
    """Six for all, or for a team that had five early (SP-267, Q51)."""
    return CAPITALS_AFTER_EARLY if s.six_powers[power] else CAPITALS_TO_WIN


def note_early_capitals(s, power):
    """A team has five capitals by round 7 (SP-267, Q51)."""
    s.six_needed = 1
    for other in range(POWERS):
        if s.six_scope == SCOPE_ALL or is_ally(s, power, other):
            s.six_powers[other] = 1


def count_capitals(s):
    """After every change of hands: begin or end the full round for which they must be held (SP-266 to SP-268)."""
    if s.round <= EARLY_ROUND and s.six_capitals:
        for power in range(POWERS):
            if s.in_play[power] == 1 and team_capitals(s, power) >= CAPITALS_TO_WIN:
                note_early_capitals(s, power)
    for power in range(POWERS):
        if s.in_play[power] == 1:
            members = team_set(s, power)
            if team_capitals(s, power) < capitals_needed(s, power):
                s.held_since[members] = 0
            elif s.held_since[members] == 0:
                s.held_since[members] = POWERS * s.round + s.turn


def has_held_long_enough(s, members):
    """A full round, to the end of the next turn of the power in whose turn the number was reached (R38)."""
    since = s.held_since[members]
    if since == 0 or s.round <= since // POWERS:
        return False
    return s.round > since // POWERS + 1 or places_from_first(s, s.turn) >= places_from_first(s, since % POWERS)


def end_turn_or_game(s):
    """At the end of a turn: the game is won, or goes on (SP-266, SP-269)."""
    for power in range(POWERS):
        if s.in_play[power] == 1 and has_held_long_enough(s, team_set(s, power)):
            win_with(s, power, BY_CAPITALS)
            return
    s.node = NEXT_TURN


def win_with(s, power, how):
    """All players of a team win together (SP-269)."""
    for other in range(POWERS):
        if s.in_play[other] == 1 and s.surrendered[other] == 0 and is_ally(s, power, other):
            s.won[s.owner[other]] = 1
    s.ended_by = how
    end_game(s)


def end_game(s):
    clear_order(s)
    s.node = OVER


def drop_if_out(s, power):
    """A power without land and units is out of the game (Q60)."""
    if power == NEUTRAL or s.in_play[power] == 0 or power == s.turn:
        return
    for land in range(LANDS):
        if s.holder[land] == power:
            return
    if has_units(s, power) == 0:
        leave_game(s, power)


def has_units(s, power):
    for i in range(power * LAND_ROWS * LANDS, (power + 1) * LAND_ROWS * LANDS):
        if s.land_units[i] > 0:
            return 1
    for i in range(power * SEA_ROWS * ZONES, (power + 1) * SEA_ROWS * ZONES):
        if s.sea_units[i] > 0:
            return 1
    for i in range(power * CARGO_ROWS * ZONES, (power + 1) * CARGO_ROWS * ZONES):
        if s.cargo[i] > 0:
            return 1
    return 0


def leave_game(s, power):
    for members in range(SETS):
        if (members >> power) & 1:
            s.held_since[members] = 0
    s.in_play[power] = 0
    s.production[power] = 0
    for space in range(SPACES):
        if s.closed_until[space] == power + 1:
            s.closed_until[space] = 0
    count_capitals(s)


def is_alone(s, power):
    """No opponent is left who takes turns."""
    for other in range(POWERS):
        if s.in_play[other] == 1 and s.surrendered[other] == 0 and not is_ally(s, power, other):
            return False
    return True


def surrender(s):
    """Its money is gone, its units stay and defend, its turns are skipped (SP-263 to SP-265, Q61)."""
    power = s.turn
    for members in range(SETS):
        if (members >> power) & 1:
            s.held_since[members] = 0
    forget_flights(s)
    s.surrendered[power] = 1
    s.production[power] = 0
    s.credit = 0
    for other in range(POWERS):
        if other != power:
            s.relation[power * POWERS + other] = WAR
            s.relation[other * POWERS + power] = WAR
    send_guests_home(s)
    count_capitals(s)
    clear_order(s)
    survivor = NEUTRAL
    for other in range(POWERS):
        if s.in_play[other] == 1 and s.surrendered[other] == 0:
            survivor = other
    if is_alone(s, survivor):
        win_with(s, survivor, BY_SURVIVAL)
    else:
        s.node = NEXT_TURN


def forget_flights(s):
    """Planes in the air are lost, and no tank goes on."""
    for at in range(2 * RANGES * SPACES):
        s.aloft[at] = 0
    s.planes_aloft = 0
    for at in range(LANDS * MAX_BLITZ_NEIGHBOURS):
        s.blitz[at] = 0


def end_at_limit(s):
    """After the last round the team with most capitals wins, then with most production; or nobody (R4)."""
    if s.at_limit == LIMIT_NOBODY:
        s.truncated = 1
    else:
        best = 0
        for power in range(POWERS):
            if s.in_play[power] == 1 and s.surrendered[power] == 0:
                best = max(best, team_worth(s, power))
        for power in range(POWERS):
            if s.in_play[power] == 1 and s.surrendered[power] == 0 and team_worth(s, power) == best:
                s.won[s.owner[power]] = 1
        s.ended_by = BY_LIMIT
    end_game(s)


def team_worth(s, power):
    """Capitals of a team, then its production."""
    production = 0
    for other in range(POWERS):
        if s.in_play[other] == 1 and s.surrendered[other] == 0 and is_ally(s, power, other):
            production += s.production[other]
    return (team_capitals(s, power) << 20) + production
