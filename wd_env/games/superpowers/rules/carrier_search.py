"""Search for places on carriers for all fighters in the air together (R47).

The fighters that need a carrier, and the carriers with free places, are lists in the state that are empty between
actions, because compiled rules have no other memory.
"""

from wd_env.games.superpowers.definitions.board_constants import BALL
from wd_env.games.superpowers.definitions.rule_constants import (
    FIRST_OF_SECOND,
    FIRST_OF_THIRD,
    FLEET_WORDS,
    IMPOSSIBLE,
    LANDS,
    MAX_FLYERS,
    MAX_LISTED_CARRIERS,
    MAX_SEARCH_STEPS,
    PLACES_ON_CARRIER,
    POSSIBLE,
    UNKNOWN,
    WORD_BITS,
)

SECOND_BITS = FIRST_OF_THIRD - FIRST_OF_SECOND


def list_flyers(s, ball, count):
    """Add fighters that need a carrier within the set of spaces that begins at `ball` in `BALL`."""
    for _ in range(count):
        if s.flyers < MAX_FLYERS:
            s.flyer_ball[s.flyers] = ball
            s.flyers += 1


def open_fleet(s, places):
    """Begin a fleet: the carriers listed next share this number of free places (SP-213)."""
    if s.fleets_listed < MAX_LISTED_CARRIERS:
        s.fleet_places[s.fleets_listed] = places
        s.fleets_listed += 1


def list_carriers(s, w1, w2, count):
    """Add carriers that can be in these zones at the end."""
    for _ in range(count):
        if s.carriers < MAX_LISTED_CARRIERS:
            at = s.carriers * FLEET_WORDS
            s.carrier_zones[at] = w1 >> (LANDS - WORD_BITS)
            s.carrier_zones[at + 1] = w2 & ((1 << SECOND_BITS) - 1)
            s.carrier_zones[at + 2] = w2 >> SECOND_BITS
            s.carrier_fleet[s.carriers] = s.fleets_listed - 1
            s.carriers += 1


def forget_carriers(s):
    for carrier in range(s.carriers):
        for number in range(FLEET_WORDS):
            s.carrier_zones[carrier * FLEET_WORDS + number] = 0
        s.carrier_fleet[carrier] = 0
    for fleet in range(s.fleets_listed):
        s.fleet_places[fleet] = 0
    s.carriers = 0
    s.fleets_listed = 0


def forget_flyers(s, count):
    """Remove the last `count` fighters of the list."""
    for _ in range(count):
        s.flyers -= 1
        s.flyer_ball[s.flyers] = 0


def forget_flyer(s, flyer):
    """Remove this fighter from the list."""
    for number in range(flyer, s.flyers - 1):
        s.flyer_ball[number] = s.flyer_ball[number + 1]
    forget_flyers(s, 1)


def close_search(s):
    forget_carriers(s)
    forget_flyers(s, s.flyers + 0)


def drop_hopeless(s):
    """Remove fighters that no carrier can reach; they are lost and must not block the others."""
    kept = 0
    for flyer in range(s.flyers):
        if next_carrier(s, flyer, 0) < s.carriers:
            s.flyer_ball[kept] = s.flyer_ball[flyer]
            kept += 1
    forget_flyers(s, s.flyers - kept)


def fewest_lost(s):
    """Return the minimum number of fighters without a place, as far as the search shows."""
    for lost in range(s.flyers):
        if all_but_land(s, lost) != IMPOSSIBLE:
            return lost
    return s.flyers + 0


def all_but_land(s, lost):
    """Return whether all except `lost` fighters find a place: POSSIBLE, IMPOSSIBLE or UNKNOWN.

    Each needs a carrier that meets all its fighters in one zone.
    """
    if s.flyers >= MAX_FLYERS:
        return UNKNOWN
    order_flyers(s)
    found = try_places(s, lost)
    for number in range(s.flyers):
        s.flyer_order[number] = 0
        s.flyer_choices[number] = 0
        s.flyer_carrier[number] = 0
    for number in range(s.carriers):
        s.fleet_places[s.carrier_fleet[number]] += s.carrier_load[number]
        s.carrier_load[number] = 0
        s.carrier_flyer[number] = 0
    return found


def try_places(s, lost):
    """Try carriers for each fighter in order, with backtracking, and return whether enough of them land."""
    steps = 0
    turn = 0  # index in the order
    left = lost
    carrier = first_carrier(s, 0, lost)  # the next to try; beyond the last, the fighter gets no place
    while 0 <= turn < s.flyers and steps < MAX_SEARCH_STEPS:
        steps += 1
        flyer = s.flyer_order[turn] + 0
        carrier = next_carrier(s, flyer, carrier)
        if carrier < s.carriers or (carrier == s.carriers and left > 0):
            if carrier < s.carriers:
                take_place(s, carrier, flyer)
            else:
                left -= 1
            s.flyer_carrier[flyer] = carrier
            turn += 1
            carrier = first_carrier(s, turn, left)
        else:
            turn -= 1
            if turn >= 0:
                carrier = s.flyer_carrier[s.flyer_order[turn]] + 0
                if carrier < s.carriers:
                    give_place_up(s, carrier)
                else:
                    left += 1
                carrier += 1
    return POSSIBLE if turn == s.flyers else IMPOSSIBLE if turn < 0 else UNKNOWN


def order_flyers(s):
    """Sort fighters by their number of carriers, fewest first, and then by the zones that they reach."""
    for flyer in range(s.flyers):
        for carrier in range(s.carriers):
            if can_take(s, carrier, flyer):
                s.flyer_choices[flyer] += 1
        at = flyer
        while at > 0 and looks_before(s, flyer, s.flyer_order[at - 1]):
            s.flyer_order[at] = s.flyer_order[at - 1]
            at -= 1
        s.flyer_order[at] = flyer


def looks_before(s, flyer, other):
    if s.flyer_choices[flyer] == s.flyer_choices[other]:
        return s.flyer_ball[flyer] < s.flyer_ball[other]
    return s.flyer_choices[flyer] < s.flyer_choices[other]


def first_carrier(s, turn, left):
    """Return the first carrier to try for a fighter, or one beyond all choices if too few places are left.

    Fighters with the same reach take places in the order of the carriers, so that no choice is tried twice.
    """
    if not has_places_from(s, turn, s.flyers - turn - left):
        return s.carriers + 1
    if 0 < turn < s.flyers and s.flyer_ball[s.flyer_order[turn]] == s.flyer_ball[s.flyer_order[turn - 1]]:
        return s.flyer_carrier[s.flyer_order[turn - 1]] + 0
    return 0


def has_places_from(s, turn, needed):
    """Return whether `needed` places are left for the fighters from index `turn` of the order on."""
    places = 0
    of_fleet = 0
    for carrier in range(s.carriers):
        if places >= needed:
            return True
        fleet = s.carrier_fleet[carrier] + 0
        if carrier == 0 or fleet != s.carrier_fleet[carrier - 1]:
            of_fleet = s.fleet_places[fleet] + 0
        taken = min(of_fleet, takers_from(s, carrier, turn))
        of_fleet -= taken
        places += taken
    return places >= needed


def takers_from(s, carrier, turn):
    """Return how many of the fighters from index `turn` of the order on a carrier can take at most."""
    most = PLACES_ON_CARRIER - s.carrier_load[carrier]
    count = 0
    number = turn
    while count < most and number < s.flyers:
        if can_take(s, carrier, s.flyer_order[number]):
            count += 1
        number += 1
    return count


def next_carrier(s, flyer, first):
    """Return the first carrier from `first` on that can take the fighter, or the number of carriers.

    If `first` is larger than that number, return `first`.
    """
    for carrier in range(first, s.carriers):
        if can_take(s, carrier, flyer) and not is_like_the_last(s, carrier):
            return carrier
    return max(first, s.carriers + 0)


def is_like_the_last(s, carrier):
    """Return whether the carrier is empty and equal to the empty one before it, which was tried."""
    if carrier == 0 or s.carrier_load[carrier] + s.carrier_load[carrier - 1] > 0:
        return False
    at = carrier * FLEET_WORDS
    for number in range(FLEET_WORDS):
        if s.carrier_zones[at + number] != s.carrier_zones[at - FLEET_WORDS + number]:
            return False
    return s.carrier_fleet[carrier] == s.carrier_fleet[carrier - 1]


def can_take(s, carrier, flyer):
    """Return whether the carrier has a free place and a zone that it and all its fighters reach."""
    if s.carrier_load[carrier] >= PLACES_ON_CARRIER or s.fleet_places[s.carrier_fleet[carrier]] <= 0:
        return False
    at = carrier * FLEET_WORDS
    ball = s.flyer_ball[flyer] + 0
    w1 = (s.carrier_zones[at] << (LANDS - WORD_BITS)) & BALL[ball + 1]
    w2 = (s.carrier_zones[at + 1] | (s.carrier_zones[at + 2] << SECOND_BITS)) & BALL[ball + 2]
    if s.carrier_load[carrier] > 0:
        ball = s.flyer_ball[s.carrier_flyer[carrier]] + 0
        w1 &= BALL[ball + 1]
        w2 &= BALL[ball + 2]
    return w1 | w2 != 0


def take_place(s, carrier, flyer):
    if s.carrier_load[carrier] == 0:
        s.carrier_flyer[carrier] = flyer
    s.carrier_load[carrier] += 1
    s.fleet_places[s.carrier_fleet[carrier]] -= 1


def give_place_up(s, carrier):
    s.carrier_load[carrier] -= 1
    s.fleet_places[s.carrier_fleet[carrier]] += 1
