"""The hidden part of a table, resampled without a change for players who may not know it.

What others know of a title is hidden, and so is the Intelligence Card in the asker's hand until it is read out. The
unseen cards have no order: chance decides which one is drawn.
"""

from dataclasses import replace

from wd_env.games.world_dominance.cards.pack_order import unseen_cards
from wd_env.games.world_dominance.definitions.names import NO_THEME, NOBODY, THEMES
from wd_env.table.game_record import RecordLine

TITLE_BITS = 29  # themes, South Pole, SAB


def holds_secret_theme(s, me):
    """Return whether another player holds a card that `me` cannot distinguish from the unseen cards."""
    if s.theme == NO_THEME or s.tested != NOBODY or s.theme_unseen == 0:
        return False
    return me == NOBODY or s.owner[s.asker] != s.owner[me]


def resample_hidden(s, me, rng):
    """Resample what other players know, and the card in the asker's hand, in a state or a record."""
    for player in range(s.seats):
        if player != s.owner[me]:
            s.knows[player] = rng.getrandbits(TITLE_BITS) & int(s.knowledge_drawn[player])
    if holds_secret_theme(s, me):
        was = s.theme
        s.theme = rng.choice([*unseen_cards(s.theme_place), was])
        s.theme_place[was], s.theme_place[s.theme] = 0, THEMES - s.theme_unseen


def resampled_lines(table, me, rng):
    """Return the lines of the record with other chance outcomes wherever `me` did not see them."""
    home = table.state.home_seat[table.state.owner[me]]
    lines = list(table.lines)
    for number, line in enumerate(lines):
        if line.visible_to in (None, home):
            continue
        if line.text in ("knows", "does not know"):
            lines[number] = RecordLine(rng.choice(("knows", "does not know")), None, line.visible_to)
    if holds_secret_theme(table.state, me):
        last = max(n for n, line in enumerate(lines) if line.text.startswith("theme "))
        hidden = [*unseen_cards(table.state.theme_place), table.state.theme]
        lines[last] = RecordLine(f"theme T{rng.choice(hidden) + 1:02d}", None, lines[last].visible_to)
    return lines


def resampled_record(table, me, rng):
    """Return the record of the table with these lines."""
    return replace(table.record(), lines=tuple(resampled_lines(table, me, rng)))
