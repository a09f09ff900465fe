"""What a table of Superpowers agrees on before it begins."""

from typing import Annotated

from wd_env.errors import ConfigError, quoted
from wd_env.games.superpowers.definitions.rule_constants import PLAYERS_WITH_ALLIES, POWERS
from wd_env.options import Choice, Format, Interval, options
from wd_env.spec.rule_options import SETUP, GameConfig

MIN_PLAYERS, MAX_PLAYERS = 2, POWERS
ALONE, TWO_SIDES = "alone", "two"


@options
class Config(GameConfig):
    """Options of a table; the basic rules unless said otherwise."""

    num_players: Annotated[int, Interval(ge=MIN_PLAYERS, le=MAX_PLAYERS), SETUP] = 4
    """Players; two of two players, and one of three, have two powers."""
    setup: Annotated[str, Choice(("pick", "deal"))] = "pick"
    """Whether players pick nations, ports and the places of three infantry, or all that is dealt."""
    teams: Annotated[str, Format("alone, two, or the players of each team such as 0,2/1,3")] = ALONE
    """Who is allied for the whole game."""
    encircle: Annotated[str, Choice(("auto", "ask", "off"))] = "auto"
    """Whether encirclement is used whenever it is possible, if the attacker chooses it, or never."""
    canal_permission: Annotated[str, Choice(("allies", "nobody"))] = "allies"
    """Who may pass the canals of a power in addition to itself."""
    six_capitals: bool = True
    """Whether six capitals are needed once a team has five by round 7."""
    skip_forced: bool = False
    """Whether choices with one answer are made without asking, where an order or a battle has them."""
    auto_casualties: bool = False
    """Whether losses are taken in a fixed order: the cheapest first, an attacker keeps one ground unit to the end."""
    auto_land: bool = False
    """Whether planes land at the nearest place."""
    auto_place: bool = False
    """Whether all that was bought goes to the first place it may go to."""
    allow_surrender: bool = False
    """Whether a power may surrender."""
    max_rounds: Annotated[int, Interval(ge=1, le=4000)] | None = 30
    """Rounds after which the game is over; None for no end."""
    at_limit: Annotated[str, Choice(("capitals", "nobody"))] = "capitals"
    """Who wins at `max_rounds`: the team with most capitals, then most production, or nobody."""

    def __post_init__(self) -> None:
        self.team_numbers()

    def team_numbers(self) -> list[int]:
        """Return the team of each player, counted from 0.

        Raises:
            ConfigError: If `teams` names a player twice, leaves one out, or is malformed.
        """
        players = self.num_players
        if players == PLAYERS_WITH_ALLIES and self.teams == ALONE:  # the other two are allied from the start (SP-003)
            return [0, 1, 1]
        if self.teams == ALONE:
            return list(range(players))
        if self.teams == TWO_SIDES:
            return [player % 2 for player in range(players)]
        if players == PLAYERS_WITH_ALLIES:
            raise ConfigError(f"teams is {quoted(self.teams)} with 3 players; allowed is alone, as the rules ally two")
        told = f"teams is {quoted(self.teams)} with {players} players; allowed is each player in one team, as 0,2/1,3"
        groups = [group.split(",") for group in self.teams.split("/")]
        named = [word.strip() for group in groups for word in group]
        if sorted(named) != [str(player) for player in range(players)] or len(groups) == 1:
            raise ConfigError(told)
        return [
            next(i for i, group in enumerate(groups) if str(player) in [w.strip() for w in group])
            for player in range(players)
        ]
