"""What each answer to a Manoeuvre Card does."""

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
from wd_env.games.world_dominance.text.decision_context import Asked, soldiers


def help_optional_card(asked: Asked, a: int) -> str:
    """Optional cards only."""
    card = asked.titles.manoeuvre(asked.s.drawn)
    return f"Carry out {card}." if a == ACCEPT else f"Leave {card} undone; it goes to the bottom of the pack."


def help_own_pass(asked: Asked, a: int) -> str:
    """The pass of the drawer cancels the whole card (RULINGS 131)."""
    card = asked.titles.manoeuvre(asked.s.drawn)
    if a == USE_PASS:
        return f"Give the Khyber Pass back and skip {card}."
    return f"Keep the Khyber Pass and carry out {card}."


def help_target_pass(asked: Asked, a: int) -> str:
    """The pass of a holder who is hit shelters that player alone."""
    card = asked.titles.manoeuvre(asked.s.drawn)
    if a == USE_PASS:
        return f"Give the Khyber Pass back: {card} does not touch you; others are not sheltered."
    return f"Keep the Khyber Pass and suffer {card}."


def help_card_region(asked: Asked, a: int) -> str:
    """A closure freezes spaces and cards."""
    s, region = asked.s, a - REGION
    held = dict.fromkeys(range(s.seats), 0)
    for card in range(CARDS):
        if s.card_region[card] == region and s.card_at[card] in held:
            held[s.card_at[card]] += 1
    hit = ", ".join(f"{asked.call(seat)} {n}" for seat, n in held.items() if n) or "nobody holds any"
    if s.closure_duration == CLOSED_FOR_THE_GAME:
        time = "the rest of the game"
    else:
        rounds = s.closure_rounds or 1
        time = "a round of turns" if rounds == 1 else f"{rounds} rounds of turns"
    return f"Close {REGION_NAMES[region]} for {time}: its spaces and cards are dead ({hit})."


def help_card_opponent(asked: Asked, a: int) -> str:
    """Sent, given a card, or robbed of soldiers."""
    s, seat = asked.s, asked.seat(a - NAME)
    verb = s.card_verb[s.drawn]
    if verb == VERB_DONATE:
        return f"Give {asked.title(s.offered)} to {asked.call(seat)}, who holds {asked.held(seat, s.offered)}."
    if verb == VERB_TAKE_SOLDIERS:
        return f"Take {soldiers(s.card_a[s.drawn])} off {asked.army(seat)}."
    assert verb == VERB_SEND
    if s.card_a[s.drawn] == NO_SPACE:
        return f"Send {asked.army(seat)} to a space you name next."
    return f"Send {asked.army(seat)} to {asked.landing(seat, find_kind(s, s.card_a[s.drawn]))}."


def help_card_space(asked: Asked, a: int) -> str:
    """One's own piece goes, or the opponent's that was named."""
    s, place = asked.s, a - SPACE
    if s.card_verb[s.drawn] == VERB_SEND:
        return f"Send {asked.call(s.target)} to {asked.landing(s.target, place)}."
    pay = asked.recruits(soldiers_for(s, s.space_region[place]))
    return f"Take {pay} from the Garrison and move to {asked.landing(s.seat, place)}."


def help_card_own(asked: Asked, a: int) -> str:
    """Lost, offered in a swap, or given away."""
    s, card = asked.s, a - CARD
    verb = s.card_verb[s.drawn]
    tail = f"you hold {asked.held(s.seat, card)}"
    if verb == VERB_LOSE:
        return f"Return {asked.title(card)} to the World Pack; {tail}."
    if verb == VERB_SWAP:
        return f"Offer {asked.title(card)} in the swap; {tail}."
    return f"Give away {asked.title(card)}; the receiver is named next; {tail}."


def help_card_wanted(asked: Asked, a: int) -> str:
    """From the pack, from an opponent, or the question for the South Pole."""
    s, card = asked.s, a - CARD
    if a == WORLD_PACK:
        return f"Draw one of {len(asked.in_pack(ANTARCTICA))} cards of Antarctica face down, free."
    holder = s.card_at[card]
    if s.card_verb[s.drawn] == VERB_SWAP:
        return f"Give {asked.titles.card(s.offered)} to {asked.call(holder)} for {asked.title(card)}."
    if card == s.south_pole and holder >= s.seats:
        return "Be asked the question for the South Pole, the fifth card of Antarctica, which wins."
    tail = f"you hold {asked.held(s.seat, card)}"
    if holder == PACK:
        return f"Take {asked.title(card)} from the World Pack, {_price(asked, card)}; {tail}."
    return f"Take {asked.title(card)} from {asked.call(holder)}, {_price(asked, card)}; {tail}."


def _price(asked: Asked, card: int) -> str:
    s, price = asked.s, price_of_taking(asked.s, card)
    if price == 0 or (s.card_at[card] == PACK and card == s.picture[s.piece[s.seat]]):
        return "free"
    return f"for {soldiers(price)}{asked.danger(price)}"
