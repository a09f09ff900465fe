"""What each answer does on the board: the turn, Continent Spaces and Antarctica."""

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
from wd_env.games.world_dominance.text.decision_context import Asked, soldiers


def help_choose_piece(asked: Asked, a: int) -> str:
    """Pieces differ only by their picture card."""
    card = asked.titles.card(asked.s.picture[a - PIECE])
    return f"Play as {PIECE_NAMES[a - PIECE]}: {card} drawn from the World Pack is free and brings a second draw."


def help_call_ally(asked: Asked, a: int) -> str:
    """What the call brings, and that there is one in a game."""
    if a == DECLINE:
        return "Call nobody now; you may after a later move that leaves you exactly five soldiers."
    theirs = min(RESERVES, asked.s.garrison)
    own = min(RESERVES, asked.s.garrison - theirs)
    return (
        f"{PIECE_NAMES[a - PIECE]} comes in on Checkpoint Conscript with {soldiers(theirs)} as your Ally, which you "
        f"play too, and you get {soldiers(own)}; only your own piece can win, and you may call once."
    )


def help_start_menu(asked: Asked, a: int) -> str:
    """The throw, reinforcements and Strategic Runs."""
    s = asked.s
    if a == REINFORCE:
        return f"Take {asked.reserves()} from the Garrison, once in the game; then you go on."
    if a != ROLL:
        return _help_run(asked, a - RUN)
    if s.place[s.seat] == ANTARCTICA_PLACE:
        return "Throw the Playing Dice and leave Antarctica by South America or Australasia."
    first, last = ((s.place[s.seat] + steps) % s.ring for steps in (1, SIX))
    return f"Throw the Playing Dice and move 1 to 6 spaces clockwise: S{first:02d} to S{last:02d}."


def _help_run(asked: Asked, start: int) -> str:
    s = asked.s
    lengths = [n for n in range(SHORTEST_RUN, LONGEST_RUN + 1) if can_be_declared(s, s.seat, start, n)]
    correct = [n for n in lengths if is_run(s, s.seat, start, n)]
    if not correct:
        stake = soldiers(RUN_STAKES[lengths[0]])
        return f"Declare a Strategic Run from {asked.titles.card(start)} that you do not hold, for {stake} or more."
    cards = correct[-1]
    pay = asked.recruits(RUN_STAKES[cards])
    return f"Declare a Strategic Run from {asked.titles.card(start)}, up to {cards} cards for {pay}; no throw yet."


def help_run_length(asked: Asked, a: int) -> str:
    """Longer runs pay more; each card serves once."""
    cards = a - LENGTH
    last = asked.titles.card((asked.s.offered + cards - 1) % CARDS)
    if not is_run(asked.s, asked.s.seat, asked.s.offered, cards):
        stake = soldiers(RUN_STAKES[cards])
        return f"Declare {cards} cards, up to {last}, not all of them yours: {stake} to the Garrison."
    pay = asked.recruits(RUN_STAKES[cards])
    return f"Declare {cards} cards, up to {last}: the Garrison pays {pay}, and they serve in no other run."


def help_gate(asked: Asked, a: int) -> str:
    """Where the throw leads by either gate."""
    place = place_beyond_gate(asked.s, a - REGION)
    return f"Leave by {REGION_NAMES[a - REGION]} and land on {asked.landing(asked.s.seat, place)}."


def help_continent(asked: Asked, a: int) -> str:
    """Take, pass, cross, or go on to Antarctica."""
    s = asked.s
    region = s.space_region[s.place[s.seat]]
    if a == TAKE:
        cards = f"one of {len(asked.in_pack(region))} cards of {REGION_NAMES[region]}"
        price = asked.prices(region) + _picture(asked, region) + asked.danger(asked.dearest(region))
        return f"Draw {cards} face down for its price, {price}."
    if a == PASS:
        return f"Draw nothing and pay 1 soldier to the Garrison{asked.danger(1)}."
    if a == JETSTREAM:
        place = find_space(s, CONTINENT_SPACE, OPPOSITE[region])
        there = asked.landing(s.seat, place) if s.jetstream_trespass else asked.titles.space(place)
        return f"Cross by the Jetstream, free, and land on {there}."
    return f"Go to Antarctica to cede a coloured card for one of its cards{_blocker(asked, region)}."


def _picture(asked: Asked, region: int) -> str:
    card = asked.s.picture[asked.s.piece[asked.s.seat]]
    if card not in asked.in_pack(region):
        return ""
    return f" ({asked.titles.card(card)} is your picture: free, with a second draw)"


def _blocker(asked: Asked, region: int) -> str:
    holder = asked.s.card_at[asked.s.sab]
    can_block = region == SOUTH_AMERICA and holder < asked.s.seats and holder != asked.s.seat
    return f"; {asked.call(holder)} may block you" if can_block and is_awake(asked.s, holder) else ""


def help_block_entry(asked: Asked, a: int) -> str:
    """Showing the SAB card keeps an opponent out."""
    assert a in (BLOCK, ALLOW)
    target = asked.s.target
    if a == BLOCK:
        then = "must pass" if asked.s.blocked_player == MUST_PASS else "chooses again"
        return f"Show the SAB card: {asked.call(target)} stays on the Continent Space and {then}."
    return f"Say nothing: {asked.call(target)} goes to Antarctica."


def help_exchange(asked: Asked, a: int) -> str:
    """From the pack, from an opponent, or not at all."""
    if a == DECLINE:
        return "Stay on Antarctica without an exchange."
    if a != WORLD_PACK:
        holder = asked.s.card_at[a - CARD]
        return f"Take {asked.titles.card(a - CARD)} from {asked.call(holder)}, who gets a coloured card of yours."
    if holds_four(asked.s, asked.s.seat):
        return "Cede a coloured card and be asked the question for the fifth card of Antarctica, which wins."
    found = len(asked.in_pack(ANTARCTICA))
    return f"Draw one of {found} cards of Antarctica face down for a coloured card of yours."


def help_cede(asked: Asked, a: int) -> str:
    """Where the ceded card goes and what comes for it."""
    s = asked.s
    if s.wanted != NO_CARD and s.wanted < CARDS:
        gain = f"to {asked.call(s.card_at[s.wanted])} for {asked.titles.card(s.wanted)}"
    elif s.note == FOR_QUESTION:
        gain = "to the World Pack for the question"
    else:
        gain = "to the World Pack for a card of Antarctica"
    return f"Cede {asked.title(a - CARD)} {gain}; you hold {asked.held(s.seat, a - CARD)}."


def help_examiner(asked: Asked, a: int) -> str:
    """Who asks makes no difference to the odds."""
    return f"{asked.names.first(asked.seat(a - NAME))} asks you; a right answer wins the South Pole and the game."


def help_question_card(asked: Asked, a: int) -> str:
    """By one's own knowledge of the two cards."""
    title = SOUTH_POLE_TITLE if a - CARD == asked.s.south_pole else SAB_TITLE
    return f"Be asked from {asked.titles.card(a - CARD)}: {asked.odds(title)}."


def help_last_soldier(asked: Asked, a: int) -> str:
    """Who cannot pay everybody is out once nothing is left."""
    left = asked.s.army[asked.s.seat]
    end = "; it is your last one and you are out" if left == 1 else ""
    return f"Pay 1 of your {soldiers(left)} to {asked.army(asked.seat(a - NAME))} for trespassing{end}."


def help_stack_set(asked: Asked, a: int) -> str:
    """Out of play and safe, or loose for another while."""
    s, region = asked.s, asked.s.note % TURN_BEGINS
    cards = f"the five cards of {REGION_NAMES[region]}"
    if a != STACK:
        return f"Leave {cards} in play, where they can be lost; you are asked again when your next turn begins."
    paid = s.reinforcements[s.seat] == 0 or s.stack_paid[s.seat] >> region & 1 == 1
    return f"Stack {cards}: they cannot be lost any more" + (
        "." if paid else f", and you take {asked.recruits(STACK_BONUS)}."
    )
