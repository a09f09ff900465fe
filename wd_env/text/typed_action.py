"""What people type, as the option they mean."""

import re
from collections.abc import Callable, Mapping, Sequence

MAX_HITS = 3  # options that are asked about
MAX_LISTED_CHARS = 60  # letters of the options that a complaint lists


def action_labels(actions: Sequence[str]) -> list[str]:
    """The number to type for each option: what it counts itself, as the face of a die; else its place in the list."""
    tails = [short_text(option) for option in actions]
    if actions and all(word.isdecimal() for word in tails):
        return tails
    return [str(number) for number in range(1, len(actions) + 1)]


def parse_action(
    text: str,
    actions: Sequence[str],
    aliases: Callable[[str], Sequence[str]] = lambda option: (),
    *,
    are_titles: bool = False,
) -> tuple[str, str]:
    """The option that is meant, by its number, its words, one of its `aliases`, or the beginning of these; else
    what is wrong with the words.

    The first word of an option may be left out, unless the options `are_titles` and not words of a kind with a name.
    """
    typed = " ".join(text.casefold().split())
    known = {
        option: (option, *aliases(option)) if are_titles else accepted_texts(option, aliases) for option in actions
    }
    numbered = dict(zip(action_labels(actions), actions, strict=True))
    number = typed.lstrip("0") if typed.isdecimal() else ""
    tests: tuple[Callable[[str, str], bool], ...] = (
        lambda option, call: numbered.get(number) == option,
        lambda option, call: call == typed,
        lambda option, call: bool(typed) and call.startswith(typed),
    )
    for test in tests:
        meant = [option for option in actions if any(test(option, call.casefold()) for call in known[option])]
        if len(meant) == 1:
            return meant[0], ""
        if meant:
            return "", f"{text!r} may mean {', '.join(meant)}."
    return "", f"{text!r} is no answer here{_hint(typed, known)}; {allowed_text(actions)}"


def _hint(typed: str, known: Mapping[str, Sequence[str]]) -> str:
    """The options with a later word that begins so, for a question: part of a name is no answer."""
    near = [option for option, names in known.items() if any(f" {typed}" in name.casefold() for name in names)]
    return f"; did you mean {' or '.join(near)}?" if typed and 0 < len(near) <= MAX_HITS else ""


def accepted_texts(action: str, aliases: Callable[[str], Sequence[str]]) -> list[str]:
    """What may be typed for an option besides its number, whole or the beginning of it."""
    return list(dict.fromkeys((action, short_text(action), *aliases(action))))


def label_range(actions: Sequence[str]) -> str:
    """The numbers that may be typed: `1 to 6`."""
    first, *_, last = action_labels(actions) * 2
    return first if len(actions) == 1 else f"{first} to {last}"


def allowed_text(actions: Sequence[str]) -> str:
    """What may be typed, for who typed something else."""
    if action_labels(actions)[0] == short_text(actions[0]):
        return f"allowed are {label_range(actions)}"
    listed = ", ".join(actions)
    return (
        f"allowed are {label_range(actions)} or "
        f"{listed if len(listed) <= MAX_LISTED_CHARS else 'the words beside them'}"
    )


def short_text(action: str) -> str:
    """An option without the word that says what kind it is: `Rome` of `card Rome`, `4` of `playing dice 4`."""
    return re.sub(r"^(\w+ dice|\w+) (?=\S)", "", action)
