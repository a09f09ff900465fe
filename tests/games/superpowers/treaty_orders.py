"""An independent checker of offers and treaties."""

from collections.abc import Iterator
from typing import Any

from tests.games.superpowers.advanced_board import ALLIED, PEACE, WAR, Board, is_active

PRICES = {"I": 5, "T": 5, "R": 5, "D": 5, "F": 10, "B": 15, "N": 20}
ONLINE = {"I": 3}
ALLIANCES = {2: 0, 4: 1, 5: 1, 6: 2, 7: 2, 8: 3}


def allies(board: Board, power: int) -> list[int]:
    """Return the allies of other players whom a power may leave (Q48, Q54, R56)."""
    s = board.s
    if not s.treaties or s.small[power]:
        return []
    others = [other for other in range(8) if other != power and is_active(board, other)]
    return [o for o in others if board.relation(power, o) == ALLIED and s.owner[o] != s.owner[power]]


def _now(s: Any, power: int) -> int:
    """Return the turn of a power in this round, as the state counts turns."""
    place = list(s.place_in_order)
    return int(8 * s.round + (place[power] - place[s.first]) % 8)


def has_lasted(board: Board, power: int, other: int) -> bool:
    """Return whether a relation is a full round old (SP-300, SP-305)."""
    return bool(_now(board.s, board.turn) - board.s.since[power * 8 + other] >= 8)


def partners(board: Board) -> list[int]:
    """Return the powers to which the power on turn may offer the next treaty (SP-295 to SP-307)."""
    s, turn, found = board.s, board.turn, []
    for power in range(8) if s.treaties and s.round > 1 else ():
        if power == turn or not is_active(board, power) or not has_lasted(board, turn, power):
            continue
        may_ally = not s.small[turn] and not s.small[power] and ALLIANCES[s.players] > 0
        if board.relation(power) == WAR or (board.relation(power) == PEACE and may_ally):
            found.append(power)
    return found


def bonus_units(board: Board) -> Iterator[str]:
    """Yield the units that the rest of a bonus can buy (SP-301)."""
    left = board.s.bonus[board.s.seat]
    for kind, price in (PRICES | (ONLINE if board.s.price_list else {})).items():
        yield from (f"{share} {kind}" for share in board.amounts(left // price))


def may_declare(board: Board) -> bool:
    """Return whether the allies of the power on turn may declare the small alliance (SP-312, SP-316)."""
    s, turn = board.s, board.turn
    if not s.small_alliance or any(s.small):
        return False
    side = [power for power in range(8) if s.in_play[power] and board.relation(power) == ALLIED]
    rest = [power for power in range(8) if is_active(board, power) and power not in side]
    pairs = [(one, two) for one in side for two in side if one < two]
    if turn not in side or len(side) != s.players // 2 or any(board.relation(*pair) != ALLIED for pair in pairs):
        return False
    if all(board.relation(one, two) == ALLIED for one in rest for two in rest if one != two):
        return True
    return all(has_lasted(board, *pair) for pair in pairs)
