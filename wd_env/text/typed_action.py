"""Match typed text with legal actions."""

import re
from collections.abc import Callable, Mapping, Sequence

MAX_HITS = 3  # actions that a question suggests
MAX_LISTED_CHARS = 60  # characters of the actions that a message lists
SHORTEST_RANGE = 3  # successive numbers that are written as a range if there are several ranges


def action_labels(actions: Sequence[str]) -> list[str]:
    """Return the number to type for each action: the number in its text, such as a die face, or else its position."""
    tails = [short_text(option) for option in actions]
    if actions and all(text.isdecimal() for text in tails):
        return tails
    return [str(label) for label in range(1, len(actions) + 1)]


def parse_action(
    text: str,
    actions: Sequence[str],
    aliases: Callable[[str], Sequence[str]] = lambda option: (),
    *,
    are_titles: bool = False,
) -> tuple[str, str]:
    """Find the action that was typed: its number, its text, one of its `aliases`, or the beginning of these.

    The first word of an action may be left out, unless `are_titles`.

    Args:
        text: What was typed.
        actions: Texts of the legal actions.
        aliases: Function from an action to further texts for it.
        are_titles: Whether the actions are titles, which have no word of their kind in front.

    Returns:
        The action and an empty message, or an empty text and the error message.
    """
    typed = " ".join(text.casefold().split())
    known = {
        option: (option, *aliases(option)) if are_titles else accepted_texts(option, aliases) for option in actions
    }
    numbered = dict(zip(action_labels(actions), actions, strict=True))
    digits = typed.lstrip("0") if typed.isdecimal() else ""
    tests: tuple[Callable[[str, str], bool], ...] = (
        lambda option, call: numbered.get(digits) == option,
        lambda option, call: call == typed,
        lambda option, call: bool(typed) and call.startswith(typed),
    )
    for test in tests:
        hits = [option for option in actions if any(test(option, call.casefold()) for call in known[option])]
        if len(hits) == 1:
            return hits[0], ""
        if hits:
            return "", f"{text!r} may mean {', '.join(hits)}."
    return "", f"{text!r} is not a legal action here{_hint(typed, known)}; {allowed_text(actions)}"


def _hint(typed: str, known: Mapping[str, Sequence[str]]) -> str:
    """Return a suggestion of actions in which a later word begins with the text."""
    near = [option for option, names in known.items() if any(f" {typed}" in name.casefold() for name in names)]
    return f"; did you mean {' or '.join(near)}?" if typed and 0 < len(near) <= MAX_HITS else ""


def accepted_texts(action: str, aliases: Callable[[str], Sequence[str]]) -> list[str]:
    """Return what may be typed for an action other than its number, complete or only the beginning."""
    return list(dict.fromkeys((action, short_text(action), *aliases(action))))


def label_range(actions: Sequence[str]) -> str:
    """Return the numbers that may be typed: `1 to 6`, or `1, 3, 4, 7 to 12` if some are missing between them."""
    runs: list[list[int]] = []
    for label in map(int, action_labels(actions)):
        if runs and label == runs[-1][-1] + 1:
            runs[-1].append(label)
        else:
            runs.append([label])
    shortest = 2 if len(runs) == 1 else SHORTEST_RANGE
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) >= shortest else ", ".join(map(str, run)) for run in runs)


def allowed_text(actions: Sequence[str]) -> str:
    """Return the allowed input, for an error message."""
    if action_labels(actions)[0] == short_text(actions[0]):
        return f"expected {label_range(actions)}"
    listed = ", ".join(actions)
    return (
        f"expected {label_range(actions)} or {listed if len(listed) <= MAX_LISTED_CHARS else 'the texts next to them'}"
    )


def short_text(action: str) -> str:
    """Return an action without the word for its kind: `Rome` of `card Rome`, `4` of `playing dice 4`."""
    return re.sub(r"^(\w+ dice|\w+) (?=\S)", "", action)
