"""The commands of a log as actions on a table (ledger 9.2).

The table has fewer decisions than the program: it skips those without a choice (A-31), and an attack needs a throw
(A-35). So lines that end a phase which the table has already left are ignored, and an attack waits for its first roll.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from wd_env.errors import IllegalAction
from wd_env.games.domination.definitions.rule_constants import MIN_GARRISON
from wd_env.games.domination.logs.log_actions import place, place_up_to, restored_on_error, trade
from wd_env.games.domination.logs.log_lines import ALL, WILDCARD, LogLine
from wd_env.games.domination.table import DominationTable
from wd_env.table.game_record import RecordLine

PROGRAM_VALUES = {"italianlike": "italian"}  # card values with another name in the program
DICE_OPTION, DEAL_OPTION, RECYCLE_OPTION = "defenderdice=", "autoplaceall", "recycle"
BEFORE_THE_END, ATTACKS_OVER, MOVE_OVER = range(3)  # phases of a turn in the log
SET_UP = ("claim", "setup_place", "capital")  # after each of these the program ends a turn, unlike our tables
SINGLE_ACTION_COMMANDS = {
    "PLACE",
    "capital",
    "endtrade",
    "roll",
    "retreat",
    "endattack",
    "nomove",
    "endgo",
    "CARD",
}  # or none
AFTER_ATTACKS = ("fort_from", "draw_card", "over")
AFTER_THE_MOVE = ("draw_card", "over")


class LogCommands:
    """The table of a log, and how far the log is in the phases of a turn.

    Args:
        table: The table, at the start of the game.
    """

    def __init__(self, table: DominationTable) -> None:
        self.table = table
        self._attack: tuple[Any, list[RecordLine]] | None = None  # until its first roll: state and lines before it
        self._phase, self._turn = BEFORE_THE_END, self._open_turn
        self._is_set_up = False  # whether the previous line belongs to the set-up

    def play(self, line: LogLine) -> None:
        """Play a line; one that is not a command of a player or of the game is ignored.

        Raises:
            IllegalAction: If it cannot be played; the table is unchanged.
        """
        if line.name not in COMMANDS:
            return
        asked = self.table.node.name
        is_single = not self._attack and line.name in SINGLE_ACTION_COMMANDS
        with nullcontext() if is_single else restored_on_error(self.table):
            COMMANDS[line.name](self, *line.values)
        self._is_set_up = asked in SET_UP and line.name != "CARD"

    # Before the first turn

    def _start(self, game_type: str, values: str, *options: str) -> None:
        """Check that the options of the line are those of the table."""
        agreed = self.table.config
        dice = [int(option.removeprefix(DICE_OPTION)) for option in options if option.startswith(DICE_OPTION)]
        log_options = {
            "game_type": game_type,
            "card_values": PROGRAM_VALUES.get(values, values),
            "recycle": RECYCLE_OPTION in options,
            "max_defence_dice": dice[0] if dice else agreed.max_defence_dice,
        }
        if game_type != "mission":  # in which countries are always dealt
            log_options["auto_place"] = "countries" if DEAL_OPTION in options else "none"
        for name, value in log_options.items():
            if getattr(agreed, name) != value:
                raise IllegalAction(f"{name} is {value} in the log and {getattr(agreed, name)} at the table")

    def _first_seat(self, seat: int) -> None:
        self._act(f"seat {seat}")
        self._turn = self._open_turn

    def _missions(self, *places: int) -> None:
        """Draw missions; each place is an index in the list of the remaining ones, seat by seat."""
        left = sorted(int(text.split()[1]) for text in self._play_outcomes("mission"))
        if len(places) != self.table.state.seats or any(place >= len(left) - nth for nth, place in enumerate(places)):
            raise IllegalAction(f"{len(left)} missions are dealt to {self.table.state.seats} seats")
        drawn = [left.pop(place) for place in places]
        for _ in places:
            self._act(f"mission {drawn[self.table.seat]}")

    def _deal(self, *countries: int) -> None:
        for country in countries:
            self._act(f"country {country}")

    def _place(self, country: int, armies: int = 1) -> None:
        """Place a claim, an army of the set-up, or new armies of a turn."""
        if self.table.node.name == "place":
            self._check_turn()
            place(self.table, country, armies)
        elif armies == 1 and self.table.node.name in ("claim", "setup_place"):
            self._act(f"country {country}")
        else:
            raise IllegalAction(f"{armies} armies cannot be placed")

    def _capital(self, country: int) -> None:
        self._require_node("capital")
        self._act(f"country {country}")

    # Turns

    def _trade(self, *cards: int | str) -> None:
        self._check_turn()
        self._require_node("trade")
        trade(self.table, cards)

    def _end_trade(self) -> None:
        self._check_turn()
        self._require_node("trade")
        self._act("pass")

    def _attack_from(self, origin: int, target: int) -> None:
        self._check_turn()
        self._require_node("attack_from")
        before, lines = self.table.state.copy(), len(self.table.lines)
        self._name_border(origin, target)
        self._attack = self.table.state, self.table.lines[lines:]
        self.table.state = before
        del self.table.lines[lines:]

    def _name_border(self, origin: int, target: int) -> None:
        if self.table.config.encoding == "edge":
            self._act(f"border {origin} {target}")
        else:
            self._act(f"country {origin}")
            self._act(f"country {target}")

    def _roll(self, dice: int) -> None:
        """Play the attacker's dice, which start a waiting battle, or the defender's, if it has a choice."""
        question = self.table.node.name
        if question.startswith("attack_throw"):  # the table has chosen the defender's dice automatically
            if dice != self.table.state.defence:
                raise IllegalAction(f"the defender throws {self.table.state.defence} dice")
            return
        if question == "attack_from" and self._attack:
            self.table.state, opened = self._attack
            self.table.lines.extend(opened)
            self._attack = None
        self._require_node("roll", "defend")
        self._act(f"dice {dice}")

    def _retreat(self) -> None:
        if self._attack:
            self._attack = None
        else:
            self._require_node("roll")
            self._act("pass")

    def _throw(self, attack: int, defence: int, *faces: int) -> None:
        if self.table.node.name == "defend":  # the log has no line for an automatic defender
            self._act(f"dice {defence}")
        for faces_of_side in (faces[:attack], faces[attack:]):
            self._act(" ".join(["throw", *(str(face + 1) for face in faces_of_side)]))

    def _move_in(self, armies: int | str) -> None:
        self._require_node("occupy")
        s = self.table.state
        most = s.armies[s.origin] + s.armies[s.target] - MIN_GARRISON
        place_up_to(self.table, s.target + 1, most if armies == ALL else int(armies))

    def _end_attacks(self) -> None:
        self._end_phase(ATTACKS_OVER, "attack_from", AFTER_ATTACKS)

    def _no_move(self) -> None:
        self._end_phase(MOVE_OVER, "fort_from", AFTER_THE_MOVE)

    def _move(self, origin: int, target: int, armies: int) -> None:
        self._check_turn(ATTACKS_OVER)
        level = self.table.board.armies.get(target, 0) + armies
        self._require_node("fort_from")
        self._name_border(origin, target)
        if self.table.node.name == "fort_amount":
            place_up_to(self.table, target, level)
        elif self.table.board.armies[target] != level:
            raise IllegalAction("one army can move")
        self._phase = MOVE_OVER

    def _end_phase(self, part: int, question: str, later: Sequence[str]) -> None:
        """Pass at this node, unless the table has skipped it because nothing was possible."""
        here = self.table.node.name
        is_later = self._open_turn != self._turn or here in later
        if self._phase != part - 1 or self._attack or not (here == question or is_later):
            raise IllegalAction(f"the game is not at {question}")
        if not is_later:
            self._act("pass")
        self._phase = part

    def _end_turn(self) -> None:
        if self._phase != MOVE_OVER:
            raise IllegalAction("the turn is not over")

    def _card(self, *cards: int | str) -> None:
        """Draw the card of a turn with a capture, or none; the next turn begins.

        After an army or a capital of the set-up the line has no effect.
        """
        if self._is_set_up and not cards:
            return
        self._end_turn()
        if bool(cards) != (self.table.node.name == "draw_card"):
            raise IllegalAction("no card can be drawn" if cards else "a card must be drawn")
        if cards:
            name = WILDCARD if cards[0] == WILDCARD else f"card {cards[0]}"
            alike = [text for text in self._play_outcomes("card", WILDCARD) if text.partition(" copy ")[0] == name]
            self._act(alike[0] if alike else name)
        self._phase, self._turn = BEFORE_THE_END, self._open_turn

    def _undo(self, *_: object) -> None:
        """Reject a line that undoes others, or starts from another file."""
        raise IllegalAction("a record cannot be undone")

    # Helpers

    @property
    def _open_turn(self) -> tuple[int, int]:
        return self.table.state.round, self.table.state.turn

    def _check_turn(self, part: int = BEFORE_THE_END) -> None:
        """Check that the earlier lines have reached this phase of the current turn."""
        if self._phase != part or self._open_turn != self._turn:
            raise IllegalAction("the earlier lines have not ended the previous phase")

    def _require_node(self, *questions: str) -> None:
        if self.table.node.name not in questions:
            raise IllegalAction(f"it is an action of {' or '.join(questions)}")

    def _play_outcomes(self, *kinds: str) -> list[str]:
        return [text for text in self.table.chance_weights() if text.split()[0] in kinds]

    def _act(self, text: str) -> None:
        self.table.play(text)


COMMANDS: Mapping[str, Callable[..., None]] = {
    "startgame": LogCommands._start,
    "PLAYER": LogCommands._first_seat,
    "MISSION": LogCommands._missions,
    "PLACEALL": LogCommands._deal,
    "PLACE": LogCommands._place,
    "placearmies": LogCommands._place,
    "capital": LogCommands._capital,
    "trade": LogCommands._trade,
    "endtrade": LogCommands._end_trade,
    "attack": LogCommands._attack_from,
    "roll": LogCommands._roll,
    "retreat": LogCommands._retreat,
    "DICE": LogCommands._throw,
    "move": LogCommands._move_in,
    "endattack": LogCommands._end_attacks,
    "movearmies": LogCommands._move,
    "nomove": LogCommands._no_move,
    "endgo": LogCommands._end_turn,
    "CARD": LogCommands._card,
    "undo": LogCommands._undo,
    "loadgame": LogCommands._undo,
}
