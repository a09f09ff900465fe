"""An executor on a Ray cluster, which runs at an address or is started on this machine. It uses only Ray Core."""

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

PREFETCH = 2  # submitted tasks per core: no core waits for its next task, and millions of tasks do not fill the memory
MAX_CRASHES = 3  # of workers or nodes, per task
CONNECT_TIMEOUT, PROBE_TIMEOUT = 10.0, 30.0  # seconds to open a connection, and to find out whether it is a cluster
PROBE = (sys.executable, "-c", "import ray, sys; ray.init(sys.argv[1], log_to_driver=False)")


def ray_executor(address: str) -> Executor:
    """Return an executor on a Ray cluster.

    Args:
        address: HOST:PORT of a running cluster, or "" to start one on this machine.

    Raises:
        ConfigError: If no cluster runs at the address, or none can be started.
    """
    if not ray.is_initialized():
        _connect(address)

    def run_on_cluster(play: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
        shared, remote = ray.put(play), ray.remote(num_cpus=1, max_retries=MAX_CRASHES)(_run_task)
        remaining, submitted = iter(tasks), dict[Any, Task]()
        while True:
            num_new = max(0, PREFETCH * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(submitted))
            submitted.update({remote.remote(shared, task): task for task in islice(remaining, num_new)})
            if not submitted:
                return
            (reference,), _ = ray.wait(list(submitted))
            yield submitted.pop(reference), _get_result(reference)

    return run_on_cluster


def _run_task(play: Callable[[Task], Result], task: Task) -> Result:
    return play(task)


def _get_result(reference: Any) -> Any:
    try:
        return ray.get(reference)
    except RayTaskError as exc:  # raise the original error, because the text of Ray's error is a page long
        raise exc.cause from None
    except RayError as exc:
        raise WdError(f"Ray: expected a result, got {MAX_CRASHES + 1} dead workers in a row: {exc}") from None


def _connect(address: str) -> None:
    host, _, port = address.rpartition(":")
    try:
        if address:  # `ray.init` would wait for minutes if another kind of server replied at the address
            socket.create_connection((host, int(port)), CONNECT_TIMEOUT).close()
            subprocess.run([*PROBE, address], timeout=PROBE_TIMEOUT, capture_output=True, check=True)  # noqa: S603
        ray.init(address or "local", log_to_driver=False, logging_level="ERROR", include_dashboard=False)
    except (OSError, ValueError, RuntimeError, subprocess.SubprocessError) as exc:
        reason = "another kind of server" if isinstance(exc, subprocess.SubprocessError) else exc
        raise ConfigError(f"expected a Ray cluster at {quoted(address or 'this machine')}, got {reason}") from None
