"""What goes between the server and the processes in which bots think: bytes of msgpack, never pickles."""

from typing import Any

import msgspec


class Job(msgspec.Struct, kw_only=True, frozen=True):
    """One decision: what the seat sees, and nothing else."""

    bot: str  # id, for errors
    name: str  # as `make_bot` takes it
    obs: list[int]
    mask: list[int]
    entropy: list[int]  # of the bot's generator; 64 bits each
    options: dict[str, Any] = {}  # of a game whose sizes follow from them; never a file of one's own
    possible: bytes = b""  # a state that the seat could be in, for bots that take states
    weighs: bool = False  # the whole opinion is wanted
    greedy: bool = False


class Thought(msgspec.Struct, kw_only=True, frozen=True):
    """What came of it; an `error` is for the log, not for clients."""

    chosen: int = -1
    odds: dict[int, float] = {}
    means: dict[int, float] = {}
    value: float | None = None
    is_drawn: bool = False
    took_ms: int = 0
    error: str = ""


JOBS = msgspec.msgpack.Decoder(Job)
THOUGHTS = msgspec.msgpack.Decoder(Thought)
encode = msgspec.msgpack.Encoder().encode
MOST_THOUGHT = 2**20  # bytes; one of a game with 16,384 actions has some 300,000
READY = b"ready"  # what a process says when it has begun
