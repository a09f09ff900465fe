"""The toy game with an error in its rules: after the first throw no action is legal."""

import sys
from dataclasses import replace

from tests import toy_game
from tests.toy_game import (
    PLEDGE,
    PLEDGE_CHOICE,
    can_pledge,
    can_roll,
    chance_weights,
    is_terminal,
    legal_outcomes,
    potential,
    step,
)

__all__ = ["SILENT", "chance_weights", "is_terminal", "legal", "legal_outcomes", "potential", "step"]

OVERRIDES = ("legal",)


def legal(s, mask):
    """Mark no action after the first throw."""
    if s.node == PLEDGE_CHOICE:
        can_pledge(s, mask)
    elif s.throws == 0:
        can_roll(s, mask)


HERE = sys.modules[__name__]
SILENT = replace(PLEDGE, name="silent", modules=(toy_game, HERE), engine=HERE)
