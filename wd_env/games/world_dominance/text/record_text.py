"""Texts of record lines and of the current node, without secrets."""

from collections.abc import Callable, Sequence
from typing import Any

from wd_env.games.world_dominance.corrections import WORLD_PACK, ZONE
from wd_env.games.world_dominance.definitions.actions import (
    ACTIONS,
    CARD,
    CARD_TITLES,
    LENGTH,
    NAME,
    OUTCOMES,
    PIECE,
    REGION,
    REVIVE,
    RUN,
    SHORTEST_RUN,
    SPACE,
)
from wd_env.games.world_dominance.definitions.chance_outcomes import (
    DRAWN_CARD,
    DRAWN_MANOEUVRE,
    DRAWN_PURGADIES,
    DRAWN_THEME,
    KNOWS,
)
from wd_env.games.world_dominance.definitions.decision_codes import CONCEDE, GAIN_CARD, PRE_SET_CLAIM, STACK_SET
from wd_env.games.world_dominance.definitions.names import (
    CARDS,
    NO_MANOEUVRE,
    NOBODY,
    NOWHERE,
    PIECE_NAMES,
    REGION_NAMES,
    REGIONS,
)
from wd_env.games.world_dominance.definitions.rule_constants import SAB_TITLE, SETTLING, TURN_BEGINS
from wd_env.games.world_dominance.rules.sets import is_set
from wd_env.games.world_dominance.table import WorldDominanceTable
from wd_env.games.world_dominance.text.decision_context import soldiers_text
from wd_env.games.world_dominance.text.titles import Titles, titles_of
from wd_env.table.game_record import RecordLine
from wd_env.table.game_table import Table
from wd_env.text.seat_names import NUMBERED, SeatNames

PURGADIES_TITLES = ("Antarctica", "Strategic Point", "Country", "City", "Reprieve", "Life/Death")

VERBS = {
    "roll": "threw the Playing Dice",
    "reinforce": "called five reinforcements",
    "take": "took what was offered",
    "pass": "passed for a soldier",
    "jetstream": "crossed by the Jetstream",
    "antarctica": "set out for Antarctica",
    "block": "blocked the way to Antarctica with the SAB card",
    "allow": "kept the SAB card hidden and let the opponent pass",
    "world pack": "chose the World Pack",
    "accept": "accepted",
    "decline": "declined",
    "use pass": "used the Khyber Pass",
    "keep pass": "kept the Khyber Pass",
    "raise": "raised by one soldier",
    "ask": "asked the question",
    "match": "matched the raise",
    "declare": "declared Ecuador",
    "throw": "chose to throw the Continent Dice",
    "leave": "left the Khyber Pass where it was",
    "rest": "did nothing",
    "be interned": "went into the Ice House",
    "pay two": "paid two soldiers for a Purgadies Card",
    "claim": "claimed the Pre Set bonus",
    "demand spelling": "demanded that the answer be spelled out",
    "break out": "gave two soldiers back and broke out of the Ice House",
    "stack": "put the set into a Stack",
    "wait": "left the set in play",
}

ANSWER_TEXTS = {
    "knows": "The answer is known",
    "does not know": "The answer is not known",
    "right": "The answer was right",
    "wrong": "The answer was wrong",
}

# Placeholders in braces are filled from the table, see `_placeholder_values`.
NODE_TEXTS = {
    "choose_piece": "{who} chooses a Playing Piece",
    "call_ally": "{who} has five soldiers left: call an Ally, and which Playing Piece?",
    "start_menu": "{who} begins a turn: throw, or first reinforce or declare a Strategic Run",
    "run_length": "How long is the Strategic Run of {who} that starts at {offered}?",
    "gate": "{who} leaves Antarctica with a throw of {throw}: through which gate?",
    "continent": "{who} is on {space}: take a card, pass, or move?",
    "block_entry": "{who} holds the SAB card: block {target} on the way to Antarctica?",
    "exchange": "{who} is on Antarctica: which card of Antarctica, from the pack or from whom?",
    "cede": "Which coloured card does {who} cede?",
    "examiner": "Who asks {who} the question for the fifth card of Antarctica?",
    "question_card": "From which card is {who} asked?",
    "optional_card": "{who} drew {drawn}: carry it out?",
    "own_pass": "{who} drew {drawn}: use the Khyber Pass against it?",
    "target_pass": "{drawn} of {drawer} hits {who}: use the Khyber Pass?",
    "card_region": "{who} drew {drawn}: which region is closed?",
    "card_opponent": "{who} drew {drawn}: which opponent?",
    "card_space": "{who} drew {drawn}: which space?",
    "card_own": "{who} drew {drawn}: which own card?",
    "card_wanted": "{who} drew {drawn}: which card is wanted?",
    "test_whom": "{who} looked at an Intelligence Card: which opponent is tested?",
    "raise_or_ask": "{who} tests {tested} on {theme}: raise, or ask?",
    "match_raise": "{asker} raised on {theme}: does {who} match?",
    "decimate": "{who} decimates: who is named?",
    "gain_card": "{who} threw {dice}: take a card of it from the World Pack?",
    "ecuador": "{who} holds Ecuador: declare it, or throw the Continent Dice?",
    "concede": "{who} threw {dice}: which card of it goes back to the World Pack?",
    "khyber_pass": "{who} is on the Khyber Pass: take the pass?",
    "ice_house": "{who} is in the Ice House: stay for two soldiers and three missed turns?",
    "purgatory_loss": "Purgatory, {purgadies}: which card does {who} lose?",
    "three_sixes": "{who} threw three sixes: accept three soldiers and a pardon?",
    "paradies": "{who} is in Paradies: rest, pay two soldiers for a Purgadies Card, or bring a player back?",
    "paradies_card": "Paradies, {purgadies}: which card does {who} take from the World Pack?",
    "last_soldier": "{who} cannot pay all players on {space}: who is paid first?",
    "ice_breakout": "{who} is interned in the Ice House: miss this turn, or give two soldiers back and break out?",
    "spelling": "{who} asks {tested} the question of {theme}: must the answer be spelled out?",
    "pre_set_claim": "{who} has a Pre Set in {region}: claim its bonus?",
    "stack_set": "{who} holds a set of five of {stack}: put it into a Stack?",
    "setup_throw": "{who} throws for the first turn",
    "movement_throw": "{who} throws the Playing Dice to move",
    "purgatory_throw": "{who} throws in Purgatory, hoping for sixes",
    "extra_six": "{who} throws again for another six",
    "lose_throw": "{who} throws the Soldier Dice and loses that many soldiers",
    "conscript_throw": "{who} throws the Soldier Dice and recruits that many soldiers",
    "decimate_throw": "{who} throws the Soldier Dice against {target}",
    "gain_dice": "{who} throws the Continent Dice to gain a card",
    "concede_dice": "{who} throws the Continent Dice to concede a card",
    "face_down_draw": "{who} draws a Continent Card",
    "manoeuvre_draw": "{who} draws a Manoeuvre Card",
    "theme_draw": "{who} draws an Intelligence Card",
    "purgatory_draw": "{who} draws a Purgadies Card in Purgatory",
    "paradies_draw": "{who} draws a Purgadies Card in Paradies",
    "knowledge": "A title is read to {who}: is the answer known?",
    "bluff_answer": "{who} answers about {theme}",
    "antarctica_answer": "{tested} answers about {theme}",
}


def decision_text(table: WorldDominanceTable, names: SeatNames = NUMBERED) -> str:
    """Return the current decision or chance node in a sentence without secrets."""
    if table.is_terminal:
        return _end_text(table, names)
    return NODE_TEXTS[table.node.name].format(**_placeholder_values(table, names))


def _placeholder_values(table: WorldDominanceTable, names: SeatNames) -> dict[str, str]:
    s, titles = table.state, titles_of(table.config)
    place = s.place[s.seat]
    return {
        "who": names.seat(s.seat),
        "drawer": names.seat(s.drawer),
        "target": names.seat(s.target),
        "asker": names.seat(s.asker),
        "tested": names.seat(s.tested),
        "space": "" if place == NOWHERE else titles.space(place),
        "throw": str(s.last_throw),
        "offered": titles.card(s.offered_card) if s.offered_card < CARDS else "",
        "drawn": "" if s.drawn_card == NO_MANOEUVRE else titles.manoeuvre(s.drawn_card),
        "theme": "" if s.tested == NOBODY or s.theme > SAB_TITLE else titles.theme(s.theme),
        "dice": REGION_NAMES[s.note] if s.node in (GAIN_CARD, CONCEDE) else "",
        "region": REGION_NAMES[s.note % SETTLING] if s.node == PRE_SET_CLAIM else "",
        "stack": REGION_NAMES[s.note % TURN_BEGINS] if s.node == STACK_SET else "",
        "purgadies": PURGADIES_TITLES[s.purgadies] if s.purgadies < len(PURGADIES_TITLES) else "",
    }


def _end_text(table: WorldDominanceTable, names: SeatNames) -> str:
    if table.is_truncated:
        return f"The game was truncated after turn {table.state.turn_number}"
    if table.winner is None:
        return f"The game is over without a winner: {table.board.ended_by}"
    seat = table.home_seat(table.winner)
    return f"The game is over: {names.seat(seat)} wins {_victory(table.state, seat)}"


def _victory(s: Any, seat: int) -> str:
    sets = []
    for region in range(REGIONS):
        if is_set(s, seat, region):
            held = sum(s.card_at[card] == seat and s.card_region[card] == region for card in range(CARDS))
            sets.append(f"{held} cards of {REGION_NAMES[region]}")
    return f"with {' and '.join(sets)}" if len(sets) >= s.sets_to_win else "as the last survivor"


def line_text(titles: Titles | WorldDominanceTable, line: RecordLine, names: SeatNames = NUMBERED) -> str:
    """Return a line of a record as text: `seat 2 named seat 3`; IllegalAction if it belongs to another game."""
    if isinstance(titles, Table):
        titles = titles_of(titles.config)
    if line.is_correction:
        return _correction(titles, line.text, names)
    if line.seat is None:
        return _chance_text(titles, line.text)
    if line.is_illegal:
        return f"{names.seat(line.seat)} broke the rules with `{line.text}`"
    return f"{names.seat(line.seat)} {_action_text(titles, line.seat, ACTIONS.index(line.text), names)}"


def _correction(titles: Titles, text: str, names: SeatNames) -> str:
    what, who, rest = text.split(" ", 2)
    if what == "soldiers":
        subject = "the Resurrected Soldier Zone" if who == ZONE else names.seat(int(who))
        return f"The referee set {subject} to {soldiers_text(int(rest))}"
    title = titles.card(CARD_TITLES.index(rest))
    if who == WORLD_PACK:
        return f"The referee put {title} back into the World Pack"
    return f"The referee gave {title} to {names.seat(int(who))}"


def event_texts(
    titles: Titles, lines: Sequence[RecordLine], viewer: int | None, limit: int, names: SeatNames = NUMBERED
) -> tuple[str, ...]:
    """Return the last lines that the viewer (a home seat) saw, without outcomes that are private to others."""
    seen: list[str] = []
    for line in reversed(lines):
        if len(seen) == limit:
            break
        if line.visible_to in (None, viewer):
            seen.append(line_text(titles, line, names))
    return tuple(reversed(seen))


def _action_text(titles: Titles, seat: int, action: int, names: SeatNames) -> str:
    deeds: tuple[tuple[int, Callable[[int], str]], ...] = (  # from which action on
        (CARD, lambda i: f"named {titles.card(i)}"),
        (RUN, lambda i: f"began a Strategic Run at {titles.card(i)}"),
        (REGION, lambda i: f"named {REGION_NAMES[i]}"),
        (SPACE, lambda i: f"named {titles.space(i)}"),
        (LENGTH + SHORTEST_RUN, lambda i: f"declared a Strategic Run of {i + SHORTEST_RUN} cards"),
        (PIECE, lambda i: f"chose {PIECE_NAMES[i]}"),
        (REVIVE + 1, lambda i: f"brought {names.seat((seat + i + 1) % titles.seats)} back"),
        (NAME + 1, lambda i: f"named {names.seat((seat + i + 1) % titles.seats)}"),
        (NAME, lambda i: "named itself"),
        (0, lambda i: VERBS[ACTIONS.text(i)]),
    )
    first, words = next(row for row in deeds if row[0] <= action)
    return words(action - first)


def _chance_text(titles: Titles, text: str) -> str:
    outcome = OUTCOMES.index(text)
    if outcome < DRAWN_CARD:
        dice, _, face = text.partition(" dice ")
        return f"{dice.title()} Dice: {face}"
    if outcome < DRAWN_MANOEUVRE:
        return f"Drawn from the World Pack: {titles.card(outcome - DRAWN_CARD)}"
    if outcome < DRAWN_THEME:
        return f"Manoeuvre Card {titles.manoeuvre_drawn(outcome - DRAWN_MANOEUVRE)}"
    if outcome < DRAWN_PURGADIES:
        return f"Intelligence Card {titles.theme_drawn(outcome - DRAWN_THEME)}"
    if outcome < KNOWS:
        return f"Purgadies Card: {PURGADIES_TITLES[outcome - DRAWN_PURGADIES]}"
    return ANSWER_TEXTS[text]
