"""The Manoeuvre Cards: what a row of their file may say, and the verb with parameters that it becomes."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from wd_env.core.datafile import Row, check_distinct, read, rows_in
from wd_env.core.errors import DataError
from wd_env.world_dominance import names

FACES = ("down", "up")  # how a card is taken from the pack: drawn, or chosen
CARD_KINDS = {"any": names.ANY_KIND, **names.KIND_NAMES}
COLOURED = tuple(name for region, name in enumerate(names.REGION_NAMES) if region != names.ANTARCTICA)

# Verbs after which a piece lands and plays its space, perhaps another Manoeuvre space.
LANDING_VERBS = (names.VERB_GO_TO_AIRSPACES, names.VERB_GO_TO_ONE_OF, names.VERB_SEND)


@dataclass(frozen=True)
class ManoeuvreCard:
    """A card of the Manoeuvre deck: a verb and its parameters in the order of `names`, the rest 0."""

    index: int
    id: str
    title: str
    optional: bool
    brutal: bool
    verb: int
    a: int
    b: int
    c: int
    d: int
    origin: str
    note: str


def _regions(row: Row) -> tuple[int, int]:
    """Two continents; a card that names a single one names it twice."""
    found = [names.REGION_NAMES.index(name) for name in row.choices("regions", COLOURED, 2)]
    return found[0], found[-1]


def _go_to_one_of(row: Row) -> tuple[int, ...]:
    first, second = _regions(row)
    soldiers = row.wholes("soldiers", names.SOLDIERS, 1 if first == second else 2)
    return first, soldiers[0], second, soldiers[-1]


def _destination(row: Row) -> int:
    space = row.choice("space", ("any", *names.SPACE_NAMES[: names.NO_SPACE]))
    return names.NO_SPACE if space == "any" else names.SPACE_NAMES.index(space)


def _kinds(row: Row) -> int:
    bits = 0
    for name in row.choices("kinds", tuple(CARD_KINDS), len(CARD_KINDS)):
        bits |= CARD_KINDS[name]
    return bits


def _soldiers(row: Row, field: str = "soldiers") -> int:
    return row.whole(field, names.SOLDIERS)


# The parameters of each verb in the order of `names`; what a verb does not read, its row may not hold.
PARAMETERS: dict[int, Callable[[Row], tuple[int, ...]]] = {
    names.VERB_NOTHING: lambda row: (),
    names.VERB_GO_TO_AIRSPACES: lambda row: (*_regions(row), _soldiers(row)),
    names.VERB_GO_TO_ONE_OF: _go_to_one_of,
    names.VERB_SEND: lambda row: (_destination(row),),
    names.VERB_CLOSE: lambda row: (),
    names.VERB_TAKE: lambda row: (_kinds(row), FACES.index(row.choice("face", FACES))),
    names.VERB_LOSE: lambda row: (_kinds(row),),
    names.VERB_LOSE_ALL: lambda row: (),
    names.VERB_SWAP: lambda row: (_kinds(row),),
    names.VERB_DONATE: lambda row: (_kinds(row),),
    names.VERB_FORFEIT: lambda row: (_soldiers(row),),
    names.VERB_FORFEIT_ALL_BUT: lambda row: (_soldiers(row, "kept"),),
    names.VERB_EACH_FORFEITS: lambda row: (_soldiers(row), _soldiers(row, "each_has_more_than")),
    names.VERB_COLLECT_EACH: lambda row: (_soldiers(row), _soldiers(row, "each_has_more_than")),
    names.VERB_TAKE_SOLDIERS: lambda row: (_soldiers(row), _soldiers(row, "opponent_has_more_than")),
}


def manoeuvre_deck(source: Traversable) -> tuple[ManoeuvreCard, ...]:
    """The cards of a file; raises `DataError` for what cannot be played."""
    rows = rows_in(source, "manoeuvre", 1, names.DECK)
    deck = read(rows, _manoeuvre_card)
    check_distinct(rows, "id")
    # Without such a card a chain of landings might never end, and brutal cards may be left out.
    if all(card.brutal or card.verb in LANDING_VERBS for card in deck):
        raise DataError(
            f"{source}: all rows, field effect: found only brutal cards and landings, "
            f"allowed: at least one other than {', '.join(names.VERB_NAMES[verb] for verb in LANDING_VERBS)}"
        )
    return deck


def _manoeuvre_card(row: Row, index: int) -> ManoeuvreCard:
    code, title, optional = row.text("id"), row.text("title"), row.flag("optional")
    brutal = row.flag("brutal") if row.has("brutal") else False
    verb = names.VERB_NAMES.index(row.choice("effect", names.VERB_NAMES))
    a, b, c, d = (*PARAMETERS[verb](row), 0, 0, 0, 0)[:4]
    return ManoeuvreCard(index, code, title, optional, brutal, verb, a, b, c, d, *row.source())
