"""The order of a pack with seen cards, as people read it (see `rules/packs.py` for its encoding)."""

from collections.abc import Sequence

from wd_env.games.world_dominance.definitions.rule_constants import LAID_ASIDE, LIES_BEFORE


def unseen_cards(places: Sequence[int]) -> list[int]:
    """Return the unseen cards, in ascending order, which reveals nothing."""
    return [card for card, place in enumerate(places) if place == 0]


def known_queue(places: Sequence[int]) -> list[int]:
    """Return the known cards below them, top first."""
    return sorted((card for card, place in enumerate(places) if 0 < place < LIES_BEFORE), key=lambda card: places[card])


def places_of(queue: Sequence[int], cards: int) -> list[int]:
    """Return the encoding of a pack that is this queue, top first, with its other cards laid aside."""
    places = [LAID_ASIDE] * cards
    for place, card in enumerate(queue, start=1):
        places[card] = place
    return places
