"""A game on a real table: people answer and throw, bots answer for their seats, and entries can be taken back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from wd_env.agents.roster import ROSTER
from wd_env.cli.seats import Names, bots_of, names_of, play_bot
from wd_env.core.errors import ConfigError, IllegalAction, StateError, WrongSeat, quoted
from wd_env.core.own_files import Files
from wd_env.core.record import Line, Record
from wd_env.core.rng import game_key, weighted_draw
from wd_env.core.seeds import check_seed, split_seed
from wd_env.core.spec import CHANCE, DECISION, SEEN_BY_SEAT
from wd_env.core.table import ASKED, SAMPLED
from wd_env.world_dominance.config import Config
from wd_env.world_dominance.game import GAME
from wd_env.world_dominance.numbers import HUNDRED
from wd_env.world_dominance.outcomes import ANSWERS, KNOWS
from wd_env.world_dominance.table import WorldDominance

HUMAN = "human"


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


# What the notes of a record say of a round.
_NOTES: dict[str, Callable[[object], bool]] = {
    "seats": _is_texts,
    "names": _is_texts,
    "luck": lambda value: value in (ASKED, SAMPLED),
    "seed": lambda value: type(value) is int,
}


@dataclass(frozen=True)
class Round:
    """Who sits around the table and where luck comes from."""

    players: tuple[str, ...]  # of each player: HUMAN or a bot
    names: tuple[str, ...]  # of each player, or none
    luck: str  # ASKED: it falls on the real table; SAMPLED: the engine's
    seed: int  # of the engine's luck and of the bots

    @property
    def people(self) -> list[int]:
        """The players that are people."""
        return [player for player, kind in enumerate(self.players) if kind == HUMAN]


class Referee:
    """Takes what people enter and keeps the account; whatever is not theirs it settles itself, at once.

    An error leaves everything as it was. Bots and the engine's luck draw from the seed and the number of the line, so
    that nothing is different after a line was taken back or a game loaded.
    """

    def __init__(self, table: WorldDominance, round_: Round, lines: Sequence[Line] = ()) -> None:
        """A table whose luck is asked, where the game begins, and the lines that are played already.

        ConfigError unless each player of the table has a seat in the round.
        """
        if len(round_.players) != table.players:
            seats = f"{len(round_.players)} seats for a game of {table.players} players: {', '.join(round_.players)}"
            raise ConfigError(f"{seats}; allowed is one for each")
        self.round = round_
        self.entries: list[int] = []  # the lines that people entered, by their place in the record
        self.table = table
        self.names = Names.at(self.table, round_.names)
        self._bots = bots_of(round_.players, HUMAN, round_.seed)
        self._check_answers_are_open()
        for line in lines:
            self._note_entry(line.is_correction)
            self.table.play_line(line)
        self.begun_with = len(self.table.lines)  # lines that were there before anything happened here
        self._settle()

    @classmethod
    def of_record(
        cls, record: Record, players: Sequence[str] = (), *, files: Files = (), named: Sequence[str] = ()
    ) -> "Referee":
        """Go on with a game that was kept, with other `players` if given.

        A record may come from a stranger, so it opens nothing: of `files` are the files of one's own with which it was
        played, and `named` are the trained bots that may sit in it. StateError for what cannot be read.
        """
        table = WorldDominance.replay(GAME, record, files=files)  # all of it can be played
        return cls(table.rewound(0), _round_of(record, table.config, players, named), record.lines)

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
            raise WrongSeat(f"it is not the matter of seat {seat}; seat {self.table.seat} is asked or throws")

    def enter(self, option: str) -> None:
        """Somebody's answer or what luck gave; then everything up to the next entry. IllegalAction as `play`."""
        before = len(self.entries)
        self._note_entry()
        try:
            self.table.play(option, seat=self.table.seat if self.table.question.kind == DECISION else None)
        except IllegalAction:
            del self.entries[before:]
            raise
        self._settle()

    def offend(self, seat: int, action: str) -> None:
        """What somebody did against the rules, where the table punishes it (RULINGS 105).

        IllegalAction where it does not, or where the seat may answer so; WrongSeat for who cannot be punished now.
        """
        if not self.table.punishes:
            raise IllegalAction("nothing is punished here: illegal_action is error; allowed is what is offered")
        if self.table.question.kind == DECISION and seat == self.table.seat and action in self.table.options():
            raise IllegalAction(f"{action!r} is no offence here; it is offered")
        self.table.play(action, seat=seat)
        self.entries.append(len(self.table.lines) - 1)
        self._settle()

    def correct(self, text: str) -> None:
        """Set the account right where it differs from the real table; an entry like others. Errors as of the table."""
        self.table.correct(text)
        self.entries.append(len(self.table.lines) - 1)

    def throw(self) -> None:
        """Let the engine throw or draw what people could not; IllegalAction when no luck is open, or luck that one
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
        self.table = self.table.rewound(stop)
        del self.entries[-number:]
        return undone

    # What is whose

    @property
    def is_secret(self) -> bool:
        """The open entry is for the eyes of one person among several."""
        return self.table.question.seen_by == SEEN_BY_SEAT and len(self.round.people) > 1

    def _is_persons(self) -> bool:
        """A person answers, or people see what fell.

        What a bot alone may know, what it answers to a quiz card and who knows what are the engine's luck; a person's
        answer is not, and in a quiz nobody's is (RULINGS 6).
        """
        question, is_person = self.table.question, self.round.players[self.table.player] == HUMAN
        if question.kind == DECISION:
            return is_person
        if self.table.is_reported:
            return True
        if self.round.luck == SAMPLED or question.first_outcome == KNOWS:
            return False
        return is_person or not (question.seen_by == SEEN_BY_SEAT or question.first_outcome == ANSWERS)

    def _note_entry(self, is_correction: bool = False) -> None:
        if is_correction or self._is_persons():
            self.entries.append(len(self.table.lines))

    def _settle(self) -> None:
        """Bots answer and the engine throws until people are asked."""
        while not self.table.is_over and not self._is_persons():
            if self.table.question.kind == CHANCE:
                self.table.play(self._chance())
            else:
                bot = self._bots[self.table.player]
                bot.generator = np.random.default_rng((self.round.seed, self.table.player, len(self.table.lines)))
                play_bot(self.table, bot)

    def _chance(self) -> str:
        """An outcome of the open luck by its odds."""
        chances = self.table.chances()
        low, high = split_seed(self.round.seed)
        stream = [game_key(low, high, 0, len(self.table.lines), word) for word in (0, 1)] + [0]
        drawn: int = weighted_draw(stream, list(chances.values()), len(chances))
        return list(chances)[drawn]

    def _check_answers_are_open(self) -> None:
        """What a person knows is not for the engine to say, so that either answer must be able to come."""
        if self.round.luck == SAMPLED or not self.round.people:
            return
        for name, percent in self.table.config.as_dict().items():
            if name.startswith("percent_") and percent in (0, HUNDRED):
                raise ConfigError(f"{name} is {percent}; with people who answer themselves allowed are 1..99")


def _round_of(record: Record, config: Config, players: Sequence[str], named: Sequence[str]) -> Round:
    """Who plays on, from what the record says; a record of another command is played on by people."""
    notes = record.notes or {
        "seats": [HUMAN] * config.num_players,
        "names": [],
        "luck": ASKED,
        "seed": check_seed(None),
    }
    for name, is_such in _NOTES.items():
        if not is_such(value := notes.get(name)):
            raise StateError(f"the record's note of {name} is {quoted(value)}; allowed is one that `wd table` wrote")
    seats = list(players or notes["seats"])
    for name in () if players else seats:
        if name not in (HUMAN, *ROSTER, *named):
            allowed = f"{HUMAN}, {', '.join(ROSTER)} and files that --seats names"
            raise StateError(f"the record has the bot {quoted(name)} at the table; allowed are {allowed}")
    names = names_of(",".join(notes["names"]), notes["seats"])
    return Round(tuple(seats), names, notes["luck"], check_seed(notes["seed"]))
