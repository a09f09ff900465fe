"""Resampling of hidden information."""

from wd_env.games.world_dominance.definitions.names import THEMES
from wd_env.games.world_dominance.definitions.rule_constants import SAB_TITLE
from wd_env.games.world_dominance.observation.observe import is_theme_secret
from wd_env.kernels.philox import bounded_draw

EVERY_TITLE = 2 << SAB_TITLE  # one bit per title, that of the last one highest


def resample(s, me, stream):
    """Resample what is hidden from the player of a seat: others' knowledge of titles, and an asker's unread theme.

    Each title that was read to a player is known with probability 1/2, as when it was read. Later actions are public
    but reveal little, because wrong answers are cheap and right ones may be guesses. Unseen cards have no order
    (drawing is chance), so nothing else is hidden.
    """
    player = s.owner[me]
    for other in range(s.players):
        if other != player and s.knowledge_drawn[other] != 0:
            s.knows[other] = s.knowledge_drawn[other] & bounded_draw(stream, EVERY_TITLE)
    if s.theme_unseen > 0 and is_theme_secret(s, me):
        resample_theme(s, stream)


def resample_theme(s, stream):
    """Draw the asker's card from those that no other player has seen, with equal probability."""
    place = s.theme_place[s.theme]
    s.theme_place[s.theme] = 0
    left = bounded_draw(stream, s.theme_unseen + 1)
    for theme in range(THEMES):
        if s.theme_place[theme] == 0:
            if left == 0:
                s.theme = theme
            left -= 1
    s.theme_place[s.theme] = place
