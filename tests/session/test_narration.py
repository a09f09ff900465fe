"""Narration of a game: one text per line of the record; the oldest texts may be dropped."""

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
    narrator, count = Narrator(table), len(table.lines)
    narrator.update(table.lines)
    for kept in (count + 1, count, count - 1, 2):
        narrator.retain_last(kept)
        numbers = list(range(1, count + 1))[-kept:]
        assert ([line.line_number for line in narrator.lines], narrator.start) == (numbers, numbers[0] - 1)
    play(table, 2)
    narrator.update(table.lines)
    assert [line.line_number for line in narrator.lines] == list(range(count - 1, len(table.lines) + 1))
    assert narrator.turn_heading == presenter_for(table.game).heading(table)
