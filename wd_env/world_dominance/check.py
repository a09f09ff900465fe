"""Whether a saved state is one that a table can be in: what the rules count on, counted (ledger 5.5)."""

from typing import Any

from wd_env.core.errors import StateError
from wd_env.world_dominance.names import (
    ANTARCTICA_PLACE,
    CARDS,
    DECK,
    GARRISON_SIDE,
    NO_CARD,
    NO_MANOEUVRE,
    NO_PIECE,
    NO_PURGADIES,
    NO_REGION,
    NO_SPACE,
    NO_THEME,
    NOBODY,
    NOWHERE,
    PACK,
    PURGADIES_NAMES,
    SEATS,
    SOLDIERS,
    THEMES,
)
from wd_env.world_dominance.numbers import FACE_DOWN_CARD, INTERNED_TURNS, SAB_TITLE
from wd_env.world_dominance.questions import FIRST_ERRAND, LAST_LUCK, OVER, SECOND_ANTARCTICA


def check_state(s: Any) -> None:
    """StateError that names the first thing which cannot be."""
    _check_ranges(s)
    _check_soldiers(s)
    _check_seats(s)
    _check_pack(s.manoeuvre_pack[: s.manoeuvre_size], s.manoeuvre_unseen, "manoeuvre")
    _check_pack(s.theme_pack, s.theme_unseen, "theme")
    _check_question(s)


def _demand(holds: bool, problem: str) -> None:
    if not holds:
        raise StateError(f"the state cannot be: {problem}")


def _check_ranges(s: Any) -> None:
    seats = {*range(s.seats), NOBODY}
    allowed = {
        "turn": range(s.seats),
        "seat": range(s.seats),
        "last_thrower": seats,
        "pardon_at": seats,
        "drawer": seats,
        "target": seats,
        "asker": seats,
        "tested": seats,
        "khyber_at": {*range(s.seats), GARRISON_SIDE},
        "closed": range(NO_REGION + 1),
        "drawn": {*range(DECK), NO_MANOEUVRE},
        "offered": range(NO_CARD + 1),
        "wanted": range(FACE_DOWN_CARD + 1),
        "destination": range(NOWHERE + 1),
        "theme": {*range(SAB_TITLE + 1), NO_THEME},
        "purgadies": {*range(len(PURGADIES_NAMES)), NO_PURGADIES},
        "last_throw": range(7),
        "manoeuvre_size": range(DECK + 1),
        "waiting": range(len(s.waiting_question) + 1),
    }
    for name, values in allowed.items():
        _demand(getattr(s, name) in values, f"{name} is {getattr(s, name)}")
    holders = {*range(s.seats), PACK, GARRISON_SIDE}
    for card in range(CARDS):
        _demand(s.card_at[card] in holders, f"Continent Card {card} is at {s.card_at[card]}")
        beside = s.card_at[card] == GARRISON_SIDE
        _demand(not beside or card == s.south_pole, f"Continent Card {card} lies beside the Garrison")
    _demand(s.card_at[s.south_pole] != PACK, "the South Pole card is in the World Pack")


def _check_soldiers(s: Any) -> None:
    total = s.garrison + s.rsz + sum(s.army)
    _demand(total == SOLDIERS, f"there are {total} soldiers instead of {SOLDIERS}")


def _check_seats(s: Any) -> None:
    pieces = [piece for piece in s.piece[: s.seats] if piece != NO_PIECE]
    _demand(len(set(pieces)) == len(pieces), "two seats have one piece")
    for seat in range(SEATS):
        _demand(s.piece[seat] <= NO_PIECE, f"piece {s.piece[seat]} at seat {seat}")
        _demand(s.ice_turns[seat] <= INTERNED_TURNS, f"seat {seat} is interned for {s.ice_turns[seat]} turns")
        here = s.place[seat]
        on_board = here == ANTARCTICA_PLACE or (here < s.ring and s.space_kind[here] != NO_SPACE)
        _demand(here == NOWHERE or on_board, f"seat {seat} is on space {here}")
        if s.in_play[seat] == 0:
            holds = s.army[seat] > 0 or seat in s.card_at or here != NOWHERE
            _demand(not holds, f"seat {seat} is out and has soldiers, cards or a piece on the board")
        else:
            _demand(s.in_play[seat] == 1 and seat < s.seats, f"in_play is {s.in_play[seat]} at seat {seat}")
    _demand(s.question == OVER or any(s.in_play), "nobody is in play")


def _check_pack(pack: list[int], unseen: int, name: str) -> None:
    known = sorted(set(pack)) == sorted(pack) and all(card < THEMES for card in pack)
    _demand(known and unseen <= len(pack), f"the {name} pack is {pack} with {unseen} unseen")


def _check_question(s: Any) -> None:
    _demand(s.question <= LAST_LUCK or s.question == OVER, f"question {s.question} is open")
    for frame in range(s.waiting):
        waits = s.waiting_question[frame]
        _demand(FIRST_ERRAND <= waits <= SECOND_ANTARCTICA + 1, f"question {waits} waits")
        _demand(s.waiting_seat[frame] < s.seats, f"seat {s.waiting_seat[frame]} waits")
