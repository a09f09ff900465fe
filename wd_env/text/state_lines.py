"""Lines about a public state and its changes, by the names of its fields."""

from wd_env.text.field_texts import change_text, readable_name, short_value_text, value_text
from wd_env.text.public_state import PublicState
from wd_env.text.seat_names import SeatNames


def state_lines(state: PublicState, names: SeatNames) -> list[str]:
    """Return one line for the table and one per seat."""
    middle = " | ".join(f"{readable_name(name)} {short_value_text(value)}" for name, value in state.shared.items())
    return [f"   {line}" for line in (middle, *(_seat_line(state, seat, names) for seat in state.by_seat)) if line]


def _seat_line(state: PublicState, seat: int, names: SeatNames) -> str:
    items = [f"{readable_name(name)} {value_text(value)}" for name, value in state.by_seat[seat].items()]
    items += [] if state.in_play[seat] else ["out of play"]
    items += ["HAS WON"] if state.has_won[seat] else []
    return f"{names.seat(seat)}: {', '.join(items) or 'in play'}"


def change_lines(before: PublicState, now: PublicState, names: SeatNames) -> list[str]:
    """Return the changes between two states: one line per changed field of the table and per changed seat."""
    lines = [
        f"{readable_name(name)} {change_text(before.shared[name], value)}"
        for name, value in now.shared.items()
        if before.shared[name] != value
    ]
    for seat, fields in now.by_seat.items():
        old = before.by_seat[seat]
        items = [
            f"{readable_name(name)} {change_text(old[name], value)}"
            for name, value in fields.items()
            if value != old[name]
        ]
        if before.in_play[seat] != now.in_play[seat]:
            items.append("back in play" if now.in_play[seat] else "OUT OF PLAY")
        lines += [f"{names.seat(seat)}: {', '.join(items)}"] if items else []
    return lines
