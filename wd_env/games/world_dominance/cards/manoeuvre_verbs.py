"""The verbs of Manoeuvre Cards: parameters, effects, and when each is void.

Rows of a deck file are read by these declarations, and the page on custom files is generated from them.
"""

from collections.abc import Callable
from dataclasses import dataclass

from wd_env.games.world_dominance.definitions import names
from wd_env.games.world_dominance.definitions.rule_constants import MOST_MISSED
from wd_env.storage.toml_rows import DataRow

FACES = ("down", "up")  # whether a card of the pack is drawn or chosen
CARD_KINDS = {"any": names.ANY_KIND, **names.KIND_NAMES}
COLOURED = tuple(name for region, name in enumerate(names.REGION_NAMES) if region != names.ANTARCTICA)
RING_SPACE_NAMES = names.SPACE_NAMES[: names.ANTARCTICA_SPACE]
PARAMETERS = 4  # maximum number of parameters of a card


@dataclass(frozen=True)
class VerbParameter:
    """A field that rows of a verb must have; `read` converts it to numbers or raises DataError."""

    field: str
    read: Callable[[DataRow], tuple[int, ...]]
    description: str


@dataclass(frozen=True)
class Verb:
    """A verb: its effect, and when it is void; `order` sorts its numbers into their order in `names`."""

    code: int  # VERB_...
    effect: str
    void_condition: str
    parameters: tuple[VerbParameter, ...] = ()
    order: tuple[int, ...] = ()  # empty for the order of the fields

    @property
    def name(self) -> str:
        """Return the word in the deck file."""
        return names.VERB_NAMES[self.code]

    def read(self, row: DataRow) -> tuple[int, ...]:
        """Return the parameters in the order of `names`, 0 for unused ones; DataError if the row is invalid."""
        numbers = [number for parameter in self.parameters for number in parameter.read(row)]
        in_order = [numbers[place] for place in self.order] if self.order else numbers
        return (*in_order, *[0] * (PARAMETERS - len(in_order)))


def _regions(row: DataRow) -> tuple[int, int]:
    """Return two continents; a single one is returned twice."""
    regions = [names.REGION_NAMES.index(name) for name in row.choices("regions", COLOURED, 2)]
    return regions[0], regions[-1]


def _soldiers_each(row: DataRow) -> tuple[int, int]:
    """Return as many numbers as there are regions, a single one twice."""
    regions = row.values.get("regions")
    soldiers = row.integers("soldiers", names.SOLDIERS, 1 if isinstance(regions, list) and len(regions) == 1 else 2)
    return soldiers[0], soldiers[-1]


def _destination(row: DataRow) -> tuple[int]:
    space = row.choice("space", ("any", *names.SPACE_NAMES[: names.NO_SPACE]))
    return (names.NO_SPACE if space == "any" else names.SPACE_NAMES.index(space),)


def _kinds(row: DataRow) -> tuple[int]:
    bits = 0
    for name in row.choices("kinds", tuple(CARD_KINDS), len(CARD_KINDS)):
        bits |= CARD_KINDS[name]
    return (bits,)


def _int_parameter(field: str, description: str, high: int = names.SOLDIERS, low: int = 0) -> VerbParameter:
    return VerbParameter(field, lambda row: (row.integer(field, high, low),), description)


def _choice_parameter(field: str, choices: tuple[str, ...], description: str) -> VerbParameter:
    return VerbParameter(field, lambda row: (choices.index(row.choice(field, choices)),), description)


KINDS = VerbParameter("kinds", _kinds, "kinds of Continent Card concerned")
REGIONS = VerbParameter("regions", _regions, "one continent or two")
SOLDIERS_PAID = _int_parameter("soldiers", "soldiers that the Garrison pays before the landing")
EACH_HAS = _int_parameter("each_has_more_than", "the card is void unless each payer has more soldiers than this")
DIRECTION = _choice_parameter("direction", names.DIRECTION_NAMES[: names.EITHER_WAY], "direction along the ring")
LANDS = "it lands there as after a throw"
NONE_HELD = "the drawer holds no such card that may be lost"
ANTARCTICA_DONE = "a card of Antarctica alone is void once Antarctica was completed"

VERBS: tuple[Verb, ...] = (
    Verb(names.VERB_NOTHING, "Nothing.", "always"),
    Verb(
        names.VERB_GO_TO_AIRSPACES,
        f"The drawer's piece goes to a space of these Airspaces that the drawer names; {LANDS}.",
        "all of them are closed",
        (REGIONS, SOLDIERS_PAID),
    ),
    Verb(
        names.VERB_GO_TO_ONE_OF,
        f"The drawer's piece goes to the Continent Space of one of these regions, which the drawer names; {LANDS}.",
        "all of them are closed",
        (
            REGIONS,
            VerbParameter(
                "soldiers",
                _soldiers_each,
                "soldiers that the Garrison pays before the landing, one number for each region",
            ),
        ),
        order=(0, 2, 1, 3),
    ),
    Verb(
        names.VERB_SEND,
        "An opponent whom the drawer names is moved there and acts on the space.",
        "no opponent can be named, or every such space is closed; only opponents who could enter Antarctica are sent "
        "there, unless `sending_overrides_entry`",
        (VerbParameter("space", _destination, "kind of the space; with `any` the drawer chooses the space"),),
    ),
    Verb(
        names.VERB_CLOSE,
        "The drawer closes a region; the card lies there as long as it is closed.",
        "a region is closed already",
    ),
    Verb(
        names.VERB_TAKE,
        "The drawer takes a card of these kinds from the World Pack or an opponent, by default without paying.",
        f"no opponent has one and the pack has none; {ANTARCTICA_DONE}",
        (KINDS, _choice_parameter("face", FACES, "whether a card of the pack is drawn face down, or chosen face up")),
    ),
    Verb(
        names.VERB_LOSE,
        "The drawer returns a card of these kinds, of the drawer's choice, to the World Pack.",
        f"{NONE_HELD}; {ANTARCTICA_DONE}",
        (KINDS,),
    ),
    Verb(names.VERB_LOSE_ALL, "The drawer returns every card that may be lost to the World Pack.", NONE_HELD),
    Verb(
        names.VERB_SWAP,
        "The drawer swaps a card with an opponent; the drawer chooses both cards, which must be of these kinds.",
        "the drawer has no such card that may be lost, or no opponent has one",
        (KINDS,),
    ),
    Verb(
        names.VERB_DONATE,
        "The drawer gives an opponent a card of these kinds and chooses the opponent and the card.",
        f"{NONE_HELD}, or no opponent can be named",
        (KINDS,),
    ),
    Verb(
        names.VERB_FORFEIT,
        "The drawer puts soldiers on the Resurrected Soldier Zone.",
        "Europe is closed",
        (_int_parameter("soldiers", "how many"),),
    ),
    Verb(
        names.VERB_FORFEIT_ALL_BUT,
        "The drawer puts all soldiers except some on the Resurrected Soldier Zone.",
        "Europe is closed",
        (_int_parameter("kept", "soldiers that stay"),),
    ),
    Verb(
        names.VERB_EACH_FORFEITS,
        "Every player in play, including the drawer, puts soldiers on the Resurrected Soldier Zone.",
        "Europe is closed, or a player is interned",
        (_int_parameter("soldiers", "how many each"), EACH_HAS),
    ),
    Verb(
        names.VERB_COLLECT_EACH,
        "Every opponent in play gives the drawer soldiers.",
        "a player is interned",
        (_int_parameter("soldiers", "how many each"), EACH_HAS),
    ),
    Verb(
        names.VERB_TAKE_SOLDIERS,
        "An opponent whom the drawer names gives the drawer soldiers.",
        "no opponent has enough",
        (
            _int_parameter("soldiers", "how many"),
            _int_parameter("opponent_has_more_than", "only an opponent with more soldiers than this can be named"),
        ),
    ),
    Verb(
        names.VERB_GAIN,
        "The Garrison pays the drawer soldiers, as far as it has them.",
        "never",
        (_int_parameter("soldiers", "how many"),),
    ),
    Verb(
        names.VERB_MISS_TURNS,
        "The drawer misses that many turns, and the card lies in front of the drawer until then. The player stays in "
        "play: other players owe the piece trespass, and it can be named.",
        "never",
        (_int_parameter("turns", "how many turns", MOST_MISSED, 1),),
    ),
    Verb(
        names.VERB_MOVE,
        f"The drawer's piece goes the given number of spaces along the ring; {LANDS}.",
        "the space is closed",
        (_int_parameter("spaces", "how many spaces", names.RING - 1, 1), DIRECTION, SOLDIERS_PAID),
    ),
    Verb(
        names.VERB_GO_TO_NEAREST,
        f"The drawer's piece goes to the nearest other open space of this kind; {LANDS}.",
        "there is none",
        (
            _choice_parameter("space", RING_SPACE_NAMES, "kind of the space"),
            _choice_parameter(
                "direction", names.DIRECTION_NAMES, "direction along the ring; clockwise for two at equal distance"
            ),
            SOLDIERS_PAID,
        ),
    ),
)

# Verbs after which a piece lands and plays its space, possibly another Manoeuvre space.
LANDING_VERBS = (
    names.VERB_GO_TO_AIRSPACES,
    names.VERB_GO_TO_ONE_OF,
    names.VERB_SEND,
    names.VERB_MOVE,
    names.VERB_GO_TO_NEAREST,
)
