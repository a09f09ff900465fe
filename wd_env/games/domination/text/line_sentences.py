"""Record lines as sentences: `Anna attacks Brazil from Peru`. The table is in the state before the line."""

from wd_env.games.domination.table import DominationTable
from wd_env.games.domination.text import record_text
from wd_env.games.domination.text.titles import armies_text, titles_of
from wd_env.spec.game_spec import CHANCE
from wd_env.table.game_record import RecordLine
from wd_env.text.seat_names import SeatNames

# By decision and first word of the action, or by decision alone. Parts in braces are those of `NODE_TEXTS` and those of
# the action: `country`, the ends `start` and `end` of a border, `armies`, `number` of dice and `cards`.
SENTENCES = {
    "claim": "{who} claims {country}",
    "setup_place": "{who} places 1 army on {country}",
    "capital": "{who} chooses {country} as capital",
    "trade": "{who} trades {cards}",
    "trade country": "{who} trades the card of {country}",
    "trade pass": "{who} trades no cards",
    "bonus_where": "{who} gets two armies on {country}",
    "place": "{who} places armies on {country}",
    "place_amount": "{who} places {armies} on {origin}",
    "attack_from": "{who} attacks from {country}",
    "attack_from border": "{who} attacks {end} from {start}",
    "attack_from pass": "{who} ends the attacks",
    "attack_to": "{who} attacks {country} from {origin}",
    "roll": "{who} attacks {target} ({there}, {holder}) from {origin} ({here}) with {number}",
    "roll blitz": "{who} attacks {target} ({there}, {holder}) from {origin} ({here}) and fights to the end",
    "roll pass": "{who} retreats from {target}",
    "defend": "{who} defends {target} ({there}) with {number}",
    "occupy": "{who} moves {armies} from {origin} to {target}",
    "occupy pass": "{who} moves no more armies to {target}",
    "fort_from": "{who} moves armies from {country}",
    "fort_from border": "{who} moves armies from {start} to {end}",
    "fort_from pass": "{who} moves no armies and ends the turn",
    "fort_to": "{who} moves armies from {origin} to {country}",
    "fort_amount": "{who} moves {armies} from {origin} to {target}",
    "fort_amount pass": "{who} moves no more armies to {target}",
}


def line_sentence(table: DominationTable, line: RecordLine, names: SeatNames) -> str:
    """Return a line of the current node as a sentence."""
    text = record_text.line_text(table, line, names)
    if table.node.kind == CHANCE:
        _, _, result = text.partition(": ")
        return f"{record_text.decision_text(table, names)}: {result}" if result else text
    node, verb = table.node.name, line.text.partition(" ")[0]
    sentence = SENTENCES.get(f"{node} {verb}") or SENTENCES.get(node)
    if sentence is None:
        return text
    parts = {**record_text.placeholder_values(table, names), **_action_parts(table, line.text)}
    return record_text.begun_sentence(sentence.format(**parts), names)


def _action_parts(table: DominationTable, action: str) -> dict[str, str]:
    """Return the values of the placeholders that an action fills."""
    what, _, rest = action.partition(" ")
    if what == "country":
        return {"country": titles_of(table).country(int(rest) - 1)}
    if what == "border":
        start, end = (titles_of(table).country(int(number) - 1) for number in rest.split())
        return {"start": start, "end": end}
    if what == "amount":
        return {"armies": armies_text(record_text.amount_of(table, action))}
    if what == "dice":
        return {"number": record_text.dice_text(int(rest))}
    if what == "trade":
        return {"cards": record_text.cards_text(table, action)}
    return {}
