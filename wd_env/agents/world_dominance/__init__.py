"""The habits of the scripted bot, as scores over what a seat sees; in the subset of the rules, so that they compile.

A score is in tenths of a soldier. Every rule of thumb is ours and no rule of the book. The bot knows the printed
board and deck (`ring24`, M01 to M27); on other ones it stays legal but is less at home.
"""

from wd_env.agents.world_dominance import action_scores as answers
from wd_env.agents.world_dominance import card_scores as cards
from wd_env.agents.world_dominance import card_values as worth
from wd_env.agents.world_dominance import space_scores as spaces
from wd_env.agents.world_dominance import style_weights as styles
from wd_env.agents.world_dominance import target_scores as opponents

ROOMS = (styles, worth, cards, spaces, opponents, answers)  # to compile
