"""A `position` for rule tests, which builds the table of a test in the current setting.

The test keeps its own words: its seats, offsets, continents and cards are translated into those of the setting, and
results are translated back. Players that the test does not mention sit after its own: they hold only soldiers, and
in their turns they go to a space and rest.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from tests.games.world_dominance.seating import ALLY, Seating, Translator
from tests.games.world_dominance.setting_positions import own_armies, setting_arguments
from tests.games.world_dominance.settings import VARIANTS, Setting
from wd_env.games.world_dominance import position as positions
from wd_env.games.world_dominance.definitions.actions import ACTIONS, CARD_TITLES, OUTCOMES
from wd_env.games.world_dominance.definitions.names import CARDS, NOWHERE, REGION_NAMES, REGIONS, SEATS
from wd_env.games.world_dominance.position_names import place_of
from wd_env.games.world_dominance.table import WorldDominanceTable
from wd_env.spec.game_spec import PLAYER
from wd_env.spec.view import View
from wd_env.table.game_record import RecordLine

REST_SPACES = ("ice_house", "paradies")  # spaces on which a player may rest


class _Current:
    """The current setting, and the number of tables built in it."""

    setting: Setting | None = None
    built: int = 0


@contextmanager
def played_in(setting: Setting | None) -> Iterator[None]:
    """Build every position in this setting, and fail if the test built none."""
    _Current.setting, _Current.built = setting, 0
    try:
        yield
    finally:
        _Current.setting = None
    assert setting is None or _Current.built, "no position was built in this setting; add it to applicability.toml"


def position(players: int = 3, **table: Any) -> WorldDominanceTable:
    """Return a position as the test writes it, or in the current setting."""
    setting = _Current.setting
    if setting is None:
        return positions.position(players, **table)
    _Current.built += 1
    there = TranslatedTable(players, table, setting)
    assert there.config.num_players == setting.players
    assert all(getattr(there.config, name) == value for name, value in VARIANTS[setting.variant].items())
    return cast(WorldDominanceTable, there)


class TranslatedView:
    """A view in the words of the test: rows of seats, cards and regions have its order."""

    def __init__(self, view: View, orders: dict[int, list[int]]) -> None:
        self._view, self._orders = view, orders

    def feature(self, name: str) -> Any:
        """Return a feature of the observation by name; the rows of absent seats, and of bystanders, are 0."""
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
        """Return any other attribute of the view, in the words of the setting."""
        return getattr(self.__dict__["_view"], name)


class TranslatedTable:
    """A table in another setting that is read and played in the words of the test."""

    def __init__(self, players: int, table: dict[str, Any], setting: Setting) -> None:
        self._seating = Seating(players, table.get("variant") == ALLY, setting)
        self._translator = Translator(self._seating, setting.turned)
        self._armies = own_armies(table, self._translator)
        self._table = positions.position(
            setting.players, **setting_arguments(players, table, setting, self._translator)
        )
        self._skip_bystanders()

    def _skip_bystanders(self) -> None:
        table = self._table
        while table.node.kind == PLAYER and table.seat in self._seating.bystanders:
            assert table.node.name == "start_menu", f"a bystander must decide {table.node.name}; see applicability.toml"
            self._rest(table.seat)

    def _rest(self, seat: int) -> None:
        """Let a bystander enter a free space, rest there, and leave the board again."""
        table, s, lines = self._table, self._table.state, len(self._table.lines)
        spaces = [place_of(s, space) for space in REST_SPACES]
        target = next(space for space in spaces if space not in s.place[: s.seats])
        s.place[seat] = (target - 1) % s.ring
        table.play("roll", "playing dice 1")
        if table.node.kind == PLAYER and table.seat == seat and "rest" in table.legal_texts():
            table.play("rest")
        s.place[seat] = NOWHERE
        del table.lines[lines:]

    def play(self, action: str | int, *outcomes: str, seat: int | None = None) -> None:
        """Play an action in the words of the test."""
        asked = self._table.seat
        there = None if seat is None else self._seating.to_setting(seat)
        text = (
            self._translator.to_setting(action, asked if there is None else there)
            if isinstance(action, str)
            else action
        )
        self._table.play(text, *(self._translator.to_setting(outcome, asked) for outcome in outcomes), seat=there)
        self._skip_bystanders()

    def legal_texts(self) -> list[str]:
        """Return the legal actions without those that name a bystander, in the order of the test's own table."""
        return self._in_order(self._table.legal_texts())

    def chance_weights(self) -> dict[str, Any]:
        """Return the weights of the chance outcomes."""
        chances, seat = self._table.chance_weights(), self._table.seat
        return {text: chances[self._translator.to_setting(text, seat)] for text in self._in_order(chances)}

    def _in_order(self, texts: Iterable[str]) -> list[str]:
        rows = ACTIONS if self._table.node.kind == PLAYER else OUTCOMES
        back = [self._translator.text_back(text, self._table.seat) for text in texts]
        return sorted((text for text in back if text is not None), key=rows.index)

    def copy(self, chance: str = "explicit") -> "TranslatedTable":
        """Return an equal table in the same setting."""
        other = object.__new__(TranslatedTable)
        other.__dict__.update(self.__dict__)
        other._table = self._table.copy(chance)
        return other

    @property
    def lines(self) -> list[RecordLine]:
        """Return the lines of the record without those of bystanders."""
        back = []
        for line in self._table.lines:
            text = self._translator.text_back(
                line.text, next(iter(self._seating.back)) if line.seat is None else line.seat
            )
            seats = self._back(line.seat), self._back(line.visible_to)
            back.append(RecordLine(text or line.text, *seats, line.is_illegal))
        return back

    def _back(self, seat: int | None) -> int | None:
        return None if seat is None else self._seating.back[seat]

    @property
    def board(self) -> "TranslatedTable":
        """Return this table, which has the words of a table and of its board."""
        return self

    @property
    def soldiers(self) -> list[int]:
        """Return the soldiers of each of the test's seats; absent seats keep those that the test gave them."""
        there, soldiers = self._seating.there, self._table.board.soldiers
        return [soldiers[there[own]] if own in there else given for own, given in enumerate(self._armies)]

    @property
    def garrison(self) -> int:
        """Return the Garrison, with the soldiers of bystanders and without those of absent seats."""
        seats, soldiers = self._seating, self._table.board.soldiers
        lent = sum(soldiers[seat] for seat in seats.bystanders)
        return self._table.board.garrison + lent - sum(self._armies[own] for own in seats.absent)

    @property
    def in_play(self) -> list[int]:
        """Return the test's seats that are in the game."""
        seats = self._seating
        there = [seats.back[seat] for seat in self._table.board.in_play if seat in seats.back]
        return sorted([*there, *[own for own in seats.absent if self._armies[own]]])

    @property
    def seat(self) -> int:
        """Return the seat whose decision or outcome is next."""
        return self._seating.back[self._table.seat]

    @property
    def turn(self) -> int:
        """Return the seat whose turn it is."""
        return self._seating.back[self._table.board.turn]

    @property
    def player(self) -> int:
        """Return the player to move."""
        return self._seating.player(self._table.seat)

    @property
    def winner(self) -> int | None:
        """Return the player that has won, if any."""
        winner = self._table.winner
        return None if winner is None else self._seating.player(self._table.home_seat(winner))

    @property
    def closed(self) -> str | None:
        """Return the closed region, if any."""
        closed = self._table.board.closed
        return None if closed is None else self._translator.names_back[closed]

    @property
    def khyber_pass(self) -> int | None:
        """Return the seat that holds the Khyber Pass."""
        return self._back(self._table.board.khyber_pass)

    @property
    def pardon(self) -> int | None:
        """Return the pardoned seat, if any."""
        return self._back(self._table.board.pardon)

    @property
    def pack(self) -> list[str]:
        """Return the Continent Cards in the World Pack."""
        return self._translator.own_titles(self._table.board.pack)

    def cards(self, seat: int) -> list[str]:
        """Return the Continent Cards of a seat."""
        return self._translator.own_titles(self._table.board.cards(self._seating.to_setting(seat)))

    def stacks(self, seat: int) -> dict[str, list[str]]:
        """Return the Stacks of a seat."""
        return self._translator.own_sets(self._table.board.stacks(self._seating.to_setting(seat)))

    def completed(self, seat: int) -> dict[str, list[str]]:
        """Return the completed sets of a seat."""
        return self._translator.own_sets(self._table.board.completed(self._seating.to_setting(seat)))

    def space(self, seat: int) -> str | None:
        """Return the space of a seat's piece."""
        return self._table.board.space(self._seating.to_setting(seat))

    def piece(self, seat: int) -> str | None:
        """Return the Playing Piece of a seat."""
        return self._table.board.piece(self._seating.to_setting(seat))

    def interned(self, seat: int) -> int:
        """Return the number of turns that a seat still misses in the Ice House."""
        return self._table.board.interned(self._seating.to_setting(seat))

    def observe(self, seat: int) -> Any:
        """Return the observation of a seat in the words of the setting."""
        return self._table.observe(self._seating.to_setting(seat))

    def view(self, seat: int) -> TranslatedView:
        """Return the view of a seat."""
        return TranslatedView(self._table.view(self._seating.to_setting(seat)), self._orders(seat))

    def _orders(self, seat: int) -> dict[int, list[int]]:
        """Return, by the length of a row of a view, the index of each of its numbers: seats, cards and regions."""
        seats, words, rows = self._seating, self._translator, []
        for places in range(seats.own_seats):
            own = (seat + places) % seats.own_seats
            rows.append((seats.there[own] - seats.to_setting(seat)) % seats.seats if own in seats.there else -1)
        cards = [CARD_TITLES.index(words.titles[title]) for title in CARD_TITLES]
        return {SEATS: rows, CARDS: cards, REGIONS: [REGION_NAMES.index(words.names[name]) for name in REGION_NAMES]}

    def __getattr__(self, name: str) -> Any:
        """Return any other attribute of the table or its board; it must depend on neither seats nor continents."""
        if name.startswith("__"):
            raise AttributeError(name)
        table = self.__dict__["_table"]
        return getattr(table if hasattr(table, name) else table.board, name)
