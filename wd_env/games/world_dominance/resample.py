"""What somebody at the table cannot know, and how it is dealt anew."""

from wd_env.games.world_dominance.definitions.names import THEMES
from wd_env.games.world_dominance.definitions.rule_constants import SAB_TITLE
from wd_env.games.world_dominance.observation.observe import is_theme_secret
from wd_env.kernels.philox import bounded_draw

EVERY_TITLE = 2 << SAB_TITLE  # one bit a title, that of the last one highest


def resample(s, me, stream):
    """Deal anew what the player of a seat cannot know: what others know of titles, and an asker's unread theme.

    Each title that was read to somebody is known with even odds, as when it was read; what is then done with it is
    public, but says little, since wrong answers are cheap and right ones may be guesses. The cards nobody has seen
    have no order (which is drawn is chance), so nothing else is hidden.
    """
    player = s.owner[me]
    for other in range(s.players):
        if other != player and s.knowledge_drawn[other] != 0:
            s.knows[other] = s.knowledge_drawn[other] & bounded_draw(stream, EVERY_TITLE)
    if s.theme_unseen > 0 and is_theme_secret(s, me):
        resample_theme(s, stream)


def resample_theme(s, stream):
    """The asker's card is as likely each of those that nobody else has seen."""
    place = s.theme_place[s.theme]
    s.theme_place[s.theme] = 0
    left = bounded_draw(stream, s.theme_unseen + 1)
    for theme in range(THEMES):
        if s.theme_place[theme] == 0:
            if left == 0:
                s.theme = theme
            left -= 1
    s.theme_place[s.theme] = place
