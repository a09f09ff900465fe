"""A Stable-Baselines3 policy plays as a bot with the same probabilities, or is rejected with a one-line error."""

import re
from pathlib import Path

import gymnasium
import numpy as np
import pytest

pytest.importorskip("stable_baselines3")
pytest.importorskip("sb3_contrib")
pytest.importorskip("safetensors")

import torch
from gymnasium.wrappers import DtypeObservation, FilterObservation, FlattenObservation, RescaleObservation
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import is_masking_supported
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize
from torch import nn

from tests.toy_game import PLEDGE
from wd_env.agents.agent_registry import make_bot
from wd_env.agents.files.bot_file import BOT_FILE_NAME, load_bot, save_bot
from wd_env.agents.files.sb3_import import save_policy
from wd_env.agents.networks.policy_agent import PolicyAgent
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.errors import CheckpointError, ConfigError
from wd_env.evaluation.matches.match import play_match
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.registry import GAMES, GameEntry
from wd_env.table.game_table import Table

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "train_with_stable_baselines3.md"
TOLERANCE = 1e-5
LEANING = 0.03  # minimum distance from equal probabilities at some position, for a meaningful test
CLOSE = 2e-4  # for logits and values: sums of a thousand products in float32


@pytest.fixture(autouse=True)
def with_a_toy_game(monkeypatch):
    monkeypatch.setitem(GAMES, "pledge", GameEntry("pledge", "Pledge", "tests.toy_game:PLEDGE"))


def model_of(env, policy, kind=MaskablePPO, scale=1.0, **options):
    """Return a model with weights as large as after training, because a new policy has nearly equal probabilities."""
    model = kind(policy, env, n_steps=8, batch_size=8, seed=3, device="cpu", policy_kwargs=options)
    with torch.no_grad():
        model.policy.action_net.weight.mul_(100 * scale)
    return model


def positions(game, number, seed=1):
    """Return observations and masks of every third position in random games."""
    rng, seen = np.random.default_rng(seed), []
    while len(seen) < number:
        table = WorldDominance(seed=int(rng.integers(1000))) if game is GAME else Table(game, seed=len(seen))
        while not table.is_terminal and len(seen) < number:
            if rng.random() < 1 / 3:
                seen.append((table.observe_array(table.seat), table.mask_array()))
            table.play(int(rng.choice(np.flatnonzero(table.mask_array()))))
    return [np.array(rows) for rows in zip(*seen, strict=True)]


BOUNDS = {game.layout.size: np.array(game.layout.max_abs(), np.float32) for game in (GAME, PLEDGE)}


def scaled(seen):
    """Return observations divided by the bound of each number."""
    return seen / BOUNDS[seen.shape[1]]


VIEWS = {
    "Dict": ("MultiInputPolicy", {}, lambda env: env, lambda seen, mask: {"observation": seen, "action_mask": mask}),
    "flattened": ("MlpPolicy", {}, FlattenObservation, lambda seen, mask: np.concatenate([mask, seen], axis=1)),
    "flat": ("MlpPolicy", {"flat": True}, lambda env: env, lambda seen, mask: seen),
    "floats": (
        "MlpPolicy", {"flat": True}, lambda env: DtypeObservation(env, np.float32),
        lambda seen, mask: seen.astype(np.float32),
    ),
    "no mask": (
        "MultiInputPolicy", {}, lambda env: FilterObservation(env, ["observation"]),
        lambda seen, mask: {"observation": seen},
    ),
    "scaled": (
        "MultiInputPolicy", {"observations": "scaled"}, lambda env: env,
        lambda seen, mask: {"observation": scaled(seen), "action_mask": mask},
    ),
    "scaled and flat": (
        "MlpPolicy", {"observations": "scaled", "flat": True}, lambda env: env, lambda seen, mask: scaled(seen),
    ),
}  # fmt: skip
NETWORKS = {
    "stock": {},
    "relu": {"activation_fn": nn.ReLU, "net_arch": [32, 16]},
    "apart": {"net_arch": {"pi": [24], "vf": [8, 40, 8]}},
    "linear value": {"net_arch": {"pi": [24, 8]}},
    "linear": {"net_arch": []},
    "two extractors": {"share_features_extractor": False},
}


@pytest.mark.thinned(3)
@pytest.mark.parametrize("game", [GAME, PLEDGE], ids=lambda game: game.name)
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("network", NETWORKS)
def test_the_bot_has_the_probabilities_and_values_of_the_policy(game, view, network, tmp_path):
    policy, options, wrap, shown = VIEWS[view]
    env = wrap(SingleAgentEnv(game=game.name, **options))
    model = model_of(
        env, policy, **NETWORKS[network], scale=0.1 if network == "linear" and "scaled" not in view else 1.0
    )
    loaded, meta = load_bot(save_policy(model, tmp_path / "x.wdbot", game.name), game)
    seen, masks = positions(game, 120)
    asked, _ = model.policy.obs_to_tensor(shown(seen, masks))
    with torch.no_grad():
        expected = model.policy.get_distribution(asked, action_masks=masks).distribution.probs.numpy()
        values = model.policy.predict_values(asked)[:, 0].numpy()
    found = loaded.probabilities(seen, masks)
    assert np.abs(found - expected).max() <= TOLERANCE
    assert np.abs(loaded.evaluate(seen, masks)[1] - values).max() <= CLOSE * max(1, np.abs(values).max())
    assert np.abs(expected - masks / masks.sum(axis=1, keepdims=True)).max() > LEANING
    assert (meta.architecture.uses_mask, meta.game) == (view in ("Dict", "flattened", "scaled"), game.name)


def trained(tmp_path, game="pledge", policy="MultiInputPolicy", **options):
    env = gymnasium.make("WorldDominance-v0", max_turns=10, **options) if game == GAME.name else None
    model = MaskablePPO(policy, env or SingleAgentEnv(game=game, max_throws=40), n_steps=16, batch_size=8, device="cpu")
    return save_policy(model.learn(32), tmp_path / "x.wdbot", game)


@pytest.mark.parametrize(("policy", "options"), [("MultiInputPolicy", {}), ("MlpPolicy", {"flat": True})])
def test_a_model_trained_on_a_registered_environment_plays_in_matches(policy, options, tmp_path):
    path = trained(tmp_path, GAME.name, policy, **options)
    assert play_match(GAME, [str(path), f"greedy:{path}", "scripted"], 6, 1, {"max_turns": 20}).games >= 6


def test_a_saved_policy_is_an_opponent_by_its_name(tmp_path):
    path = str(trained(tmp_path))
    env = SingleAgentEnv(num_players=2, game="pledge", opponents=[path], max_throws=40)
    observation, _ = env.reset(seed=1)
    env.step(int(observation["action_mask"].argmax()))
    assert make_bot(path, PLEDGE, np.random.default_rng(0)).name == path


def test_a_folder_stands_for_the_bot_in_it(tmp_path):
    model = model_of(SingleAgentEnv(game="pledge"), "MultiInputPolicy")
    assert save_policy(model, tmp_path, PLEDGE) == tmp_path / BOT_FILE_NAME
    meta = load_bot(tmp_path, PLEDGE)[1]
    assert (meta.provenance.config["algorithm"], meta.provenance.seed) == ("MaskablePPO", 3)


def test_a_policy_that_was_trained_without_masks_plays_under_them(tmp_path):
    model = model_of(SingleAgentEnv(game="pledge", illegal_action="lose"), "MultiInputPolicy", kind=PPO)
    bot = PolicyAgent.load(save_policy(model, tmp_path, PLEDGE), PLEDGE, np.random.default_rng(1), greedy=True)
    seen, masks = positions(PLEDGE, 50)
    assert masks[np.arange(50), bot.choose_batch(PLEDGE, seen, masks)].all()


def normalised(env):
    return VecNormalize(DummyVecEnv([lambda: env]))


class Halves(BaseFeaturesExtractor):
    def __init__(self, space):
        super().__init__(space, features_dim=8)

    def forward(self, seen):
        return seen[:, :8]


FLAT = {"game": "pledge", "flat": True}
REFUSED = {
    "another activation": (FLAT, {"activation_fn": nn.ELU}, None, "activation_fn: expected Tanh or ReLU, got 'ELU'"),
    "a custom extractor": (
        FLAT, {"features_extractor_class": Halves}, None,
        "features_extractor_class: expected FlattenExtractor or CombinedExtractor, got 'Halves'",
    ),
    "another game": (
        {"flat": True}, {}, None, "the action space: expected Discrete(4), that of pledge, got Discrete(226)",
    ),
    "other numbers": (
        FLAT, {}, lambda env: RescaleObservation(DtypeObservation(env, np.float32), np.float32(-1), np.float32(1)),
        "expected that of pledge: observation (16 numbers) and action_mask (4), as a Dict or flat",
    ),
    "scaled twice": (
        {**FLAT, "observations": "scaled"}, {}, normalised,
        "observations: expected scaling by the environment or by VecNormalize, got 'both'",
    ),
    "too wide": (FLAT, {"net_arch": [9000]}, None, "hidden (9000,) is not at most 16 layers of 1 to 8192 units"),
    "too deep": (FLAT, {"net_arch": {"vf": [1] * 17}}, None, "value_hidden (1, 1, 1, 1, 1, 1, ...) is not at most 16"),
}  # fmt: skip


def normalised_model(policy, options, keys=None):
    """Return a model whose observations VecNormalize normalises with statistics of some random games."""
    games = DummyVecEnv([lambda: SingleAgentEnv(game="pledge", max_throws=40, **options)])
    env = VecNormalize(games, norm_reward=False, clip_obs=1.5, norm_obs_keys=keys)
    model = model_of(env, policy)
    model.learn(64)
    return model, env


@pytest.mark.parametrize(
    ("policy", "options", "keys"), [("MlpPolicy", {"flat": True}, None), ("MultiInputPolicy", {}, ["observation"])]
)
def test_the_statistics_of_vec_normalize_are_saved_and_applied(policy, options, keys, tmp_path):
    model, env = normalised_model(policy, options, keys)
    seen, masks = positions(PLEDGE, 120)
    shown = env.normalize_obs({"observation": seen, "action_mask": masks} if keys else seen.astype(np.float32))
    asked, _ = model.policy.obs_to_tensor(shown)
    with torch.no_grad():
        expected = model.policy.get_distribution(asked, action_masks=masks).distribution.probs.numpy()
    loaded, meta = load_bot(save_policy(model, tmp_path / "x.wdbot", "pledge"), PLEDGE)
    assert np.abs(loaded.probabilities(seen, masks) - expected).max() <= TOLERANCE
    assert meta.architecture.input_clip == 1.5
    numbers = shown["observation"] if keys else shown
    assert (np.abs(numbers) == 1.5).any(), "expected some clipped numbers"


def test_given_statistics_are_those_of_the_environment(tmp_path):
    model, env = normalised_model("MlpPolicy", {"flat": True})
    known, _ = load_bot(save_policy(model, tmp_path / "known.wdbot", "pledge"), PLEDGE)
    model._vec_normalize_env = None
    given, _ = load_bot(save_policy(model, tmp_path / "given.wdbot", "pledge", vec_normalize=env), PLEDGE)
    assert known.weights.keys() == given.weights.keys()
    assert all(np.array_equal(array, given.weights[name]) for name, array in known.weights.items())


def test_a_bot_file_without_its_statistics_is_refused(tmp_path):
    model, _ = normalised_model("MlpPolicy", {"flat": True})
    network, header = load_bot(save_policy(model, tmp_path / "x.wdbot", "pledge"), PLEDGE)
    weights = {name: array for name, array in network.weights.items() if name != "input.scale"}
    with pytest.raises(CheckpointError, match=r"input\.scale"):
        save_bot(tmp_path / "y.wdbot", weights, header)
    assert not (tmp_path / "y.wdbot").exists()


@pytest.mark.parametrize("part", REFUSED)
def test_a_model_that_cannot_be_a_bot_is_rejected_by_its_part(part, tmp_path):
    options, network, wrap, words = REFUSED[part]
    env = SingleAgentEnv(**options)
    model = model_of(wrap(env) if wrap else env, "MlpPolicy", **network)
    with pytest.raises(ConfigError) as refusal:
        save_policy(model, tmp_path / "x.wdbot", "pledge")
    assert words in str(refusal.value)
    assert list(tmp_path.iterdir()) == []


def test_files_that_are_not_models_and_infinite_weights_are_rejected(tmp_path):
    for nothing in (None, "model.zip", PLEDGE):
        with pytest.raises(ConfigError, match=r"the policy: expected the stock MlpPolicy or MultiInputPolicy"):
            save_policy(nothing, tmp_path / "x.wdbot", "pledge")
    model = model_of(SingleAgentEnv(game="pledge"), "MultiInputPolicy")
    model.policy.action_net = nn.Sequential(model.policy.action_net)
    with pytest.raises(ConfigError, match=r"a layer of action_net: expected Linear with a bias"):
        save_policy(model, tmp_path / "x.wdbot", "pledge")
    model = model_of(SingleAgentEnv(game="pledge"), "MultiInputPolicy", scale=np.nan)
    with pytest.raises(CheckpointError, match=r"action.weight: expected finite numbers"):
        save_policy(model, tmp_path / "x.wdbot", "pledge")
    assert list(tmp_path.iterdir()) == []


# Models made by hand, on every kind of environment


def masked_by_hand(env):
    return ActionMasker(env, lambda wrapped: wrapped.unwrapped.action_masks())


WRAPPED = {
    "an action masker": masked_by_hand,
    "flattened behind an action masker": lambda env: masked_by_hand(FlattenObservation(env)),
    "flattened": FlattenObservation,
    "in a vector": lambda env: make_vec_env(lambda: masked_by_hand(FlattenObservation(env)), n_envs=1),
}


@pytest.mark.parametrize("game", ["world_dominance", "pledge"])
@pytest.mark.parametrize("kind", WRAPPED)
def test_masks_are_found_through_wrappers(game, kind, tmp_path, recwarn):
    cut = {"max_throws": 40} if game == "pledge" else {"max_turns": 10}
    env = WRAPPED[kind](SingleAgentEnv(game=game, **cut))
    assert is_masking_supported(env)
    policy = "MultiInputPolicy" if kind == "an action masker" else "MlpPolicy"
    model = MaskablePPO(policy, env, n_steps=16, batch_size=8, n_epochs=1, device="cpu").learn(32)
    assert save_policy(model, tmp_path / "x.wdbot", game).exists()
    assert [str(warning.message) for warning in recwarn] == []


@pytest.mark.parametrize("game", [GAME, PLEDGE], ids=lambda game: game.name)
def test_a_model_trained_on_the_vector_environment_is_a_bot(game, tmp_path):
    pytest.importorskip("numba")
    from wd_env.batch.batch import Batch
    from wd_env.envs.vector.lineup import LEARNER
    from wd_env.envs.vector.sb3_vec_env import MultiSeatVecEnv

    def lineup(players):
        seats = np.zeros((len(players), game.seats), np.int64)
        seats[:, 0] = LEARNER
        return seats

    cut = {"max_throws": 40} if game is PLEDGE else {"max_turns": 20}
    bots = [make_bot("random", game, np.random.default_rng(1))]
    games = MultiSeatVecEnv(Batch(game, 4, 1, num_players=(3,), options=cut), bots, lineup)
    model = MaskablePPO("MlpPolicy", games, n_steps=8, batch_size=16, n_epochs=1, device="cpu").learn(32)
    path = save_policy(model, tmp_path / "x.wdbot", game)
    assert play_match(game, [str(path), "random"], 6, 1, cut).games >= 6


def test_the_examples_of_the_page_run_and_their_bot_plays_in_the_commands(tmp_path, monkeypatch, capsys):
    pytest.importorskip("rich")
    from wd_env.cli.main import main

    monkeypatch.chdir(tmp_path)
    for number, example in enumerate(re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)):
        exec(compile(example, f"{PAGE.name} example {number}", "exec"), {"__name__": "example"})  # noqa: S102 our own page
    assert capsys.readouterr().out == "mine.wdbot\nflat.wdbot\n"
    assert main(["evaluate", "mine.wdbot", "flat.wdbot", "random", "--games", "6", "--max-turns", "20"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "flat.wdbot by sampling, mine.wdbot by sampling" in printed
