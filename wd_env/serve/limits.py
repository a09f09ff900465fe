"""How much of everything a server gives."""

from dataclasses import dataclass

from wd_env.serve.fields import MOST_BYTES


@dataclass(frozen=True)
class Bounds:
    """Bounds that hold for both carriers, and times in seconds."""

    bytes: int = MOST_BYTES  # of a message
    games: int = 64
    streams: int = 8  # of a game
    idle: float = 24 * 3600.0  # after which a game is forgotten
    header_seconds: float = 5.0
    body_seconds: float = 5.0
    heartbeat: float = 8.0  # between lines of a silent stream; promised are ten
    stream_seconds: float = 9.0  # that a stream lasts; whoever reads it comes again, and others make room so
    send_seconds: float = 10.0  # for a reader to take all that a stream tells
