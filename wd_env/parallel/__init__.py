"""Executors, which run tasks in this process, in other processes on this machine or on a Ray cluster."""

from typing import TYPE_CHECKING

from wd_env.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from wd_env.parallel.executors import Executor as Executor
    from wd_env.parallel.executors import get_executor as get_executor
    from wd_env.parallel.parent_process import exit_with_parent as exit_with_parent
    from wd_env.parallel.process_pool import available_cores as available_cores
    from wd_env.parallel.thread_limits import one_thread_each as one_thread_each

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Executor": "wd_env.parallel.executors",
        "available_cores": "wd_env.parallel.process_pool",
        "exit_with_parent": "wd_env.parallel.parent_process",
        "get_executor": "wd_env.parallel.executors",
        "one_thread_each": "wd_env.parallel.thread_limits",
    },
)
