"""One game at the server: who may do what in it, and the steps that happen without people."""

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from wd_env.server.hosting.event_texts import Tale
from wd_env.server.hosting.seat_secrets import Seating
from wd_env.server.limits import Bounds, Turns
from wd_env.server.server_errors import Refusal
from wd_env.session.players import HUMAN
from wd_env.session.referee import StepReferee
from wd_env.spec.game_spec import CHANCE
from wd_env.table.game_record import Line, Record
from wd_env.table.game_table import SAMPLED, Table

OWN, ALWAYS, NEVER = "own", "always", "never"
NONCE_BYTES = 16
MS_A_SECOND = 1000
RETRY_SECONDS = 5.0  # until a game that could not be kept is tried again
FAILED = "{name} has failed; any legal answer was given for it."
FULL = "The game has {lines} lines, the most that a game may have; it goes no further."

log = logging.getLogger(__name__)

Choose = Callable[["Game"], Awaitable[int]]  # what the bot that is asked answers


@dataclass(frozen=True)
class Manners:
    """What was agreed on before the game."""

    take_back: str = OWN
    is_open: bool = False
    advice: bool = False
    pace_ms: int = 0


@dataclass
class Game:
    """A referee, its story, and what the people at it are told."""

    id: str
    referee: StepReferee
    seating: Seating
    manners: Manners
    nonce: str = field(default_factory=lambda: secrets.token_hex(NONCE_BYTES))
    backs: list[int] = field(default_factory=list)  # the line to which each take-back went
    notices: list[dict[str, Any]] = field(default_factory=list)  # what `replies.Notice` tells
    answered: dict[str, tuple[str, int, int]] = field(default_factory=dict)  # by who and id: digest, line, branch

    handed: dict[int, int] = field(default_factory=dict)  # by player: lines when a bot took the seat over

    def __post_init__(self) -> None:
        self.tale = Tale(self.referee)
        self.touched = monotonic()
        self.streams = 0  # that follow it now
        self.is_gone = False  # from the server
        self.keep: Callable[[Game], None] = lambda game: None
        self.bounds, self.turns = Bounds(), Turns()  # those of the server, once it is among its games
        self.client = ""  # who began it, by address; empty for programs of this machine
        self.bell = asyncio.Event()  # rung once, by whatever happens next
        self._task: asyncio.Task[None] | None = None
        self._attended_until = 0.0
        self._is_attended = asyncio.Event()  # wakes a game that has paused

    # Who and what

    @property
    def lines(self) -> list[Line]:
        """The record so far."""
        return self.referee.table.lines

    @property
    def branch(self) -> int:
        """How often entries were taken back."""
        return len(self.backs)

    @property
    def is_full(self) -> bool:
        """It has as many lines as a game may have, and goes no further."""
        return len(self.lines) >= self.bounds.lines

    @property
    def is_done(self) -> bool:
        """Nothing happens in it any more, unless something is taken back."""
        return self.referee.table.is_over or self.is_full

    @property
    def is_open(self) -> bool:
        """Everybody may see everything: so it was agreed, or it is over."""
        return self.manners.is_open or self.referee.table.is_over

    @property
    def seed_hash(self) -> str:
        """What is told of the seed at the beginning: SHA-256 of nonce, a colon and the seed."""
        return "sha256:" + hashlib.sha256(f"{self.nonce}:{self.referee.round.seed}".encode()).hexdigest()

    def kind(self, player: int) -> str:
        """HUMAN or the id of a bot."""
        return self.referee.round.players[player]

    def owner(self, seat: int) -> int:
        """The player of a seat."""
        return int(self.referee.table.state.owner[seat])

    def is_bots(self, seat: int, number: int | None = None) -> bool:
        """A bot plays this seat, or has answered the line of this number for it."""
        player = self.owner(seat)
        is_after = number is None or number > self.handed.get(player, 0)
        return is_after and self.kind(player) != HUMAN

    def home(self, viewer: int | None) -> int | None:
        """The own seat of a player; None for a bystander."""
        return None if viewer is None else self.referee.table.home(viewer)

    def may_answer(self, viewer: int | None) -> bool:
        """The open entry is for this person: a decision, or chance that people enter."""
        table = self.referee.table
        if viewer is None or table.is_over or not self.referee.is_settled or self.kind(viewer) != HUMAN:
            return False
        is_own = table.player == viewer
        return is_own or (table.question.kind == CHANCE and not self.referee.is_secret)

    def check_asked(self, viewer: int | None) -> None:
        """Refuse whoever is not asked while the game goes on, in words that list no options."""
        table, names = self.referee.table, self.referee.names
        if viewer is None:
            raise Refusal("not_yours", "whoever watches answers nothing")
        if not self.may_answer(viewer):
            raise Refusal("wrong_seat", f"you are not asked; {names.seat(table.seat)} is")

    def check_line(self, line: int) -> None:
        """Refuse what rests on another number of lines than there are."""
        if line != len(self.lines):
            raise Refusal("stale", f"it rests on {line} lines; there are {len(self.lines)}", "line")

    def most_back(self, viewer: int | None) -> int:
        """How many entries this viewer may take back."""
        entries, referee = self.referee.entries, self.referee
        if viewer is None or self.kind(viewer) != HUMAN or self.manners.take_back == NEVER:
            return 0
        if self.branch >= self.bounds.backs:
            return 0
        if referee.table.is_over and referee.round.luck == SAMPLED:
            return 0  # the seed is told
        if self.manners.take_back == ALWAYS:
            return len(entries)
        number = 0
        while number < len(entries) and self._is_own(self.lines[entries[-1 - number] :], viewer):
            number += 1
        return number

    def _is_own(self, lines: Sequence[Line], viewer: int) -> bool:
        """Nobody has learnt anything by these lines: no outcome of chance, no secret, no answer of another person."""
        return all(
            line.is_correction
            or (
                (line.seat is not None and line.seen_by is None)
                and (self.owner(line.seat) == viewer or self.is_bots(line.seat))
            )
            for line in lines
        )

    def record_for(self, viewer: int | None) -> Record:
        """The record as this viewer may have it: all of it with its notes when the game is over."""
        if self.referee.table.is_over:
            return self.referee.record()
        record, home = self.referee.table.record(), self.home(viewer)
        if self.manners.is_open:
            return record
        return record.for_seat(-1 if home is None else home)

    def table_at(self, line: int) -> Table:
        """The table as it was after so many lines; it is not to be played on."""
        return self.referee.table if line == len(self.lines) else self.referee.past.at(self.lines, line)

    # What happens

    def changed(self) -> None:
        """Keep what has happened, then tell it; OSError where it cannot be kept, and then nothing is told."""
        self.keep(self)
        self.tell()

    def tell(self) -> None:
        """Tell what has happened to whoever follows the game."""
        self.touched = monotonic()
        self.tale.follow()
        self.ring()

    def ring(self) -> None:
        """Wake whoever follows it."""
        bell, self.bell = self.bell, asyncio.Event()
        bell.set()

    def taken_back(self, to: int) -> None:
        """Note that all after this line is undone."""
        self.backs.append(to)
        self.tale.begin_again()

    def note(self, text: str, bot: str = "") -> None:
        """Tell people something beside the record; no more of it than a bound."""
        if len(self.notices) < self.bounds.notices:
            self.notices.append({"line": len(self.lines), "text": text} | ({"bot": bot} if bot else {}))

    def attend(self) -> None:
        """Somebody is there: the game goes on, for a while also where nobody follows it."""
        self.touched = monotonic()
        self._attended_until = self.touched + self.bounds.linger
        self._is_attended.set()

    def go_on(self, choose: Choose) -> None:
        """Let bots and the engine make their steps, one after another, until people are asked.

        It pauses while nobody follows it or asks anything in it.
        """
        is_idle = self._task is None or self._task.done()
        if is_idle and not (self.referee.is_settled or self.is_full or self.is_gone):
            self._task = asyncio.get_running_loop().create_task(self._drive(choose))

    async def _drive(self, choose: Choose) -> None:
        try:
            while not (self.referee.is_settled or self.is_full):
                await self._somebody()
                await self._step(choose)
                await asyncio.sleep(self.manners.pace_ms / MS_A_SECOND)
            if self.is_full:
                self.note(FULL.format(lines=len(self.lines)))
                self.ring()
        except Exception:  # whatever it is, players must see that the game has stopped
            log.exception("game %s cannot go on", self.id)
            self.note("the game cannot go on now; ask again later")
            self.ring()

    async def _somebody(self) -> None:
        """Wait until somebody follows the game or has asked for something."""
        while not self.streams and monotonic() >= self._attended_until:
            self._is_attended.clear()
            await self._is_attended.wait()

    async def _step(self, choose: Choose) -> None:
        at = (self.branch, len(self.lines), self.referee.table.player)
        action = None if self.referee.is_engines else await self._chosen(choose)
        async with self.turns.one():
            if at != (self.branch, len(self.lines), self.referee.table.player) or self.referee.is_settled:
                return  # something was taken back meanwhile
            if action is None:
                self.referee.step_chance()
            else:
                self.referee.step_bot(action)
            is_kept = self._is_kept()
        while not is_kept:  # what is not kept is not told: the game waits for the disk
            await asyncio.sleep(RETRY_SECONDS)
            is_kept = self._is_kept()

    def _is_kept(self) -> bool:
        """Keep and tell a step; False where the disk refuses."""
        try:
            self.changed()
        except OSError as problem:
            log.warning("game %s waits, for it cannot be kept: %s", self.id, problem.strerror)
            return False
        return True

    async def _chosen(self, choose: Choose) -> int:
        """The answer of the bot that is asked; any legal one for a bot that fails, which people are told."""
        table, lines = self.referee.table, len(self.lines)
        player = table.player
        try:
            return await choose(self)
        except Refusal as failure:
            name = self.referee.names.seat(table.seat)
            if self.referee.table is table and len(table.lines) == lines:
                self.note(FAILED.format(name=name), self.kind(player))
            log.warning("game %s: %s", self.id, failure)
            legal = [action for action, mask in enumerate(table.mask()) if mask]
            return legal[(self.referee.round.seed + lines) % len(legal)] if legal else 0

    def end(self) -> None:
        """Let nothing happen in it any more, and wake whoever follows it."""
        if self._task is not None:
            self._task.cancel()
        self.is_gone = True
        self.bell.set()

    async def stop(self) -> None:
        """End what is going on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
