"""Destinations of a Manoeuvre Card: spaces to name, a number of steps, or the nearest of a kind (RULINGS 95, 134)."""

from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA_SPACE,
    ANTICLOCKWISE,
    CLOCKWISE,
    NO_SPACE,
    NOWHERE,
    VERB_GO_TO_NEAREST,
    VERB_MOVE,
)
from wd_env.games.world_dominance.definitions.rule_constants import COLOURED
from wd_env.games.world_dominance.rules.holdings import holds_movable, is_closed


def is_destination(s, place, kind):
    """Return whether the place has an open space of this kind, or any if it is NO_SPACE."""
    here = s.space_kind[place]
    return here != NO_SPACE and (kind == NO_SPACE or here == kind) and not is_closed(s, s.space_region[place])


def may_be_sent(s, seat, kind):
    """Return whether the seat can be sent to a space of this kind (WD-201, WD-204, RULINGS 138).

    Without the option, Antarctica needs a card to cede and is barred once it was completed.
    """
    if kind != ANTARCTICA_SPACE or s.sending_overrides_entry == 1:
        return True
    return s.antarctica_done == 0 and holds_movable(s, seat, COLOURED)


def counts_steps(verb):
    """Return whether the card itself determines where its drawer goes."""
    return verb == VERB_MOVE or verb == VERB_GO_TO_NEAREST


def where_it_leads(s):
    """Return the open space to which such a card leads its drawer, or NOWHERE."""
    if s.card_verb[s.drawn_card] == VERB_GO_TO_NEAREST:
        return nearest(s, s.place[s.seat], s.card_a[s.drawn_card], s.card_b[s.drawn_card])
    place = steps_away(s, s.place[s.seat], s.card_a[s.drawn_card], s.card_b[s.drawn_card])
    return place if is_destination(s, place, NO_SPACE) else NOWHERE


def steps_away(s, place, steps, direction):
    """Return the place this number of steps along the ring."""
    if direction == ANTICLOCKWISE:
        return (place + s.ring - steps % s.ring) % s.ring
    return (place + steps) % s.ring


def nearest(s, place, kind, direction):
    """Return the nearest other open space of this kind, clockwise if two are equally near, or NOWHERE."""
    for steps in range(1, s.ring):
        ahead = steps_away(s, place, steps, CLOCKWISE)
        if direction != ANTICLOCKWISE and is_destination(s, ahead, kind):
            return ahead
        behind = steps_away(s, place, steps, ANTICLOCKWISE)
        if direction != CLOCKWISE and is_destination(s, behind, kind):
            return behind
    return NOWHERE
