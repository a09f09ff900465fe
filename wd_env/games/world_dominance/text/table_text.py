"""The table as text for a terminal, no wider than 100 columns."""

from collections.abc import Iterable

from wd_env.games.world_dominance.cards.card_data import ContinentCard
from wd_env.games.world_dominance.definitions.names import REGION_NAMES, REGIONS, STRATEGIC_POINT
from wd_env.games.world_dominance.table import WorldDominanceTable
from wd_env.games.world_dominance.text.decision_context import soldiers_text, turns_text
from wd_env.games.world_dominance.text.help.action_help import action_help
from wd_env.games.world_dominance.text.record_text import decision_text, line_text
from wd_env.games.world_dominance.text.scene import Scene, SeatScene, scene_of
from wd_env.text.line_width import text_width, wrapped
from wd_env.text.seat_names import NUMBERED, SeatNames

__all__ = ["action_help", "decision_text", "describe", "line_text", "private_lines"]

MAX_EVENTS = 8  # record lines at the end
NEXT_CARDS = 5  # of the known Manoeuvre queue


def describe(
    table: WorldDominanceTable, viewer: int | None = None, events: int = MAX_EVENTS, names: SeatNames = NUMBERED
) -> str:
    """Return the table in lines of at most 100 columns.

    With `viewer` (a seat) it includes the secrets of that seat, otherwise only public information. With `events` it
    includes the last lines of the record. WrongSeat if the viewer is not at the table.
    """
    scene = scene_of(table, viewer, events, names)
    lines = [
        *_header(scene),
        *_middle(scene),
        "",
        *(line for seat in scene.seats for line in _seat(scene, seat)),
        *_legend(scene),
        *private_lines(scene),
        *_events(scene),
        "",
        *wrapped(f"{_decision_text(scene)}{scene.decision_text}"),
    ]
    return "\n".join(lines)


def _header(scene: Scene) -> list[str]:
    if scene.turn_number == 0:
        clock = "setting up"
    else:
        limit = "" if scene.max_turns is None else f" of at most {scene.max_turns}"
        clock = f"turn {scene.turn_number}{limit}, {scene.names.seat(scene.turn)}'s turn"
    goal = "" if scene.sets_to_win == 1 else f" for {scene.sets_to_win} sets"
    title = f"World Dominance, {scene.variant}{goal}, {scene.players} players: {clock}"
    return [*wrapped(title), "=" * len(title[: text_width()])]


def _middle(scene: Scene) -> list[str]:
    """Return the lines on Garrison, zone, packs, closure and throw."""
    khyber = "next to the Garrison" if scene.khyber_pass is None else f"with {scene.names.seat(scene.khyber_pass)}"
    stock = [f"Garrison {scene.garrison}", f"Resurrected Soldier Zone {scene.rsz}", f"Khyber Pass {khyber}"]
    if scene.last_throw is not None and scene.last_thrower is not None:
        stock.append(f"last throw {scene.last_throw} by {scene.names.seat(scene.last_thrower)}")
    lines = wrapped(" | ".join(stock))
    if scene.closed is not None:
        rounds = "this round" if scene.closure_remaining == 1 else f"{scene.closure_remaining} rounds"
        end = f"for {rounds}" if scene.closure_remaining else "to the end of the game"
        lines += wrapped(f"CLOSED {end}: {REGION_NAMES[scene.closed]}")
    pack = ", ".join(f"{name} {scene.in_pack(region)}" for region, name in enumerate(REGION_NAMES))
    titles = "; ".join(card.title for card in scene.garrison_cards)
    lines += wrapped(f"World Pack: {pack}" + (f"; next to the Garrison: {titles}" if titles else ""))
    lines += wrapped(_manoeuvre_pack(scene))
    return lines + _matter(scene)


def _manoeuvre_pack(scene: Scene) -> str:
    unseen = f"Manoeuvre pack: {scene.manoeuvres_unseen} unseen cards"
    if not scene.manoeuvre_queue:
        return unseen
    first, later = scene.manoeuvre_queue[:NEXT_CARDS], len(scene.manoeuvre_queue) - NEXT_CARDS
    more = f"; {later} more" if later > 0 else ""
    return f"{unseen}, then, top first, {'; '.join(first)}{more}"


def _matter(scene: Scene) -> list[str]:
    """Return the lines on the current mechanism."""
    lines = []
    if scene.drawn_card is not None and scene.drawer is not None:
        lines += wrapped(f"Manoeuvre Card of {scene.names.seat(scene.drawer)}: {scene.drawn_card}")
    if scene.tested is not None and scene.asker is not None:
        theme = "" if scene.theme is None else f" on {scene.theme}"
        lines += wrapped(f"{scene.names.capitalized(scene.asker)} tests {scene.names.seat(scene.tested)}{theme}")
    return lines


def _seat(scene: Scene, seat: SeatScene) -> list[str]:
    mark = ">" if scene.turn_number > 0 and seat.seat == scene.turn else " "
    you = " (you)" if seat.seat == scene.viewer else ""
    ally = "" if seat.ally_of is None else f", Ally of {scene.names.seat(seat.ally_of)}"
    name = f"{mark} {scene.names.seat(seat.seat)}{you}  {seat.piece_text}{ally}"
    if not seat.is_in_play:
        return wrapped(f"{name}: out of play")
    where = seat.space or "not on the board"
    lines = wrapped(f"{name}: {soldiers_text(seat.army)}, {where}{_rights(seat)}")
    for region in range(REGIONS):
        if held := seat.in_region(region):
            cards = ", ".join(_card(card, seat) for card in held)
            lines += wrapped(f"{REGION_NAMES[region]} {_progress(scene, seat, region)}: {cards}", "      ")
    return lines


def _rights(seat: SeatScene) -> str:
    rights = []
    if seat.reinforcements:
        rights.append("reinforcements unused")
    if seat.ice_turns:
        rights.append(f"in the Ice House, misses {seat.ice_turns}")
    if seat.turns_to_miss:
        rights.append(f"misses {turns_text(seat.turns_to_miss)} by a Manoeuvre Card")
    if seat.holds_khyber_pass:
        rights.append("Khyber Pass")
    if seat.is_pardoned:
        rights.append("pardoned")
    if seat.pre_sets_paid:
        rights.append(f"Pre Set paid in {' and '.join(seat.pre_sets_paid)}")
    if seat.stacks:
        rights.append(f"Stack of {' and '.join(seat.stacks)}")
    if seat.completed:
        rights.append(f"all of {' and '.join(seat.completed)}")
    if seat.has_won:
        rights.append("HAS WON")
    return "".join(f"; {right}" for right in rights)


def _card(card: ContinentCard, seat: SeatScene) -> str:
    point = "*" if card.kind & STRATEGIC_POINT else ""
    declared = "~" if card.index in seat.declared else ""
    laid = "=" if card.index in seat.laid else ""
    return f"{card.title}{point}{laid}{declared}"


def _progress(scene: Scene, seat: SeatScene, region: int) -> str:
    """Return `3/5` for the progress of a set; with more than five cards of a continent a set has ten."""
    return f"{len(seat.in_region(region))}/{scene.goal_of(seat, region)}"


def _legend(scene: Scene) -> list[str]:
    cards = [card for seat in scene.seats for card in seat.cards]
    marks = []
    if any(card.kind & STRATEGIC_POINT for card in cards):
        marks.append("* Strategic Point")
    if any(seat.laid for seat in scene.seats):
        marks.append("= in a Stack or a completed set")
    if any(card.index in seat.declared for seat in scene.seats for card in seat.cards):
        marks.append("~ declared in a Strategic Run")
    return [f"      {'   '.join(marks)}"] if marks else []


def private_lines(scene: Scene) -> list[str]:
    """Return the viewer's secrets after an empty line; empty if there are none."""
    lines: list[str] = []
    if scene.theme is not None and scene.tested is None:
        lines += wrapped(f"Only you see the theme: {scene.theme}")
    for is_known, verdict in ((True, "know"), (False, "do not know")):
        titles = [title for title, known in scene.own_titles if known == is_known]
        if titles:
            lines += wrapped(f"You {verdict} the answers of {'; '.join(titles)}")
    return ["", *lines] if lines else []


def _events(scene: Scene) -> list[str]:
    lines = (line for event in scene.events for line in wrapped(event, "  "))
    return _section("Recent events", lines)


def _section(title: str, lines: Iterable[str]) -> list[str]:
    section_lines = list(lines)
    return ["", f"{title}:", *section_lines] if section_lines else []


def _decision_text(scene: Scene) -> str:
    return "" if scene.current_seat is None or scene.current_seat != scene.viewer else "Your decision. "
