"""The options of a game of Superpowers."""

from functools import cache
from typing import Annotated

from wd_env.errors import ConfigError, quoted
from wd_env.games.superpowers.board.board_file import BUNDLED_BOARDS, load_board
from wd_env.games.superpowers.board.board_model import Board
from wd_env.games.superpowers.board.bundled_board import BOARD
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import PLAYERS_WITH_ALLIES, POWERS, TURN_ORDER
from wd_env.options import Choice, FileName, Format, Interval, options
from wd_env.spec.rule_options import SETUP, GameConfig

MIN_PLAYERS, MAX_PLAYERS = 2, POWERS
ALONE, TWO_SIDES, CLOCKWISE = "alone", "two", "clockwise"
PLAYERS_WITH_SMALL_SIDE = (5, 7)
BASIC = "basic"
# options that the basic rules do not have, with their defaults
ADVANCED_OPTIONS = {
    "tech": "public",
    "free_for_all": False,
    "small_alliance": False,
    "encircle_counts_ad": False,
    "ad_mode": "pooled",
    "two_player_treaties": False,
}


@options
class Config(GameConfig):
    """Options of a game."""

    num_players: Annotated[int, Interval(ge=MIN_PLAYERS, le=MAX_PLAYERS), SETUP] = 4
    """Number of players. With two players each has two powers, with three one of them has two."""
    ruleset: Annotated[str, Choice(("basic", "advanced"))] = "basic"
    """Rule set: the basic rules of the book, or also the advanced ones."""
    board: Annotated[str, FileName(BUNDLED_BOARDS)] = BUNDLED_BOARDS[0]
    """Board: the bundled one, or a board file."""
    setup: Annotated[str, Choice(("pick", "deal"))] = "pick"
    """Whether players choose nations, ports and lands of three infantry units, or nations are dealt at random."""
    teams: Annotated[str, Format("alone, two, or the players of each team such as 0,2/1,3")] = ALONE
    """Teams for the whole game: `alone`, `two`, or the players of each team such as `0,2/1,3`."""
    turn_order: Annotated[str, Format("clockwise, or all eight powers such as us,la,eu,ac,rr,mef,cfe,ie")] = CLOCKWISE
    """Order of the turns: `clockwise` (from west to east), or a list of all powers."""
    price_list: Annotated[str, Choice(("book", "online"))] = "book"
    """Prices of units: those of the book, or of the online game, which sells infantry singly and adds none."""
    tech: Annotated[str, Choice(("public", "book", "off"))] = "public"
    """Technologies: three in each of six categories, one in each as in the book, or none."""
    income_model: Annotated[str, Choice(("criteria", "printed"))] = "criteria"
    """Income from land: 10 for a capital and for a complete empire, or the number printed in each land."""
    joint_purchase: bool = False
    """Whether all powers buy units at the start of a round; each may change its purchase once at the start of its
    turn."""
    encircle: Annotated[str, Choice(("auto", "ask", "off"))] = "auto"
    """Whether encirclement is used whenever possible, only if the attacker chooses it, or never."""
    encircle_counts_ad: bool = False
    """Whether air defence counts as a defender for encirclement."""
    ad_mode: Annotated[str, Choice(("pooled", "targeted"))] = "pooled"
    """Which planes air defence hits: any planes that the attacker names, or for each die one given plane."""
    canal_permission: Annotated[str, Choice(("allies", "nobody", "peace", "ask"))] = "allies"
    """Who else may pass the canals of a power: allies, nobody, allies and peace partners, or allies and the powers that
    it permits before combat."""
    general_withdraw: Annotated[str, Choice(("first_round", "any_round"))] = "first_round"
    """When a general may leave a battle: after the first round of dice, or after any round."""
    general_bonus: bool = False
    """Whether the general of each power has the national bonus of the expansion."""
    missile_spares_leaders: bool = False
    """Whether missiles destroy neither generals nor rulers."""
    two_player_treaties: bool = False
    """Whether peace treaties exist in two-player games."""
    free_for_all: bool = False
    """Whether only the last player who holds land wins, instead of a team with enough capitals."""
    small_alliance: bool = False
    """Whether the smaller half of five or seven players may declare itself the small alliance."""
    six_capitals: bool = True
    """Whether six capitals are needed to win if a team has five by round 7."""
    six_scope: Annotated[str, Choice(("all", "team"))] = "all"
    """Who then needs six capitals: all teams, or only that team."""
    sub_leaves: Annotated[str, Choice(("after_attack", "round_start"))] = "after_attack"
    """When defending submarines may leave or dive: after the attack dice, or before any die of a round."""
    skip_forced: bool = False
    """Whether decisions with one legal action are made automatically within an order or a battle."""
    auto_casualties: bool = False
    """Whether losses are taken automatically: the cheapest unit first; an attacker keeps a ground unit to the end."""
    auto_land: bool = False
    """Whether planes automatically land at the nearest place."""
    auto_place: bool = False
    """Whether purchased units are automatically placed at the first possible place."""
    allow_surrender: bool = False
    """Whether a power may surrender."""
    max_rounds: Annotated[int, Interval(ge=1, le=4000)] | None = 30
    """Number of rounds after which the game ends; None for no limit."""
    at_limit: Annotated[str, Choice(("capitals", "nobody"))] = "capitals"
    """Who wins at `max_rounds`: the team with most capitals, then most production, or nobody."""

    def __post_init__(self) -> None:
        self.team_numbers()
        self.power_order()
        if self.max_rounds is None and self.at_limit != "capitals":
            raise ConfigError(f"max_rounds: expected a number of rounds for at_limit {quoted(self.at_limit)}, got none")

        for name, usual in ADVANCED_OPTIONS.items():
            value = getattr(self, name)
            if self.ruleset == BASIC and value != usual:
                raise ConfigError(f"{name}: expected {usual} with ruleset basic, got {value}")
        if self.free_for_all and (self.num_players == PLAYERS_WITH_ALLIES or self.teams != ALONE):
            raise ConfigError("free_for_all: expected False where players are allied for the whole game, got True")
        if self.encircle_counts_ad and self.encircle == "off":
            raise ConfigError("encircle_counts_ad: expected False without encirclement, got True")
        if self.two_player_treaties and (self.num_players != MIN_PLAYERS or self.teams != ALONE):
            raise ConfigError("two_player_treaties: expected False unless two players are alone, got True")
        if self.small_alliance and not (self.has_treaties and self.num_players in PLAYERS_WITH_SMALL_SIDE):
            raise ConfigError("small_alliance: expected False without treaties of 5 or 7 players, got True")
        if self.small_alliance and self.free_for_all:  # it is never dissolved, so no power could be the last one
            raise ConfigError("small_alliance: expected False with free_for_all, got True")
        if not self.six_capitals and self.six_scope != "all":
            raise ConfigError(f"six_scope: expected all without six_capitals, got {quoted(self.six_scope)}")

    @property
    def sizing(self) -> "Config":
        """The options on which the `GameSpec` depends (the board); all others have their defaults."""
        return _on_board(self.board)

    @property
    def digest(self) -> str:
        """Digest of the contents of the board file that the rules use."""
        return self.load().digest

    @property
    def has_treaties(self) -> bool:
        """Whether powers can make treaties: advanced rules, four or more players, no teams (SP-004, R19)."""
        is_open = self.ruleset != BASIC and self.teams == ALONE
        return is_open and (self.num_players > PLAYERS_WITH_ALLIES or self.two_player_treaties)

    def load(self) -> Board:
        """Read the board.

        Raises:
            DataError: If the file cannot be read, or its board cannot be played.
        """
        return BOARD if self.board in BUNDLED_BOARDS else load_board(self.board)

    def power_order(self) -> tuple[int, ...]:
        """Return the powers in the order of their turns.

        Raises:
            ConfigError: If `turn_order` does not name each of the eight powers once.
        """
        if self.turn_order == CLOCKWISE:
            return TURN_ORDER
        names = [word.strip() for word in self.turn_order.split(",")]
        if sorted(names) != sorted(POWER_IDS):
            raise ConfigError(
                f"turn_order: expected clockwise or each of {','.join(POWER_IDS)} once, got {quoted(self.turn_order)}"
            )
        return tuple(POWER_IDS.index(name) for name in names)

    def team_numbers(self) -> list[int]:
        """Return the team of each player, counted from 0.

        Raises:
            ConfigError: If `teams` names a player twice, leaves one out, or is malformed.
        """
        players = self.num_players
        if players == PLAYERS_WITH_ALLIES and self.teams == ALONE:  # the other two are allied from the start (SP-003)
            return [0, 1, 1]
        if players == PLAYERS_WITH_ALLIES:
            raise ConfigError(f"teams: expected alone with 3 players, as the rules ally two, got {quoted(self.teams)}")
        if self.teams == ALONE:
            return list(range(players))
        if self.teams == TWO_SIDES:
            return [player % 2 for player in range(players)]
        groups = [[word.strip() for word in group.split(",")] for group in self.teams.split("/")]
        named = sorted(word for group in groups for word in group)
        if len(groups) == 1 or named != [str(player) for player in range(len(named))]:
            raise ConfigError(
                f"teams: expected alone, two, or every player once in two teams or more, as 0,2/1,3, "
                f"got {quoted(self.teams)}"
            )
        if len(named) != players:
            raise ConfigError(
                f"teams: expected each of {players} players in one team, as 0,2/1,3, got {quoted(self.teams)}"
            )
        return [next(i for i, group in enumerate(groups) if str(player) in group) for player in range(players)]


@cache
def _on_board(board: str) -> Config:
    return Config(board=board)
