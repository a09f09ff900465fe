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
from wd_env.session.keyframes import Past
from wd_env.session.players import HUMAN, bots_of, hinting_bot, play_bot, seat_names
from wd_env.session.session_setup import Round, round_of
from wd_env.spec.custom_files import Files
from wd_env.spec.game_spec import CHANCE, DECISION, SEEN_BY_SEAT
from wd_env.table.game_record import Line, Record
from wd_env.table.game_table import ASKED, Table


class Referee:
    """Takes what people enter and keeps the account; whatever is not theirs it settles itself, at once.

    An error leaves everything as it was. Bots and the engine's chance draw from the seed and the number of the line, so
    that nothing is different after a line was taken back or a game loaded.
    """

    def __init__(
        self,
        table: Table,
        round_: Round,
        lines: Sequence[Line] = (),
        *,
        is_settled: bool = True,
        bots: Mapping[int, Agent] | None = None,
    ) -> None:
        """A table whose chance is asked, where the game begins, and the lines that are played already.

        With `is_settled` everything has happened up to the first entry; else `settle` is to be called, or one step
        after another made. `bots` answer by player; without them those of the round are made by their names.
        ConfigError unless each player of the table has a seat in the round.
        """
        if len(round_.players) != table.players:
            seats = f"{len(round_.players)} seats for a game of {table.players} players: {', '.join(round_.players)}"
            raise ConfigError(f"{seats}; allowed is one for each")
        self.round = round_
        self.watch: Callable[[], None] | None = None  # called after each thing that happens without people
        self.entries: list[int] = []  # the lines that people entered, by their place in the record
        self.table = table
        self.names = seat_names(table, round_.names)
        self.teller = registry.teller_of(table.game)
        self._bots = bots_of(table.game, round_.players, round_.seed) if bots is None else bots
        if round_.luck == ASKED and round_.people:
            self.teller.check_people(table.config)
        self.past = Past(table)
        for line in lines:
            self._note_entry(line.is_correction)
            self.table.play_line(line)
            self.past.note(self.table)
        self.begun_with = len(self.table.lines)  # lines that were there before anything happened here
        if is_settled:
            self.settle()

    @classmethod
    def of_record(
        cls,
        record: Record,
        players: Sequence[str] = (),
        *,
        files: Files = (),
        named: Sequence[str] = (),
        is_settled: bool = True,
        bots: Mapping[int, Agent] | None = None,
    ) -> Self:
        """Go on with a game that was kept, with other `players` if given.

        A record may come from a stranger, so it opens nothing: of `files` are the files of one's own with which it was
        played, and `named` are the trained bots that may sit in it. StateError for what cannot be read.
        """
        table = table_of(record, files)  # all of it can be played
        round_ = round_of(record, table.config, players, named)
        return cls(table.rewound(0), round_, record.lines, is_settled=is_settled, bots=bots)

    def record(self) -> Record:
        """The game so far and who plays it."""
        record, at = self.table.record(), self.round
        return replace(
            record, notes={"seats": list(at.players), "names": list(at.names), "luck": at.luck, "seed": at.seed}
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
        self._note_entry()
        try:
            self.table.play(option, seat=self.table.seat if self.table.question.kind == DECISION else None)
        except IllegalAction:
            del self.entries[before:]
            raise
        self.past.note(self.table)
        self.settle()

    def offend(self, seat: int, action: str) -> None:
        """What somebody did against the rules, where the table punishes it (RULINGS 105).

        IllegalAction where it does not, or where the seat may answer so; WrongSeat for who cannot be punished now.
        """
        if not self.table.punishes:
            raise IllegalAction("nothing is punished here: illegal_action is error; allowed is what is offered")
        if self.table.question.kind == DECISION and seat == self.table.seat and action in self.table.options():
            raise IllegalAction(f"{action!r} is no offence here; it is offered")
        if not self.table.may_be_punished(seat):
            raise WrongSeat(f"{self.names.seat(seat)} is not asked and cannot be punished now")
        self.table.play(action, seat=seat)
        self.entries.append(len(self.table.lines) - 1)
        self.past.note(self.table)
        self.settle()

    def correct(self, text: str) -> None:
        """Set the account right where it differs from the real table; an entry like others. Errors as of the table."""
        self.table.correct(text)
        self.entries.append(len(self.table.lines) - 1)
        self.past.note(self.table)

    def seat(self, words: str) -> int:
        """The seat that is meant by its number, its name or the beginning of it; ConfigError for none."""
        return self.names.find(words, self.table.state.seats)

    def hint(self, name: str = "") -> tuple[str, str]:
        """A bot, by default the game's own, and the text of what it would choose at the open decision.

        IllegalAction when no decision is open; ConfigError and CheckpointError as `make_bot`.
        """
        if self.table.question.kind != DECISION:
            raise IllegalAction(f"nobody decides {self.table.question.name}; allowed is a hint for a decision")
        name, place = name or hinting_bot(self.table.game), len(self.table.lines)
        there = self.table.copy()
        play_bot(there, make_bot(name, there.game, np.random.default_rng((self.round.seed, there.player, place))))
        return name, there.lines[place].text

    def throw(self) -> None:
        """Let the engine throw or draw what people could not; IllegalAction when no chance is open, or chance that one
        person alone may see.
        """
        if self.table.question.kind != CHANCE:
            raise IllegalAction(f"nothing is to be thrown or drawn; the open question is {self.table.question.name}")
        if self.is_secret:
            raise IllegalAction("this card is for the eyes of one person; allowed is what that person draws")
        self.enter(self._chance())

    def take_back(self, number: int) -> list[Line]:
        """Undo the last entries and all that followed from them; these lines. IllegalAction for more than there are."""
        if not 1 <= number <= len(self.entries):
            has = f"allowed are 1 to {len(self.entries)}" if self.entries else "nothing has been entered yet"
            raise IllegalAction(f"{number} entries cannot be taken back; {has}")
        stop = self.entries[-number]
        undone = self.table.lines[stop:]
        self.go_back(stop)
        del self.entries[-number:]
        return undone

    def go_back(self, end: int) -> None:
        """Let the table be as it was after the first `end` lines; the entries stay for whoever calls this."""
        self.table = self.past.at(self.table.lines, end)
        self.past.cut(end)

    def settle(self) -> None:
        """Bots answer and the engine throws until people are asked."""
        while not self.is_settled:
            if self.is_engines:
                self.step_chance()
            else:
                bot = self._bots[self.table.player]
                reseed(bot, self.entropy)
                play_bot(self.table, bot)
                self.past.note(self.table)
            if self.watch is not None:
                self.watch()

    def step_chance(self) -> None:
        """Let the engine settle the open chance, and nothing that follows."""
        self.table.play(self._chance())
        self.past.note(self.table)

    def step_bot(self, action: int) -> None:
        """Carry out what a bot has chosen elsewhere, and nothing that follows; IllegalAction as `play`."""
        self.table.play(action, seat=self.table.seat)
        self.past.note(self.table)

    def hand_over(self, player: int, bot: str) -> None:
        """Let a bot, by its name, play on for a player, whose own entries are the bot's from now on."""
        players = list(self.round.players)
        players[player] = bot
        self.round = replace(self.round, players=tuple(players))
        home, owner = self.table.home(player), self.table.state.owner
        lines = {number: self.table.lines[number] for number in self.entries}
        self.entries = [
            number
            for number, line in lines.items()
            if line.seen_by != home and (line.seat is None or owner[line.seat] != player)
        ]

    @property
    def entropy(self) -> tuple[int, int, int]:
        """What the bot draws from that is asked now: seed, player and line, so that nothing else matters."""
        return self.round.seed, self.table.player, len(self.table.lines)

    @property
    def is_engines(self) -> bool:
        """Chance is open that the engine settles."""
        return self.table.question.kind == CHANCE and not self.is_settled

    @property
    def is_settled(self) -> bool:
        """People are asked, or the game is over."""
        return self.table.is_over or self._is_persons()

    # What is whose

    @property
    def is_secret(self) -> bool:
        """The open entry is for the eyes of one person among several."""
        return self.table.question.seen_by == SEEN_BY_SEAT and len(self.round.people) > 1

    def _is_persons(self) -> bool:
        """A person answers, or people see what fell.

        What a bot alone may know, what it answers to a quiz card and who knows what are the engine's chance; a person's
        answer is not, and in a quiz nobody's is (RULINGS 6).
        """
        question, is_person = self.table.question, self.round.players[self.table.player] == HUMAN
        if question.kind == DECISION:
            return is_person
        if self.table.is_reported:
            return True
        return self.round.luck == ASKED and self.teller.is_entered(self.table, is_person)

    def _note_entry(self, is_correction: bool = False) -> None:
        if is_correction or self._is_persons():
            self.entries.append(len(self.table.lines))

    def _chance(self) -> str:
        """An outcome of the open chance question by its odds."""
        chances = self.table.chances()
        low, high = split_seed(self.round.seed)
        stream = [game_key(low, high, 0, len(self.table.lines), word) for word in (0, 1)] + [0]
        drawn: int = weighted_draw(stream, list(chances.values()), len(chances))
        return list(chances)[drawn]


class StepReferee(Referee):
    """A referee at whose table nothing happens by itself: whoever holds it makes one step after another."""

    def settle(self) -> None:
        """Nothing; see `step_chance` and `step_bot`."""


def table_of(record: Record, files: Files = ()) -> Table:
    """Play a record again on a table of its game; StateError for what cannot be played, and for an unknown game."""
    try:
        row = registry.game_named(record.game)
    except ConfigError as unknown:
        raise StateError(f"the record: {unknown}") from None
    return row.table_class.replay(row.game, record, files=files)
