"""Write positions into the rows of a batch."""

from collections.abc import Sequence

import numpy as np

from wd_env.batch.batch import Batch
from wd_env.kernels import game_loop
from wd_env.table.game_table import Table


def set_rows(batch: Batch, tables: Sequence[Table]) -> None:
    """Set row k to the k-th table, at a decision, with the options of the batch."""
    for row, table in enumerate(tables):
        batch._bytes[row] = np.frombuffer(table.state.to_bytes(), np.uint8)
    batch._call(game_loop.REFRESH, batch._all, batch._all)
