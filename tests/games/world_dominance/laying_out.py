"""Arguments of `position` that build the table of a sentence in another setting."""

from collections.abc import Mapping
from typing import Any

from tests.games.world_dominance.seating import Wording
from tests.games.world_dominance.settings import VARIANTS, Setting, turned_files
from wd_env.games.world_dominance.definitions.names import PIECE_NAMES, SOLDIERS
from wd_env.games.world_dominance.position import FIRST_PIECES

BY_SEAT = ("cards", "at", "pieces", "ice_house", "knows", "run_marks", "pre_sets_paid", "stacks", "stacks_paid")
SEAT_LISTS = ("allies", "out", "reinforcements_used")
ONE_SEAT = ("keeper", "khyber_pass", "pardon")
USUAL = 10  # soldiers, unless the sentence gives a number


def own_armies(table: Mapping[str, Any], wording: Wording) -> list[int]:
    """Return the soldiers of each of the sentence's seats."""
    given, seats = table.get("soldiers", USUAL), wording.seating
    if isinstance(given, int):
        called = {*table.get("allies", ())}
        return [given if seat % seats.own_each == 0 or seat in called else 0 for seat in range(seats.own_seats)]
    return [*given, *[0] * (seats.own_seats - len(list(given)))]


def laid_out(players: int, table: dict[str, Any], setting: Setting, wording: Wording) -> dict[str, Any]:
    """Return the keyword arguments of `position` for this setting; `table` has those of the sentence."""
    table = {name: value for name, value in table.items() if name not in ("variant", "sets_to_win")}
    seats, put = wording.seating, dict(table)
    for name in BY_SEAT:
        if table.get(name) is not None:
            put[name] = {seats.to(seat): value for seat, value in table[name].items()}
    for name in SEAT_LISTS:
        put[name] = [seats.to(seat) for seat in table.get(name, ())]
    for name in ONE_SEAT:
        if table.get(name) is not None:
            put[name] = seats.to(table[name])
    put["turn"] = seats.to(table.get("turn", 0))
    put.setdefault("keeper", _keeper(players, wording))
    put["allies"] = sorted({*put["allies"], *seats.allies})
    put["pieces"] = _pieces(table, wording)
    _give_soldiers(put, table, setting, wording)
    _turn(put, wording)
    return {**turned_files(setting.turned), **VARIANTS[setting.variant], **put}


def _keeper(players: int, wording: Wording) -> int:
    """Return the last player's own seat, or the last seat that is present."""
    seats = wording.seating
    last = (players - 1) * seats.own_each
    return seats.to(last if last in seats.there else max(seats.there))


def _give_soldiers(put: dict[str, Any], table: Mapping[str, Any], setting: Setting, wording: Wording) -> None:
    """Give bystanders as many soldiers as the sentence's players; if the Garrison has too few, bystanders are out."""
    seats, given = wording.seating, own_armies(table, wording)
    armies = [given[seats.back[seat]] if seat in seats.back else 0 for seat in range(seats.seats)]
    usual = table["soldiers"] if isinstance(table.get("soldiers"), int) else USUAL
    left = SOLDIERS - sum(armies) - table.get("rsz", 0)
    are_in = not setting.others_out and left >= usual * (len(seats.bystanders) + 1)
    for seat in seats.bystanders:
        armies[seat] = usual if are_in else 0
    put["soldiers"] = armies
    put["out"] = put["out"] if are_in else [*put["out"], *seats.bystanders]


def _pieces(table: Mapping[str, Any], wording: Wording) -> dict[int, str]:
    """Return the piece of each seat: as at the sentence's table; bystanders get the remaining ones, the last first."""
    seats, named = wording.seating, dict(table.get("pieces") or {})
    usual = {own: PIECE_NAMES[FIRST_PIECES[own]] for own in seats.there}
    for own in seats.there:
        if own not in named and (own % seats.own_each == 0 or own in table.get("allies", ())):
            free = [piece for piece in PIECE_NAMES if piece not in {*named.values(), *usual.values()}]
            named[own] = free[0] if usual[own] in named.values() else usual[own]
    pieces = {seats.to(own): piece for own, piece in named.items()}
    for seat in seats.bystanders:
        pieces[seat] = next(piece for piece in reversed(PIECE_NAMES) if piece not in pieces.values())
    return pieces


def _turn(put: dict[str, Any], wording: Wording) -> None:
    """Replace continents and cards by those of the setting."""
    titles, names = wording.titles, wording.names
    for name in ("cards", "run_marks"):
        if put.get(name):
            put[name] = {seat: [titles.get(card, card) for card in cards] for seat, cards in put[name].items()}
    for name in ("pre_sets_paid", "stacks", "stacks_paid"):
        if put.get(name):
            put[name] = {seat: [names[region] for region in regions] for seat, regions in put[name].items()}
    if put.get("pack"):
        put["pack"] = {names[region]: [titles[card] for card in cards] for region, cards in put["pack"].items()}
    if put.get("at"):
        put["at"] = {seat: names.get(space, space) for seat, space in put["at"].items()}
    for name in ("closed", "lands"):
        if put.get(name):
            put[name] = names.get(put[name], put[name])
