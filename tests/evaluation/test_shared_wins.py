"""Games that several seats win together, in matches and ladders, compared with a count of every game."""

from collections import Counter

import pytest

pytest.importorskip("numba")
pytest.importorskip("choix")

import numpy as np

from wd_env.agents.random_agent import RandomAgent
from wd_env.cli.commands.match import evaluate, ladder
from wd_env.evaluation.ladder.ladder_file import LADDER_FORMAT
from wd_env.evaluation.ladder.ratings import ladder_results
from wd_env.evaluation.matches.match import match_result
from wd_env.evaluation.matches.match_blocks import Block, BlockResult, BlockRunner
from wd_env.registry import GAMES, GameEntry

ENTRIES = {**GAMES, "pledge": GameEntry("pledge", "Pledge", "tests.toy_game:PLEDGE")}
LINEUP, DEALS = ("a", "b", "b"), 6
HEADER = {"seed": 1, "block_size": DEALS, "bots": [{"name": name, "sha256": None} for name in ("a", "b")]}


def played(entry):
    """Play a block.

    Return the block, its result, and the line-up entries that won each game, counted from the games.
    """
    block = Block(LINEUP, 1, 0, DEALS)
    bots = [RandomAgent(np.random.default_rng(number)) for number in range(3)]
    runner = BlockRunner(entry.game, block, bots, entry.short_options[0] if entry.short_options else {})
    result = runner.play()
    winners = [
        tuple(sorted((seat - rotation) % 3 for seat in np.flatnonzero(won).tolist()))
        for won, rotation in zip(runner.batch.won, runner.rotation.tolist(), strict=True)
    ]
    return block, result, [entries for entries in winners if entries]


@pytest.mark.parametrize("name", ENTRIES)
def test_wins_alone_and_together_are_those_of_the_games(name):
    block, result, winners = played(ENTRIES[name])
    match = match_result([(block, result)], None, DEALS)
    alone = [sum(entries == (index,) for entries in winners) for index in range(3)]
    assert [one.won_alone for one in match.win_rates] == alone
    assert [one.won for one in match.win_rates] == [sum(index in entries for entries in winners) for index in range(3)]
    shared = Counter(entries for entries in winners if len(entries) > 1)
    assert {win.lineup_indices: win.games for win in match.joint_wins} == shared
    (ranking,) = ladder_results(HEADER, {(LINEUP, 0): result}).rankings
    counts = {entry.bot: (entry.won_alone, entry.won_together) for entry in ranking.ratings}
    together = {
        bot: sum(any(LINEUP[index] == bot for index in entries) for entries in shared.elements()) for bot in "ab"
    }
    assert counts == {"a": (alone[0], together["a"]), "b": (alone[1] + alone[2], together["b"])}
    if name == "superpowers":
        assert sum(shared.values())


def test_the_tables_have_columns_of_shared_wins_and_separate_equal_bots():
    block, result, _ = played(GAMES["superpowers"])
    win_rates, shared = evaluate._reports(match_result([(block, result)], None, DEALS))
    assert [row[0] for row in win_rates.rows] == ["a", "b [2]", "b [3]"]
    assert {row[0] for row in shared.rows} <= {"a and b [2]", "a and b [3]", "b [2] and b [3]", "a and b [2] and b [3]"}
    assert len({row[0] for row in shared.rows}) == len(shared.rows)
    results = ladder_results(HEADER, {(LINEUP, 0): result})
    report = next(ladder.make_reports(results))
    assert list(report.column_titles)[3:6] == ["won", "alone", "together"]
    (row,) = (row for row in report.rows if row[0] == "b")
    entry = next(entry for entry in results.rankings[0].ratings if entry.bot == "b")
    assert row[4:6] == [entry.won_alone, entry.won_together]
    data = results.as_json()
    assert data["rankings"][0]["ratings"][0].keys() >= {"won_alone", "won_together"}
    assert {tuple(win["lineup_indices"]) for win in data["lineups"][0]["joint_wins"]} == {
        indices for indices in result.winners if len(indices) > 1
    }


def test_a_ladder_without_shared_wins_has_no_columns_for_them():
    alone = BlockResult(np.array([[2.0, 1.0, 0.0]] * 2), 0, 9, winners={(0,): 4, (1,): 2})
    report = next(ladder.make_reports(ladder_results(HEADER, {(LINEUP, 0): alone})))
    assert not {"alone", "together"} & set(report.column_titles)


def test_the_file_of_a_ladder_has_the_winners_of_its_games():
    block, result, _ = played(GAMES["superpowers"])
    _, found = LADDER_FORMAT.from_data(HEADER, LADDER_FORMAT.as_data(block, result))
    assert found.winners == result.winners
    with pytest.raises(ValueError):  # noqa: PT011  the caller says which line is corrupt
        LADDER_FORMAT.from_data(HEADER, LADDER_FORMAT.as_data(block, result) | {"winners": [[[0], 1]]})
