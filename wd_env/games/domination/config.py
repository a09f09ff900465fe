"""What a table of Domination agrees on before it begins (ledger, section 7)."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from wd_env.errors import ConfigError, DataError, did_you_mean, quoted
from wd_env.games.domination.definitions.rule_constants import DEFENCE_DICE, MAX_DICE, MIN_NEW_ARMIES
from wd_env.games.domination.maps.border_sets import BORDER_SETS, BUNDLED_MAPS, DEFAULT_BORDERS
from wd_env.games.domination.maps.map_catalogue import Map, load_map
from wd_env.games.domination.maps.map_file import MAX_COUNTRIES
from wd_env.games.domination.maps.map_sizes import check_capacity
from wd_env.games.domination.starting_armies import MAX_SEATS, MIN_SEATS, is_enough, starting_armies
from wd_env.spec.rule_options import GameConfig, bool_option, choice_option, int_option, path_option

GAME_TYPES = ("domination", "capital", "mission")
CARD_VALUES = ("increasing", "fixed", "italian")


@dataclass(frozen=True)
class Config(GameConfig):
    """Options of a table; the rules of the help page unless said otherwise."""

    num_players: int = int_option(3, MIN_SEATS, MAX_SEATS, in_state=False)
    """Seats, a player each."""
    map: str = path_option("classic", *BUNDLED_MAPS)
    """The map: shipped, or a file of the community's format."""
    borders: str = choice_option(DEFAULT_BORDERS, tuple(BORDER_SETS), in_state=False)
    """Border set of a shipped map; a map file has its own."""
    cards: str | None = path_option(None, "generated")
    """The deck, where it is not the map's own."""
    game_type: str = choice_option("domination", GAME_TYPES)
    """What wins: all countries, all capitals, or the own mission."""
    card_values: str = choice_option("increasing", CARD_VALUES)
    """What a set of cards brings."""
    defence_dice: int | None = int_option(None, 1, MAX_DICE, in_state=False)
    """Most dice of a defender; None for 2, and 3 with italian card values."""
    auto_place: str = choice_option("none", ("none", "countries", "all"))
    """What is dealt at random when the game begins: nothing, the countries, or all armies too."""
    after_deal: str = choice_option("first", ("first", "next"), added_later=True)
    """Who places first after countries were dealt: the seat that began, or the next after the last that got one."""
    recycle: bool = bool_option(True)
    """Whether discards become the deck when the last card has left it."""
    auto_defend: bool = bool_option(True)
    """Whether defenders always throw as many dice as they may."""
    attack_dice: str = choice_option("free", ("free", "max"))
    """Whether attackers choose their number of dice, or throw as many as they may."""
    blitz: bool = bool_option(True)
    """Whether a battle may be rolled on to its end in one action."""
    min_new_armies: int = int_option(MIN_NEW_ARMIES, 0, MIN_NEW_ARMIES)
    """Least armies for the countries of a seat when its turn begins."""
    max_hand: str = choice_option("five", ("five", "none"))
    """With how many cards sets must be traded: five, though never with italian values, or no number."""
    italian_bonus: str = choice_option("on_country", ("on_country", "free_each"))
    """With italian values: two armies on one country shown, or two for each, placed freely."""
    reinforce: str = choice_option("adjacent", ("adjacent", "connected"))
    """Where the move that ends a turn may lead: to a neighbour, or through any own countries."""
    open_hands: bool = bool_option(False)
    """Whether everybody sees all cards in hands."""
    continue_after_win: str = choice_option("false", ("false", "true", "ask"))
    """Whether play goes on, once and for conquest alone, after capitals or a mission have won, or is asked for."""
    amounts: str = choice_option("buckets", ("buckets", "exact"))
    """How many armies follow or move: one of eight amounts, or as many as one adds until one passes."""
    trade_mode: str = choice_option("kinds", ("kinds", "exact"))
    """How a set is traded: by its kind, or by naming its three cards in turn."""
    encoding: str = choice_option("compact", ("compact", "edge"))
    """Whether attacks and moves name origin and target one after the other, or a border at once."""
    capacity: int | None = int_option(None, 2, MAX_COUNTRIES, in_state=False)
    """Places for countries where maps share spaces and batches (with limits, see SPEC.md); None for the map's own."""
    shuffle_seats: bool = bool_option(False)
    """Whether chance seats the players, so that their whole order is drawn and not only who begins."""
    reward: str = choice_option("win", ("win", "rank"))
    """What is paid in the end: a win, or the rank of each player, also where the game is cut."""
    max_rounds: int | None = int_option(300, 1, 30_000, allows_none=True)
    """Rounds after which the game is over; None for no end, though not where seats may get no armies."""
    at_limit: str = choice_option("cut", ("cut", "most_countries"), added_later=True)
    """What comes after `max_rounds`: the game is cut without a winner, or whoever holds most countries has won."""

    def __post_init__(self) -> None:
        given: str | bool = self.continue_after_win
        if isinstance(given, bool):  # as the ledger writes it
            object.__setattr__(self, "continue_after_win", str(given).lower())
        super().__post_init__()
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
