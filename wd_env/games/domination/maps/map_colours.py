"""Colours in map files."""

import colorsys
import re

Colour = tuple[int, int, int]  # red, green, blue, 0 to 255

NAMED_COLOURS = {
    "black": (0, 0, 0),
    "blue": (0, 0, 255),
    "cyan": (0, 255, 255),
    "darkgray": (64, 64, 64),
    "gray": (128, 128, 128),
    "green": (0, 255, 0),
    "lightgray": (192, 192, 192),
    "magenta": (255, 0, 255),
    "orange": (255, 200, 0),
    "pink": (255, 175, 175),
    "red": (255, 0, 0),
    "white": (255, 255, 255),
    "yellow": (255, 255, 0),
}
BLACK_TO_WHITE = 2**24  # number of colours that a number can name
GOLDEN = 0.618034  # of the colour circle, from one group to the next: any number of them stay distinct
BRIGHT, FULL = 0.85, 0.55

_NUMBER = re.compile(r"(?:#|0[xX])([0-9a-fA-F]{1,8})|([0-9]{1,10})")


def colour_of(word: str, place: int) -> Colour:
    """Return the colour of a group; an unknown one is chosen by the index of the group.

    Colours do not matter to the rules, so none is rejected. Names and numbers are known: decimal, 0x... and #rrggbb.
    """
    if word in NAMED_COLOURS:
        return NAMED_COLOURS[word]
    number = _NUMBER.fullmatch(word)
    if number is None:
        red, green, blue = colorsys.hsv_to_rgb(GOLDEN * (place + 1) % 1, FULL, BRIGHT)
        return round(255 * red), round(255 * green), round(255 * blue)
    value = int(number[1], 16) if number[1] else int(number[2])
    return tuple((value % BLACK_TO_WHITE).to_bytes(3, "big"))  # type: ignore[return-value]  # three of them
