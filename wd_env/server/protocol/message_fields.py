"""The types of message fields, with their bounds."""

from typing import Annotated

from msgspec import Meta

MAX_MESSAGE_BYTES = 256 * 2**10  # of a message
MAX_PLAYERS = 10  # of any game; each game has its own limits
MAX_UNDO_ENTRIES = 1000  # of one request
MAX_LINES = 1_000_000  # of a record, as in `game_record`
MAX_DELAY_MS = 10_000  # milliseconds between steps without people
MAX_OBSERVATION_SIZE = 1 << 16  # values of an observation
MAX_ACTIONS = 1 << 14  # of a game
MIN_OBSERVATION, MAX_OBSERVATION = -128, 127  # values of an observation
MAX_TEXT_CHARS = 200  # characters of an action or an outcome
MAX_NAME_CHARS = 12  # characters of a player's name
MAX_ID_CHARS = 64  # characters of an id

# In Python `$` also matches before a line end; the pattern below matches only the end, in Python and JavaScript.
ID_PATTERN = rf"^[A-Za-z0-9_.-]{{1,{MAX_ID_CHARS}}}(?![\s\S])"
UINT_PATTERN = r"^(0|[1-9][0-9]{0,19})(?![\s\S])"

RequestId = Annotated[
    str, Meta(min_length=1, max_length=MAX_ID_CHARS, pattern=ID_PATTERN, description="chosen by the client")
]
Identifier = Annotated[str, Meta(min_length=1, max_length=MAX_ID_CHARS, pattern=ID_PATTERN)]
Secret = Annotated[
    str, Meta(min_length=1, max_length=MAX_ID_CHARS, pattern=ID_PATTERN, description="128 bits, as text")
]
Seed = Annotated[str, Meta(pattern=UINT_PATTERN, description="an unsigned 64-bit integer, as text")]
Digest = Annotated[str, Meta(max_length=MAX_TEXT_CHARS)]
Text = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT_CHARS)]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_CHARS)]
RecordText = Annotated[
    str, Meta(min_length=1, max_length=MAX_MESSAGE_BYTES, description="a record file, as `wd play` writes")
]
Player = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)]
Seat = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS, description="seat at the table")]
Line = Annotated[int, Meta(ge=0, le=MAX_LINES, description="number of lines of the record")]
Entries = Annotated[int, Meta(ge=1, le=MAX_UNDO_ENTRIES)]
Delay = Annotated[int, Meta(ge=0, le=MAX_DELAY_MS, description="milliseconds")]
Budget = Annotated[int, Meta(ge=1, le=600_000, description="milliseconds; the server has its own limit, too")]
Index = Annotated[int, Meta(ge=0, lt=MAX_ACTIONS, description="index of an action")]
Count = Annotated[int, Meta(ge=0, le=MAX_LINES)]
Observation = Annotated[
    list[Annotated[int, Meta(ge=MIN_OBSERVATION, le=MAX_OBSERVATION)]], Meta(max_length=MAX_OBSERVATION_SIZE)
]
Mask = Annotated[list[Annotated[int, Meta(ge=0, le=1)]], Meta(max_length=MAX_ACTIONS)]
Probability = Annotated[float, Meta(ge=0.0, le=1.0)]
