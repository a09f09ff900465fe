"""The presenter of Superpowers: texts of the table and of decisions, and the image."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.decision_codes import FIRST_POWER, PORT, START_INFANTRY
from wd_env.games.superpowers.definitions.rule_constants import NEUTRAL, NOBODY, NOWHERE, POWERS
from wd_env.games.superpowers.game_board import board_of
from wd_env.games.superpowers.picture.map_plan import board_plan, power_colours
from wd_env.games.superpowers.rules import victory
from wd_env.games.superpowers.table_board import is_picking
from wd_env.games.superpowers.text.action_notes import action_note
from wd_env.games.superpowers.text.action_sentences import action_sentence, action_words
from wd_env.games.superpowers.text.attack_end import failed_attack_text
from wd_env.games.superpowers.text.help_text import legend_lines, order_form_line
from wd_env.games.superpowers.text.order_notes import attack_note
from wd_env.games.superpowers.text.order_text import order_actions
from wd_env.games.superpowers.text.outcome_sentences import first_picker_text, outcome_text
from wd_env.games.superpowers.text.power_names import played_power, player_lines, power_title, role_lines, seat_name
from wd_env.games.superpowers.text.space_rows import space_key, space_rows
from wd_env.games.superpowers.text.table_lines import (
    RELATION_NAMES,
    change_text,
    damage_lines,
    order_lines,
    space_title,
    stack_lines,
    start_lines,
    technology_lines,
    treaty_lines,
)
from wd_env.games.superpowers.text.unit_words import joined
from wd_env.spec.game_spec import PLAYER, NodeType
from wd_env.spec.module_copies import module_of
from wd_env.table.game_record import RecordLine
from wd_env.text.field_texts import is_long, readable_name
from wd_env.text.game_text import IMAGE_SIZE, Presenter
from wd_env.text.seat_names import NUMBERED, SeatNames

QUESTIONS = {
    "nation": "picks a nation",
    "port": "chooses the zone of the first ships",
    "start_infantry": "places an infantry unit",
    "new_capital": "chooses a new capital",
    "buy": "buys",
    "buy_where": "chooses where to build or repair",
    "box": "chooses the boxes of the super battleship",
    "permit": "decides whether ships may pass its canal",
    "target": "chooses a target",
    "how": "chooses how to attack",
    "attack_from": "chooses where attackers come from",
    "attack_what": "chooses which units attack",
    "through": "chooses the zone to rush through",
    "sail_from": "chooses where units board or ships sail from",
    "sail_what": "chooses the units",
    "sail_cargo": "chooses the cargo that goes along",
    "sail_to": "chooses the zone",
    "press": "presses on or breaks off",
    "sub_stays": "decides whether submarines stay",
    "sub_to": "chooses the zone of the submarine",
    "lose": "chooses a loss",
    "give": "chooses a loss",
    "sink": "chooses what sinks",
    "bomb": "chooses what its bombers destroy",
    "general_home": "decides whether the general goes home",
    "encircle": "decides whether to encircle",
    "land_where": "chooses where a plane lands",
    "meet_from": "chooses where the carrier comes from",
    "move_from": "chooses where units move from",
    "move_what": "chooses the units",
    "move_to": "chooses where they go",
    "place_what": "chooses which new units to place",
    "place_where": "chooses where to place them",
    "offer_to": "chooses whom to offer peace or an alliance",
    "respond": "answers the offer of a treaty",
    "bonus": "takes units for the peace treaty",
    "drop": "chooses the alliance that falls back to peace",
    "small_infantry": "places an infantry unit of the small alliance",
    "dissolve_with": "chooses the alliance to dissolve",
}
DRAWS = {
    "pick_first": "The player who picks first is drawn",
    "deal_nation": "A nation is dealt",
    "first_power": "The power that begins is drawn",
    "research_die": "The category of a technology is drawn",
}
SETUP_NODES = (PORT, START_INFANTRY, FIRST_POWER)
ENDINGS = {
    "capitals": "with enough capitals",
    "survival": "as the last team",
    "limit": "with the lead after the last round",
}


class SuperpowersPresenter(Presenter):
    """The sentences of this game; tables are those of `Superpowers`."""

    has_image = True

    def seat_names(self, table: Any, player_names: Sequence[str]) -> SeatNames:
        """Return names such as `Russian Republic (Anna)`; until nations are picked, the player's name."""
        s, players = table.state, tuple(player_names)
        if is_picking(s):
            return SeatNames(tuple(players[seat] if s.in_play[seat] else "" for seat in range(POWERS)), players)
        called = SeatNames(players=players)
        return SeatNames(
            tuple(
                power_title(table, power) if s.nation_of[power] == NOBODY else played_power(table, power, called)
                for power in range(POWERS)
            ),
            players,
        )

    def is_setup(self, table: Any) -> bool:
        """Return whether the first turn has not begun."""
        return is_picking(table.state) or table.state.node in SETUP_NODES

    def role_lines(self, table: Any, names: SeatNames = NUMBERED) -> list[str]:
        """Return how many powers each player has, with the reason, and the teams."""
        return role_lines(table, names)

    def summary(self, table: Any, names: SeatNames = NUMBERED) -> list[str]:
        """Return the round, a line for each power, its units, and the order that is being given."""
        s = table.state
        if is_picking(s):
            return ["   nations are picked", *(f"   {line}" for line in player_lines(table, names))]
        team_capitals = module_of(table.game, victory).team_capitals
        turn = f"round {s.round}, turn of {seat_name(table, s.turn, names)}, {s.credit} credits left"
        lines = ["   setting up" if self.is_setup(table) else f"   {turn}"]
        for power in range(POWERS):
            if s.in_play[power]:
                held = sum(holder == power for holder in s.holder)
                count = team_capitals(s, power)
                capitals = f"{count} {'capital' if count == 1 else 'capitals'} in the team"
                name = f"{POWER_IDS[power]} {seat_name(table, power, names)}"
                lines.append(f"   {name}: {held} lands, {capitals}, production {s.production[power]}")
        treaties = (*treaty_lines(table), *technology_lines(table))
        units = (*order_lines(table), *stack_lines(table), *damage_lines(table))
        return lines + [f"   {line}" for line in (*treaties, *units)]

    def scene_data(self, table: Any, viewer: int | None = None, names: SeatNames = NUMBERED) -> dict[str, Any]:
        """Return the data of the default with every space and the map instead of the long lists of the state."""
        whole = super().scene_data(table, viewer, names)
        long_lists = {name for name, value in self.public_state(table).shared.items() if is_long(value)}
        brief = {name: value for name, value in whole.items() if name not in long_lists}
        board = board_of(table.game)
        seen = {"countries": space_rows(table), "map": board_plan(board), "seat_colours": power_colours(board)}
        if is_picking(table.state):
            return {**brief, **seen}
        seats = [{**seat, "title": power_title(table, seat["seat"])} for seat in whole["seats"]]
        return {**brief, **seen, "seats": seats, "seat_title": "Power"}

    def targets(self, table: Any, action: str) -> tuple[str, ...]:
        """Return the space or the power that an action names; until nations are picked, seats are players."""
        if action in POWER_IDS and not is_picking(table.state):
            return (f"seat {POWER_IDS.index(action)}",)
        key = space_key(board_of(table.game), action)
        return () if key is None else (key,)

    def seat_columns(self, table: Any, seat: int, names: SeatNames = NUMBERED) -> dict[str, Any]:
        """Return lands, production and capital of a power with its player."""
        s = table.state
        if is_picking(s):
            return {
                "powers": joined([power_title(table, power) for power in range(POWERS) if s.nation_of[power] == seat])
            }
        if not s.in_play[seat]:
            return {"player": "", "lands": 0, "production": 0, "capital": ""}
        return {
            "player": names.player(s.owner[seat]),
            "lands": sum(holder == seat for holder in s.holder),
            "production": int(s.production[seat]),
            "capital": "" if s.capital[seat] == NOWHERE else space_title(table, s.capital[seat]),
        }

    def goal(self, config: Any) -> str:
        """Return the winning condition."""
        if config.free_for_all:
            return "The last player who holds land and has not surrendered wins."
        team = "A team (all powers of a player and of the allies)"
        return f"{team} that holds five of the eight capitals for a full round wins."

    def seat_label(self, table: Any, seat: int, names: SeatNames = NUMBERED) -> str:
        """Return the power with its player."""
        return seat_name(table, seat, names)

    def legend_lines(self, table: Any) -> list[str]:
        """Return the powers, and the units with their prices."""
        return legend_lines(table)

    def help_lines(self, table: Any) -> list[str]:
        """Return the legend and the forms of whole orders."""
        return [*legend_lines(table), order_form_line()]

    def image(self, table: Any, viewer: int | None = None, size: tuple[int, int] = IMAGE_SIZE) -> NDArray[np.uint8]:
        """Draw the board with holders, units and powers."""
        from wd_env.games.superpowers.picture.draw import draw
        from wd_env.games.superpowers.picture.table_scene import scene_of

        return draw(scene_of(table), *size)

    def action_help(self, table: Any, action: str, *, public_only: bool = False, names: SeatNames = NUMBERED) -> str:
        """Return what an action does, what is in the space that it names, or the capital of a power."""
        super().action_help(table, action, public_only=public_only, names=names)
        return action_note(table, action)

    def aliases(self, table: Any, action: str, names: SeatNames = NUMBERED) -> tuple[str, ...]:
        """Return the title of a power or a space, and the other names of a space."""
        board = board_of(table.game)
        if action in POWER_IDS:
            return (board.powers[POWER_IDS.index(action)].title,)
        if action not in board.index:
            return ()
        space = board.spaces[board.index[action]]
        return (space.title, *space.aliases)

    def order_actions(self, table: Any, text: str) -> list[str]:
        """Return the actions of an order such as `attack china from japan T2 F1, manchuria I2`."""
        return order_actions(table, text)

    def order_note(self, table: Any, actions: Sequence[str]) -> str:
        """Return the odds of an attack."""
        return attack_note(table, actions)

    def order_beginnings(self, table: Any) -> tuple[str, ...]:
        """Return the beginning of an attack for each target."""
        targets = table.legal_texts() if table.node.name == "target" else ()
        return tuple(f"attack {space} from " for space in targets if space in board_of(table.game).index)

    def decision_text(self, table: Any, names: SeatNames = NUMBERED) -> str:
        """Return the power and what it decides, or how the game ended."""
        if table.is_terminal:
            how = ENDINGS.get(table.board.ended_by or "")
            powers = SeatNames(tuple(seat_name(table, power, names) for power in range(POWERS)))
            return f"{self._ending(table, powers)} {how}" if table.winners and how else self._ending(table, powers)
        if table.node.kind != PLAYER:
            return DRAWS.get(table.node.name) or f"A die is rolled: {self.node_pattern(table.node)}"
        if table.node.name == "respond":
            return _offer_text(table, names)
        return f"{seat_name(table, table.seat, names)} {QUESTIONS[table.node.name]}"

    def heading(self, table: Any, names: SeatNames = NUMBERED) -> str:
        """Return the round and the power on turn."""
        s = table.state
        if table.is_terminal:
            return "the end"
        return "setting up" if self.is_setup(table) else f"round {s.round}, {seat_name(table, s.turn, names)}"

    def line_text(self, table: Any, line: RecordLine, names: SeatNames = NUMBERED) -> str:
        """Return the line with the power that acted, or the player who picked."""
        if line.seat is None and line.text.startswith("player "):
            return first_picker_text(line.text, names)
        if line.seat is None or line.is_correction or line.is_illegal:
            return super().line_text(table, line, names)
        return f"{seat_name(table, line.seat, names)}: {action_words(table, line.text)}"

    def line_sentence(self, table: Any, line: RecordLine, names: SeatNames = NUMBERED) -> str:
        """Return a sentence about a power or a player, or about a draw or die."""
        if line.is_correction or line.is_illegal:
            return super().line_sentence(table, line, names)
        if line.seat is None:
            return outcome_text(table, line.text, names)
        return f"{seat_name(table, line.seat, names)} {action_sentence(table, line.text)}"

    def changes(self, before: Any, table: Any, names: SeatNames = NUMBERED) -> list[str]:
        """Return what each power starts with, or later the spaces and the production that differ from `before`."""
        now = self.public_state(table)
        if all(holder == NEUTRAL for holder in before.shared["holder"]):  # the board was not yet set up
            return [] if is_picking(table.state) else start_lines(table, names)
        spaces = (change_text(table, before.shared, now.shared, space) for space in board_of(table.game).spaces)
        lines = list(filter(None, (*spaces, failed_attack_text(table, before.shared, now.shared))))
        for power in range(POWERS):
            was, value = (state.by_seat[power]["production"] for state in (before, now))
            if was != value:
                lines.append(f"{power_title(table, power)}: production {value} (was {was})")
        return [*lines, self.decision_text(table, names)] if table.is_terminal else lines

    def node_pattern(self, node: NodeType) -> str:
        """Return the question of a decision, or the name of a die."""
        return QUESTIONS.get(node.name) or DRAWS.get(node.name) or readable_name(node.name)

    def input_prompt(self, table: Any) -> str:
        """Return the prompt for a player, a nation, a power or a die."""
        prompts = {"pick_first": "Who picks first?", "deal_nation": "Which nation?", "first_power": "Who begins?"}
        return prompts.get(table.node.name, "What was rolled?")


def _offer_text(table: Any, names: SeatNames) -> str:
    """Return the text of an offer: proposer, partner and treaty."""
    s = table.state
    offer = RELATION_NAMES[s.relation[s.turn * POWERS + s.partner] + 1]
    kind = "an alliance" if offer == "alliance" else offer
    return f"{seat_name(table, s.partner, names)} answers {seat_name(table, s.turn, names)}, who offers {kind}"


PRESENTER = SuperpowersPresenter("Superpowers")
