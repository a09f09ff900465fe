"""The words of a game's lines: the last ones are at hand, earlier ones are made again from a state that was kept."""

from wd_env.session.narration import Story, Told
from wd_env.session.referee import Referee

AT_HAND = 128  # lines whose words are kept; those of all others would be most of a game's memory
AT_ONCE = 16  # lines that are told in one go, so that the event loop is soon free again


class Tale:
    """What happened in a game, told from any line on; nothing that it keeps grows with the game."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self.begin_again()

    def begin_again(self) -> None:
        """Take up the game where it is, after lines were taken back."""
        self._story = self._from(len(self._referee.table.lines))

    def follow(self) -> None:
        """Tell the new lines."""
        self._story.follow(self._referee.table.lines)
        self._story.keep_last(AT_HAND)

    def told(self, start: int) -> list[Told]:
        """Return the words of at most AT_ONCE lines from `start` on, fewer only at the end of what was followed."""
        there = start - self._story.first
        if there >= 0:
            return self._story.told[there : there + AT_ONCE]
        story = self._from(start)
        story.follow(self._referee.table.lines[: min(start + AT_ONCE, self.end)])
        return story.told

    @property
    def end(self) -> int:
        """The lines that were followed."""
        return self._story.first + len(self._story.told)

    def _from(self, start: int) -> Story:
        referee = self._referee
        return Story(referee.past.at(referee.table.lines, start), referee.names, start)
