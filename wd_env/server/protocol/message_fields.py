"""The kinds of values that messages have, each with its bounds."""

from typing import Annotated

from msgspec import Meta

MOST_BYTES = 256 * 2**10  # of a message
MOST_PLAYERS = 10  # of any game; each has its own bounds
MOST_ENTRIES = 1000  # that are taken back at once
MOST_LINES = 1_000_000  # of a record, as `core.record` reads it
MOST_PACE = 10_000  # milliseconds between what happens without people
MOST_OBSERVED = 1 << 16  # numbers of an observation
MOST_ACTIONS = 1 << 14  # of a game
LOW, HIGH = -128, 127  # of an observation
LONGEST_TEXT = 200  # characters of an action or an outcome
LONGEST_NAME = 12  # characters of a player's name
LONGEST_WORD = 64  # characters of an id

# `$` would let a line end through in Python; what follows is nothing, there and in JavaScript.
WORD = rf"^[A-Za-z0-9_.-]{{1,{LONGEST_WORD}}}(?![\s\S])"
WHOLE = r"^(0|[1-9][0-9]{0,19})(?![\s\S])"

Id = Annotated[str, Meta(min_length=1, max_length=LONGEST_WORD, pattern=WORD, description="chosen by who asks")]
Word = Annotated[str, Meta(min_length=1, max_length=LONGEST_WORD, pattern=WORD)]
Secret = Annotated[str, Meta(min_length=1, max_length=LONGEST_WORD, pattern=WORD, description="128 bits, as text")]
Seed = Annotated[str, Meta(pattern=WHOLE, description="a whole number of 64 bits, as text")]
Digest = Annotated[str, Meta(max_length=LONGEST_TEXT)]
Text = Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
RecordText = Annotated[str, Meta(min_length=1, max_length=MOST_BYTES, description="a record file, as `wd play` writes")]
Player = Annotated[int, Meta(ge=0, lt=MOST_PLAYERS)]
Seat = Annotated[int, Meta(ge=0, lt=MOST_PLAYERS, description="seat at the table")]
Line = Annotated[int, Meta(ge=0, le=MOST_LINES, description="lines of the record so far")]
Entries = Annotated[int, Meta(ge=1, le=MOST_ENTRIES)]
Pace = Annotated[int, Meta(ge=0, le=MOST_PACE, description="milliseconds")]
Budget = Annotated[int, Meta(ge=1, le=600_000, description="milliseconds; the server's own limit holds too")]
Index = Annotated[int, Meta(ge=0, lt=MOST_ACTIONS, description="number of an action")]
Count = Annotated[int, Meta(ge=0, le=MOST_LINES)]
Observation = Annotated[list[Annotated[int, Meta(ge=LOW, le=HIGH)]], Meta(max_length=MOST_OBSERVED)]
Mask = Annotated[list[Annotated[int, Meta(ge=0, le=1)]], Meta(max_length=MOST_ACTIONS)]
Odds = Annotated[float, Meta(ge=0.0, le=1.0)]
