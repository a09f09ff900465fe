"""The board of a table of World Dominance, and the outcomes that people report."""

from typing import Any

from wd_env.errors import IllegalAction
from wd_env.games.world_dominance import corrections
from wd_env.games.world_dominance.cards.pack_order import known_queue, unseen_cards
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA_PLACE,
    CARDS,
    ENDING_NAMES,
    GARRISON_SIDE,
    NO_PIECE,
    NO_REGION,
    NOWHERE,
    PACK,
    PIECE_NAMES,
    REGION_NAMES,
)
from wd_env.games.world_dominance.definitions.rule_constants import IN_STACK, IN_WHOLE_SET, RIGHT, SPELLED, WRONG
from wd_env.games.world_dominance.quiz import Quizmaster, QuizQuestion
from wd_env.games.world_dominance.rules.missed_turns import turns_to_miss
from wd_env.games.world_dominance.text.titles import titles_of
from wd_env.spec.game_hooks import GameHooks
from wd_env.table.game_table import Table
from wd_env.table.interpreted_backend import InterpretedBackend


class WorldDominanceBoard:
    """The position of a game; seats are 0, 1, ... clockwise."""

    def __init__(self, table: Table[Any]) -> None:
        self._table = table

    @property
    def quiz_question(self) -> QuizQuestion | None:
        """The question asked now, if its answer is reported, else None.

        If the card has several questions, the number of lines selects one, so that a replay asks the same.
        """
        if not self._table.judged_externally:
            return None
        s, titles = self._table.state, titles_of(self._table.config)
        printed = titles.questions(s.theme)
        return QuizQuestion(
            titles.theme(s.theme),
            s.tested,
            s.asker,
            must_spell=s.note == SPELLED,
            printed=printed[len(self._table.lines) % len(printed)] if printed else None,
        )

    @property
    def soldiers(self) -> list[int]:
        """Soldiers of each seat."""
        return list(self._table.state.army[: self._table.state.seats])

    @property
    def garrison(self) -> int:
        """Soldiers in the Garrison."""
        return int(self._table.state.garrison)

    @property
    def rsz(self) -> int:
        """Soldiers on the Resurrected Soldier Zone."""
        return int(self._table.state.rsz)

    @property
    def in_play(self) -> list[int]:
        """The seats that are in the game."""
        return [seat for seat in range(self._table.state.seats) if self._table.state.in_play[seat]]

    @property
    def ended_by(self) -> str | None:
        """How the game ended: a set, `last survivor`, `stalemate` or `cut`; None during the game."""
        if not self._table.is_terminal:
            return None
        return "cut" if self._table.is_truncated else ENDING_NAMES[self._table.state.ended_by]

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return int(self._table.state.turn)

    @property
    def closed(self) -> str | None:
        """The closed region, if any."""
        return None if self._table.state.closed == NO_REGION else REGION_NAMES[self._table.state.closed]

    @property
    def khyber_pass(self) -> int | None:
        """The seat that holds the Khyber Pass; None if it is next to the Garrison."""
        return None if self._table.state.khyber_at == GARRISON_SIDE else int(self._table.state.khyber_at)

    @property
    def pardon(self) -> int | None:
        """The pardoned seat, if any."""
        return None if self._table.state.pardon_at >= self._table.state.seats else int(self._table.state.pardon_at)

    def cards(self, seat: int) -> list[str]:
        """Return the Continent Cards of a seat in geostrategic order.

        Args:
            seat: The seat.
        """
        return self._titles_at(seat)

    def stacks(self, seat: int) -> dict[str, list[str]]:
        """Return the Stacks of a seat by continent: five titles each, the Strategic Point first (WD-286, WD-289)."""
        return self._laid_aside(seat, IN_STACK)

    def completed(self, seat: int) -> dict[str, list[str]]:
        """Return the completed sets of a seat by region, in games that continue after one."""
        return self._laid_aside(seat, IN_WHOLE_SET)

    def _laid_aside(self, seat: int, where: int) -> dict[str, list[str]]:
        s = self._table.state
        laid: dict[str, list[str]] = {}
        points = set(s.strategic_point)
        for card in sorted(range(CARDS), key=lambda card: (card not in points, card)):
            if s.card_at[card] == seat and s.in_set[card] == where:
                laid.setdefault(REGION_NAMES[s.card_region[card]], []).append(CARD_TITLES[card])
        return laid

    @property
    def pack(self) -> list[str]:
        """Continent Cards in the World Pack in geostrategic order; the pack has no known order."""
        return self._titles_at(PACK)

    @property
    def garrison_cards(self) -> list[str]:
        """Continent Cards next to the Garrison: the South Pole until it is won."""
        return self._titles_at(GARRISON_SIDE)

    def _titles_at(self, holder: int) -> list[str]:
        return [title for card, title in enumerate(CARD_TITLES) if self._table.state.card_at[card] == holder]

    def space(self, seat: int) -> str | None:
        """Return the space of a piece: `S07`, `ANT`, or None off the board."""
        place = self._table.state.place[seat]
        if place == NOWHERE:
            return None
        return "ANT" if place == ANTARCTICA_PLACE else f"S{place:02d}"

    def piece(self, seat: int) -> str | None:
        """Return the Playing Piece of a seat, or None before it is chosen."""
        piece = self._table.state.piece[seat]
        return None if piece == NO_PIECE else PIECE_NAMES[piece]

    def interned(self, seat: int) -> int:
        """Return the number of turns that a seat still misses in the Ice House."""
        return int(self._table.state.ice_turns[seat])

    def misses(self, seat: int) -> int:
        """Return the number of turns that Manoeuvre Cards still cost a seat, which stays in play."""
        return int(turns_to_miss(self._table.state, seat))

    @property
    def manoeuvre_pack(self) -> tuple[list[str], list[str]]:
        """The unseen cards, in no particular order, and the known queue below them, top first."""
        places = self._table.state.manoeuvre_place
        return _titles(unseen_cards(places)), _titles(known_queue(places))


def _titles(cards: list[int]) -> list[str]:
    return [f"M{card + 1:02d}" for card in cards]


def report_outcome(table: "Table[WorldDominanceBoard]", quizmaster: Quizmaster) -> int:
    """Ask the quizmaster whether an answer was right; return RIGHT or WRONG.

    Raises:
        IllegalAction: If the quizmaster returns a value that is not a bool.
    """
    question = table.board.quiz_question
    assert question is not None
    is_right = quizmaster(question)
    if not isinstance(is_right, bool):
        raise IllegalAction(f"quizmaster: expected True for right or False for wrong, got {is_right!r}")
    return RIGHT if is_right else WRONG


def correct(backend: InterpretedBackend, text: str) -> None:
    """Carry out a correction of soldiers or of a card; see `corrections`."""
    corrections.correct(backend.fields, text)


HOOKS = GameHooks(board=WorldDominanceBoard, report_outcome=report_outcome, correct=correct)
