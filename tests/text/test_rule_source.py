"""Which actions a decision may allow is read from the source of its rules."""

import sys

from wd_env.text.rule_source import RuleSources

FIRST, SECOND = 2, 4
ACTIONS = ["pass 0", "pass 1", "attack 0", "attack 1", "defend 0"]


def mark_attacks(s, mask):
    for space in range(2):
        mask[FIRST + space] = 1


def mark_turn(s, mask):
    mask[0] = 1
    mask[SECOND] = 0
    s.marks[SECOND] = 1
    mark_attacks(s, mask)


def test_only_actions_that_a_rule_or_one_it_calls_marks_as_legal_count():
    sources = RuleSources([sys.modules[__name__]], {}, {})
    assert sources.legal_blocks("mark_turn", ACTIONS) == {0, FIRST}
    assert sources.legal_blocks("mark_attacks", ACTIONS) == {FIRST}
