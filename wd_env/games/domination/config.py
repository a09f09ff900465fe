"""The options of Domination (ledger, section 7)."""

from contextlib import suppress
from functools import cache
from typing import Annotated, Any, Self

from wd_env.errors import ConfigError, DataError, did_you_mean, quoted
from wd_env.games.domination.definitions.rule_constants import DEFENCE_DICE, MAX_DICE, MIN_NEW_ARMIES
from wd_env.games.domination.maps.border_sets import BORDER_SETS, BUNDLED_MAPS, DEFAULT_BORDERS
from wd_env.games.domination.maps.map_catalogue import Map, load_map
from wd_env.games.domination.maps.map_file import MAX_COUNTRIES
from wd_env.games.domination.maps.map_sizes import check_capacity
from wd_env.games.domination.starting_armies import MAX_SEATS, MIN_SEATS, is_enough, starting_armies
from wd_env.options import Choice, Convert, FileName, Interval, options
from wd_env.spec.rule_options import ADDED_LATER, SETUP, GameConfig

GAME_TYPES = ("domination", "capital", "mission")
CARD_VALUES = ("increasing", "fixed", "italian")


def _flag_text(value: Any) -> Any:
    """Return a boolean, as the ledger writes it, as the name of the choice."""
    return str(value).lower() if isinstance(value, bool) else value


@options
class Config(GameConfig):
    """Options of a game. The defaults are the rules of the program's help page, except where stated.

    Raises:
        ConfigError: If an option is out of range, or a combination of options is not allowed.
    """

    num_players: Annotated[int, Interval(ge=MIN_SEATS, le=MAX_SEATS), SETUP] = 3
    """Number of seats, one player each."""
    map: Annotated[str, FileName(BUNDLED_MAPS)] = "classic"
    """The map: a bundled one, or a map file."""
    borders: Annotated[str, Choice(tuple(BORDER_SETS)), SETUP] = DEFAULT_BORDERS
    """Border set of a bundled map; a map file has its own."""
    cards: Annotated[str, FileName(("generated",))] | None = None
    """Deck file that replaces the deck of the map, or `generated`."""
    game_type: Annotated[str, Choice(GAME_TYPES)] = "domination"
    """Goal of the game: all countries, all capitals, or a secret mission for each player."""
    card_values: Annotated[str, Choice(CARD_VALUES)] = "increasing"
    """Values of card sets."""
    defence_dice: Annotated[int, Interval(ge=1, le=MAX_DICE), SETUP] | None = None
    """Maximum number of dice of a defender; None for 2, and 3 with italian card values."""
    auto_place: Annotated[str, Choice(("none", "countries", "all"))] = "none"
    """What is dealt at random at the start: nothing, the countries, or all armies too."""
    after_deal: Annotated[str, Choice(("first", "next")), ADDED_LATER] = "first"
    """Who places first after a deal: the first seat, or the seat after the last one that was dealt a country."""
    recycle: bool = True
    """Whether discards become the deck when the deck is empty."""
    auto_defend: bool = True
    """Whether defenders always throw the maximum number of dice."""
    attack_dice: Annotated[str, Choice(("free", "max"))] = "free"
    """Whether attackers choose their number of dice, or always throw the maximum."""
    blitz: bool = True
    """Whether an action can fight a battle to its end."""
    min_new_armies: Annotated[int, Interval(ge=0, le=MIN_NEW_ARMIES)] = MIN_NEW_ARMIES
    """Minimum number of new armies for the countries of a seat at the start of its turn."""
    max_hand: Annotated[str, Choice(("five", "none"))] = "five"
    """Number of cards with which sets must be traded: five (never with italian values), or no limit."""
    italian_bonus: Annotated[str, Choice(("on_country", "free_each"))] = "on_country"
    """With italian values: two armies on one country shown, or two for each, placed freely."""
    reinforce: Annotated[str, Choice(("adjacent", "connected"))] = "adjacent"
    """Range of the move that ends a turn: to a neighbour, or through any own countries."""
    open_hands: bool = False
    """Whether all players see all cards in hands."""
    continue_after_win: Annotated[str, Choice(("false", "true", "ask")), Convert(_flag_text)] = "false"
    """Whether the game continues once, for conquest, after another win; `ask`: the winner decides."""
    amounts: Annotated[str, Choice(("buckets", "exact"))] = "buckets"
    """How armies that follow or move are chosen: one of eight amounts, or in steps until a pass."""
    trade_mode: Annotated[str, Choice(("kinds", "exact"))] = "kinds"
    """How a set is traded: by its kind, or by naming its three cards one after another."""
    encoding: Annotated[str, Choice(("compact", "edge"))] = "compact"
    """Whether attacks and moves name origin and target in two actions, or a border in one."""
    capacity: Annotated[int, Interval(ge=2, le=MAX_COUNTRIES), SETUP] | None = None
    """Countries for which sizes are fixed, so that maps can share a batch (limits: SPEC.md); None: those of the map."""
    shuffle_seats: bool = False
    """Whether chance seats the players; otherwise it only decides who begins."""
    reward: Annotated[str, Choice(("win", "rank"))] = "win"
    """Final rewards: for a win, or by the rank of each player, also if the game is truncated."""
    max_rounds: Annotated[int, Interval(ge=1, le=30_000)] | None = 300
    """Number of rounds after which the game ends; None for no limit, not allowed if seats may get no armies."""
    at_limit: Annotated[str, Choice(("cut", "most_countries")), ADDED_LATER] = "cut"
    """Result after `max_rounds`: truncated without a winner, or a win for most countries."""

    def __post_init__(self) -> None:
        if self.max_rounds is None and self.min_new_armies == 0:
            raise ConfigError(
                "max_rounds: expected a number if min_new_armies is 0, because such games may never end, got None"
            )
        if self.encoding == "edge" and self.reinforce == "connected":
            raise ConfigError("reinforce: expected adjacent, because encoding edge moves along borders, got connected")

        if self.encoding == "edge" and self.capacity is not None:
            raise ConfigError(
                f"encoding: expected compact with capacity {self.capacity}, because edge needs the borders of "
                "one map, got edge"
            )
        with suppress(DataError):  # the error of an unreadable file is raised when a game starts
            self.load()

    @classmethod
    def preset(cls, name: str, **options: Any) -> Self:
        """Make the configuration of a preset (ledger 7).

        Args:
            name: `help`, the program's help page; `italian_help`, its Italian rules; `italian_2022`, those of the later
                program; or `quick`, which deals everything and throws all dice.
            **options: Options that replace those of the preset.

        Returns:
            The configuration.

        Raises:
            ConfigError: If the name is unknown, or an option is invalid.
        """
        if name not in PRESETS:
            raise ConfigError(
                f"unknown preset {quoted(name)}; expected {', '.join(PRESETS)}{did_you_mean(name, PRESETS)}"
            )
        return cls.of(**PRESETS[name] | options)

    @property
    def max_defence_dice(self) -> int:
        """The maximum number of defence dice (DOM-143, DOM-145)."""
        usual = MAX_DICE if self.card_values == "italian" else DEFENCE_DICE
        return self.defence_dice or usual

    @property
    def sizing(self) -> "Config":
        """The options on which the `GameSpec` depends; the others have their defaults, which every map allows."""
        return _sizing(self.map, self.cards, self.borders, self.encoding, self.capacity)

    @property
    def digest(self) -> str:
        """The digest of everything that the rules read in the current files of map and deck."""
        return self.load().digest

    def load(self) -> Map:
        """Read the map with its deck.

        Returns:
            The map.

        Raises:
            ConfigError: If the map has fewer countries than seats, its countries cannot all be claimed, or there are
                too few missions (DOM-012, DOM-020).
            DataError: If a file is invalid.
        """
        ways = self.borders if self.map in BUNDLED_MAPS else None
        loaded = load_map(self.map, self.cards, ways)
        if self.capacity is not None:
            check_capacity(loaded, self.capacity, self.map)
        countries, seats = len(loaded.countries), self.num_players
        if countries < seats:
            raise ConfigError(f"num_players: expected at most {countries}, the countries of the map, got {seats}")
        if not is_enough(countries, seats):
            armies = starting_armies(countries, seats)
            raise ConfigError(
                f"map: expected one whose countries can all be claimed, got {countries} countries for "
                f"{seats} seats with "
                f"{armies} armies each"
            )
        if self.game_type == "mission" and len(loaded.deck.missions_for(seats)) < seats:
            raise ConfigError(
                f"game_type: expected a deck with a mission for each of {seats} seats, got mission with "
                f"{len(loaded.deck.missions_for(seats))} missions"
            )
        return loaded


PRESETS: dict[str, dict[str, Any]] = {  # by the names of `Config.preset`
    "help": {},
    "italian_help": {"card_values": "italian"},
    "italian_2022": {"card_values": "italian", "min_new_armies": 0, "italian_bonus": "free_each"},
    "quick": {"auto_place": "all", "attack_dice": "max", "card_values": "fixed"},
}


@cache
def _sizing(board: str, cards: str | None, borders: str, encoding: str, capacity: int | None) -> Config:
    if capacity is not None:  # with any map
        return Config(num_players=MIN_SEATS, capacity=capacity)
    return Config(num_players=MIN_SEATS, map=board, cards=cards, borders=borders, encoding=encoding)
