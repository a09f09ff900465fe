"""The effect of each action at decisions that only some options have."""

from wd_env.games.world_dominance.definitions.actions import BREAK_OUT, CLAIM, DEMAND_SPELLING
from wd_env.games.world_dominance.definitions.names import QUIZ, REGION_NAMES
from wd_env.games.world_dominance.definitions.rule_constants import INTERNMENT_PAY, PRE_SET_BONUS, SETTLING
from wd_env.games.world_dominance.text.decision_context import HelpContext, soldiers_text


def help_ice_breakout(context: HelpContext, a: int) -> str:
    """Return the effect of breaking out, which costs the pay but does not restart the turn, or of staying."""
    if a == BREAK_OUT:
        return (
            f"Give {soldiers_text(INTERNMENT_PAY)} back to the Garrison, leave the Ice House and "
            f"throw the Playing Dice."
        )
    return f"Miss this turn, then {context.s.ice_turns[context.s.seat] - 1} more; no player can touch you meanwhile."


def help_spelling(context: HelpContext, a: int) -> str:
    """Return the effect of demanding the spelling, with the rate of right answers that pass."""
    s = context.s
    if a != DEMAND_SPELLING:
        return f"Let {context.call(s.tested)} just answer."
    odds = "" if s.knowledge_model == QUIZ else f"; {s.percent_spelled} in 100 right answers pass"
    return f"{context.names.capitalized(s.tested)} must spell the answer out{odds}."


def help_pre_set_claim(context: HelpContext, a: int) -> str:
    """Return the effect of claiming the bonus, which is possible only now, or of forfeiting it."""
    region = REGION_NAMES[context.s.note % SETTLING]
    if a == CLAIM:
        return f"Declare the Pre Set in {region} and take {context.recruits(PRE_SET_BONUS)} from the Garrison."
    return f"Say nothing and forfeit the bonus for {region}."
