"""Arguments of every environment: NumPy integers are integers, and invalid ones change nothing."""

import gymnasium
import numpy as np
import pytest

from tests.envs.catalogue import ROWS, SOON
from tests.envs.referee import any_legal
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.registered_env import make_aec_env, make_raw_aec_env
from wd_env.errors import ConfigError, UnknownOption
from wd_env.options import options_of
from wd_env.registry import GAMES

NAMES = pytest.mark.parametrize("name", ROWS)


def many(row, **how):
    pytest.importorskip("numba")
    from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv

    return GameVectorEnv(2, game=row, **how)


def self_play(row, **how):
    pytest.importorskip("numba")
    from wd_env.envs.selfplay_env import make_batch_env

    return make_batch_env(row, 2, how.pop("num_players", None), 1, how)


def single(row, **how):
    return SingleAgentEnv(game=row, **how)


MAKERS = {"raw_env": make_raw_aec_env, "env": make_aec_env, "single": single, "vector": many, "self-play": self_play}


@NAMES
@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
@pytest.mark.parametrize("keyword", ["frameskip", "shaping_beauty"])
def test_an_unknown_keyword_is_a_type_error_as_well(name, make, keyword):
    """Check the type of the error: TorchRL, for example, tries `frameskip` and looks for Python's own words."""
    with pytest.raises(UnknownOption) as refused:
        make(ROWS[name], **{keyword: 4})
    assert isinstance(refused.value, TypeError)
    assert isinstance(refused.value, ConfigError)
    if keyword == "frameskip":
        assert "unexpected keyword argument 'frameskip'" in str(refused.value)
    with pytest.raises(UnknownOption):
        ROWS[name].config(frameskip=4)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_tells_of_an_unknown_keyword_as_of_any_other(name):
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'"):
        gymnasium.make(GAMES[name].gymnasium_id, frameskip=4)


@NAMES
def test_numbers_and_flags_of_numpy_are_those_of_python(name):
    row = ROWS[name]
    usual = row.config().as_dict()
    wanted = {option: value for option, value in usual.items() if isinstance(value, bool | int | str)}
    given = {option: np.array([value])[0] for option, value in wanted.items()}
    config = row.config(**given)
    assert config == row.config()
    assert {option: type(value) for option, value in config.as_dict().items()} == {
        option: type(value) for option, value in usual.items()
    }
    assert any(isinstance(value, np.integer) for value in given.values())
    for option, declared in options_of(row.game.config_class).items():
        if not isinstance(usual[option], str):
            with pytest.raises(ConfigError, match=rf"^{option}: expected {declared.allowed[:5]}"):
                row.config(**{option: np.float64(1.5)})


@NAMES
def test_seats_players_and_weights_of_numpy_are_taken(name):
    row, term = ROWS[name], ROWS[name].game.shaping_terms[0].name
    env = SingleAgentEnv(
        game=row, num_players=np.int64(2), seat=np.int8(1), opponents={np.int64(0): "random"},
        **{f"shaping_{term}": np.float32(0.5)},
    )  # fmt: skip
    assert (env.seat, type(env.seat), env.shaping.weights[0]) == (1, int, 0.5)
    assert make_raw_aec_env(row, num_players=2, bots={np.uint8(1): "random"}).possible_agents == ["player_0"]
    games = many(row, num_players=np.int64(2), seat=np.int64(1), threads=np.int64(1))
    assert games.batch.num_players.tolist() == [2, 2]
    assert many(row, num_players=np.array([2, 3])).batch.num_players.tolist() == [2, 3]


@NAMES
@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.int32])
def test_a_seed_of_numpy_begins_the_same_game(name, kind):
    row = ROWS[name]
    for make in (make_raw_aec_env, make_aec_env, single, many, self_play):
        one, other = make(row), make(row)
        one.reset(seed=3)
        other.reset(seed=kind(3))
        state = [env.batch.save()["states"] if hasattr(env, "batch") else env.unwrapped.table.state.to_bytes()
                 for env in (one, other)]  # fmt: skip
        assert np.array_equal(*state)


def test_gymnasium_passes_seeds_of_numpy_on():
    for name in GAMES.values():
        env = gymnasium.make(name.gymnasium_id)
        assert np.array_equal(env.reset(seed=np.int64(3))[0]["observation"], env.reset(seed=3)[0]["observation"])


# A rejected reset changes nothing

WRONG = {
    "a seed below 0": {"seed": -1},
    "a seed that is a fraction": {"seed": 1.5},
    "a seed that is a flag": {"seed": True},
    "a text": {"seed": "7"},
    "an unknown option": {"seed": 3, "options": {"colour": "red"}},
    "options that are none": {"seed": 3, "options": 7},
}


def snapshot(env):
    if hasattr(env, "batch"):
        bots = getattr(env, "_bots", [])
        return [array.tobytes() for array in env.save().values()], [bot.generator.bit_generator.state for bot in bots]
    raw = getattr(env.unwrapped, "_env", env.unwrapped)
    bots = getattr(env.unwrapped, "opponents", [])
    states = [bot.generator.bit_generator.state for bot in bots if hasattr(bot, "generator")]
    others = getattr(getattr(env.unwrapped, "_default_opponent", None), "stream", None)
    return (
        raw.table.state.to_bytes(),
        list(raw.table.lines),
        raw.seed_and_episode,
        list(raw.table._backends.active.stream),
        states,
        others,
    )


@NAMES
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_reset_that_is_refused_changes_nothing(name, wrong):
    row = ROWS[name]
    named = {"num_players": 2, "opponents": ["random"]}
    made = [
        make_raw_aec_env(row),
        make_aec_env(row),
        single(row),
        single(row, **named),
        many(row),
        many(row, **named),
        self_play(row),
    ]
    for env in made:
        env.reset(seed=5)
        before = snapshot(env)
        with pytest.raises(ConfigError):
            env.reset(**wrong)
        assert snapshot(env) == before


@NAMES
def test_after_a_refused_reset_the_game_goes_on(name):
    rng = np.random.default_rng(2)
    env, equal = (SingleAgentEnv(game=ROWS[name], **SOON[name]) for _ in range(2))
    for one in (env, equal):
        one.reset(seed=5)
    with pytest.raises(ConfigError):
        env.reset(seed=-3)
    action = any_legal(equal.action_masks(), rng)
    for mine, others in zip(env.step(action)[:1], equal.step(action)[:1], strict=True):
        assert np.array_equal(mine["observation"], others["observation"])


@NAMES
def test_opponents_by_name_begin_again_with_a_seed_whatever_they_are_made_of(name):
    """Use a bot within a bot, which draws from the same generator."""
    bot = "noisy:rate=0.5,bot=random"
    env = SingleAgentEnv(game=ROWS[name], num_players=2, opponents=[bot], **SOON[name])
    games = []
    for _ in range(2):
        env.reset(seed=9)
        rng, over = np.random.default_rng(1), False
        while not over:
            _, _, terminated, truncated, _ = env.step(any_legal(env.action_masks(), rng))
            over = terminated or truncated
        games.append(list(map(str, env.table.lines)))
    assert games[0] == games[1]
