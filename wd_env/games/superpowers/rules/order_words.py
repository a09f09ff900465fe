"""The spaces, kind and amount that name the current order, cleared when it ends."""

from wd_env.games.superpowers.definitions.rule_constants import NO_KIND, NOWHERE


def clear_order(s):
    """Clear the named spaces, kind, amount and mode."""
    s.target = NOWHERE
    s.origin = NOWHERE
    s.zone = NOWHERE
    s.kind = NO_KIND
    s.amount = 0
    s.mode = 0
