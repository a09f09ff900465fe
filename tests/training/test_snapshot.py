"""A snapshot restores every bit of a run, and a kill while saving costs at most the newest one."""

import random
import signal
import warnings

import numpy as np
import pytest
import torch

from tests.training.dying import KillPoint, kill_at, run_process
from wd_env.errors import CheckpointError
from wd_env.storage import tensor_file
from wd_env.training.snapshots.rng_state import generator_state, set_generator_state
from wd_env.training.snapshots.snapshot import NUM_RETAINED, list_snapshots, load_latest_snapshot, save_snapshot


def learner(optimizer_class=torch.optim.Adam, updates=3, **settings):
    """Return a small policy with its optimiser after some updates."""
    torch.manual_seed(1)
    policy = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.Tanh(), torch.nn.Linear(3, 2))
    optimizer = optimizer_class(policy.parameters(), **settings)
    update(policy, optimizer, updates)
    return policy, optimizer


def update(policy, optimizer, times):
    for _ in range(times):
        optimizer.zero_grad()
        policy(torch.randn(5, 4)).square().sum().backward()
        optimizer.step()


def same(left, right):
    """Return whether two values are equal to the bit and in type, with tensors, through dicts, lists and tuples."""
    if isinstance(left, torch.Tensor):
        return left.dtype == right.dtype and torch.equal(left, right)
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list | tuple):
        pairs = zip(left, right, strict=True)
        return type(left) is type(right) and all(same(one, other) for one, other in pairs)
    return type(left) is type(right) and left == right


@pytest.mark.parametrize(
    ("optimizer_class", "settings"),
    [
        (torch.optim.Adam, {"lr": 0.02, "eps": 1e-5, "betas": (0.8, 0.95)}),
        (torch.optim.Adam, {"amsgrad": True}),
        (torch.optim.AdamW, {"weight_decay": 0.1}),
        (torch.optim.SGD, {"lr": 0.1, "momentum": 0.9}),
        (torch.optim.SGD, {"lr": 0.1}),
    ],
)
def test_policy_and_optimiser_come_back_to_the_bit(tmp_path, optimizer_class, settings):
    policy, optimizer = learner(optimizer_class, **settings)
    save_snapshot(tmp_path, 7, policy, optimizer, {}, {})
    other, other_optimizer = learner(optimizer_class, updates=1, **{**settings, "lr": 5.0})
    load_latest_snapshot(tmp_path).apply(other, other_optimizer)
    assert same(dict(policy.state_dict()), dict(other.state_dict()))
    assert same(optimizer.state_dict(), other_optimizer.state_dict())
    torch.manual_seed(3)
    update(policy, optimizer, 2)
    torch.manual_seed(3)
    update(other, other_optimizer, 2)
    assert same(dict(policy.state_dict()), dict(other.state_dict()))


def test_an_optimiser_before_its_first_update_comes_back(tmp_path):
    policy, optimizer = learner(updates=0)
    save_snapshot(tmp_path, 0, policy, optimizer, {}, {})
    load_latest_snapshot(tmp_path).apply(policy, optimizer)
    assert optimizer.state_dict()["state"] == {}


def draws():
    """Return values of every global generator, also normal ones: two generators keep a second value back."""
    return [
        random.random(), random.gauss(0, 1), np.random.rand(), np.random.standard_normal(),  # noqa: NPY002
        *torch.rand(2).tolist(), *torch.randn(2).tolist(), *np.random.permutation(5).tolist(),  # noqa: NPY002
    ]  # fmt: skip


def test_every_global_generator_goes_on_where_it_was(tmp_path):
    policy, optimizer = learner()
    draws()
    save_snapshot(tmp_path, 1, policy, optimizer, {}, {})
    expected = draws()
    load_latest_snapshot(tmp_path).apply(policy, optimizer)
    assert draws() == expected


@pytest.mark.parametrize("kind", [np.random.PCG64, np.random.Philox, np.random.MT19937, np.random.SFC64])
def test_a_generator_of_the_callers_goes_on_where_it_was(tmp_path, kind):
    generator = np.random.Generator(kind(5))
    generator.integers(0, 9, 3, dtype=np.int32)  # leaves half a word in the generator
    policy, optimizer = learner()
    save_snapshot(tmp_path, 1, policy, optimizer, {"generator": generator_state(generator)}, {})
    expected = generator.integers(0, 2**31, 9, dtype=np.int32).tolist()
    other = np.random.Generator(kind(6))
    set_generator_state(other, load_latest_snapshot(tmp_path).state["generator"])
    assert other.integers(0, 2**31, 9, dtype=np.int32).tolist() == expected


def test_extra_data_of_the_caller_is_restored(tmp_path):
    state = {"decisions": 12, "pool": ["a", "b"], "best": 0.25, "nested": {"big": 2**100, "none": None}}
    arrays = {"games/states": np.arange(6, dtype=np.uint8).reshape(2, 3), "x": np.array(3.5)}
    path = save_snapshot(tmp_path / "new", 12, *learner(), state, arrays)
    found = load_latest_snapshot(tmp_path / "new")
    assert (found.decisions, found.state, found.path) == (12, state, path)
    assert found.arrays.keys() == arrays.keys()
    assert all((found.arrays[name] == array).all() for name, array in arrays.items())


def test_the_newest_three_are_kept_and_leftovers_of_a_kill_go(tmp_path):
    policy, optimizer = learner()
    (tmp_path / ".snapshot-000000000009.wdsnap.123.tmp").write_bytes(b"half")
    (tmp_path / "bot.wdbot").write_bytes(b"not ours")
    for number in (5, 10, 900, 1000, 20_000):
        save_snapshot(tmp_path, number, policy, optimizer, {}, {})
    assert [path.name for path in list_snapshots(tmp_path)] == [
        "snapshot-000000000900.wdsnap",
        "snapshot-000000001000.wdsnap",
        "snapshot-000000020000.wdsnap",
    ]
    assert len(list(tmp_path.iterdir())) == NUM_RETAINED + 1
    assert load_latest_snapshot(tmp_path).decisions == 20_000


def test_nothing_is_dropped_before_the_new_one_has_been_read_back(tmp_path, monkeypatch):
    for number in (1, 2, 3):
        save_snapshot(tmp_path, number, *learner(), {}, {})
    monkeypatch.setattr(tensor_file, "write_tensor_file", lambda path, *_: path.write_bytes(b"lost by the disk"))
    with pytest.raises(CheckpointError, match="000004"):
        save_snapshot(tmp_path, 4, *learner(), {}, {})
    assert len(list_snapshots(tmp_path)) == 4


def test_a_corrupt_newest_snapshot_is_skipped_with_a_warning(tmp_path):
    for number in (1, 2, 3):
        path = save_snapshot(tmp_path, number, *learner(), {}, {})
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.warns(UserWarning, match=r"000003\.wdsnap: is damaged"):
        assert load_latest_snapshot(tmp_path).decisions == 2


def test_a_folder_without_a_valid_snapshot_is_rejected(tmp_path):
    with pytest.raises(CheckpointError, match="expected a valid snapshot"):
        load_latest_snapshot(tmp_path)
    save_snapshot(tmp_path, 1, *learner(), {}, {}).write_bytes(b"")
    with (
        pytest.warns(UserWarning, match="expected a wd_env file"),
        pytest.raises(CheckpointError, match="expected a valid snapshot"),
    ):
        load_latest_snapshot(tmp_path)


def test_a_snapshot_of_another_kind_or_form_is_skipped(tmp_path):
    path = save_snapshot(tmp_path, 1, *learner(), {}, {})
    header, tensors = tensor_file.read_tensor_file(path)
    for change in ({"kind": "wd_env bot"}, {"kind_version": 1}, {"decisions": "1"}, {"state": None}):
        tensor_file.write_tensor_file(path, header | change, tensors)
        with (
            pytest.warns(UserWarning, match="skipped"),
            pytest.raises(CheckpointError, match="expected a valid snapshot"),
        ):
            load_latest_snapshot(tmp_path)


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), -2e6])
def test_a_diverged_run_is_not_saved_over_a_sound_one(tmp_path, wrong):
    policy, optimizer = learner()
    save_snapshot(tmp_path, 1, policy, optimizer, {}, {})
    with torch.no_grad():
        policy[0].weight[0, 0] = wrong
    with pytest.raises(CheckpointError, match=r"policy/0\.weight: expected (finite numbers|values)"):
        save_snapshot(tmp_path, 1, policy, optimizer, {}, {})
    assert load_latest_snapshot(tmp_path).decisions == 1


def test_a_snapshot_of_another_network_is_refused_in_one_line(tmp_path):
    save_snapshot(tmp_path, 1, *learner(), {}, {})
    policy = torch.nn.Linear(4, 3)
    with pytest.raises(CheckpointError, match="expected the network of this run, got another") as caught:
        load_latest_snapshot(tmp_path).apply(policy, torch.optim.Adam(policy.parameters()))
    assert "\n" not in str(caught.value)


def save_twice_and_die(folder, death):
    """Save twice in a separate process that ends itself."""
    policy, optimizer = learner()
    number = load_latest_snapshot(folder).decisions
    kill_at(folder, death)
    for saved in (number + 1, number + 2):
        save_snapshot(folder, saved, policy, optimizer, {"saved": saved}, {"ballast": np.zeros(40_000, np.uint8)})


@pytest.mark.parametrize(
    ("death", "newest"),
    [
        (KillPoint("open", ".snapshot"), 3),
        (KillPoint("fsync", ".snapshot"), 3),  # half of the file is written
        (KillPoint("rename", ".snapshot"), 3),
        (KillPoint("remove", "snapshot"), 4),
        (KillPoint("open", ".snapshot", nth=2), 4),
        (KillPoint("fsync", ".snapshot", nth=2), 4),
        (KillPoint("rename", ".snapshot", nth=2), 4),
        (KillPoint("remove", "snapshot", nth=2), 5),
    ],
)
def test_a_kill_while_saving_leaves_the_newest_or_the_one_before(tmp_path, death, newest):
    for number in (1, 2, 3):
        save_snapshot(tmp_path, number, *learner(), {"saved": number}, {})
    assert run_process(save_twice_and_die, tmp_path, death) == -signal.SIGKILL
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # no fallback is needed
        found = load_latest_snapshot(tmp_path)
    assert found.decisions == found.state["saved"] == newest
    found.apply(*learner(updates=0))
    assert len(list_snapshots(tmp_path)) == NUM_RETAINED + (death.event == "remove")
    save_snapshot(tmp_path, 6, *learner(), {}, {})
    assert len(list(tmp_path.iterdir())) == NUM_RETAINED  # the leftovers of the kill are removed
