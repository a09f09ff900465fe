"""The effect of each action on the board: the turn, Continent Spaces and Antarctica."""

from wd_env.games.world_dominance.definitions.actions import (
    ALLOW,
    BLOCK,
    CARD,
    DECLINE,
    JETSTREAM,
    LENGTH,
    LONGEST_RUN,
    NAME,
    PASS,
    PIECE,
    REGION,
    REINFORCE,
    ROLL,
    RUN,
    SHORTEST_RUN,
    STACK,
    TAKE,
    WORLD_PACK,
)
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA,
    ANTARCTICA_PLACE,
    CARDS,
    CONTINENT_SPACE,
    MUST_PASS,
    NO_CARD,
    OPPOSITE,
    PIECE_NAMES,
    REGION_NAMES,
    SOUTH_AMERICA,
)
from wd_env.games.world_dominance.definitions.rule_constants import (
    FOR_QUESTION,
    RESERVES,
    RUN_STAKES,
    SAB_TITLE,
    SIX,
    SOUTH_POLE_TITLE,
    STACK_BONUS,
    TURN_BEGINS,
)
from wd_env.games.world_dominance.rules.antarctica import holds_four
from wd_env.games.world_dominance.rules.flow import is_awake
from wd_env.games.world_dominance.rules.runs import can_be_declared, is_run
from wd_env.games.world_dominance.rules.turn import find_space, place_beyond_gate
from wd_env.games.world_dominance.text.decision_context import HelpContext, soldiers_text


def help_choose_piece(context: HelpContext, a: int) -> str:
    """Return the effect of choosing a piece, which differs from others only by its picture card."""
    card = context.titles.card(context.s.picture[a - PIECE])
    return f"Play as {PIECE_NAMES[a - PIECE]}: {card} drawn from the World Pack is free and brings a second draw."


def help_call_ally(context: HelpContext, a: int) -> str:
    """Return the effect of calling an Ally, which is possible once per game."""
    if a == DECLINE:
        return "Call no Ally now; you may after a later move that leaves you exactly five soldiers."
    theirs = min(RESERVES, context.s.garrison)
    own = min(RESERVES, context.s.garrison - theirs)
    return (
        f"{PIECE_NAMES[a - PIECE]} comes in on Checkpoint Conscript with {soldiers_text(theirs)} as your "
        f"Ally, which you "
        f"play too, and you get {soldiers_text(own)}; only your own piece can win, and you may call once."
    )


def help_start_menu(context: HelpContext, a: int) -> str:
    """Return the effect of throwing, taking reinforcements or declaring a Strategic Run."""
    s = context.s
    if a == REINFORCE:
        return f"Take {context.reserves()} from the Garrison, once in the game; then your turn continues."
    if a != ROLL:
        return _help_run(context, a - RUN)
    if s.place[s.seat] == ANTARCTICA_PLACE:
        return "Throw the Playing Dice and leave Antarctica by South America or Australasia."
    first, last = ((s.place[s.seat] + steps) % s.ring for steps in (1, SIX))
    return f"Throw the Playing Dice and move 1 to 6 spaces clockwise: S{first:02d} to S{last:02d}."


def _help_run(context: HelpContext, start: int) -> str:
    s = context.s
    lengths = [n for n in range(SHORTEST_RUN, LONGEST_RUN + 1) if can_be_declared(s, s.seat, start, n)]
    correct = [n for n in lengths if is_run(s, s.seat, start, n)]
    if not correct:
        stake = soldiers_text(RUN_STAKES[lengths[0]])
        return f"Declare a Strategic Run from {context.titles.card(start)} that you do not hold, for {stake} or more."
    cards = correct[-1]
    pay = context.recruits(RUN_STAKES[cards])
    return f"Declare a Strategic Run from {context.titles.card(start)}, up to {cards} cards for {pay}; no throw yet."


def help_run_length(context: HelpContext, a: int) -> str:
    """Return the pay or the stake of a run of this length."""
    cards = a - LENGTH
    last = context.titles.card((context.s.offered_card + cards - 1) % CARDS)
    if not is_run(context.s, context.s.seat, context.s.offered_card, cards):
        stake = soldiers_text(RUN_STAKES[cards])
        return f"Declare {cards} cards, up to {last}, not all of them yours: {stake} to the Garrison."
    pay = context.recruits(RUN_STAKES[cards])
    return f"Declare {cards} cards, up to {last}: the Garrison pays {pay}, and they serve in no other run."


def help_gate(context: HelpContext, a: int) -> str:
    """Return the space to which the throw leads through this gate."""
    place = place_beyond_gate(context.s, a - REGION)
    return f"Leave by {REGION_NAMES[a - REGION]} and land on {context.landing(context.s.seat, place)}."


def help_continent(context: HelpContext, a: int) -> str:
    """Return the effect of taking, passing, crossing or entering Antarctica."""
    s = context.s
    region = s.space_region[s.place[s.seat]]
    if a == TAKE:
        cards = f"one of {len(context.in_pack(region))} cards of {REGION_NAMES[region]}"
        price = context.prices(region) + _picture(context, region) + context.danger(context.dearest(region))
        return f"Draw {cards} face down for its price, {price}."
    if a == PASS:
        return f"Draw nothing and pay 1 soldier to the Garrison{context.danger(1)}."
    if a == JETSTREAM:
        place = find_space(s, CONTINENT_SPACE, OPPOSITE[region])
        there = context.landing(s.seat, place) if s.jetstream_trespass else context.titles.space(place)
        return f"Cross by the Jetstream, free, and land on {there}."
    return f"Go to Antarctica to cede a coloured card for one of its cards{_blocker(context, region)}."


def _picture(context: HelpContext, region: int) -> str:
    card = context.s.picture[context.s.piece[context.s.seat]]
    if card not in context.in_pack(region):
        return ""
    return f" ({context.titles.card(card)} is your picture: free, with a second draw)"


def _blocker(context: HelpContext, region: int) -> str:
    holder = context.s.card_at[context.s.sab]
    can_block = region == SOUTH_AMERICA and holder < context.s.seats and holder != context.s.seat
    return f"; {context.call(holder)} may block you" if can_block and is_awake(context.s, holder) else ""


def help_block_entry(context: HelpContext, a: int) -> str:
    """Return the effect of showing the SAB card, which keeps an opponent out, or of saying nothing."""
    assert a in (BLOCK, ALLOW)
    target = context.s.target
    if a == BLOCK:
        then = "must pass" if context.s.blocked_player == MUST_PASS else "chooses again"
        return f"Show the SAB card: {context.call(target)} stays on the Continent Space and {then}."
    return f"Say nothing: {context.call(target)} goes to Antarctica."


def help_exchange(context: HelpContext, a: int) -> str:
    """Return the effect of drawing from the pack, taking from an opponent or declining."""
    if a == DECLINE:
        return "Stay on Antarctica without an exchange."
    if a != WORLD_PACK:
        holder = context.s.card_at[a - CARD]
        return f"Take {context.titles.card(a - CARD)} from {context.call(holder)}, who gets a coloured card of yours."
    if holds_four(context.s, context.s.seat):
        return "Cede a coloured card and be asked the question for the fifth card of Antarctica, which wins."
    count = len(context.in_pack(ANTARCTICA))
    return f"Draw one of {count} cards of Antarctica face down for a coloured card of yours."


def help_cede(context: HelpContext, a: int) -> str:
    """Return where the ceded card goes, and what the seat gets for it."""
    s = context.s
    if s.wanted_card != NO_CARD and s.wanted_card < CARDS:
        gain = f"to {context.call(s.card_at[s.wanted_card])} for {context.titles.card(s.wanted_card)}"
    elif s.note == FOR_QUESTION:
        gain = "to the World Pack for the question"
    else:
        gain = "to the World Pack for a card of Antarctica"
    return f"Cede {context.title(a - CARD)} {gain}; you hold {context.holding_text(s.seat, a - CARD)}."


def help_examiner(context: HelpContext, a: int) -> str:
    """Return the effect of naming the asker; all askers have the same odds."""
    return (
        f"{context.names.capitalized(context.seat(a - NAME))} asks you; a right answer wins the South "
        f"Pole and the game."
    )


def help_question_card(context: HelpContext, a: int) -> str:
    """Return the probability of a right answer to this card, by the seat's knowledge."""
    title = SOUTH_POLE_TITLE if a - CARD == context.s.south_pole else SAB_TITLE
    return f"Be asked from {context.titles.card(a - CARD)}: {context.odds(title)}."


def help_last_soldier(context: HelpContext, a: int) -> str:
    """Return the effect of paying this occupant; the last soldier puts the player out."""
    left = context.s.army[context.s.seat]
    end = "; it is your last one and you are out" if left == 1 else ""
    return f"Pay 1 of your {soldiers_text(left)} to {context.army(context.seat(a - NAME))} for trespassing{end}."


def help_stack_set(context: HelpContext, a: int) -> str:
    """Return the effect of Stacking the set, which protects it, or of leaving it in play."""
    s, region = context.s, context.s.note % TURN_BEGINS
    cards = f"the five cards of {REGION_NAMES[region]}"
    if a != STACK:
        return f"Leave {cards} in play, where they can be lost; you decide again when your next turn begins."
    paid = s.reinforcements[s.seat] == 0 or s.stack_paid[s.seat] >> region & 1 == 1
    return f"Stack {cards}: they cannot be lost any more" + (
        "." if paid else f", and you take {context.recruits(STACK_BONUS)}."
    )
