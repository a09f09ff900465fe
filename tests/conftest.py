"""Settings of every test: one thread per process, no window, fixed randomness, all signals."""

import gc
import os
import signal
import sys
from collections import Counter
from collections.abc import Generator
from importlib.util import find_spec

import pytest

# Set before anything imports NumPy, Numba, pygame or matplotlib, which read these once.
os.environ.setdefault("OMP_NUM_THREADS", "1")  # the test processes share the cores already
os.environ.setdefault("WD_SINGLE", "interpreted")  # a test that wants single games compiled says so
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("MPLBACKEND", "Agg")
os.environ.pop("COLUMNS", None)  # pytest-xdist sets it in its processes; a test that wants a width says so

# No test cuts the power, so that nothing needs to reach the disk. A test about `fsync` puts its own here.
os.fsync = lambda fd: None

# What is started beneath nohup, or in the background of a script, ignores these, and so would all that tests start.
for number, usual in ((signal.SIGINT, signal.default_int_handler), (getattr(signal, "SIGHUP", None), signal.SIG_DFL)):
    if number is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Before test processes begin, what all of them need is compiled once, by both cores."""
    starts_others = getattr(session.config.option, "numprocesses", None) and not hasattr(session.config, "workerinput")
    if starts_others and find_spec("numba") is not None:
        from tests.compiled_first import compile_all

        compile_all()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without looking for garbage, of which there is little; nor is what was collected looked through later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes long unless it is asked for; of a test that is thinned most cases are long."""
    seen: Counter[str] = Counter()
    for item in items:
        thinned = item.get_closest_marker("thinned")
        if thinned is not None:
            name = item.nodeid.partition("[")[0]
            if seen[name] % thinned.args[0]:
                item.add_marker("long")
            seen[name] += 1
    if "WD_TEST_LONG" not in os.environ:
        left_out = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


@pytest.fixture(autouse=True)
def one_chance() -> None:
    """Give a network without a seed the same initial weights in every run, whatever ran before.

    Torch gets one thread, because the test processes already share the cores.
    """
    torch = sys.modules.get("torch")  # imported by those tests alone which make networks
    if torch is not None:
        torch.manual_seed(0)
        torch.set_num_threads(1)
