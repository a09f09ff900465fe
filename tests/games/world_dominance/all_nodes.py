"""Positions for every decision and chance node, one per line, with the actions that lead there.

`POSITIONS` has the arguments of `position`, the actions played there, and the titles that are `unread` to a player.
All other titles were read to all players, because only titles that were read are secret.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from tests.games.world_dominance.hands import FOUR_BLACK
from wd_env.games.world_dominance.cards.pack_order import places_of
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.names import THEMES
from wd_env.games.world_dominance.definitions.rule_constants import SAB_TITLE, SOUTH_POLE_TITLE
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.table import WorldDominance, WorldDominanceTable
from wd_env.table.chance_modes import EXPLICIT

ALL_TITLES = (1 << (SAB_TITLE + 1)) - 1
KNOWN_AT_FIRST = (0x0F3A5C71, 0x155A2B4E, 0x0AC517F3, 0x1B3C8D26, 0x04D7E19A)  # titles that each player knows, as bits
ALLY: dict[str, Any] = {"players": 2, "variant": "ally", "soldiers": 9, "allies": [1, 3]}

SAB, SOUTH_POLE = "Antarctica Research Station (SAB)", "Antarctica South Pole (Questions on Antarctica)"
FOUR = ["Antarctica West", SAB, "Antarctica East", "Antarctica North"]
ECUADOR = "Ecuador & the Galapagos Islands"
SIX = "playing dice 6"
NO_SIXES = ("playing dice 1",) * 3

FIFTH: dict[str, Any] = {"cards": {0: [*FOUR, "Rome"]}, "lands": "ANT"}
SPELLED: dict[str, Any] = {**FIFTH, "spelling_demand": True}
EXAMINED = ("card Rome", "name +1")
SWAPS: dict[str, Any] = {"cards": {0: ["Rome"], 1: ["Cairo"]}, "queue": ["M14"], "lands": "S01"}
CLAIMS: dict[str, Any] = {"cards": {0: ["Argentina", "Peru", "Chile"]}, "pack": {"South America": ["Bolivia"]}}
STACKS: dict[str, Any] = {"variant": "ten_card", "manual_stacking": True, "cards": {0: FOUR_BLACK}, "lands": "gain"}
BREAKS_OUT: dict[str, Any] = {"closed": "Asia", "allow_ice_breakout": True, "ice_house": {0: 3}}
CALLS: dict[str, Any] = {"players": 2, "variant": "ally", "soldiers": [6, 0, 10], "at": {0: "S05", 2: "S20"}}
BOUGHT: dict[str, Any] = {**CLAIMS, "keeper": 1, "manual_declarations": True, "lands": "South America"}

POSITIONS: tuple[tuple[str, dict[str, Any], tuple[str, ...]], ...] = (
    ("call_ally", {**CALLS, "reinforcements_used": [0]}, ("roll", "playing dice 2", "pass")),
    ("start_menu", {}, ()),
    ("run_length", {"cards": {0: ["Spain", "France", "Berlin"]}}, ("run Spain",)),
    ("gate", {"at": {0: "ANT"}}, ("roll", "playing dice 3")),
    ("continent", {"lands": "Africa"}, ()),
    ("block_entry", {"cards": {0: ["Rome"], 1: [SAB]}, "lands": "South America"}, ("antarctica",)),
    ("exchange", {"cards": {0: ["Rome"]}, "lands": "ANT"}, ()),
    ("cede", {"cards": {0: ["Rome"]}, "lands": "ANT"}, ("world pack",)),
    ("examiner", FIFTH, ("card Rome",)),
    ("question_card", FIFTH, EXAMINED),
    ("spelling", SPELLED, (*EXAMINED, f"card {SAB}")),
    ("spelling", SPELLED, (*EXAMINED, f"card {SOUTH_POLE}")),
    ("antarctica_answer", FIFTH, (*EXAMINED, f"card {SOUTH_POLE}")),
    ("antarctica_answer", SPELLED, (*EXAMINED, f"card {SOUTH_POLE}", "demand spelling")),
    ("antarctica_answer", {**SPELLED, "knowledge_model": "quiz"}, (*EXAMINED, f"card {SAB}", "demand spelling")),
    ("optional_card", {"queue": ["M01"], "lands": "S01"}, ()),
    ("own_pass", {"khyber_pass": 0, "queue": ["M06"], "lands": "S01"}, ()),
    ("target_pass", {"khyber_pass": 1, "queue": ["M18"], "lands": "S01"}, ("name +1",)),
    ("card_region", {"queue": ["M03"], "lands": "S01"}, ()),
    ("card_opponent", {"queue": ["M09"], "lands": "S01"}, ()),
    ("card_space", {"queue": ["M09"], "lands": "S01"}, ("name +1",)),
    ("card_own", SWAPS, ("accept",)),
    ("card_wanted", SWAPS, ("accept", "card Rome")),
    ("test_whom", {"lands": "rsz"}, ("theme T05",)),
    ("raise_or_ask", {"lands": "rsz"}, ("theme T05", "name +1")),
    ("match_raise", {"lands": "rsz"}, ("theme T05", "name +1", "raise")),
    ("bluff_answer", {"lands": "rsz"}, ("theme T05", "name +1", "raise", "match")),
    ("bluff_answer", {"lands": "rsz", "knowledge_model": "quiz"}, ("theme T05", "name +1", "ask")),
    ("bluff_answer", {"lands": "rsz", "knowledge_model": "constant"}, ("theme T05", "name +1", "ask")),
    ("knowledge", {"lands": "rsz", "unread": {1: [4]}}, ("theme T05", "name +1")),
    ("knowledge", {**FIFTH, "unread": {0: [SOUTH_POLE_TITLE, SAB_TITLE]}}, EXAMINED),
    ("knowledge", {**FIFTH, "unread": {0: [SOUTH_POLE_TITLE, SAB_TITLE]}}, (*EXAMINED, "knows")),
    ("question_card", {**FIFTH, "unread": {0: [SAB_TITLE]}}, (*EXAMINED, "does not know")),
    ("raise_or_ask", {"lands": "rsz", "unread": {1: [4]}}, ("theme T05", "name +1", "knows")),
    ("match_raise", {"lands": "rsz", "unread": {1: [4]}}, ("theme T05", "name +1", "does not know", "raise")),
    ("decimate", {"lands": "decimate"}, ()),
    ("gain_card", {"lands": "gain"}, ("continent dice Asia",)),
    ("ecuador", {"cards": {0: [ECUADOR]}, "lands": "concede"}, ()),
    ("concede", {"cards": {0: ["Alaska", "Havana"]}, "lands": "concede"}, ("continent dice North America",)),
    ("khyber_pass", {"lands": "S14"}, ()),
    ("ice_house", {"lands": "ice_house"}, ()),
    ("purgatory_loss", {"cards": {0: ["Rome", "Spain"]}, "lands": "purgatory"}, (*NO_SIXES, "purgadies city")),
    ("three_sixes", {"lands": "purgatory"}, (SIX,) * 3),
    ("paradies", {"lands": "paradies"}, ()),
    ("paradies_card", {"lands": "paradies"}, ("pay two", "purgadies city")),
    ("last_soldier", {"soldiers": [1, 9, 9, 9, 9], "at": {1: "S09", 2: "S09"}, "lands": "S09"}, ()),
    ("ice_breakout", BREAKS_OUT, ()),
    ("pre_set_claim", BOUGHT, ("take", "draw Bolivia")),
    ("stack_set", STACKS, ("continent dice Africa", "take", "draw Cairo")),
    ("movement_throw", {}, ("roll",)),
    ("purgatory_throw", {"lands": "purgatory"}, ()),
    ("extra_six", {"lands": "purgatory"}, (*(SIX,) * 3, "accept")),
    ("lose_throw", {"lands": "lose"}, ()),
    ("conscript_throw", {"lands": "conscript"}, ()),
    ("decimate_throw", {"lands": "decimate"}, ("name +1",)),
    ("gain_dice", {"lands": "gain"}, ()),
    ("concede_dice", {"cards": {0: ["Rome"]}, "lands": "concede"}, ()),
    ("face_down_draw", {"lands": "Africa"}, ("take",)),
    ("manoeuvre_draw", {"lands": "S01"}, ()),
    ("theme_draw", {"lands": "rsz"}, ()),
    ("purgatory_draw", {"lands": "purgatory"}, NO_SIXES),
    ("paradies_draw", {"lands": "paradies"}, ("pay two",)),
    ("over", {"soldiers": [9, 1, 0, 0, 0], "lands": "decimate"}, ("name +1", "soldier dice 3")),
)


class NodeTable(NamedTuple):
    """The name of a node, and a table at this node."""

    node: str
    table: WorldDominanceTable


def all_nodes(players: int) -> Iterable[NodeTable]:
    """Yield every node of `POSITIONS` for this number of players, and those of the set-up."""
    for node, arguments, actions in POSITIONS:
        is_seated = all(seat < players for seat in arguments.get("at", ()))
        if arguments.get("players") == players or ("players" not in arguments and is_seated):
            yield NodeTable(node, table_at(arguments, actions, players))
    yield from set_up(players)


def table_at(
    arguments: dict[str, Any], actions: Iterable[str], players: int, unseen: int = THEMES
) -> WorldDominanceTable:
    """Return the table of a row after its actions, with this number of unseen Intelligence Cards."""
    position_args = {name: value for name, value in arguments.items() if name not in ("unread", "ice_house", "players")}
    if isinstance(position_args.get("soldiers"), list) and not {"allies", "variant"} & position_args.keys():
        position_args["soldiers"] = position_args["soldiers"][:players]
        position_args["out"] = [seat for seat, soldiers in enumerate(position_args["soldiers"]) if not soldiers]
    if "ice_house" in arguments:
        return with_knowledge(_interned(position_args, arguments["ice_house"], players), {}, unseen)
    table = with_knowledge(position(players=players, **position_args), arguments.get("unread", {}), unseen)
    for action in actions:
        table.play(action)
    return table


def _interned(position_args: dict[str, Any], ice_house: dict[int, int], players: int) -> WorldDominanceTable:
    """Return a table at which the previous player has moved and an interned player must decide."""
    last = players - 1
    table = position(players=players, turn=last, at={last: "S13"}, ice_house=ice_house, **position_args)
    table.play("roll", "playing dice 1")
    return table


def with_knowledge(
    table: WorldDominanceTable, unread: dict[int, list[int]], unseen: int = THEMES
) -> WorldDominanceTable:
    """Mark all titles except the unread ones as read to every player, who knows some; the record starts there."""
    s = table.state
    for player in range(s.players):
        s.knowledge_drawn[player] = ALL_TITLES & ~sum(1 << title for title in unread.get(player, ()))
        s.knows[player] = KNOWN_AT_FIRST[player] & s.knowledge_drawn[player]
    if unseen < THEMES and s.theme_unseen == THEMES:
        seen = [theme for theme in range(THEMES) if theme != 4 or unseen == 0][: THEMES - unseen]
        s.theme_place = [0 if place > len(seen) else place for place in places_of(seen, THEMES)]
        s.theme_unseen = THEMES - len(seen)
    table.mark_start()
    return table


def set_up(players: int) -> Iterable[NodeTable]:
    """Yield the throws for the first turn and the first choice of a piece, with titles marked as read."""
    table = WorldDominance(Config(num_players=players), chance=EXPLICIT)
    yield NodeTable("setup_throw", with_knowledge(table.copy(), {}))
    for seat in range(players):
        table.play(f"playing dice {6 - seat}")
    yield NodeTable("choose_piece", with_knowledge(table, {}))
