"""Positions of World Dominance in one call, for tests, puzzles and analysis."""

from collections.abc import Iterable, Mapping
from typing import Any

from wd_env.errors import ConfigError
from wd_env.games.world_dominance.checks.check_state import check_state
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.decision_codes import LANDING, START_MENU
from wd_env.games.world_dominance.definitions.names import (
    NO_PIECE,
    NOBODY,
    NOWHERE,
    PIECE_NAMES,
    SEATS,
)
from wd_env.games.world_dominance.definitions.rule_constants import (
    BY_SIX,
    SENT,
)
from wd_env.games.world_dominance.position_cards import (
    hold_cards,
    lay_sets,
    limit_pack,
    order_manoeuvres,
    set_knowledge,
)
from wd_env.games.world_dominance.position_names import card_of, place_of, region_of
from wd_env.games.world_dominance.rules.army import pieces_in_play, stock
from wd_env.games.world_dominance.rules.engine import step
from wd_env.games.world_dominance.rules.sets import find_winner, is_decided, keep_sets
from wd_env.games.world_dominance.rules.stacks import continues_after_set
from wd_env.games.world_dominance.table import WorldDominance, WorldDominanceTable
from wd_env.kernels.frames import open_node
from wd_env.options import to_python_scalar
from wd_env.table.chance_modes import EXPLICIT

FIRST_PIECES = (7, 5, 3, 2, 4)  # Genghis Khan, Buddha, Pachacuti, George Washington, Cleopatra


def position(  # noqa: PLR0913  each property of a table is a separate argument
    players: int = 3,
    *,
    soldiers: Iterable[int] | int = 10,
    cards: Mapping[int, Iterable[str]] | None = None,
    pack: Mapping[str, Iterable[str]] | None = None,
    keeper: int | None = None,
    at: Mapping[int, str] | None = None,
    lands: str | None = None,
    by_six: bool = False,
    sent: bool = False,
    turn: int = 0,
    allies: Iterable[int] = (),
    pieces: Mapping[int, str] | None = None,
    ice_house: Mapping[int, int] | None = None,
    out: Iterable[int] = (),
    reinforcements_used: Iterable[int] = (),
    khyber_pass: int | None = None,
    pardon: int | None = None,
    closed: str | None = None,
    rsz: int = 0,
    knows: Mapping[int, Iterable[str]] | None = None,
    run_marks: Mapping[int, Iterable[str]] | None = None,
    pre_sets_paid: Mapping[int, Iterable[str]] | None = None,
    stacks: Mapping[int, Iterable[str]] | None = None,
    stacks_paid: Mapping[int, Iterable[str]] | None = None,
    queue: Iterable[str] | None = None,
    **options: Any,
) -> WorldDominanceTable:
    """Make a table with explicit chance, in which seat `turn` begins its turn or has just landed on a space.

    Spaces are written as `S07`, `ANT`, a kind that occurs once (`decimate`), or the region of a Continent Space
    (`Africa`). Sets that the rules take out of play are out of play. The bonus of a completed set counts as paid, and a
    set of the region `closed` as complete before the closure, unless one set wins.

    Args:
        players: Number of players.
        soldiers: Soldiers of each seat in play, or one number for all; the Garrison has the rest of the hundred.
        cards: Titles of held Continent Cards, by seat.
        pack: Titles in the World Pack by region; other cards of these regions that no seat holds go to `keeper`.
        keeper: Seat that gets these cards; by default the last.
        at: Space of each seat.
        lands: Space on which seat `turn` has just landed; None if its turn begins.
        by_six: Whether it landed there by throwing a six.
        sent: Whether another player or a card sent it there.
        turn: Seat whose turn it is.
        allies: Seats of called Allies.
        pieces: Names of Playing Pieces, by seat.
        ice_house: Turns still missed in the Ice House, by seat.
        out: Seats that are out.
        reinforcements_used: Seats that have used their reinforcements.
        khyber_pass: Seat that holds the Khyber Pass.
        pardon: Pardoned seat.
        closed: Closed region.
        rsz: Soldiers on the Resurrected Soldier Zone.
        knows: Titles (`T01`, `South Pole`, `SAB`) that a seat knows; the others were read to it and are unknown.
        run_marks: Titles of cards that a seat has declared in a Strategic Run.
        pre_sets_paid: Regions whose Pre Set bonus has been paid, by seat.
        stacks: Continents of which the seat also has a Stack: the Strategic Point and the next four cards of `cards`.
        stacks_paid: Continents whose Stack bonus has been paid, by seat.
        queue: All cards of the Manoeuvre pack (`M08`), top first, whose order is then known; by default unknown.
        **options: Options of `Config`.

    Returns:
        The table.

    Raises:
        ConfigError: If an argument is invalid, or the game would be over.
        StateError: If the position is impossible.
    """
    table = WorldDominance(Config.of(num_players=players, **options), chance=EXPLICIT)
    s = table.state
    allies, out, reinforcements_used = tuple(allies), tuple(out), tuple(reinforcements_used)
    by_seat = (cards, at, pieces, ice_house, knows, run_marks, pre_sets_paid, stacks, stacks_paid)
    keeper = table.home_seat(players - 1) if keeper is None else keeper
    _check_seats(s, {turn, keeper, *allies, *out, *reinforcements_used}.union(*(part or () for part in by_seat)))
    _seat_pieces(s, soldiers, allies)
    _name_pieces(s, pieces or {})
    hold_cards(s, cards or {})
    limit_pack(s, pack or {}, keeper)
    _seat_states(s, ice_house or {}, out, reinforcements_used, run_marks or {})
    _spend(s, s.pre_set_paid, pre_sets_paid or {})
    _spend(s, s.stack_paid, stacks_paid or {})
    for seat, space in (at or {}).items():
        s.place[seat] = place_of(s, space)
    s.rsz = rsz
    s.garrison = stock(s) - rsz - sum(s.army)
    s.khyber_at = s.khyber_at if khyber_pass is None else khyber_pass
    s.pardon_at = s.pardon_at if pardon is None else pardon
    lay_sets(s, cards or {}, stacks or {})
    _close(s, closed)
    set_knowledge(s, knows)
    order_manoeuvres(s, queue)
    s.turn = turn
    s.turn_number = 1
    open_node(s, START_MENU, turn, 0)
    if s.place[turn] == NOWHERE:
        s.place[turn] = place_of(s, "conscript")
    table.game.schema.from_json(table.game.schema.to_json(s))  # refuses values that are not integers or out of range
    check_state(s)
    _check_going_on(s)
    if lands is not None:
        _land(s, turn, lands, BY_SIX * by_six + SENT * sent)
    table.mark_start()
    return table


def _check_seats(s: Any, seats: Iterable[int]) -> None:
    for seat in seats:
        if type(seat) is not int or seat not in range(s.seats):
            raise ConfigError(f"seat: expected 0 to {s.seats - 1}, got {seat!r}")


def _seat_pieces(s: Any, soldiers: Iterable[int] | int, allies: Iterable[int]) -> None:
    """Set players in the order of their seats, and the called Allies."""
    for seat in allies:
        s.in_play[seat] = 1
    numbers = [soldiers] * s.seats if isinstance(soldiers, int) else list(soldiers)
    if len(numbers) > s.seats:
        raise ConfigError(f"soldiers: expected at most one number for each of {s.seats} seats, got {len(numbers)}")
    numbers = [to_python_scalar(number) for number in numbers]
    for number in numbers:
        if type(number) is not int:
            raise ConfigError(f"soldiers: expected integers, got {number!r}")
    armies = [*numbers, *[0] * s.seats]
    for seat in _seats_in_play(s):
        s.army[seat] = armies[seat]
        s.piece[seat] = FIRST_PIECES[seat]
    for player in range(s.players):
        s.setup_rank[s.home_seat[player]] = player
    s.setup_throw = [0] * SEATS


def _seats_in_play(s: Any) -> list[int]:
    """Return the seats in play."""
    return [seat for seat in range(s.seats) if s.in_play[seat]]


def _land(s: Any, seat: int, space: str, note: int) -> None:
    s.place[seat] = place_of(s, space)
    open_node(s, LANDING, seat, note)
    step(s, 0)


def _name_pieces(s: Any, pieces: Mapping[int, str]) -> None:
    for seat in pieces:
        s.piece[seat] = NO_PIECE
    for seat, name in pieces.items():
        if name not in PIECE_NAMES:
            raise ConfigError(f"unknown Playing Piece {name!r}; expected {', '.join(PIECE_NAMES)}")
        piece = PIECE_NAMES.index(name)
        if piece in s.piece:  # a default piece is replaced
            s.piece[s.piece.index(piece)] = next(p for p in range(len(PIECE_NAMES)) if p not in s.piece)
        s.piece[seat] = piece


def _close(s: Any, closed: str | None) -> None:
    if closed is None:
        return
    if continues_after_set(s):
        keep_sets(s, region_of(closed))
    s.closed = region_of(closed)


def _check_going_on(s: Any) -> None:
    winner = find_winner(s)
    if winner != NOBODY:
        raise ConfigError(
            f"expected a position in which the game continues, got one in which seat {winner} holds the sets that win"
        )
    if is_decided(s):
        raise ConfigError(
            f"expected a position in which the game continues, got one with {pieces_in_play(s)} seats in play"
        )


def _seat_states(
    s: Any,
    ice_house: Mapping[int, int],
    out: Iterable[int],
    reinforcements_used: Iterable[int],
    run_marks: Mapping[int, Iterable[str]],
) -> None:
    for seat, turns in ice_house.items():
        s.ice_turns[seat] = turns
        s.place[seat] = place_of(s, "ice_house")
    for seat in out:
        s.in_play[seat], s.army[seat] = 0, 0
    for seat in reinforcements_used:
        s.reinforcements[seat] = 0
    for seat, titles in run_marks.items():
        for title in titles:
            s.run_marks[card_of(title)] |= 1 << seat


def _spend(s: Any, bits: list[int], paid: Mapping[int, Iterable[str]]) -> None:
    for seat, regions in paid.items():
        for region in regions:
            bits[seat] |= 1 << region_of(region)
