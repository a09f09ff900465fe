"""One setting limits the threads of torch, BLAS, OpenMP and Numba."""

import os
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("threadpoolctl")
pytest.importorskip("torch")
pytest.importorskip("numba")

import numba
import threadpoolctl
import torch

from wd_env.parallel.thread_limits import limit_threads


def test_a_limit_holds_for_every_library_inside_the_block():
    np.ones((2, 2)) @ np.ones((2, 2))  # this loads BLAS
    with limit_threads(1):
        pools = {pool["num_threads"] for pool in threadpoolctl.threadpool_info()}
        assert pools | {torch.get_num_threads(), numba.get_num_threads()} == {1}


def test_a_limit_reaches_blas_and_torch_and_ends_with_the_block(monkeypatch):
    """Record the calls, because BLAS may have one thread anyway, and torch may share its OpenMP."""
    pool_limits, torch_numbers = [], []
    limits = threadpoolctl.threadpool_limits
    monkeypatch.setattr(
        threadpoolctl, "threadpool_limits", lambda threads: pool_limits.append(threads) or limits(threads)
    )
    threads, set_number = torch.get_num_threads(), torch.set_num_threads
    monkeypatch.setattr(torch, "set_num_threads", lambda number: torch_numbers.append(number) or set_number(number))
    try:
        torch.set_num_threads(2)
        with limit_threads(1):
            assert torch.get_num_threads() == 1
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(threads)
    assert pool_limits == [1]
    assert torch_numbers == [2, 1, 2, threads]


@pytest.mark.parametrize(("threads", "inside"), [(2, 2), (9, 4)])
def test_numba_has_the_threads_of_the_limit_if_it_began_with_as_many(monkeypatch, threads, inside):
    numbers = [3]
    state = SimpleNamespace(NUMBA_NUM_THREADS=4)
    fake = SimpleNamespace(config=state, get_num_threads=lambda: numbers[-1], set_num_threads=numbers.append)
    monkeypatch.setitem(sys.modules, "numba", fake)
    with limit_threads(threads):
        assert numbers == [3, inside]
    assert numbers == [3, inside, 3]


def test_torch_has_as_many_threads_as_before_where_numba_begins_with_more():
    code = (
        "import numba, torch; from wd_env.parallel.thread_limits import limit_threads\n"
        "with limit_threads(1): pass\n"
        "print(torch.get_num_threads())"
    )
    env = os.environ | {"OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "2"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
