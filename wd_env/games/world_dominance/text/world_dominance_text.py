"""The presenter of World Dominance: the game's own texts and images."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import ConfigError
from wd_env.games.world_dominance import corrections
from wd_env.games.world_dominance.definitions.chance_outcomes import ANSWERS, KNOWS
from wd_env.games.world_dominance.definitions.names import REGION_NAMES
from wd_env.games.world_dominance.definitions.rule_constants import HUNDRED
from wd_env.games.world_dominance.quiz import answer_text
from wd_env.games.world_dominance.text.decision_context import soldiers_text
from wd_env.games.world_dominance.text.goal_text import goal_text
from wd_env.games.world_dominance.text.help.action_help import action_help
from wd_env.games.world_dominance.text.help.help_landing import landing_help
from wd_env.games.world_dominance.text.option_targets import action_targets
from wd_env.games.world_dominance.text.record_text import NODE_TEXTS, decision_text, line_text
from wd_env.games.world_dominance.text.scene import Scene, SeatScene, scene_of
from wd_env.games.world_dominance.text.scene_json import scene_data
from wd_env.games.world_dominance.text.state_changes import changes_between
from wd_env.games.world_dominance.text.table_text import describe, private_lines
from wd_env.games.world_dominance.text.titles import titles_of
from wd_env.games.world_dominance.text.typed_titles import action_names, card_given, soldiers_set
from wd_env.spec.game_spec import NodeType
from wd_env.table.game_record import RecordLine
from wd_env.text.game_text import EVENTS, IMAGE_SIZE, Presenter, PrivateText
from wd_env.text.seat_names import NUMBERED, SeatNames

# The texts of these nodes add nothing to the action.
SELF_EXPLANATORY = {"choose_piece", "start_menu", "movement_throw", "setup_throw"}
PLACEHOLDERS = {name: name.upper() for name in (
    "who", "drawer", "target", "asker", "tested", "space", "throw", "offered", "drawn", "theme", "dice", "region",
    "stack", "purgadies",
)}  # fmt: skip


class WorldDominancePresenter(Presenter):
    """The sentences of this game; tables are those of `WorldDominance`."""

    has_image = True

    corrections = {  # noqa: RUF012  never written to
        "set": "set soldiers NAME N    correct the number of soldiers of a player or the `rsz`",
        "give": "give CARD NAME     and a card where it is on the real table, with a player or in the `pack`",
    }

    def describe(
        self,
        table: Any,
        viewer: int | None = None,
        *,
        max_events: int = EVENTS,
        names: SeatNames = NUMBERED,
        lists: bool = False,
    ) -> str:
        """Return the whole table as text; it has no lists that are printed on request only."""
        return describe(table, viewer, max_events, names)

    def scene_data(self, table: Any, viewer: int | None = None, names: SeatNames = NUMBERED) -> dict[str, Any]:
        """Return the scene as data."""
        return scene_data(scene_of(table, viewer, events=0, names=names))

    def summary(self, table: Any, names: SeatNames = NUMBERED) -> list[str]:
        """Return a line for the middle and one per seat; empty during the set-up."""
        scene = scene_of(table, events=0)
        if scene.turn_number == 0:
            return []
        seats = (f"   {names.seat(seat.seat)}: {_holding(seat)}" for seat in scene.seats)
        return [f"   Garrison {scene.garrison}, Resurrected Soldier Zone {scene.rsz}", *seats]

    def private_lines(self, table: Any, seat: int, names: SeatNames = NUMBERED) -> list[str]:
        """Return theme and knowledge of this seat."""
        return private_lines(scene_of(table, seat, names=names))[1:]

    def has_secret(self, table: Any) -> bool:
        """Return whether the seat to move has an Intelligence Card that the others have not seen."""
        own = scene_of(table, table.seat)
        return own.theme is not None and bool(private_lines(own))

    def goal(self, config: Any) -> str:
        """Return which cards win."""
        return goal_text(config)

    def image(self, table: Any, viewer: int | None = None, size: tuple[int, int] = IMAGE_SIZE) -> NDArray[np.uint8]:
        """Draw the board."""
        from wd_env.games.world_dominance.picture.draw import draw

        return draw(scene_of(table, viewer), *size)

    def decision_text(self, table: Any, names: SeatNames = NUMBERED) -> str:
        """Return the question of `words`."""
        return decision_text(table, names)

    def node_pattern(self, node: NodeType) -> str:
        """Return the question of `words` with its gaps in capitals."""
        return NODE_TEXTS.get(node.name, "").format(**PLACEHOLDERS)

    def action_help(self, table: Any, action: str, *, public_only: bool = False, names: SeatNames = NUMBERED) -> str:
        """Return the sentence of every answer and outcome."""
        return action_help(table, action, public_only, names)

    def aliases(self, table: Any, action: str, names: SeatNames = NUMBERED) -> tuple[str, ...]:
        """Return the title on the card or space, or the player that is named."""
        return action_names(table, action, names)

    def targets(self, table: Any, action: str) -> tuple[str, ...]:
        """Return the spaces, seats and cards of an option."""
        return action_targets(table, action)

    def input_prompt(self, table: Any) -> str:
        """Ask for dice, a card or a judgement."""
        first = table.legal_texts()[0]
        return "What was rolled?" if " dice " in first else "Which card?" if " " in first else "What was the result?"

    def read_out(self, table: Any, names: SeatNames = NUMBERED) -> list[str]:
        """Return the printed text of a quiz question, and how the answer is judged."""
        quiz = table.board.quiz_question
        if quiz is None:
            return []
        spelled = "It has to be spelled out, and the" if quiz.must_spell else "The"
        rules = f"{spelled} first answer counts; it has to be complete."
        if quiz.printed is None:
            return [rules]
        shows = f"After the answer, `answer` shows {names.seat(quiz.asker)} the printed one."
        return [quiz.printed.question, rules, shows]

    def has_private_texts(self, config: Any) -> bool:
        """Return whether people ask quiz questions."""
        return bool(config.is_quiz)

    def private_text(self, table: Any) -> PrivateText | None:
        """Return the text of a quiz card, for the player who asks."""
        quiz = table.board.quiz_question
        return None if quiz is None or quiz.printed is None else PrivateText(quiz.asker, answer_text(quiz))

    def line_text(self, table: Any, line: RecordLine, names: SeatNames = NUMBERED) -> str:
        """Return the line in the words of `words`."""
        return line_text(titles_of(table.config), line, names)

    def in_context(self, table: Any, line: RecordLine, names: SeatNames = NUMBERED) -> str:
        """Put the text of the node before the action if it adds information."""
        action_text = self.line_text(table, line, names)
        if table.node.name == "setup_throw":
            return f"{names.seat(table.seat)} throws for the first turn. {action_text}"
        if table.node.name in SELF_EXPLANATORY:
            return action_text
        question = decision_text(table, names)
        return f"{question} {action_text}" if question.endswith("?") else f"{question}. {action_text}"

    def is_setup(self, table: Any) -> bool:
        """Return whether the first turn has not begun."""
        return bool(table.state.turn_number == 0)

    def heading(self, table: Any, names: SeatNames = NUMBERED) -> str:
        """Return number and seat of the turn."""
        number = table.state.turn_number
        return "setting up" if self.is_setup(table) else f"turn {number}, {names.seat(table.board.turn)}"

    def public_state(self, table: Any) -> Scene:
        """Return the public state."""
        return scene_of(table, events=0)

    def changes(self, before: Scene, table: Any, names: SeatNames = NUMBERED) -> list[str]:
        """Return the changes, seat by seat."""
        return list(changes_between(before, scene_of(table, events=0, names=names)))

    def instructions(self, before: Scene, table: Any, names: SeatNames = NUMBERED) -> list[str]:
        """Return the instructions of the spaces on which pieces have landed."""
        return list(_landings(before, table, names))

    def is_entered(self, table: Any, is_human: bool) -> bool:
        """Return whether people enter the outcome. The engine samples knowledge and bots' quiz answers (RULINGS 6)."""
        first = table.node.first_outcome
        if first in (KNOWS, ANSWERS):
            return is_human and first == ANSWERS
        return super().is_entered(table, is_human)

    def check_humans(self, config: Any) -> None:
        """Raise an error unless both results of a person's quiz answer are possible."""
        for name, percent in config.as_dict().items():
            if name.startswith("percent_") and percent in (0, HUNDRED):
                raise ConfigError(f"{name}: expected 1 to 99 if people answer themselves, got {percent}")

    def correction(self, table: Any, command: str, arguments: str, names: SeatNames = NUMBERED) -> str:
        """Return the correction of `set soldiers ben 7` or `give Rome Ben`, if it is possible."""
        text = (soldiers_set if command == "set" else card_given)(table, arguments, names)
        corrections.correct(table.state.copy(), text, names)  # so that the error has the players' names
        return text


def _holding(seat: SeatScene) -> str:
    if not seat.is_in_play:
        return "out of play"
    held = {name: len(seat.in_region(region)) for region, name in enumerate(REGION_NAMES)}
    cards = ", ".join(f"{name} {number}" for name, number in held.items() if number)
    return f"{soldiers_text(seat.army)}, {seat.space or 'not on the board'}, {cards or 'no cards'}"


def _landings(before: Scene, table: Any, names: SeatNames) -> Iterator[str]:
    """Return the spaces of pieces that were moved; entering the board is not a landing (RULINGS 17)."""
    stood = {seat.seat: seat.place for seat in before.seats if seat.place is not None}
    for new in scene_of(table, events=0).seats:
        if new.place is not None and stood.get(new.seat, new.place) != new.place:
            yield landing_help(table, new.seat, new.place, names)


PRESENTER = WorldDominancePresenter("World Dominance")
