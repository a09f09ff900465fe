"""The rules on a GPU: compiled if numba-cuda is installed, simulated with Numba, played if there is a GPU."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import numpy as np
import pytest

pytest.importorskip("numba")

from numba import cuda as device

from tests.batch.ptx_in_c import OnProcessor
from wd_env.batch.batch import Batch
from wd_env.batch.cuda_batch import (
    MAX_GAMES,
    ORDERS,
    SAVED_ARRAYS,
    CudaBatch,
    initial_arrays,
    to_ptx,
    to_saved_form,
)
from wd_env.benchmarks import gpu_speed
from wd_env.benchmarks.random_play import player_counts
from wd_env.dependencies import is_installed
from wd_env.errors import ConfigError, IllegalAction
from wd_env.games.world_dominance.game import GAME
from wd_env.kernels import game_loop
from wd_env.registry import GAMES, get_game

ROOT = Path(__file__).parents[2]
ROW = get_game()
PLAYERS = player_counts(ROW)
HAS_GPU = is_installed("numba_cuda") and device.is_available()
needs_compiler = pytest.mark.skipif(not is_installed("numba_cuda"), reason="numba-cuda is not installed")
needs_gpu = pytest.mark.skipif(not HAS_GPU, reason="no GPU")
without_gpu = pytest.mark.skipif(HAS_GPU, reason="a GPU is here")

SEEDS = list(range(40))
MOST_OF_AN_EMPTY_KERNEL = 100_000  # characters


def test_a_simulated_device_plays_the_games_of_a_batch():
    """Run the kernel itself: threads and blocks, restarts, given actions and illegal ones."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.batch.cuda_simulated"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr


@pytest.fixture(scope="module", params=GAMES)
def row(request):
    return get_game(request.param)


@pytest.fixture(scope="module")
def ptx(row):
    return to_ptx(row.game, (8, 0))


@needs_compiler
def test_the_kernel_compiles_without_a_gpu(ptx):
    assert ".target sm_80" in ptx
    assert ptx.count(".entry") == 1
    assert len(ptx) > MOST_OF_AN_EMPTY_KERNEL, "expected a kernel with the rules"


@needs_compiler
@pytest.mark.skipif(which("cc") is None, reason="no C compiler")
def test_the_compiled_kernel_plays_the_games_of_a_batch(row, ptx, tmp_path):
    """Run the compiled kernel instruction by instruction on the processor."""
    kernel_of = OnProcessor(ptx, tmp_path)
    arrays = initial_arrays(row.game, len(SEEDS), SEEDS, player_counts(row), row.short_options, "F")
    for op, rounds in ((game_loop.START, 1), (game_loop.PLAY, gpu_speed.COMPARED_STEPS)):
        kernel_of.launch(2, 32, (op, rounds, 1), arrays.values())
    assert gpu_speed.difference(row, to_saved_form(arrays), SEEDS) == ""
    assert kernel_of.misaligned == 0
    arrays["actions"][:] = arrays["masks"].argmax(axis=1)
    arrays["actions"][[5, 7]] = -1
    kernel_of.launch(2, 32, (game_loop.CHECK, 1, 1), arrays.values())
    assert arrays["illegal_row"].tolist() == [5]


def small(**changed):
    return CudaBatch(GAME, **{"num_games": 4, "seed": 1, **changed})


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"num_games": 0}, "num_games: expected .*, got 0"),
        ({"num_games": MAX_GAMES + 1}, "num_games: expected 1 to"),
        ({"num_players": ()}, "num_players: expected an integer or a list"),
        ({"num_players": (6,)}, "num_players: expected 2 to 5"),
        ({"autoreset": 1}, "autoreset: expected True or False, got 1"),
        ({"order": "A"}, "order: expected F or C, got 'A'"),
    ],
)
def test_an_invalid_batch_is_rejected(changed, message):
    with pytest.raises(ConfigError, match=message):
        small(**changed)


@without_gpu
def test_without_a_gpu_the_error_gives_the_reason(capsys):
    with pytest.raises(ConfigError, match=r"no GPU found|numba-cuda is not installed") as refused:
        small()
    assert gpu_speed.main([]) == 1
    assert capsys.readouterr().err == f"gpu_speed: {refused.value}\n"


def test_the_comparison_finds_a_single_bit():
    played = Batch(GAME, len(SEEDS), SEEDS, PLAYERS, ROW.short_options, autoreset=True)
    played.play(gpu_speed.COMPARED_STEPS)
    arrays = {**played.save(), "masks": played.masks.copy()}
    assert arrays["seeds"][:, 3].sum() > 0, "expected games that end"
    assert gpu_speed.difference(ROW, arrays, SEEDS) == ""
    arrays["states"][17, 5] ^= 1
    assert gpu_speed.difference(ROW, arrays, SEEDS) == "states of 1 games, the first of them 17,"


def test_the_comparison_splits_games_into_batches_with_the_same_numbers_of_players(row, monkeypatch):
    played = Batch(row.game, len(SEEDS), SEEDS, player_counts(row), row.short_options, autoreset=True)
    played.play(gpu_speed.COMPARED_STEPS)
    saved = played.save()
    arrays = {**{name: saved[name] for name in SAVED_ARRAYS}, "masks": played.masks.copy()}
    monkeypatch.setattr(gpu_speed.batch, "MAX_GAMES", 17)
    assert gpu_speed.difference(row, arrays, SEEDS) == ""


@needs_gpu
@pytest.mark.parametrize("order", ORDERS)
def test_a_gpu_plays_the_games_of_a_batch(row, order):
    mine = CudaBatch(row.game, len(SEEDS), SEEDS, player_counts(row), row.short_options, autoreset=True, order=order)
    mine.play(gpu_speed.COMPARED_STEPS)
    assert gpu_speed.difference(row, mine.save(), SEEDS) == ""


@needs_gpu
def test_a_gpu_takes_answers_and_refuses_others():
    mine, theirs = small(), Batch(GAME, 4, 1)
    for _ in range(100):
        answers = theirs.masks.argmax(axis=1)
        theirs.step(answers)
        mine.step(answers)
    before = mine.save()
    assert np.array_equal(before["states"], theirs.save()["states"])
    wrong = theirs.masks.argmax(axis=1)
    wrong[2] = theirs.masks[2].argmin()
    with pytest.raises(IllegalAction, match="row 2"):
        mine.step(wrong)
    assert all(np.array_equal(array, before[name]) for name, array in mine.save().items())
