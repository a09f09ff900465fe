"""The colours of the picture: for continents those of the rule book, and one for each Playing Piece."""

from wd_env.rendering.canvas import Colour

SEA: Colour = (23, 33, 47)
LAGOON: Colour = (34, 49, 68)
PAPER: Colour = (226, 218, 202)
CARDBOARD: Colour = (41, 57, 77)
FRAME: Colour = (70, 90, 114)
CHALK: Colour = (232, 237, 243)
MIST: Colour = (150, 166, 184)
GOLD: Colour = (250, 204, 72)
STONE: Colour = (128, 132, 138)
ASH: Colour = (92, 96, 103)

# In the order of REGION_NAMES: red, green, white, black, purple, yellow, blue (WD-013).
REGIONS: tuple[Colour, ...] = (
    (200, 70, 62),
    (62, 150, 84),
    (240, 244, 248),
    (48, 48, 54),
    (134, 90, 176),
    (236, 188, 58),
    (58, 114, 192),
)

# In the order of PIECE_NAMES.
PIECES: tuple[Colour, ...] = (
    (110, 134, 66),
    (166, 38, 54),
    (38, 92, 160),
    (226, 116, 40),
    (20, 150, 150),
    (242, 214, 110),
    (196, 206, 222),
    (112, 66, 38),
)
NO_PIECE: Colour = (140, 140, 140)
