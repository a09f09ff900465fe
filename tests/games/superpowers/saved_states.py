"""Helpers that change fields of a state and return the error of the check of saved states."""

from tests.games.superpowers.play import position
from wd_env.errors import StateError
from wd_env.games.superpowers.checks.check_state import check_state
from wd_env.games.superpowers.definitions.rule_constants import CARGO_ROWS, LAND_ROWS, LANDS, SEA_ROWS, ZONES

ROWS = {"land_units": LAND_ROWS, "sea_units": SEA_ROWS, "cargo": CARGO_ROWS}  # of the fields that have them by power


def at(field, power, row, place):
    """Return the index of units of a power, or, if it is None, of those that move or fight in its turn."""
    places = LANDS if field in {"land_units", "force"} else ZONES
    return (row if power is None else power * ROWS[field] + row) * places + place


def changed(**fields):
    """Return a state in which fields, or elements of them, have other values."""
    spaces = {"germany": "eu I3 G1 L1", "sz_north_sea": "eu TR1 CV1"}
    s = position(spaces, turn="eu", at="buy", powers=("eu", "us", "rr", "la")).state
    for name, value in fields.items():
        for index, number in value if isinstance(value, list) else [value] if isinstance(value, tuple) else []:
            getattr(s, name)[index] = number
        if isinstance(value, int):
            setattr(s, name, value)
    return s


def problem(s):
    """Return what the check finds impossible in a state, or nothing."""
    try:
        check_state(s)
    except StateError as error:
        return str(error).removeprefix("the state cannot be: ")
    return ""
