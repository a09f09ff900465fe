"""Who sits at a game: the chairs of a request as players, and the secret of each."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hmac import compare_digest

from msgspec import UNSET

from wd_env.errors import ConfigError
from wd_env.server.bot_catalogue import BotRow, bot_of
from wd_env.server.protocol.message_fields import LONGEST_NAME
from wd_env.server.protocol.requests import Chair
from wd_env.server.server_errors import Refusal
from wd_env.session.players import HUMAN, check_names

SECRET_BYTES = 16
BYSTANDER = None  # who looks on, and is no player


def new_secret() -> str:
    """Return 128 bits as text."""
    return secrets.token_hex(SECRET_BYTES)


@dataclass
class Seating:
    """Players by name and kind, and the secrets that show who asks."""

    players: list[str]  # HUMAN or a bot's id
    names: list[str]
    secrets: list[str] = field(default_factory=list)  # of each player, also of bots: people may follow them
    watch: str = field(default_factory=new_secret)

    def __post_init__(self) -> None:
        self.secrets = self.secrets or [new_secret() for _ in self.players]

    def viewer(self, secret: str) -> int | None:
        """Return the player whose secret this is, BYSTANDER for the one to watch; Refusal for another."""
        shown = secret.encode()
        found = [player for player, mine in enumerate(self.secrets) if compare_digest(mine.encode(), shown)]
        if not found and not compare_digest(self.watch.encode(), shown):
            raise Refusal("not_yours", "that is no secret of this game")
        return found[0] if found else BYSTANDER

    @property
    def people(self) -> list[int]:
        """The players that are people."""
        return [player for player, kind in enumerate(self.players) if kind == HUMAN]


def seating_of(chairs: Sequence[Chair], bots: Mapping[str, BotRow]) -> Seating:
    """Return who sits on these chairs; Refusal for an unknown bot, ConfigError for names that cannot be."""
    players = [HUMAN if chair.bot is UNSET else _known(chair.bot, bots) for chair in chairs]
    names: list[str] = []
    for chair in chairs:
        if chair.person is not UNSET:
            names.append(str(chair.person))
        else:
            names.append(str(chair.name) if chair.name is not UNSET else _unused(str(chair.bot), chairs, names))
    check_names(names)
    return Seating(players, names)


def seating_again(players: Sequence[str], names: Sequence[str]) -> Seating:
    """Return a new seating of players that a record names; they are called by numbers where they have no names."""
    return Seating(list(players), list(names))


def _known(bot_id: str, bots: Mapping[str, BotRow]) -> str:
    return bot_of(bots, bot_id).info.id


def _unused(bot_id: str, chairs: Sequence[Chair], names: Sequence[str]) -> str:
    """A name for a bot that nobody has: its id, if that can be a name, with a number where it is taken."""
    taken = {name.casefold() for name in names} | {
        str(name).casefold() for chair in chairs for name in (chair.person, chair.name) if name is not UNSET
    }
    words = "".join(sign if sign.isalnum() else " " for sign in bot_id).strip()
    try:
        check_names([words[:LONGEST_NAME]])
    except ConfigError:
        words = "Bot"
    for number in range(1, len(chairs) + 2):
        tail = f" {number}" if number > 1 else ""
        name = words[: LONGEST_NAME - len(tail)].strip() + tail
        if name.casefold() not in taken:
            return name
    raise AssertionError("there are more numbers than chairs")
