"""The participants of a game: its players, and the secret of each."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hmac import compare_digest

from msgspec import UNSET

from wd_env.errors import ConfigError
from wd_env.server.bot_catalogue import BotEntry, get_bot
from wd_env.server.protocol.message_fields import MAX_NAME_CHARS
from wd_env.server.protocol.requests import PlayerConfig
from wd_env.server.server_errors import ApiError
from wd_env.session.players import HUMAN, check_names

SECRET_BYTES = 16
SPECTATOR = None  # a viewer who is not a player


def new_secret() -> str:
    """Return a random secret of 128 bits as text."""
    return secrets.token_hex(SECRET_BYTES)


@dataclass
class Participants:
    """Players by name and kind, and the secrets that identify viewers."""

    players: list[str]  # HUMAN or a bot's id
    names: list[str]
    secrets: list[str] = field(default_factory=list)  # of each player, also of bots, whose view people may stream
    spectator_secret: str = field(default_factory=new_secret)

    def __post_init__(self) -> None:
        self.secrets = self.secrets or [new_secret() for _ in self.players]

    def find_viewer(self, secret: str) -> int | None:
        """Return the player of a secret, SPECTATOR for the spectators' secret; ApiError if it is unknown."""
        secret_bytes = secret.encode()
        results = [
            player
            for player, player_secret in enumerate(self.secrets)
            if compare_digest(player_secret.encode(), secret_bytes)
        ]
        if not results and not compare_digest(self.spectator_secret.encode(), secret_bytes):
            raise ApiError("not_yours", "unknown secret of this game")
        return results[0] if results else SPECTATOR

    @property
    def humans(self) -> list[int]:
        """The players that are people."""
        return [player for player, kind in enumerate(self.players) if kind == HUMAN]


def make_participants(players: Sequence[PlayerConfig], bots: Mapping[str, BotEntry]) -> Participants:
    """Return the participants of a request; ApiError if a bot is unknown, ConfigError if a name is invalid."""
    controllers = [HUMAN if seat.bot is UNSET else _bot_id(seat.bot, bots) for seat in players]
    names: list[str] = []
    for seat in players:
        if seat.human is not UNSET:
            names.append(str(seat.human))
        else:
            names.append(str(seat.name) if seat.name is not UNSET else _unused_name(str(seat.bot), players, names))
    check_names(names)
    return Participants(controllers, names)


def _bot_id(bot_id: str, bots: Mapping[str, BotEntry]) -> str:
    return get_bot(bots, bot_id).info.id


def _unused_name(bot_id: str, players: Sequence[PlayerConfig], names: Sequence[str]) -> str:
    """Return an unused name for a bot: its id if that is a valid name, with a number if it is taken."""
    taken = {name.casefold() for name in names} | {
        str(name).casefold() for seat in players for name in (seat.human, seat.name) if name is not UNSET
    }
    base_name = "".join(sign if sign.isalnum() else " " for sign in bot_id).strip()
    try:
        check_names([base_name[:MAX_NAME_CHARS]])
    except ConfigError:
        base_name = "Bot"
    for attempt in range(1, len(players) + 2):
        suffix = f" {attempt}" if attempt > 1 else ""
        name = base_name[: MAX_NAME_CHARS - len(suffix)].strip() + suffix
        if name.casefold() not in taken:
            return name
    raise AssertionError("there are more numbers than players")
