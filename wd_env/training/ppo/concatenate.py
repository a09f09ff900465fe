"""Parts of a data set as one: dataclasses whose fields are arrays with a row for each example."""

from collections.abc import Iterable
from typing import TypeVar

import numpy as np

Dataset = TypeVar("Dataset")


def concatenate(items: Iterable[Dataset]) -> Dataset:
    """Return the rows of all parts, of one kind and at least one, in their order."""
    every = list(items)
    columns = zip(*(vars(item).values() for item in every), strict=True)
    return type(every[0])(*(np.concatenate(arrays) for arrays in columns))
