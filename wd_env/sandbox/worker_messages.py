"""Messages between the server and its workers: msgpack, never pickles."""

from typing import Any

import msgspec


class WorkerRequest(msgspec.Struct, kw_only=True, frozen=True):
    """One decision, as the seat sees it."""

    bot: str  # id, for errors
    name: str  # for `make_bot`
    obs: list[int]
    mask: list[int]
    entropy: list[int]  # seed of the bot's generator, 64 bits each
    options: dict[str, Any] = {}  # options that determine the sizes of the game; never a custom file
    resampled_state: bytes = b""  # a state that the seat could be in, for bots that use states
    past_obs: bytes = b""  # observations of the player's earlier decisions, int8[t, size], for recurrent bots
    past_masks: bytes = b""  # their masks, int8[t, actions]
    analyse: bool = False  # whether to return the analysis
    greedy: bool = False


class WorkerReply(msgspec.Struct, kw_only=True, frozen=True):
    """The result; an `error` is for the log, not for clients."""

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
MAX_REPLY_BYTES = 2**20  # a reply of a game with 16,384 actions has some 300,000
