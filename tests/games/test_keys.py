"""Cache keys contain everything that a value depends on: sizes for games, current contents for files."""

import json
from dataclasses import replace

import numpy as np
import pytest

from tests.games.domination.map_texts import SMALL, SMALL_DECK, changed, write
from tests.games.samples import all_samples, samples_of
from tests.toy_game import PLEDGE
from wd_env.agents.agent_registry import make_bot
from wd_env.errors import StateError
from wd_env.games.domination.config import Config
from wd_env.games.domination.game import GAME, game_of
from wd_env.games.domination.table import Domination
from wd_env.registry import GAMES
from wd_env.table import compiled_warmup
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_record import GameRecord
from wd_env.table.saved_table import replay_record, table_from_json

EVERY = [*all_samples(), samples_of("pledge")]


def two_maps(folder, **options):
    """Return a table on a map of six countries and one on the classic map, both at a decision."""
    small = Config(map=str(write(folder)), num_players=2, auto_place="all", **options)
    return [Domination(config, seed=1) for config in (small, Config(num_players=2, auto_place="all", **options))]


def test_one_search_plays_on_two_maps_in_turn(tmp_path):
    pytest.importorskip("numba")
    pytest.importorskip("safetensors")
    small, classic = two_maps(tmp_path)
    bot = make_bot("search:samples=1,rollout=4", small.game, np.random.default_rng(1))
    for table in (small, classic, small):
        for _ in range(2):
            action = bot.choose(table.view(table.seat))
            assert table.mask()[action] == 1
            table.play(action)


def test_one_blundering_bot_plays_on_two_maps_in_turn(tmp_path):
    bot = make_bot("noisy:rate=0.0", GAME, np.random.default_rng(1))
    inner = []
    for table in two_maps(tmp_path):
        assert table.mask()[bot.choose(table.view(table.seat))] == 1
        inner.append(bot._base_bot(table.game))
    assert inner[0] is not inner[1]


def test_rules_are_ready_for_each_map_by_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(compiled_warmup, "_ready", {})
    monkeypatch.setenv(compiled_warmup.MODE_VARIABLE, compiled_warmup.COMPILED)
    made = []
    small, classic = (table.game for table in two_maps(tmp_path))
    for game in (small, classic, small, classic):
        assert compiled_warmup.is_ready(game.name, lambda game=game: made.append(game), game)
    assert made == [small, classic]
    assert hash(small) != hash(classic)


def test_a_map_that_has_changed_is_another_game(tmp_path):
    path = str(write(tmp_path))
    before = game_of(Config(map=path, num_players=2))
    assert game_of(Config(map=path, num_players=3)) is before
    write(tmp_path, changed("1 2 6\n", "1 2 6 4\n").replace("4 3 5\n", "4 3 5 1\n"))
    after = game_of(Config(map=path, num_players=2, encoding="compact"))
    assert after is not before
    seven = SMALL.replace("6 Fir 2 0 60\n", "6 Fir 2 0 60\n7 Gum 2 5 5\n").replace("6 5 1\n", "6 5 1 7\n7 6\n")
    write(tmp_path, seven, SMALL_DECK)
    table = Domination(Config(map=path, num_players=2, auto_place="all"), seed=1)
    assert len(table.state.armies) == 7 == len(table.game.new_state(table.config).armies)


@pytest.mark.parametrize("samples", EVERY, ids=lambda samples: samples.row.name)
def test_a_saved_table_is_read_with_its_game_or_by_the_name_of_its_game(samples):
    table = samples.new_table(samples.kinds[0], dict(samples.kinds[0].options), 3)
    table.play(table.legal_texts()[0])
    saved, record = json.loads(json.dumps(table.to_json())), GameRecord.loads(table.record().dumps())
    assert table_from_json(saved, table.game, chance=EXPLICIT) == table == replay_record(record, table.game)
    if samples.row.name in GAMES:
        for game in (None, samples.row.name):
            assert table_from_json(saved, game, chance=EXPLICIT) == table == replay_record(record, game)
    else:
        for read in (lambda: table_from_json(saved), lambda: replay_record(record)):
            with pytest.raises(StateError, match=f"the (state|record): unknown game '{samples.row.name}'"):
                read()


def test_a_table_of_another_map_is_read_without_its_game(tmp_path):
    small, _ = two_maps(tmp_path)
    again = table_from_json(small.to_json(), files=small.custom_files)
    assert (again.state, again.game) == (small.state, small.game)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("reward", ["win", "rank"])
def test_rewards_of_a_whole_game_add_up_to_nothing(players, reward):
    table = Domination(Config(num_players=players, auto_place="all", max_rounds=3, reward=reward), seed=players)
    rng = np.random.default_rng(players)
    while not table.is_terminal:
        table.play(rng.choice(table.legal_texts()))
        assert sum(table.rewards()) == 0
    table.state.won[players - 1], table.state.truncated, table.state.ended_by = 1, 0, 1
    rewards = table.rewards()
    assert (sum(rewards), rewards[players - 1]) == (0, 1)
    assert [float(np.float32(paid)) for paid in rewards] == rewards


def test_four_players_of_a_batch_are_paid_what_adds_up_to_nothing():
    pytest.importorskip("numba")
    from wd_env.batch.batch import Batch
    from wd_env.games.world_dominance.game import GAME as WORLD_DOMINANCE

    batch, won = Batch(WORLD_DOMINANCE, 64, 3, [4], {"max_turns": 200}), 0
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        batch.step(batch.random_actions(rows), rows)
        won += int(batch.won[rows].any(axis=1).sum())
        assert (batch.rewards.sum(axis=1) == 0).all()
    assert won
    assert replace(PLEDGE, name="other") not in {PLEDGE: 1}
