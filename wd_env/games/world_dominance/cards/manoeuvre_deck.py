"""The Manoeuvre Cards: the rows of their file, and the verbs with parameters that they become."""

from dataclasses import dataclass
from importlib.resources.abc import Traversable

from wd_env.errors import DataError
from wd_env.games.world_dominance.cards.manoeuvre_verbs import LANDING_VERBS, VERBS
from wd_env.games.world_dominance.definitions import names
from wd_env.storage.toml_rows import DataRow, build_items, check_distinct, read_rows


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


def manoeuvre_deck(source: Traversable) -> tuple[ManoeuvreCard, ...]:
    """Return the cards of a file; DataError if the deck cannot be played."""
    rows = read_rows(source, "manoeuvre", 1, names.DECK)
    deck = build_items(rows, read_manoeuvre_card)
    check_distinct(rows, "id")
    # Without such a card a chain of landings might never end, because brutal cards may be left out.
    if all(card.brutal or card.verb in LANDING_VERBS for card in deck):
        raise DataError(
            f"{source}: all rows, field effect: found only brutal cards and landings, "
            f"allowed: at least one other than {', '.join(names.VERB_NAMES[verb] for verb in LANDING_VERBS)}"
        )
    return deck


def read_manoeuvre_card(row: DataRow, index: int) -> ManoeuvreCard:
    """Return the card at this index of the deck; DataError if the row is invalid."""
    code, title, optional = row.text("id"), row.text("title"), row.flag("optional")
    brutal = row.flag("brutal") if row.has("brutal") else False
    verb = names.VERB_NAMES.index(row.choice("effect", names.VERB_NAMES))
    a, b, c, d = VERBS[verb].read(row)
    return ManoeuvreCard(index, code, title, optional, brutal, verb, a, b, c, d, *row.source())
