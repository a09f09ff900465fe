"""Texts of a game's lines: the latest ones are cached, earlier ones are computed from a saved state."""

from wd_env.session.narration import NarratedLine, Narrator
from wd_env.session.referee import Referee

MAX_CACHED_LINES = 128  # lines with cached texts, which take most of a game's memory
MAX_LINES_PER_CALL = 16  # lines that are narrated at once, so that the event loop is not blocked for long


class NarrationCache:
    """The narration of a game from any line; its memory does not grow with the game."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self.reset()

    def reset(self) -> None:
        """Restart at the current state, after an undo."""
        self._narrator = self._narrator_at(len(self._referee.table.lines))

    def update(self) -> None:
        """Narrate the new lines."""
        self._narrator.update(self._referee.table.lines)
        self._narrator.retain_last(MAX_CACHED_LINES)

    def lines(self, start: int) -> list[NarratedLine]:
        """Return the texts of at most MAX_LINES_PER_CALL lines from `start`; fewer only at the end."""
        existing = start - self._narrator.start
        if existing >= 0:
            return self._narrator.lines[existing : existing + MAX_LINES_PER_CALL]
        narrator = self._narrator_at(start)
        narrator.update(self._referee.table.lines[: min(start + MAX_LINES_PER_CALL, self.end)])
        return narrator.lines

    @property
    def end(self) -> int:
        """Number of narrated lines."""
        return self._narrator.start + len(self._narrator.lines)

    def _narrator_at(self, start: int) -> Narrator:
        referee = self._referee
        return Narrator(referee.keyframes.table_at(referee.table.lines, start), referee.setup.names, start)
