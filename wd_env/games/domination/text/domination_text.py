"""The presenter of Domination: the game's own texts and images."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.games.domination.check_state import BEFORE_TURNS
from wd_env.games.domination.definitions.decision_codes import CAPITAL
from wd_env.games.domination.definitions.rule_constants import NOBODY, NOWHERE
from wd_env.games.domination.picture.map_plan import SEAT_COLOURS, plan_of
from wd_env.games.domination.rules.cards import increasing_value
from wd_env.games.domination.rules.holdings import holds_group, income
from wd_env.games.domination.text import record_text
from wd_env.games.domination.text.line_sentences import line_sentence
from wd_env.games.domination.text.record_text import PLACEHOLDERS
from wd_env.games.domination.text.titles import Titles, armies_text, card_count_text, countries_text, titles_of
from wd_env.games.domination.text.typed_sets import set_traded
from wd_env.spec.game_spec import CHANCE, PLAYER, NodeType
from wd_env.table.game_record import RecordLine
from wd_env.text.game_text import IMAGE_SIZE, Presenter
from wd_env.text.seat_names import NUMBERED, SeatNames

GOALS = {
    "domination": "A player who owns all countries wins.",
    "capital": "A player who owns all capitals, including their own, wins; so does one who owns all countries.",
    "mission": "A player who fulfils their mission in their own turn wins; so does one who owns all countries.",
}
HELP = {
    "pass": {"trade": "trade nothing now", "attack_from": "end the attacks", "roll": "retreat",
             "fort_from": "move nothing and end the turn", "occupy": "move no more armies",
             "fort_amount": "move no more armies", "continue": "end the game as its winner"},
    "dice": {"continue": "continue; then only owning every country wins"},
    "blitz": {"roll": "throw as many dice as allowed until the country is taken or one army is left"},
}  # fmt: skip
COUNTRY_LEGEND = "Countries of each group (+ its bonus): number, name, player, armies"
ENDINGS = {
    "conquest": "owns every country",
    "capitals": "owns all capitals",
    "mission": "has fulfilled its mission",
    "limit": "leads after the last round",
}


class DominationPresenter(Presenter):
    """The presenter of tables of `Domination`."""

    has_image = True

    corrections = {  # noqa: RUF012  never changed
        "set": "set trade CARD, CARD, CARD    a set that was traded at the physical board, by countries or `wildcard`",
    }

    def summary(self, table: Any, names: SeatNames = NUMBERED) -> list[str]:
        """Return round, cards and the next set, one line per seat, and the countries of each group."""
        s = table.state
        left = (
            "no cards"
            if s.has_no_cards
            else f"{card_count_text(len(table.board.deck))} in the deck, {len(table.board.discard)} discarded"
        )
        next_set = f", the next set brings {armies_text(increasing_value(s.sets_traded))}"
        lines = [f"   round {s.round + 1}, {left}{next_set if table.config.card_values == 'increasing' else ''}"]
        lines += [f"   {self._seat(table, seat, names)}" for seat in range(s.seats)]
        return [*lines, f"   {COUNTRY_LEGEND}", *(f"   {line}" for line in _groups(table, names))]

    def scene_data(self, table: Any, viewer: int | None = None, names: SeatNames = NUMBERED) -> dict[str, Any]:
        """Return the data of the default with every country, and the map if its file has positions.

        A country has its number, title, group, armies and the seat that holds it, None if unclaimed.
        """
        titles, s = titles_of(table), table.state
        countries = [
            {
                "number": place + 1,
                "title": titles.country(place),
                "group": titles.group_of(place),
                "seat": None if s.holder[place] == NOBODY else int(s.holder[place]),
                "armies": int(s.armies[place]),
            }
            for place in range(s.countries)
        ]
        data = {**super().scene_data(table, viewer, names), "countries": countries, "map": plan_of(titles.map)}
        return {**data, "seat_colours": SEAT_COLOURS[: s.seats]}

    def seat_columns(self, table: Any, seat: int, names: SeatNames = NUMBERED) -> dict[str, Any]:
        """Return countries, armies, cards, income and other public values of a seat."""
        s, titles = table.state, titles_of(table)
        columns: dict[str, Any] = {
            "countries": int(s.country_counts[seat]),
            "armies": _standing(s, seat),
            "cards": int(s.hand_size[seat]),
            "income": int(income(s, seat)),
            "to place": int(s.stock[seat]),
        }
        if any(s.capital[other] != NOWHERE for other in range(s.seats)):
            is_known = s.capital[seat] != NOWHERE and s.node != CAPITAL
            columns["capital"] = titles.country(s.capital[seat]) if is_known else ""
        return {**columns, "groups": ", ".join(_whole_groups(s, titles, seat))}

    def private_lines(self, table: Any, seat: int, names: SeatNames = NUMBERED) -> list[str]:
        """Return hand, mission and, until all are chosen, the own capital."""
        s, titles = table.state, titles_of(table)
        lines = (
            [f"Your cards: {', '.join(titles.card(text) for text in table.board.hands[seat])}"]
            if table.board.hands[seat]
            else []
        )
        if s.mission[seat] != NOWHERE:
            lines.append(f"Your mission: {titles.mission(s.mission[seat], names)}")
        if s.node == CAPITAL and s.capital[seat] != NOWHERE:
            lines.append(f"Your capital: {titles.country(s.capital[seat])}")
        return lines

    def goal(self, config: Any) -> str:
        """Return the winning condition of this type of game."""
        return GOALS[config.game_type]

    def image(self, table: Any, viewer: int | None = None, size: tuple[int, int] = IMAGE_SIZE) -> NDArray[np.uint8]:
        """Draw map, holders, armies, public capitals, and values of seats."""
        from wd_env.games.domination.picture.draw import draw
        from wd_env.games.domination.picture.map_scene import scene_of

        return draw(scene_of(table), *size)

    def decision_text(self, table: Any, names: SeatNames = NUMBERED) -> str:
        """Return the current decision or chance node, or how the game ended."""
        if not table.is_terminal:
            return record_text.decision_text(table, names)
        if table.is_truncated:
            rounds = table.state.round
            return f"The game was truncated after {rounds} round{'s' if rounds > 1 else ''}"
        winner = names.seat(table.home_seat(table.winners[0]))
        return f"The game is over: {winner} {ENDINGS[table.board.ended_by]} and wins"

    def node_pattern(self, node: NodeType) -> str:
        """Return the sentence of a node with its variable parts in capitals."""
        if node.kind not in (PLAYER, CHANCE):
            return super().node_pattern(node)
        return record_text.sentence_template(node.name).format(**{gap: gap.upper() for gap in PLACEHOLDERS})

    def action_help(self, table: Any, action: str, *, public_only: bool = False, names: SeatNames = NUMBERED) -> str:
        """Return title, holder and armies of a country, the value of a set, or the number of armies of an amount."""
        super().action_help(table, action, public_only=public_only, names=names)
        what = action.partition(" ")[0]
        if what == "country":
            return _country_help(table, action, names)
        if what == "border":
            return _border_help(table, action, names)
        if what == "amount":
            return armies_text(record_text.amount_of(table, action))
        if what == "trade":
            return record_text.trade_help(table, action)
        if what in ("card", "wildcard", "mission"):
            return record_text.line_text(table, RecordLine(action, None), names)
        return HELP.get(what, {}).get(table.node.name, "")

    def aliases(self, table: Any, action: str, names: SeatNames = NUMBERED) -> tuple[str, ...]:
        """Return the title of a country and of a card's country; dice in descending order, as people read them."""
        what, _, rest = action.partition(" ")
        titles = titles_of(table)
        if what in ("country", "card") and rest.isdecimal():
            return (titles.country(int(rest) - 1), rest)
        if what == "border":
            return (record_text.border_text(table, rest), rest)
        return (rest, rest.replace(" ", "")) if what == "throw" else ()

    def targets(self, table: Any, action: str) -> tuple[str, ...]:
        """Return the country of an action or of its card, both ends of a border, and the first seat."""
        what, _, rest = action.partition(" ")
        numbers = [word for word in rest.split() if word.isdecimal()]
        if what in ("country", "card"):
            return (f"country {numbers[0]}",)
        if what == "border":
            return tuple(f"country {number}" for number in numbers)
        return (action,) if table.node.name == "first_seat" else ()

    def input_prompt(self, table: Any) -> str:
        """Return the prompt for dice, a card, a country or a seat."""
        what = table.legal_texts()[0].partition(" ")[0]
        if table.node.name == "take_seat":
            return "Which seat?"
        return {"throw": "What was rolled?", "seat": "Who begins?", "country": "Which country?"}.get(
            what, "Which was drawn?"
        )

    def line_text(self, table: Any, line: RecordLine, names: SeatNames = NUMBERED) -> str:
        """Return the line as text."""
        return super().line_text(table, line, names) if line.is_illegal else record_text.line_text(table, line, names)

    def line_sentence(self, table: Any, line: RecordLine, names: SeatNames = NUMBERED) -> str:
        """Return the line as a sentence: `Anna places 2 armies on Peru`."""
        if line.is_illegal or line.is_correction:
            return self.line_text(table, line, names)
        return line_sentence(table, line, names)

    def is_setup(self, table: Any) -> bool:
        """Return whether countries are claimed, dealt or first occupied."""
        return NOBODY in table.state.holder or table.state.node in BEFORE_TURNS

    def heading(self, table: Any, names: SeatNames = NUMBERED) -> str:
        """Return round and seat of the turn."""
        s = table.state
        if self.is_setup(table):
            return "setting up"
        return "the end" if table.is_terminal else f"round {s.round + 1}, {names.seat(s.turn)}"

    def changes(self, before: Any, table: Any, names: SeatNames = NUMBERED) -> list[str]:
        """Return countries with other holders or armies, hands, and removed seats."""
        now, titles = self.public_state(table), titles_of(table)
        lines = []
        for place, (seat, number) in enumerate(zip(now.shared["holder"], now.shared["armies"], strict=True)):
            old, fewer = before.shared["holder"][place], before.shared["armies"][place]
            if seat != old:
                lines.append(f"{titles.country(place)}: {names.seat(seat)}, {armies_text(number)}")
            elif number != fewer:
                lines.append(f"{titles.country(place)}: {armies_text(number)} ({number - fewer:+d})")
        for seat, fields in now.by_seat.items():
            more = fields["hand_size"] - before.by_seat[seat]["hand_size"]
            lines += [f"{names.seat(seat)}: {card_count_text(fields['hand_size'])} ({more:+d})"] if more else []
            lines += [f"{names.seat(seat)}: OUT OF PLAY"] if before.in_play[seat] and not now.in_play[seat] else []
        return [*lines, self.decision_text(table, names)] if table.is_terminal else lines

    def correction(self, table: Any, command: str, record_text: str, names: SeatNames = NUMBERED) -> str:
        """Return the correction of `set trade Alaska, 21, wildcard`."""
        return set_traded(table, record_text, names)

    def _seat(self, table: Any, seat: int, names: SeatNames) -> str:
        s, titles = table.state, titles_of(table)
        if not s.in_play[seat]:
            return f"{names.seat(seat)}: out of play"
        parts = [
            countries_text(s.country_counts[seat]),
            armies_text(_standing(s, seat)),
            card_count_text(s.hand_size[seat]),
            f"income {income(s, seat)}",
        ]
        parts += [f"{s.stock[seat]} to place"] if s.stock[seat] else []
        parts += [f"all of {group}" for group in _whole_groups(s, titles, seat)]
        if s.capital[seat] != NOWHERE and s.node != CAPITAL:
            parts.append(f"capital {titles.country(s.capital[seat])}")
        return f"{names.seat(seat)}: {', '.join(parts)}{'; HAS WON' if s.won[s.owner[seat]] else ''}"


def _standing(s: Any, seat: int) -> int:
    """Return the armies of a seat on the map."""
    return sum(int(number) for number, holder in zip(s.armies, s.holder, strict=True) if holder == seat)


def _whole_groups(s: Any, titles: Titles, seat: int) -> list[str]:
    """Return the groups of which a seat holds every country."""
    return [group.title for number, group in enumerate(titles.map.groups) if holds_group(s, seat, number)]


def _groups(table: Any, names: SeatNames) -> list[str]:
    """Return the countries of each group, each with its number, holder and armies."""
    s, titles = table.state, titles_of(table)
    lines = []
    for number, group in enumerate(titles.map.groups):
        places = [place for place in range(s.countries) if s.group_of[place] == number]
        held = (f"{place + 1} {titles.country(place)} {_held(s, place, names)}" for place in places)
        lines.append(f"{group.title} (+{group.bonus}): {'; '.join(held)}")
    return lines


def _held(s: Any, place: int, names: SeatNames) -> str:
    return "free" if s.holder[place] == NOBODY else f"{names.seat(s.holder[place])} {s.armies[place]}"


def _border_help(table: Any, option: str, names: SeatNames) -> str:
    s = table.state
    _, start, end = option.split()
    there = int(end) - 1
    held = f"{names.seat(s.holder[there])} with {armies_text(s.armies[there])}"
    return f"from {armies_text(s.armies[int(start) - 1])} to {held}"


def _country_help(table: Any, action: str, names: SeatNames) -> str:
    s, place = table.state, int(action.split()[1]) - 1
    titles = titles_of(table)
    holder = "" if s.holder[place] == NOBODY else f", {names.seat(s.holder[place])} with {armies_text(s.armies[place])}"
    return f"{titles.country(place)} in {titles.group_of(place)}{holder}"


PRESENTER = DominationPresenter("Domination")
