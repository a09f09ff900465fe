"""Alliances as sets of powers, with one bit for each (SP-306, SP-309, Q50)."""

from wd_env.games.superpowers.definitions.rule_constants import ALLIED, POWERS, SETS


def allies_of(s, power):
    """Return the power and its allies in the game."""
    members = 0
    for other in range(POWERS):
        if s.in_play[other] == 1 and s.relation[power * POWERS + other] == ALLIED:
            members |= 1 << other
    return members


def linked_to(s, power):
    """Return the power, its allies, their allies and so on; only its allies in games without treaties."""
    members = allies_of(s, power)
    if s.treaties:
        before = 0
        while before != members:
            before = members
            for other in range(POWERS):
                if (before >> other) & 1:
                    members |= allies_of(s, other)
    return members


def is_team(s, members):
    """Return whether the powers are allied pairwise, and no other power with all of them (Q50)."""
    common = SETS - 1
    for power in range(POWERS):
        if (members >> power) & 1:
            common &= allies_of(s, power)
            if common & members != members:
                return False
    return members != 0 and common == members


def is_pairwise_allied(s, members):
    """Return whether each of the powers is allied with all others of them."""
    for power in range(POWERS):
        if (members >> power) & 1 and allies_of(s, power) & members != members:
            return False
    return True


def powers_active(s):
    """Return the powers that take turns."""
    members = 0
    for power in range(POWERS):
        if s.in_play[power] == 1 and s.surrendered[power] == 0:
            members |= 1 << power
    return members
