"""Export of trained bots as ONNX models, without torch.

Inputs are `obs` int8[batch, O] and `mask` int8[batch, A]; outputs are `logits` float32[batch, A], -inf where the mask
is 0, and `value` float32[batch]. The metadata of the model names the game.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.files.bot_file import load_bot
from wd_env.agents.files.bot_file_header import BotFileHeader, GameIdentity
from wd_env.agents.networks.architecture import check_feed_forward
from wd_env.agents.networks.numpy_network import Network
from wd_env.dependencies import missing_extra_error
from wd_env.errors import WriteError
from wd_env.storage import atomic_files

try:
    from onnx import ModelProto, NodeProto, TensorProto, checker, helper, numpy_helper
except ModuleNotFoundError as exc:
    raise missing_extra_error(exc) from None

OPSET = 18
IR_VERSION = 10  # file format; older runtimes reject the default version of `onnx`
ACTIVATIONS = {"relu": "Relu", "tanh": "Tanh"}
METADATA_KEYS = ("game", "version", "actions_hash", "layout_hash", "rules_hash")  # header fields in the metadata
LAST_AXIS, ROW_AXIS = 2, 1


def export_bot(bot: str | Path, out: str | Path, game: GameIdentity) -> BotFileHeader:
    """Write a bot file as an ONNX model, atomically.

    Args:
        bot: Bot file or run folder.
        out: File to write.
        game: Game of the bot.

    Returns:
        Header of the bot file.

    Raises:
        CheckpointError: If the file is not a valid bot file of this game.
        ConfigError: If the bot is recurrent.
        WriteError: If the model cannot be written.
    """
    network, meta = load_bot(bot, game)
    data = build_model(network, meta).SerializeToString()
    try:
        atomic_files.write_atomic(Path(out), data)
    except OSError as error:
        raise WriteError(f"{out}: cannot be written: {error.strerror or error}") from None
    return meta


def build_model(network: Network, header: BotFileHeader) -> ModelProto:
    """Return the ONNX model of a network, checked by `onnx`."""
    check_feed_forward(network.architecture)
    graph = _Graph(network)
    graph.write(header.actions)
    created = helper.make_graph(
        graph.nodes,
        "wd_env bot",
        [
            helper.make_tensor_value_info("obs", TensorProto.INT8, ["batch", header.observation_size]),
            helper.make_tensor_value_info("mask", TensorProto.INT8, ["batch", header.actions]),
        ],
        [
            helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", header.actions]),
            helper.make_tensor_value_info("value", TensorProto.FLOAT, ["batch"]),
        ],
        graph.tensors,
    )
    opset = helper.make_opsetid("", OPSET)
    model = helper.make_model(created, opset_imports=[opset], producer_name="wd_env", ir_version=IR_VERSION)
    helper.set_model_props(model, {name: str(getattr(header, name)) for name in METADATA_KEYS})
    checker.check_model(model, full_check=True)
    return model


class _Graph:
    """Nodes and constants of the ONNX graph of a network."""

    def __init__(self, network: Network) -> None:
        self.nodes: list[NodeProto] = []
        self.tensors: list[TensorProto] = []
        self._network = network
        self._activation = ACTIVATIONS[network.architecture.activation]

    def write(self, actions: int) -> None:
        """Add all nodes between inputs and outputs."""
        obs = self._node("Cast", ["obs"], "seen", to=TensorProto.FLOAT)
        shared = self._trunk("shared", self._inputs(obs))
        latent = self._trunk("policy", shared)
        logits = self._linear("action", latent)
        for pointer_index in range(len(self._network.pointers)):
            logits = self._node(
                "Add", [logits, self._pointer_logits(pointer_index, obs, latent, actions)], f"logits.{pointer_index}"
            )
        legal = self._node("Cast", ["mask"], "legal", to=TensorProto.BOOL)
        never = self._constant("never", np.array(-np.inf, np.float32))
        self._node("Where", [legal, logits, never], "logits")
        value = self._linear("value_head", self._trunk("value", shared))
        self._node("Squeeze", [value, self._axis("value_head.axis", ROW_AXIS)], "value")

    def _inputs(self, obs: str) -> str:
        architecture, inputs = self._network.architecture, obs
        if architecture.uses_mask:
            mask = self._node("Cast", ["mask"], "mask.numbers", to=TensorProto.FLOAT)
            inputs = self._node("Concat", [mask, obs], "inputs", axis=1)
        if not architecture.input_clip:
            return inputs
        centred = self._node("Sub", [inputs, self._weight("input.mean")], "inputs.centred")
        scaled = self._node("Mul", [centred, self._weight("input.scale")], "inputs.scaled")
        bounds = [self._constant(f"inputs.{name}", np.array(sign * architecture.input_clip, np.float32))
                for name, sign in (("low", -1), ("high", 1))]  # fmt: skip
        return self._node("Clip", [scaled, *bounds], "inputs.normalised")

    def _trunk(self, trunk: str, result: str) -> str:
        for name in self._network.architecture.layers(trunk):
            result = self._node(self._activation, [self._linear(name, result)], f"{name}.units")
        return result

    def _linear(self, name: str, result: str) -> str:
        weight, bias = self._weight(f"{name}.weight"), self._weight(f"{name}.bias")
        return self._node("Gemm", [result, weight, bias], name, transB=1)

    def _pointer_logits(self, pointer_index: int, obs: str, latent: str, actions: int) -> str:
        """Add the pointer logits of the items that actions name; return the name of float32[batch, A]."""
        pointer = self._network.pointers[pointer_index]
        indices = self._constant(f"places.{pointer_index}", np.array(pointer.feature_indices, np.int64))
        planes = self._node("Gather", [obs, indices], f"planes.{pointer_index}", axis=1)  # [batch, planes, things]
        weighted = self._node(
            "MatMul", [self._weight(f"pointer_units.{pointer_index}.weight"), planes], f"pointer_units.{pointer_index}"
        )
        bias = self._weight(f"pointer_units.{pointer_index}.bias")
        context = self._node(
            "Add", [self._linear(f"context.{pointer_index}", latent), bias], f"context.{pointer_index}.sum"
        )
        column = self._node(
            "Unsqueeze",
            [context, self._axis(f"context.{pointer_index}.axis", LAST_AXIS)],
            f"context.{pointer_index}.column",
        )
        units = self._node("Add", [weighted, column], f"pointer_units.{pointer_index}.sum")
        if self._network.architecture.item_counts:
            units = self._node(
                "Add", [units, self._weight(f"item_embeddings.{pointer_index}")], f"item_embeddings.{pointer_index}.sum"
            )
        units = self._node(self._activation, [units], f"pointer_units.{pointer_index}.units")
        logits = self._node(
            "MatMul",
            [self._weight(f"pointer_logits.{pointer_index}.weight"), units],
            f"pointer_logits.{pointer_index}.column",
        )
        row = self._node(
            "Squeeze",
            [logits, self._axis(f"pointer_logits.{pointer_index}.axis", ROW_AXIS)],
            f"pointer_logits.{pointer_index}.row",
        )
        row = self._node(
            "Add", [row, self._weight(f"pointer_logits.{pointer_index}.bias")], f"pointer_logits.{pointer_index}"
        )
        after = actions - pointer.first_action - pointer.num_items
        pads = self._constant(f"pads.{pointer_index}", np.array([0, pointer.first_action, 0, after], np.int64))
        return self._node("Pad", [row, pads], f"pointer_logits.{pointer_index}.padded")

    def _axis(self, name: str, axis: int) -> str:
        return self._constant(name, np.array([axis], np.int64))

    def _weight(self, name: str) -> str:
        return self._constant(name, self._network.weights[name])

    def _constant(self, name: str, array: NDArray[np.float32] | NDArray[np.int64]) -> str:
        self.tensors.append(numpy_helper.from_array(np.ascontiguousarray(array).reshape(array.shape), name))
        return name

    def _node(self, operator: str, inputs: Sequence[str], result: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(operator, inputs, [result], name=result, **attributes))
        return result
