"""The effect of each action at a Manoeuvre Card."""

from wd_env.games.world_dominance.definitions.actions import ACCEPT, CARD, NAME, REGION, SPACE, USE_PASS, WORLD_PACK
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA,
    CARDS,
    CLOSED_FOR_THE_GAME,
    NO_SPACE,
    PACK,
    REGION_NAMES,
    VERB_DONATE,
    VERB_LOSE,
    VERB_SEND,
    VERB_SWAP,
    VERB_TAKE_SOLDIERS,
)
from wd_env.games.world_dominance.rules.manoeuvre_effects import find_kind, price_of_taking, soldiers_for
from wd_env.games.world_dominance.text.decision_context import HelpContext, soldiers_text


def help_optional_card(context: HelpContext, a: int) -> str:
    """Return the effect of carrying out or declining an Optional card."""
    card = context.titles.manoeuvre(context.s.drawn_card)
    return f"Carry out {card}." if a == ACCEPT else f"Leave {card} undone; it goes to the bottom of the pack."


def help_own_pass(context: HelpContext, a: int) -> str:
    """Return the effect of the drawer's pass, which cancels the whole card (RULINGS 131), or of keeping it."""
    card = context.titles.manoeuvre(context.s.drawn_card)
    if a == USE_PASS:
        return f"Give the Khyber Pass back and skip {card}."
    return f"Keep the Khyber Pass and carry out {card}."


def help_target_pass(context: HelpContext, a: int) -> str:
    """Return the effect of the pass of an opponent who is hit, which protects that player only."""
    card = context.titles.manoeuvre(context.s.drawn_card)
    if a == USE_PASS:
        return f"Give the Khyber Pass back: {card} does not touch you; others are not sheltered."
    return f"Keep the Khyber Pass and suffer {card}."


def help_card_region(context: HelpContext, a: int) -> str:
    """Return the effect of closing a region, with the cards that each player holds there."""
    s, region = context.s, a - REGION
    held = dict.fromkeys(range(s.seats), 0)
    for card in range(CARDS):
        if s.card_region[card] == region and s.card_at[card] in held:
            held[s.card_at[card]] += 1
    hit = ", ".join(f"{context.call(seat)} {n}" for seat, n in held.items() if n) or "no player holds any"
    if s.closure_duration == CLOSED_FOR_THE_GAME:
        time = "the rest of the game"
    else:
        rounds = s.closure_rounds or 1
        time = "a round of turns" if rounds == 1 else f"{rounds} rounds of turns"
    return f"Close {REGION_NAMES[region]} for {time}: its spaces and cards are dead ({hit})."


def help_card_opponent(context: HelpContext, a: int) -> str:
    """Return the effect of sending this opponent, giving it a card or taking its soldiers."""
    s, seat = context.s, context.seat(a - NAME)
    verb = s.card_verb[s.drawn_card]
    if verb == VERB_DONATE:
        return (
            f"Give {context.title(s.offered_card)} to {context.call(seat)}, who holds "
            f"{context.holding_text(seat, s.offered_card)}."
        )
    if verb == VERB_TAKE_SOLDIERS:
        return f"Take {soldiers_text(s.card_a[s.drawn_card])} off {context.army(seat)}."
    assert verb == VERB_SEND
    if s.card_a[s.drawn_card] == NO_SPACE:
        return f"Send {context.army(seat)} to a space you name next."
    return f"Send {context.army(seat)} to {context.landing(seat, find_kind(s, s.card_a[s.drawn_card]))}."


def help_card_space(context: HelpContext, a: int) -> str:
    """Return the effect of moving the own piece, or the named opponent's, to this space."""
    s, place = context.s, a - SPACE
    if s.card_verb[s.drawn_card] == VERB_SEND:
        return f"Send {context.call(s.target)} to {context.landing(s.target, place)}."
    pay = context.recruits(soldiers_for(s, s.space_region[place]))
    return f"Take {pay} from the Garrison and move to {context.landing(s.seat, place)}."


def help_card_own(context: HelpContext, a: int) -> str:
    """Return the effect of losing this card, offering it in a swap or giving it away."""
    s, card = context.s, a - CARD
    verb = s.card_verb[s.drawn_card]
    tail = f"you hold {context.holding_text(s.seat, card)}"
    if verb == VERB_LOSE:
        return f"Return {context.title(card)} to the World Pack; {tail}."
    if verb == VERB_SWAP:
        return f"Offer {context.title(card)} in the swap; {tail}."
    return f"Give away {context.title(card)}; the receiver is named next; {tail}."


def help_card_wanted(context: HelpContext, a: int) -> str:
    """Return the effect of taking this card, drawing face down, or asking for the South Pole."""
    s, card = context.s, a - CARD
    if a == WORLD_PACK:
        return f"Draw one of {len(context.in_pack(ANTARCTICA))} cards of Antarctica face down, free."
    holder = s.card_at[card]
    if s.card_verb[s.drawn_card] == VERB_SWAP:
        return f"Give {context.titles.card(s.offered_card)} to {context.call(holder)} for {context.title(card)}."
    if card == s.south_pole and holder >= s.seats:
        return "Be asked the question for the South Pole, the fifth card of Antarctica, which wins."
    tail = f"you hold {context.holding_text(s.seat, card)}"
    if holder == PACK:
        return f"Take {context.title(card)} from the World Pack, {_price(context, card)}; {tail}."
    return f"Take {context.title(card)} from {context.call(holder)}, {_price(context, card)}; {tail}."


def _price(context: HelpContext, card: int) -> str:
    s, price = context.s, price_of_taking(context.s, card)
    if price == 0 or (s.card_at[card] == PACK and card == s.picture[s.piece[s.seat]]):
        return "free"
    return f"for {soldiers_text(price)}{context.danger(price)}"
