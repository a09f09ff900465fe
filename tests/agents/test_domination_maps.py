"""The bots of Domination on maps of every shape: actions are legal, and the same interpreted and compiled."""

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.games.domination.map_texts import chain, clique, drawn, generated, islands, one_way, ring, star, write
from wd_env.agents.domination.scripted_agents import AverageAgent, EasyAgent, HardAgent, PassiveAgent
from wd_env.games.domination.config import Config
from wd_env.games.domination.position import position
from wd_env.games.domination.table import Domination
from wd_env.table.saved_table import table_from_json

DECISIONS = 60
LEVELS = (HardAgent, AverageAgent, EasyAgent, PassiveAgent)
MAPS = {
    "chain of 30": drawn(chain(30)),
    "five": drawn(chain(5), [0, 0, 0, 1, 1]),
    "star": drawn(star(12)),
    "clique": drawn(clique(12), [0] * 6 + [1] * 6),
    "ring": drawn(ring(24), [at // 4 for at in range(24)]),
    "one continent": drawn(ring(10)),
    "islands": drawn(islands(4, 4), [at // 4 for at in range(16)]),
    "one-way": drawn(one_way(12)),
    "180 countries": generated(180, 410, 18),
}


def map_at(folder, name):
    return str(write(folder, MAPS[name], None))


def answer_of(level, view, seed):
    """Return the action of both forms, each with the same random numbers."""
    interpreted = level(np.random.default_rng(seed)).choose(view)
    assert level(np.random.default_rng(seed)).choose_batch(view.game, *view.arrays).tolist() == [interpreted]
    return interpreted


@pytest.mark.thinned(5)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", MAPS)
def test_every_answer_is_legal_and_the_same_in_both_forms(name, level, tmp_path, monkeypatch):
    monkeypatch.setenv("WD_SINGLE", "interpreted")
    options = {"auto_place": "none" if name == "five" else "countries", "num_players": 2 if name == "five" else 3}
    table = Domination(Config(map=map_at(tmp_path, name), **options), seed=7)
    pieces = 12 * DECISIONS if name == "five" else DECISIONS
    for number in range(pieces):
        if table.is_terminal:
            break
        view = table.view(table.seat)
        answer = answer_of(level, view, number)
        assert answer in view.legal_indices
        table.play(answer)


@pytest.mark.parametrize("level", LEVELS)
def test_armies_many_borders_behind_the_front_move_up(level, tmp_path):
    options = {"map": map_at(tmp_path, "chain of 30"), "num_players": 2}
    table = position({0: range(1, 30)}, {1: 5}, at="fortify", **options)
    table.play("country 1")
    assert table.legal_texts() == ["country 2"], "expected a move of armies that are 28 borders behind the front"
    assert answer_of(level, table.view(0), 1) == 1


@pytest.mark.parametrize("level", LEVELS[:3])
@pytest.mark.parametrize(
    ("name", "own", "last"), [("chain of 30", 500, 100), ("islands", 500, 100), ("ring", 15_000, 1_000)]
)
def test_a_game_that_is_won_is_finished(level, name, own, last, tmp_path, monkeypatch):
    monkeypatch.setenv("WD_SINGLE", "interpreted")
    countries = len(MAPS[name].partition("[borders]\n")[2].splitlines())
    start = position(
        {0: range(1, countries)},
        {countries - 1: own, countries: last},
        map=map_at(tmp_path, name),
        num_players=2,
        max_rounds=6,
    )
    table = table_from_json(start.to_json(), start.game, seed=4, files=[start.config.map])
    bots = [level(np.random.default_rng(1)), PassiveAgent(np.random.default_rng(2))]
    while not table.is_terminal:
        table.play(bots[table.seat].choose(table.view(table.seat)))
    assert table.winners == (0,)
