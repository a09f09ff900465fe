"""How many threads the libraries of a process use: one, where there is a process for each core."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

# Small products of matrices take longer by several threads than by one, and threads that wait for each other do so
# at the cost of whoever else needs the core.
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
# Threads of OpenMP spin while they wait for each other, fifteen times as long unless told: alone they are no faster for
# it, and two that imitated beside two busy processes on two cores got 5 thousand decisions a second instead of 12.
SPIN_LIMIT = {"GOMP_SPINCOUNT": "20000"}


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Have processes that are begun meanwhile use one thread for their linear algebra, unless the environment says."""
    added = {name: number for name, number in ONE_THREAD.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)
