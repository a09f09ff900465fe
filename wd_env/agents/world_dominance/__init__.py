"""The habits of the scripted bot, as scores over what a seat sees; in the subset of the rules, so that they compile.

A score is in tenths of a soldier. Every rule of thumb is ours and no rule of the book. The bot knows the printed
board and deck (`ring24`, M01 to M27); on other ones it stays legal but is less at home.
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
