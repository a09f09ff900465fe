"""Positions of Domination in one call, for tests, puzzles and analysis."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wd_env.errors import ConfigError, quoted
from wd_env.games.domination.check_state import check_state, count_countries
from wd_env.games.domination.config import Config
from wd_env.games.domination.definitions import decision_codes, rule_constants
from wd_env.games.domination.definitions.actions import card_names
from wd_env.games.domination.maps.map_sizes import sizes_of
from wd_env.games.domination.table import Domination, DominationTable
from wd_env.table.chance_modes import EXPLICIT

PHASES = {"begin": decision_codes.BEGIN_TURN, "attack": decision_codes.ATTACKING, "fortify": decision_codes.FORTIFYING}


def position(  # noqa: PLR0913  each property of a table is a separate argument
    countries: Mapping[int, Iterable[int]],
    armies: Mapping[int, int] | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    *,
    at: str = "begin",
    turn: int = 0,
    capitals: Sequence[int] = (),
    missions: Sequence[int] = (),
    removed_by: Mapping[int, int] | None = None,
    traded: int = 0,
    used_cards: Iterable[str] = (),
    **options: Any,
) -> DominationTable:
    """Make a table with explicit chance, in the turn of a seat.

    Args:
        countries: Countries of each seat, by their numbers in the file; the others belong to the last seat.
        armies: Armies by country; 1 by default.
        hands: Cards of seats by their texts (`card 12`, `wildcard copy 2`).
        at: Phase of the turn that begins: `begin`, `attack` or `fortify`.
        turn: Seat whose turn it is.
        capitals: Capital of each seat, by number.
        missions: Mission of each seat, by number.
        removed_by: Seat that took the last country of a removed seat; by default the seat on turn.
        traded: Number of sets that were traded.
        used_cards: Cards among the discards.
        **options: Options of `Config`.

    Returns:
        The table.

    Raises:
        ConfigError: If a word or number is unknown, or the game is over.
        StateError: If the position is impossible.
    """
    if at not in PHASES:
        raise ConfigError(f"at: expected {', '.join(PHASES)}, got {quoted(at)}")
    table = Domination(Config.of(**options), chance=EXPLICIT)
    s = table.state
    _check_seats(s, [turn, *countries, *(hands or {}), *(removed_by or {})])
    _lay_armies(s, countries, armies or {})
    for seat in range(s.seats):
        if not s.in_play[seat]:
            s.removed_by[seat] = (removed_by or {}).get(seat, turn)
    s.capital[: len(capitals)] = [_as_int(country, s.countries, "country") for country in capitals]
    s.mission[: len(missions)] = [_as_int(mission, len(s.mission_target), "mission") for mission in missions]
    _deal(table, hands or {}, used_cards)
    s.sets_traded, s.turn, s.seat = traded, turn, turn
    s.node = PHASES[at]
    _check_goes_on(s)
    table.game.engine.run_automatic(s)
    table.game.schema.from_json(table.game.schema.to_json(s))  # refuses values that are not integers or out of range
    check_state(s)
    table.mark_start()
    return table


def _check_seats(s: Any, seats: Iterable[int]) -> None:
    for seat in seats:
        if type(seat) is not int or seat not in range(s.seats):
            raise ConfigError(f"seat: expected 0 to {s.seats - 1}, got {seat!r}")


def _check_goes_on(s: Any) -> None:
    for seat, held in enumerate(s.country_counts):
        if held == s.countries:
            raise ConfigError(
                f"expected a position in which the game continues, got one in which seat {seat} holds all countries"
            )


def _as_int(number: int, limit: int, subject: str) -> int:
    if number not in range(1, limit + 1):
        raise ConfigError(f"{subject}: expected 1 to {limit}, got {number!r}")
    return number - 1


def _lay_armies(s: Any, countries_by_seat: Mapping[int, Iterable[int]], armies: Mapping[int, int]) -> None:
    count, rest = s.countries, len(s.armies) - s.countries
    s.holder = [s.seats - 1] * count + [rule_constants.OFF_MAP] * rest
    s.armies = [1] * count + [0] * rest
    named: set[int] = set()
    for seat, countries in countries_by_seat.items():
        for country in countries:
            if country in named:
                raise ConfigError(f"country {country}: expected one seat that holds it, got two")
            named.add(country)
            s.holder[_as_int(country, count, "country")] = seat
    for country, number in armies.items():
        s.armies[_as_int(country, count, "country")] = number
    s.country_counts, s.group_counts = count_countries(s)
    s.in_play = [int(held > 0) for held in s.country_counts]
    s.stock = [0] * rule_constants.SEATS


def _deal(table: DominationTable, hands: Mapping[int, Sequence[str]], gone: Iterable[str]) -> None:
    s, names = table.state, card_names(sizes_of(table.config).cards)
    cards = table.board.deck
    places = [(text, rule_constants.HANDS + seat) for seat, texts in hands.items() for text in texts]
    for text, place in [*places, *((text, rule_constants.DISCARD) for text in gone)]:
        if text not in cards or s.card_at[names.index(text)] != rule_constants.DECK:
            allowed = "each card at most once" if text in cards else "one of the deck"
            raise ConfigError(f"card: expected {allowed}, got {quoted(text)}")
        s.card_at[names.index(text)] = place
    s.hand_size = [len(hands.get(seat, ())) for seat in range(rule_constants.SEATS)]
