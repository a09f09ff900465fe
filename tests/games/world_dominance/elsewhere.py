"""`position` for sentences of the rules, which builds the table of the sentence in the setting that is in force.

The sentence keeps its own words: its seats, names by places, continents and cards are put into those of the setting
on the way in, and back on the way out. Players whom the sentence does not know sit beyond its own: they hold
soldiers only, and when the turn comes to them they go to a space and rest.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from tests.games.world_dominance.laying_out import laid_out, own_armies
from tests.games.world_dominance.seating import ALLY, Seating, Wording
from tests.games.world_dominance.settings import VARIANTS, Setting
from wd_env.games.world_dominance import position as plain
from wd_env.games.world_dominance.definitions.actions import ACTIONS, CARD_TITLES, OUTCOMES
from wd_env.games.world_dominance.definitions.names import CARDS, NOWHERE, REGION_NAMES, REGIONS, SEATS
from wd_env.games.world_dominance.position_names import place_of
from wd_env.games.world_dominance.table import WorldDominanceTable
from wd_env.spec.game_spec import PLAYER
from wd_env.spec.view import View
from wd_env.table.game_record import RecordLine

QUIET = ("ice_house", "paradies")  # spaces on which one may rest


class _InForce:
    """The setting that sentences are played in, and how many tables were built in it."""

    setting: Setting | None = None
    built: int = 0


@contextmanager
def played_in(setting: Setting | None) -> Iterator[None]:
    """Build every position in this setting; AssertionError when none was built, for then it was played nowhere."""
    _InForce.setting, _InForce.built = setting, 0
    try:
        yield
    finally:
        _InForce.setting = None
    assert setting is None or _InForce.built, "no position was built in this setting; holds.toml has to say so"


def position(players: int = 3, **table: Any) -> WorldDominanceTable:
    """`position` of the package, as the sentence writes it or in the setting that is in force."""
    setting = _InForce.setting
    if setting is None:
        return plain.position(players, **table)
    _InForce.built += 1
    there = Elsewhere(players, table, setting)
    assert there.config.num_players == setting.players
    assert all(getattr(there.config, name) == value for name, value in VARIANTS[setting.variant].items())
    return cast(WorldDominanceTable, there)


class ViewBack:
    """A view in the words of the sentence: rows of seats, cards and regions lie in its own order."""

    def __init__(self, view: View, orders: dict[int, list[int]]) -> None:
        self._view, self._orders = view, orders

    def feature(self, name: str) -> Any:
        """A piece of the observation by name; a seat that is not there, and none of the sentence's, is all 0."""
        shape, value = self._view.game.layout.by_name[name].shape, self._view.feature(name)
        if len(shape) > 1:
            value = [self._ordered(row, shape[1]) for row in value]
        return self._ordered(value, shape[0]) if shape else value

    def _ordered(self, row: list[Any], length: int) -> list[Any]:
        if length not in self._orders:
            return row
        nothing = [0] * len(row[0]) if isinstance(row[0], list) else 0
        there = [row[at] if at >= 0 else nothing for at in self._orders[length]]
        return [*there, *[nothing] * (length - len(there))]

    def __getattr__(self, name: str) -> Any:
        """Whatever else a view says is in the words of the setting."""
        return getattr(self.__dict__["_view"], name)


class Elsewhere:
    """A table in another setting, read and answered in the words of the sentence."""

    def __init__(self, players: int, table: dict[str, Any], setting: Setting) -> None:
        self._seating = Seating(players, table.get("variant") == ALLY, setting)
        self._wording = Wording(self._seating, setting.turned)
        self._armies = own_armies(table, self._wording)
        self._table = plain.position(setting.players, **laid_out(players, table, setting, self._wording))
        self._pass_over_bystanders()

    def _pass_over_bystanders(self) -> None:
        table = self._table
        while table.node.kind == PLAYER and table.seat in self._seating.bystanders:
            assert table.node.name == "start_menu", f"a bystander is asked {table.node.name}; see holds.toml"
            self._rest(table.seat)

    def _rest(self, seat: int) -> None:
        """A bystander comes from a place before a free space, rests there, and is off the board again."""
        table, s, lines = self._table, self._table.state, len(self._table.lines)
        spaces = [place_of(s, space) for space in QUIET]
        target = next(space for space in spaces if space not in s.place[: s.seats])
        s.place[seat] = (target - 1) % s.ring
        table.play("roll", "playing dice 1")
        if table.node.kind == PLAYER and table.seat == seat and "rest" in table.legal_texts():
            table.play("rest")
        s.place[seat] = NOWHERE
        del table.lines[lines:]

    def play(self, action: str | int, *outcomes: str, seat: int | None = None) -> None:
        """Answer the open question in the words of the sentence."""
        asked = self._table.seat
        there = None if seat is None else self._seating.to(seat)
        text = (
            self._wording.text_there(action, asked if there is None else there) if isinstance(action, str) else action
        )
        self._table.play(text, *(self._wording.text_there(outcome, asked) for outcome in outcomes), seat=there)
        self._pass_over_bystanders()

    def legal_texts(self) -> list[str]:
        """What is offered, but for what names a bystander, in the order of the sentence's own table."""
        return self._in_order(self._table.legal_texts())

    def chance_weights(self) -> dict[str, Any]:
        """The odds of what luck may answer."""
        chances, seat = self._table.chance_weights(), self._table.seat
        return {text: chances[self._wording.text_there(text, seat)] for text in self._in_order(chances)}

    def _in_order(self, texts: Iterable[str]) -> list[str]:
        rows = ACTIONS if self._table.node.kind == PLAYER else OUTCOMES
        back = [self._wording.text_back(text, self._table.seat) for text in texts]
        return sorted((text for text in back if text is not None), key=rows.index)

    def copy(self, chance: str = "explicit") -> "Elsewhere":
        """An equal table in the same setting."""
        other = object.__new__(Elsewhere)
        other.__dict__.update(self.__dict__)
        other._table = self._table.copy(chance)
        return other

    @property
    def lines(self) -> list[RecordLine]:
        """What was answered, but for what bystanders did."""
        back = []
        for line in self._table.lines:
            text = self._wording.text_back(
                line.text, next(iter(self._seating.back)) if line.seat is None else line.seat
            )
            seats = self._back(line.seat), self._back(line.visible_to)
            back.append(RecordLine(text or line.text, *seats, line.is_illegal))
        return back

    def _back(self, seat: int | None) -> int | None:
        return None if seat is None else self._seating.back[seat]

    @property
    def board(self) -> "Elsewhere":
        """What lies on the table; this class has the words of both."""
        return self

    @property
    def soldiers(self) -> list[int]:
        """Soldiers of each of the sentence's seats; who is absent keeps what the sentence gave."""
        there, soldiers = self._seating.there, self._table.board.soldiers
        return [soldiers[there[own]] if own in there else given for own, given in enumerate(self._armies)]

    @property
    def garrison(self) -> int:
        """The Garrison, as if bystanders had put their soldiers into it and who is absent had taken some."""
        seats, soldiers = self._seating, self._table.board.soldiers
        lent = sum(soldiers[seat] for seat in seats.bystanders)
        return self._table.board.garrison + lent - sum(self._armies[own] for own in seats.absent)

    @property
    def in_play(self) -> list[int]:
        """The sentence's seats that are in the game."""
        seats = self._seating
        there = [seats.back[seat] for seat in self._table.board.in_play if seat in seats.back]
        return sorted([*there, *[own for own in seats.absent if self._armies[own]]])

    @property
    def seat(self) -> int:
        """The seat whose matter the open question is."""
        return self._seating.back[self._table.seat]

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self._seating.back[self._table.board.turn]

    @property
    def player(self) -> int:
        """The player who answers."""
        return self._seating.player(self._table.seat)

    @property
    def winner(self) -> int | None:
        """The player that has won, if any."""
        winner = self._table.winner
        return None if winner is None else self._seating.player(self._table.home_seat(winner))

    @property
    def closed(self) -> str | None:
        """The closed region, if any."""
        closed = self._table.board.closed
        return None if closed is None else self._wording.names_back[closed]

    @property
    def khyber_pass(self) -> int | None:
        """The seat that holds the Khyber Pass."""
        return self._back(self._table.board.khyber_pass)

    @property
    def pardon(self) -> int | None:
        """The pardoned seat, if any."""
        return self._back(self._table.board.pardon)

    @property
    def pack(self) -> list[str]:
        """Continent Cards in the World Pack."""
        return self._wording.own_titles(self._table.board.pack)

    def cards(self, seat: int) -> list[str]:
        """Continent Cards of a seat."""
        return self._wording.own_titles(self._table.board.cards(self._seating.to(seat)))

    def stacks(self, seat: int) -> dict[str, list[str]]:
        """The Stacks of a seat."""
        return self._wording.own_sets(self._table.board.stacks(self._seating.to(seat)))

    def completed(self, seat: int) -> dict[str, list[str]]:
        """Completed sets of a seat."""
        return self._wording.own_sets(self._table.board.completed(self._seating.to(seat)))

    def space(self, seat: int) -> str | None:
        """Where a piece stands."""
        return self._table.board.space(self._seating.to(seat))

    def piece(self, seat: int) -> str | None:
        """The Playing Piece of a seat."""
        return self._table.board.piece(self._seating.to(seat))

    def interned(self, seat: int) -> int:
        """Turns a seat still misses in the Ice House."""
        return self._table.board.interned(self._seating.to(seat))

    def observe(self, seat: int) -> Any:
        """What the seat sees as numbers, in the words of the setting."""
        return self._table.observe(self._seating.to(seat))

    def view(self, seat: int) -> ViewBack:
        """What the seat sees."""
        return ViewBack(self._table.view(self._seating.to(seat)), self._orders(seat))

    def _orders(self, seat: int) -> dict[int, list[int]]:
        """By the length of a row of a view, where each of its numbers is found: seats, Continent Cards and regions."""
        seats, words, rows = self._seating, self._wording, []
        for places in range(seats.own_seats):
            own = (seat + places) % seats.own_seats
            rows.append((seats.there[own] - seats.to(seat)) % seats.seats if own in seats.there else -1)
        cards = [CARD_TITLES.index(words.titles[title]) for title in CARD_TITLES]
        return {SEATS: rows, CARDS: cards, REGIONS: [REGION_NAMES.index(words.names[name]) for name in REGION_NAMES]}

    def __getattr__(self, name: str) -> Any:
        """Whatever knows neither seats nor continents is the table's own."""
        if name.startswith("__"):
            raise AttributeError(name)
        table = self.__dict__["_table"]
        return getattr(table if hasattr(table, name) else table.board, name)
