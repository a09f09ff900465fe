"""Single tables with the chance stream of any row of a batch."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from wd_env.kernels import philox


@contextmanager
def row_of(row: int) -> Iterator[None]:
    """Give tables that are created in the `with` block the chance stream of this row instead of the first."""

    def key(low: int, high: int, _: int, episode: int, word: int) -> int:
        return int(philox.game_key(low, high, row, episode, word))

    with mock.patch("wd_env.table.game_table.game_key", key):
        yield
