"""The effect of each verb of a Manoeuvre Card; the note of the automatic node is the seat exempted by the pass."""

from wd_env.games.world_dominance.definitions.decision_codes import EXAMINE, LANDING, SETTLE
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA,
    ANY_KIND,
    CARDS,
    NO_CARD,
    NOWHERE,
    PACK,
    PLACES,
    VERB_COLLECT_EACH,
    VERB_DONATE,
    VERB_EACH_FORFEITS,
    VERB_FORFEIT,
    VERB_FORFEIT_ALL_BUT,
    VERB_GAIN,
    VERB_GO_TO_AIRSPACES,
    VERB_GO_TO_ONE_OF,
    VERB_LOSE,
    VERB_LOSE_ALL,
    VERB_MISS_TURNS,
    VERB_SEND,
    VERB_SWAP,
    VERB_TAKE,
    VERB_TAKE_SOLDIERS,
)
from wd_env.games.world_dominance.definitions.rule_constants import FACE_DOWN_CARD, IN_FULL, SENT
from wd_env.games.world_dominance.rules.army import pay_garrison, pay_player, pay_zone, recruit
from wd_env.games.world_dominance.rules.draws import draw_face_down, receive_from_pack
from wd_env.games.world_dominance.rules.holdings import is_movable, return_card, take_card
from wd_env.games.world_dominance.rules.manoeuvre_moves import counts_steps, where_it_leads
from wd_env.games.world_dominance.rules.missed_turns import lay_before
from wd_env.kernels.frames import next_node, open_node


def do_carry_out(s, _):
    """Carry out the drawn card once all its parameters are named."""
    verb = s.card_verb[s.drawn_card]
    if verb == VERB_GO_TO_AIRSPACES or verb == VERB_GO_TO_ONE_OF:
        perform_go(s)
    elif verb == VERB_SEND:
        perform_send(s)
    elif verb == VERB_TAKE:
        perform_take(s)
    elif verb == VERB_LOSE:
        return_card(s, s.offered_card)
        open_node(s, SETTLE, s.seat, IN_FULL)
    elif verb == VERB_LOSE_ALL:
        perform_lose_all(s)
    elif verb == VERB_SWAP:
        perform_swap(s)
    elif verb == VERB_DONATE:
        perform_donate(s)
    elif counts_steps(verb):
        perform_steps(s)
    elif verb == VERB_MISS_TURNS:
        lay_before(s, s.seat, s.card_a[s.drawn_card])
    elif verb == VERB_GAIN:
        recruit(s, s.seat, s.card_a[s.drawn_card])
    else:
        perform_payment(s, verb)


def perform_go(s):
    """Recruit the printed soldiers, then land like any other piece (WD-087, WD-091)."""
    recruit(s, s.seat, soldiers_for(s, s.space_region[s.destination]))
    s.place[s.seat] = s.destination
    open_node(s, LANDING, s.seat, 0)


def perform_steps(s):
    """Recruit the printed soldiers, then land where the card itself leads (RULINGS 134)."""
    recruit(s, s.seat, s.card_c[s.drawn_card])
    s.place[s.seat] = where_it_leads(s)
    open_node(s, LANDING, s.seat, 0)


def soldiers_for(s, region):
    """Return the number of soldiers that the card prints for going to this region."""
    if s.card_verb[s.drawn_card] == VERB_GO_TO_AIRSPACES:
        return s.card_c[s.drawn_card]
    if region == s.card_a[s.drawn_card]:
        return s.card_b[s.drawn_card]
    return s.card_d[s.drawn_card]


def perform_send(s):
    """Land the opponent there to act, while the turn remains the drawer's (WD-092, RULINGS 15)."""
    if s.note == s.target:
        return
    place = s.destination
    if place == NOWHERE:
        place = find_kind(s, s.card_a[s.drawn_card])
    s.place[s.target] = place
    open_node(s, LANDING, s.target, SENT)


def find_kind(s, kind):
    """Return the first place with a space of this kind, or NOWHERE."""
    for place in range(PLACES):
        if s.space_kind[place] == kind:
            return place
    return NOWHERE


def perform_take(s):
    """Take the wanted card; only one from the pack can earn the picture bonus (WD-069, RULINGS 16)."""
    wanted = s.wanted_card
    s.wanted_card = NO_CARD
    if wanted == FACE_DOWN_CARD:
        draw_face_down(s, s.seat, ANTARCTICA, 0)
    elif wanted == NO_CARD or wanted == s.south_pole:
        next_node(s, EXAMINE)
    elif s.card_at[wanted] == PACK:
        receive_from_pack(s, s.seat, wanted, price_of_taking(s, wanted))
    elif s.card_at[wanted] != s.note:
        take_card(s, wanted, s.seat)
        pay_garrison(s, s.seat, price_of_taking(s, wanted))
        open_node(s, SETTLE, s.seat, IN_FULL)


def price_of_taking(s, card):
    """Return 0, or the printed price by option; Antarctica cards print none (RULINGS 16, WD-236)."""
    return 0 if s.manoeuvre_take_is_free == 1 else s.card_cost[card]


def perform_lose_all(s):
    """Put every movable card of the drawer into the pack; cards of a closed continent stay (M07)."""
    for card in range(CARDS):
        if is_movable(s, card, s.seat, ANY_KIND):
            return_card(s, card)
    open_node(s, SETTLE, s.seat, IN_FULL)


def perform_swap(s):
    """Swap the two cards, unless the pass exempts the holder of the wanted one (M11, M14, M25)."""
    holder = s.card_at[s.wanted_card]
    if holder == s.note:
        return
    take_card(s, s.wanted_card, s.seat)
    take_card(s, s.offered_card, holder)
    open_node(s, SETTLE, s.seat, IN_FULL)


def perform_donate(s):
    """Give the card to the target, unless the pass exempts it (M12, M24)."""
    if s.target == s.note:
        return
    take_card(s, s.offered_card, s.target)
    open_node(s, SETTLE, s.seat, IN_FULL)


def perform_payment(s, verb):
    """Move soldiers to the zone or between players (M06, M08, M16 to M18)."""
    soldiers = s.card_a[s.drawn_card]
    if verb == VERB_FORFEIT:
        pay_zone(s, s.seat, soldiers)
    elif verb == VERB_FORFEIT_ALL_BUT:
        pay_zone(s, s.seat, max(s.army[s.seat] - soldiers, 0))
    elif verb == VERB_TAKE_SOLDIERS and s.note != s.target:
        pay_player(s, s.target, s.seat, soldiers)
    elif verb == VERB_EACH_FORFEITS or verb == VERB_COLLECT_EACH:
        all_pay(s, verb, soldiers)
    open_node(s, SETTLE, s.seat, IN_FULL)


def all_pay(s, verb, soldiers):
    """Have each player in play pay, except the exempt one; the drawer pays too if it is to the zone."""
    for seat in range(s.seats):
        if s.in_play[seat] == 0 or seat == s.note:
            continue
        if verb == VERB_EACH_FORFEITS:
            pay_zone(s, seat, soldiers)
        elif seat != s.seat:
            pay_player(s, seat, s.seat, soldiers)
