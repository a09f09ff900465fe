"""A hosted game: the permissions of its viewers, and the steps that happen without people."""

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import numpy as np

from wd_env.server.hosting.event_texts import NarrationCache
from wd_env.server.hosting.seat_owners import SeatOwners
from wd_env.server.hosting.seat_secrets import Participants
from wd_env.server.limits import FairLock, ServerLimits
from wd_env.server.server_errors import ApiError
from wd_env.session.players import HUMAN
from wd_env.session.referee import SteppedReferee
from wd_env.spec.game_spec import CHANCE
from wd_env.table.chance_modes import SAMPLED
from wd_env.table.game_record import GameRecord, RecordLine
from wd_env.table.game_table import Table

OWN, ALWAYS, NEVER = "own", "always", "never"
NONCE_BYTES = 16
MS_PER_SECOND = 1000
RETRY_SECONDS = 5.0  # until a failed save is repeated
BOT_FAILED_ALERT = "{name} has failed and took a random legal action."
GAME_FULL_ALERT = "The game has reached the maximum of {lines} lines and stops."

log = logging.getLogger(__name__)

ChooseAction = Callable[["HostedGame"], Awaitable[int]]  # the action of the bot to move


@dataclass(frozen=True)
class TableSettings:
    """The settings of a game, chosen before it starts."""

    undo: str = OWN
    is_open: bool = False
    advice: bool = False
    delay_ms: int = 0


@dataclass
class HostedGame:
    """A referee, the narration, and the participants of a game."""

    id: str
    referee: SteppedReferee
    participants: Participants
    settings: TableSettings
    nonce: str = field(default_factory=lambda: secrets.token_hex(NONCE_BYTES))
    undos: list[int] = field(default_factory=list)  # number of lines after each undo
    alerts: list[dict[str, Any]] = field(default_factory=list)  # data of `replies.Alert`
    plays: dict[str, tuple[str, int, int]] = field(default_factory=dict)  # by viewer and id: digest, line, undo_count
    handovers: dict[int, int] = field(default_factory=dict)  # by player: number of lines when a bot took over

    def __post_init__(self) -> None:
        self.narration = NarrationCache(self.referee)
        self._owners = SeatOwners(self.referee)
        self.last_used = monotonic()
        self.streams = 0  # number of open streams
        self.is_removed = False  # whether the server has removed it
        self.save: Callable[[HostedGame], None] = lambda game: None
        self.limits, self.fair_lock = ServerLimits(), FairLock()  # replaced by those of the server
        self.client = ""  # address of the creator, empty for programs on this machine
        self.change_event = asyncio.Event()  # set by the next change
        self._task: asyncio.Task[None] | None = None
        self._active_until = 0.0
        self._is_active = asyncio.Event()  # wakes a paused game

    # Permissions

    @property
    def lines(self) -> list[RecordLine]:
        """The record so far."""
        return self.referee.table.lines

    @property
    def undo_count(self) -> int:
        """Number of undos."""
        return len(self.undos)

    @property
    def is_full(self) -> bool:
        """Whether the game has the maximum number of lines, and stops."""
        return len(self.lines) >= self.limits.lines

    @property
    def is_done(self) -> bool:
        """Whether the game makes no more steps, except after an undo."""
        return self.referee.table.is_terminal or self.is_full

    @property
    def is_open(self) -> bool:
        """Whether all viewers may see everything, by the settings or because it is over."""
        return self.settings.is_open or self.referee.table.is_terminal

    @property
    def seed_hash(self) -> str:
        """The commitment to the seed: SHA-256 of nonce, colon and seed."""
        return "sha256:" + hashlib.sha256(f"{self.nonce}:{self.referee.setup.seed}".encode()).hexdigest()

    def player_kind(self, player: int) -> str:
        """Return HUMAN or the id of a bot."""
        return self.referee.setup.players[player]

    def owner(self, seat: int) -> int:
        """Return the player of a seat."""
        return int(self.referee.table.state.owner[seat])

    def is_bot(self, player: int, line: int | None = None) -> bool:
        """Return whether a bot plays for this player, or played at this line."""
        is_after = line is None or line > self.handovers.get(player, 0)
        return is_after and self.player_kind(player) != HUMAN

    def home_seat(self, viewer: int | None) -> int | None:
        """Return the home seat of a player, None for a spectator."""
        return None if viewer is None else self.referee.table.home_seat(viewer)

    def may_play(self, viewer: int | None) -> bool:
        """Return whether the current entry is this viewer's: a decision, or chance that people enter."""
        table = self.referee.table
        if viewer is None or table.is_terminal or not self.referee.is_waiting or self.player_kind(viewer) != HUMAN:
            return False
        is_to_move = table.player == viewer
        return is_to_move or (table.node.kind == CHANCE and not self.referee.is_secret)

    def check_may_play(self, viewer: int | None) -> None:
        """Raise ApiError if the viewer is not to move in a running game; the message lists no actions."""
        table, names = self.referee.table, self.referee.names
        if viewer is None:
            raise ApiError("not_yours", "spectators cannot play")
        if not self.may_play(viewer):
            raise ApiError("wrong_seat", f"you are not to move; {names.seat(table.seat)} is")

    def check_line(self, line: int) -> None:
        """Raise ApiError if a request was made for another number of lines."""
        if line != len(self.lines):
            raise ApiError("stale", f"line: expected {len(self.lines)}, got {line}", "line")

    def max_undo(self, viewer: int | None) -> int:
        """Return the number of entries that this viewer may undo."""
        entries, referee = self.referee.entries, self.referee
        if viewer is None or self.player_kind(viewer) != HUMAN or self.settings.undo == NEVER:
            return 0
        if self.undo_count >= self.limits.undos:
            return 0
        if referee.table.is_terminal and referee.setup.chance == SAMPLED:
            return 0  # the seed is public
        if self.settings.undo == ALWAYS:
            return len(entries)
        num_undoable, end = 0, len(self.lines)
        for start in reversed(entries):
            if not all(self._is_undoable(index, viewer) for index in range(start, end)):
                return num_undoable
            num_undoable, end = num_undoable + 1, start
        return num_undoable

    def _is_undoable(self, index: int, viewer: int) -> bool:
        """Return whether a line revealed nothing: no chance, no secret, no action of another person."""
        line = self.lines[index]
        if line.is_correction or line.seat is None or line.visible_to is not None:
            return line.is_correction
        player = self._owners.player_at(index, line.seat)
        return player == viewer or self.is_bot(player)

    def record_for(self, viewer: int | None) -> GameRecord:
        """Return the record for this viewer; all of it, with notes, if the game is over."""
        if self.referee.table.is_terminal:
            return self.referee.record()
        record, home_seat = self.referee.table.record(), self.home_seat(viewer)
        if self.settings.is_open:
            return record
        return record.for_seat(-1 if home_seat is None else home_seat)

    def table_at(self, line: int) -> Table:
        """Return the table after a number of lines; callers must not change it."""
        return self.referee.table if line == len(self.lines) else self.referee.keyframes.table_at(self.lines, line)

    # Steps

    def commit(self) -> None:
        """Save what has happened, then announce it; OSError if it cannot be saved, and nothing is announced then."""
        self.save(self)
        self.notify()

    def notify(self) -> None:
        """Announce what has happened to all streams."""
        self.last_used = monotonic()
        self.narration.update()
        self.wake_streams()

    def wake_streams(self) -> None:
        """Wake all streams."""
        change_event, self.change_event = self.change_event, asyncio.Event()
        change_event.set()

    def add_undo(self, to: int) -> None:
        """Record an undo of all lines after this one."""
        self.undos.append(to)
        self._owners = SeatOwners(self.referee)
        self.narration.reset()

    def add_alert(self, text: str, bot: str = "") -> None:
        """Add an alert for people that is not in the record, up to the limit."""
        if len(self.alerts) < self.limits.alerts:
            alert = {"undo_count": self.undo_count, "line": len(self.lines), "text": text}
            self.alerts.append(alert | ({"bot": bot} if bot else {}))

    def mark_active(self) -> None:
        """Record activity: the game continues for a while, even without streams."""
        self.last_used = monotonic()
        self._active_until = self.last_used + self.limits.linger
        self._is_active.set()

    def advance(self, choose: ChooseAction) -> None:
        """Play bots and engine chance until a person must act.

        It pauses without streams and requests.
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
        except Exception:  # players must see that the game has stopped
            log.exception("game %s cannot continue", self.id)
            self.add_alert("The game cannot continue now; try again later.")
            self.wake_streams()

    async def _wait_until_active(self) -> None:
        """Wait for a stream or a request."""
        while not self.streams and monotonic() >= self._active_until:
            self._is_active.clear()
            await self._is_active.wait()

    async def _step(self, choose: ChooseAction) -> None:
        at = (self.undo_count, len(self.lines), self.referee.table.player)
        action = None if self.referee.is_engine_chance else await self._choose_action(choose)
        async with self.fair_lock.hold():
            if at != (self.undo_count, len(self.lines), self.referee.table.player) or self.referee.is_waiting:
                return  # an undo changed the game
            if action is None:
                self.referee.step_chance()
            else:
                self.referee.step_bot(action)
            is_retained = self._try_commit()
        while not is_retained:  # unsaved steps are not announced: the game waits for the disk
            await asyncio.sleep(RETRY_SECONDS)
            is_retained = self._try_commit()

    def _try_commit(self) -> bool:
        """Save and announce a step; return False if it cannot be saved."""
        try:
            self.commit()
        except OSError as exc:
            log.warning("game %s waits, for it cannot be kept: %s", self.id, exc.strerror)
            return False
        return True

    async def _choose_action(self, choose: ChooseAction) -> int:
        """Return the action of the bot to move, or any legal one and an alert if the bot fails."""
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
            # the remainder of the seed itself would reveal a part of it, and many such parts the whole seed
            index = int(np.random.default_rng(entropy).integers(max(len(legal), 1)))
            return legal[index] if legal else 0

    def close(self) -> None:
        """Stop all steps, and wake all streams."""
        if self._task is not None:
            self._task.cancel()
        self.is_removed = True
        self.change_event.set()

    async def stop(self) -> None:
        """Stop the current step."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
