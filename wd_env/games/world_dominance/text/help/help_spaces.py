"""What each answer does on the spaces of the novelty mechanisms."""

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
from wd_env.games.world_dominance.text.decision_context import Asked, soldiers

HIGHEST_SCORE = 3  # of the Soldier Dice (WD-007)


def help_test_whom(asked: Asked, a: int) -> str:
    """Both put in a soldier; the winner takes the zone."""
    stake = asked.s.rsz + 2
    return f"Test {asked.army(asked.seat(a - NAME))}: each puts in 1 soldier, the winner takes all {stake}."


def help_raise_or_ask(asked: Asked, a: int) -> str:
    """The raise goes on the zone before it is matched."""
    s = asked.s
    if a == RAISE:
        return f"Put 1 more soldier on the zone; {asked.call(s.tested)} must match it or give you all {s.rsz + 1}."
    return f"Ask at once: right, {asked.call(s.tested)} takes the {soldiers(s.rsz)} there; wrong, you do."


def help_match_raise(asked: Asked, a: int) -> str:
    """Only the tested player knows the odds."""
    s = asked.s
    if a == MATCH:
        return f"Put in 1 soldier and answer for all {s.rsz + 1}: {asked.odds(s.theme)}."
    return f"Give the {soldiers(s.rsz)} on the zone to {asked.call(s.asker)} without an answer."


def help_decimate(asked: Asked, a: int) -> str:
    """A score that reaches the army strikes out; whoever throws takes all."""
    s, seat = asked.s, asked.seat(a - NAME)
    army = s.army[seat]
    who = "yourself" if seat == s.seat else asked.call(seat)
    if army > HIGHEST_SCORE:
        return f"Throw the Soldier Dice against {who}: 1 to 3 of {soldiers(army)} go to the Garrison."
    own_fate = "you are out" if s.self_strike_out == ELIMINATED else "you keep all"
    fate = own_fate if seat == s.seat else f"{asked.call(seat)} is struck out and you take all"
    loss = "" if army == 1 else "; less is paid to the Garrison"
    return f"Throw the Soldier Dice against {who}: on {army} or more {fate}{loss}."


def help_gain_card(asked: Asked, a: int) -> str:
    """What the Continent Dice wins is free."""
    region = asked.s.note
    if a == DECLINE:
        return "Take no card."
    return f"Draw one of {len(asked.in_pack(region))} cards of {REGION_NAMES[region]} face down, free."


def help_ecuador(asked: Asked, a: int) -> str:
    """Declared instead of thrown."""
    if a == DECLARE:
        return f"Show {asked.titles.card(asked.s.ecuador)}: concede nothing and take {asked.recruits(1)}."
    else_soldier = ", else a soldier" if asked.s.concede_fallback == ANY_SHORTFALL else ""
    return f"Throw the Continent Dice and concede a card of its colour if you hold one{else_soldier}."


def help_concede(asked: Asked, a: int) -> str:
    """The owner picks."""
    return f"Return {asked.title(a - CARD)} to the World Pack; you hold {asked.held(asked.s.seat, a - CARD)}."


def help_khyber_pass(asked: Asked, a: int) -> str:
    """From beside the Garrison or out of a player's hands."""
    holder = asked.s.khyber_at
    where = "beside the Garrison" if holder == GARRISON_SIDE else f"with {asked.call(holder)}"
    if a == TAKE:
        return f"Take the Khyber Pass, which is {where}: it cancels one Manoeuvre Card for you."
    return f"Leave the Khyber Pass {where}."


def help_ice_house(asked: Asked, a: int) -> str:
    """Sheltered, paid, and out of turn."""
    if a == BE_INTERNED:
        return f"Take {asked.recruits(2)} and miss {INTERNED_TURNS} turns; nobody can touch you meanwhile."
    return "Do nothing."


def help_purgatory_loss(asked: Asked, a: int) -> str:
    """The owner picks among the kind named."""
    return f"Lose {asked.title(a - CARD)} to the World Pack; you hold {asked.held(asked.s.seat, a - CARD)}."


def help_three_sixes(asked: Asked, a: int) -> str:
    """Pardoned, or neither."""
    if a == ACCEPT:
        return f"Take {asked.recruits(3)} and a pardon from Purgatory, and throw on: each further six is a soldier."
    return "Refuse both the soldiers and the pardon."


def help_paradies(asked: Asked, a: int) -> str:
    """Rest, pay for a card, or bring somebody back."""
    if a == REST:
        return "Do nothing."
    if a == PAY_TWO:
        return f"Pay {PARADIES_PRICE} soldiers to the Garrison and draw a Purgadies Card, which gives what it names."
    seat = asked.seat(a - REVIVE)
    first = min(RESERVES, asked.s.garrison)
    second = min(RESERVES, asked.s.garrison - first)
    return (
        f"Bring {asked.call(seat)} back with {soldiers(first)}; you take {soldiers(second)} as well. Once in the game."
    )


def help_paradies_card(asked: Asked, a: int) -> str:
    """Face up and free."""
    if a == DECLINE:
        return "Take no card."
    return f"Take {asked.title(a - CARD)} from the World Pack, free; you hold {asked.held(asked.s.seat, a - CARD)}."
