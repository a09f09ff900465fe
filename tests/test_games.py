"""The registry: every entry can be loaded, and a game that is only an entry works everywhere."""

import copy
import re
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
from stable_baselines3.common import env_checker

from tests.toy_game import PLEDGE
from wd_env import registry
from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import bots_for, make_bot
from wd_env.batch.batch import Batch
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.registered_env import make_aec_env, make_raw_aec_env
from wd_env.envs.selfplay_env import SelfPlayEnv
from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv
from wd_env.errors import ConfigError
from wd_env.evaluation.matches.match import play_match
from wd_env.evaluation.matches.match_blocks import win_fractions
from wd_env.games.world_dominance.game import GAME
from wd_env.training.settings.training_settings import settings_from_dict
from wd_env.training.training_run import train

ROW = registry.GameEntry("pledge", "Pledge", "tests.toy_game:PLEDGE")


@pytest.fixture(autouse=True)
def with_a_toy_game(monkeypatch):
    monkeypatch.setitem(registry.GAMES, ROW.name, ROW)


class Holds(Agent):
    """A custom bot that takes the first legal action."""

    def choose(self, view):
        return view.legal_indices[-1]


@pytest.mark.parametrize("row", registry.GAMES.values(), ids=registry.GAMES)
def test_an_entry_gives_a_game_a_table_and_an_environment(row):
    table = row.new_table(row.config(num_players=2, **row.env_options), seed=1)
    assert (table.game, table.players) == (row.game, 2)
    env = make_raw_aec_env(row, num_players=2)
    env.reset(seed=1)
    assert env.table.state == table.state


@pytest.mark.parametrize("row", registry.GAMES.values(), ids=registry.GAMES)
def test_a_row_has_the_numbers_of_players_of_its_game(row):
    assert row.player_range == (row.game.min_players, row.game.max_players)


def test_a_list_of_games_imports_none():
    program = "import sys; from wd_env.cli.main import main; main(['info', 'games']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not [name for name in done.stdout.split() if re.fullmatch(r"wd_env\.games\.\w+\.game", name)]


def test_games_of_other_packages_are_added_and_replace_none(monkeypatch):
    theirs = replace(ROW, name="theirs")
    found = [theirs, replace(ROW, name="domination"), "a text"]
    groups = {"wd_env.games": [SimpleNamespace(load=lambda game=game: game) for game in found]}
    monkeypatch.setattr(registry, "entry_points", lambda *, group: groups[group])
    monkeypatch.setattr(registry, "_load_entry_points", registry._load_entry_points.__wrapped__)
    assert list(registry.all_games().items()) == [*registry.GAMES.items(), ("theirs", theirs)]


def test_an_unknown_game_is_rejected_with_the_known_ones():
    with pytest.raises(ConfigError, match=r"unknown game 'world_dominanc'; .*; did you mean world_dominance"):
        registry.get_game("world_dominanc")


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (replace(ROW, spec="tests.toy_game:NOTHING"), "cannot be loaded"),
        (replace(ROW, spec="nowhere:GAME"), "'nowhere:GAME' cannot be loaded: No module named 'nowhere'"),
        (replace(ROW, spec="tests.toy_game:LAYOUT"), "expected its GameSpec"),
        (replace(ROW, name="other"), "game other, tests.toy_game:PLEDGE: expected"),
        (replace(ROW, spec=""), "game pledge has no spec"),
    ],
)
def test_an_invalid_entry_is_rejected_in_one_line(row, words):
    with pytest.raises(ConfigError) as refusal:
        _ = row.game
    assert words in str(refusal.value)


def test_a_game_that_is_only_a_registry_entry_passes_the_test_of_pettingzoo():
    api_test(make_aec_env("pledge", max_throws=40), num_cycles=200)


def test_a_game_that_is_only_a_registry_entry_passes_the_check_of_gymnasium():
    check_env(SingleAgentEnv(game="pledge", illegal_action="lose", max_throws=40), skip_render_check=True)


@pytest.mark.parametrize("name", ["world_dominance", "pledge"])
def test_a_flat_view_passes_the_check_of_gymnasium_and_is_the_observation_alone(name):
    flat, usual = (SingleAgentEnv(game=name, illegal_action="lose", flat=is_flat) for is_flat in (True, False))
    check_env(flat, skip_render_check=True)
    seen, expected = flat.reset(seed=4)[0], usual.reset(seed=4)[0]
    over = False
    while not over:
        assert np.array_equal(seen, expected["observation"])
        assert np.array_equal(flat.action_masks(), expected["action_mask"])
        action = int(flat.action_masks().argmax())
        seen, _, ended, cut, _ = flat.step(action)
        expected, over = usual.step(action)[0], ended or cut
    assert np.array_equal(seen, expected["observation"])


def test_rows_of_a_flat_vector_environment_are_observations_alone_at_the_end_too():
    flat, usual = (GameVectorEnv(3, game="pledge", flat=is_flat, max_throws=40) for is_flat in (True, False))
    assert flat.observation_space.shape == flat.reset(seed=1)[0].shape
    usual.reset(seed=1)
    ended = 0
    for _ in range(20):
        actions = flat.action_masks().argmax(axis=1)
        seen, *_, infos = flat.step(actions)
        expected, *_, others = usual.step(actions)
        assert np.array_equal(seen, expected["observation"])
        for row in np.flatnonzero(infos.get("_final_obs", [])):
            assert np.array_equal(infos["final_obs"][row], others["final_obs"][row]["observation"])
            ended += 1
    assert ended > 2
    for kind in (SingleAgentEnv, GameVectorEnv):
        with pytest.raises(ConfigError, match="flat: expected True or False, got 1"):
            kind(game="pledge", flat=1)


@pytest.mark.parametrize("flat", [False, True], ids=["dict", "flat"])
@pytest.mark.parametrize("name", ["world_dominance", "pledge"])
@pytest.mark.filterwarnings("error")
def test_every_game_passes_the_check_of_stable_baselines3(name, flat):
    env_checker.check_env(SingleAgentEnv(game=name, flat=flat, illegal_action="lose"))


@pytest.mark.parametrize("opponents", [None, ["random", "tests.test_games:Holds"]])
def test_rows_of_the_vector_environment_are_the_single_ones(opponents):
    if opponents:
        # One generator for all rows, so only bots without random numbers are equal.
        opponents = ["tests.test_games:Holds"] * 2
    many = GameVectorEnv(6, game="pledge", opponents=opponents, max_throws=40)
    ones = [SingleAgentEnv(game="pledge", opponents=opponents, max_throws=40) for _ in range(6)]
    seen, _ = many.reset(seed=3)
    each = [one.reset(seed=3 + row)[0] for row, one in enumerate(ones)]
    streams, over = np.random.default_rng(0), np.zeros(6, bool)
    for _ in range(6):
        for row in np.flatnonzero(~over):
            assert seen["observation"][row].tolist() == each[row]["observation"].tolist()
        actions = np.array([streams.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        seen, rewards, ended, cut, _ = many.step(actions)
        for row in np.flatnonzero(~over):
            each[row], reward, terminated, truncated, _ = ones[row].step(actions[row])
            assert (reward, terminated, truncated) == (rewards[row], ended[row], cut[row])
        over |= ended | cut
    assert over.any()


def test_named_opponents_begin_again_with_the_seed():
    env = SingleAgentEnv(game="pledge", opponents=["random", "random"], max_throws=40)

    def episode():
        observation, _ = env.reset(seed=5)
        seen, over = [], False
        while not over:
            action = int(np.flatnonzero(observation["action_mask"])[0])
            observation, reward, terminated, truncated, _ = env.step(action)
            over = terminated or truncated
            seen.append((observation["observation"].tolist(), reward))
        return seen

    assert episode() == episode()
    assert copy.deepcopy(env).opponents[0].generator is not env.opponents[0].generator


@pytest.mark.parametrize(
    ("opponents", "words"),
    [
        (["random"], "opponents: expected 2 for 3 players, got 1"),
        ("random", "opponents: expected a list with one for each other player, got"),
        (["random", "scripted"], "bot scripted plays world_dominance, not pledge; expected search"),
        (["random", "randon"], "unknown bot 'randon'; .*did you mean random"),
        (["random", "tests.test_games:ROW"], "bot: expected a class with `choose`"),
        (["random", "nowhere:Bot"], "'nowhere:Bot' cannot be loaded"),
        (["random", 7], "opponent 1: expected a bot with .*, got 7"),
    ],
)
def test_invalid_opponents_are_rejected_in_one_line(opponents, words):
    with pytest.raises(ConfigError, match=words):
        SingleAgentEnv(num_players=3, game="pledge", opponents=opponents)


def test_shares_of_a_match_with_several_winners_add_up_to_one_win_a_game():
    result = play_match(PLEDGE, ["random", "tests.test_games:Holds", "random"], 300, 2, {"max_throws": 60})
    assert [share.name for share in result.win_rates][1] == "tests.test_games:Holds"
    assert sum(share.win_rate for share in result.win_rates) <= 1 + 1e-9
    assert any(share.wins != int(share.wins) for share in result.win_rates)
    batch = Batch(PLEDGE, 300, 2, num_players=(3,))
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        batch.step(batch.random_actions()[rows], rows)
    assert set(win_fractions(batch).sum(axis=1).round(9).tolist()) <= {0.0, 1.0}
    assert (batch.won.sum(axis=1) > 1).any()


def test_self_play_takes_the_toy_game():
    face = SelfPlayEnv(Batch(PLEDGE, 8, 0, num_players=(2, 3), options={"max_throws": 40}))
    face.reset(seed=1)
    for _ in range(30):
        masks = face.last()[0]["action_mask"]
        face.step(masks.argmax(axis=1))


@pytest.mark.parametrize("learner", ["maskable", "fast"])
def test_both_learners_train_on_a_game_that_is_only_a_registry_entry(tmp_path, learner):
    settings = settings_from_dict(
        {
            "learner": learner,
            "game": {"name": "pledge", "options": {"max_throws": 40}},
            "ppo": {"n_envs": 8, "n_steps": 8, "batch_size": 32, "n_epochs": 1},
            "net": {"hidden": [8]},
            "opponents": {"weights": {"random": 1.0}},
            "evaluation": {"freq": 128, "games": 6, "players": 3, "final_games": 6},
            "run": {"folder": str(tmp_path / "run"), "total_decisions": 256, "snapshot_freq": 128},
        }
    )
    folder = train(settings)
    bot = make_bot(str(folder), PLEDGE, np.random.default_rng(1))
    assert play_match(PLEDGE, [str(folder), "random"], 20, 1).games >= 20
    with pytest.raises(ValueError, match="was made for game 'pledge'"):
        make_bot(str(folder), GAME, np.random.default_rng(1))
    assert bot.name == str(folder) or bot.name


def test_bots_know_their_game():
    assert bots_for(PLEDGE) == ["search", "noisy", "random"]
    assert bots_for(GAME)[:3] == ["easy", "medium", "hard"]
