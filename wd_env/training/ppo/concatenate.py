"""Concatenate data sets: dataclasses whose fields are arrays with a row for each example."""

from collections.abc import Iterable
from typing import TypeVar

import numpy as np

Dataset = TypeVar("Dataset")


def concatenate(items: Iterable[Dataset]) -> Dataset:
    """Return the rows of at least one data set of the same type, in their order."""
    datasets = list(items)
    columns = zip(*(vars(item).values() for item in datasets), strict=True)
    return type(datasets[0])(*(np.concatenate(arrays) for arrays in columns))
