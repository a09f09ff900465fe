"""Statistics of Domination agree with the games that were played."""

import numpy as np
import pytest

pytest.importorskip("numba")

from wd_env.agents.agent_registry import make_bot
from wd_env.batch.batch import Batch
from wd_env.evaluation.game_stats import collect_game_stats
from wd_env.games.domination.definitions.rule_constants import NOBODY
from wd_env.games.domination.stats_collector import DominationStatsCollector, _whole_groups
from wd_env.registry import GAMES

ROW = GAMES["domination"]
OPTIONS = {"auto_place": "all", "max_rounds": 6}


def test_a_survey_tells_rounds_endings_sets_and_groups():
    found = collect_game_stats(ROW, ["hard", "easy", "passive"], 12, 3, OPTIONS)
    assert found.lengths["rounds"].quantiles[2] <= OPTIONS["max_rounds"]
    assert sum(figure.value for figure in found.endings.values()) == pytest.approx(1)
    assert set(found.endings) == {"cut", "conquest", "capitals", "mission", "limit"}
    assert next(iter(found.groups["groups"].estimates)) == "North America"
    first = found.time_series["armies"].points[0]
    assert first.at == 0
    assert first.ongoing == 1
    assert first.estimates["armies"].value == pytest.approx(105, abs=4), (
        "expected 35 of each seat, and those placed by the first one"
    )
    assert first.estimates["value"].value == 4


def test_a_group_is_whole_where_one_seat_holds_it():
    batch = Batch(ROW.game, 2, 1, [2], OPTIONS)
    bot = make_bot("hard", ROW.game, np.random.default_rng(1))
    for _ in range(60):
        rows = np.flatnonzero(~batch.done)
        batch.step(batch.select_actions(bot, rows), rows)
    whole = _whole_groups(batch, np.arange(2))
    for row in range(2):
        holder, group_of = batch.field("holder")[row], batch.field("group_of")[row]
        wanted = [len({*holder[group_of == group]}) == 1 for group in range(6)]
        assert whole[row].tolist() == wanted
        assert NOBODY not in holder


def test_the_index_of_an_ending_is_its_code_in_the_state():
    assert DominationStatsCollector.endings == ("cut", "conquest", "capitals", "mission", "limit")
