"""What people type, as the option they mean."""

import re
from collections.abc import Callable, Sequence

from wd_env.cli.seats import Names
from wd_env.core.errors import ConfigError
from wd_env.world_dominance.actions import CARD_TITLES
from wd_env.world_dominance.corrections import WORLD_PACK
from wd_env.world_dominance.names import ANTARCTICA_PLACE, PURGADIES_NAMES
from wd_env.world_dominance.table import WorldDominance
from wd_env.world_dominance.text.titles import Titles, titles_of
from wd_env.world_dominance.text.words import PURGADIES_WORDS

# Spaces, Manoeuvre Cards and themes are options by their code; people read the title on the board or card.
_SPACE, _MANOEUVRE, _THEME, _PLACES = "S[0-9]{2}|ANT", "M([0-9]{2})", "T([0-9]{2})", r"\+([0-9])|self"


FEW = 60  # letters of the options that a complaint lists


def labels(options: Sequence[str]) -> list[str]:
    """The number to type for each option: what it counts itself, as the face of a die; else its place in the list."""
    tails = [_tail(option) for option in options]
    if options and all(tail.isdecimal() for tail in tails):
        return tails
    return [str(number) for number in range(1, len(options) + 1)]


def understood(
    words: str, options: Sequence[str], other_names: Callable[[str], Sequence[str]] = lambda option: ()
) -> tuple[str, str]:
    """The option that is meant, by its number, its words, one of its `other_names`, or the beginning of these; else
    what is wrong with the words.
    """
    typed = " ".join(words.casefold().split())
    numbered = dict(zip(labels(options), options, strict=True))
    number = typed.lstrip("0") if typed.isdecimal() else ""
    tests: tuple[Callable[[str, str], bool], ...] = (
        lambda option, call: numbered.get(number) == option,
        lambda option, call: call == typed,
        lambda option, call: bool(typed) and call.startswith(typed),
        lambda option, call: bool(typed) and f" {typed}" in call,
    )
    for test in tests:
        meant = [
            option for option in options if any(test(option, call.casefold()) for call in calls(option, other_names))
        ]
        if len(meant) == 1:
            return meant[0], ""
        if meant:
            return "", f"{words!r} may mean {', '.join(meant)}."
    return "", f"{words!r} is no answer here; {allowed(options)}"


def calls(option: str, other_names: Callable[[str], Sequence[str]]) -> list[str]:
    """What may be typed for an option besides its number, whole or the beginning of it."""
    return list(dict.fromkeys((option, _tail(option), *other_names(option))))


def numbers(options: Sequence[str]) -> str:
    """The numbers that may be typed: `1 to 6`."""
    first, *_, last = labels(options) * 2
    return first if len(options) == 1 else f"{first} to {last}"


def allowed(options: Sequence[str]) -> str:
    """What may be typed, for who typed something else."""
    if labels(options)[0] == _tail(options[0]):
        return f"allowed are {numbers(options)}"
    listed = ", ".join(options)
    return f"allowed are {numbers(options)} or {listed if len(listed) <= FEW else 'the words beside them'}"


def titled(table: WorldDominance, option: str, names: Sequence[str]) -> tuple[str, ...]:
    """What stands printed on the space or card of this option, or who is called so; empty when its words say it."""
    titles, code = titles_of(table.config), _tail(option)
    if re.fullmatch(_SPACE, code):
        return (titles.at(ANTARCTICA_PLACE if code == "ANT" else int(code[1:])).title,)
    if match := re.fullmatch(_MANOEUVRE, code):
        return (titles.deck[int(match[1]) - 1].title,)
    if match := re.fullmatch(_THEME, code):
        return (titles.themes[int(match[1]) - 1].title,)
    if code in PURGADIES_NAMES:
        return (PURGADIES_WORDS[PURGADIES_NAMES.index(code)],)
    if match := re.fullmatch(_PLACES, code):
        return (names[(table.seat + int(match[1] or 0)) % len(names)],)
    return ()


def _tail(option: str) -> str:
    """An option without the word that says what kind it is: `Rome` of `card Rome`, `4` of `playing dice 4`."""
    return re.sub(r"^(\w+ dice|\w+) (?=\S)", "", option)


def given(words: str, names: Names, titles: Titles) -> tuple[str, int | str]:
    """Which card goes to which seat, or into the pack, in `Rome to Anna`; ConfigError for what names neither.

    Either may have blanks in it, so the shortest ending that is somebody's name counts.
    """
    parts = words.split()
    problem = f"'give {words}' gives nothing; allowed is `give CARD NAME` with a player or {WORLD_PACK}"
    for place in range(len(parts) - 1, 0, -1):
        name = " ".join(parts[place:])
        try:
            who: int | str = WORLD_PACK if name.lower() == WORLD_PACK else names.seat(name)
        except ConfigError as unknown:
            problem = problem if place < len(parts) - 1 else str(unknown)
            continue
        typed = " ".join(parts[: place - 1] if parts[place - 1].lower() == "to" else parts[:place])
        title, unclear = understood(typed, CARD_TITLES, lambda title: (titles.card(CARD_TITLES.index(title)),))
        if not title:
            raise ConfigError(unclear)
        return title, who
    raise ConfigError(problem)
