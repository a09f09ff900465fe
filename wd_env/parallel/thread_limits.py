"""Limits on the number of threads that numerical libraries use in worker processes."""

import os
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
def one_thread_each() -> Iterator[None]:
    """Limit the linear algebra of processes started inside to one thread, unless the environment sets a number."""
    added = {name: count for name, count in ONE_THREAD.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)
