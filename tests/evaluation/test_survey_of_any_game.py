"""Statistics of a game without its own collector equal a simple count of the same games."""

from collections import Counter

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.toy_game import PLEDGE
from wd_env.agents.agent import Agent
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError
from wd_env.evaluation.game_stats import collect_game_stats
from wd_env.evaluation.matches.match_blocks import make_blocks, win_fractions
from wd_env.registry import GameEntry
from wd_env.spec.game_spec import CHANCE
from wd_env.statistics.intervals import wilson

ROW = GameEntry("pledge", "Pledge", "tests.toy_game:PLEDGE")
GAMES, SEED, CUT = 120, 5, {"max_throws": 4}
OWN_POINTS, ENOUGH = PLEDGE.layout.starts["points"], 4


def throws(obs, masks):
    """Pledge odd, and throw until there are a few points."""
    return np.where(obs[:, OWN_POINTS] < ENOUGH, masks.argmax(axis=1), holds(obs, masks))


def holds(obs, masks):
    """Pledge even, and never throw."""
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


class Plain(Agent):
    """A bot without random numbers, so that a test can replay its games."""

    def choose(self, view):
        raise NotImplementedError


class Throws(Plain):
    def choose_batch(self, game, obs, masks):
        return throws(obs, masks)


class Holds(Plain):
    def choose_batch(self, game, obs, masks):
        return holds(obs, masks)


LINE_UP = [f"{__name__}:Throws", f"{__name__}:Throws", f"{__name__}:Holds"]
BLOCK = 48


@pytest.fixture(scope="module")
def found():
    return collect_game_stats(ROW, LINE_UP, GAMES, SEED, CUT, block_size=BLOCK)


@pytest.fixture(scope="module")
def plain():
    """Play the same games without instrumented rules, and count the decisions of each."""
    blocks = make_blocks(LINE_UP, GAMES, SEED, BLOCK)
    seeds = [seed for block in blocks for seed in block.deal_seeds()]
    sits = np.array([block.index + row for block in blocks for row in range(block.deals)])
    batch, decisions = Batch(PLEDGE, GAMES, seeds, [3], CUT), np.zeros(GAMES)
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        obs, masks, decisions[rows] = batch.obs[rows], batch.masks[rows], decisions[rows] + 1
        is_thrower = (batch.player[rows] - sits[rows]) % 3 < 2
        batch.step(np.where(is_thrower, throws(obs, masks), holds(obs, masks)), rows)
    return batch, decisions


def test_lengths_are_those_of_the_games(found, plain):
    assert list(found.lengths) == ["decisions"]
    assert found.lengths["decisions"].mean.value == pytest.approx(plain[1].mean())
    assert (found.branching.value, found.forced.value) == (2, 0)


def test_parts_of_shared_wins_are_counted_by_the_order_of_turns(found, plain):
    shared = win_fractions(plain[0])
    parts = shared.sum(axis=0)
    assert (shared == 0.5).any()
    assert [figure.value * parts.sum() for figure in found.wins_by_turn_order] == pytest.approx(parts.tolist())
    for figure, part in zip(found.wins_by_turn_order, parts.tolist(), strict=True):
        assert (figure.low, figure.high) == pytest.approx(wilson(part, round(parts.sum())))


def test_endings_separate_shared_wins_and_truncated_games(found, plain):
    batch, _ = plain
    names = {0: "nobody wins", 1: "one winner"}
    ended = Counter(
        "cut" if cut else names.get(winners, "several winners")
        for cut, winners in zip(batch.truncated, batch.won.sum(axis=1).tolist(), strict=True)
    )
    assert len(ended) >= 3
    assert {name: round(figure.value * GAMES) for name, figure in found.endings.items() if figure.value} == ended


def test_chance_is_counted_by_question(found, plain):
    often = plain[0].nodes_opened / GAMES
    assert {name: figure.value for name, figure in found.chance_by_node.items()} == pytest.approx(
        {question.name: often[n] for n, question in enumerate(PLEDGE.nodes) if question.kind == CHANCE}
    )


def test_a_game_has_a_page_of_statistics_only_if_its_entry_names_it(capsys):
    from wd_env.evaluation.regenerate_docs_tables import main, regenerate_tables

    with pytest.raises(ConfigError, match="game pledge has no figures"):
        regenerate_tables(ROW, 2, 1)
    assert main(["--game", "chess"]) == 1
    assert capsys.readouterr().err.startswith("stats: unknown game 'chess'; expected one of world_dominance")
