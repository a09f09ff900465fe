"""Countries, groups and borders: who holds what, and what lies next to it."""

from wd_env.games.domination.definitions.rule_constants import (
    COUNTRIES_AN_ARMY,
    MIN_GARRISON,
    NOBODY,
    NOWHERE,
)


def hold(s, seat, country):
    """The country is this seat's from now on; whoever had it holds one less."""
    before = s.holder[country]
    if before != NOBODY:
        count_held(s, before, s.group_of[country], -1)
    s.holder[country] = seat
    count_held(s, seat, s.group_of[country], 1)


def count_held(s, seat, group, more):
    """What the seat holds, in all and of each group, so that nobody walks through groups to see it."""
    s.country_counts[seat] += more
    if group != NOWHERE:
        s.group_counts[seat * len(s.group_bonus) + group] += more


def borders_on(s, origin, target):
    """Borders count in their own direction only (DOM-132, DOM-176)."""
    for way in range(s.border_starts[origin], s.border_starts[origin + 1]):
        if s.border_targets[way] == target:
            return True
    return False


def can_leave(s, country):
    """One army always stays (DOM-133, DOM-134, DOM-172)."""
    return s.armies[country] > MIN_GARRISON


def holds_group(s, seat, group):
    """Every country of the group; one without countries is nobody's (DOM-120, DOM-124)."""
    size = s.member_starts[group + 1] - s.member_starts[group]
    return size > 0 and s.group_counts[seat * len(s.group_bonus) + group] == size


def income(s, seat):
    """New armies of a turn: a third of the countries, and what complete groups add (DOM-114 to DOM-123)."""
    armies = income_by_countries(s, seat)
    for group in range(len(s.group_bonus)):
        if holds_group(s, seat, group):
            armies += s.group_bonus[group]
    return armies


def income_by_countries(s, seat):
    """A third of the countries, and the agreed number at least (DOM-114, DOM-115, DOM-117)."""
    return max(s.min_new_armies, s.country_counts[seat] // COUNTRIES_AN_ARMY)


def own_countries(s, mask):
    """Each country that the asked seat holds."""
    for country in range(len(s.armies)):
        if s.holder[country] == s.seat:
            mask[country] = 1


def next_in_play(s, seat):
    """The next seat in the cycle that still owns a country (DOM-052)."""
    there = seat
    for _ in range(s.seats):
        there = there + 1 if there + 1 < s.seats else 0
        if s.in_play[there]:
            return there
    return seat
