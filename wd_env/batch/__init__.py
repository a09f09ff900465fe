"""Batches of games played in parallel over arrays, on a CPU or a GPU."""

from typing import TYPE_CHECKING

from wd_env.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from wd_env.batch.batch import Batch as Batch
    from wd_env.batch.batch import BatchAgent as BatchAgent
    from wd_env.batch.cuda_batch import CudaBatch as CudaBatch
    from wd_env.batch.cuda_batch import to_ptx as to_ptx

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Batch": "wd_env.batch.batch",
        "BatchAgent": "wd_env.batch.batch",
        "CudaBatch": "wd_env.batch.cuda_batch",
        "to_ptx": "wd_env.batch.cuda_batch",
    },
)
