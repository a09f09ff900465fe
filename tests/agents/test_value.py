"""Value networks: NumPy and compiled code agree, and a file of another kind or game is rejected."""

from dataclasses import replace

import numpy as np
import pytest

from wd_env.agents.files.bot_file_header import current_provenance
from wd_env.agents.networks.value_network import ValueFileHeader, ValueNetwork, load_value, save_value
from wd_env.agents.search.leaf_value import observation_value
from wd_env.errors import CheckpointError
from wd_env.games.world_dominance.game import GAME
from wd_env.storage import tensor_file

SIZE = GAME.layout.size


def network(first=5, second=3, seed=1, size=SIZE):
    generator = np.random.default_rng(seed)
    shapes = {"first": (first, size), "second": (second, first), "last": (1, second)}
    weights = {f"{layer}.weight": generator.normal(size=shape) for layer, shape in shapes.items()}
    weights |= {f"{layer}.bias": generator.normal(size=shape[0]) for layer, shape in shapes.items()}
    return ValueNetwork({name: array.astype(np.float32) for name, array in weights.items()})


def saved(path, **changes):
    """Write a network's file with changes of its header or tensors."""
    save_value(path, network(), GAME, current_provenance({}, {}, {}, 1, 0))
    header, tensors = tensor_file.read_tensor_file(path)
    tensor_file.write_tensor_file(
        path, header | {k: v for k, v in changes.items() if k != "tensors"}, changes.get("tensors", tensors)
    )
    return path


def leaf_of(net, view):
    """Return the value of a view, by the code of the compiled leaf."""
    units, others = [0.0] * net.first, [0.0] * net.second
    return observation_value(view, net.input_indices.tolist(), net.packed.tolist(), units, others)


def blind(net, numbers):
    """Return the same network with some inputs removed."""
    weight = net.weights["first.weight"].copy()
    weight[:, numbers] = 0
    weight[1:, 3:] = 0  # most inputs are used by one unit alone
    return ValueNetwork({**net.weights, "first.weight": weight})


@pytest.mark.parametrize(
    "unread", [[], [0, SIZE - 1], range(5, SIZE), range(SIZE)], ids=["none", "ends", "most", "all"]
)
def test_the_compiled_leaf_gives_the_values_of_numpy(unread):
    net, generator = blind(network(), list(unread)), np.random.default_rng(2)
    views = generator.integers(-3, 4, size=(50, SIZE)).astype(np.int8) * (generator.random((50, SIZE)) < 0.02)
    found = [leaf_of(net, view) for view in views.tolist()]
    assert found == pytest.approx(net.values(views.astype(np.int8)).tolist(), abs=1e-5)
    assert (max(found) - min(found) > 0.1) == (len(unread) < SIZE)
    assert len(net.packed) == 5 * (SIZE - len(unread)) + 5 + 15 + 3 + 3 + 1


def test_a_value_is_a_probability_however_large_the_logit():
    net = network()
    views = np.full((1, SIZE), 127, np.int8)
    for sign in (1, -1):
        wild = ValueNetwork({**net.weights, "last.bias": np.array([sign * 1e4], np.float32)})
        assert leaf_of(wild, views[0].tolist()) == pytest.approx(float(sign > 0), abs=1e-6)


def test_a_file_brings_the_network_back(tmp_path):
    net = network()
    path = save_value(tmp_path / "net.wdvalue", net, GAME, current_provenance({"games": 3}, {}, {}, 7, 99))
    again, meta = load_value(path, GAME)
    assert all(np.array_equal(again.weights[name], net.weights[name]) for name in net.weights)
    assert isinstance(meta, ValueFileHeader)
    assert (meta.first, meta.second, meta.provenance.seed, meta.provenance.decisions) == (5, 3, 7, 99)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": "wd_env bot"}, "that of a value network, got 'wd_env bot'"),
        ({"kind_version": 2}, "format of the value network: expected 1, got 2"),
        ({"game": "other"}, "was made for game 'other'"),
        ({"layout_hash": "0" * 16}, "was made for observations of other pieces"),
        ({"first": 6}, "tensor first.weight"),
        ({"first": 0}, "units in the first layer, got 0"),
        ({"second": 10**9}, "units in the second layer"),
        ({"first": True}, "expected type int"),
        ({"more": 1}, "missing or unknown fields: more"),
        ({"tensors": {"first.weight": np.zeros((5, SIZE), np.float32)}}, "tensors: missing or unknown"),
    ],
)
def test_another_file_is_refused_by_one_line(tmp_path, changes, message):
    with pytest.raises(CheckpointError, match=message) as error:
        load_value(saved(tmp_path / "net.wdvalue", **changes), GAME)
    assert len(str(error.value).splitlines()) == 1


def test_a_huge_file_is_refused_before_anything_is_built(tmp_path):
    path = tmp_path / "net.wdvalue"
    save_value(path, network(), GAME, current_provenance({}, {}, {}, 1, 0))
    header, tensors = tensor_file.read_tensor_file(path)
    tensor_file.write_tensor_file(path, header, {**tensors, "more": np.zeros(2**20, np.float32)})
    with pytest.raises(CheckpointError, match="bytes for its architecture"):
        load_value(path, GAME)


def test_a_network_of_another_game_is_not_saved(tmp_path):
    with pytest.raises(CheckpointError, match=r"tensor first\.weight"):
        save_value(tmp_path / "net", network(size=SIZE + 1), GAME, current_provenance({}, {}, {}, 1, 0))
    assert not (tmp_path / "net").exists()


def test_another_version_of_the_game_is_refused(tmp_path):
    path = saved(tmp_path / "net.wdvalue")
    with pytest.raises(CheckpointError, match="was made for version 0; this game has version 1"):
        load_value(path, replace(GAME, version=1))
