"""The check of a saved state."""

from typing import Any

from wd_env.games.superpowers.definitions.decision_codes import FIRST_AUTOMATIC, LAST_AUTOMATIC, OVER
from wd_env.games.superpowers.definitions.rule_constants import NEUTRAL, POWERS
from wd_env.spec.state_checks import check_ranges


def check_state(s: Any) -> None:
    """StateError, naming the first thing that cannot be."""
    check_ranges(
        s,
        {
            "node": [code for code in range(OVER + 1) if not FIRST_AUTOMATIC <= code <= LAST_AUTOMATIC],
            "seat": range(POWERS),
            "turn": range(POWERS),
            "holder": range(NEUTRAL + 1),
        },
    )
