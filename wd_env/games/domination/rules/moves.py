"""Moves across a border, in attacks and in the move that ends a turn.

`to_own` is 1 for a move between own countries and 0 for an attack.
"""

from wd_env.games.domination.definitions.rule_constants import CONNECTED, EDGES, PASS_VERB, VERBS
from wd_env.games.domination.rules.holdings import can_leave


def crosses(s, origin, target, to_own):
    """Return whether the target is own for a move, or not own for an attack (DOM-130, DOM-131, DOM-174, DOM-175)."""
    return (s.holder[target] == s.holder[origin]) == (to_own == 1)


def is_origin(s, country, to_own):
    """Return whether armies can leave this own country across a border (DOM-130 to DOM-133, DOM-171)."""
    if s.holder[country] != s.turn or not can_leave(s, country):
        return False
    for way in range(s.border_starts[country], s.border_starts[country + 1]):
        if crosses(s, country, s.border_targets[way], to_own):
            return True
    return False


def has_origin(s, to_own):
    for country in range(len(s.armies)):
        if is_origin(s, country, to_own):
            return True
    return False


def mark_origins(s, mask, to_own):
    """Mark countries that armies can leave, and passing (DOM-049, DOM-133, DOM-177)."""
    for country in range(len(s.armies)):
        if is_origin(s, country, to_own):
            if s.encoding == EDGES:
                mark_borders(s, mask, country, to_own)
            else:
                mask[country] = 1
    mask[len(s.armies) + PASS_VERB] = 1


def mark_borders(s, mask, origin, to_own):
    """Mark each border that a move or attack from the origin can cross."""
    for way in range(s.border_starts[origin], s.border_starts[origin + 1]):
        if crosses(s, origin, s.border_targets[way], to_own):
            mask[len(s.armies) + VERBS + way] = 1


def name_origin(s, a, passed, named):
    """Record the origin and open node `named`, or open node `passed` on a pass."""
    if a == len(s.armies) + PASS_VERB:
        s.node = passed
    else:
        s.origin = origin_of(s, border_of_action(s, a)) if is_border_action(s, a) else a
        s.node = named


def is_border_action(s, a):
    """Return whether the action is a border, which also names the target (ledger 5.3)."""
    return a >= len(s.armies) + VERBS


def border_of_action(s, a):
    return a - len(s.armies) - VERBS


def origin_of(s, way):
    """Return the country from which a border leads."""
    country = 0
    while s.border_starts[country + 1] <= way:
        country += 1
    return country


def mark_targets(s, mask, to_own):
    """Mark the possible targets of a move or an attack (DOM-130 to DOM-132, DOM-174).

    For a move with `connected`, these are all own countries that can be reached through own ones.
    """
    if to_own == 1 and s.reinforce == CONNECTED:
        mark_connected(s, mask)
        return
    for way in range(s.border_starts[s.origin], s.border_starts[s.origin + 1]):
        if crosses(s, s.origin, s.border_targets[way], to_own):
            mask[s.border_targets[way]] = 1


def mark_connected(s, mask):
    """Mark own countries connected to the origin through own countries (A-14)."""
    mask[s.origin] = 1
    grows = True
    while grows:
        grows = False
        for country in range(len(s.armies)):
            if mask[country] == 1 and extend_reach(s, country, mask):
                grows = True
    mask[s.origin] = 0


def extend_reach(s, country, mask):
    """Mark the own neighbours of a country, and return whether any is new."""
    found = False
    for way in range(s.border_starts[country], s.border_starts[country + 1]):
        there = s.border_targets[way]
        if s.holder[there] == s.turn and mask[there] == 0:
            mask[there] = 1
            found = True
    return found
