"""Parts of the observation about the items that actions name: Continent Cards, seats, spaces and regions.

Each plane has one value for every item of a kind, such as `held by this seat` for each of the 65 cards.
"""

from wd_env.games.world_dominance.cards.card_data import load_continent_cards
from wd_env.games.world_dominance.definitions.actions import CARD, NAME, REGION, SPACE
from wd_env.games.world_dominance.definitions.names import CARDS, PLACES, REGIONS, SEATS
from wd_env.games.world_dominance.definitions.rule_constants import FIVE
from wd_env.games.world_dominance.observation.layout import ARMY_STEPS, LAYOUT
from wd_env.spec.observation_layout import Pointer

Places = tuple[int, ...]

_REGION_OF = tuple(card.region for card in load_continent_cards())


def _at(piece: str, offset: int = 0) -> int:
    return LAYOUT.starts[piece] + offset


def _of_cards() -> tuple[Places, ...]:
    """Return planes of cards: holders, and the progress of all players in their regions."""
    planes = [tuple(_at("cards", seat * CARDS + card) for card in range(CARDS)) for seat in range(SEATS)]
    planes.append(tuple(_at("in_pack", card) for card in range(CARDS)))
    return (*planes, *(tuple(plane[region] for region in _REGION_OF) for plane in _of_regions()))


def _of_regions() -> tuple[Places, ...]:
    """Return planes of regions: own cards in steps, all counts and Strategic Points, the pack, and closures."""
    regions = range(REGIONS)
    planes = [tuple(_at("own_at_least", region * FIVE + step) for region in regions) for step in range(FIVE)]
    for piece in ("cards_in_region", "strategic_points"):
        planes += [tuple(_at(piece, seat * REGIONS + region) for region in regions) for seat in range(SEATS)]
    planes += [tuple(_at(piece, region) for region in regions) for piece in ("pack_in_region", "closed")]
    return tuple(planes)


def _of_seats() -> tuple[Places, ...]:
    """Return planes of seats: army, cards, Strategic Points and rights."""
    seats = range(SEATS)
    singles = (
        "in_play",
        "army",
        "ice_turns",
        "reinforcements",
        "on_turn",
        "khyber_pass",
        "pardon",
        "own_seats",
        "allies",
    )
    planes = [tuple(_at(piece, seat) for seat in seats) for piece in singles]
    for piece, width in (
        ("army_at_least", len(ARMY_STEPS)),
        ("cards_in_region", REGIONS),
        ("strategic_points", REGIONS),
    ):
        planes += [tuple(_at(piece, seat * width + i) for seat in seats) for i in range(width)]
    return tuple(planes)


def _of_spaces() -> tuple[Places, ...]:
    """Return planes of spaces: the pieces on them."""
    known = PLACES - 1
    return tuple(tuple(_at("place", seat * known + place) for place in range(known)) for seat in range(SEATS))


POINTERS = (
    Pointer("cards", CARD, _of_cards()),
    Pointer("seats", NAME, _of_seats()),
    Pointer("spaces", SPACE, _of_spaces()),
    Pointer("regions", REGION, _of_regions()),
)
