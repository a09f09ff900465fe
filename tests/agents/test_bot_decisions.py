"""Hand-written bots never change unnoticed: their actions at stored positions, and the scores of all legal actions.

If a bot is meant to change, write its decisions again: `python -m tests.agents.golden_decisions`. `scripted_v1` never
changes. If a feature of an observation or an action changes, sample the positions again, too (`sample_positions`).
"""

import pytest

pytest.importorskip("numba")

from tests.agents.stored_decisions import SearchedDecisions, StoredDecisions


class TestWorldDominance(SearchedDecisions):
    name = "world_dominance"


class TestDomination(StoredDecisions):
    name = "domination"


class TestDominationEdge(StoredDecisions):
    name = "domination_edge"
