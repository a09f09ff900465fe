"""The words of a game's lines: the last ones are at hand, earlier ones are made again from a state that was kept."""

from wd_env.session.narration import NarratedLine, Narrator
from wd_env.session.referee import Referee

MAX_CACHED_LINES = 128  # lines whose words are kept; those of all others would be most of a game's memory
MAX_LINES_PER_CALL = 16  # lines that are told in one go, so that the event loop is soon free again


class NarrationCache:
    """What happened in a game, told from any line on; nothing that it keeps grows with the game."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self.reset()

    def reset(self) -> None:
        """Take up the game where it is, after lines were taken back."""
        self._narrator = self._narrator_at(len(self._referee.table.lines))

    def update(self) -> None:
        """Tell the new lines."""
        self._narrator.update(self._referee.table.lines)
        self._narrator.retain_last(MAX_CACHED_LINES)

    def lines(self, start: int) -> list[NarratedLine]:
        """Return the words of at most AT_ONCE lines from `start` on, fewer only at the end of what was followed."""
        there = start - self._narrator.start
        if there >= 0:
            return self._narrator.lines[there : there + MAX_LINES_PER_CALL]
        story = self._narrator_at(start)
        story.update(self._referee.table.lines[: min(start + MAX_LINES_PER_CALL, self.end)])
        return story.lines

    @property
    def end(self) -> int:
        """The lines that were followed."""
        return self._narrator.start + len(self._narrator.lines)

    def _narrator_at(self, start: int) -> Narrator:
        referee = self._referee
        return Narrator(referee.keyframes.table_at(referee.table.lines, start), referee.names, start)
