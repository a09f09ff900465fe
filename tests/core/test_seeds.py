"""Seeds are whole numbers of 64 bits, or luck of the operating system."""

import numpy as np
import pytest

from wd_env.core.errors import ConfigError
from wd_env.core.seeds import check_seed, split_seed


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**64 - 1, np.int64(5), np.uint64(2**64 - 1)])
def test_a_seed_is_the_sum_of_its_halves(seed):
    low, high = split_seed(seed)
    assert 0 <= low < 2**32
    assert 0 <= high < 2**32
    assert low + (high << 32) == int(seed) == check_seed(seed)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, 1.5, "1", True, False, b"1", [1], float("nan"), np.bool_(True)])
def test_anything_else_is_refused_with_the_range(seed):
    with pytest.raises(ConfigError, match=r"allowed are whole numbers 0\.\.18446744073709551615"):
        check_seed(seed)


def test_without_a_seed_each_is_fresh():
    assert len({check_seed(None) for _ in range(50)}) == 50
