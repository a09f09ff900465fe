"""The check of treaties in a saved state: relations, the limit of alliances, and the current offer."""

from typing import Any

from wd_env.errors import range_text
from wd_env.games.superpowers.checks.order_checks import expect
from wd_env.games.superpowers.definitions import decision_codes as codes
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.decision_table import NODES
from wd_env.games.superpowers.definitions.rule_constants import FIRST_TREATY_ROUND, NOWHERE, POWERS
from wd_env.games.superpowers.rules.treaties import alliance_limit, count_allies, may_offer_to

ANSWERS = (codes.RESPOND, codes.BONUS, codes.DROP)


def check_treaties(s: Any) -> None:
    """Raise StateError unless relations are mutual, alliances within their limit, and an offer has two parties."""
    for power in range(POWERS):
        for other in range(power):
            for name in ("relation", "since", "paid"):
                one, two = (
                    getattr(s, name)[first * POWERS + second] for first, second in ((power, other), (other, power))
                )
                expect(one == two, f"{name} of {POWER_IDS[power]} and {POWER_IDS[other]}", one, str(two))
    _check_alliances(s)
    if s.node in ANSWERS:
        name = NODES[s.node].name
        others = [power for power in range(POWERS) if s.in_play[power] and power != s.turn]
        expect(s.treaties == 1, f"treaties at {name}", s.treaties, "1")
        expect(s.partner in others, f"partner at {name}", s.partner, "another power in the game")
        expect(s.seat in (s.turn, s.partner), f"seat at {name}", s.seat, f"{s.turn} or {s.partner}")
    if s.node == codes.RESPOND:
        may_be_made = s.round >= FIRST_TREATY_ROUND and may_offer_to(s, s.partner)
        expect(may_be_made, "partner at respond", s.partner, "a power to which a treaty may be offered")
    if s.node == codes.BONUS:
        expect(s.bonus[s.seat] > 0 and s.capital[s.seat] != NOWHERE, "bonus at bonus", s.bonus[s.seat], "1 and more")


def _check_alliances(s: Any) -> None:
    """Check numbers of allies; the parties of a new alliance may have one too many until they end one (SP-307)."""
    if not s.treaties:
        return
    for power in range(POWERS):
        limit = alliance_limit(s) + (s.node == codes.DROP and power in (s.turn, s.partner))
        count = count_allies(s, power)
        expect(count <= limit, f"alliances of {POWER_IDS[power]}", count, range_text(0, limit))
