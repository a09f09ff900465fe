"""Seeds are 64-bit integers, or come from the operating system."""

import numpy as np
import pytest

from wd_env.errors import ConfigError
from wd_env.seeding import check_seed, row_seeds, split_seed


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**64 - 1, np.int64(5), np.uint64(2**64 - 1)])
def test_a_seed_is_the_sum_of_its_halves(seed):
    low, high = split_seed(seed)
    assert 0 <= low < 2**32
    assert 0 <= high < 2**32
    assert low + (high << 32) == int(seed) == check_seed(seed)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, 1.5, "1", True, False, b"1", [1], float("nan"), np.bool_(True)])
def test_other_seeds_are_rejected_with_the_range(seed):
    with pytest.raises(ConfigError, match=r"expected an integer from 0 to 18446744073709551615"):
        check_seed(seed)


def test_without_a_seed_each_seed_is_new():
    assert len({check_seed(None) for _ in range(50)}) == 50


def test_rows_of_a_batch_count_on_from_one_seed_or_have_a_list():
    assert row_seeds(7, 3) == row_seeds(np.int64(7), 3) == [7, 8, 9]
    assert row_seeds([5, None, 2**64 - 1], 3) == [5, None, 2**64 - 1]
    assert row_seeds(np.array([5, 6]), 2) == [5, 6]
    assert row_seeds(None, 2) == [None, None]


@pytest.mark.parametrize(
    "seed", [2**64 - 2, -1, 1.5, True, "123", [1, 2], [1, 2, -3], [1, 2, [3]], np.zeros((3, 1), int)], ids=repr
)
def test_invalid_seeds_of_rows_are_rejected(seed):
    with pytest.raises(ConfigError, match="expected"):
        row_seeds(seed, 3)
