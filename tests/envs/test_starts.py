"""Games that start at a state: `reset(options={"state": ...})` of the single environments, and its errors."""

import json
from importlib.resources import files
from typing import Any

import gymnasium
import numpy as np
import pytest

from tests.envs.continuation import Quizmaster
from tests.envs.referee import any_legal, everything, play
from wd_env import world_dominance_v0
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.errors import ConfigError, StateError, WdError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.statistics.counted_game import INSTRUMENTED
from wd_env.games.world_dominance.table import WorldDominance, WorldDominanceTable
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_table import Table
from wd_env.table.saved_table import table_from_json

FORMS = {
    "table": lambda table: table,
    "record": Table.record,
    "JSON data": Table.to_json,
    "JSON text": lambda table: json.dumps(table.to_json(), indent=1),
    "text of a record": lambda table: table.record().dumps(),
}


def midgame(seat: int, players: int = 3, **options: Any) -> WorldDominanceTable:
    """Return a table in the middle of a game, with this seat to move."""
    table = WorldDominance(Config(num_players=players, **options), seed=11)
    rng = np.random.default_rng(11)
    while len(table.lines) < 40 or table.seat != seat:
        table.play(any_legal(table.mask(), rng))
    return table


def twin_of(table: WorldDominanceTable, seed: int) -> WorldDominanceTable:
    """Return the same position with a chance stream from this seed."""
    return table_from_json(table.to_json(), GAME, seed=seed)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("make", [world_dominance_v0.env, world_dominance_v0.raw_env])
def test_a_game_of_pettingzoo_begins_at_the_state_with_the_chance_of_the_seed(make, form):
    start = midgame(2)
    env, twin = make(num_players=3), twin_of(start, 5)
    env.reset(seed=5, options={"state": form(start)})
    assert env.agent_selection == "player_2"
    assert env.agents == ["player_0", "player_1", "player_2"]
    rng = np.random.default_rng(1)
    for _ in range(80):
        seen, *results = env.last()
        assert results == [0.0, False, False, {"in_play": True}]
        assert seen["observation"].tolist() == twin.observe(twin.seat)
        assert seen["action_mask"].tolist() == twin.mask()
        action = any_legal(twin.mask(), rng)
        env.step(action)
        twin.play(action)
        assert env.unwrapped.table.state == twin.state
        if twin.is_terminal:
            break
    assert env.unwrapped.table.record().dumps() == twin.record().dumps()


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_game_of_gymnasium_begins_there_and_opponents_move_first(form, seat):
    start = midgame(2)
    env, twin = gymnasium.make("WorldDominance-v0", num_players=3, seat=seat), twin_of(start, 5)
    seen, info = env.reset(seed=5, options={"state": form(start)})
    others = [line for line in env.unwrapped.table.lines if line.seat is not None]
    for line in others:
        assert line.seat != seat
        twin.play(line.text, seat=line.seat)
    assert bool(others) == (seat != 2)
    assert (twin.seat, info) == (seat, {"in_play": True})
    assert env.unwrapped.table.state == twin.state
    assert seen["observation"].tolist() == twin.observe(seat)
    assert seen["action_mask"].tolist() == twin.mask()


def test_the_state_that_was_given_stays_as_it_is_and_every_reset_has_chance_of_its_own():
    start = midgame(0)
    before, env, ends = start.to_json(), world_dominance_v0.raw_env(num_players=3), []
    for seed in (5, 5, None, 6):
        env.reset(seed=seed, options={"state": start})
        play(env, np.random.default_rng(1), 30)
        ends.append(env.table.state.to_bytes())
        assert start.to_json() == before
    assert ends[0] == ends[1]
    assert len(set(ends)) == 3
    env.reset(seed=5)
    assert env.table.state == WorldDominance(Config(num_players=3), seed=5).state


def test_chance_that_is_open_in_the_state_is_drawn_and_a_quizmaster_is_asked():
    start = position(players=3, lands="rsz")
    assert start.node.name == "theme_draw"
    env = world_dominance_v0.raw_env(num_players=3)
    env.reset(seed=1, options={"state": start})
    assert env.table.node.name == "test_whom"
    asked = position(players=2, knowledge_model="quiz", lands="rsz")
    asked.play("theme T03")
    while asked.node.name != "bluff_answer":
        asked.play(asked.legal_texts()[0])
    master = Quizmaster(1)
    env = world_dominance_v0.raw_env(num_players=2, knowledge_model="quiz", quizmaster=master)
    env.reset(seed=1, options={"state": asked})
    assert len(master.heard) == 1


def test_shaped_rewards_begin_at_the_state():
    start = position(players=3, soldiers=[10, 1, 10], reinforcements_used=[0, 1, 2], lands="decimate")
    env = world_dominance_v0.raw_env(num_players=3, shaping_soldiers=0.5)
    env.reset(seed=1, options={"state": start})
    env.step(GAME.actions.index("name +1"))
    assert env.rewards == {"player_0": 0.5, "player_1": -0.5, "player_2": 0.0}


def test_an_ally_that_is_asked_first_is_answered_for_by_its_player():
    start = position(players=2, variant="ally", soldiers=9, allies=[1, 3], turn=3)
    env = world_dominance_v0.env(num_players=2, variant="ally")
    env.reset(seed=1, options={"state": start})
    assert env.agent_selection == "player_1"


def test_chance_that_ends_the_game_in_the_reset_ends_it_for_all_agents():
    start = position(players=2, soldiers=[10, 1], lands="decimate")
    start.play("name +1")
    assert start.node.name == "decimate_throw"
    over = set()
    for seed in range(12):
        env = world_dominance_v0.env(num_players=2)
        env.reset(seed=seed, options={"state": start})
        if not any(env.terminations.values()):
            continue
        over.add(seed)
        assert env.terminations == dict.fromkeys(env.agents, True)
        for _ in range(2):
            assert env.last()[2]
            env.step(None)
        assert env.agents == []
    assert over


OTHER = position(players=2)
ENDED = position(players=3, soldiers=[10, 1, 0], out=[2], lands="decimate")
ENDED.play("name +1", "soldier dice 3")

REFUSED = [
    ({"sate": 1}, ConfigError, ["unknown reset option 'sate'", "expected state"]),
    ({"state": 1, "reset_mask": 1}, ConfigError, ["unknown reset option 'reset_mask'"]),
    ([("state", 1)], ConfigError, ["reset options: expected None or a dict of state"]),
    ({"state": 7}, ConfigError, ["state: expected a table, a record or the JSON data of to_json(), got int"]),
    ({"state": "xyz"}, StateError, ["the state: expected valid JSON"]),
    ({"state": {"game": "chess"}}, StateError, ["'chess'"]),
    ({"state": '{"format": "wd_env record 9"}'}, StateError, ["wd_env record"]),
    ({"state": position(players=2)}, StateError, ["num_players 2, not 3", "expected the game and rules of this table"]),
    ({"state": position(players=3, max_turns=9).to_json()}, StateError, ["max_turns 9, not None"]),
    ({"state": position(players=3, variant="ten_card")}, StateError, ["variant 'ten_card', not 'five_card'"]),
    ({"state": ENDED}, StateError, ["got that of a game that is over", "expected that of a game in progress"]),
    ({"state": ENDED.record()}, StateError, ["a game that is over"]),
    (
        {"state": Table(INSTRUMENTED, Config(num_players=3), chance=EXPLICIT)},
        StateError,
        ["the game world_dominance_instrumented"],
    ),
]


@pytest.mark.parametrize(("options", "error", "names"), REFUSED, ids=lambda part: str(part)[:40])
@pytest.mark.parametrize("make", [world_dominance_v0.raw_env, SingleAgentEnv])
def test_an_invalid_start_is_rejected_in_one_line_and_the_current_game_continues(make, options, error, names):
    env = make(num_players=3)
    env.reset(seed=1)
    inner = getattr(env, "_env", env)
    before = everything(inner), inner.seed_and_episode
    for seed in (None, 2):
        with pytest.raises(error) as refusal:
            env.reset(seed=seed, options=options)
        assert all(name in str(refusal.value) for name in names), str(refusal.value)
        assert "\n" not in str(refusal.value)
        assert (everything(inner), inner.seed_and_episode) == before


def test_a_state_of_other_titles_is_refused_though_the_rules_are_the_same(tmp_path):
    """Change the titles, which are not part of a state."""
    own = tmp_path / "themes.toml"
    own.write_bytes((files("wd_env.games.world_dominance") / "data" / "themes.toml").read_bytes())
    env = world_dominance_v0.raw_env(num_players=3)
    with pytest.raises(StateError, match=r"got themes '.*themes.toml', not None"):
        env.reset(seed=1, options={"state": position(players=3, themes=str(own))})


def test_a_state_from_which_the_agent_is_never_asked_is_refused_by_gymnasium():
    start = position(players=2, soldiers=[1, 10], turn=1, lands="decimate")
    env = SingleAgentEnv(2, 0, [Striker()])
    with pytest.raises(StateError, match="state: expected a decision of the agent, got a game that ends before it"):
        reset_again_and_again(env, start)
    with pytest.raises(WdError, match=r"reset\(\) needs to be called"):
        env.step(0)
    env.reset(seed=1)
    env.step(any_legal(env.action_masks(), np.random.default_rng(1)))
    before = everything(env._env), env._env.seed_and_episode, env._env.table, env.action_masks().tolist()
    with pytest.raises(StateError, match="state: expected a decision of the agent"):
        reset_again_and_again(env, start)
    assert (everything(env._env), env._env.seed_and_episode, env._env.table, env.action_masks().tolist()) == before
    env.step(any_legal(env.action_masks(), np.random.default_rng(1)))


def test_a_refused_reset_leaves_the_generators_of_named_opponents_as_they_were():
    start = position(players=2, soldiers=[1, 10], turn=1, lands="decimate")
    env = SingleAgentEnv(2, 0, ["random"])
    env.reset(seed=1)
    [opponent] = env.opponents
    for seed in range(100):
        before = opponent.generator.bit_generator.state
        try:
            env.reset(seed=seed, options={"state": start})
        except StateError:
            assert opponent.generator.bit_generator.state == before
            return
    pytest.fail("expected an error from reset")


def test_a_reset_in_which_a_bot_fails_leaves_the_generators_of_the_others_as_they_were():
    env = world_dominance_v0.raw_env(num_players=3, bots={1: "random", 2: Failing()})
    env.reset(seed=1, options={"state": midgame(0)})
    before = env.bots[1].generator.bit_generator.state
    with pytest.raises(RuntimeError, match="a bot that fails"):
        reset_again_and_again(env, midgame(1))
    assert env.bots[1].generator.bit_generator.state == before


class Failing:
    """A bot that raises an error at each decision."""

    def choose(self, view):
        raise RuntimeError("a bot that fails")


def reset_again_and_again(env, start):
    for seed in range(20):
        env.reset(seed=seed, options={"state": start})


class Striker:
    """A bot that decimates the next seat."""

    def choose(self, view):
        """Return that action, or else the first legal one."""
        return (view.find_legal_action("name +1") or view.legal_actions[0]).index


def test_games_side_by_side_and_stable_baselines_refuse_a_state():
    pytest.importorskip("numba")
    pytest.importorskip("stable_baselines3")
    from tests.envs.mirror import make_aec_env
    from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv

    state = position(players=3)
    for env in (GameVectorEnv(2, 3), world_dominance_v0.batch_env(2, 3)):
        with pytest.raises(ConfigError, match="unknown reset option 'state'; expected reset_mask"):
            env.reset(seed=1, options={"state": state})
    for options in ({"state": state}, [{"state": state}] * 6):
        with pytest.raises(ConfigError, match="unknown reset option 'state'; expected none"):
            make_aec_env().set_options(options)
    env = make_aec_env()
    env.set_options({})
    env.reset()


def test_gymnasiums_own_vector_environment_begins_every_game_there():
    start = midgame(1)
    env = gymnasium.make_vec("WorldDominance-v0", 2, "sync", num_players=3, seat=1)
    seen, _ = env.reset(seed=5, options={"state": start})
    assert [row.tolist() for row in seen["observation"]] == [start.observe(1)] * 2


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("make", [world_dominance_v0.raw_env, SingleAgentEnv])
def test_a_state_with_a_file_of_ones_own_begins_in_an_environment_that_has_it(make, form, tmp_path):
    themes = tmp_path / "themes.toml"
    themes.write_bytes(
        files("wd_env.games.world_dominance").joinpath("data", "themes.toml").read_bytes() + b"# our own"
    )
    start = midgame(0, themes=str(themes))
    env = make(num_players=3, themes=str(themes))
    env.reset(seed=5, options={"state": form(start)})
    assert getattr(env, "_env", env).table.state == start.state
    plain = make(num_players=3)
    with pytest.raises(WdError):
        plain.reset(seed=5, options={"state": form(start)})
