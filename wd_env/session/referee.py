"""A game on a real table: people answer and throw, bots answer for their seats, and entries can be taken back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Self

import numpy as np

from wd_env import registry
from wd_env.agents.agent import Agent, reseed
from wd_env.agents.agent_registry import make_bot
from wd_env.errors import ConfigError, IllegalAction, StateError, WrongSeat
from wd_env.kernels.philox import game_key, weighted_draw
from wd_env.seeding import split_seed
from wd_env.session.keyframes import Keyframes
from wd_env.session.players import HUMAN, hint_bot, make_bots, play_bot, seat_names
from wd_env.session.session_setup import SessionSetup, setup_from_record
from wd_env.spec.custom_files import Files
from wd_env.spec.game_spec import CHANCE, PLAYER, VISIBLE_TO_SEAT
from wd_env.table.game_record import GameRecord, RecordLine
from wd_env.table.game_table import EXPLICIT, Table


class Referee:
    """Takes what people enter and keeps the account; whatever is not theirs it settles itself, at once.

    An error leaves everything as it was. Bots and the engine's chance draw from the seed and the number of the line, so
    that nothing is different after a line was taken back or a game loaded.
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
        """A table whose chance is asked, where the game begins, and the lines that are played already.

        With `is_settled` everything has happened up to the first entry; else `settle` is to be called, or one step
        after another made. `bots` answer by player; without them those of the round are made by their names.
        ConfigError unless each player of the table has a seat in the round.
        """
        if len(setup.players) != table.players:
            seats = f"{len(setup.players)} seats for a game of {table.players} players: {', '.join(setup.players)}"
            raise ConfigError(f"{seats}; allowed is one for each")
        self.setup = setup
        self.on_step: Callable[[], None] | None = None  # called after each thing that happens without people
        self.entries: list[int] = []  # the lines that people entered, by their place in the record
        self.table = table
        self.names = seat_names(table, setup.names)
        self.presenter = registry.presenter_for(table.game)
        self._bots = make_bots(table.game, setup.players, setup.seed) if bots is None else bots
        if setup.chance == EXPLICIT and setup.humans:
            self.presenter.check_humans(table.config)
        self.keyframes = Keyframes(table)
        for line in lines:
            self._add_entry(line.is_correction)
            self.table.play_line(line)
            self.keyframes.add(self.table)
        self.initial_lines = len(self.table.lines)  # lines that were there before anything happened here
        if advance:
            self.advance()

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
        """Go on with a game that was kept, with other `players` if given.

        A record may come from a stranger, so it opens nothing: of `files` are the files of one's own with which it was
        played, and `named` are the trained bots that may sit in it. StateError for what cannot be read.
        """
        table = replay_record(record, files)  # all of it can be played
        round_ = setup_from_record(record, table.config, players, allowed_bots)
        return cls(table.at_line(0), round_, record.lines, advance=advance, bots=bots)

    def record(self) -> GameRecord:
        """The game so far and who plays it."""
        record, at = self.table.record(), self.setup
        return replace(
            record, notes={"seats": list(at.players), "names": list(at.names), "chance": at.chance, "seed": at.seed}
        )

    # Entries

    def check_seat(self, seat: int) -> None:
        """WrongSeat when the open question, an answer or a throw, is not the matter of who plays this seat."""
        if self.table.state.owner[seat] != self.table.player:
            whose, asked = self.names.seat(seat), self.names.seat(self.table.seat)
            raise WrongSeat(f"it is not the matter of {whose}; {asked} is asked or throws")

    def enter(self, option: str) -> None:
        """Somebody's answer or an outcome of chance; then everything up to the next entry. IllegalAction as `play`."""
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
        """What somebody did against the rules, where the table punishes it (RULINGS 105).

        IllegalAction where it does not, or where the seat may answer so; WrongSeat for who cannot be punished now.
        """
        if not self.table.penalizes_violations:
            raise IllegalAction("nothing is punished here: illegal_action is error; allowed is what is offered")
        if self.table.node.kind == PLAYER and seat == self.table.seat and action in self.table.legal_texts():
            raise IllegalAction(f"{action!r} is no offence here; it is offered")
        if not self.table.can_be_penalized(seat):
            raise WrongSeat(f"{self.names.seat(seat)} is not asked and cannot be punished now")
        self.table.play(action, seat=seat)
        self.entries.append(len(self.table.lines) - 1)
        self.keyframes.add(self.table)
        self.advance()

    def correct(self, text: str) -> None:
        """Set the account right where it differs from the real table; an entry like others. Errors as of the table."""
        self.table.correct(text)
        self.entries.append(len(self.table.lines) - 1)
        self.keyframes.add(self.table)

    def find_seat(self, text: str) -> int:
        """The seat that is meant by its number, its name or the beginning of it; ConfigError for none."""
        return self.names.find(text, self.table.state.seats)

    def hint(self, bot: str = "") -> tuple[str, str]:
        """A bot, by default the game's own, and the text of what it would choose at the open decision.

        IllegalAction when no decision is open; ConfigError and CheckpointError as `make_bot`.
        """
        if self.table.node.kind != PLAYER:
            raise IllegalAction(f"nobody decides {self.table.node.name}; allowed is a hint for a decision")
        bot, place = bot or hint_bot(self.table.game), len(self.table.lines)
        there = self.table.copy()
        play_bot(there, make_bot(bot, there.game, np.random.default_rng((self.setup.seed, there.player, place))))
        return bot, there.lines[place].text

    def sample_chance(self) -> None:
        """Let the engine throw or draw what people could not; IllegalAction when no chance is open, or chance that one
        person alone may see.
        """
        if self.table.node.kind != CHANCE:
            raise IllegalAction(f"nothing is to be thrown or drawn; the open question is {self.table.node.name}")
        if self.is_secret:
            raise IllegalAction("this card is for the eyes of one person; allowed is what that person draws")
        self.enter(self._sample_outcome())

    def undo(self, count: int) -> list[RecordLine]:
        """Undo the last entries and all that followed from them; these lines. IllegalAction for more than there are."""
        if not 1 <= count <= len(self.entries):
            has = f"allowed are 1 to {len(self.entries)}" if self.entries else "nothing has been entered yet"
            raise IllegalAction(f"{count} entries cannot be taken back; {has}")
        stop = self.entries[-count]
        undone = self.table.lines[stop:]
        self.truncate(stop)
        del self.entries[-count:]
        return undone

    def truncate(self, end: int) -> None:
        """Let the table be as it was after the first `end` lines; the entries stay for whoever calls this."""
        self.table = self.keyframes.table_at(self.table.lines, end)
        self.keyframes.truncate(end)

    def advance(self) -> None:
        """Bots answer and the engine throws until people are asked."""
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
        """Let the engine settle the open chance, and nothing that follows."""
        self.table.play(self._sample_outcome())
        self.keyframes.add(self.table)

    def step_bot(self, action: int) -> None:
        """Carry out what a bot has chosen elsewhere, and nothing that follows; IllegalAction as `play`."""
        self.table.play(action, seat=self.table.seat)
        self.keyframes.add(self.table)

    def hand_over(self, player: int, bot: str) -> None:
        """Let a bot, by its name, play on for a player, whose own entries are the bot's from now on."""
        players = list(self.setup.players)
        players[player] = bot
        self.setup = replace(self.setup, players=tuple(players))
        home, owner = self.table.home_seat(player), self.table.state.owner
        lines = {number: self.table.lines[number] for number in self.entries}
        self.entries = [
            number
            for number, line in lines.items()
            if line.visible_to != home and (line.seat is None or owner[line.seat] != player)
        ]

    @property
    def entropy(self) -> tuple[int, int, int]:
        """What the bot draws from that is asked now: seed, player and line, so that nothing else matters."""
        return self.setup.seed, self.table.player, len(self.table.lines)

    @property
    def is_engine_chance(self) -> bool:
        """Chance is open that the engine settles."""
        return self.table.node.kind == CHANCE and not self.is_waiting

    @property
    def is_waiting(self) -> bool:
        """People are asked, or the game is over."""
        return self.table.is_terminal or self._is_human_input()

    # What is whose

    @property
    def is_secret(self) -> bool:
        """The open entry is for the eyes of one person among several."""
        return self.table.node.visible_to == VISIBLE_TO_SEAT and len(self.setup.humans) > 1

    def _is_human_input(self) -> bool:
        """A person answers, or people see what fell.

        What a bot alone may know, what it answers to a quiz card and who knows what are the engine's chance; a person's
        answer is not, and in a quiz nobody's is (RULINGS 6).
        """
        question, is_person = self.table.node, self.setup.players[self.table.player] == HUMAN
        if question.kind == PLAYER:
            return is_person
        if self.table.judged_externally:
            return True
        return self.setup.chance == EXPLICIT and self.presenter.is_entered(self.table, is_person)

    def _add_entry(self, is_correction: bool = False) -> None:
        if is_correction or self._is_human_input():
            self.entries.append(len(self.table.lines))

    def _sample_outcome(self) -> str:
        """An outcome of the open chance question by its odds."""
        chances = self.table.chance_weights()
        low, high = split_seed(self.setup.seed)
        stream = [game_key(low, high, 0, len(self.table.lines), word) for word in (0, 1)] + [0]
        drawn: int = weighted_draw(stream, list(chances.values()), len(chances))
        return list(chances)[drawn]


class SteppedReferee(Referee):
    """A referee at whose table nothing happens by itself: whoever holds it makes one step after another."""

    def advance(self) -> None:
        """Nothing; see `step_chance` and `step_bot`."""


def replay_record(record: GameRecord, files: Files = ()) -> Table:
    """Play a record again on a table of its game; StateError for what cannot be played, and for an unknown game."""
    try:
        row = registry.get_game(record.game)
    except ConfigError as unknown:
        raise StateError(f"the record: {unknown}") from None
    return row.table_class.replay(row.game, record, files=files)
