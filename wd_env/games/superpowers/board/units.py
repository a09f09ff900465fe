"""The units as rows of data: prices, movement, dice and places on ships (rule book p. 5 to 13, ledger 1.2).

Attack and defence are the highest face that hits; 0 means that the unit rolls no die.
"""

from typing import NamedTuple

LAND, AIR, SEA, BUILDING = "land", "air", "sea", "building"


class Unit(NamedTuple):
    """A kind of unit.

    Attributes:
        code: Short name in orders and odds, such as `T`.
        id: Name in actions.
        medium: What it moves over: `land`, `air` or `sea`; `building` does not move.
        price: Credits for one purchase; 0 for a unit that is not sold.
        amount: Units that one purchase brings.
        extra_infantry: Infantry that one purchase brings in addition ("+1").
        move: Borders that it crosses in a turn.
        attack: Highest face that hits in an attack.
        defence: Highest face that hits in a defence.
        places: Places that it takes in the hold of a transport; 0 for none.
        holds: Places in its own hold.
        decks: Fighters that it carries.
        is_advanced: Whether only the advanced rule set has it.
    """

    code: str
    id: str
    medium: str
    price: int = 0
    amount: int = 1
    extra_infantry: int = 0
    move: int = 0
    attack: int = 0
    defence: int = 0
    places: int = 0
    holds: int = 0
    decks: int = 0
    is_advanced: bool = False


UNITS = (
    Unit("I", "infantry", LAND, price=5, amount=2, move=1, attack=1, defence=2, places=1),  # SP-119
    Unit("T", "tank", LAND, price=5, move=2, attack=3, defence=2, places=2),  # SP-122
    Unit("R", "artillery", LAND, price=5, move=1, attack=2, places=2, is_advanced=True),  # SP-129, three dice
    Unit("D", "air_defence", LAND, price=5, move=1, defence=1, is_advanced=True),  # SP-144, against planes
    Unit("F", "fighter", AIR, price=10, move=4, attack=3, defence=4),  # SP-178
    Unit("B", "bomber", AIR, price=15, move=6, attack=4, defence=1),  # SP-183
    Unit("TR", "transport", SEA, price=10, extra_infantry=1, move=2, defence=1, holds=4),  # SP-227
    Unit("SU", "submarine", SEA, price=10, extra_infantry=1, move=2, attack=2, defence=2),  # SP-218
    Unit("CV", "carrier", SEA, price=15, extra_infantry=1, move=2, attack=1, defence=3, decks=2),  # SP-213
    Unit("BB", "battleship", SEA, price=15, move=2, attack=4, defence=4),  # SP-203
    Unit("SB", "super_battleship", SEA, price=15, move=2, attack=4, defence=4, is_advanced=True),  # SP-208
    Unit("N", "missile", LAND, price=20, move=1, places=2),  # SP-192
    Unit("G", "general", LAND, move=1, defence=3),  # SP-158
    Unit("L", "ruler", LAND, move=1, defence=1),  # R36
    Unit("X", "complex", BUILDING, price=15),  # SP-164
    Unit("E", "economic_centre", BUILDING, price=15),  # SP-167
)
UNIT_OF_CODE = {unit.code: unit for unit in UNITS}

RULER_DEFENCE = 3  # of infantry and tanks in a land with the ruler (SP-154)
BOUNTY = (("I", 2), ("T", 1))  # units in a neutral land that was taken (SP-077)

PRICE_LISTS = ("book", "online")
_ONLINE_PRICES = {"I": (3, 1), "TR": (8, 1), "SU": (8, 1), "CV": (12, 1)}  # price, amount


def price_list(name: str) -> tuple[Unit, ...]:
    """Return the units with the prices of a list.

    Args:
        name: `book`, or `online` for the prices of the on-line game, which sells infantry singly and adds none.
    """
    if name not in PRICE_LISTS:
        raise ValueError(f"price list: expected {', '.join(PRICE_LISTS)}, got {name!r}")
    if name == "book":
        return UNITS
    priced = [unit._replace(extra_infantry=0) for unit in UNITS]
    for index, unit in enumerate(priced):
        if unit.code in _ONLINE_PRICES:
            price, amount = _ONLINE_PRICES[unit.code]
            priced[index] = unit._replace(price=price, amount=amount)
    return tuple(priced)
