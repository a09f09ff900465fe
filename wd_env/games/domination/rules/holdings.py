"""Countries, groups and armies: holders, counts and new armies."""

from wd_env.games.domination.definitions.rule_constants import (
    COUNTRIES_AN_ARMY,
    MIN_GARRISON,
    NOBODY,
    NOWHERE,
)


def hold(s, seat, country):
    """Make this seat the holder of the country instead of the previous one."""
    before = s.holder[country]
    if before != NOBODY:
        count_held(s, before, s.group_of[country], -1)
    s.holder[country] = seat
    count_held(s, seat, s.group_of[country], 1)


def count_held(s, seat, group, more):
    """Change the counts of the seat's countries, in total and by group, which save searches."""
    s.country_counts[seat] += more
    if group != NOWHERE:
        s.group_counts[seat * len(s.group_bonus) + group] += more


def can_leave(s, country):
    """Return whether an army can leave the country, in which one always stays (DOM-133, DOM-134, DOM-172)."""
    return s.armies[country] > MIN_GARRISON


def holds_group(s, seat, group):
    """Return whether the seat holds the complete group; a group without countries has no holder (DOM-120, DOM-124)."""
    size = s.member_starts[group + 1] - s.member_starts[group]
    return size > 0 and s.group_counts[seat * len(s.group_bonus) + group] == size


def income(s, seat):
    """Return the new armies of a turn: for countries and for complete groups (DOM-114 to DOM-123)."""
    armies = income_by_countries(s, seat)
    for group in range(len(s.group_bonus)):
        if holds_group(s, seat, group):
            armies += s.group_bonus[group]
    return armies


def income_by_countries(s, seat):
    """Return a third of the number of countries, at least the minimum (DOM-114, DOM-115, DOM-117)."""
    return max(s.min_new_armies, s.country_counts[seat] // COUNTRIES_AN_ARMY)


def own_countries(s, mask):
    """Mark each country that the seat to move holds."""
    for country in range(len(s.armies)):
        if s.holder[country] == s.seat:
            mask[country] = 1


def next_in_play(s, seat):
    """Return the next seat in play clockwise (DOM-052)."""
    there = seat
    for _ in range(s.seats):
        there = there + 1 if there + 1 < s.seats else 0
        if s.in_play[there]:
            return there
    return seat
