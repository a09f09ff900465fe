"""What a table of Domination agrees on before it begins (ledger, section 7)."""

from contextlib import suppress
from functools import cache
from typing import Annotated, Any, Self

from pydantic import BeforeValidator

from wd_env.errors import ConfigError, DataError, did_you_mean, quoted
from wd_env.games.domination.definitions.rule_constants import DEFENCE_DICE, MAX_DICE, MIN_NEW_ARMIES
from wd_env.games.domination.maps.border_sets import BORDER_SETS, BUNDLED_MAPS, DEFAULT_BORDERS
from wd_env.games.domination.maps.map_catalogue import Map, load_map
from wd_env.games.domination.maps.map_file import MAX_COUNTRIES
from wd_env.games.domination.maps.map_sizes import check_capacity
from wd_env.games.domination.starting_armies import MAX_SEATS, MIN_SEATS, is_enough, starting_armies
from wd_env.options import Choice, FileName, Interval, options
from wd_env.spec.rule_options import ADDED_LATER, SETUP, GameConfig

GAME_TYPES = ("domination", "capital", "mission")
CARD_VALUES = ("increasing", "fixed", "italian")


def _flag_text(value: Any) -> Any:
    """Return a boolean, as the ledger writes it, as the name of the choice."""
    return str(value).lower() if isinstance(value, bool) else value


@options
class Config(GameConfig):
    """Options of a table; the rules of the help page unless said otherwise."""

    num_players: Annotated[int, Interval(ge=MIN_SEATS, le=MAX_SEATS), SETUP] = 3
    """Seats, a player each."""
    map: Annotated[str, FileName(BUNDLED_MAPS)] = "classic"
    """The map: shipped, or a file of the community's format."""
    borders: Annotated[str, Choice(tuple(BORDER_SETS)), SETUP] = DEFAULT_BORDERS
    """Border set of a shipped map; a map file has its own."""
    cards: Annotated[str, FileName(("generated",))] | None = None
    """The deck, where it is not the map's own."""
    game_type: Annotated[str, Choice(GAME_TYPES)] = "domination"
    """What wins: all countries, all capitals, or the own mission."""
    card_values: Annotated[str, Choice(CARD_VALUES)] = "increasing"
    """What a set of cards brings."""
    defence_dice: Annotated[int, Interval(ge=1, le=MAX_DICE), SETUP] | None = None
    """Most dice of a defender; None for 2, and 3 with italian card values."""
    auto_place: Annotated[str, Choice(("none", "countries", "all"))] = "none"
    """What is dealt at random when the game begins: nothing, the countries, or all armies too."""
    after_deal: Annotated[str, Choice(("first", "next")), ADDED_LATER] = "first"
    """Who places first after countries were dealt: the seat that began, or the next after the last that got one."""
    recycle: bool = True
    """Whether discards become the deck when the last card has left it."""
    auto_defend: bool = True
    """Whether defenders always throw as many dice as they may."""
    attack_dice: Annotated[str, Choice(("free", "max"))] = "free"
    """Whether attackers choose their number of dice, or throw as many as they may."""
    blitz: bool = True
    """Whether a battle may be rolled on to its end in one action."""
    min_new_armies: Annotated[int, Interval(ge=0, le=MIN_NEW_ARMIES)] = MIN_NEW_ARMIES
    """Least armies for the countries of a seat when its turn begins."""
    max_hand: Annotated[str, Choice(("five", "none"))] = "five"
    """With how many cards sets must be traded: five, though never with italian values, or no number."""
    italian_bonus: Annotated[str, Choice(("on_country", "free_each"))] = "on_country"
    """With italian values: two armies on one country shown, or two for each, placed freely."""
    reinforce: Annotated[str, Choice(("adjacent", "connected"))] = "adjacent"
    """Where the move that ends a turn may lead: to a neighbour, or through any own countries."""
    open_hands: bool = False
    """Whether everybody sees all cards in hands."""
    continue_after_win: Annotated[str, Choice(("false", "true", "ask")), BeforeValidator(_flag_text)] = "false"
    """Whether play goes on, once and for conquest alone, after capitals or a mission have won, or is asked for."""
    amounts: Annotated[str, Choice(("buckets", "exact"))] = "buckets"
    """How many armies follow or move: one of eight amounts, or as many as one adds until one passes."""
    trade_mode: Annotated[str, Choice(("kinds", "exact"))] = "kinds"
    """How a set is traded: by its kind, or by naming its three cards in turn."""
    encoding: Annotated[str, Choice(("compact", "edge"))] = "compact"
    """Whether attacks and moves name origin and target one after the other, or a border at once."""
    capacity: Annotated[int, Interval(ge=2, le=MAX_COUNTRIES), SETUP] | None = None
    """Places for countries where maps share spaces and batches (with limits, see SPEC.md); None for the map's own."""
    shuffle_seats: bool = False
    """Whether chance seats the players, so that their whole order is drawn and not only who begins."""
    reward: Annotated[str, Choice(("win", "rank"))] = "win"
    """What is paid in the end: a win, or the rank of each player, also where the game is cut."""
    max_rounds: Annotated[int, Interval(ge=1, le=30_000)] | None = 300
    """Rounds after which the game is over; None for no end, though not where seats may get no armies."""
    at_limit: Annotated[str, Choice(("cut", "most_countries")), ADDED_LATER] = "cut"
    """What comes after `max_rounds`: the game is cut without a winner, or whoever holds most countries has won."""

    def __post_init__(self) -> None:
        if self.max_rounds is None and self.min_new_armies == 0:
            raise ConfigError(
                "max_rounds is None where min_new_armies is 0; allowed is a number, since such games may stand still"
            )
        if self.encoding == "edge" and self.reinforce == "connected":
            raise ConfigError(
                "encoding is edge where reinforce is connected; allowed is adjacent, for moves along borders"
            )

        if self.encoding == "edge" and self.capacity is not None:
            raise ConfigError(
                f"encoding is edge where capacity is {self.capacity}; allowed is compact, for borders are of one map"
            )
        with suppress(DataError):  # a file that cannot be read is refused when somebody plays on it
            self.load()

    @classmethod
    def preset(cls, name: str, **options: Any) -> Self:
        """Make the configuration of a name that tables know (ledger 7), with other options if wanted.

        `help` is the program's help page, `italian_help` its Italian rules, `italian_2022` those of the later program,
        `quick` deals everything and throws all dice. ConfigError for another name, and as for any configuration.
        """
        if name not in PRESETS:
            told = f"preset {quoted(name)} is unknown; allowed are {', '.join(PRESETS)}"
            raise ConfigError(told + did_you_mean(name, PRESETS))
        return cls.of(**PRESETS[name] | options)

    @property
    def max_defence_dice(self) -> int:
        """The limit of defence dice in force (DOM-143, DOM-145)."""
        usual = MAX_DICE if self.card_values == "italian" else DEFENCE_DICE
        return self.defence_dice or usual

    @property
    def sizing(self) -> "Config":
        """The options on which the sizes of a game depend; the others have their defaults, as every map allows."""
        return _sizing(self.map, self.cards, self.borders, self.encoding, self.capacity)

    @property
    def digest(self) -> str:
        """The digest of all that the rules read in the files of map and deck, as they are now."""
        return self.load().digest

    def load(self) -> Map:
        """Read the map with its deck.

        ConfigError where it has fewer countries than seats, which would begin without one, where its countries cannot
        all be claimed, and where there are too few missions (DOM-012, DOM-020).
        """
        ways = self.borders if self.map in BUNDLED_MAPS else None
        found = load_map(self.map, self.cards, ways)
        if self.capacity is not None:
            check_capacity(found, self.capacity, self.map)
        countries, seats = len(found.countries), self.num_players
        if countries < seats:
            told = f"num_players is {seats} on a map of {countries} countries"
            raise ConfigError(f"{told}; allowed is a country for each seat at least")
        if not is_enough(countries, seats):
            armies = starting_armies(countries, seats)
            told = f"num_players is {seats} on a map of {countries} countries, with {armies} armies each"
            raise ConfigError(f"{told}; allowed are maps whose countries can all be claimed")
        if self.game_type == "mission" and len(found.deck.missions_for(seats)) < seats:
            told = f"game_type is mission with {len(found.deck.missions_for(seats))} missions for {seats} seats"
            raise ConfigError(f"{told}; allowed are decks with a mission for each")
        return found


PRESETS: dict[str, dict[str, Any]] = {  # whose names `Config.preset` takes
    "help": {},
    "italian_help": {"card_values": "italian"},
    "italian_2022": {"card_values": "italian", "min_new_armies": 0, "italian_bonus": "free_each"},
    "quick": {"auto_place": "all", "attack_dice": "max", "card_values": "fixed"},
}


@cache
def _sizing(board: str, cards: str | None, borders: str, encoding: str, capacity: int | None) -> Config:
    if capacity is not None:  # whatever its map
        return Config(num_players=MIN_SEATS, capacity=capacity)
    borders = borders if encoding == "edge" else DEFAULT_BORDERS
    return Config(num_players=MIN_SEATS, map=board, cards=cards, borders=borders, encoding=encoding)
