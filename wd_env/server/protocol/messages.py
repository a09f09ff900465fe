"""All messages: requests (`requests.py`), replies and events (`replies.py`), and their encoding."""

from typing import Any

import msgspec

from wd_env.server.protocol.replies import EVENTS, REPLIES, AnyEvent, AnyReply
from wd_env.server.protocol.requests import PROTOCOL, REQUESTS, AnyRequest

__all__ = [
    "EVENTS",
    "PROTOCOL",
    "REPLIES",
    "REQUESTS",
    "AnyEvent",
    "AnyReply",
    "AnyRequest",
    "encode_line",
    "message_type",
]

_ENCODER = msgspec.json.Encoder()


def encode_line(message: msgspec.Struct) -> bytes:
    """Encode a message as one line of JSON, without a line end."""
    return _ENCODER.encode(message)


def message_type(message: msgspec.Struct | type[msgspec.Struct]) -> str:
    """Return the `type` of a message or of its class."""
    type_name: Any = message.__struct_config__.tag
    return str(type_name)
