"""A spec may depend on options: sizes that a map determines, here the bounds of an observation."""

import copy
import pickle  # noqa: TID251 - our own bytes, as worker processes get them
from dataclasses import replace

import numpy as np
import pytest

from tests.toy_game import FACES, LAYOUT, PLEDGE, Config
from wd_env import registry
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.registered_env import make_raw_aec_env
from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv
from wd_env.errors import ConfigError
from wd_env.evaluation.matches.match import play_match
from wd_env.spec.observation_layout import ObservationLayout
from wd_env.training.settings.training_settings import settings_from_dict

LIMIT = 30


def pledge_of(config):
    """Return the toy game with points bounded by the limit of these games and one throw."""
    pieces = [
        replace(piece, high=config.limit + FACES) if piece.name == "points" else piece for piece in LAYOUT.features
    ]
    return replace(PLEDGE, layout=ObservationLayout(tuple(pieces)))


def another_game(config):
    return replace(PLEDGE, name="another")


ROW = registry.GameEntry("pledge", "Pledge", "tests.toy_game:PLEDGE", spec_factory="tests.test_sized_games:pledge_of")


@pytest.fixture(autouse=True)
def in_the_catalogue(monkeypatch):
    monkeypatch.setitem(registry.GAMES, ROW.name, ROW)


def highest(spec):
    return spec.layout.by_name["points"].high


def test_the_same_options_give_the_same_description():
    spec = ROW.spec_for(limit=LIMIT)
    assert highest(spec) == LIMIT + FACES
    assert ROW.spec_for(limit=LIMIT) is spec
    assert highest(ROW.spec_for()) == Config().limit + FACES
    assert spec.layout_hash != ROW.spec_for().layout_hash


def test_tables_environments_matches_and_training_have_the_size_of_their_options():
    table = ROW.new_table(ROW.config(limit=LIMIT), seed=1)
    assert highest(table.game) == LIMIT + FACES
    env = make_raw_aec_env("pledge", limit=LIMIT)
    env.reset(seed=1)
    assert env.observation_space("player_0")["observation"].high.max() == LIMIT + FACES
    assert SingleAgentEnv(game="pledge", limit=LIMIT).observation_space["observation"].high.max() == LIMIT + FACES
    assert (
        highest(settings_from_dict({"game": {"name": "pledge", "options": {"limit": LIMIT}}}).game.spec)
        == LIMIT + FACES
    )


def test_many_games_and_matches_play_at_that_size():
    pytest.importorskip("numba")
    many = GameVectorEnv(8, game="pledge", limit=LIMIT)
    seen, _ = many.reset(seed=1)
    assert many.single_observation_space["observation"].high.max() == LIMIT + FACES
    assert seen["observation"].shape[0] == 8
    result = play_match(ROW.spec_for(limit=LIMIT), ["random", "random"], 4, 1, {"limit": LIMIT})
    assert result.games == 4


def test_copies_and_pickles_keep_their_size():
    env = SingleAgentEnv(game="pledge", limit=LIMIT)
    env.reset(seed=1)
    twins = copy.deepcopy(env), pickle.loads(pickle.dumps(env))  # noqa: S301 our own bytes
    action = int(np.flatnonzero(env.action_masks())[0])
    env.step(action)
    for twin in twins:
        assert twin.table.game is env.table.game
        twin.step(action)
        assert twin.table.state == env.table.state


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("tests.test_sized_games:nothing", "cannot be loaded"),
        ("tests.test_sized_games:another_game", "tests.test_sized_games:another_game: expected its GameSpec"),
    ],
)
def test_a_function_that_returns_another_game_is_rejected_by_name(where, words):
    with pytest.raises(ConfigError, match=words):
        replace(ROW, spec_factory=where).spec_for()


def test_invalid_options_are_rejected():
    with pytest.raises(ConfigError, match="limit: expected an integer"):
        ROW.spec_for(limit=70)


def test_a_batch_has_the_default_number_of_players_of_its_game():
    pytest.importorskip("numba")
    from wd_env.batch.batch import Batch

    assert Batch(PLEDGE, 2, 1).num_players.tolist() == [Config().num_players] * 2
