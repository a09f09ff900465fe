"""Limits on the number of threads that numerical libraries use in worker processes."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# Small matrix products take longer with several threads than with one, and waiting threads take CPU time from other
# processes.
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
# OpenMP threads spin while they wait for each other, by default fifteen times as long. That is not faster on an idle
# machine. Next to two busy processes on two cores, imitation with two threads reached 5,000 decisions per second, and
# 12,000 with this limit.
SPIN_LIMIT = {"GOMP_SPINCOUNT": "20000"}


@contextmanager
def limit_threads(threads: int) -> Iterator[None]:
    """Limit BLAS, OpenMP, torch and Numba in this process to a number of threads inside the block.

    Libraries that are not loaded yet are not limited. It needs the extra `train`.

    Args:
        threads: Number of threads, at least 1; Numba uses at most the number with which it was started.
    """
    from threadpoolctl import threadpool_limits

    torch, numba = sys.modules.get("torch"), sys.modules.get("numba")
    before = None if torch is None else torch.get_num_threads()
    masked = None if numba is None else numba.get_num_threads()
    try:
        with threadpool_limits(threads):
            if torch is not None:
                torch.set_num_threads(threads)
            if numba is not None:
                numba.set_num_threads(min(threads, numba.config.NUMBA_NUM_THREADS))
            yield
    finally:
        if numba is not None:
            numba.set_num_threads(masked)
        if torch is not None:  # last, because Numba's first threads change the number of the OpenMP that both use
            torch.set_num_threads(before)


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Limit linear algebra to one thread in processes started inside, unless the environment sets a number.

    The limit holds in this process too for libraries that are first imported inside the block.
    """
    added = {name: count for name, count in ONE_THREAD.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)
