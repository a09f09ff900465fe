"""Write the observation of a seat from an explicit list of features, so that nothing hidden can be included.

Seats are numbered clockwise from the observing seat, which is 0; features of unused seats are 0.
"""

from wd_env.games.world_dominance.definitions.decision_codes import (
    CONCEDE,
    CONTINENT,
    DECISIONS,
    EXCHANGE,
    GAIN_CARD,
    PRE_SET_CLAIM,
    STACK_SET,
)
from wd_env.games.world_dominance.definitions.names import (
    CARDS,
    CONTINENT_SPACE,
    DECK,
    NO_CARD,
    NO_MANOEUVRE,
    NO_PIECE,
    NO_PURGADIES,
    NO_REGION,
    NO_THEME,
    NOBODY,
    NOWHERE,
    OPPOSITE,
    PACK,
    PIECES,
    REGIONS,
    THEMES,
)
from wd_env.games.world_dominance.definitions.rule_constants import (
    BLOCKED,
    CROSSED,
    FIVE,
    LIES_BEFORE,
    LOOSE,
    PURGADIES_CARDS,
    SENT,
    SETTLING,
    TEN,
    TURN_BEGINS,
)
from wd_env.games.world_dominance.observation.layout import ARMY_STEPS, KNOWN_PLACES, MAX_ROUNDS, MAX_SOLDIERS, TITLES
from wd_env.games.world_dominance.observation.layout_offsets import (
    AT_AFTER_SIX,
    AT_ALLIES,
    AT_ANTARCTICA_COUNTS,
    AT_ANTARCTICA_DONE,
    AT_ARMY,
    AT_ARMY_AT_LEAST,
    AT_ARRIVAL,
    AT_ASKER,
    AT_CARDS,
    AT_CARDS_HERE,
    AT_CARDS_IN_REGION,
    AT_CLOSED,
    AT_CLOSURE_REMAINING,
    AT_CURRENT_REGION,
    AT_CURRENT_SEAT,
    AT_DEATH_DONE,
    AT_DECISION,
    AT_DESTINATION,
    AT_DICE_REGION,
    AT_DRAWER,
    AT_DRAWN_CARD,
    AT_GARRISON,
    AT_ICE_TURNS,
    AT_IN_PACK,
    AT_IN_PLAY,
    AT_IN_SET,
    AT_KHYBER_PASS,
    AT_KNOWS_TITLE,
    AT_LAID_IN_REGION,
    AT_LAST_THROW,
    AT_LAST_THROWER,
    AT_MANOEUVRE_QUEUE,
    AT_MANOEUVRE_UNSEEN,
    AT_OFFERED_CARD,
    AT_ON_TURN,
    AT_OPPOSITE_OCCUPIED,
    AT_OWN_AT_LEAST,
    AT_OWN_LOOSE,
    AT_OWN_RUN_MARKS,
    AT_OWN_SEATS,
    AT_OWN_TITLES_KNOWN,
    AT_OWN_TITLES_READ,
    AT_PACK_HERE,
    AT_PACK_IN_REGION,
    AT_PARDON,
    AT_PIECE,
    AT_PLACE,
    AT_PLAYERS,
    AT_POINT_HERE,
    AT_PRE_SET_PAID,
    AT_PURGADIES,
    AT_PURGADIES_REMAINING,
    AT_REINFORCEMENTS,
    AT_REVIVAL_DONE,
    AT_ROUNDS,
    AT_RSZ,
    AT_SET_PAID,
    AT_SETS,
    AT_SETS_TO_WIN,
    AT_SETUP_RANK,
    AT_STACK_PAID,
    AT_STACKING,
    AT_STRATEGIC_POINTS,
    AT_TARGET,
    AT_TEN_CARDS,
    AT_TESTED,
    AT_THEME,
    AT_THEME_UNSEEN,
    AT_TURN_SIXES,
    AT_WANTED_CARD,
)
from wd_env.games.world_dominance.rules.closures import rounds_of_closure
from wd_env.games.world_dominance.rules.flow import is_own
from wd_env.games.world_dominance.rules.missed_turns import are_turns_missed, turns_to_miss
from wd_env.games.world_dominance.rules.sets import makes_set, may_hold_a_set
from wd_env.games.world_dominance.rules.stacks import continues_after_set
from wd_env.kernels.bits import narrow


def observe(s, me, out):
    """Write the observation of seat `me` into `out`, which is zeroed."""
    observe_decision(s, me, out)
    observe_seats(s, me, out)
    observe_cards(s, me, out)
    observe_sets(s, me, out)
    observe_here(s, me, out)
    observe_table(s, out)
    observe_packs(s, me, out)
    observe_matter(s, me, out)


def places_from(s, me, seat):
    """Return the offset of a seat clockwise from `me`."""
    places = seat - me
    if places < 0:
        places += s.seats
    return places


def mark_seat(s, me, seat, out, start):
    """Write the one-hot code of a seat, or nothing for NOBODY."""
    one_hot(out, start, places_from(s, me, seat), seat < s.seats)


def one_hot(out, start, place, is_there):
    """Write a one-hot code, or nothing if it is absent; without a branch, which would often be mispredicted."""
    out[start + (place if is_there else 0)] = 1 if is_there else 0


def observe_decision(s, me, out):
    """Write the current decision, the seat to which it belongs and the number of players."""
    if s.node < DECISIONS:
        out[AT_DECISION + s.node] = 1
    mark_seat(s, me, s.seat, out, AT_CURRENT_SEAT)
    out[AT_PLAYERS + s.players - 2] = 1


def observe_seats(s, me, out):
    """Write the public values of each player."""
    is_any_missed = are_turns_missed(s)
    for seat in range(s.seats):
        at = places_from(s, me, seat)
        if s.owner[seat] == s.owner[me]:
            out[AT_OWN_SEATS + at] = 1
        if not is_own(s, seat):
            out[AT_ALLIES + at] = 1
        out[AT_IN_PLAY + at] = s.in_play[seat]
        out[AT_ARMY + at] = min(s.army[seat], MAX_SOLDIERS)
        out[AT_ICE_TURNS + at] = s.ice_turns[seat]
        out[AT_REINFORCEMENTS + at] = s.reinforcements[seat]
        out[AT_AFTER_SIX + at] = (s.after_six >> seat) & 1
        out[AT_SETUP_RANK + at] = s.setup_rank[seat]
        one_hot(out, AT_PIECE + at * PIECES, s.piece[seat], s.piece[seat] != NO_PIECE)
        one_hot(out, AT_PLACE + at * KNOWN_PLACES, s.place[seat], s.place[seat] != NOWHERE)
        for step in range(len(ARMY_STEPS)):
            out[AT_ARMY_AT_LEAST + at * len(ARMY_STEPS) + step] = 1 if s.army[seat] >= ARMY_STEPS[step] else 0
        if s.pre_set_paid[seat] != 0:
            for region in range(REGIONS):
                out[AT_PRE_SET_PAID + at * REGIONS + region] = (s.pre_set_paid[seat] >> region) & 1
        if is_any_missed and turns_to_miss(s, seat) > 0:
            out[AT_AFTER_SIX + at] = 1
    mark_seat(s, me, s.turn, out, AT_ON_TURN)
    mark_seat(s, me, s.khyber_at, out, AT_KHYBER_PASS)
    mark_seat(s, me, s.pardon_at, out, AT_PARDON)


def observe_cards(s, me, out):
    """Write holdings, which are face up, and the content of the pack, whose order is unknown."""
    show_holding(s, PACK, out, AT_IN_PACK, AT_PACK_IN_REGION)
    for seat in range(s.seats):
        at = places_from(s, me, seat)
        show_holding(s, seat, out, AT_CARDS + at * CARDS, AT_CARDS_IN_REGION + at * REGIONS)
    for region in range(REGIONS):
        point = s.strategic_point[region]
        if point != NO_CARD:
            holder = s.card_at[point]
            one_hot(out, AT_STRATEGIC_POINTS + region, places_from(s, me, holder) * REGIONS, holder < s.seats)
        for cards in range(FIVE):
            out[AT_OWN_AT_LEAST + region * FIVE + cards] = 1 if s.held[me * REGIONS + region] > cards else 0
    mark = narrow(1 << me)
    for card in range(CARDS):
        out[AT_OWN_RUN_MARKS + card] = 1 if s.run_marks[card] & mark != 0 else 0


def show_holding(s, holder, out, at_cards, at_regions):
    """Write which cards a holder has, and how many of each region; without a branch, so that it can be vectorised."""
    row = holder * REGIONS
    own = narrow(holder)
    for card in range(CARDS):
        out[at_cards + card] = 1 if s.card_at[card] == own else 0
    for region in range(REGIONS):
        out[at_regions + region] = s.held[row + region]


def observe_sets(s, me, out):
    """Write the sets out of play, and the progress of all players towards a win."""
    if continues_after_set(s):
        observe_laid(s, me, out)
    for region in range(REGIONS):
        out[AT_OWN_LOOSE + region] = out[AT_CARDS_IN_REGION + region] - out[AT_LAID_IN_REGION + region]
    for seat in range(s.seats if may_hold_a_set(s) else 0):
        at = places_from(s, me, seat)
        for region in range(REGIONS):
            held = out[AT_CARDS_IN_REGION + at * REGIONS + region]
            if held >= FIVE and makes_set(s, seat, region, held, out[AT_STRATEGIC_POINTS + at * REGIONS + region] == 1):
                out[AT_SETS + at] += 1
    out[AT_SETS_TO_WIN + s.sets_to_win - 1] = 1
    out[AT_TEN_CARDS] = 1 if s.set_cards == TEN else 0
    out[AT_ANTARCTICA_COUNTS] = s.antarctica_counts
    out[AT_ANTARCTICA_DONE] = s.antarctica_done
    out[AT_STACKING] = s.stacking


def observe_laid(s, me, out):
    """Write the cards out of play and the bonuses paid for them; skipped in the short game, which has none."""
    for card in range(CARDS):
        if s.in_set[card] != LOOSE:
            out[AT_IN_SET + card] = 1
            out[AT_LAID_IN_REGION + places_from(s, me, s.card_at[card]) * REGIONS + s.card_region[card]] += 1
    for seat in range(s.seats):
        at = places_from(s, me, seat)
        for region in range(REGIONS):
            out[AT_STACK_PAID + at * REGIONS + region] = (s.stack_paid[seat] >> region) & 1
            out[AT_SET_PAID + at * REGIONS + region] = (s.set_paid[seat] >> region) & 1


def observe_here(s, me, out):
    """Write the own cards and those of the pack, here and across the Jetstream, on a Continent Space."""
    place = s.place[me]
    if s.space_kind[place] != CONTINENT_SPACE:
        return
    region = s.space_region[place]
    out[AT_CURRENT_REGION + region] = 1
    for side in range(2):
        out[AT_CARDS_HERE + side] = out[AT_CARDS_IN_REGION + region]
        out[AT_POINT_HERE + side] = out[AT_STRATEGIC_POINTS + region]
        out[AT_PACK_HERE + side] = out[AT_PACK_IN_REGION + region]
        region = OPPOSITE[region]
    across = OPPOSITE[s.space_region[place]]
    for seat in range(s.seats):
        its = s.place[seat]
        if s.space_kind[its] == CONTINENT_SPACE and s.space_region[its] == across and s.jetstream_trespass == 1:
            out[AT_OPPOSITE_OCCUPIED] = 1


def observe_table(s, out):
    """Write the Garrison, the zone, the closure, Purgadies Cards, used rights and the number of rounds."""
    out[AT_GARRISON] = min(s.garrison, MAX_SOLDIERS)
    out[AT_RSZ] = min(s.rsz, MAX_SOLDIERS)
    one_hot(out, AT_CLOSED, s.closed, s.closed != NO_REGION)
    if s.closure_remaining > 0:
        out[AT_CLOSURE_REMAINING] = rounds_of_closure(s)
    for card in range(PURGADIES_CARDS):
        out[AT_PURGADIES_REMAINING + card] = s.purgadies_remaining[card]
    out[AT_TURN_SIXES] = s.turn_sixes
    out[AT_REVIVAL_DONE] = s.revival_done
    out[AT_DEATH_DONE] = s.death_done
    out[AT_ROUNDS] = min(s.turn_number // s.players, MAX_ROUNDS)


def observe_packs(s, me, out):
    """Write the unseen cards, and the known queue below them."""
    if s.last_throw > 0:
        out[AT_LAST_THROW + s.last_throw - 1] = 1
        mark_seat(s, me, s.last_thrower, out, AT_LAST_THROWER)
    for card in range(DECK):
        place = s.manoeuvre_place[card]
        out[AT_MANOEUVRE_UNSEEN + card] = 1 if place == 0 else 0
        out[AT_MANOEUVRE_QUEUE + card] = place if place < LIES_BEFORE else 0
    for theme in range(THEMES):
        out[AT_THEME_UNSEEN + theme] = 1 if s.theme_place[theme] == 0 else 0
    if s.theme_unseen > 0 and is_theme_secret(s, me):
        out[AT_THEME_UNSEEN + s.theme] = 1
    player = s.owner[me]
    for title in range(TITLES if s.knowledge_drawn[player] != 0 else 0):
        out[AT_OWN_TITLES_READ + title] = (s.knowledge_drawn[player] >> title) & 1
        out[AT_OWN_TITLES_KNOWN + title] = (s.knows[player] >> title) & 1


def is_theme_secret(s, me):
    """Return whether a theme has left the unseen cards without this seat's knowledge (WD-101)."""
    return s.theme != NO_THEME and s.tested == NOBODY and s.owner[s.asker] != s.owner[me]


def observe_matter(s, me, out):
    """Write what the current mechanism has named: cards, seats, space and title."""
    one_hot(out, AT_DRAWN_CARD, s.drawn_card, s.drawn_card != NO_MANOEUVRE)
    mark_seat(s, me, s.drawer, out, AT_DRAWER)
    mark_seat(s, me, s.target, out, AT_TARGET)
    mark_seat(s, me, s.asker, out, AT_ASKER)
    mark_seat(s, me, s.tested, out, AT_TESTED)
    one_hot(out, AT_OFFERED_CARD, s.offered_card, s.offered_card < CARDS)
    one_hot(out, AT_WANTED_CARD, s.wanted_card, s.wanted_card < CARDS)
    one_hot(out, AT_DESTINATION, s.destination, s.destination != NOWHERE)
    if s.theme != NO_THEME and not is_theme_secret(s, me):
        out[AT_THEME + s.theme] = 1
        if s.tested != NOBODY and s.owner[s.tested] == s.owner[me]:
            out[AT_KNOWS_TITLE] = (s.knows[s.owner[me]] >> s.theme) & 1
    one_hot(out, AT_PURGADIES, s.purgadies, s.purgadies != NO_PURGADIES)
    observe_note(s, out)


def observe_note(s, out):
    """Write what the note of the current node contains."""
    if s.node == GAIN_CARD or s.node == CONCEDE:
        out[AT_DICE_REGION + s.note] = 1
    elif s.node == PRE_SET_CLAIM:
        out[AT_DICE_REGION + s.note % SETTLING] = 1
    elif s.node == STACK_SET:
        out[AT_DICE_REGION + s.note % TURN_BEGINS] = 1
    elif s.node == CONTINENT:
        out[AT_ARRIVAL] = s.note & CROSSED
        out[AT_ARRIVAL + 1] = (s.note & BLOCKED) // BLOCKED
    elif s.node == EXCHANGE:
        out[AT_ARRIVAL + 2] = (s.note & SENT) // SENT
