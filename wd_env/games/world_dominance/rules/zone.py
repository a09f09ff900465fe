"""The Resurrected Soldier Zone: an Intelligence Card, the bluff and the raise (WD-099 to WD-113)."""

from wd_env.games.world_dominance.definitions.actions import ASK, DECLINE, MATCH, NAME, RAISE
from wd_env.games.world_dominance.definitions.decision_codes import (
    ANTARCTICA_ANSWER,
    BLUFF_ANSWER,
    KNOWLEDGE,
    MATCH_RAISE,
    RAISE_OR_ASK,
    SETTLE,
    TEST_WHOM,
    THEME_DRAW,
)
from wd_env.games.world_dominance.definitions.names import CONSTANT, PROFILE, QUIZ, THEMES
from wd_env.games.world_dominance.definitions.rule_constants import EVEN, HUNDRED, IN_FULL, KNOWN, RIGHT, SPELLED, WRONG
from wd_env.games.world_dominance.rules.antarctica import is_unread, read_question_cards
from wd_env.games.world_dominance.rules.army import pay_zone
from wd_env.games.world_dominance.rules.flow import has_awake_opponent
from wd_env.games.world_dominance.rules.packs import move_to_bottom, on_top, weigh_unseen
from wd_env.kernels.frames import next_node, open_node, seat_at_offset


def enter_zone(s):
    """Draw an Intelligence Card, if there is a player to test (WD-101, RULINGS 10)."""
    if not has_awake_opponent(s, s.seat):
        return
    if s.theme_unseen > 0:
        next_node(s, THEME_DRAW)
    else:
        look_at_theme(s, on_top(s.theme_place))


def weigh_theme_draw(s, weights):
    """Give each unseen theme equal weight."""
    weigh_unseen(s.theme_place, THEMES, weights)


def do_theme_draw(s, theme):
    """Show the drawn theme, which is no longer unseen, to the asker."""
    s.theme_unseen -= 1
    look_at_theme(s, theme)


def look_at_theme(s, theme):
    """Show the theme to the asker only, and move its card to the bottom."""
    move_to_bottom(s.theme_place, THEMES, theme, THEMES - s.theme_unseen)
    s.theme = theme
    s.asker = s.seat
    next_node(s, TEST_WHOM)


def do_test_whom(s, a):
    """Record the opponent, take a soldier from both and read the title out (WD-102 to WD-104)."""
    s.tested = seat_at_offset(s, a - NAME)
    pay_zone(s, s.asker, 1)
    pay_zone(s, s.tested, 1)
    if is_unread(s, s.tested, s.theme):
        open_node(s, KNOWLEDGE, s.tested, s.theme)
    else:
        open_node(s, RAISE_OR_ASK, s.asker, 0)


def do_knowledge(s, outcome):
    """Record what a player knows of a title, when it is first read to that player (RULINGS 6)."""
    player = s.owner[s.seat]
    s.knowledge_drawn[player] |= 1 << s.note
    if outcome == KNOWN:
        s.knows[player] |= 1 << s.note
    if s.note < THEMES:
        open_node(s, RAISE_OR_ASK, s.asker, 0)
    else:
        read_question_cards(s)


def can_raise_or_ask(s, mask):
    """Mark asking, and raising if both have a soldier (WD-109)."""
    mask[ASK] = 1
    if s.army[s.asker] > 0 and s.army[s.tested] > 0:
        mask[RAISE] = 1


def do_raise_or_ask(s, a):
    """Raise by one soldier, or ask at once (WD-108)."""
    if a == RAISE:
        pay_zone(s, s.asker, 1)
        open_node(s, MATCH_RAISE, s.tested, 0)
    else:
        open_node(s, BLUFF_ANSWER, s.tested, 0)


def can_match_raise(s, mask):
    """Mark matching the raise, and giving the zone away (WD-110, WD-112)."""
    mask[MATCH] = 1
    mask[DECLINE] = 1


def do_match_raise(s, a):
    """Open the question after a matched raise, or give the zone to the asker."""
    if a == MATCH:
        pay_zone(s, s.tested, 1)
        open_node(s, BLUFF_ANSWER, s.tested, 0)
    else:
        win_zone(s, s.asker)


def weigh_answer(s, weights):
    """Write the percentages of right answers (WD-105), multiplied by those of right spellings (WD-224)."""
    percent = chance_of_right(s)
    if s.node == ANTARCTICA_ANSWER and s.note == SPELLED and s.knowledge_model != QUIZ:
        weights[RIGHT] = percent * s.percent_spelled
        weights[WRONG] = HUNDRED * HUNDRED - percent * s.percent_spelled
    else:
        weights[RIGHT] = percent
        weights[WRONG] = HUNDRED - percent


def mark_answers(s, weights):
    """Mark the answers that are possible with and without knowledge of the title."""
    weigh_answer(s, weights)
    if s.knowledge_model == PROFILE:
        is_spelled = s.node == ANTARCTICA_ANSWER and s.note == SPELLED
        least = min(s.percent_known, s.percent_unknown)
        most = max(s.percent_known, s.percent_unknown)
        weights[RIGHT] = 1 if most > 0 and (not is_spelled or s.percent_spelled > 0) else 0
        weights[WRONG] = 1 if least < HUNDRED or (is_spelled and s.percent_spelled < HUNDRED) else 0


def chance_of_right(s):
    """Return the percentage by the player's knowledge, or the constant; a quiz is reported, not sampled."""
    if s.knowledge_model == CONSTANT:
        return s.percent_right
    if s.knowledge_model == QUIZ:
        return EVEN
    return s.percent_known if (s.knows[s.owner[s.tested]] >> s.theme) & 1 == 1 else s.percent_unknown


def do_bluff_answer(s, outcome):
    """Give every soldier on the zone to the winner (WD-106, WD-107)."""
    if outcome == RIGHT:
        win_zone(s, s.tested)
    else:
        win_zone(s, s.asker)


def win_zone(s, seat):
    """Give the zone to the seat; only then do players without a soldier go out (WD-113)."""
    s.army[seat] += s.rsz
    s.rsz = 0
    open_node(s, SETTLE, s.asker, IN_FULL)
