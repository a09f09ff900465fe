"""The nodes of Superpowers, each with its rules.

`make codegen` writes `decision_codes.py`, `rules/legal_dispatch.py` and `rules/step_dispatch.py` from these rows.
"""

from wd_env.games.superpowers.definitions.actions import FIRST_FACE, FIRST_PLAYER_OUTCOME, FIRST_POWER_OUTCOME
from wd_env.games.superpowers.definitions.rule_constants import FACES, POWERS
from wd_env.spec.codegen.decision_rows import NodeRow, node_row
from wd_env.spec.game_spec import AUTOMATIC, CHANCE, PLAYER, TERMINAL, NodeType

GROUPS = {
    "before_combat": "decisions on set-up, capital and purchase",
    "in_order": "decisions that name attacks and voyages",
    "in_battle": "decisions in a battle",
    "after_combat": "decisions on landing, movement and placement",
    "in_treaty": "decisions on treaties",
    "chance": "chance nodes: first power, nations and dice",
    "automatic": "automatic nodes",
}


def _decision(name: str, group: str, module: str) -> NodeRow:
    return node_row(NodeType(name, PLAYER), group, module)


def _draw(name: str, first: int, count: int, module: str) -> NodeRow:
    return node_row(NodeType(name, CHANCE, first_outcome=first, num_outcomes=count, max_weight=1), "chance", module)


def _die(name: str, module: str) -> NodeRow:
    node = NodeType(name, CHANCE, first_outcome=FIRST_FACE, num_outcomes=FACES, is_uniform=True)
    return node_row(node, "chance", module)


def _automatic(name: str, module: str) -> NodeRow:
    return node_row(NodeType(name, AUTOMATIC), "automatic", module)


DECISION_ROWS = (
    _decision("nation", "before_combat", "setup"),
    _decision("port", "before_combat", "setup"),
    _decision("start_infantry", "before_combat", "setup"),
    _decision("new_capital", "before_combat", "purchase"),
    _decision("buy", "before_combat", "purchase"),
    _decision("buy_where", "before_combat", "purchase"),
    _decision("box", "before_combat", "purchase"),
    _decision("permit", "before_combat", "canals"),
    _decision("target", "in_order", "attack_order"),
    _decision("how", "in_order", "attack_modes"),
    _decision("attack_from", "in_order", "attack_order"),
    _decision("attack_what", "in_order", "attack_order"),
    _decision("through", "in_order", "rush"),
    _decision("sail_from", "in_order", "voyage"),
    _decision("sail_what", "in_order", "voyage"),
    _decision("sail_cargo", "in_order", "voyage_cargo"),
    _decision("sail_to", "in_order", "voyage"),
    _decision("press", "in_battle", "break_off"),
    _decision("sub_stays", "in_battle", "submarines"),
    _decision("sub_to", "in_battle", "submarines"),
    _decision("lose", "in_battle", "losses"),
    _decision("give", "in_battle", "losses"),
    _decision("sink", "in_battle", "cargo"),
    _decision("bomb", "in_battle", "raids"),
    _decision("general_home", "in_battle", "break_off"),
    _decision("encircle", "in_battle", "encirclement"),
    _decision("land_where", "after_combat", "flight"),
    _decision("meet_from", "after_combat", "flight"),
    _decision("move_from", "after_combat", "movement"),
    _decision("move_what", "after_combat", "movement"),
    _decision("move_to", "after_combat", "movement"),
    _decision("place_what", "after_combat", "placement"),
    _decision("place_where", "after_combat", "placement"),
    _decision("offer_to", "in_treaty", "treaties"),
    _decision("respond", "in_treaty", "treaties"),
    _decision("bonus", "in_treaty", "treaties"),
    _decision("drop", "in_treaty", "treaties"),
    _decision("dissolve_with", "in_treaty", "treaties"),
    _decision("small_infantry", "in_treaty", "small_side"),
)
CHANCE_ROWS = (
    _draw("pick_first", FIRST_PLAYER_OUTCOME, POWERS, "setup"),
    _draw("deal_nation", FIRST_POWER_OUTCOME, POWERS, "setup"),
    _draw("first_power", FIRST_POWER_OUTCOME, POWERS, "setup"),
    _draw("research_die", FIRST_FACE, FACES, "technology"),
    _die("rush_die", "rush"),
    _die("missile_die", "missiles"),
    _die("raid_die", "raids"),
    _die("sub_die", "battle_dice"),
    _die("coastal_die", "rush"),
    _die("air_die", "air_defence"),
    _die("attack_die", "battle_dice"),
    _die("defence_die", "battle_dice"),
)
AUTOMATIC_ROWS = (
    _automatic("next_start", "setup"),
    _automatic("begin_turn", "turn"),
    _automatic("buying", "purchase"),
    _automatic("next_buyer", "joint_purchase"),
    _automatic("asking", "canals"),
    _automatic("fighting", "attack_order"),
    _automatic("joining", "attack_order"),
    _automatic("begin_battle", "battle"),
    _automatic("crossing", "rush"),
    _automatic("striking", "missiles"),
    _automatic("raiding", "raids"),
    _automatic("begin_round", "battle"),
    _automatic("air_defending", "battle"),
    _automatic("attacking", "battle"),
    _automatic("defending", "battle"),
    _automatic("losing", "losses"),
    _automatic("sinking", "cargo"),
    _automatic("end_round", "battle"),
    _automatic("end_battle", "aftermath"),
    _automatic("landing", "flight"),
    _automatic("moving", "movement"),
    _automatic("treating", "treaties"),
    _automatic("spreading", "small_side"),
    _automatic("placing", "placement"),
    _automatic("collecting", "income"),
    _automatic("next_turn", "turn"),
)
DECISIONS = len(DECISION_ROWS)
ROWS = (*DECISION_ROWS, *CHANCE_ROWS, *AUTOMATIC_ROWS)
NODES = (*(row.node for row in ROWS), NodeType("over", TERMINAL))
