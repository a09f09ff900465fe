"""Game statistics equal a simple count of the same games."""

import numpy as np
import pytest

pytest.importorskip("numba")

from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError, IllegalAction
from wd_env.evaluation.game_stats import collect_game_stats, default_block_size
from wd_env.evaluation.matches.match_blocks import make_blocks
from wd_env.games.world_dominance.definitions.names import ENDING_NAMES
from wd_env.games.world_dominance.game import GAME
from wd_env.parallel.executors import executor_for_processes
from wd_env.registry import get_game
from wd_env.spec.game_spec import PLAYER
from wd_env.statistics.intervals import wilson

GAMES, SEED = 40, 3
OPTIONS = {"max_turns": 120}


def survey(*arguments, **more):
    return collect_game_stats(get_game(), *arguments, **more)


BOTS = "tests.agents.simple_bots"
LINE_UP = [f"{BOTS}:Lowest", f"{BOTS}:Highest", f"{BOTS}:Highest"]
BLOCK = 7  # of 40 games: six blocks, the last of which is smaller


@pytest.fixture(scope="module")
def found():
    """Return statistics of two bots without random numbers, so that a test can replay their games."""
    return survey(LINE_UP, GAMES, SEED, OPTIONS, block_size=BLOCK)


@pytest.fixture(scope="module")
def plain():
    """Count the same games one by one, without instrumented rules."""
    blocks = make_blocks(LINE_UP, GAMES, SEED, BLOCK)
    batch = Batch(GAME, GAMES, [seed for block in blocks for seed in block.deal_seeds()], [3], OPTIONS)
    sits = np.array([block.index + row for block in blocks for row in range(block.deals)])  # rotation of the seats
    counts = {"decisions": [], "options": [], "questions": []}
    while not batch.done.all():
        actions = np.zeros(GAMES, np.int64)
        for row in np.flatnonzero(~batch.done):
            legal = np.flatnonzero(batch.masks[row])
            is_lowest = (batch.seat[row] - sits[row]) % 3 == 0
            actions[row] = legal[0] if is_lowest else legal[-1]
            counts["decisions"].append(row)
            counts["options"].append(len(legal))
            counts["questions"].append(GAME.nodes[batch.field("node")[row]].name)
        rows = np.flatnonzero(~batch.done)
        batch.step(actions[rows], rows)
    return batch, counts


def test_lengths_are_those_of_the_games(found, plain):
    batch, counts = plain
    assert found.games == GAMES
    assert found.lengths["decisions"].mean.value == pytest.approx(len(counts["decisions"]) / GAMES)
    turns = batch.field("turn_number")
    assert found.lengths["turns"].mean.value == pytest.approx(turns.mean())
    assert found.lengths["turns"].quantiles == pytest.approx(np.quantile(turns, (0.05, 0.5, 0.95)))


def test_endings_are_those_of_the_states(found, plain):
    batch, _ = plain
    ended_by = batch.field("ended_by")
    for code, name in enumerate(ENDING_NAMES):
        games = int((ended_by == code).sum())
        figure = found.endings["cut" if code == 0 else name]
        assert figure.value == pytest.approx(games / GAMES)
        assert (figure.low, figure.high) == wilson(games, GAMES)
    assert found.endings["cut"].value == pytest.approx(batch.truncated.mean())
    assert sum(figure.value for figure in found.endings.values()) == pytest.approx(1)


def test_wins_are_counted_by_the_order_of_turns(found, plain):
    batch, _ = plain
    order = [0] * 3
    for row in np.flatnonzero(batch.won.any(axis=1)):
        first = [batch.field("setup_rank")[row][seat] for seat in range(3)].index(0)
        order[(list(batch.won[row]).index(1) - first) % 3] += 1
    assert sum(order) > 5
    assert [figure.value * sum(order) for figure in found.wins_by_turn_order] == pytest.approx(order)


def test_branching_excludes_forced_decisions(found, plain):
    options = np.array(plain[1]["options"])
    assert found.branching.value == pytest.approx(options[options > 1].mean())
    assert found.forced.value == pytest.approx((options == 1).mean())
    assert found.forced.low <= found.forced.value <= found.forced.high


def test_decisions_are_counted_by_question(found, plain):
    names = plain[1]["questions"]
    assert set(found.decisions_by_node) == {q.name for q in GAME.nodes if q.kind == PLAYER}
    for name, figure in found.decisions_by_node.items():
        assert figure.value == pytest.approx(names.count(name) / GAMES), name


def test_each_turn_throws_and_lands_and_soldiers_are_always_a_hundred(found):
    assert found.chance_by_node["movement_throw"].value <= found.lengths["turns"].mean.value
    assert (
        sum(figure.value for figure in found.groups["spaces"].estimates.values())
        > 0.8 * found.chance_by_node["movement_throw"].value
    )
    assert [moment.at for moment in found.time_series["soldiers"].points] == [
        *range(0, 10 * len(found.time_series["soldiers"].points), 10)
    ]
    assert found.time_series["soldiers"].points[0].estimates["army"].value == 10
    for moment in found.time_series["soldiers"].points:
        armies = moment.estimates["army"].value * moment.estimates["in_play"].value
        assert armies + moment.estimates["garrison"].value + moment.estimates["rsz"].value == pytest.approx(100)


def test_bootstrap_draws_without_a_game_of_that_length_are_left_out():
    rare = [moment for moment in survey(["random"] * 2, 12, 1).time_series["soldiers"].points if moment.ongoing <= 0.25]
    assert rare
    for moment in rare:
        assert moment.estimates["in_play"].low >= 1
        assert moment.estimates["garrison"].low > 0


def test_the_share_of_games_that_go_on_falls(found, plain):
    turns = plain[0].field("turn_number")
    for moment in found.time_series["soldiers"].points:
        later = (turns > moment.at).mean()
        assert later <= moment.ongoing <= (turns >= moment.at).mean()


def test_every_interval_contains_its_value(found):
    own = [group.estimates for group in found.groups.values()]
    groups = (*own, found.decisions_by_node, found.chance_by_node, found.endings)
    for figures in groups:
        for figure in figures.values():
            assert figure.low <= figure.value + 1e-9
            assert figure.value <= figure.high + 1e-9


def test_a_survey_depends_on_its_seed_alone():
    one, same, other = (survey(["random"] * 2, 12, seed, {"max_turns": 60}) for seed in (1, 1, 2))
    assert one == same
    assert one.lengths != other.lengths


def backwards(play, tasks):
    return ((task, play(task)) for task in reversed(tasks))


def test_a_survey_is_the_same_in_any_order_and_in_any_process():
    of = ["scripted", "random"], 30, 1, {"max_turns": 60}
    here = survey(*of, block_size=8)
    assert survey(*of, block_size=8, executor=backwards) == here
    assert survey(*of, block_size=8, executor=executor_for_processes(2)) == here
    assert survey(*of, block_size=10) != here


def test_the_size_of_blocks_is_that_of_a_match_and_less_where_they_would_be_few():
    assert [default_block_size(games) for games in (2, 40, 1000, 2048, 10**6)] == [1, 1, 31, 64, 64]
    assert survey(["random"] * 2, 12, 1, {"max_turns": 60}).block_size == 1


@pytest.mark.parametrize(
    ("names", "games", "options", "refusal"),
    [
        (["random"] * 2, 1, {}, "games: expected at least 2 for a survey, got 1"),
        (["random"], 10, {}, "num_players: expected an integer from 2 to 5, got 1"),
        (["random", "nobody"], 10, {}, "unknown bot 'nobody'"),
        (["random"] * 2, "10", {}, "games: expected at least 2 for a survey, got '10'"),
        (["random"] * 2, 10, [{}], r"options: expected a dict of options by name, got \[\{\}\]"),
        (["random"] * 2, 10, {"colour": "red"}, "unknown option 'colour'"),
    ],
)
def test_invalid_arguments_of_statistics_are_rejected(names, games, options, refusal):
    with pytest.raises(ConfigError, match=refusal):
        survey(names, games, 1, options)


@pytest.mark.parametrize(
    ("block", "refusal"),
    [
        (0, r"block_size: expected 1 to 4096, got 0"),
        (4097, "block_size: expected 1 to 4096, got 4097"),
        (12, "block_size: expected at most half of 12 games, got 12"),
    ],
)
def test_an_invalid_block_is_rejected(block, refusal):
    with pytest.raises(ConfigError, match=refusal):
        survey(["random"] * 2, 12, 1, block_size=block)


def test_a_bot_that_returns_an_illegal_action_is_named():
    with pytest.raises(IllegalAction, match=f"bot '{BOTS}:Stubborn'"):
        survey([f"{BOTS}:Stubborn"] * 2, 4, 1)
