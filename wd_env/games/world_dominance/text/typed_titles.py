"""Typed input of World Dominance in addition to action texts: titles of cards, and corrections."""

import re

from wd_env.errors import ConfigError
from wd_env.games.world_dominance.corrections import WORLD_PACK, ZONE, card_text, soldiers_text
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.definitions.names import ANTARCTICA_PLACE, PURGADIES_NAMES
from wd_env.games.world_dominance.table import WorldDominanceTable
from wd_env.games.world_dominance.text.record_text import PURGADIES_TITLES
from wd_env.games.world_dominance.text.titles import Titles, titles_of
from wd_env.text.seat_names import SeatNames
from wd_env.text.typed_action import parse_action, short_text

# Actions name spaces, Manoeuvre Cards and themes by code; people read the title on the board or card.
_SPACE, _MANOEUVRE, _THEME, _PLACES = "S[0-9]{2}|ANT", "M([0-9]{2})", "T([0-9]{2})", r"\+([0-9])|self"
QUIZ_REPLIES = {"right": ("yes",), "wrong": ("no",)}  # of an answer at the table
SET_WORDS = 3  # minimum after `set`


def action_names(table: WorldDominanceTable, option: str, names: SeatNames) -> tuple[str, ...]:
    """Return the printed title of the space or card of an action, or the player it names; empty if its text has it."""
    titles, code = titles_of(table.config), short_text(option)
    if re.fullmatch(_SPACE, code):
        return (titles.at(ANTARCTICA_PLACE if code == "ANT" else int(code[1:])).title,)
    if match := re.fullmatch(_MANOEUVRE, code):
        return (titles.deck[int(match[1]) - 1].title,)
    if match := re.fullmatch(_THEME, code):
        return (titles.themes[int(match[1]) - 1].title,)
    if code in PURGADIES_NAMES:
        return (PURGADIES_TITLES[PURGADIES_NAMES.index(code)],)
    if match := re.fullmatch(_PLACES, code):
        return (names.seat((table.seat + int(match[1] or 0)) % table.state.seats),)
    return QUIZ_REPLIES.get(option, ())


def soldiers_set(table: WorldDominanceTable, words: str, names: SeatNames) -> str:
    """Return the correction of `soldiers Anna 7`; ConfigError without a player or a number."""
    parts = words.split()
    if len(parts) < SET_WORDS or parts[0].lower() != "soldiers" or not parts[-1].isdecimal():
        raise ConfigError(f"set: expected `set soldiers NAME N` with a player or {ZONE}, got 'set {words}'")
    name = " ".join(parts[1:-1])
    return soldiers_text(_find_holder(name, ZONE, names, table.state.seats), int(parts[-1]))


def card_given(table: WorldDominanceTable, words: str, names: SeatNames) -> str:
    """Return the correction of `Rome to Anna` or `Rome pack`; ConfigError without a card or a player."""
    title, who = _card_and_holder(words, names, table.state.seats, titles_of(table.config))
    return card_text(who, title)


def _find_holder(typed: str, place: str, names: SeatNames, seats: int) -> int | str:
    """Return the place of the board (`rsz`, `the rsz`) or the seat of a name; ConfigError if it is ambiguous."""
    called = [names.seat(seat).casefold() for seat in range(seats)]
    text = typed.casefold()
    texts = (place, f"the {place}")
    if text not in texts:
        return names.find(typed, seats)
    if text in called:
        clear = "".join(f"`{other}` or " for other in texts if other not in called)
        raise ConfigError(f"{typed!r} is a player, too; expected {clear}the seat number {called.index(text)}")
    return place


def _card_and_holder(words: str, names: SeatNames, seats: int, titles: Titles) -> tuple[str, int | str]:
    """Split title and name, which may contain blanks: the name is the shortest ending that is one."""
    parts = words.split()
    problem = f"give: expected `give CARD NAME` with a player or {WORLD_PACK}, got 'give {words}'"
    if _matching_cards(words, titles)[0]:
        raise ConfigError(problem)  # only a title, although its last word may be the beginning of a name
    problems = []
    for place in range(len(parts) - 1, 0, -1):
        try:
            who = _find_holder(" ".join(parts[place:]), WORLD_PACK, names, seats)
        except ConfigError as unknown:
            if place == len(parts) - 1:
                problem = str(unknown)
            continue
        typed = " ".join(parts[: place - 1] if parts[place - 1].lower() == "to" else parts[:place])
        title, unclear = _matching_cards(typed, titles)
        if title:
            return title, who
        problems.append(unclear)
    raise ConfigError(problems[0] if problems else problem)


def _matching_cards(typed: str, titles: Titles) -> tuple[str, str]:
    """Return the card with this title or beginning of a title, and an error text if it is unclear."""
    return parse_action(typed, CARD_TITLES, lambda title: (titles.card(CARD_TITLES.index(title)),), are_titles=True)
