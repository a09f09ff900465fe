"""`position` for sentences of the rules, which builds the table of the sentence in the setting that is in force.

The sentence keeps its own words: its seats, names by places, continents and cards are put into those of the setting
on the way in, and back on the way out. Players whom the sentence does not know sit beyond its own: they hold
soldiers only, and when the turn comes to them they go to a space and rest.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast

from tests.world_dominance.settings import VARIANTS, Setting, turned_files, turned_names, turned_titles
from wd_env.core.record import Line
from wd_env.core.spec import DECISION
from wd_env.core.view import View
from wd_env.world_dominance import position as plain
from wd_env.world_dominance.actions import ACTIONS, OUTCOMES
from wd_env.world_dominance.names import CARDS, NOWHERE, PIECE_NAMES, REGIONS, SEATS
from wd_env.world_dominance.table import WorldDominance

BY_SEAT = ("cards", "at", "pieces", "ice_house", "knows", "run_marks", "pre_sets_paid", "stacks", "stacks_paid")
SEAT_LISTS = ("allies", "out", "reinforcements_used")
ONE_SEAT = ("keeper", "turn", "khyber_pass", "pardon")
SOLDIERS = 100  # in the box
ALLY = "ally"  # the variant; in the settings also `own_ally`
CHAIRS = {  # in the Ally game, by the sentence's players: seats 0 and 2 are players', 1 and 3 those of their Allies
    "their_ally": {2: (0, 2), 3: (0, 2, 3), 4: (0, 1, 2, 3)},
    "own_ally": {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)},
}
QUIET = ("ice_house", "paradies")  # spaces on which one may rest
WITH_SEAT, WITH_CARD, WITH_REGION = ("name", "revive"), ("card", "run", "draw"), ("region", "continent dice")


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


def position(players: int = 3, **table: Any) -> WorldDominance:
    """`position` of the package, as the sentence writes it or in the setting that is in force."""
    if _InForce.setting is None:
        return plain.position(players, **table)
    _InForce.built += 1
    return cast(WorldDominance, Elsewhere(players, table, _InForce.setting))


class ViewBack:
    """A view in the words of the sentence: rows of seats, cards and regions lie in its own order."""

    def __init__(self, view: View, orders: dict[int, list[int]]) -> None:
        self._view, self._orders = view, orders

    def piece(self, name: str) -> Any:
        """A piece of the observation by name; a seat that is not there, and none of the sentence's, is all 0."""
        shape, value = self._view.game.layout.by_name[name].shape, self._view.piece(name)
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


class Seating:
    """Which seat of the setting is which of the sentence's."""

    def __init__(self, players: int, is_ally_game: bool, setting: Setting) -> None:
        each = 2 if is_ally_game else 1  # seats of a player at the sentence's own table
        self.own_each, self.own_seats = each, players * each
        in_allies = setting.variant in CHAIRS
        self.seats = setting.players * (2 if in_allies else 1)
        assert in_allies or not is_ally_game, "a sentence about Allies is played in the Ally game only"
        chairs: Iterable[int] = range(self.own_seats)
        if in_allies and not is_ally_game:
            chairs = CHAIRS[setting.variant][players]
        turned = setting.first * (2 if in_allies else 1)
        self.there = {own: (chair + turned) % self.seats for own, chair in enumerate(chairs) if chair < self.seats}
        self.back = {there: own for own, there in self.there.items()}
        self.allies = {there for there in self.back if there % 2} if in_allies and not is_ally_game else set()
        self.bystanders = [] if in_allies else [seat for seat in range(self.seats) if seat not in self.back]
        self.absent = [own for own in range(self.own_seats) if own not in self.there]

    def to(self, own: int) -> int:
        """The seat in the setting; AssertionError for one that is not there."""
        assert own in self.there, (
            f"the sentence names seat {own}, who is not at a table of {self.seats}; see holds.toml"
        )
        return self.there[own]

    def player(self, seat: int) -> int:
        """The sentence's player for this seat of the setting."""
        return self.back[seat] // self.own_each


class Elsewhere:
    """A table in another setting, read and answered in the words of the sentence."""

    def __init__(self, players: int, table: dict[str, Any], setting: Setting) -> None:
        variant = table.pop("variant", "five_card")
        self._setting = setting
        self._seating = Seating(players, variant == ALLY, setting)
        self._titles, self._names = turned_titles(setting.turned), turned_names(setting.turned)
        self._titles_back = {there: own for own, there in self._titles.items()}
        self._names_back = {there: own for own, there in self._names.items()}
        self._armies = self._own_armies(table)
        if VARIANTS[setting.variant]["variant"] != variant:
            table.pop("sets_to_win", None)
        whole = {**turned_files(setting.turned), **VARIANTS[setting.variant], **self._put(players, table)}
        self._table = plain.position(setting.players, **whole)
        self._pass_over_bystanders()

    # On the way in

    def _own_armies(self, table: dict[str, Any]) -> list[int]:
        given = table.get("soldiers", 10)
        seats = self._seating
        if isinstance(given, int):
            called = {*table.get("allies", ())}
            return [given if seat % seats.own_each == 0 or seat in called else 0 for seat in range(seats.own_seats)]
        return [*given, *[0] * (seats.own_seats - len(list(given)))]

    def _put(self, players: int, table: dict[str, Any]) -> dict[str, Any]:
        seats, put = self._seating, dict(table)
        for name in BY_SEAT:
            if table.get(name) is not None:
                put[name] = {seats.to(seat): value for seat, value in table[name].items()}
        for name in SEAT_LISTS:
            put[name] = [seats.to(seat) for seat in table.get(name, ())]
        for name in ONE_SEAT:
            if table.get(name) is not None:
                put[name] = seats.to(table[name])
        put["turn"] = seats.to(table.get("turn", 0))
        put["keeper"] = put.get("keeper", self._keeper(players))
        put["allies"] = sorted({*put["allies"], *seats.allies})
        self._seat_soldiers(put, table)
        put["pieces"] = self._pieces(table)
        return self._turn(put)

    def _keeper(self, players: int) -> int:
        """The last player's own seat, or the last that is there."""
        seats = self._seating
        last = (players - 1) * seats.own_each
        return seats.to(last if last in seats.there else max(seats.there))

    def _seat_soldiers(self, put: dict[str, Any], table: dict[str, Any]) -> None:
        """Bystanders have as many soldiers as the sentence's players; if the Garrison cannot pay them, they are out."""
        seats, armies = self._seating, [0] * self._seating.seats
        for own, there in seats.there.items():
            armies[there] = self._armies[own]
        left = SOLDIERS - sum(armies) - table.get("rsz", 0)
        usual = table.get("soldiers", 10) if isinstance(table.get("soldiers"), int) else 10
        enough = not self._setting.others_out and left >= usual * (len(seats.bystanders) + 1)
        for seat in seats.bystanders:
            armies[seat] = usual if enough else 0
        put["soldiers"] = armies
        if not enough:
            put["out"] = [*put["out"], *seats.bystanders]

    def _pieces(self, table: dict[str, Any]) -> dict[int, str]:
        """Every seat has the piece it has at the sentence's own table; the others what is left."""
        seats, named = self._seating, dict(table.get("pieces") or {})
        for own in seats.there:
            usual = PIECE_NAMES[plain.FIRST_PIECES[own]]
            if own not in named and (own % seats.own_each == 0 or own in table.get("allies", ())):
                free = [piece for piece in PIECE_NAMES if piece not in (*named.values(), *self._usual(named, seats))]
                named[own] = free[0] if usual in named.values() else usual
        pieces = {seats.to(own): piece for own, piece in named.items()}
        for seat in seats.bystanders:
            pieces[seat] = next(piece for piece in reversed(PIECE_NAMES) if piece not in pieces.values())
        return pieces

    @staticmethod
    def _usual(named: Mapping[int, str], seats: Seating) -> list[str]:
        return [PIECE_NAMES[plain.FIRST_PIECES[own]] for own in seats.there if own not in named]

    def _turn(self, put: dict[str, Any]) -> dict[str, Any]:
        """Continents and cards are those of the setting."""
        for name in ("cards", "run_marks"):
            if put.get(name):
                put[name] = {seat: [self._title(title) for title in titles] for seat, titles in put[name].items()}
        for name in ("pre_sets_paid", "stacks", "stacks_paid"):
            if put.get(name):
                put[name] = {seat: [self._names[name_] for name_ in names] for seat, names in put[name].items()}
        if put.get("pack"):
            put["pack"] = {self._names[region]: [*map(self._title, cards)] for region, cards in put["pack"].items()}
        if put.get("at"):
            put["at"] = {seat: self._names.get(space, space) for seat, space in put["at"].items()}
        for name in ("closed", "lands"):
            if put.get(name):
                put[name] = self._names.get(put[name], put[name])
        return put

    def _title(self, title: str) -> str:
        return self._titles.get(title, title)

    def _text_there(self, text: str) -> str:
        """What is answered, in the words of the setting."""
        verb, _, rest = text.rpartition(" ") if text.startswith(WITH_SEAT) else _split(text)
        if text.startswith(WITH_SEAT) and rest.startswith("+"):
            asked = self.seat
            there = self._seating.to((asked + int(rest)) % self._seating.own_seats)
            return f"{verb} +{(there - self._table.seat) % self._seating.seats}"
        if verb in WITH_CARD:
            return f"{verb} {self._title(rest)}"
        return f"{verb} {self._names.get(rest, rest)}" if verb in WITH_REGION else text

    # On the way out

    def _text_back(self, text: str, seat: int) -> str | None:
        """What the setting says, in the words of the sentence; None when it is about a bystander."""
        verb, _, rest = text.rpartition(" ") if text.startswith(WITH_SEAT) else _split(text)
        if text.startswith(WITH_SEAT) and rest.startswith("+"):
            there = (seat + int(rest)) % self._seating.seats
            if there not in self._seating.back:
                return None
            return f"{verb} +{(self._seating.back[there] - self._seating.back[seat]) % self._seating.own_seats}"
        if verb in WITH_CARD:
            return f"{verb} {self._titles_back.get(rest, rest)}"
        return f"{verb} {self._names_back.get(rest, rest)}" if verb in WITH_REGION else text

    def _back_seat(self, seat: int | None) -> int | None:
        return None if seat is None else self._seating.back[seat]

    def _pass_over_bystanders(self) -> None:
        table = self._table
        while table.question.kind == DECISION and table.seat in self._seating.bystanders:
            assert table.question.name == "start_menu", f"a bystander is asked {table.question.name}; see holds.toml"
            self._rest(table.seat)

    def _rest(self, seat: int) -> None:
        """A bystander goes from outside the board to a free space, rests there, and is off the board again."""
        table, s, lines = self._table, self._table.state, len(self._table.lines)
        spaces = [plain.place_of(s, space) for space in QUIET]
        taken = [s.place[other] for other in range(s.seats)]
        target = next(space for space in spaces if space not in taken)
        s.place[seat] = (target - 1) % s.ring
        table.play("roll", "playing dice 1")
        if table.question.kind == DECISION and table.seat == seat and "rest" in table.options():
            table.play("rest")
        s.place[seat] = NOWHERE
        del table.lines[lines:]

    # What a table is asked

    def play(self, answer: str | int, *luck: str, seat: int | None = None) -> None:
        """Answer the open question in the words of the sentence."""
        text = self._text_there(answer) if isinstance(answer, str) else answer
        there = None if seat is None else self._seating.to(seat)
        self._table.play(text, *map(self._text_there, luck), seat=there)
        self._pass_over_bystanders()

    def options(self) -> list[str]:
        """What is offered, but for what names a bystander, in the order of the sentence's own table."""
        return self._in_order(self._table.options())

    def chances(self) -> dict[str, Any]:
        """The odds of what luck may answer."""
        chances = self._table.chances()
        return {text: chances[self._text_there(text)] for text in self._in_order(chances)}

    def _in_order(self, texts: Iterable[str]) -> list[str]:
        rows = ACTIONS if self._table.question.kind == DECISION else OUTCOMES
        back = [self._text_back(text, self._table.seat) for text in texts]
        return sorted((text for text in back if text is not None), key=rows.index)

    def copy(self, luck: str = "asked") -> "Elsewhere":
        """An equal table in the same setting."""
        other = object.__new__(Elsewhere)
        other.__dict__.update(self.__dict__)
        other._table = self._table.copy(luck)
        return other

    @property
    def lines(self) -> list[Line]:
        """What was answered, but for what bystanders did."""
        back = []
        for line in self._table.lines:
            seat = self._back_seat(line.seat)
            text = self._text_back(line.text, 0 if line.seat is None else line.seat) or line.text
            back.append(Line(text, seat, self._back_seat(line.seen_by), line.is_illegal))
        return back

    @property
    def soldiers(self) -> list[int]:
        """Soldiers of each of the sentence's seats; who is absent keeps what the sentence gave."""
        seats = self._seating
        return [
            self._table.soldiers[seats.there[own]] if own in seats.there else self._armies[own]
            for own in range(seats.own_seats)
        ]

    @property
    def garrison(self) -> int:
        """The Garrison, as if bystanders had put their soldiers into it and who is absent had taken some."""
        seats, soldiers = self._seating, self._table.soldiers
        return (
            self._table.garrison
            + sum(soldiers[b] for b in seats.bystanders)
            - sum(self._armies[own] for own in seats.absent)
        )

    @property
    def in_play(self) -> list[int]:
        """The sentence's seats that are in the game."""
        seats = self._seating
        there = [seats.back[seat] for seat in self._table.in_play if seat in seats.back]
        return sorted([*there, *[own for own in seats.absent if self._armies[own]]])

    @property
    def seat(self) -> int:
        """The seat whose matter the open question is."""
        return self._seating.back[self._table.seat]

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self._seating.back[self._table.turn]

    @property
    def player(self) -> int:
        """The player who answers."""
        return self._seating.player(self._table.seat)

    @property
    def winner(self) -> int | None:
        """The player that has won, if any."""
        winner = self._table.winner
        return None if winner is None else self._seating.player(self._table.home(winner))

    @property
    def closed(self) -> str | None:
        """The closed region, if any."""
        closed = self._table.closed
        return None if closed is None else self._names_back[closed]

    @property
    def khyber_pass(self) -> int | None:
        """The seat that holds the Khyber Pass."""
        return self._back_seat(self._table.khyber_pass)

    @property
    def pardon(self) -> int | None:
        """The pardoned seat, if any."""
        return self._back_seat(self._table.pardon)

    @property
    def pack(self) -> list[str]:
        """Continent Cards in the World Pack."""
        return self._own_titles(self._table.pack)

    def cards(self, seat: int) -> list[str]:
        """Continent Cards of a seat."""
        return self._own_titles(self._table.cards(self._seating.to(seat)))

    def _own_titles(self, titles: Iterable[str]) -> list[str]:
        return sorted((self._titles_back[title] for title in titles), key=plain.CARD_TITLES.index)

    def stacks(self, seat: int) -> dict[str, list[str]]:
        """The Stacks of a seat."""
        return self._own_sets(self._table.stacks(self._seating.to(seat)))

    def completed(self, seat: int) -> dict[str, list[str]]:
        """Completed sets of a seat."""
        return self._own_sets(self._table.completed(self._seating.to(seat)))

    def _own_sets(self, laid: dict[str, list[str]]) -> dict[str, list[str]]:
        return {self._names_back[region]: [self._titles_back[card] for card in cards] for region, cards in laid.items()}

    def space(self, seat: int) -> str | None:
        """Where a piece stands."""
        return self._table.space(self._seating.to(seat))

    def piece(self, seat: int) -> str | None:
        """The Playing Piece of a seat."""
        return self._table.piece(self._seating.to(seat))

    def interned(self, seat: int) -> int:
        """Turns a seat still misses in the Ice House."""
        return self._table.interned(self._seating.to(seat))

    def view(self, seat: int) -> "ViewBack":
        """What the seat sees."""
        return ViewBack(self._table.view(self._seating.to(seat)), self._orders(seat))

    def _orders(self, seat: int) -> dict[int, list[int]]:
        """By the length of a row of a view, where each of its numbers is found: seats, Continent Cards and regions."""
        seats, titles, names = self._seating, plain.CARD_TITLES, list(self._names)
        rows = []
        for places in range(seats.own_seats):
            own = (seat + places) % seats.own_seats
            rows.append((seats.there[own] - seats.there[seat]) % seats.seats if own in seats.there else -1)
        cards = [titles.index(self._titles[title]) for title in titles]
        return {SEATS: rows, CARDS: cards, REGIONS: [names.index(self._names[name]) for name in names]}

    def observe(self, seat: int) -> Any:
        """What the seat sees as numbers, in the words of the setting."""
        return self._table.observe(self._seating.to(seat))

    def __getattr__(self, name: str) -> Any:
        """Whatever knows neither seats nor continents is the table's own."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.__dict__["_table"], name)


def _split(text: str) -> tuple[str, str, str]:
    """Verb and object; `continent dice` is a verb of two words."""
    for verb in (*WITH_REGION, *WITH_CARD):
        if text.startswith(f"{verb} "):
            return verb, " ", text.removeprefix(f"{verb} ")
    return text, "", ""
