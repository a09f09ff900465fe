"""The nodes of a game, each with its rules.

`make codegen` generates `decision_codes.py`, `rules/legal_dispatch.py` and `rules/step_dispatch.py` from these rows.
"""

from wd_env.games.domination.definitions.rule_constants import FACES, MAX_DICE, SEATS
from wd_env.spec.codegen.decision_rows import NodeRow, node_row
from wd_env.spec.game_spec import AUTOMATIC, CHANCE, PLAYER, TERMINAL, VISIBLE_TO_SEAT, NodeType

GROUPS = {
    "before_attacks": "decisions on set-up, sets of cards and new armies",
    "in_attack": "decisions in attacks and occupations",
    "after_attacks": "decisions on the last move of a turn and the end of the game",
    "chance": "chance nodes: seats, deals, throws and cards",
    "automatic": "automatic nodes",
}

DECISION_ROWS = (
    node_row(NodeType("claim", PLAYER), "before_attacks", "setup"),
    node_row(NodeType("setup_place", PLAYER), "before_attacks", "setup"),
    node_row(NodeType("capital", PLAYER, visible_to=VISIBLE_TO_SEAT), "before_attacks", "setup"),
    node_row(NodeType("trade", PLAYER), "before_attacks", "trades"),
    node_row(NodeType("bonus_where", PLAYER), "before_attacks", "cards"),
    node_row(NodeType("place", PLAYER), "before_attacks", "turn"),
    node_row(NodeType("place_amount", PLAYER), "before_attacks", "turn"),
    node_row(NodeType("attack_from", PLAYER), "in_attack", "attack"),
    node_row(NodeType("attack_to", PLAYER), "in_attack", "attack"),
    node_row(NodeType("roll", PLAYER), "in_attack", "attack"),
    node_row(NodeType("defend", PLAYER), "in_attack", "attack"),
    node_row(NodeType("occupy", PLAYER), "in_attack", "attack"),
    node_row(NodeType("fort_from", PLAYER), "after_attacks", "turn"),
    node_row(NodeType("fort_to", PLAYER), "after_attacks", "turn"),
    node_row(NodeType("fort_amount", PLAYER), "after_attacks", "turn"),
    node_row(NodeType("continue", PLAYER), "after_attacks", "victory"),
)
AUTOMATIC_ROWS = (
    node_row(NodeType("begin_turn", AUTOMATIC), "automatic", "turn"),
    node_row(NodeType("trading", AUTOMATIC), "automatic", "cards"),
    node_row(NodeType("placing", AUTOMATIC), "automatic", "turn"),
    node_row(NodeType("attacking", AUTOMATIC), "automatic", "turn"),
    node_row(NodeType("fortifying", AUTOMATIC), "automatic", "turn"),
    node_row(NodeType("ending_turn", AUTOMATIC), "automatic", "turn"),
    node_row(NodeType("next_turn", AUTOMATIC), "automatic", "turn"),
)
DECISIONS = len(DECISION_ROWS)


def node_rows(countries: int, cards: int, missions: int) -> tuple[NodeRow, ...]:
    """Return the rows for a map of this number of countries, and a deck of these numbers of cards and missions.

    Outcomes are in the order of `actions.outcomes_of`: seats, countries, throws of one, two and three dice, cards,
    missions.
    """
    throws = SEATS + countries
    first_card = throws + sum(FACES**dice for dice in range(1, MAX_DICE + 1))
    chance = (
        node_row(NodeType("take_seat", CHANCE, first_outcome=0, num_outcomes=SEATS), "chance", "setup"),
        node_row(NodeType("first_seat", CHANCE, first_outcome=0, num_outcomes=SEATS), "chance", "setup"),
        node_row(_private_chance("draw_mission", first_card + cards, missions), "chance", "setup"),
        node_row(NodeType("deal", CHANCE, first_outcome=SEATS, num_outcomes=countries), "chance", "setup"),
        node_row(NodeType("scatter", CHANCE, first_outcome=SEATS, num_outcomes=countries), "chance", "setup"),
        *_throws("attack", throws),
        *_throws("defence", throws),
        node_row(_private_chance("draw_card", first_card, cards), "chance", "turn"),
    )
    return (*DECISION_ROWS, *chance, *AUTOMATIC_ROWS)


def nodes_of(countries: int, cards: int, missions: int) -> tuple[NodeType, ...]:
    """Return the nodes of `node_rows` and the terminal node."""
    return (*(row.node for row in node_rows(countries, cards, missions)), NodeType("over", TERMINAL))


def _private_chance(name: str, first: int, outcomes: int) -> NodeType:
    return NodeType(name, CHANCE, first_outcome=first, num_outcomes=outcomes, visible_to=VISIBLE_TO_SEAT)


def _throws(side: str, first: int) -> list[NodeRow]:
    """Return one node for each number of dice, with the same rule for all of a side."""
    throws = []
    for dice in range(1, MAX_DICE + 1):
        name, outcomes = f"{side}_throw_{dice}", FACES**dice
        question = NodeType(name, CHANCE, first_outcome=first, num_outcomes=outcomes, is_uniform=True)
        throws.append(NodeRow(question, "chance", "", f"attack.do_{side}_throw"))
        first += outcomes
    return throws
