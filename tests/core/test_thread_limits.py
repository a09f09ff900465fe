"""One setting governs the threads of torch, BLAS, OpenMP and Numba."""

import numpy as np
import pytest

pytest.importorskip("threadpoolctl")
pytest.importorskip("torch")
pytest.importorskip("numba")

import numba
import threadpoolctl
import torch

from wd_env.parallel.thread_limits import limit_threads


def threads_in_use() -> list[int]:
    """Return the numbers of threads of all libraries."""
    np.ones((2, 2)) @ np.ones((2, 2))  # loads BLAS
    pools = [pool["num_threads"] for pool in threadpoolctl.threadpool_info()]
    return [*pools, torch.get_num_threads(), numba.get_num_threads()]


def test_a_limit_holds_for_every_library_and_ends_with_the_block():
    with limit_threads(2):
        before = threads_in_use()
        with limit_threads(1):
            assert set(threads_in_use()) == {1}
        assert threads_in_use() == before
    assert torch.get_num_threads() == before[-2] or before[-2] == 2
