"""The referee of a session: people enter actions and outcomes, bots play their seats, and entries can be undone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Self

import numpy as np

from wd_env import registry
from wd_env.agents.agent import Agent, reseed
from wd_env.agents.agent_registry import make_bot
from wd_env.errors import ConfigError, IllegalAction, WrongSeat, range_text
from wd_env.kernels.philox import game_key, weighted_draw
from wd_env.seeding import split_seed
from wd_env.session.keyframes import Keyframes
from wd_env.session.players import HUMAN, hint_bot, make_bots, play_bot, seat_names
from wd_env.session.session_setup import SessionSetup, setup_from_record
from wd_env.spec.custom_files import Files
from wd_env.spec.game_spec import CHANCE, PLAYER, VISIBLE_TO_SEAT
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_record import GameRecord, RecordLine
from wd_env.table.game_table import Table
from wd_env.table.saved_table import at_line, replay_record
from wd_env.text.seat_names import SeatNames


class Referee:
    """The referee of one game: it takes the entries of people and plays bots and engine chance in between.

    After an error everything is unchanged. Bots and engine chance draw from the seed and the number of lines, so that
    they choose the same after an undo and after loading a record.

    Attributes:
        table: The table of the game.
        setup: Players and source of chance.
        entries: Indices of the lines that people entered.
        initial_lines: Number of lines when the referee was made.
        on_step: Function called after each step of a bot or of engine chance, or None.
        keyframes: Saved states of the game.
    """

    def __init__(
        self,
        table: Table,
        setup: SessionSetup,
        lines: Sequence[RecordLine] = (),
        *,
        advance: bool = True,
        bots: Mapping[int, Agent] | None = None,
    ) -> None:
        """Start at a table.

        Args:
            table: Table with explicit chance, at the start of the game.
            setup: Players and source of chance.
            lines: Lines that were played before.
            advance: Whether to play bots and engine chance up to the first entry of a person; otherwise call
                `advance`, or `step_chance` and `step_bot`.
            bots: Bot by player; None makes those of the setup.

        Raises:
            ConfigError: If the setup does not have one seat for each player of the table.
        """
        if len(setup.players) != table.players:
            seats = f"{len(setup.players)}: {', '.join(setup.players)}"
            raise ConfigError(f"seats: expected {table.players}, one for each player, got {seats}")
        self.setup = setup
        self.on_step: Callable[[], None] | None = None
        self.entries: list[int] = []
        self.table = table
        self.presenter = registry.presenter_for(table.game)
        self._makes_bots = bots is None
        self._bots = make_bots(table.game, setup.players, setup.seed) if bots is None else bots
        if setup.chance == EXPLICIT and setup.humans:
            self.presenter.check_humans(table.config)
        self.keyframes = Keyframes(table)
        for line in lines:
            self._add_entry(line.is_correction)
            self.table.play_line(line)
            self.keyframes.add(self.table)
        self.initial_lines = len(self.table.lines)
        if advance:
            self.advance()

    @property
    def names(self) -> SeatNames:
        """Names of the seats; in some games players get other seats during the set-up."""
        return self.names_at(self.table)

    def names_at(self, table: Table) -> SeatNames:
        """Return the names of the seats of this table, which is in an earlier state of the game."""
        return seat_names(table, self.setup.names)

    @classmethod
    def from_record(
        cls,
        record: GameRecord,
        players: Sequence[str] = (),
        *,
        files: Files = (),
        allowed_bots: Sequence[str] = (),
        advance: bool = True,
        bots: Mapping[int, Agent] | None = None,
    ) -> Self:
        """Continue a recorded game.

        The record may be untrusted, so no file that it names is opened.

        Args:
            record: Record of the game.
            players: HUMAN or a bot for each player, instead of those in the record.
            files: Custom files with which it was played.
            allowed_bots: Bot files that the record may name.
            advance: Whether to play bots and engine chance up to the first entry of a person.
            bots: Bot by player; None makes those of the setup.

        Raises:
            StateError: If the record cannot be played, or its notes are invalid.
            ConfigError: If there is not one seat for each player.
        """
        table = replay_record(record, files=files)  # checks every line before the referee plays any
        setup = setup_from_record(record, table.config, players, allowed_bots)
        return cls(at_line(table, 0), setup, record.lines, advance=advance, bots=bots)

    def record(self) -> GameRecord:
        """Return the record of the game so far, with the setup as notes."""
        return replace(self.table.record(), notes=self.setup.notes())

    # Entries

    def check_seat(self, seat: int) -> None:
        """Check that the player of a seat is to move, or to throw or draw.

        Raises:
            WrongSeat: If another player is.
        """
        if self.table.state.owner[seat] != self.table.player:
            expected = self.names.seat(self.table.seat)
            raise WrongSeat(f"player: expected {expected}, who is to move, got {self.names.seat(seat)}")

    def enter(self, option: str) -> None:
        """Play an action or outcome, then advance to the next entry.

        Args:
            option: Text of the action or outcome.

        Raises:
            IllegalAction: If it is not legal.
        """
        before = len(self.entries)
        self._add_entry()
        try:
            self.table.play(option, seat=self.table.seat if self.table.node.kind == PLAYER else None)
        except IllegalAction:
            del self.entries[before:]
            raise
        self.keyframes.add(self.table)
        self.advance()

    def report_violation(self, seat: int, action: str) -> None:
        """Report a rule violation, in a game that penalises it (RULINGS 105), then advance.

        Args:
            seat: Seat of the violation.
            action: Text of the illegal action.

        Raises:
            IllegalAction: If the game does not penalise violations, or the action is legal.
            WrongSeat: If the seat cannot be penalised now.
        """
        if not self.table.penalizes_violations:
            raise IllegalAction("violation: expected a game that penalises illegal actions, got illegal_action=error")
        if self.table.node.kind == PLAYER and seat == self.table.seat and action in self.table.legal_texts():
            raise IllegalAction(f"violation: expected an illegal action, got {action!r}, which is legal")
        if not self.table.can_be_penalized(seat):
            raise WrongSeat(f"violation: expected a seat that can be penalised now, got {self.names.seat(seat)}")
        self.table.play(action, seat=seat)
        self.entries.append(len(self.table.lines) - 1)
        self.keyframes.add(self.table)
        self.advance()

    def correct(self, text: str) -> None:
        """Correct the state where it differs from the physical board; the correction can be undone like any entry.

        Args:
            text: Correction, as `Table.correct` takes it.

        Raises:
            IllegalAction: If it is not a valid correction.
            StateError: If the corrected state is invalid.
        """
        self.table.correct(text)
        self.entries.append(len(self.table.lines) - 1)
        self.keyframes.add(self.table)

    def find_seat(self, text: str) -> int:
        """Find a seat by its number, its name or the beginning of its name.

        Raises:
            ConfigError: If no seat or several seats match.
        """
        return self.names.find(text, self.table.state.seats)

    def hint(self, bot: str = "") -> tuple[str, str]:
        """Return what a bot would choose at the current decision.

        Args:
            bot: Name of the bot; empty for the default of the game.

        Returns:
            The name of the bot and the text of its action.

        Raises:
            IllegalAction: If the current node is not a decision.
            ConfigError: If the bot is unknown.
            CheckpointError: If a bot file cannot be loaded.
        """
        if self.table.node.kind != PLAYER:
            raise IllegalAction(f"hint: expected a decision, got {self.table.node.name}")
        bot, line_index = bot or hint_bot(self.table.game), len(self.table.lines)
        table = self.table.copy()
        play_bot(table, make_bot(bot, table.game, np.random.default_rng(self.entropy)))
        return bot, table.lines[line_index].text

    def sample_chance(self) -> None:
        """Draw the outcome of the current chance node for the people, then advance.

        Raises:
            IllegalAction: If the current node is not a chance node, or only one of several people may see the outcome.
        """
        if self.table.node.kind != CHANCE:
            raise IllegalAction(f"chance: expected dice or cards to draw, got {self.table.node.name}")
        if self.is_secret:
            raise IllegalAction("chance: expected a public outcome, got a card that only one person may see")
        self.enter(self._sample_outcome())

    def undo(self, count: int) -> list[RecordLine]:
        """Undo the last entries and everything that followed from them.

        Args:
            count: Number of entries.

        Returns:
            The removed lines.

        Raises:
            IllegalAction: If there are fewer entries.
        """
        if not 1 <= count <= len(self.entries):
            num_entries = len(self.entries)
            unit = "entry" if num_entries == 1 else "entries"
            expected = f"{range_text(1, num_entries)} {unit}" if self.entries else "an entry before it"
            raise IllegalAction(f"undo: expected {expected}, got {count if self.entries else 'none'}")
        end = self.entries[-count]
        lines = self.table.lines[end:]
        self.truncate(end)
        del self.entries[-count:]
        return lines

    def truncate(self, end: int) -> None:
        """Restore the table after the first `end` lines; the caller updates `entries`."""
        self.table = self.keyframes.table_at(self.table.lines, end)
        self.keyframes.truncate(end)

    def advance(self) -> None:
        """Play bots and engine chance until a person must enter something or the game is over."""
        while not self.is_waiting:
            if self.is_engine_chance:
                self.step_chance()
            else:
                bot = self._bots[self.table.player]
                reseed(bot, self.entropy)
                play_bot(self.table, bot)
                self.keyframes.add(self.table)
            if self.on_step is not None:
                self.on_step()

    def step_chance(self) -> None:
        """Draw the outcome of the current chance node; nothing else is played."""
        self.table.play(self._sample_outcome())
        self.keyframes.add(self.table)

    def step_bot(self, action: int) -> None:
        """Play an action that a bot has chosen elsewhere; nothing else is played.

        Args:
            action: Index of the action.

        Raises:
            IllegalAction: If it is not legal.
        """
        self.table.play(action, seat=self.table.seat)
        self.keyframes.add(self.table)

    def hand_over(self, player: int, bot: str) -> None:
        """Replace a person by a bot; the person's earlier entries can no longer be undone.

        Args:
            player: Player to replace.
            bot: Name of the bot.

        Raises:
            ConfigError: If the bot is unknown.
            CheckpointError: If a bot file cannot be loaded.
        """
        players = list(self.setup.players)
        players[player] = bot
        if self._makes_bots:
            self._bots = make_bots(self.table.game, players, self.setup.seed)
        self.setup = replace(self.setup, players=tuple(players))
        home_seat, owner = self.table.home_seat(player), self.table.state.owner
        lines = {index: self.table.lines[index] for index in self.entries}
        self.entries = [
            index
            for index, line in lines.items()
            if line.visible_to != home_seat and (line.seat is None or owner[line.seat] != player)
        ]

    @property
    def entropy(self) -> tuple[int, int, int]:
        """Return the seed sequence of the bot to move: seed, player and number of lines."""
        return self.setup.seed, self.table.player, len(self.table.lines)

    @property
    def is_engine_chance(self) -> bool:
        """Return whether the current node is a chance node whose outcome the engine draws."""
        return self.table.node.kind == CHANCE and not self.is_waiting

    @property
    def is_waiting(self) -> bool:
        """Return whether a person must enter something, or the game is over."""
        return self.table.is_terminal or self._is_human_input()

    @property
    def is_secret(self) -> bool:
        """Return whether only one of several people may see the current outcome."""
        return self.table.node.visible_to == VISIBLE_TO_SEAT and len(self.setup.humans) > 1

    def _is_human_input(self) -> bool:
        """Return whether a person takes the current action or enters the current outcome.

        The engine draws outcomes that only a bot may know. Quiz results are always entered by people (RULINGS 6).
        """
        node, is_human = self.table.node, self.setup.players[self.table.player] == HUMAN
        if node.kind == PLAYER:
            return is_human
        if self.table.judged_externally:
            return True
        return self.setup.chance == EXPLICIT and self.presenter.is_entered(self.table, is_human)

    def _add_entry(self, is_correction: bool = False) -> None:
        if is_correction or self._is_human_input():
            self.entries.append(len(self.table.lines))

    def _sample_outcome(self) -> str:
        """Draw an outcome of the current chance node by its weights."""
        weights = self.table.chance_weights()
        low, high = split_seed(self.setup.seed)
        stream = [game_key(low, high, 0, len(self.table.lines), half) for half in (0, 1)] + [0]
        index: int = weighted_draw(stream, list(weights.values()), len(weights))
        return list(weights)[index]


class SteppedReferee(Referee):
    """A referee that plays nothing automatically; the caller uses `step_chance` and `step_bot`."""

    def advance(self) -> None:
        """Do nothing."""
