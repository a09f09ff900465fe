"""Armies as text, such as `I2 T2 F1`, and the order in which they are lost."""

import re
from collections.abc import Sequence

from wd_env.errors import ConfigError, quoted
from wd_env.games.superpowers.board.units import UNIT_OF_CODE

GROUND = ("I", "T", "G", "L")  # of an attack, what can occupy land
SHIPS = ("TR", "SU", "CV", "BB", "SB")
PARATROOPERS = "P"  # infantry that bombers drop
ATTACKERS = ("I", "T", "R", PARATROOPERS, "F", "B", "TR", "SU", "CV", "BB", "SB", "G")
DEFENDERS = ("I", "T", "R", "D", "F", "B", "TR", "SU", "CV", "BB", "SB", "G", "L")
ATTACK_ORDER = ("TR", "I", "T", "SU", "F", "CV", "B", "BB", "SB", "G")  # in which units are lost by default
DEFENCE_ORDER = ("TR", "R", "I", "T", "SU", "F", "CV", "B", "BB", "SB", "L", "G")
MAX_UNITS = 20  # of a side
Army = tuple[int, ...]  # the number of units of each kind, in the order of losses
WORD = re.compile(r"([A-Za-z]{1,2})([0-9]{1,3})?")


def read_army(name: str, text: str, kinds: Sequence[str]) -> dict[str, int]:
    """Read an army.

    Args:
        name: What the army is called in messages.
        text: Units with their numbers, such as `I2 T2 F1`; a number left out is 1.
        kinds: Kinds that are allowed.

    Returns:
        The number of each kind.

    Raises:
        ConfigError: If a word is not a unit, a kind appears twice, or there is not a unit or more than 20.
    """
    army: dict[str, int] = {}
    for word in re.split(r"[ ,]+", text.strip()):
        match = WORD.fullmatch(word)
        kind = match[1].upper() if match else ""
        if match is None or kind not in kinds or kind in army:
            raise ConfigError(f"{name}: expected different units of {', '.join(kinds)} as in I2 T1, got {quoted(word)}")
        army[kind] = int(match[2] or 1)
    if not 1 <= sum(army.values()) <= MAX_UNITS:
        raise ConfigError(f"{name}: expected 1 to {MAX_UNITS} units, got {sum(army.values())}")
    if any(army.get(kind, 0) > 1 for kind in ("G", "L", "SB")):
        raise ConfigError(f"{name}: expected at most one general, ruler and super battleship, got {quoted(text)}")
    return {kind: count for kind, count in army.items() if count}


def loss_order(text: str, default: Sequence[str]) -> tuple[str, ...]:
    """Read an order of losses such as `I,F,T`; kinds left out follow in the default order.

    Raises:
        ConfigError: If a word is not a kind, or appears twice.
    """
    words = [word.upper() for word in re.split(r"[ ,]+", text.strip()) if word]
    for number, word in enumerate(words):
        if word not in default or word in words[:number]:
            raise ConfigError(f"losses: expected different kinds of {', '.join(default)}, got {quoted(word)}")
    return (*words, *(kind for kind in default if kind not in words))


def counts_of(order: Sequence[str], army: Army) -> dict[str, int]:
    """Return the number of units of each kind."""
    return dict(zip(order, army, strict=True))


def army_text(order: Sequence[str], army: Army) -> str:
    """Return an army as text, or `none`."""
    counts = counts_of(order, army)
    return " ".join(f"{kind}{counts[kind]}" for kind in UNIT_OF_CODE if counts.get(kind)) or "none"
