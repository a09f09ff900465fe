"""Conversion of policies of Stable-Baselines3 and sb3-contrib to bot files, which play without these libraries.

    save_policy(model, "mine.wdbot")

supports models with the stock `MlpPolicy` or `MultiInputPolicy`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np

from wd_env.agents.files.bot_file import save_bot
from wd_env.agents.files.bot_file_header import BotFileHeader, Provenance, current_provenance
from wd_env.agents.networks.architecture import Architecture
from wd_env.dependencies import missing_extra_error
from wd_env.errors import ConfigError, quoted
from wd_env.registry import DEFAULT_GAME, GameEntry, get_game
from wd_env.spec.game_spec import GameSpec

try:
    from sb3_contrib.common.maskable import policies as maskable
    from stable_baselines3.common import policies
    from stable_baselines3.common.torch_layers import CombinedExtractor, FlattenExtractor, MlpExtractor
    from torch import nn
except ModuleNotFoundError as exc:
    raise missing_extra_error(exc) from None

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
TRUNKS = {"policy": ("policy_net", "action", "action_net"), "value": ("value_net", "value_head", "value_net")}

Array = np.ndarray


class Inputs(NamedTuple):
    """Inputs of a policy: parts of the observation space, with scaled numbers, and the statistics of VecNormalize."""

    keys: Sequence[str]
    scales: Array  # float64[inputs] of the network, by which the environment has multiplied the numbers
    normalise: Any = None  # VecNormalize, if it normalises observations


def save_policy(
    model: Any, path: str | Path, game: GameEntry | GameSpec | str = DEFAULT_GAME, vec_normalize: Any = None
) -> Path:
    """Write the policy of a trained model as a bot file.

    The bot's probabilities are those of the policy under the mask. Scaled observations and the statistics of
    VecNormalize become part of the bot.

    Args:
        model: A MaskablePPO, PPO or A2C with the stock `MlpPolicy` or `MultiInputPolicy` (any `net_arch`, Tanh or
            ReLU), trained on observations of our environments: the Dict, its `FlattenObservation`, or `flat=True`; raw
            or scaled.
        path: The bot file, or a folder for `bot.wdbot` in it.
        game: Name, registry entry or `GameSpec` of the game.
        vec_normalize: The VecNormalize that the model was trained with; by default the one of the model's environment.
            A model that was loaded without an environment does not know it.

    Returns:
        The path of the file.

    Raises:
        ConfigError: If a bot cannot have a part of the policy; the message names the first one and what is allowed.
        CheckpointError: If a weight is not finite or the file cannot be written. Nothing is written then.
    """
    spec = game if isinstance(game, GameSpec) else (game if isinstance(game, GameEntry) else get_game(game)).game
    policy = _checked_policy(model, spec)
    normalise = model.get_vec_normalize_env() if vec_normalize is None else vec_normalize
    normalise = normalise if normalise is not None and normalise.norm_obs else None
    inputs = _read_inputs(policy.observation_space, normalise, spec)
    clip = 0.0 if normalise is None else float(normalise.clip_obs)
    architecture = _architecture(policy, MASK in inputs.keys, clip)
    header = BotFileHeader.for_game(spec, architecture, _provenance(model))
    return save_bot(path, _weights(policy, architecture, inputs, spec, header.shapes), header)


def _raise_error(subject: str, actual: object, allowed: str) -> NoReturn:
    raise ConfigError(f"{subject}: expected {allowed}, got {quoted(actual)}")


def _checked_policy(model: Any, game: GameSpec) -> Any:
    """Return the model's policy; ConfigError if a part is not of a supported kind."""
    policy: Any = getattr(model, "policy", None)
    if type(policy) not in POLICIES:
        result = type(model if policy is None else policy).__name__
        _raise_error("the policy", result, "the stock MlpPolicy or MultiInputPolicy of MaskablePPO, PPO or A2C")
    for extractor in (policy.pi_features_extractor, policy.vf_features_extractor):
        if type(extractor) not in EXTRACTORS:
            _raise_error("features_extractor_class", type(extractor).__name__, "FlattenExtractor or CombinedExtractor")
    if type(policy.mlp_extractor) is not MlpExtractor:
        _raise_error("mlp_extractor", type(policy.mlp_extractor).__name__, "MlpExtractor")
    space = policy.action_space
    if (getattr(space, "n", None), getattr(space, "start", 0)) != (len(game.actions), 0):
        _raise_error("the action space", space, f"Discrete({len(game.actions)}), that of {game.name}")
    return policy


def _read_inputs(space: Any, normalise: Any, game: GameSpec) -> Inputs:
    """Return what a policy over this space reads; ConfigError if the space is unknown or scaled twice."""
    if normalise is None:
        return _inputs_of(space, game)
    inputs = _inputs_of(normalise.venv.observation_space, game)
    if (inputs.scales != 1).any():
        _raise_error("observations", "both", "scaling by the environment or by VecNormalize")
    return inputs._replace(normalise=normalise)


def _inputs_of(space: Any, game: GameSpec) -> Inputs:
    """Return the parts and scales of a space of our environments; ConfigError if it is unknown."""
    low, high = (np.array(bounds_by_key, np.float32) for bounds_by_key in game.layout.bounds())
    none, one = np.zeros(len(game.actions), np.float32), np.ones(len(game.actions), np.float32)
    bounds = np.array(game.layout.max_abs(), np.float32)
    for divisors in (np.ones_like(bounds), bounds):
        bounds_by_key = {MASK: (none, one), OBSERVATION: (low / divisors, high / divisors)}
        items = _match_keys(space, bounds_by_key)
        if items:
            mask_scales = np.ones(len(none) if MASK in items else 0)
            return Inputs(items, np.concatenate([mask_scales, 1 / divisors.astype(np.float64)]))
    sizes = f"{OBSERVATION} ({len(low)} numbers) and {MASK} ({len(none)})"
    _raise_error("the observation space", space, f"that of {game.name}: {sizes}, as a Dict or flat, raw or scaled")


def _match_keys(space: Any, bounds: dict[str, tuple[Array, Array]]) -> Sequence[str]:
    """Return which of INPUT_KEYS a space has, in its own order; none for another space."""
    named: Any = getattr(space, "spaces", None)
    if hasattr(named, "items"):
        fits = all(name in INPUT_KEYS and _is_box(item, *bounds[name]) for name, item in named.items())
        return list(named) if fits else []
    if _is_box(space, *bounds[OBSERVATION]):
        return [OBSERVATION]
    full = [np.concatenate([bounds[MASK][end], bounds[OBSERVATION][end]]) for end in (0, 1)]
    return INPUT_KEYS if _is_box(space, *full) else []


def _is_box(space: Any, low: Array, high: Array) -> bool:
    """Return whether a space has the bounds of the environment's own, whatever dtype a wrapper gave it."""
    bounds = getattr(space, "low", None), getattr(space, "high", None)
    return all(
        isinstance(end, Array) and np.array_equal(end.astype(np.float32), expected)
        for end, expected in zip(bounds, (low, high), strict=True)
    )


def _input_indices(items: Sequence[str], game: GameSpec) -> Array:
    """Return the index of each input of the policy among the inputs of a network, int64[inputs]."""
    mask = np.arange(len(game.actions))
    obs = np.arange(game.layout.size) + (len(mask) if MASK in items else 0)
    return np.concatenate([mask if item == MASK else obs for item in items])


def _statistics(inputs: Inputs, game: GameSpec) -> dict[str, Array]:
    """Return means and scales float32 of the inputs of the network, 0 and 1 for those that are not normalised."""
    normalise, size = inputs.normalise, len(inputs.scales)
    mean, scale = np.zeros(size), np.ones(size)
    result = normalise.obs_rms
    if not isinstance(result, dict):
        indices = _input_indices(inputs.keys, game)
        statistics = [(indices, result)]
    else:
        statistics = [
            (_input_indices([item], game) + _offset(item, inputs.keys, game), result[item]) for item in result
        ]
    for indices, running in statistics:
        mean[indices], scale[indices] = running.mean, 1 / np.sqrt(running.var + normalise.epsilon)
    return {"input.mean": mean.astype(np.float32), "input.scale": scale.astype(np.float32)}


def _offset(item: str, items: Sequence[str], game: GameSpec) -> int:
    """Return the index of the first input of a part, for a network that reads the mask first."""
    return len(game.actions) if item == OBSERVATION and MASK in items else 0


def _architecture(policy: Any, uses_mask: bool, input_clip: float) -> Architecture:
    hidden, result = {}, set()
    for trunk, (layers, *_) in TRUNKS.items():
        rows = list(getattr(policy.mlp_extractor, layers))
        hidden[trunk] = tuple(layer.out_features for layer in _linear(layers, rows[::2]))
        result |= {type(layer) for layer in rows[1::2]}
    if len(result) > 1 or not result <= ACTIVATIONS.keys():
        _raise_error("activation_fn", ", ".join(sorted(kind.__name__ for kind in result)), "Tanh or ReLU")
    value_hidden = None if hidden["value"] == hidden["policy"] else hidden["value"]
    activation = ACTIVATIONS[result.pop()] if result else Architecture.activation
    return Architecture(
        hidden["policy"], 0, activation, value_hidden=value_hidden, uses_mask=uses_mask, input_clip=input_clip
    )


def _linear(item: str, layers: list[Any]) -> list[Any]:
    """Return the layers; ConfigError if one is not linear with a bias."""
    for layer in layers:
        if type(layer) is not nn.Linear or layer.bias is None:
            _raise_error(f"a layer of {item}", layer, "Linear with a bias")
    return layers


def _weights(
    policy: Any, architecture: Architecture, inputs: Inputs, game: GameSpec, shapes: dict[str, tuple[int, ...]]
) -> dict[str, Array]:
    """Return float32 tensors of these shapes under the names of `wd_env/agents/networks/architecture.py`.

    Weights of inputs that the policy does not read are 0.
    """
    indices = _input_indices(inputs.keys, game)
    layers: dict[str, Any] = {}
    for trunk, (hidden, name, header) in TRUNKS.items():
        rows = list(getattr(policy.mlp_extractor, hidden))[::2]
        layers |= dict(zip(architecture.layers(trunk), rows, strict=True))
        layers |= {name: _linear(header, [getattr(policy, header)])[0]}
    weights = {
        f"{name}.{item}": getattr(layer, item).detach().cpu().numpy().astype(np.float32)
        for name, layer in layers.items()
        for item in ("weight", "bias")
    }
    for name in architecture.first_layers():
        read = weights[f"{name}.weight"]
        weights[f"{name}.weight"] = np.zeros(shapes[f"{name}.weight"], np.float32)
        weights[f"{name}.weight"][:, indices] = read * inputs.scales[indices]
    return weights if inputs.normalise is None else weights | _statistics(inputs, game)


def _provenance(model: Any) -> Provenance:
    config = {"algorithm": type(model).__name__, "policy": type(model.policy).__name__}
    return current_provenance(config, {}, {}, model.seed or 0, model.num_timesteps)
