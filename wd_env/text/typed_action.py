"""What people type, as the option they mean."""

import re
from collections.abc import Callable, Mapping, Sequence

MOST_MEANT = 3  # options that are asked about
FEW = 60  # letters of the options that a complaint lists


def labels(options: Sequence[str]) -> list[str]:
    """The number to type for each option: what it counts itself, as the face of a die; else its place in the list."""
    tails = [tail(option) for option in options]
    if options and all(word.isdecimal() for word in tails):
        return tails
    return [str(number) for number in range(1, len(options) + 1)]


def understood(
    words: str,
    options: Sequence[str],
    other_names: Callable[[str], Sequence[str]] = lambda option: (),
    *,
    are_titles: bool = False,
) -> tuple[str, str]:
    """The option that is meant, by its number, its words, one of its `other_names`, or the beginning of these; else
    what is wrong with the words.

    The first word of an option may be left out, unless the options `are_titles` and not words of a kind with a name.
    """
    typed = " ".join(words.casefold().split())
    known = {option: (option, *other_names(option)) if are_titles else calls(option, other_names) for option in options}
    numbered = dict(zip(labels(options), options, strict=True))
    number = typed.lstrip("0") if typed.isdecimal() else ""
    tests: tuple[Callable[[str, str], bool], ...] = (
        lambda option, call: numbered.get(number) == option,
        lambda option, call: call == typed,
        lambda option, call: bool(typed) and call.startswith(typed),
    )
    for test in tests:
        meant = [option for option in options if any(test(option, call.casefold()) for call in known[option])]
        if len(meant) == 1:
            return meant[0], ""
        if meant:
            return "", f"{words!r} may mean {', '.join(meant)}."
    return "", f"{words!r} is no answer here{_hint(typed, known)}; {allowed(options)}"


def _hint(typed: str, known: Mapping[str, Sequence[str]]) -> str:
    """The options with a later word that begins so, for a question: part of a name is no answer."""
    near = [option for option, names in known.items() if any(f" {typed}" in name.casefold() for name in names)]
    return f"; did you mean {' or '.join(near)}?" if typed and 0 < len(near) <= MOST_MEANT else ""


def calls(option: str, other_names: Callable[[str], Sequence[str]]) -> list[str]:
    """What may be typed for an option besides its number, whole or the beginning of it."""
    return list(dict.fromkeys((option, tail(option), *other_names(option))))


def numbers(options: Sequence[str]) -> str:
    """The numbers that may be typed: `1 to 6`."""
    first, *_, last = labels(options) * 2
    return first if len(options) == 1 else f"{first} to {last}"


def allowed(options: Sequence[str]) -> str:
    """What may be typed, for who typed something else."""
    if labels(options)[0] == tail(options[0]):
        return f"allowed are {numbers(options)}"
    listed = ", ".join(options)
    return f"allowed are {numbers(options)} or {listed if len(listed) <= FEW else 'the words beside them'}"


def tail(option: str) -> str:
    """An option without the word that says what kind it is: `Rome` of `card Rome`, `4` of `playing dice 4`."""
    return re.sub(r"^(\w+ dice|\w+) (?=\S)", "", option)
