"""One game at the server: who may do what in it, and the steps that happen without people."""

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import numpy as np

from wd_env.server.hosting.event_texts import NarrationCache
from wd_env.server.hosting.seat_secrets import Participants
from wd_env.server.limits import FairLock, ServerLimits
from wd_env.server.server_errors import ApiError
from wd_env.session.players import HUMAN
from wd_env.session.referee import SteppedReferee
from wd_env.spec.game_spec import CHANCE
from wd_env.table.game_record import GameRecord, RecordLine
from wd_env.table.game_table import SAMPLED, Table

OWN, ALWAYS, NEVER = "own", "always", "never"
NONCE_BYTES = 16
MS_PER_SECOND = 1000
RETRY_SECONDS = 5.0  # until a game that could not be kept is tried again
BOT_FAILED_ALERT = "{name} has failed; any legal answer was given for it."
GAME_FULL_ALERT = "The game has {lines} lines, the most that a game may have; it goes no further."

log = logging.getLogger(__name__)

ChooseAction = Callable[["HostedGame"], Awaitable[int]]  # what the bot that is asked answers


@dataclass(frozen=True)
class TableSettings:
    """What was agreed on before the game."""

    undo: str = OWN
    is_open: bool = False
    advice: bool = False
    delay_ms: int = 0


@dataclass
class HostedGame:
    """A referee, its story, and what the people at it are told."""

    id: str
    referee: SteppedReferee
    participants: Participants
    settings: TableSettings
    nonce: str = field(default_factory=lambda: secrets.token_hex(NONCE_BYTES))
    undos: list[int] = field(default_factory=list)  # the line to which each take-back went
    alerts: list[dict[str, Any]] = field(default_factory=list)  # what `replies.Notice` tells
    plays: dict[str, tuple[str, int, int]] = field(default_factory=dict)  # by who and id: digest, line, undo_count

    handovers: dict[int, int] = field(default_factory=dict)  # by player: lines when a bot took the seat over

    def __post_init__(self) -> None:
        self.narration = NarrationCache(self.referee)
        self.last_used = monotonic()
        self.streams = 0  # that follow it now
        self.is_removed = False  # from the server
        self.save: Callable[[HostedGame], None] = lambda game: None
        self.limits, self.fair_lock = ServerLimits(), FairLock()  # those of the server, once it is among its games
        self.client = ""  # who began it, by address; empty for programs of this machine
        self.change_event = asyncio.Event()  # rung once, by whatever happens next
        self._task: asyncio.Task[None] | None = None
        self._active_until = 0.0
        self._is_active = asyncio.Event()  # wakes a game that has paused

    # Who and what

    @property
    def lines(self) -> list[RecordLine]:
        """The record so far."""
        return self.referee.table.lines

    @property
    def undo_count(self) -> int:
        """How often entries were taken back."""
        return len(self.undos)

    @property
    def is_full(self) -> bool:
        """It has as many lines as a game may have, and goes no further."""
        return len(self.lines) >= self.limits.lines

    @property
    def is_done(self) -> bool:
        """Nothing happens in it any more, unless something is taken back."""
        return self.referee.table.is_terminal or self.is_full

    @property
    def is_open(self) -> bool:
        """Everybody may see everything: so it was agreed, or it is over."""
        return self.settings.is_open or self.referee.table.is_terminal

    @property
    def seed_hash(self) -> str:
        """What is told of the seed at the beginning: SHA-256 of nonce, a colon and the seed."""
        return "sha256:" + hashlib.sha256(f"{self.nonce}:{self.referee.setup.seed}".encode()).hexdigest()

    def player_kind(self, player: int) -> str:
        """HUMAN or the id of a bot."""
        return self.referee.setup.players[player]

    def owner(self, seat: int) -> int:
        """The player of a seat."""
        return int(self.referee.table.state.owner[seat])

    def is_bot_seat(self, seat: int, line_number: int | None = None) -> bool:
        """A bot plays this seat, or has answered the line of this number for it."""
        player = self.owner(seat)
        is_after = line_number is None or line_number > self.handovers.get(player, 0)
        return is_after and self.player_kind(player) != HUMAN

    def home_seat(self, viewer: int | None) -> int | None:
        """The own seat of a player; None for a bystander."""
        return None if viewer is None else self.referee.table.home_seat(viewer)

    def may_play(self, viewer: int | None) -> bool:
        """The open entry is for this person: a decision, or chance that people enter."""
        table = self.referee.table
        if viewer is None or table.is_terminal or not self.referee.is_waiting or self.player_kind(viewer) != HUMAN:
            return False
        is_own = table.player == viewer
        return is_own or (table.node.kind == CHANCE and not self.referee.is_secret)

    def check_may_play(self, viewer: int | None) -> None:
        """Refuse whoever is not asked while the game goes on, in words that list no options."""
        table, names = self.referee.table, self.referee.names
        if viewer is None:
            raise ApiError("not_yours", "whoever watches answers nothing")
        if not self.may_play(viewer):
            raise ApiError("wrong_seat", f"you are not asked; {names.seat(table.seat)} is")

    def check_line(self, line: int) -> None:
        """Refuse what rests on another number of lines than there are."""
        if line != len(self.lines):
            raise ApiError("stale", f"it rests on {line} lines; there are {len(self.lines)}", "line")

    def max_undo(self, viewer: int | None) -> int:
        """How many entries this viewer may take back."""
        entries, referee = self.referee.entries, self.referee
        if viewer is None or self.player_kind(viewer) != HUMAN or self.settings.undo == NEVER:
            return 0
        if self.undo_count >= self.limits.undos:
            return 0
        if referee.table.is_terminal and referee.setup.chance == SAMPLED:
            return 0  # the seed is told
        if self.settings.undo == ALWAYS:
            return len(entries)
        number = 0
        while number < len(entries) and self._is_undoable(self.lines[entries[-1 - number] :], viewer):
            number += 1
        return number

    def _is_undoable(self, lines: Sequence[RecordLine], viewer: int) -> bool:
        """Nobody has learnt anything by these lines: no outcome of chance, no secret, no answer of another person."""
        return all(
            line.is_correction
            or (
                (line.seat is not None and line.visible_to is None)
                and (self.owner(line.seat) == viewer or self.is_bot_seat(line.seat))
            )
            for line in lines
        )

    def record_for(self, viewer: int | None) -> GameRecord:
        """The record as this viewer may have it: all of it with its notes when the game is over."""
        if self.referee.table.is_terminal:
            return self.referee.record()
        record, home = self.referee.table.record(), self.home_seat(viewer)
        if self.settings.is_open:
            return record
        return record.for_seat(-1 if home is None else home)

    def table_at(self, line: int) -> Table:
        """The table as it was after so many lines; it is not to be played on."""
        return self.referee.table if line == len(self.lines) else self.referee.keyframes.table_at(self.lines, line)

    # What happens

    def commit(self) -> None:
        """Keep what has happened, then tell it; OSError where it cannot be kept, and then nothing is told."""
        self.save(self)
        self.notify()

    def notify(self) -> None:
        """Tell what has happened to whoever follows the game."""
        self.last_used = monotonic()
        self.narration.update()
        self.wake_streams()

    def wake_streams(self) -> None:
        """Wake whoever follows it."""
        change_event, self.change_event = self.change_event, asyncio.Event()
        change_event.set()

    def add_undo(self, to: int) -> None:
        """Note that all after this line is undone."""
        self.undos.append(to)
        self.narration.reset()

    def add_alert(self, text: str, bot: str = "") -> None:
        """Tell people something beside the record; no more of it than a bound."""
        if len(self.alerts) < self.limits.alerts:
            self.alerts.append({"line": len(self.lines), "text": text} | ({"bot": bot} if bot else {}))

    def mark_active(self) -> None:
        """Somebody is there: the game goes on, for a while also where nobody follows it."""
        self.last_used = monotonic()
        self._active_until = self.last_used + self.limits.linger
        self._is_active.set()

    def advance(self, choose: ChooseAction) -> None:
        """Let bots and the engine make their steps, one after another, until people are asked.

        It pauses while nobody follows it or asks anything in it.
        """
        is_idle = self._task is None or self._task.done()
        if is_idle and not (self.referee.is_waiting or self.is_full or self.is_removed):
            self._task = asyncio.get_running_loop().create_task(self._run(choose))

    async def _run(self, choose: ChooseAction) -> None:
        try:
            while not (self.referee.is_waiting or self.is_full):
                await self._wait_until_active()
                await self._step(choose)
                await asyncio.sleep(self.settings.delay_ms / MS_PER_SECOND)
            if self.is_full:
                self.add_alert(GAME_FULL_ALERT.format(lines=len(self.lines)))
                self.wake_streams()
        except Exception:  # whatever it is, players must see that the game has stopped
            log.exception("game %s cannot go on", self.id)
            self.add_alert("the game cannot go on now; ask again later")
            self.wake_streams()

    async def _wait_until_active(self) -> None:
        """Wait until somebody follows the game or has asked for something."""
        while not self.streams and monotonic() >= self._active_until:
            self._is_active.clear()
            await self._is_active.wait()

    async def _step(self, choose: ChooseAction) -> None:
        at = (self.undo_count, len(self.lines), self.referee.table.player)
        action = None if self.referee.is_engine_chance else await self._choose_action(choose)
        async with self.fair_lock.hold():
            if at != (self.undo_count, len(self.lines), self.referee.table.player) or self.referee.is_waiting:
                return  # something was taken back meanwhile
            if action is None:
                self.referee.step_chance()
            else:
                self.referee.step_bot(action)
            is_kept = self._try_commit()
        while not is_kept:  # what is not kept is not told: the game waits for the disk
            await asyncio.sleep(RETRY_SECONDS)
            is_kept = self._try_commit()

    def _try_commit(self) -> bool:
        """Keep and tell a step; False where the disk refuses."""
        try:
            self.commit()
        except OSError as problem:
            log.warning("game %s waits, for it cannot be kept: %s", self.id, problem.strerror)
            return False
        return True

    async def _choose_action(self, choose: ChooseAction) -> int:
        """The answer of the bot that is asked; any legal one for a bot that fails, which people are told."""
        table, lines, entropy = self.referee.table, len(self.lines), self.referee.entropy
        player = table.player
        try:
            return await choose(self)
        except ApiError as failure:
            name = self.referee.names.seat(table.seat)
            if self.referee.table is table and len(table.lines) == lines:
                self.add_alert(BOT_FAILED_ALERT.format(name=name), self.player_kind(player))
            log.warning("game %s: %s", self.id, failure)
            legal = [action for action, mask in enumerate(table.mask()) if mask]
            # the remainder of the seed itself would tell people a part of it, and many such parts the whole
            place = int(np.random.default_rng(entropy).integers(max(len(legal), 1)))
            return legal[place] if legal else 0

    def close(self) -> None:
        """Let nothing happen in it any more, and wake whoever follows it."""
        if self._task is not None:
            self._task.cancel()
        self.is_removed = True
        self.change_event.set()

    async def stop(self) -> None:
        """End what is going on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
