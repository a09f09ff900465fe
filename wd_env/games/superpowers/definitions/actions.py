"""The actions and outcomes of Superpowers in order: modes, powers, lands, zones, kinds with an amount."""

from itertools import product

from wd_env.games.superpowers.definitions.rule_constants import (
    BOXES,
    FACES,
    KINDS,
    LANDS,
    MAX_RANGE,
    POWERS,
    SHARES,
    ZONES,
)
from wd_env.spec.notation import TextIndex

POWER_IDS = ("us", "eu", "rr", "ie", "cfe", "mef", "ac", "la")  # as in the map file
KIND_NAMES = ("I", "T", "R", "D", "F", "B", "TR", "SU", "CV", "BB", "SB", "N", "G", "L")
SHARE_NAMES = ("one", "half", "all")
MODES = (
    *("end", "go", "yes", "no", "dive", "sail", "assault", "raid", "missile", "rush", "offer"),
    *("press", "retreat", "surrender", "research", "repair", "unbuy"),
)
BUYS = ("complex", "centre", "railway", "anti-ballistics")  # purchases other than units
BOX_NAMES = ("hit point", "attack die", "defence die", "air defence", "attack 5", "defence 5")  # of a super battleship
(
    END,
    GO,
    YES,
    NO,
    DIVE,
    SAIL,
    ASSAULT,
    RAID,
    LAUNCH,
    RUSH,
    OFFER,
    PRESS_ON,
    RETREAT,
    SURRENDER,
    RESEARCH,
    REPAIR,
    UNBUY,
) = range(17)
BUY_COMPLEX, BUY_CENTRE, BUY_RAILWAY, BUY_ANTI_BALLISTICS = range(17, 21)
FIRST_BOX = 21
FIRST_POWER_ACTION = FIRST_BOX + BOXES
FIRST_LEAVE = FIRST_POWER_ACTION + POWERS  # a fighter, or a bomber, with this number of moves left leaves the battle
LEAVES = MAX_RANGE
FIRST_FIRE = FIRST_LEAVE + 2 * LEAVES
FIRST_DROP = FIRST_FIRE + SHARES
FIRST_SPACE = FIRST_DROP + SHARES  # a land, and after the lands a zone
FIRST_WHAT = FIRST_SPACE + LANDS + ZONES  # one, half or all of a kind
DISSOLVE = FIRST_WHAT + SHARES * KINDS  # an alliance
DEMOTE = DISSOLVE + 1  # a super battleship
DECLARE = DEMOTE + 1  # the small alliance
ACTIONS_COUNT = DECLARE + 1

FIRST_PLAYER_OUTCOME, FIRST_POWER_OUTCOME, FIRST_FACE = 0, POWERS, 2 * POWERS


def actions_of(lands: tuple[str, ...], zones: tuple[str, ...]) -> TextIndex:
    """Return the actions of a board with these ids of lands and zones."""
    texts = [*MODES, *(f"buy {name}" for name in BUYS), *(f"box {name}" for name in BOX_NAMES), *POWER_IDS]
    texts += [f"leave {kind} {moves}" for kind, moves in product("FB", range(LEAVES))]
    texts += [f"{verb} {share}" for verb, share in product(("fire", "drop"), SHARE_NAMES)]
    texts += [
        *lands,
        *zones,
        *(f"{share} {kind}" for kind, share in product(KIND_NAMES, SHARE_NAMES)),
        "dissolve",
        "demote",
        "small alliance",
    ]
    return TextIndex("action", tuple(texts))


def outcomes_of() -> TextIndex:
    """Return the outcomes: players, powers, the faces of a die."""
    players = [f"player {player}" for player in range(POWERS)]
    return TextIndex("outcome", (*players, *POWER_IDS, *(f"die {face + 1}" for face in range(FACES))))
