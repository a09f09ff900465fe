"""The rules in force at a table: variant, options and data files; frozen and checked when made (WD-301)."""

from dataclasses import asdict, dataclass, fields
from typing import Any

from wd_env.core.errors import ConfigError
from wd_env.world_dominance.names import LAST_PLAYER_NAMES, SEATS, SOLDIERS

VARIANTS = ("five_card",)
START_SOLDIERS = {"five_card": 10}  # WD-029
SHIPPED_BOARD = "ring24"
FEWEST_PLAYERS = 2  # WD-009
LONGEST_GAME = 2**31 - 2  # turns, the range of the counter


@dataclass(frozen=True)
class Config:
    """Everything a table agrees on before it sits down. ConfigError names a value that is not allowed."""

    num_players: int = 4
    """Players at the table, 2 to 5 (WD-009)."""
    variant: str = "five_card"
    """Which game is played; `five_card` is the short base game (WD-006)."""
    max_turns: int | None = None
    """Turns after which the game is cut (truncated); None leaves it without end (WD-010)."""
    last_player: str = "last_survivor_wins"
    """What happens when one player is left: `last_survivor_wins` or `stalemate` (WD-272, WD-273)."""
    death_penalty: bool = True
    """Life/Death ejects at a full table of three to five (WD-166)."""
    death_penalty_two_players: bool = False
    """It does so with two players as well (WD-167)."""
    omit_brutal_cards: bool = False
    """Leave `Lose every soldier bar one` and `Lose every Continent Card` out of the pack (WD-098)."""
    percent_known: int = 90
    """Right answers in 100 to a question whose title the player knows (WD-105)."""
    percent_unknown: int = 10
    """Right answers in 100 to a question whose title the player does not know."""
    board: str = SHIPPED_BOARD
    """`ring24`, or the path of a board file of one's own."""
    continent_cards: str | None = None
    """Path of one's own file of Continent Cards."""
    manoeuvre_deck: str | None = None
    """Path of one's own Manoeuvre deck."""
    purgadies: str | None = None
    """Path of one's own Purgadies Cards."""
    themes: str | None = None
    """Path of one's own Intelligence themes."""

    def __post_init__(self) -> None:
        self._whole("num_players", FEWEST_PLAYERS, SEATS)
        self._one_of("variant", VARIANTS)
        self._one_of("last_player", LAST_PLAYER_NAMES)
        if self.max_turns is not None:
            self._whole("max_turns", 1, LONGEST_GAME)
        for name in ("percent_known", "percent_unknown"):
            self._whole(name, 0, 100)
        for name in ("death_penalty", "death_penalty_two_players", "omit_brutal_cards"):
            if not isinstance(getattr(self, name), bool):
                raise ConfigError(f"{name} is {getattr(self, name)!r}; allowed are True and False")
        for name in ("board", "continent_cards", "manoeuvre_deck", "purgadies", "themes"):
            value = getattr(self, name)
            if not isinstance(value, str) and not (value is None and name != "board"):
                raise ConfigError(f"{name} is {value!r}; allowed is the path of a file")

    def _whole(self, name: str, low: int, high: int) -> None:
        value = getattr(self, name)
        if type(value) is not int or not low <= value <= high:
            raise ConfigError(f"{name} is {value!r}; allowed are whole numbers {low}..{high}")

    def _one_of(self, name: str, allowed: tuple[str, ...]) -> None:
        value = getattr(self, name)
        if value not in allowed:
            raise ConfigError(f"{name} is {value!r}; allowed are {', '.join(allowed)}")

    @property
    def start_soldiers(self) -> int:
        """Soldiers each player starts with; the Garrison has the rest of the hundred."""
        soldiers = START_SOLDIERS[self.variant]
        assert soldiers * self.num_players <= SOLDIERS
        return soldiers

    @classmethod
    def of(cls, **options: Any) -> "Config":
        """A configuration from options by name; ConfigError for one that does not exist."""
        allowed = [field.name for field in fields(cls)]
        for name in options:
            if name not in allowed:
                raise ConfigError(f"unknown option {name!r}; allowed are {', '.join(allowed)}")
        return cls(**options)

    def as_dict(self) -> dict[str, Any]:
        """The options by name, as they travel in records, checkpoints and saved states."""
        return asdict(self)
