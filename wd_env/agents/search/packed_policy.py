"""A trained policy as compiled code reads it: weights in one array, sizes and indices in another."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.networks.architecture import Architecture
from wd_env.agents.networks.numpy_network import Network
from wd_env.agents.search import policy_kernel
from wd_env.errors import ConfigError

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class PackedPolicy(NamedTuple):
    """Weights float32, `shape` int64 and scratch float32[3, widest layer], the arguments of `network_action`."""

    values: Floats
    shape: Ints
    scratch_units: Floats


NO_POLICY = PackedPolicy(np.zeros(1, np.float32), np.zeros(1, np.int64), np.zeros((1, 1), np.float32))


def pack_policy(network: Network, observation_size: int, actions: int) -> PackedPolicy:
    """Pack a network of a game.

    Args:
        network: Network to pack.
        observation_size: Length of the game's observations.
        actions: Number of the game's actions.

    Returns:
        The packed network.

    Raises:
        ConfigError: If the network reads action masks, normalises its inputs, is recurrent or has no hidden layer.
    """
    architecture = network.architecture
    if reason := unpackable_reason(architecture):
        raise ConfigError(f"policy of rollouts: expected one of observations with hidden layers, got one that {reason}")
    weights = network.weights
    layers = [*architecture.layers("shared"), *architecture.layers("policy")]
    items = [item for layer in layers for item in (weights[f"{layer}.weight"].T, weights[f"{layer}.bias"])]
    input_indices = np.flatnonzero(items[0].any(axis=1))
    items[0] = items[0][input_indices]
    items += [weights["action.weight"], weights["action.bias"]]
    shape = [0] * policy_kernel.SIZES
    shape[policy_kernel.LAYERS] = len(layers)
    shape[policy_kernel.IS_RELU] = int(architecture.activation == "relu")
    shape[policy_kernel.ACTIONS] = actions
    shape[policy_kernel.POINTERS] = len(network.pointers)
    shape[policy_kernel.POINTER_UNITS] = architecture.pointer_units
    shape[policy_kernel.HAS_ITEM_EMBEDDINGS] = int(bool(architecture.item_counts))
    shape[policy_kernel.NUM_INPUTS] = len(input_indices)
    shape += [observation_size, *architecture.hidden]
    for index, pointer in enumerate(network.pointers):
        items += _pointer_weights(weights, index)
        shape += [pointer.first_action, pointer.num_items, len(pointer.feature_indices)]
        shape += np.array(pointer.feature_indices).ravel().tolist()
    shape += input_indices.tolist()
    max_width = max(actions, architecture.pointer_units, *architecture.hidden)
    values = np.concatenate([np.ravel(item) for item in items])
    return PackedPolicy(np.ascontiguousarray(values, np.float32), np.array(shape), np.zeros((3, max_width), np.float32))


def unpackable_reason(architecture: Architecture) -> str:
    """Return why compiled code cannot play a network of this shape; an empty text if it can."""
    if architecture.uses_mask:
        return "reads the action masks"
    if architecture.input_clip:
        return "normalises its inputs"
    if architecture.recurrent_units:
        return "is recurrent"
    return "" if architecture.hidden else "has no hidden layer"


def _pointer_weights(weights: dict[str, Floats], pointer_index: int) -> list[Floats]:
    """Return the weights of a pointer: planes, context, both biases, logits, and item embeddings if there are any."""
    biases = weights[f"pointer_units.{pointer_index}.bias"] + weights[f"context.{pointer_index}.bias"]
    items = [weights[f"pointer_units.{pointer_index}.weight"].T, weights[f"context.{pointer_index}.weight"].T, biases]
    items += [weights[f"pointer_logits.{pointer_index}.{item}"] for item in ("weight", "bias")]
    return (
        [*items, weights[f"item_embeddings.{pointer_index}"].T]
        if f"item_embeddings.{pointer_index}" in weights
        else items
    )
