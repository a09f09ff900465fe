"""Holders of Continent Cards, and cards that a closure freezes (WD-055, WD-247, WD-253)."""

from wd_env.games.world_dominance.definitions.actions import CARD
from wd_env.games.world_dominance.definitions.names import CARDS, GARRISON_SIDE, NO_REGION, PACK, REGIONS
from wd_env.games.world_dominance.definitions.rule_constants import LOOSE
from wd_env.games.world_dominance.rules.flow import is_awake
from wd_env.kernels.frames import seat_at_offset


def is_closed(s, region):
    """Return whether the region is closed, so that nothing of it can be engaged (WD-247, WD-253)."""
    return region == s.closed and region != NO_REGION


def is_frozen(s, card):
    """Return whether the card is of a closed region, so that it cannot move (WD-253)."""
    return is_closed(s, s.card_region[card])


def can_complete(s, region):
    """Return whether cards of the region can complete a set; if closed, only by `closed_sets_count` (AMB-123)."""
    return s.closed_sets_count == 1 or not is_closed(s, region)


def counts(s, seat, region):
    """Return whether the seat's cards of the region count: open, or a set from before its closure (RULINGS 136)."""
    return can_complete(s, region) or (s.sets_before_closure >> seat) & 1 == 1


def is_loose(s, card):
    """Return whether the card is in no Stack or completed set, so that it can be lost (WD-282)."""
    return s.in_set[card] == LOOSE


def is_movable(s, card, seat, kinds):
    """Return whether the seat holds the card, of one of these kinds, loose and not frozen."""
    if s.card_at[card] != seat or (s.card_kind[card] & kinds) == 0:
        return False
    return is_loose(s, card) and not is_frozen(s, card)


def holds_movable(s, seat, kinds):
    """Return whether the seat has such a card to lose, swap or give."""
    for card in range(CARDS):
        if is_movable(s, card, seat, kinds):
            return True
    return False


def mark_cards(s, mask, seat, kinds):
    """Mark the movable cards of these kinds that the seat holds."""
    for card in range(CARDS):
        if is_movable(s, card, seat, kinds):
            mask[CARD + card] = 1


def mark_opponents_cards(s, mask, kinds):
    """Mark such cards of every opponent who is not interned (WD-152)."""
    for places in range(1, s.seats):
        seat = seat_at_offset(s, places)
        if is_awake(s, seat):
            mark_cards(s, mask, seat, kinds)


def opponents_hold(s, seat, kinds):
    """Return whether an opponent who is not interned has such a card."""
    for other in range(s.seats):
        if other != seat and is_awake(s, other) and holds_movable(s, other, kinds):
            return True
    return False


def count_cards(s, seat, region):
    """Return the number of cards of one region that a player or the World Pack holds."""
    return s.held[seat * REGIONS + region]


def holds_loose(s, seat, kinds):
    """Return whether the seat holds a loose card of these kinds, frozen or not."""
    for card in range(CARDS):
        if s.card_at[card] == seat and (s.card_kind[card] & kinds) != 0 and is_loose(s, card):
            return True
    return False


def holds_loose_of(s, seat, region):
    """Return whether the seat holds a loose card of this region."""
    for card in range(CARDS):
        if s.card_at[card] == seat and s.card_region[card] == region and is_loose(s, card):
            return True
    return False


def pack_has(s, region):
    """Return whether the World Pack has a card of this region, and the region is open."""
    return count_cards(s, PACK, region) > 0 and not is_closed(s, region)


def dearest_in_pack(s, region):
    """Return the highest price of this region's cards in the World Pack."""
    price = 0
    for card in range(CARDS):
        if s.card_at[card] == PACK and s.card_region[card] == region:
            price = max(price, s.card_cost[card])
    return price


def lay_out_cards(s):
    """Put all cards into the World Pack, and the South Pole next to the Garrison (WD-049)."""
    for card in range(CARDS):
        holder = GARRISON_SIDE if card == s.south_pole else PACK
        s.card_at[card] = holder
        s.held[holder * REGIONS + s.card_region[card]] += 1


def move_card(s, card, holder):
    """Move the card to a holder and update the counts; every move of a card ends here."""
    region = s.card_region[card]
    s.held[s.card_at[card] * REGIONS + region] -= 1
    s.held[holder * REGIONS + region] += 1
    s.card_at[card] = holder


def take_card(s, card, seat):
    """Move the card to the seat, which may gain a Pre Set."""
    move_card(s, card, seat)
    s.fresh[seat] |= 1 << s.card_region[card]


def return_card(s, card):
    """Put the card back into the World Pack, or the South Pole next to the Garrison (WD-049)."""
    s.in_set[card] = LOOSE
    move_card(s, card, GARRISON_SIDE if card == s.south_pole else PACK)
