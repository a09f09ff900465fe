"""A game told line by line: who did what at which question, and what that changed on the table.

Everything told is public but the lines that luck showed to one seat; those carry its number.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from wd_env.core.record import Line
from wd_env.core.telling import WIDTH
from wd_env.world_dominance.table import WorldDominance
from wd_env.world_dominance.text.asked import soldiers, turns
from wd_env.world_dominance.text.help_landing import landing_help
from wd_env.world_dominance.text.scene import Scene, SeatScene, scene_of
from wd_env.world_dominance.text.titles import titles_of
from wd_env.world_dominance.text.words import line_in_words, question_in_words

# Their question adds nothing to what was done.
SELF_EVIDENT = {"choose_piece", "start_menu", "movement_throw", "setup_throw"}


@dataclass(frozen=True)
class Told:
    """One line of a record in words."""

    number: int  # its place in the record, from 1
    turn: str  # heading of the turn it belongs to
    deed: str  # what was done or fell, by itself
    text: str  # the same with the question, where it says more
    changes: tuple[str, ...]  # what is different on the table after it
    seen_by: int | None  # own seat of the only player that saw it; None for everybody
    landings: tuple[str, ...]  # what the spaces ask for on which pieces stand now


class Story:
    """Follows a game, from where its record begins, on a table of its own: each line with its question and effect."""

    def __init__(self, table: WorldDominance) -> None:
        self.told: list[Told] = []
        self._table = table.rewound(0)
        self._titles = titles_of(self._table.config)

    def follow(self, lines: Sequence[Line]) -> None:
        """Tell whatever is new in the lines of the game."""
        for line in lines[len(self.told) :]:
            self.told.append(self._tell(line))

    def seen(self, viewer: int | None, start: int = 0) -> list[Told]:
        """What the player with this own seat saw (a bystander: what all saw) from a line on."""
        return [told for told in self.told[start:] if told.seen_by in (None, viewer)]

    def go_back(self, end: int) -> None:
        """Forget all but the first `end` lines."""
        self.told = self.told[:end]
        self._table = self._table.rewound(end)

    @property
    def turn(self) -> str:
        """Heading of the turn that is played."""
        return _heading(scene_of(self._table, events=0))

    def _tell(self, line: Line) -> Told:
        table, before = self._table, scene_of(self._table, events=0)
        deed = line_in_words(self._titles, line)
        text = deed if line.is_correction else self._sentence(deed)
        table.play_line(line)
        after = scene_of(table, events=0)
        changes, landings = tuple(_changes(before, after)), tuple(self._landings(before, after))
        return Told(len(self.told) + 1, _heading(before), deed, text, changes, line.seen_by, landings)

    def _landings(self, before: Scene, after: Scene) -> Iterator[str]:
        """The spaces of pieces that were moved; to come on the board is no landing (RULINGS 17)."""
        stood = {seat.seat: seat.place for seat in before.seats if seat.place is not None}
        for new in after.seats:
            if new.place is not None and stood.get(new.seat, new.place) != new.place:
                yield landing_help(self._table, new.seat, new.place)

    def _sentence(self, deed: str) -> str:
        if self._table.question.name == "setup_throw":
            return f"seat {self._table.seat} throws for the first turn. {deed}"
        if self._table.question.name in SELF_EVIDENT:
            return deed
        question = question_in_words(self._table)
        return f"{question} {deed}" if question.endswith("?") else f"{question}. {deed}"


def _heading(scene: Scene) -> str:
    return "setting up" if scene.turn_number == 0 else f"turn {scene.turn_number}, seat {scene.turn}"


def in_lines(
    told: Sequence[Told], turn: str = "", *, numbered: bool = False, call: Callable[[str], str] = str, mark: str = "  "
) -> Iterator[str]:
    """The text of it, no wider than 100 columns, with a heading where another turn than `turn` begins.

    `call` puts names in; a line begins with its number or with the `mark`.
    """
    for line in told:
        if line.turn != turn:
            turn = line.turn
            yield call(f"-- {turn}")
        number = f"{line.number:>6}  " if numbered else mark
        margin = " " * (len(number) + 4)
        private = "" if line.seen_by is None else f" [only seat {line.seen_by} saw this]"
        yield from wrap(call(f"{line.text}{private}"), WIDTH, initial_indent=number, subsequent_indent=margin)
        for change in line.changes:
            yield from wrap(call(f"-> {change}"), WIDTH, initial_indent=margin, subsequent_indent=f"{margin}   ")


def _changes(before: Scene, after: Scene) -> Iterator[str]:
    known = {seat.seat: seat for seat in before.seats}
    for new in after.seats:
        found = list(_seat_changes(known[new.seat], new) if new.seat in known else _arrival(new))
        if found:
            yield f"seat {new.seat}: {', '.join(found)}"
    if before.khyber_pass != after.khyber_pass and after.khyber_pass is None:
        yield "the Khyber Pass lies beside the Garrison"
    if before.turn_number == 0 < after.turn_number:
        yield f"seat {after.turn} has the first turn"
    if after.is_over:
        yield after.question_in_words


def _arrival(new: SeatScene) -> Iterator[str]:
    yield f"{new.piece} comes into play as the Ally of seat {new.ally_of}"
    yield from _seat_changes(replace(new, place=None, army=0), new)


def _seat_changes(old: SeatScene, new: SeatScene) -> Iterator[str]:
    if old.place != new.place and new.place is not None:
        yield f"now on {new.space}{new.space_mark}"
    if old.army != new.army:
        yield f"{soldiers(new.army)} ({new.army - old.army:+d})"
    for sign, some, others in (("gets", new, old), ("loses", old, new)):
        moved = [card.title for card in some.cards if card not in others.cards]
        if moved:
            yield f"{sign} {', '.join(moved)}"
    yield from _right_changes(old, new)


def _right_changes(old: SeatScene, new: SeatScene) -> Iterator[str]:
    if old.is_in_play != new.is_in_play:
        yield "back in play" if new.is_in_play else "OUT OF PLAY"
    if old.ice_turns != new.ice_turns:
        yield f"misses {new.ice_turns} more turns" if new.ice_turns else "leaves the Ice House"
    if old.turns_to_miss != new.turns_to_miss and new.is_in_play:
        yield f"misses {turns(new.turns_to_miss)} by a Manoeuvre Card" if new.turns_to_miss else "has missed the turn"
    if new.holds_khyber_pass and not old.holds_khyber_pass:
        yield "holds the Khyber Pass"
    if new.is_pardoned and not old.is_pardoned:
        yield "is pardoned"
