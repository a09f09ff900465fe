"""A table as a viewer sees it: public information and the viewer's private one, for texts and images."""

from dataclasses import dataclass
from typing import Any

from wd_env.errors import WrongSeat
from wd_env.games.world_dominance.cards.card_data import ContinentCard
from wd_env.games.world_dominance.cards.pack_order import known_queue
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA,
    GARRISON_SIDE,
    NO_MANOEUVRE,
    NO_PIECE,
    NO_PURGADIES,
    NO_REGION,
    NO_THEME,
    NOBODY,
    NOWHERE,
    PACK,
    PIECE_NAMES,
    REGION_NAMES,
    REGIONS,
    STRATEGIC_POINT,
)
from wd_env.games.world_dominance.definitions.rule_constants import FIVE, LOOSE, SAB_TITLE, TEN
from wd_env.games.world_dominance.rules.closures import rounds_of_closure
from wd_env.games.world_dominance.rules.flow import is_own
from wd_env.games.world_dominance.rules.sets import count_sets
from wd_env.games.world_dominance.table import WorldDominanceTable
from wd_env.games.world_dominance.text.record_text import PURGADIES_TITLES, decision_text, event_texts
from wd_env.games.world_dominance.text.titles import Titles, titles_of
from wd_env.spec.game_spec import PLAYER
from wd_env.text.seat_names import NUMBERED, SeatNames


@dataclass(frozen=True)
class SeatScene:
    """The public values of one player."""

    seat: int
    ally_of: int | None  # home seat of the player whose Ally this is
    piece: str | None  # None before it is chosen, and when it was taken away from a cheat
    is_in_play: bool
    place: int | None  # of the ring, or ANTARCTICA_PLACE; None off the board
    space: str  # its code and title, empty off the board
    space_mark: str  # note that this space is ours and not the book's, or empty
    army: int  # soldiers
    reinforcements: int  # rights to five soldiers that are unused
    ice_turns: int  # turns still missed in the Ice House
    turns_to_miss: int  # by Manoeuvre Cards in front of the player
    holds_khyber_pass: bool
    is_pardoned: bool
    pre_sets_paid: tuple[str, ...]  # continents whose Pre Set bonus has been paid
    cards: tuple[ContinentCard, ...]  # in geostrategic order
    declared: frozenset[int]  # cards this player has declared in a Strategic Run
    laid: frozenset[int]  # cards out of play: in a Stack or a completed set
    stacks: tuple[str, ...]  # continents of which the player has a Stack
    completed: tuple[str, ...]  # regions of which the player has all cards, in games that continue after that
    sets: int  # of those that win
    has_won: bool

    @property
    def piece_text(self) -> str:
        """Return the name of the Playing Piece, or the reason why there is none."""
        return self.piece or ("no piece yet" if self.is_in_play else "no piece")

    def in_region(self, region: int) -> tuple[ContinentCard, ...]:
        """Return the cards of one region."""
        return tuple(card for card in self.cards if card.region == region)

    def holds_point(self, region: int) -> bool:
        """Return whether the Strategic Point of this continent is among the cards."""
        return any(card.kind & STRATEGIC_POINT for card in self.in_region(region))


@dataclass(frozen=True)
class Scene:
    """A table as one viewer sees it; `theme`, `own_titles` and `events` contain only the viewer's secrets."""

    viewer: int | None  # seat of the viewer; None for a spectator, who knows no secret
    names: SeatNames  # names of the seats in sentences
    titles: Titles
    variant: str
    players: int
    set_cards: int  # cards of a set: five with the Strategic Point, or all ten
    sets_to_win: int
    seats: tuple[SeatScene, ...]  # seats of players, and of Allies that were called
    turn: int  # seat
    turn_number: int  # turns begun, 0 while the table is set up
    max_turns: int | None
    current_seat: int | None  # seat to move; None at a chance node and after the end
    node: str  # its name
    decision_text: str
    is_terminal: bool
    is_truncated: bool
    winner: int | None  # home seat of the player who has won
    garrison: int  # soldiers
    rsz: int  # soldiers
    pack: tuple[ContinentCard, ...]
    garrison_cards: tuple[ContinentCard, ...]
    khyber_pass: int | None  # holder; None next to the Garrison
    closed: int | None  # region
    closure_remaining: int  # rounds until it opens, 0 for no end
    last_throw: int | None  # face
    last_thrower: int | None
    manoeuvres_unseen: int
    manoeuvre_queue: tuple[str, ...]  # numbers and titles of the known cards, top first
    drawn_card: str | None  # Manoeuvre Card in hand
    drawer: int | None
    target: int | None  # seat that was named
    asker: int | None
    tested: int | None
    theme: str | None  # after it was read out; before that only for the asker
    purgadies: str | None
    own_titles: tuple[tuple[str, bool], ...]  # titles read to the viewer, and whether the answer is known
    events: tuple[str, ...]  # the latest lines of the record as text, newest last

    def goal_of(self, seat: SeatScene, region: int) -> int:
        """Return the number of cards of a set of a region: all ten if the player has more than five."""
        if region == ANTARCTICA:
            return FIVE
        return self.set_cards if len(seat.in_region(region)) <= FIVE else TEN

    def best_region(self, seat: SeatScene) -> int | None:
        """Return the region of the best set; a set of five needs its Strategic Point, except in Antarctica."""
        is_five = self.set_cards == FIVE
        held = [
            (min(len(seat.in_region(region)), self.set_cards), -region)
            for region in range(REGIONS)
            if seat.in_region(region) and (seat.holds_point(region) or region == ANTARCTICA or not is_five)
        ]
        return -max(held)[1] if held else None

    def in_pack(self, region: int) -> int:
        """Return the number of cards of a region in the World Pack."""
        return sum(card.region == region for card in self.pack)


def scene_of(
    table: WorldDominanceTable, viewer: int | None = None, events: int = 12, names: SeatNames = NUMBERED
) -> Scene:
    """Return the scene as seen by `viewer` (a seat, or None for a spectator) with its last `events` lines.

    WrongSeat for a viewer that is not at the table.
    """
    s = table.state
    if viewer is not None and not 0 <= viewer < s.seats:
        raise WrongSeat(f"seat: expected 0 to {s.seats - 1}, got {viewer}")
    titles = titles_of(table.config)
    return Scene(
        viewer=viewer,
        names=names,
        titles=titles,
        variant=table.config.variant,
        players=table.players,
        set_cards=s.set_cards,
        sets_to_win=s.sets_to_win,
        seats=tuple(_seat_scene(table, titles, seat) for seat in range(s.seats) if _is_taken(s, seat)),
        turn=table.board.turn,
        turn_number=s.turn_number,
        max_turns=table.config.max_turns,
        current_seat=table.seat if table.node.kind == PLAYER else None,
        node=table.node.name,
        decision_text=decision_text(table, names),
        is_terminal=table.is_terminal,
        is_truncated=table.is_truncated,
        winner=_winner(table),
        garrison=table.board.garrison,
        rsz=table.board.rsz,
        pack=_cards_at(s, titles, PACK),
        garrison_cards=_cards_at(s, titles, GARRISON_SIDE),
        khyber_pass=table.board.khyber_pass,
        closed=None if s.closed == NO_REGION else s.closed,
        closure_remaining=rounds_of_closure(s),
        last_throw=s.last_throw or None,
        last_thrower=_seat(s.last_thrower),
        manoeuvres_unseen=s.manoeuvre_unseen,
        manoeuvre_queue=_queue(s, titles),
        drawn_card=None if s.drawn_card == NO_MANOEUVRE else titles.manoeuvre(s.drawn_card),
        drawer=_seat(s.drawer),
        target=_seat(s.target),
        asker=_seat(s.asker),
        tested=_seat(s.tested),
        theme=_theme(s, titles, viewer),
        purgadies=None if s.purgadies == NO_PURGADIES else PURGADIES_TITLES[s.purgadies],
        own_titles=() if viewer is None else _own_titles(s, titles, viewer),
        events=event_texts(
            titles, table.lines, None if viewer is None else s.home_seat[s.owner[viewer]], events, names
        ),
    )


def _is_taken(s: Any, seat: int) -> bool:
    return bool(is_own(s, seat) or s.piece[seat] != NO_PIECE)


def _seat_scene(table: WorldDominanceTable, titles: Titles, seat: int) -> SeatScene:
    s = table.state
    place = None if s.place[seat] == NOWHERE else int(s.place[seat])
    paid = (name for region, name in enumerate(REGION_NAMES) if s.pre_set_paid[seat] >> region & 1)
    return SeatScene(
        seat=seat,
        ally_of=None if is_own(s, seat) else table.home_seat(s.owner[seat]),
        piece=None if s.piece[seat] == NO_PIECE else PIECE_NAMES[s.piece[seat]],
        is_in_play=bool(s.in_play[seat]),
        place=place,
        space="" if place is None else titles.space(place),
        space_mark="" if place is None else titles.space_mark(place),
        army=s.army[seat],
        reinforcements=s.reinforcements[seat],
        ice_turns=s.ice_turns[seat],
        turns_to_miss=table.board.misses(seat),
        holds_khyber_pass=s.khyber_at == seat,
        is_pardoned=s.pardon_at == seat,
        pre_sets_paid=tuple(paid),
        cards=_cards_at(s, titles, seat),
        declared=frozenset(card for card, marks in enumerate(s.run_marks) if marks >> seat & 1),
        laid=frozenset(card for card, where in enumerate(s.in_set) if where != LOOSE and s.card_at[card] == seat),
        stacks=tuple(table.board.stacks(seat)),
        completed=tuple(table.board.completed(seat)),
        sets=count_sets(s, seat),
        has_won=seat == _winner(table),
    )


def _winner(table: WorldDominanceTable) -> int | None:
    return None if table.winner is None else table.home_seat(table.winner)


def _seat(number: int) -> int | None:
    return None if number == NOBODY else int(number)


def _cards_at(s: Any, titles: Titles, holder: int) -> tuple[ContinentCard, ...]:
    return tuple(card for card in titles.cards if s.card_at[card.index] == holder)


def _queue(s: Any, titles: Titles) -> tuple[str, ...]:
    return tuple(titles.manoeuvre(card) for card in known_queue(s.manoeuvre_place))


def _theme(s: Any, titles: Titles, viewer: int | None) -> str | None:
    """Return the theme if the viewer knows it: the asker's, until naming an opponent reads it out (WD-101, WD-104)."""
    is_public = s.tested != NOBODY
    if s.theme == NO_THEME or not (is_public or (viewer is not None and s.owner[s.asker] == s.owner[viewer])):
        return None
    return titles.theme(s.theme)


def _own_titles(s: Any, titles: Titles, viewer: int) -> tuple[tuple[str, bool], ...]:
    player = s.owner[viewer]
    return tuple(
        (titles.theme(title), bool(s.knows[player] >> title & 1))
        for title in range(SAB_TITLE + 1)
        if s.knowledge_drawn[player] >> title & 1
    )
