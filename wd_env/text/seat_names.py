"""What sentences call the seats: `seat 2`, or the name of the player who sits there."""

from collections.abc import Sequence
from dataclasses import dataclass

from wd_env.errors import ConfigError, quoted


@dataclass(frozen=True)
class SeatNames:
    """Handed to whatever makes a sentence, so that names are in it from the beginning."""

    names: tuple[str, ...] = ()  # of each seat; none where seats are called by their numbers

    def seat(self, seat: int) -> str:
        """One seat: `Anna`, or `seat 2`."""
        return self.names[seat] if seat < len(self.names) else f"seat {seat}"

    def capitalized(self, seat: int) -> str:
        """The same as the first word of a sentence: `Anna`, or `Seat 2`."""
        return self.names[seat] if seat < len(self.names) else f"Seat {seat}"

    def seats(self, seats: Sequence[int]) -> str:
        """One seat or several: `Anna and Ben`, or `seats 0, 1 and 2`."""
        if len(seats) == 1:
            return self.seat(seats[0])
        words = [self.seat(number) if self.names else str(number) for number in seats]
        return f"{'' if self.names else 'seats '}{', '.join(words[:-1])} and {words[-1]}"

    def listed(self, seats: Sequence[int]) -> str:
        """What may be typed for these seats, with commas between: `Anna, Ben`, or `0, 1`."""
        return ", ".join(self.names[number] if self.names else str(number) for number in seats)

    def find(self, text: str, num_seats: int) -> int:
        """Return the seat, of so many, that is meant by its number, its name or the beginning of it.

        ConfigError for words that mean none of them, or several.
        """
        typed = text.casefold().strip()
        called = {seat: self.seat(seat).casefold() for seat in range(num_seats)}
        exact = [seat for seat, name in called.items() if typed in (name, str(seat))]
        begun = [seat for seat, name in called.items() if typed and name.startswith(typed)]
        found = exact or begun
        if len(found) != 1:
            allowed = ", ".join(self.seat(seat) for seat in called)
            raise ConfigError(f"{quoted(text)} is nobody at this table; allowed are {allowed}")
        return found[0]


NUMBERED = SeatNames()
