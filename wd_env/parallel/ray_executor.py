"""Tasks over a cluster of Ray, its Core alone: the one that runs at an address, or one of this machine."""

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError

from wd_env.errors import ConfigError, WdError, quoted
from wd_env.parallel.executors import Executor, Result, Task

PREFETCH = 2  # tasks in flight a core, so that none waits for its next and none of millions fills the memory
MAX_CRASHES = 3  # of workers and nodes that a task may cost
CONNECT_TIMEOUT, PROBE_TIMEOUT = 10.0, 30.0  # seconds to be let in at the door, and to be told who is there
PROBE = (sys.executable, "-c", "import ray, sys; ray.init(sys.argv[1], log_to_driver=False)")


def ray_executor(address: str) -> Executor:
    """Return the spread over the cluster at `address`, host:port; empty for one of this machine.

    ConfigError where none answers.
    """
    if not ray.is_initialized():
        _connect(address)

    def spread(play: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
        shared, remote = ray.put(play), ray.remote(num_cpus=1, max_retries=MAX_CRASHES)(_run_task)
        left, flying = iter(tasks), dict[Any, Task]()
        while True:
            most = PREFETCH * max(1, int(ray.cluster_resources().get("CPU", 1)))
            flying.update({remote.remote(shared, task): task for task in islice(left, max(0, most - len(flying)))})
            if not flying:
                return
            (one,), _ = ray.wait(list(flying))
            yield flying.pop(one), _get_result(one)

    return spread


def _run_task(play: Callable[[Task], Result], task: Task) -> Result:
    return play(task)


def _get_result(one: Any) -> Any:
    try:
        return ray.get(one)
    except RayTaskError as problem:  # its own text is a page; what was raised over there is the error
        raise problem.cause from None
    except RayError as problem:
        raise WdError(f"a worker of the cluster has died {MAX_CRASHES + 1} times at one block: {problem}") from None


def _connect(address: str) -> None:
    host, _, port = address.rpartition(":")
    try:
        if address:  # what answers may be no cluster, and then `init` would wait for minutes
            socket.create_connection((host, int(port)), CONNECT_TIMEOUT).close()
            subprocess.run([*PROBE, address], timeout=PROBE_TIMEOUT, capture_output=True, check=True)  # noqa: S603
        ray.init(address or "local", log_to_driver=False, logging_level="ERROR", include_dashboard=False)
    except (OSError, ValueError, RuntimeError, subprocess.SubprocessError) as problem:
        why = "what is there is none" if isinstance(problem, subprocess.SubprocessError) else problem
        raise ConfigError(f"no cluster of Ray answers at {quoted(address or 'this machine')}: {why}") from None
