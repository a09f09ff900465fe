"""Board files for tests: a small playable board, and changes of it."""

from pathlib import Path

from tests.games.superpowers import invariants, recount, recount_stock, recount_units
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.game_board import tables_of
from wd_env.spec.module_copies import copy_modules

STRAITS = Path(__file__).parent / "boards" / "straits.toml"  # 20 lands, 9 zones
TEXT = STRAITS.read_text("utf-8")


def changed(old, new):
    """Return the text of the small board with one change."""
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def write(folder, text, name="own.toml"):
    """Write a board file and return its path."""
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def recount_modules(game):
    """Return the modules of the recount for the board of a game; the last one has `recount_table`."""
    return copy_modules((invariants, recount_units, recount_stock, recount), tables_of(game).constants())


def ring_board(coasts=1):
    """Return a board of 16 lands in a ring, two per power, each at the coast of `coasts` of the 16 zones."""
    lines = ["[[board]]", 'title = "ring"', "wraps = false", "garrison = [1, 0]", "capital_garrison = [4, 1]"]
    for power, name in enumerate(POWER_IDS):
        lines += [
            "[[board.power]]",
            f'id = "{name}"',
            f'title = "P{power}"',
            'colour = "red"',
            f'port = "z{2 * power}"',
        ]
    for land in range(16):
        ring = f'["l{(land - 1) % 16}", "l{(land + 1) % 16}"]'
        zones = [f"z{(land + number) % 16}" for number in range(coasts)]
        lines += ["[[board.land]]", f'id = "l{land}"', f'title = "L{land}"', f'home = "{POWER_IDS[land // 2]}"']
        lines += ["value = 10", f"land = {ring}", f"sea = {zones}", "place = [0, 0]"]
        lines += ["capital = true"] * (land % 2 == 0)
    for zone in range(16):
        lands = [f"l{(zone - number) % 16}" for number in range(coasts)]
        lines += ["[[board.zone]]", f'id = "z{zone}"', f'title = "Z{zone}"', f"coast = {lands}", "place = [0, 0]"]
    return "\n".join(lines)
