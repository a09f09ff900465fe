"""The weights of a torch network as tensors of a bot file, and back."""

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor, nn

from wd_env.errors import ConfigError
from wd_env.training.ppo.pointer_logits import PointerHead
from wd_env.training.ppo.torch_network import PolicyValueNet

LINEAR_TENSORS = ("weight", "bias")
RECURRENT_TENSORS = {
    "recurrent.input.weight": "weight_ih_l0",
    "recurrent.hidden.weight": "weight_hh_l0",
    "recurrent.input.bias": "bias_ih_l0",
    "recurrent.hidden.bias": "bias_hh_l0",
}  # names in bot files and in torch


def export_weights(network: PolicyValueNet) -> dict[str, np.ndarray]:
    """Export the tensors float32 under the names that `wd_env/agents/networks/numpy_network.py` gives them."""
    header = network.action
    weights = {
        f"{name}.{item}": getattr(layer, item).detach().cpu().numpy().copy()
        for name, layer in _linear_layers(network).items()
        for item in LINEAR_TENSORS
    }
    for name in network.architecture.first_layers():
        # the scale is part of the weights of the first layer, which are 0 for features that it does not read
        read = weights[f"{name}.weight"] * network.scale.cpu().numpy()
        weights[f"{name}.weight"] = np.zeros((len(read), network.observation_size), np.float32)
        weights[f"{name}.weight"][:, network.columns.cpu().numpy()] = read
    if network.recurrent is not None:
        for name, tensor in RECURRENT_TENSORS.items():
            weights[name] = getattr(network.recurrent, tensor).detach().cpu().numpy().copy()
    for index, scale in enumerate(_scales(header)):
        weights[f"pointer_units.{index}.weight"] *= scale.cpu().numpy()
        if isinstance(header, PointerHead) and len(header.item_embeddings):
            weights[f"item_embeddings.{index}"] = header.item_embeddings[index].detach().cpu().numpy().T.copy()
    return weights


@torch.no_grad()
def import_weights(network: PolicyValueNet, weights: Mapping[str, np.ndarray]) -> None:
    """Set all weights to those exported by a network of the same architecture, up to rounding of the scales.

    Raises:
        ConfigError: If they read columns of the observation that this network does not read.
    """
    tensors = {name: torch.from_numpy(array.copy()) for name, array in weights.items()}
    for name in network.architecture.first_layers():
        full = tensors[f"{name}.weight"]
        tensors[f"{name}.weight"] = full[:, network.columns] / network.scale
        if full.count_nonzero() != tensors[f"{name}.weight"].count_nonzero():
            raise ConfigError(
                "net.input_features: expected all features that the bot of net.init_from reads, got fewer"
            )
    for index, scale in enumerate(_scales(network.action)):
        tensors[f"pointer_units.{index}.weight"] /= scale
        if isinstance(network.action, PointerHead) and len(network.action.item_embeddings):
            network.action.item_embeddings[index].copy_(tensors[f"item_embeddings.{index}"].T)
    if network.recurrent is not None:
        for name, tensor in RECURRENT_TENSORS.items():
            getattr(network.recurrent, tensor).copy_(tensors[name])
    for name, layer in _linear_layers(network).items():
        for item in LINEAR_TENSORS:
            getattr(layer, item).copy_(tensors[f"{name}.{item}"])


def fits_widened(weights: Mapping[str, np.ndarray], network: PolicyValueNet) -> bool:
    """Return whether the network has the layers of exported weights, each at least as wide.

    A recurrent network must be equally wide, because its hidden state follows the units of the shared layers.
    """
    shapes = {name: array.shape for name, array in export_weights(network).items()}
    if network.recurrent is not None:
        return shapes == {name: array.shape for name, array in weights.items()}
    return set(shapes) == set(weights) and all(
        (np.array(shapes[name]) >= array.shape).all() for name, array in weights.items()
    )


def widen_weights(weights: Mapping[str, np.ndarray], network: PolicyValueNet) -> dict[str, np.ndarray]:
    """Return exported weights for a network with the same or wider layers (see `fits_widened`), which acts the same.

    Existing units get no input from the additional units, which keep the initial weights of the network.
    """
    widened = export_weights(network)
    for name, array in weights.items():
        was = tuple(map(slice, array.shape))
        widened[name][was[0]] = 0.0
        widened[name][was] = array
    return widened


def _scales(header: nn.Module) -> list[Tensor]:
    """Return the scales of the planes of each pointer; none without a pointer head."""
    pointers = header.pointers if isinstance(header, PointerHead) else ()
    return [getattr(header, f"scale_{pointer_index}") for pointer_index in range(len(pointers))]


def _linear_layers(network: PolicyValueNet) -> dict[str, nn.Module]:
    """Return the linear layers by their names in `wd_env/agents/networks/numpy_network.py`."""
    header = network.action
    linear: dict[str, nn.Module] = {
        "action": header.action if isinstance(header, PointerHead) else header,
        "value_head": network.value_head,
    }
    for pointer_index in range(len(_scales(header))):
        for item in ("pointer_units", "context", "pointer_logits"):
            linear[f"{item}.{pointer_index}"] = getattr(header, item)[pointer_index]
    for trunk in ("shared", "policy", "value"):
        # layers and activations alternate
        linear |= dict(zip(network.architecture.layers(trunk), list(getattr(network, trunk))[::2], strict=True))
    return linear
