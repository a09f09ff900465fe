"""Capitals, surrender, powers that are out, and the end of the game (SP-263 to SP-269, R2, R4, R38)."""

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
    NOBODY,
    POWERS,
    RANGES,
    SCOPE_ALL,
    SEA_ROWS,
    SETS,
    SPACES,
    WAR,
    ZONES,
)
from wd_env.games.superpowers.rules.alliances import allies_of, is_pairwise_allied, is_team, powers_active
from wd_env.games.superpowers.rules.guests import send_guests_home
from wd_env.games.superpowers.rules.order_words import clear_order
from wd_env.games.superpowers.rules.relations import set_relation
from wd_env.games.superpowers.rules.turn_places import places_from_first


def capitals_of(s, members):
    """Return the number of the eight capitals of these powers, surrendered ones excluded (SP-016, Q61)."""
    count = 0
    for empire in range(POWERS):
        holder = s.holder[CAPITAL[empire]]
        if holder != NEUTRAL and s.surrendered[holder] == 0 and (members >> holder) & 1:
            count += 1
    return count


def team_capitals(s, power):
    """Return the number of capitals of a power and its allies."""
    return capitals_of(s, allies_of(s, power))


def capitals_needed(s, members):
    """Return the capitals that win: six for powers marked by an early five, else five (SP-267, Q51)."""
    for power in range(POWERS):
        if (members >> power) & 1 and s.six_powers[power]:
            return CAPITALS_AFTER_EARLY
    return CAPITALS_TO_WIN


def note_early_capitals(s, members):
    """Mark the powers that need six, after a team had five capitals early (SP-267, Q51)."""
    s.six_needed = 1
    for power in range(POWERS):
        if s.six_scope == SCOPE_ALL or (members >> power) & 1:
            s.six_powers[power] = 1


def count_capitals(s):
    """Begin or end the round for which enough capitals must be held (SP-266 to SP-268)."""
    if s.free_for_all:
        return
    if s.round <= EARLY_ROUND and s.six_capitals:
        for power in range(POWERS):
            if s.in_play[power] == 1 and team_capitals(s, power) >= CAPITALS_TO_WIN:
                note_early_teams(s, power, power)
    for members in range(1, SETS):
        if s.held_since[members] > 0 and not holds_to_win(s, members):
            s.held_since[members] = 0
    for power in range(POWERS):
        allies = allies_of(s, power)
        members = allies
        while members > 0:  # teams are among the subsets of the allies of their first power
            is_first = members & (0 - members) == 1 << power
            if is_first and s.held_since[members] == 0 and holds_to_win(s, members):
                s.held_since[members] = POWERS * s.round + s.turn
            members = (members - 1) & allies


def holds_to_win(s, members):
    """Return whether the powers are a team with enough capitals."""
    return capitals_of(s, members) >= capitals_needed(s, members) and is_team(s, members)


def note_early_teams(s, power, other):
    """Mark teams with both powers that have five capitals now (SP-267)."""
    both = (1 << power) | (1 << other)
    for members in range(1, SETS):
        if members & both == both and capitals_of(s, members) >= CAPITALS_TO_WIN and is_team(s, members):
            note_early_capitals(s, members)


def holds_enough(s, power):
    """Return whether a team of the power holds enough capitals; teams are subsets of its allies."""
    allies = allies_of(s, power)
    members = allies
    while members > 0:
        if (members >> power) & 1 and s.held_since[members] > 0:
            return True
        members = (members - 1) & allies
    return False


def has_held_long_enough(s, members):
    """Return whether the team has held them for a full round (R38).

    It lasts to the end of the next turn of the power in whose turn the number was reached.
    """
    since = s.held_since[members]
    if since == 0 or s.round <= since // POWERS:
        return False
    return s.round > since // POWERS + 1 or places_from_first(s, s.turn) >= places_from_first(s, since % POWERS)


def end_turn_or_game(s):
    """End the turn, or the game if it is won (SP-266, SP-269)."""
    winners = 0
    for members in range(1, SETS):
        if has_held_long_enough(s, members):
            winners |= members
    if winners == 0:
        s.node = NEXT_TURN
    else:
        win_with(s, winners, BY_CAPITALS)


def win_with(s, members, how):
    """End the game with all players of a team as winners (SP-269)."""
    for power in range(POWERS):
        if (members >> power) & 1 and s.surrendered[power] == 0:
            s.won[s.owner[power]] = 1
    s.ended_by = how
    end_game(s)


def contenders(s):
    """Return the powers that hold land and have not surrendered, for a free-for-all (SP-311, R58)."""
    members = 0
    for land in range(LANDS):
        holder = s.holder[land]
        if holder != NEUTRAL and s.surrendered[holder] == 0:
            members |= 1 << holder
    return members


def is_side(s, members):
    """Return whether the powers win together: one team, or one player in a free-for-all (SP-269, SP-311)."""
    if not s.free_for_all:
        return is_team(s, members)
    player = NOBODY
    for power in range(POWERS):
        if (members >> power) & 1:
            if s.in_play[power] == 0 or (player != NOBODY and s.owner[power] != player):
                return False
            player = s.owner[power] + 0
    return True


def survive(s):
    """End the game if all powers that take turns win together, and return whether it ends (Q60)."""
    members = powers_active(s)
    if s.free_for_all:
        members = contenders(s)
        if not is_side(s, members):
            return False
    elif not is_pairwise_allied(s, members):
        return False
    win_with(s, members, BY_SURVIVAL)
    return True


def end_game(s):
    clear_order(s)
    s.node = OVER


def drop_if_out(s, power):
    """Remove a power without land and units, unless it is on turn (Q60)."""
    if s.in_play[power] == 0 or power == s.turn:
        return
    for land in range(LANDS):
        if s.holder[land] == power:
            return
    if has_units(s, power) == 0:
        leave_game(s, power)


def drop_powers_out(s):
    """Remove each power that is out, except the one on turn."""
    for power in range(POWERS):
        drop_if_out(s, power)


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


def surrender(s):
    """Surrender: money is lost, units stay and defend, turns are skipped (SP-263 to SP-265, Q61)."""
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
            set_relation(s, power, other, WAR)
    send_guests_home(s)
    count_capitals(s)
    clear_order(s)
    if not survive(s):
        s.node = NEXT_TURN


def forget_flights(s):
    """Clear planes in the air, which are lost, and moves left to tanks."""
    for at in range(2 * RANGES * SPACES):
        s.aloft[at] = 0
    s.planes_aloft = 0
    for at in range(LANDS * MAX_BLITZ_NEIGHBOURS):
        s.blitz[at] = 0


def end_at_limit(s):
    """End the game after the last round: most capitals, then most production win; or no player (R4)."""
    if s.at_limit == LIMIT_NOBODY:
        s.truncated = 1
    else:
        best = 0
        for members in range(1, SETS):
            if is_side(s, members):
                best = max(best, team_worth(s, members))
        for members in range(1, SETS):
            if is_side(s, members) and team_worth(s, members) == best:
                for power in range(POWERS):
                    if (members >> power) & 1 and s.surrendered[power] == 0:
                        s.won[s.owner[power]] = 1
        s.ended_by = BY_LIMIT
    end_game(s)


def team_worth(s, members):
    """Return a value that ranks teams by capitals, then production; 0 if all have surrendered."""
    production = 0
    active = 0
    for power in range(POWERS):
        if (members >> power) & 1 and s.surrendered[power] == 0:
            production += s.production[power]
            active = 1
    return active * (1 + (capitals_of(s, members) << 20) + production)
