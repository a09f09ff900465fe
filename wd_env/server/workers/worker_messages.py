"""What goes between the server and the processes in which bots think: bytes of msgpack, never pickles."""

from typing import Any

import msgspec


class WorkerRequest(msgspec.Struct, kw_only=True, frozen=True):
    """One decision: what the seat sees, and nothing else."""

    bot: str  # id, for errors
    name: str  # as `make_bot` takes it
    obs: list[int]
    mask: list[int]
    entropy: list[int]  # of the bot's generator; 64 bits each
    options: dict[str, Any] = {}  # of a game whose sizes follow from them; never a file of one's own
    resampled_state: bytes = b""  # a state that the seat could be in, for bots that take states
    analyse: bool = False  # the whole analysis is wanted
    greedy: bool = False


class WorkerReply(msgspec.Struct, kw_only=True, frozen=True):
    """What came of it; an `error` is for the log, not for clients."""

    action: int = -1
    probabilities: dict[int, float] = {}
    action_values: dict[int, float] = {}
    value: float | None = None
    is_sampled: bool = False
    elapsed_ms: int = 0
    error: str = ""


REQUEST_DECODER = msgspec.msgpack.Decoder(WorkerRequest)
REPLY_DECODER = msgspec.msgpack.Decoder(WorkerReply)
encode = msgspec.msgpack.Encoder().encode
MAX_REPLY_BYTES = 2**20  # bytes; one of a game with 16,384 actions has some 300,000
READY = b"ready"  # what a process says when it has begun
