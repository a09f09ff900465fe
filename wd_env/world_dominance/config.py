"""The rules in force at a table: variant, options and data files; frozen and checked when made (WD-301)."""

from collections.abc import Iterator
from dataclasses import dataclass

from wd_env.core.errors import ConfigError
from wd_env.core.options import Options, one_of, path, switch, whole
from wd_env.world_dominance.names import LAST_PLAYER_NAMES, SEATS, SOLDIERS

VARIANTS = ("five_card",)
START_SOLDIERS = {"five_card": 10}  # WD-029
SHIPPED_BOARD = "ring24"
FEWEST_PLAYERS = 2  # WD-009
LONGEST_GAME = 2**31 - 2  # turns, the range of the counter


@dataclass(frozen=True)
class Config(Options):
    """Everything a table agrees on before it sits down. ConfigError names a value that is not allowed."""

    num_players: int = whole(4, FEWEST_PLAYERS, SEATS, house=False)
    """Players at the table (WD-009)."""
    variant: str = one_of("five_card", VARIANTS, house=False)
    """Which game is played; `five_card` is the short base game (WD-006)."""
    max_turns: int | None = whole(None, 1, LONGEST_GAME)
    """Turns after which the game is cut (truncated); None leaves it without end (WD-010)."""
    last_player: str = one_of("last_survivor_wins", LAST_PLAYER_NAMES)
    """What happens when one player is left: `last_survivor_wins` or `stalemate` (WD-272, WD-273)."""
    death_penalty: bool = switch(True)
    """Life/Death ejects at a full table of three to five (WD-166)."""
    death_penalty_two_players: bool = switch(False)
    """It does so with two players as well (WD-167)."""
    omit_brutal_cards: bool = switch(False, house=False)
    """Leave `Lose every soldier bar one` and `Lose every Continent Card` out of the pack (WD-098)."""
    percent_known: int = whole(90, 0, 100)
    """Right answers in 100 to a question whose title the player knows (WD-105)."""
    percent_unknown: int = whole(10, 0, 100)
    """Right answers in 100 to a question whose title the player does not know."""
    board: str = path(SHIPPED_BOARD, SHIPPED_BOARD)
    """`ring24`, or the path of a board file of one's own."""
    continent_cards: str | None = path(None)
    """Path of one's own file of Continent Cards."""
    manoeuvre_deck: str | None = path(None)
    """Path of one's own Manoeuvre deck."""
    purgadies: str | None = path(None)
    """Path of one's own Purgadies Cards."""
    themes: str | None = path(None)
    """Path of one's own Intelligence themes."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for is_so, reason in self._contradictions():
            if is_so:
                raise ConfigError(reason)

    def _contradictions(self) -> Iterator[tuple[bool, str]]:
        """What cannot be agreed on together, each with the reason."""
        yield (
            self.death_penalty_two_players and not self.death_penalty,
            "death_penalty_two_players is True where death_penalty is False; allowed is a penalty for two "
            "only where there is one at all",
        )

    @property
    def start_soldiers(self) -> int:
        """Soldiers each player starts with; the Garrison has the rest of the hundred."""
        soldiers = START_SOLDIERS[self.variant]
        assert soldiers * self.num_players <= SOLDIERS
        return soldiers
