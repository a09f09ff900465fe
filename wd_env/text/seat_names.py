"""What sentences call the seats: `seat 2`, or the name of the player who sits there."""

from collections.abc import Sequence
from dataclasses import dataclass

from wd_env.errors import ConfigError, quoted


@dataclass(frozen=True)
class SeatNames:
    """Handed to whatever makes a sentence, so that names are in it from the beginning."""

    given: tuple[str, ...] = ()  # of each seat; none where seats are called by their numbers

    def seat(self, seat: int) -> str:
        """One seat: `Anna`, or `seat 2`."""
        return self.given[seat] if seat < len(self.given) else f"seat {seat}"

    def first(self, seat: int) -> str:
        """The same as the first word of a sentence: `Anna`, or `Seat 2`."""
        return self.given[seat] if seat < len(self.given) else f"Seat {seat}"

    def seats(self, numbers: Sequence[int]) -> str:
        """One seat or several: `Anna and Ben`, or `seats 0, 1 and 2`."""
        if len(numbers) == 1:
            return self.seat(numbers[0])
        words = [self.seat(number) if self.given else str(number) for number in numbers]
        return f"{'' if self.given else 'seats '}{', '.join(words[:-1])} and {words[-1]}"

    def listed(self, numbers: Sequence[int]) -> str:
        """What may be typed for these seats, with commas between: `Anna, Ben`, or `0, 1`."""
        return ", ".join(self.given[number] if self.given else str(number) for number in numbers)

    def find(self, words: str, seats: int) -> int:
        """Return the seat, of so many, that is meant by its number, its name or the beginning of it.

        ConfigError for words that mean none of them, or several.
        """
        typed = words.casefold().strip()
        called = {seat: self.seat(seat).casefold() for seat in range(seats)}
        exact = [seat for seat, name in called.items() if typed in (name, str(seat))]
        begun = [seat for seat, name in called.items() if typed and name.startswith(typed)]
        found = exact or begun
        if len(found) != 1:
            allowed = ", ".join(self.seat(seat) for seat in called)
            raise ConfigError(f"{quoted(words)} is nobody at this table; allowed are {allowed}")
        return found[0]


NUMBERED = SeatNames()
