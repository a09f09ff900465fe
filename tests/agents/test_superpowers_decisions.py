"""The bots of Superpowers never change unnoticed, as in `test_bot_decisions`.

The file is separate because `make mutants` records a few seconds of each test file only.
"""

import pytest

pytest.importorskip("numba")

from tests.agents.stored_decisions import SearchedDecisions, StoredDecisions


class TestSuperpowers(SearchedDecisions):
    name = "superpowers"


class TestSuperpowersAdvanced(StoredDecisions):
    name = "superpowers_advanced"
