"""Settings of every test: one thread per process, no window, fixed randomness, all signals."""

import gc
import os
import signal
import sys
from collections import Counter
from collections.abc import Generator
from importlib.util import find_spec

import pytest

# Set before any import of NumPy, Numba, pygame or matplotlib, which read these variables once.
os.environ.setdefault("OMP_NUM_THREADS", "1")  # the test processes already share the cores
os.environ.setdefault("WD_SINGLE", "interpreted")  # tests of compiled single games set another value
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("MPLBACKEND", "Agg")
os.environ.pop("COLUMNS", None)  # pytest-xdist sets it in its processes; tests of widths set their own

# Tests do not need data to reach the disk. A test of `fsync` sets its own function here.
os.fsync = lambda fd: None

# A process started by nohup, or in the background of a script, ignores these signals, and so would its child processes.
for number, default in ((signal.SIGINT, signal.default_int_handler), (getattr(signal, "SIGHUP", None), signal.SIG_DFL)):
    if number is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, default)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile shared code once, before the test processes start."""
    starts_workers = getattr(session.config.option, "numprocesses", None) and not hasattr(session.config, "workerinput")
    if starts_workers and find_spec("numba") is not None:
        from tests.compiled_first import compile_all

        compile_all()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without garbage collection, and exclude them from later collections."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect long tests unless they are requested; most cases of a thinned test count as long."""
    counts: Counter[str] = Counter()
    for item in items:
        thinned = item.get_closest_marker("thinned")
        if thinned is not None:
            name = item.nodeid.partition("[")[0]
            if counts[name] % thinned.args[0]:
                item.add_marker("long")
            counts[name] += 1
    if "WD_TEST_LONG" not in os.environ:
        deselected = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=deselected)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


@pytest.fixture(autouse=True)
def fixed_torch_seed() -> None:
    """Give a network without a seed the same initial weights in every run, whatever ran before.

    Torch gets one thread, because the test processes already share the cores.
    """
    torch = sys.modules.get("torch")  # imported only by tests that make networks
    if torch is not None:
        torch.manual_seed(0)
        torch.set_num_threads(1)
