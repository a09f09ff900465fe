"""A run resumes from any snapshot with a valid checksum, or rejects it in one line."""

import copy
import functools
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.training.dying import run_process
from tests.training.tiny import fast_and_long, tiny
from wd_env.batch.batch import Batch
from wd_env.errors import CheckpointError
from wd_env.games.world_dominance.game import GAME
from wd_env.storage import tensor_file
from wd_env.training import training_run
from wd_env.training.learner import LEARNERS
from wd_env.training.training_run import train

TWO = {"opponents": {"checkpoint_freq": 128, "pool_size": 2}, "evaluation": {"opponents": []}}
DECISIONS = 256  # decisions of the resumed run
SHOWN = 2  # indices of a list that are tried
EVERY = 1 if "WD_TEST_LONG" in os.environ else 3  # one in `EVERY` possible corruptions is tried
OVERRIDES: tuple[Any, ...] = (None, -1, 2**60, "x", [], {}, 1e300, True)
OF_THE_BATCH = frozenset(Batch(GAME, 1, seed=0).save())
Arrays = dict[str, np.ndarray]


class Kept(NamedTuple):
    """A valid snapshot, split into header and tensors."""

    name: str
    header: dict[str, Any]
    tensors: Arrays


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Kept]:
    """Return snapshots of a short run of each learner, with two past policies among the opponents."""
    found = {}
    for learner in LEARNERS if "WD_TEST_LONG" in os.environ else ["fast"]:
        folder = train(tiny(tmp_path_factory.mktemp("run"), learner, TWO, total_decisions=DECISIONS))
        (path,) = sorted((folder / "snapshots").iterdir())[-1:]
        found[learner] = Kept(path.name, *tensor_file.read_tensor_file(path))
    return found


@pytest.fixture(autouse=True)
def without_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the matches and plots at the end of a run, which these tests do not check."""
    monkeypatch.setattr(training_run, "finish_run", lambda *_: {})


def goes_on(folder: Path, learner: str, snapshot: Kept) -> str:
    """Resume from this snapshot for another update, and return the error message, or an empty text."""
    settings = tiny(folder, learner, TWO, total_decisions=DECISIONS + 9)
    path = folder / "snapshots" / snapshot.name
    path.parent.mkdir(parents=True)
    tensor_file.write_tensor_file(path, snapshot.header, snapshot.tensors)
    before = path.read_bytes()
    said = ""
    try:
        train(settings, resume=True)
    except CheckpointError as problem:
        said = str(problem)
    if said:
        assert sorted(folder.rglob("*")) == [path.parent, path]  # nothing else was written
        assert path.read_bytes() == before
        assert str(path) in said or "expected a valid snapshot" in said
    return said.replace(str(path), "FILE")


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every value of JSON data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data[:SHOWN]) if isinstance(data, list) else ()
    for name, value in inner:
        yield (*path, name)
        yield from places(value, (*path, name))


def value_at(data: Any, path: tuple[Any, ...]) -> Any:
    """Return the value at a path in JSON data."""
    return functools.reduce(lambda inner, name: inner[name], path, data)


def changed(data: Any, path: tuple[Any, ...], *value: Any) -> Any:
    """Return a copy with another value at this path, or without one."""
    whole = copy.deepcopy(data)
    inner = whole
    for name in path[:-1]:
        inner = inner[name]
    if value:
        inner[path[-1]] = value[0]
    else:
        del inner[path[-1]]
    return whole


def spoiled(array: np.ndarray, chance: np.random.Generator) -> dict[str, np.ndarray]:
    """Return the array in other shapes and types, and with other numbers."""
    noise = np.frombuffer(chance.bytes(array.nbytes), array.dtype).reshape(array.shape)
    if array.dtype.kind == "f":
        noise = np.nan_to_num(noise, posinf=1.0, neginf=-1.0)
    other = np.float32 if array.dtype.kind != "f" else np.int8
    return {
        "one longer": np.concatenate([array, array[:1]]) if array.ndim else array[None],
        "an axis more": array[None],
        "none at all": np.zeros(0, array.dtype),
        "another type": array.astype(other),
        "a wider type": array.astype(np.float64 if array.dtype.kind == "f" else np.int16),
        "noise": noise,
    }


@pytest.mark.filterwarnings("ignore:skipped a snapshot")
@fast_and_long
def test_no_key_of_the_header_may_be_missing(tmp_path, kept, learner):
    sound = kept[learner]
    tried = 0
    for number, path in enumerate([*places(sound.header)][::EVERY]):
        if path[:3] == ("state", "settings", "run"):  # settings of the run may differ
            continue
        if path[:2] == ("state", "settings") and value_at(sound.header, path) is None:  # a setting newer than the run
            continue
        said = goes_on(tmp_path / str(number), learner, sound._replace(header=changed(sound.header, path)))
        assert said, path
        tried += 1
    assert tried > 100 / EVERY


def test_a_run_from_before_a_setting_existed_is_resumed_if_the_setting_is_null(tmp_path, kept):
    sound = kept["fast"]
    older = changed(sound.header, ("state", "settings", "ppo", "ent_coef_end"))
    assert not goes_on(tmp_path, "fast", sound._replace(header=older))


@pytest.mark.filterwarnings("ignore:skipped a snapshot")
@fast_and_long
def test_another_value_in_the_header_is_rejected_or_harmless(tmp_path, kept, learner):
    sound, chance, refused = kept[learner], np.random.default_rng(7), 0
    paths = [path for path in places(sound.header) if path[:2] != ("state", "settings") or len(path) == 2][::EVERY]
    for number, path in enumerate(paths):
        value = OVERRIDES[chance.integers(len(OVERRIDES))]
        header = changed(sound.header, path, value)
        refused += bool(goes_on(tmp_path / str(number), learner, sound._replace(header=header)))
    assert len(paths) * 0.8 < refused < len(paths)


@pytest.mark.filterwarnings("ignore:skipped a snapshot")
@fast_and_long
def test_no_array_may_be_missing_and_none_may_be_added(tmp_path, kept, learner):
    sound = kept[learner]
    for number, name in enumerate([*sound.tensors][::EVERY]):
        less = {other: array for other, array in sound.tensors.items() if other != name}
        said = goes_on(tmp_path / str(number), learner, sound._replace(tensors=less))
        assert name.split("/")[0] in said, (name, said)
    for name in ("policy/x", "optimizer/99.step", "optimizer/x", "rng/x", "arrays/x", "arrays/past.2.x", "x/y", "x"):
        more = {**sound.tensors, name: np.zeros(3, np.float32)}
        said = goes_on(tmp_path / name.replace("/", "-"), learner, sound._replace(tensors=more))
        assert "unknown key" in said or "expected a valid snapshot" in said, (name, said)


def all_spoiled(folder: Path, learner: str, sound: Kept, names: list[str]) -> dict[tuple[str, str], str]:
    """Return the error message for each of these arrays in each corrupt form."""
    said = {}
    for number, name in enumerate(names):
        for way, array in spoiled(sound.tensors[name], np.random.default_rng(number)).items():
            if (array.shape, array.dtype) == (sound.tensors[name].shape, sound.tensors[name].dtype) and way != "noise":
                continue
            spoilt = sound._replace(tensors={**sound.tensors, name: array})
            said[name, way] = goes_on(folder / f"{number} {way}", learner, spoilt)
    return said


@fast_and_long
def test_an_array_of_another_shape_is_rejected_and_one_of_noise_is_harmless(tmp_path, kept, learner):
    sound = kept[learner]
    names = [name for name in sound.tensors if name.removeprefix("arrays/") not in OF_THE_BATCH][::EVERY]
    said = all_spoiled(tmp_path, learner, sound, names)
    for (name, way), words in said.items():
        assert way == "noise" or name.split("/")[0] in words, (name, way)
    sorts = ("rng/torch", "rng/python", "arrays/lineup", "arrays/lengths", "arrays/opponent_streams")
    assert all(said[name, "noise"] for name in sorts if name in names)
    floats = [name for name in names if sound.tensors[name].dtype == np.float32 and sound.tensors[name].size > 8]
    assert all(said[name, "noise"] for name in floats)  # weights and averages far beyond the range of learning


def spoil_the_batch(folder: Path, learner: str, sound: Kept) -> None:
    """Corrupt the arrays of the batch in a separate process, because native code could end it."""
    pytest.MonkeyPatch().setattr(training_run, "finish_run", lambda *_: {})
    names = [f"arrays/{name}" for name in sorted(OF_THE_BATCH)][::EVERY]
    said = all_spoiled(folder, learner, sound, names)
    entries = [(name, way, words) for (name, way), words in said.items()]
    (folder / "said.json").write_text(json.dumps(entries))


def test_impossible_games_are_rejected_and_never_played(tmp_path, kept):
    """Test one learner: both learners save their games in the same way."""
    assert run_process(spoil_the_batch, tmp_path, "fast", kept["fast"]) == 0
    said = {(name, way): words for name, way, words in json.loads((tmp_path / "said.json").read_text())}
    assert all(words for (_, way), words in said.items() if way != "noise")
    assert all(
        said[f"arrays/{name}", "noise"]
        for name in ("states", "seat", "player", "num_players", "legal_bits", "terminal")
        if (f"arrays/{name}", "noise") in said
    )


@pytest.mark.parametrize(
    ("name", "place", "value", "words"),
    [
        ("arrays/lineup", (0, 0), -2, "lineup: expected LEARNER"),
        ("arrays/lineup", (0, 1), 99, "lineup: expected LEARNER"),
        ("arrays/lengths", 3, -1, "lengths: expected 0 or more, got -1"),
        ("arrays/opponent_streams", (2, 0), -1, "opponent_streams: expected keys"),
        ("arrays/opponent_streams", (2, 1), 2**32, "opponent_streams: expected keys"),
        ("arrays/opponent_streams", (2, 2), -1, "opponent_streams: expected keys"),
        ("optimizer/0.step", (), 0, "optimizer/0.step: expected values"),
        ("optimizer/0.step", (), 2.5, "optimizer/0.step"),
        ("optimizer/1.exp_avg_sq", 0, -1, "optimizer/1.exp_avg_sq: expected values"),
        ("optimizer/1.exp_avg", 0, 1e9, "the share of its bound in optimizer/1.exp_avg: expected values"),
        ("policy/value_head.bias", 0, 1e7, "policy/value_head.bias: expected values"),
        ("rng/python", 624, 625, "rng/python: expected values from 0 to 624, got 625"),
        ("rng/python", 0, 2**32, "rng/python: expected values"),
    ],
)
def test_a_number_out_of_its_range_is_refused_by_name(tmp_path, kept, name, place, value, words):
    array = kept["fast"].tensors[name].copy()
    array[place] = value
    tensors = {**kept["fast"].tensors, name: array}
    assert re.match(f"FILE: .*{re.escape(words)}", goes_on(tmp_path, "fast", kept["fast"]._replace(tensors=tensors)))


@pytest.mark.parametrize(("left", "place"), [(624, 624), (1, 623), (2, 0), (623, 1)])
def test_a_place_beyond_the_memory_of_torch_s_generator_is_refused(tmp_path, kept, left, place):
    """Corrupt the position of torch's generator, which torch would accept and read beyond its memory."""
    state = kept["fast"].tensors["rng/torch"].copy()
    state[:24].view(np.int32)[[2, 4]] = left, place
    tensors = {**kept["fast"].tensors, "rng/torch": state}
    assert "rng/torch: expected a position" in goes_on(tmp_path, "fast", kept["fast"]._replace(tensors=tensors))


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("rng", "numpy", "state", "pos"), 625, "rng.numpy.pos: expected 0 to 624, got 625"),
        (("rng", "numpy", "state", "key", 0), 2**32, "rng.numpy: expected a state of MT19937"),
        (("rng", "python", 0), 2, "rng.python: expected"),
        (("rng", "python", 1), "0", "rng.python[1]: expected a number or null, got '0'"),
        (("state", "pool", "generator", "bit_generator"), "SFC64", "pool.generator: expected a state of PCG64"),
        (("state", "pool", "generator", "state", "inc"), 2**128, "pool.generator: expected a state of PCG64"),
        (("state", "pool", "opponents"), [], "pool.opponents: expected a list of"),
        (("state", "pool", "num_joined"), 1, "pool.opponents: expected a list of"),
        (
            ("state", "learner", "updates"),
            -1,
            "learner.updates: expected an integer from 0 to 9007199254740992, got -1",
        ),
        (("optimizer", "groups", 0, "lr"), -1.0, "optimizer.groups.lr: expected a number from 0, got -1.0"),
        (
            ("optimizer", "groups", 0, "betas"),
            [0.9, 1.5],
            "optimizer.groups.betas: expected [0.9, 0.999], got [0.9, 1.5]",
        ),
        (("optimizer", "groups", 0, "params"), [0], "optimizer.groups.params: expected [0, 1, 2, 3, 4, 5], got [0]"),
        (("optimizer", "plain"), {"0.x": 1}, "optimizer.plain: unknown key '0.x'"),
        (("optimizer", "groups"), [], "optimizer.groups: expected a list of length 1"),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_name(tmp_path, kept, path, value, words):
    header = changed(kept["fast"].header, path, value)
    assert f"FILE: {words}" in goes_on(tmp_path, "fast", kept["fast"]._replace(header=header))


@pytest.mark.parametrize("number", [-1, 257, 10**9])
def test_a_snapshot_under_another_number_is_skipped(tmp_path, kept, number):
    header = kept["fast"].header | {"decisions": number}
    with pytest.warns(UserWarning, match="skipped a snapshot: .*(number|decisions): expected"):
        assert "expected a valid snapshot" in goes_on(tmp_path, "fast", kept["fast"]._replace(header=header))
