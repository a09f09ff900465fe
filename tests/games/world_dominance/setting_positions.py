"""Arguments of `position` that build the table of a test in another setting."""

from collections.abc import Mapping
from typing import Any

from tests.games.world_dominance.seating import Translator
from tests.games.world_dominance.settings import VARIANTS, Setting, turned_files
from wd_env.games.world_dominance.definitions.names import PIECE_NAMES, SOLDIERS
from wd_env.games.world_dominance.position import FIRST_PIECES

BY_SEAT = ("cards", "at", "pieces", "ice_house", "knows", "run_marks", "pre_sets_paid", "stacks", "stacks_paid")
SEAT_LISTS = ("allies", "out", "reinforcements_used")
ONE_SEAT = ("keeper", "khyber_pass", "pardon")
DEFAULT_SOLDIERS = 10  # soldiers, unless the test gives a number


def own_armies(table: Mapping[str, Any], translator: Translator) -> list[int]:
    """Return the soldiers of each of the test's seats."""
    soldiers, seats = table.get("soldiers", DEFAULT_SOLDIERS), translator.seating
    if isinstance(soldiers, int):
        called = {*table.get("allies", ())}
        return [soldiers if seat % seats.own_each == 0 or seat in called else 0 for seat in range(seats.own_seats)]
    return [*soldiers, *[0] * (seats.own_seats - len(list(soldiers)))]


def setting_arguments(players: int, table: dict[str, Any], setting: Setting, translator: Translator) -> dict[str, Any]:
    """Return the keyword arguments of `position` for this setting; `table` has those of the test."""
    table = {name: value for name, value in table.items() if name not in ("variant", "sets_to_win")}
    seats, arguments = translator.seating, dict(table)
    for name in BY_SEAT:
        if table.get(name) is not None:
            arguments[name] = {seats.to_setting(seat): value for seat, value in table[name].items()}
    for name in SEAT_LISTS:
        arguments[name] = [seats.to_setting(seat) for seat in table.get(name, ())]
    for name in ONE_SEAT:
        if table.get(name) is not None:
            arguments[name] = seats.to_setting(table[name])
    arguments["turn"] = seats.to_setting(table.get("turn", 0))
    arguments.setdefault("keeper", _keeper(players, translator))
    arguments["allies"] = sorted({*arguments["allies"], *seats.allies})
    arguments["pieces"] = _pieces(table, translator)
    _give_soldiers(arguments, table, setting, translator)
    _rotate(arguments, translator)
    return {**turned_files(setting.turned), **VARIANTS[setting.variant], **arguments}


def _keeper(players: int, translator: Translator) -> int:
    """Return the last player's own seat, or the last seat that is present."""
    seats = translator.seating
    last = (players - 1) * seats.own_each
    return seats.to_setting(last if last in seats.there else max(seats.there))


def _give_soldiers(
    arguments: dict[str, Any], table: Mapping[str, Any], setting: Setting, translator: Translator
) -> None:
    """Give bystanders as many soldiers as the test's players; if the Garrison has too few, bystanders are out."""
    seats, soldiers = translator.seating, own_armies(table, translator)
    armies = [soldiers[seats.back[seat]] if seat in seats.back else 0 for seat in range(seats.seats)]
    default = table["soldiers"] if isinstance(table.get("soldiers"), int) else DEFAULT_SOLDIERS
    left = SOLDIERS - sum(armies) - table.get("rsz", 0)
    bystanders_play = not setting.others_out and left >= default * (len(seats.bystanders) + 1)
    for seat in seats.bystanders:
        armies[seat] = default if bystanders_play else 0
    arguments["soldiers"] = armies
    arguments["out"] = arguments["out"] if bystanders_play else [*arguments["out"], *seats.bystanders]


def _pieces(table: Mapping[str, Any], translator: Translator) -> dict[int, str]:
    """Return the piece of each seat: as at the test's table; bystanders get the remaining ones, the last first."""
    seats, named = translator.seating, dict(table.get("pieces") or {})
    default = {own: PIECE_NAMES[FIRST_PIECES[own]] for own in seats.there}
    for own in seats.there:
        if own not in named and (own % seats.own_each == 0 or own in table.get("allies", ())):
            free = [piece for piece in PIECE_NAMES if piece not in {*named.values(), *default.values()}]
            named[own] = free[0] if default[own] in named.values() else default[own]
    pieces = {seats.to_setting(own): piece for own, piece in named.items()}
    for seat in seats.bystanders:
        pieces[seat] = next(piece for piece in reversed(PIECE_NAMES) if piece not in pieces.values())
    return pieces


def _rotate(arguments: dict[str, Any], translator: Translator) -> None:
    """Replace continents and cards by those of the setting."""
    titles, names = translator.titles, translator.names
    for name in ("cards", "run_marks"):
        if arguments.get(name):
            arguments[name] = {
                seat: [titles.get(card, card) for card in cards] for seat, cards in arguments[name].items()
            }
    for name in ("pre_sets_paid", "stacks", "stacks_paid"):
        if arguments.get(name):
            arguments[name] = {seat: [names[region] for region in regions] for seat, regions in arguments[name].items()}
    if arguments.get("pack"):
        arguments["pack"] = {
            names[region]: [titles[card] for card in cards] for region, cards in arguments["pack"].items()
        }
    if arguments.get("at"):
        arguments["at"] = {seat: names.get(space, space) for seat, space in arguments["at"].items()}
    for name in ("closed", "lands"):
        if arguments.get(name):
            arguments[name] = names.get(arguments[name], arguments[name])
