"""Hand-written bots of World Dominance: heuristics that score actions from an observation, and compile like rules.

Scores are in tenths of a soldier. The heuristics are ours, not rules of the book. They know the bundled board and deck
(`ring24`, M01 to M27); with custom ones the bots play legally but worse.
"""

from wd_env.agents.world_dominance import (
    action_scores,
    card_scores,
    card_values,
    space_scores,
    style_weights,
    target_scores,
)

HEURISTIC_MODULES = (style_weights, card_values, card_scores, space_scores, target_scores, action_scores)  # to compile
