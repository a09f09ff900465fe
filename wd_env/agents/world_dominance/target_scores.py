"""Whom to name."""

from wd_env.agents.world_dominance.card_scores import GIVES, drawn_flag
from wd_env.agents.world_dominance.card_values import FEW, UNFIT, threat
from wd_env.agents.world_dominance.style_weights import EASY_PREY, WEAKNESS
from wd_env.games.world_dominance.definitions.decision_codes import (
    CARD_OPPONENT,
    DECIMATE,
    EXAMINER,
    LAST_SOLDIER,
    TEST_WHOM,
)
from wd_env.games.world_dominance.observation.layout_offsets import AT_ARMY, AT_PLAYED


def score_name(obs, question, at, style):
    """Whom to name."""
    army = obs[AT_ARMY + at]
    if at > 0 and obs[AT_PLAYED + at] == 1:
        return score_own_piece(obs, question, army)
    if question == DECIMATE:
        if at == 0:
            return UNFIT + 1
        return threat(obs, at, style) + (WEAKNESS[style] * (FEW + 1 - army) if army <= FEW else 0)
    if question == TEST_WHOM or question == LAST_SOLDIER:
        return -army - threat(obs, at, style)
    if question == CARD_OPPONENT and drawn_flag(obs, GIVES):
        return -threat(obs, at, style)
    if question == EXAMINER:
        return 0
    return threat(obs, at, style) + (EASY_PREY[style] if army < FEW else 0)


def score_own_piece(obs, question, army):
    """One's Ally, or the piece one is the Ally of: tested for a sure win of the zone, given to, and spared else."""
    if question == TEST_WHOM:
        return 1 if min(army, obs[AT_ARMY]) > 1 else UNFIT + 1
    if question == LAST_SOLDIER or question == EXAMINER or (question == CARD_OPPONENT and drawn_flag(obs, GIVES)):
        return 1
    return UNFIT + 1
