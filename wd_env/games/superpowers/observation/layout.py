"""The features of the observation: values of the game and of each power, then of each land and each zone."""

from wd_env.games.superpowers.definitions.actions import FIRST_POWER_ACTION, FIRST_SPACE, FIRST_WHAT
from wd_env.games.superpowers.definitions.decision_table import DECISIONS
from wd_env.games.superpowers.definitions.rule_constants import (
    BOXES,
    CARGO_ROWS,
    KINDS,
    LAND_ROWS,
    LANDS,
    POWERS,
    SEA_ROWS,
    SHARES,
    TECH_LEVELS,
    TECHNOLOGIES,
    ZONES,
)
from wd_env.spec.observation_layout import Feature, ObservationLayout, Pointer

CAP = 127  # maximum of a value in an observation
LAND_MARKS = (
    "complexes",
    "centres",
    "captured",
    "attacked",
    "base",
    "target",
    "origin",
    "capitals",
    "force",
    "garrison",
    "closed",
    "damaged",
    "paratroopers",
)
SEA_MARKS = (
    *("half_moved", "attacked", "target", "origin", "used", "fleet", "aloft", "rushed", "closed"),
    "hostile_air_defence",
)
RULE_OPTIONS = (
    *("price_list", "tech", "income_model", "joint_purchase", "encircle", "encircle_counts_ad", "ad_mode"),
    *("canal_permission", "general_withdraw", "general_bonus", "missile_spares_leaders", "treaties"),
    *("free_for_all", "small_alliance", "six_capitals", "six_scope", "sub_leaves", "at_limit"),
)
THREATS = ("own_attack", "hostile_attack", "defence")
LAYOUT = ObservationLayout(
    (
        Feature("decision", (DECISIONS,), 0, 1, "the current decision, one-hot"),
        Feature("to_move", (), 0, 1, "1 when this power is to move"),
        Feature("round", (), 0, CAP, "round, capped"),
        Feature("rounds_left", (), 0, CAP, "rounds until max_rounds, capped; 127 without a limit"),
        Feature("peace", (3,), 0, 1, "grace rounds, the limited round, or later"),
        Feature("combat_over", (), 0, 1, "1 from the landing step on"),
        Feature("kind", (KINDS + 1,), 0, 1, "kind named in the order, or none"),
        Feature("amount", (), 0, CAP, "number of units of this kind, capped"),
        Feature("rush", (), 0, 1, "1 while the order is a rush"),
        Feature("ruleset", (), 0, 1, "1 in the advanced rules"),
        Feature("options", (len(RULE_OPTIONS),), 0, 3, "rule options: " + ", ".join(RULE_OPTIONS)),
        Feature("alone", (2,), 0, 1, "1 while the order is one of missiles, or a raid"),
        Feature("fire", (3,), 0, CAP, "artillery that fires, planes and ships hit by guns and still to be named"),
        Feature("credit", (), 0, CAP, "credit left in fives, capped"),
        Feature("deck", (KINDS,), 0, CAP, "units bought and not placed yet, capped"),
        Feature("force", (KINDS,), 0, CAP, "attackers by kind, capped"),
        Feature("here", (KINDS,), 0, CAP, "units of the power on turn at the origin that can move, capped"),
        Feature("there", (KINDS,), 0, CAP, "defenders of the target, capped"),
        Feature("battle", (5,), 0, CAP, "round of the battle, losses due to attacker and defender, hits, planes aloft"),
        Feature("six_needed", (), 0, 1, "1 once six capitals are necessary"),
        Feature("in_play", (POWERS,), 0, 1, "1 in the game, clockwise from the own power, as in all features by power"),
        Feature("turn", (POWERS,), 0, 1, "whose turn it is, one-hot"),
        Feature("same_player", (POWERS,), 0, 1, "1 for a power of the same player"),
        Feature("relation", (POWERS, 3), 0, 1, "war, peace or alliance with the own power"),
        Feature("production", (POWERS,), 0, CAP, "production in fives, capped"),
        Feature("capitals", (POWERS,), 0, POWERS, "starting capitals that it and its allies hold"),
        Feature("held", (POWERS,), 0, 1, "1 while its team holds enough capitals to win"),
        Feature("super_battleship", (POWERS, BOXES + 1), 0, 2, "boxes of its super battleship, and hit points lost"),
        Feature("anti_ballistics", (POWERS,), 0, 1, "1 once its air defence hits missiles at 3"),
        Feature("surrendered", (POWERS,), 0, 1, "1 once it has surrendered"),
        Feature("limited", (POWERS, 2), 0, 1, "took, and lost, a land in the limited round"),
        Feature("place", (POWERS,), 0, POWERS - 1, "place in the order of turns of a round"),
        Feature("bought", (POWERS, KINDS), 0, CAP, "units bought at the start of a round, until its combat, capped"),
        Feature("powers", (POWERS,), 0, 1, "which power of the board the own one is"),
        Feature("free_nations", (POWERS,), 0, 1, "powers of the board that no player has picked"),
        Feature("technology", (POWERS, TECHNOLOGIES), 0, TECH_LEVELS, "technologies of each category"),
        Feature("upgrades", (POWERS, 2), 0, 1, "1 with a railway, and with anti-ballistics"),
        Feature("treaties", (2, POWERS), 0, 1, "powers of the board at peace, and allied, with the own one"),
        Feature("relation_age", (POWERS,), 0, CAP, "full rounds of the relation, or without an act of war, capped"),
        Feature("relations", (POWERS, POWERS), 0, 2, "0 war, 1 peace, 2 alliance of each two powers, clockwise"),
        Feature("paid", (POWERS,), 0, 1, "1 once a first peace treaty with the own power was paid"),
        Feature("small", (POWERS,), 0, 1, "1 for members of the small alliance"),
        Feature("leaving", (POWERS,), 0, 1, "1 while its units may have to leave land of a former ally"),
        Feature("offer", (2,), 0, CAP, "1 if an offer was made in this turn; credits of the bonus that are left"),
        Feature("partner", (POWERS,), 0, 1, "power that got the offer, until the treaty is complete"),
        Feature("holder", (POWERS + 1, LANDS), 0, 1, "holder of each land, one-hot clockwise; last: no holder"),
        Feature("land_own", (LAND_ROWS, LANDS), 0, CAP, "own units on land by kind, capped"),
        Feature("land_spent", (LAND_ROWS, LANDS), 0, CAP, "of these, units that moved in this turn, capped"),
        Feature("land_allied", (LAND_ROWS, LANDS), 0, CAP, "allied units, capped"),
        Feature("land_hostile", (LAND_ROWS, LANDS), 0, CAP, "units of others, capped"),
        Feature("land_marks", (len(LAND_MARKS), LANDS), 0, CAP, ", ".join(LAND_MARKS) + ", capped"),
        Feature("threats", (len(THREATS), LANDS), 0, CAP, "own and hostile attack next to a land, its defence, capped"),
        Feature("sea_own", (SEA_ROWS, ZONES), 0, CAP, "own fighters and ships by kind, capped"),
        Feature("sea_spent", (SEA_ROWS, ZONES), 0, CAP, "of these, units that moved in this turn, capped"),
        Feature("sea_allied", (SEA_ROWS, ZONES), 0, CAP, "allied ones, capped"),
        Feature("sea_hostile", (SEA_ROWS, ZONES), 0, CAP, "those of others, capped"),
        Feature("cargo_own", (CARGO_ROWS, ZONES), 0, CAP, "own units aboard by kind, capped"),
        Feature("sea_marks", (len(SEA_MARKS), ZONES), 0, CAP, ", ".join(SEA_MARKS) + ", capped"),
    )
)  # fmt: skip


def _pointer(name: str, first_action: int, things: int, pieces: tuple[str, ...]) -> Pointer:
    planes = []
    for piece in pieces:
        rows = LAYOUT.by_name[piece].size // things
        for row in range(rows):
            start = LAYOUT.starts[piece] + row * things
            planes.append(tuple(range(start, start + things)))
    return Pointer(name, first_action, tuple(planes))


def _shares(name: str) -> tuple[int, ...]:
    """Return the index of each kind, for each of its three actions."""
    return tuple(LAYOUT.starts[name] + kind for kind in range(KINDS) for _ in range(SHARES))


def _nations(name: str, row: int) -> tuple[int, ...]:
    """Return the index of each power of the board in a row of a feature."""
    start = LAYOUT.starts[name] + row * POWERS
    return tuple(range(start, start + POWERS))


POINTERS = (
    Pointer(
        "powers", FIRST_POWER_ACTION, (_nations("free_nations", 0), _nations("treaties", 0), _nations("treaties", 1))
    ),
    _pointer(
        "lands",
        FIRST_SPACE,
        LANDS,
        ("holder", "land_own", "land_spent", "land_allied", "land_hostile", "land_marks", "threats"),
    ),
    _pointer(
        "zones",
        FIRST_SPACE + LANDS,
        ZONES,
        ("sea_own", "sea_spent", "sea_allied", "sea_hostile", "cargo_own", "sea_marks"),
    ),
    Pointer("whats", FIRST_WHAT, tuple(_shares(name) for name in ("here", "there", "force", "deck"))),
)
