"""Conversion of policies of Stable-Baselines3 and sb3-contrib to bot files, which play without these libraries.

    save_policy(model, "mine.wdbot")

supports models with the stock `MlpPolicy` or `MultiInputPolicy`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from wd_env.agents.bot_file import BotFileHeader, Provenance, current_provenance, save_bot
from wd_env.agents.numpy_network import Architecture
from wd_env.dependencies import missing_extra_error
from wd_env.errors import ConfigError, quoted
from wd_env.registry import DEFAULT_GAME, GameEntry, get_game
from wd_env.spec.game_spec import GameSpec

try:
    from sb3_contrib.common.maskable import policies as maskable
    from stable_baselines3.common import policies
    from stable_baselines3.common.torch_layers import CombinedExtractor, FlattenExtractor, MlpExtractor
    from torch import nn
except ModuleNotFoundError as problem:
    raise missing_extra_error(problem) from None

POLICIES = (
    maskable.MaskableActorCriticPolicy,
    maskable.MaskableMultiInputActorCriticPolicy,
    policies.ActorCriticPolicy,
    policies.MultiInputActorCriticPolicy,
)
EXTRACTORS = (FlattenExtractor, CombinedExtractor)
ACTIVATIONS: dict[type, str] = {nn.Tanh: "tanh", nn.ReLU: "relu"}
MASK, OBSERVATION = INPUT_KEYS = (
    "action_mask",
    "observation",
)  # inputs that a policy may read, in the order of a network
# by the names of our networks, and of their heads in a policy
TRUNKS = {"policy": ("policy_net", "action", "action_net"), "value": ("value_net", "worth", "value_net")}

Array = np.ndarray


def save_policy(model: Any, path: str | Path, game: GameEntry | GameSpec | str = DEFAULT_GAME) -> Path:
    """Write the policy of a trained model as a bot file. The bot has the probabilities of the policy under the mask.

    Args:
        model: A MaskablePPO, PPO or A2C with the stock `MlpPolicy` or `MultiInputPolicy` (any `net_arch`, Tanh or
            ReLU), trained on observations of our environments: the Dict, its `FlattenObservation`, or `flat=True`.
        path: File to write, or a folder for `bot.wdbot` in it.
        game: Game of the model: its name, entry or spec.

    Returns:
        Path of the file.

    Raises:
        ConfigError: If a part of the policy is not supported; the message names the first one and what is allowed.
        CheckpointError: If a weight is not finite, or the file cannot be written. No file is written then.
    """
    spec = game if isinstance(game, GameSpec) else (game if isinstance(game, GameEntry) else get_game(game)).game
    policy = _checked_policy(model, spec)
    parts = _input_keys(policy.observation_space, spec)
    architecture = _architecture(policy, MASK in parts)
    meta = BotFileHeader.for_game(spec, architecture, _provenance(model))
    return save_bot(path, _weights(policy, architecture, _input_indices(parts, spec), meta.shapes), meta)


def _raise_error(subject: str, actual: object, allowed: str) -> NoReturn:
    raise ConfigError(f"{subject}: expected {allowed}, got {quoted(actual)}")


def _checked_policy(model: Any, game: GameSpec) -> Any:
    """Return the model's policy; ConfigError if a part is not of a supported kind."""
    policy: Any = getattr(model, "policy", None)
    if type(policy) not in POLICIES:
        found = type(model if policy is None else policy).__name__
        _raise_error("the policy", found, "the stock MlpPolicy or MultiInputPolicy of MaskablePPO, PPO or A2C")
    normalised = model.get_vec_normalize_env()
    if normalised is not None and normalised.norm_obs:
        _raise_error("the environment", "VecNormalize of observations", "VecNormalize(..., norm_obs=False) or none")
    for extractor in (policy.pi_features_extractor, policy.vf_features_extractor):
        if type(extractor) not in EXTRACTORS:
            _raise_error("features_extractor_class", type(extractor).__name__, "FlattenExtractor or CombinedExtractor")
    if type(policy.mlp_extractor) is not MlpExtractor:
        _raise_error("mlp_extractor", type(policy.mlp_extractor).__name__, "MlpExtractor")
    space = policy.action_space
    if (getattr(space, "n", None), getattr(space, "start", 0)) != (len(game.actions), 0):
        _raise_error("the action space", space, f"Discrete({len(game.actions)}), that of {game.name}")
    return policy


def _input_keys(space: Any, game: GameSpec) -> Sequence[str]:
    """Return the inputs that a policy over this space reads, in its order; ConfigError if the space is unknown."""
    low, high = game.layout.bounds()
    none, one = [0] * len(game.actions), [1] * len(game.actions)
    bounds = {MASK: (none, one), OBSERVATION: (low, high)}
    named: Any = getattr(space, "spaces", None)
    if hasattr(named, "items"):
        if all(name in INPUT_KEYS and _is_box(part, *bounds[name]) for name, part in named.items()):
            return list(named)
    elif _is_box(space, low, high):
        return [OBSERVATION]
    elif _is_box(space, none + low, one + high):
        return INPUT_KEYS
    sizes = f"{OBSERVATION} ({len(low)} numbers) and {MASK} ({len(none)})"
    _raise_error("the observation space", space, f"that of {game.name}: {sizes}, as a Dict or flat")


def _is_box(space: Any, low: list[int], high: list[int]) -> bool:
    """Return whether a space has the bounds of the environment's own, whatever dtype a wrapper gave it."""
    ends = getattr(space, "low", None), getattr(space, "high", None)
    return all(isinstance(end, Array) and end.tolist() == wanted for end, wanted in zip(ends, (low, high), strict=True))


def _input_indices(parts: Sequence[str], game: GameSpec) -> Array:
    """Return the index of each input of the policy among the inputs of a network, int64[inputs]."""
    mask = np.arange(len(game.actions))
    seen = np.arange(game.layout.size) + (len(mask) if MASK in parts else 0)
    return np.concatenate([mask if part == MASK else seen for part in parts])


def _architecture(policy: Any, uses_mask: bool) -> Architecture:
    hidden, found = {}, set()
    for trunk, (layers, *_) in TRUNKS.items():
        rows = list(getattr(policy.mlp_extractor, layers))
        hidden[trunk] = tuple(layer.out_features for layer in _linear(layers, rows[::2]))
        found |= {type(layer) for layer in rows[1::2]}
    if len(found) > 1 or not found <= ACTIVATIONS.keys():
        _raise_error("activation_fn", ", ".join(sorted(kind.__name__ for kind in found)), "Tanh or ReLU")
    own = None if hidden["value"] == hidden["policy"] else hidden["value"]
    activation = ACTIVATIONS[found.pop()] if found else Architecture.activation
    return Architecture(hidden["policy"], 0, activation, value_hidden=own, uses_mask=uses_mask)


def _linear(part: str, layers: list[Any]) -> list[Any]:
    """Return the layers; ConfigError if one is not linear with a bias."""
    for layer in layers:
        if type(layer) is not nn.Linear or layer.bias is None:
            _raise_error(f"a layer of {part}", layer, "Linear with a bias")
    return layers


def _weights(
    policy: Any, architecture: Architecture, places: Array, shapes: dict[str, tuple[int, ...]]
) -> dict[str, Array]:
    """Return float32 tensors of these shapes under the names of `wd_env/agents/numpy_network.py`.

    Weights of inputs that the policy does not read are 0.
    """
    layers: dict[str, Any] = {}
    for trunk, (hidden, name, head) in TRUNKS.items():
        rows = list(getattr(policy.mlp_extractor, hidden))[::2]
        layers |= dict(zip(architecture.layers(trunk), rows, strict=True))
        layers |= {name: _linear(head, [getattr(policy, head)])[0]}
    weights = {
        f"{name}.{part}": getattr(layer, part).detach().cpu().numpy().astype(np.float32)
        for name, layer in layers.items()
        for part in ("weight", "bias")
    }
    for name in architecture.first_layers():
        read = weights[f"{name}.weight"]
        weights[f"{name}.weight"] = np.zeros(shapes[f"{name}.weight"], np.float32)
        weights[f"{name}.weight"][:, places] = read
    return weights


def _provenance(model: Any) -> Provenance:
    config = {"algorithm": type(model).__name__, "policy": type(model.policy).__name__}
    return current_provenance(config, {}, {}, model.seed or 0, model.num_timesteps)
