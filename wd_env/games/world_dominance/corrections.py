"""Corrections by a referee, for differences between the state and the physical board: soldiers, and places of cards.

A correction is a text: `soldiers 1 7`, `soldiers rsz 3`, `card 1 Rome` or `card pack Rome`, with seats by number.
Soldiers come from or go to the Garrison. A correction has no further effects: no bonus is paid, and a set that it
completes wins at the next check.
"""

import re
from typing import Any

from wd_env.errors import IllegalAction
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.definitions.names import PACK
from wd_env.games.world_dominance.rules.holdings import is_loose, move_card, return_card
from wd_env.spec.notation import closest_texts
from wd_env.text.seat_names import NUMBERED, SeatNames

ZONE, WORLD_PACK = "rsz", "pack"
_SOLDIERS = re.compile(rf"soldiers ({ZONE}|[0-9]) ([0-9]{{1,5}})")
_CARD = re.compile(rf"card ({WORLD_PACK}|[0-9]) (.+)")


def soldiers_text(holder: int | str, count: int) -> str:
    """Return the correction that sets the army of a seat, or the ZONE, to a number of soldiers."""
    return f"soldiers {holder} {count}"


def card_text(holder: int | str, title: str) -> str:
    """Return the correction that gives a card, by its title among the actions, to a seat or the WORLD_PACK."""
    return f"card {holder} {title}"


def correct(s: Any, text: str, names: SeatNames = NUMBERED) -> None:
    """Carry out a correction; on IllegalAction, the state may be partly changed."""
    if match := _SOLDIERS.fullmatch(text):
        _set_soldiers(s, match[1], int(match[2]), names)
    elif match := _CARD.fullmatch(text):
        _put_card(s, match[1], match[2], names)
    else:
        raise IllegalAction(
            f"correction: expected one such as 'soldiers 1 7', 'soldiers {ZONE} 3', 'card 1 Rome' or "
            f"'card {WORLD_PACK} Rome', got {text!r}"
        )


def _set_soldiers(s: Any, who: str, number: int, names: SeatNames) -> None:
    seat = None if who == ZONE else _seat_in_play(s, who, names)
    least, has = (0, s.rsz) if seat is None else (1, s.army[seat])
    if not least <= number <= has + s.garrison:
        name = "the Resurrected Soldier Zone" if seat is None else names.seat(seat)
        allowed = f"{least} to {has + s.garrison}, because the Garrison has {s.garrison}"
        raise IllegalAction(f"soldiers of {name}: expected {allowed}, got {number}")
    s.garrison += has - number
    if seat is None:
        s.rsz = number
    else:
        s.army[seat] = number


def _put_card(s: Any, who: str, title: str, names: SeatNames) -> None:
    if title not in CARD_TITLES:
        raise IllegalAction(f"unknown Continent Card {title!r}; {closest_texts(title, CARD_TITLES)}")
    card = CARD_TITLES.index(title)
    holder = PACK if who == WORLD_PACK else _seat_in_play(s, who, names)
    if not is_loose(s, card):
        raise IllegalAction(f"card: expected one in play, got {title!r}, which is in a set out of play")
    before = s.card_at[card]
    if holder == PACK:
        return_card(s, card)  # the South Pole next to the Garrison
    else:
        move_card(s, card, holder)
    if s.card_at[card] == before:
        raise IllegalAction(f"{title!r}: expected another place, got the one where it is")


def _seat_in_play(s: Any, who: str, names: SeatNames) -> int:
    seat = int(who)
    if seat >= s.seats or not s.in_play[seat]:
        in_play = names.listed([other for other in range(s.seats) if s.in_play[other]])
        raise IllegalAction(f"player: expected {in_play}, who are in play, got {names.seat(seat)}")
    return seat
