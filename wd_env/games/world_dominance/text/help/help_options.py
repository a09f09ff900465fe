"""What each answer does to the questions that are asked only where the table has agreed on them."""

from wd_env.games.world_dominance.definitions.actions import BREAK_OUT, CLAIM, DEMAND_SPELLING
from wd_env.games.world_dominance.definitions.names import QUIZ, REGION_NAMES
from wd_env.games.world_dominance.definitions.rule_constants import INTERNMENT_PAY, PRE_SET_BONUS, SETTLING
from wd_env.games.world_dominance.text.decision_context import Asked, soldiers


def help_ice_breakout(asked: Asked, a: int) -> str:
    """The pay goes back; there is no start of the turn."""
    if a == BREAK_OUT:
        return f"Give {soldiers(INTERNMENT_PAY)} back to the Garrison, leave the Ice House and throw the Playing Dice."
    return f"Miss this turn, then {asked.s.ice_turns[asked.s.seat] - 1} more; nobody can touch you meanwhile."


def help_spelling(asked: Asked, a: int) -> str:
    """A right answer may still be spelled wrongly."""
    s = asked.s
    if a != DEMAND_SPELLING:
        return f"Let {asked.call(s.tested)} just answer."
    odds = "" if s.knowledge_model == QUIZ else f"; {s.percent_spelled} in 100 right answers pass"
    return f"{asked.names.first(s.tested)} must spell the answer out{odds}."


def help_pre_set_claim(asked: Asked, a: int) -> str:
    """Claimed now or never."""
    region = REGION_NAMES[asked.s.note % SETTLING]
    if a == CLAIM:
        return f"Declare the Pre Set in {region} and take {asked.recruits(PRE_SET_BONUS)} from the Garrison."
    return f"Say nothing and forfeit the bonus for {region}."
