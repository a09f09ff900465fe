"""The Gymnasium environment: one seat decides, the others play in between, and the reward is that seat's."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tests.envs.referee import any_legal, number, outcome
from wd_env.envs.gymnasium_env import RandomOpponent, SingleAgentEnv
from wd_env.errors import ConfigError, IllegalAction
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.rule_constants import RESERVES
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.registry import GAMES
from wd_env.spec.view import View
from wd_env.table.saved_table import table_from_json

PLAYERS = (2, 3, 4, 5)


class Noting:
    """A bot that plays random legal actions and records its views."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.views = []

    def choose(self, view):
        self.views.append(view)
        return any_legal(view.mask, self.rng)


def noting(players):
    return [Noting(seed) for seed in range(players - 1)]


def play(env, rng, answers=10**9):
    """Play random actions to the end. Return the results of the last step and the number of actions."""
    given, step = 0, None
    while given < answers:
        step = env.step(any_legal(env.action_masks(), rng))
        given += 1
        if step[2] or step[3]:
            break
    return step, given


def everything(env):
    table = env.table
    return (
        table.state.to_bytes(),
        list(table._backends.active.stream),
        list(table.lines),
        list(env._default_opponent.stream),
    )


@pytest.mark.parametrize("players", PLAYERS)
def test_gymnasium_finds_nothing_amiss(players):
    """Use `lose` for illegal actions, because the checker samples without masks."""
    env = gymnasium.make(
        GAMES["world_dominance"].gymnasium_id, num_players=players, illegal_action="lose", seat=players - 1
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=True)


def test_gymnasium_finds_every_render_mode_sound():
    pytest.importorskip("pygame")
    env = SingleAgentEnv(illegal_action="lose", render_mode="rgb_array")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env.spec = gymnasium.spec(GAMES["world_dominance"].gymnasium_id)
        check_env(env)
    env.reset(seed=1)
    assert env.render().dtype == np.uint8
    env.close()


@pytest.mark.thinned(3)
@pytest.mark.parametrize("players", PLAYERS)
def test_every_seat_plays_the_game_of_a_single_table(players):
    """Compare decisions, observations and rewards with a table that plays the same actions."""
    rng = np.random.default_rng(players)
    for seat in range(players):
        env = SingleAgentEnv(players, seat, noting(players), max_turns=(30, None)[seat % 2])
        observation, _ = env.reset(seed=seat)
        while True:
            twin = replayed(env, seat)
            assert twin.seat == seat
            assert observation["observation"].tolist() == twin.observe(seat)
            assert observation["action_mask"].tolist() == twin.mask()
            assert np.array_equal(env.action_masks(), np.array(twin.mask(), bool))
            observation, reward, terminated, truncated, info = env.step(np.int64(any_legal(twin.mask(), rng)))
            assert type(reward) is float
            if terminated or truncated:
                break
            assert reward == 0.0
            assert info == {"in_play": True}
        twin = replayed(env, seat)
        assert twin.is_terminal
        assert reward == pytest.approx(outcome(twin)[seat])
        assert (terminated, truncated) == (not twin.is_truncated, twin.is_truncated)
        assert info == {"in_play": seat in twin.board.in_play}
        assert env.action_masks().all()


def replayed(env, seed):
    """Return a table that has played the same actions with the same seed."""
    twin = WorldDominance(env.table.config, seed=seed)
    for line in env.table.lines:
        if line.seat is not None:
            twin.play(line.text, seat=line.seat)
    return twin


def test_opponents_sit_clockwise_and_see_their_own_seat():
    bots = noting(4)
    env = SingleAgentEnv(4, 2, bots, max_turns=41)
    env.reset(seed=3)
    play(env, np.random.default_rng(3))
    lines = [[line.text for line in env.table.lines if line.seat == seat] for seat in range(4)]
    assert len({len(of_seat) for of_seat in lines}) > 2  # so that the seats cannot be confused
    for bot, seat in zip(bots, (3, 0, 1), strict=True):
        assert all(view.find_legal_action(text) for view, text in zip(bot.views, lines[seat], strict=True))
    for bot in bots:
        assert all(view.feature("current_seat")[0] == 1 for view in bot.views)
        assert all(view.legal_actions for view in bot.views)


def over(table, **options):
    """Return an environment at the position of a table, with seat 0 to move."""
    env = SingleAgentEnv(table.state.seats, 0, noting(table.state.seats), **options)
    env.reset(seed=0)
    env._env.table = table_from_json(table.to_json(), GAME, seed=0)
    return env


def test_winning_at_once_pays_one():
    env = over(position(players=3, soldiers=[10, 1, 0], out=[2], lands="decimate"))
    _, reward, terminated, truncated, info = env.step(number("name +1", env.table))
    assert (reward, terminated, truncated, info) == (1.0, True, False, {"in_play": True})


def test_a_stalemate_pays_nothing():
    env = over(position(players=3, soldiers=[10, 1, 0], out=[2], lands="decimate", last_player="stalemate"))
    _, reward, terminated, truncated, _ = env.step(number("name +1", env.table))
    assert (reward, terminated, truncated) == (0.0, True, False)


def test_a_player_who_is_out_early_is_rewarded_at_the_end():
    """Let others continue after the seat's last action; a single step covers all of it."""
    seen = 0
    for seed in range(12):
        env = SingleAgentEnv(4, 1)
        env.reset(seed=seed)
        (_, reward, terminated, _, info), _ = play(env, np.random.default_rng(seed))
        assert terminated
        later = len(env.table.lines) - max(n for n, line in enumerate(env.table.lines) if line.seat == 1)
        if info == {"in_play": False}:
            assert reward == pytest.approx(-1 / 3)
            seen += later > 20
    assert seen > 3


@pytest.mark.parametrize("seat", range(3))
def test_the_seat_is_to_move_before_the_shortest_game_is_truncated(seat):
    env = SingleAgentEnv(3, seat, max_turns=1)
    observation, _ = env.reset(seed=5)
    assert observation["action_mask"].any()
    (_, reward, terminated, truncated, _), _ = play(env, np.random.default_rng(5))
    assert (reward, terminated, truncated) == (0.0, False, True)


def test_shaping_includes_the_moves_of_opponents():
    """Sum the rewards from the first view to the end: the outcome minus the potential at the first view."""
    for seed in range(4):
        env = SingleAgentEnv(3, seed % 3, shaping_soldiers=0.25)
        env.reset(seed=seed)
        army = env.table.board.soldiers[env.seat] + RESERVES * env.table.state.reinforcements[env.seat]
        rng, total, step = np.random.default_rng(seed), 0.0, (None,) * 5
        while not step[2]:
            step = env.step(any_legal(env.action_masks(), rng))
            total += step[1]
        assert total == outcome(env.table)[env.seat] - 0.25 * army


# Seeds


def whole_game(env, seed):
    env.reset(seed=seed)
    play(env, np.random.default_rng(9))
    return env.table.record().dumps()


def test_the_seed_fixes_chance_and_default_opponents():
    assert whole_game(SingleAgentEnv(), 3) == whole_game(SingleAgentEnv(), 3)
    assert whole_game(SingleAgentEnv(), 3) != whole_game(SingleAgentEnv(), 4)


def test_without_a_seed_each_reset_goes_on_with_another_game():
    env = SingleAgentEnv(max_turns=30)
    series = [whole_game(env, seed) for seed in (3, None, None)]
    assert len(set(series)) == 3
    assert [whole_game(env, seed) for seed in (3, None, None)] == series


def test_default_opponents_do_not_all_play_alike():
    env = SingleAgentEnv(5)
    env.reset(seed=1)
    view = env.table.view(0)
    assert len(view.legal_actions) > 4
    assert len({bot.choose(view) for bot in env.opponents}) > 1


# Invalid arguments


@pytest.mark.parametrize("action", [-1, 10**6, 1.0, True, "no such", None, 0.5, np.float32(3)])
def test_an_illegal_action_is_refused_and_changes_nothing(action):
    env = SingleAgentEnv(3)
    env.reset(seed=2)
    play(env, np.random.default_rng(2), 5)
    before = everything(env)
    with pytest.raises(IllegalAction) as refusal:
        env.step(action)
    assert "\n" not in str(refusal.value)
    assert ("expected an integer" in str(refusal.value)) == (type(action) is not int)
    assert everything(env) == before
    for masked_out in np.flatnonzero(~env.action_masks()):
        with pytest.raises(IllegalAction):
            env.step(masked_out)
    assert everything(env) == before


@pytest.mark.parametrize("kind", [int, np.int64, np.array])
def test_any_integer_type_is_accepted_as_an_action(kind):
    env = SingleAgentEnv(3)
    env.reset(seed=2)
    piece = env.table.legal_texts()[0]
    env.step(kind(number(piece, env.table)))
    assert f"0 {piece}" in [str(line) for line in env.table.lines]


def test_an_illegal_action_may_lose_instead():
    env = SingleAgentEnv(3, illegal_action="lose")
    env.reset(seed=2)
    before = env.table.state.to_bytes()
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    observation, reward, terminated, truncated, _ = env.step(illegal)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert env.observation_space.contains(observation)
    assert env.table.state.to_bytes() == before
    env.reset(seed=2)
    assert env.step(any_legal(env.action_masks(), np.random.default_rng(1)))[1:4] == (0.0, False, False)


def test_after_the_end_no_action_is_accepted():
    env = over(position(players=2, soldiers=[10, 1], lands="decimate"))
    env.step(number("name +1", env.table))
    with pytest.raises(IllegalAction, match="over"):
        env.step(0)


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"num_players": 1}, ["num_players", "1", "from 2 to 5"]),
        ({"num_players": 6}, ["num_players", "6", "from 2 to 5"]),
        ({"num_players": "3"}, ["num_players", "'3'"]),
        ({"seat": 4}, ["seat: expected 0 to 3, got 4"]),
        ({"seat": -1}, ["seat: expected 0 to 3, got -1"]),
        ({"seat": "0"}, ["seat", "'0'"]),
        ({"seat": True}, ["seat", "True"]),
        ({"opponents": []}, ["opponents: expected 3 for 4 players, got 0"]),
        ({"opponents": noting(3)}, ["opponents: expected 3 for 4 players, got 2"]),
        ({"opponents": noting(5)}, ["opponents: expected 3 for 4 players, got 4"]),
        ({"opponents": [*noting(3), 7]}, ["opponent 2: expected a bot", "got 7"]),
        ({"illegal_action": "ignore"}, ["illegal_action", "'ignore'", "error, misdemeanour, eject, lose"]),
        ({"render_mode": "braille"}, ["render_mode", "'braille'"]),
        ({"variant": "twelve_card"}, ["variant", "'twelve_card'"]),
        ({"no_such_option": 1}, ["'no_such_option'"]),
    ],
)
def test_an_invalid_option_is_named_in_one_line(options, names):
    with pytest.raises(ConfigError) as refusal:
        SingleAgentEnv(**options)
    message = str(refusal.value)
    assert "\n" not in message
    assert all(name in message for name in names)


def test_an_opponent_that_answers_what_is_not_offered_is_refused():
    class Stubborn:
        def choose(self, view):
            return next(i for i, legal in enumerate(view.mask) if not legal)

    env = SingleAgentEnv(2, 0, [Stubborn()])
    with pytest.raises(IllegalAction, match="illegal"):
        whole_game(env, 1)


def test_options_reach_the_table():
    env = SingleAgentEnv(2, max_turns=5, last_player="stalemate", render_mode="ansi")
    env.reset(seed=1)
    assert env.table.config == Config(num_players=2, max_turns=5, last_player="stalemate")
    assert isinstance(env.render(), str)
    assert env.metadata["render_modes"] == ["human", "ansi", "rgb_array"]


def test_the_rules_may_punish_an_illegal_action_instead():
    env = SingleAgentEnv(num_players=3, illegal_action="misdemeanour", max_turns=30)
    env.reset(seed=3)
    over = False
    generator = np.random.default_rng(3)
    while not over:
        *_, terminated, truncated, _ = env.step(np.int64(generator.integers(env.action_space.n)))
        over = terminated or truncated
    assert any(line.is_illegal for line in env.table.lines)
    with pytest.raises(IllegalAction):
        SingleAgentEnv(num_players=3, illegal_action="misdemeanour").step(np.int64(10_000))


def test_before_the_first_reset_no_step_is_taken():
    env = SingleAgentEnv(num_players=2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_the_array_policy_of_a_random_opponent_takes_the_same_actions():
    slow, quick = RandomOpponent(), RandomOpponent()
    masks = np.zeros((1, len(GAME.actions)), np.int8)
    masks[0, [2, 5, 7, 100]] = 1
    obs = np.zeros((1, GAME.layout.size), np.int8)
    for bot in (slow, quick):
        bot.seed(5, 1)
    chosen = [slow.choose(View(GAME, obs[0], masks[0])) for _ in range(40)]
    assert [quick.array_policy()(GAME, obs, masks) for _ in range(40)] == chosen
    assert set(chosen) == {2, 5, 7, 100}
