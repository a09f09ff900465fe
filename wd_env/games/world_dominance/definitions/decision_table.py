"""Every node, one row each: decisions, chance nodes, and automatic nodes that the engine runs.

A code names a point of the game, not a kind of action, so no node has to store where to return. `make codegen`
writes `decision_codes.py`, `rules/legal_dispatch.py` and `rules/step_dispatch.py` from the rows, and
`observation/layout_offsets.py` from the features of `layout.py`.
"""

from wd_env.games.world_dominance.definitions.chance_outcomes import (
    ANSWERS,
    CONTINENT_DICE,
    DRAWN_CARD,
    DRAWN_MANOEUVRE,
    DRAWN_PURGADIES,
    DRAWN_THEME,
    KNOWS,
    PLAYING_DICE,
    SOLDIER_DICE,
)
from wd_env.spec.codegen.decision_rows import node_row
from wd_env.spec.game_spec import AUTOMATIC, CHANCE, PLAYER, TERMINAL, VISIBLE_TO_SEAT, NodeType

GROUPS = {
    "on_board": "decisions on the board and in Antarctica",
    "card": "decisions of Manoeuvre Cards",
    "on_space": "decisions of novelty mechanisms and trespassing",
    "by_option": "decisions that only some options have",
    "chance": "chance nodes: dice, cards and answers",
    "automatic": "automatic nodes",
}


def _chance(name: str, first: int, outcomes: int) -> NodeType:
    return NodeType(name, CHANCE, first_outcome=first, num_outcomes=outcomes)


def _throw(name: str, dice: int, faces: int) -> NodeType:
    return NodeType(name, CHANCE, first_outcome=dice, num_outcomes=faces, is_uniform=True)


def _private_chance(name: str, first: int, outcomes: int) -> NodeType:
    return NodeType(name, CHANCE, first_outcome=first, num_outcomes=outcomes, visible_to=VISIBLE_TO_SEAT)


# name and kind; group of the dispatch; the module of rules that contains `can_<name>` and `do_<name>`
NODE_ROWS = (
    node_row(NodeType("choose_piece", PLAYER), "on_board", "setup"),
    node_row(NodeType("call_ally", PLAYER), "on_board", "ally"),
    node_row(NodeType("start_menu", PLAYER), "on_board", "turn"),
    node_row(NodeType("run_length", PLAYER), "on_board", "runs"),
    node_row(NodeType("gate", PLAYER), "on_board", "turn"),
    node_row(NodeType("continent", PLAYER), "on_board", "continents"),
    node_row(NodeType("block_entry", PLAYER), "on_board", "continents"),
    node_row(NodeType("exchange", PLAYER), "on_board", "antarctica"),
    node_row(NodeType("cede", PLAYER), "on_board", "antarctica"),
    node_row(NodeType("examiner", PLAYER), "on_board", "antarctica", legal_rule="flow.mark_awake_opponents"),
    node_row(NodeType("question_card", PLAYER), "on_board", "antarctica"),
    node_row(NodeType("optional_card", PLAYER), "card", "manoeuvres"),
    node_row(NodeType("own_pass", PLAYER), "card", "manoeuvres", legal_rule="manoeuvres.can_pass_card"),
    node_row(NodeType("target_pass", PLAYER), "card", "manoeuvres", legal_rule="manoeuvres.can_pass_card"),
    node_row(NodeType("card_region", PLAYER), "card", "manoeuvre_choices"),
    node_row(NodeType("card_opponent", PLAYER), "card", "manoeuvre_choices"),
    node_row(NodeType("card_space", PLAYER), "card", "manoeuvre_choices"),
    node_row(NodeType("card_own", PLAYER), "card", "manoeuvre_choices"),
    node_row(NodeType("card_wanted", PLAYER), "card", "manoeuvre_choices"),
    node_row(NodeType("test_whom", PLAYER), "on_space", "zone", legal_rule="flow.mark_awake_opponents"),
    node_row(NodeType("raise_or_ask", PLAYER), "on_space", "zone"),
    node_row(NodeType("match_raise", PLAYER), "on_space", "zone"),
    node_row(NodeType("decimate", PLAYER), "on_space", "checkpoints"),
    node_row(NodeType("gain_card", PLAYER), "on_space", "continent_dice"),
    node_row(NodeType("ecuador", PLAYER), "on_space", "continent_dice"),
    node_row(NodeType("concede", PLAYER), "on_space", "continent_dice"),
    node_row(NodeType("khyber_pass", PLAYER), "on_space", "shelters"),
    node_row(NodeType("ice_house", PLAYER), "on_space", "shelters"),
    node_row(NodeType("purgatory_loss", PLAYER), "on_space", "purgatory"),
    node_row(NodeType("three_sixes", PLAYER), "on_space", "purgatory"),
    node_row(NodeType("paradies", PLAYER), "on_space", "paradies"),
    node_row(NodeType("paradies_card", PLAYER), "on_space", "paradies"),
    node_row(NodeType("last_soldier", PLAYER), "on_space", "landing"),
    node_row(NodeType("ice_breakout", PLAYER), "by_option", "shelters"),
    node_row(NodeType("spelling", PLAYER), "by_option", "antarctica"),
    node_row(NodeType("pre_set_claim", PLAYER, priority=2), "by_option", "sets"),
    node_row(NodeType("stack_set", PLAYER), "by_option", "stacks"),
    node_row(_throw("setup_throw", PLAYING_DICE, 6), "chance", "setup"),
    node_row(_throw("movement_throw", PLAYING_DICE, 6), "chance", "turn"),
    node_row(_throw("purgatory_throw", PLAYING_DICE, 6), "chance", "purgatory"),
    node_row(_throw("extra_six", PLAYING_DICE, 6), "chance", "purgatory"),
    node_row(_throw("lose_throw", SOLDIER_DICE, 3), "chance", "checkpoints"),
    node_row(_throw("conscript_throw", SOLDIER_DICE, 3), "chance", "checkpoints"),
    node_row(_throw("decimate_throw", SOLDIER_DICE, 3), "chance", "checkpoints"),
    node_row(_chance("gain_dice", CONTINENT_DICE, 7), "chance", "continent_dice"),
    node_row(_chance("concede_dice", CONTINENT_DICE, 7), "chance", "continent_dice"),
    node_row(_chance("face_down_draw", DRAWN_CARD, 65), "chance", "draws"),
    node_row(_chance("manoeuvre_draw", DRAWN_MANOEUVRE, 27), "chance", "manoeuvres"),
    node_row(_private_chance("theme_draw", DRAWN_THEME, 27), "chance", "zone"),
    node_row(_chance("purgatory_draw", DRAWN_PURGADIES, 6), "chance", "purgatory"),
    node_row(_chance("paradies_draw", DRAWN_PURGADIES, 6), "chance", "paradies"),
    node_row(_private_chance("knowledge", KNOWS, 2), "chance", "zone"),
    node_row(_chance("bluff_answer", ANSWERS, 2), "chance", "zone"),
    node_row(_chance("antarctica_answer", ANSWERS, 2), "chance", "antarctica"),
    node_row(NodeType("next_turn", AUTOMATIC), "automatic", "turn"),
    node_row(NodeType("landing", AUTOMATIC), "automatic", "landing"),
    node_row(NodeType("placement", AUTOMATIC), "automatic", "landing"),
    node_row(NodeType("second_draw", AUTOMATIC), "automatic", "draws"),
    node_row(NodeType("antarctica_draw", AUTOMATIC), "automatic", "antarctica"),
    node_row(NodeType("second_antarctica", AUTOMATIC), "automatic", "antarctica"),
    node_row(NodeType("examine", AUTOMATIC), "automatic", "antarctica"),
    node_row(NodeType("carry_out", AUTOMATIC), "automatic", "manoeuvre_effects"),
    node_row(NodeType("settle", AUTOMATIC, priority=2), "automatic", "sets"),
)
NODES: tuple[NodeType, ...] = (*(row.node for row in NODE_ROWS), NodeType("over", TERMINAL))
