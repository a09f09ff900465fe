"""The changes of a record line on the table, as text."""

from collections.abc import Iterator
from dataclasses import replace

from wd_env.games.world_dominance.text.decision_context import soldiers_text, turns_text
from wd_env.games.world_dominance.text.scene import Scene, SeatScene


def changes_between(before: Scene, after: Scene) -> Iterator[str]:
    """Yield the public changes seat by seat, with the names of `after`."""
    call = after.names.seat
    known = {seat.seat: seat for seat in before.seats}
    for new in after.seats:
        changes = list(_seat_changes(known[new.seat], new) if new.seat in known else _arrival(after, new))
        if changes:
            yield f"{call(new.seat)}: {', '.join(changes)}"
    if before.khyber_pass != after.khyber_pass and after.khyber_pass is None:
        yield "the Khyber Pass is next to the Garrison"
    if before.turn_number == 0 < after.turn_number:
        yield f"{call(after.turn)} has the first turn"
    if after.is_terminal:
        yield after.decision_text


def _arrival(after: Scene, new: SeatScene) -> Iterator[str]:
    assert new.ally_of is not None
    yield f"{new.piece} comes into play as the Ally of {after.names.seat(new.ally_of)}"
    yield from _seat_changes(replace(new, place=None, army=0), new)


def _seat_changes(old: SeatScene, new: SeatScene) -> Iterator[str]:
    if old.place != new.place and new.place is not None:
        yield f"now on {new.space}{new.space_mark}"
    if old.army != new.army:
        yield f"{soldiers_text(new.army)} ({new.army - old.army:+d})"
    for sign, some, others in (("gets", new, old), ("loses", old, new)):
        moved = [card.title for card in some.cards if card not in others.cards]
        if moved:
            yield f"{sign} {', '.join(moved)}"
    yield from _right_changes(old, new)


def _right_changes(old: SeatScene, new: SeatScene) -> Iterator[str]:
    if old.is_in_play != new.is_in_play:
        yield "back in play" if new.is_in_play else "OUT OF PLAY"
    if old.ice_turns != new.ice_turns:
        yield f"misses {new.ice_turns} more turns" if new.ice_turns else "leaves the Ice House"
    if old.turns_to_miss != new.turns_to_miss and new.is_in_play:
        yield (
            f"misses {turns_text(new.turns_to_miss)} by a Manoeuvre Card"
            if new.turns_to_miss
            else "has missed the turn"
        )
    if new.holds_khyber_pass and not old.holds_khyber_pass:
        yield "holds the Khyber Pass"
    if new.is_pardoned and not old.is_pardoned:
        yield "is pardoned"
