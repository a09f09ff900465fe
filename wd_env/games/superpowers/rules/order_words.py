"""The order that is being given: its words are cleared when it is over."""

from wd_env.games.superpowers.definitions.rule_constants import NO_KIND, NOWHERE


def clear_order(s):
    """No space, kind or amount is named."""
    s.target = NOWHERE
    s.origin = NOWHERE
    s.zone = NOWHERE
    s.kind = NO_KIND
    s.amount = 0
    s.mode = 0
