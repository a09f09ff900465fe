"""A table of World Dominance, with the game's own words for what lies on it."""

from typing import Self

from wd_env.errors import ConfigError, IllegalAction
from wd_env.games.world_dominance import corrections
from wd_env.games.world_dominance.cards.pack_order import known_queue, unseen_cards
from wd_env.games.world_dominance.config import Config
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
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.quiz import Quizmaster, QuizQuestion
from wd_env.games.world_dominance.rules.missed_turns import turns_to_miss
from wd_env.games.world_dominance.text.titles import titles_of
from wd_env.spec.game_spec import GameSpec
from wd_env.table.game_table import SAMPLED, Table


class WorldDominance(Table):
    """One game of World Dominance (see `Table` for answering); seats are 0, 1, ... clockwise.

    With `knowledge_model` "quiz" answers are never drawn: `quizmaster` is called for each and says whether it was
    right. Without one, and where luck is asked, `bluff_answer` and `antarctica_answer` wait for `play("right")` or
    `play("wrong")`. An error of the quizmaster takes the last answer back. ConfigError for one who is of no use.
    """

    default_game = GAME
    quizmaster: Quizmaster | None = None

    def __init__(
        self,
        config: Config | None = None,
        *,
        seed: int | None = None,
        chance: str = SAMPLED,
        episode: int = 0,
        quizmaster: Quizmaster | None = None,
    ) -> None:
        config = config or Config()
        if quizmaster is not None and not (config.is_quiz and chance == SAMPLED):
            at = f"knowledge_model {config.knowledge_model} and luck {chance!r}"
            raise ConfigError(f"a quizmaster is of no use with {at}; allowed with quiz and {SAMPLED!r}")
        self.quizmaster = quizmaster
        super().__init__(GAME, config, seed=seed, chance=chance, episode=episode)

    @classmethod
    def _new(cls, game: GameSpec, config: Config, seed: int | None, chance: str) -> Self:
        return cls(config, seed=seed, chance=chance)

    @property
    def _has_reporter(self) -> bool:
        return self.quizmaster is not None

    def _report_outcome(self) -> int:
        question = self.quiz_question
        assert self.quizmaster is not None
        assert question is not None
        is_right = self.quizmaster(question)
        if not isinstance(is_right, bool):
            raise IllegalAction(f"the quizmaster reports {is_right!r}; allowed are True for right and False for wrong")
        return RIGHT if is_right else WRONG

    def _correct(self, text: str) -> None:
        corrections.correct(self.state, text)

    @property
    def quiz_question(self) -> QuizQuestion | None:
        """What is asked at the table now, where the answer is reported; None while it is not.

        With several questions on the card the number of lines so far says which, so that a replay asks the same.
        """
        if not self.judged_externally:
            return None
        s, titles = self.state, titles_of(self.config)
        printed = titles.questions(s.theme)
        return QuizQuestion(
            titles.theme(s.theme),
            s.tested,
            s.asker,
            must_spell=s.note == SPELLED,
            printed=printed[len(self.lines) % len(printed)] if printed else None,
        )

    @property
    def soldiers(self) -> list[int]:
        """Soldiers of each seat."""
        return list(self.state.army[: self.state.seats])

    @property
    def garrison(self) -> int:
        """Soldiers in the Garrison."""
        return int(self.state.garrison)

    @property
    def rsz(self) -> int:
        """Soldiers on the Resurrected Soldier Zone."""
        return int(self.state.rsz)

    @property
    def in_play(self) -> list[int]:
        """The seats that are in the game."""
        return [seat for seat in range(self.state.seats) if self.state.in_play[seat]]

    @property
    def ended_by(self) -> str | None:
        """How the game ended: a set, `last survivor`, `stalemate` or `cut`; None while it lasts."""
        if not self.is_terminal:
            return None
        return "cut" if self.is_truncated else ENDING_NAMES[self.state.ended_by]

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return int(self.state.turn)

    @property
    def closed(self) -> str | None:
        """The closed region, if any."""
        return None if self.state.closed == NO_REGION else REGION_NAMES[self.state.closed]

    @property
    def khyber_pass(self) -> int | None:
        """The seat that holds the Khyber Pass; None when it lies beside the Garrison."""
        return None if self.state.khyber_at == GARRISON_SIDE else int(self.state.khyber_at)

    @property
    def pardon(self) -> int | None:
        """The pardoned seat, if any."""
        return None if self.state.pardon_at >= self.state.seats else int(self.state.pardon_at)

    def cards(self, seat: int) -> list[str]:
        """Continent Cards of a seat in geostrategic order."""
        return self._titles_at(seat)

    def stacks(self, seat: int) -> dict[str, list[str]]:
        """The Stacks of a seat by continent: five titles each, the Strategic Point on top (WD-286, WD-289)."""
        return self._laid_aside(seat, IN_STACK)

    def completed(self, seat: int) -> dict[str, list[str]]:
        """Completed sets of a seat by region, where the game goes on after one: all ten, or the five of Antarctica."""
        return self._laid_aside(seat, IN_WHOLE_SET)

    def _laid_aside(self, seat: int, where: int) -> dict[str, list[str]]:
        s = self.state
        laid: dict[str, list[str]] = {}
        points = set(s.strategic_point)
        for card in sorted(range(CARDS), key=lambda card: (card not in points, card)):
            if s.card_at[card] == seat and s.in_set[card] == where:
                laid.setdefault(REGION_NAMES[s.card_region[card]], []).append(CARD_TITLES[card])
        return laid

    @property
    def pack(self) -> list[str]:
        """Continent Cards in the World Pack in geostrategic order; their order in the pack is nobody's."""
        return self._titles_at(PACK)

    @property
    def beside_garrison(self) -> list[str]:
        """Continent Cards beside the Garrison: the South Pole until it is won."""
        return self._titles_at(GARRISON_SIDE)

    def _titles_at(self, holder: int) -> list[str]:
        return [title for card, title in enumerate(CARD_TITLES) if self.state.card_at[card] == holder]

    def space(self, seat: int) -> str | None:
        """Where a piece stands: `S07`, `ANT`, or None off the board."""
        place = self.state.place[seat]
        if place == NOWHERE:
            return None
        return "ANT" if place == ANTARCTICA_PLACE else f"S{place:02d}"

    def piece(self, seat: int) -> str | None:
        """The Playing Piece of a seat, if it has chosen one."""
        piece = self.state.piece[seat]
        return None if piece == NO_PIECE else PIECE_NAMES[piece]

    def interned(self, seat: int) -> int:
        """Turns a seat still misses in the Ice House."""
        return int(self.state.ice_turns[seat])

    def misses(self, seat: int) -> int:
        """Turns that Manoeuvre Cards still cost a seat, which is in play meanwhile."""
        return int(turns_to_miss(self.state, seat))

    @property
    def manoeuvre_pack(self) -> tuple[list[str], list[str]]:
        """The cards nobody has seen, in no order, and the known queue beneath them, top first."""
        places = self.state.manoeuvre_place
        return _titles(unseen_cards(places)), _titles(known_queue(places))


def _titles(cards: list[int]) -> list[str]:
    return [f"M{card + 1:02d}" for card in cards]
