"""The effect of each action on the spaces of the novelty mechanisms."""

from wd_env.games.world_dominance.definitions.actions import (
    ACCEPT,
    BE_INTERNED,
    CARD,
    DECLARE,
    DECLINE,
    MATCH,
    NAME,
    PAY_TWO,
    RAISE,
    REST,
    REVIVE,
    TAKE,
)
from wd_env.games.world_dominance.definitions.names import ANY_SHORTFALL, ELIMINATED, GARRISON_SIDE, REGION_NAMES
from wd_env.games.world_dominance.definitions.rule_constants import INTERNED_TURNS, PARADIES_PRICE, RESERVES
from wd_env.games.world_dominance.text.decision_context import HelpContext, soldiers_text

HIGHEST_SCORE = 3  # of the Soldier Dice (WD-007)


def help_test_whom(context: HelpContext, a: int) -> str:
    """Return the effect of testing this opponent: both put in a soldier, and the winner takes the zone."""
    stake = context.s.rsz + 2
    return f"Test {context.army(context.seat(a - NAME))}: each puts in 1 soldier, the winner takes all {stake}."


def help_raise_or_ask(context: HelpContext, a: int) -> str:
    """Return the effect of raising, which is paid before it is matched, or of asking."""
    s = context.s
    if a == RAISE:
        return f"Put 1 more soldier on the zone; {context.call(s.tested)} must match it or give you all {s.rsz + 1}."
    return f"Ask at once: right, {context.call(s.tested)} takes the {soldiers_text(s.rsz)} there; wrong, you do."


def help_match_raise(context: HelpContext, a: int) -> str:
    """Return the effect of matching, with the odds that only the tested player knows, or of giving up."""
    s = context.s
    if a == MATCH:
        return f"Put in 1 soldier and answer for all {s.rsz + 1}: {context.odds(s.theme)}."
    return f"Give the {soldiers_text(s.rsz)} on the zone to {context.call(s.asker)} without an answer."


def help_decimate(context: HelpContext, a: int) -> str:
    """Return the effect of throwing against this player; a score that reaches the army strikes it out."""
    s, seat = context.s, context.seat(a - NAME)
    army = s.army[seat]
    who = "yourself" if seat == s.seat else context.call(seat)
    if army > HIGHEST_SCORE:
        return f"Throw the Soldier Dice against {who}: 1 to 3 of {soldiers_text(army)} go to the Garrison."
    own_fate = "you are out" if s.self_strike_out == ELIMINATED else "you keep all"
    fate = own_fate if seat == s.seat else f"{context.call(seat)} is struck out and you take all"
    loss = "" if army == 1 else "; less is paid to the Garrison"
    return f"Throw the Soldier Dice against {who}: on {army} or more {fate}{loss}."


def help_gain_card(context: HelpContext, a: int) -> str:
    """Return the effect of drawing a card for free, or of taking none."""
    region = context.s.note
    if a == DECLINE:
        return "Take no card."
    return f"Draw one of {len(context.in_pack(region))} cards of {REGION_NAMES[region]} face down, free."


def help_ecuador(context: HelpContext, a: int) -> str:
    """Return the effect of declaring Ecuador, or of throwing."""
    if a == DECLARE:
        return f"Show {context.titles.card(context.s.ecuador)}: concede nothing and take {context.recruits(1)}."
    else_soldier = ", else a soldier" if context.s.concede_fallback == ANY_SHORTFALL else ""
    return f"Throw the Continent Dice and concede a card of its colour if you hold one{else_soldier}."


def help_concede(context: HelpContext, a: int) -> str:
    """Return the effect of returning this card to the World Pack."""
    return (
        f"Return {context.title(a - CARD)} to the World Pack; you hold "
        f"{context.holding_text(context.s.seat, a - CARD)}."
    )


def help_khyber_pass(context: HelpContext, a: int) -> str:
    """Return the effect of taking the pass from its place or another player, or of leaving it."""
    holder = context.s.khyber_at
    where = "next to the Garrison" if holder == GARRISON_SIDE else f"with {context.call(holder)}"
    if a == TAKE:
        return f"Take the Khyber Pass, which is {where}: it cancels one Manoeuvre Card for you."
    return f"Leave the Khyber Pass {where}."


def help_ice_house(context: HelpContext, a: int) -> str:
    """Return the effect of being interned, or of doing nothing."""
    if a == BE_INTERNED:
        return f"Take {context.recruits(2)} and miss {INTERNED_TURNS} turns; no player can touch you meanwhile."
    return "Do nothing."


def help_purgatory_loss(context: HelpContext, a: int) -> str:
    """Return the effect of losing this card."""
    return (
        f"Lose {context.title(a - CARD)} to the World Pack; you hold {context.holding_text(context.s.seat, a - CARD)}."
    )


def help_three_sixes(context: HelpContext, a: int) -> str:
    """Return the effect of accepting soldiers and pardon, or of refusing both."""
    if a == ACCEPT:
        return f"Take {context.recruits(3)} and a pardon from Purgatory, and throw on: each further six is a soldier."
    return "Refuse both the soldiers and the pardon."


def help_paradies(context: HelpContext, a: int) -> str:
    """Return the effect of resting, paying for a card or reviving a player."""
    if a == REST:
        return "Do nothing."
    if a == PAY_TWO:
        return f"Pay {PARADIES_PRICE} soldiers to the Garrison and draw a Purgadies Card, which gives what it names."
    seat = context.seat(a - REVIVE)
    first = min(RESERVES, context.s.garrison)
    second = min(RESERVES, context.s.garrison - first)
    return (
        f"Bring {context.call(seat)} back with {soldiers_text(first)}; you take "
        f"{soldiers_text(second)} as well. Once in the game."
    )


def help_paradies_card(context: HelpContext, a: int) -> str:
    """Return the effect of taking this card for free, or of taking none."""
    if a == DECLINE:
        return "Take no card."
    return (
        f"Take {context.title(a - CARD)} from the World Pack, free; you hold "
        f"{context.holding_text(context.s.seat, a - CARD)}."
    )
