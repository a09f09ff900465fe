"""The story of a game: a text for each line, of which the oldest may be dropped."""

from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.registry import presenter_for
from wd_env.session.narration import Narrator


def play(table, count):
    for _ in range(count):
        table.play(table.legal_texts()[0])


def test_lines_keep_their_numbers_while_the_oldest_are_dropped():
    table = WorldDominance(Config(num_players=2), seed=3)
    play(table, 6)
    story, count = Narrator(table), len(table.lines)
    story.update(table.lines)
    for kept in (count + 1, count, count - 1, 2):
        story.retain_last(kept)
        numbers = list(range(1, count + 1))[-kept:]
        assert ([line.line_number for line in story.lines], story.start) == (numbers, numbers[0] - 1)
    play(table, 2)
    story.update(table.lines)
    assert [line.line_number for line in story.lines] == list(range(count - 1, len(table.lines) + 1))
    assert story.turn_heading == presenter_for(table.game).heading(table)
