"""A pack of which some cards were seen, as people read it (see `rules/packs.py` for how it is kept)."""

from collections.abc import Sequence

from wd_env.games.world_dominance.definitions.rule_constants import LAID_ASIDE, LIES_BEFORE


def unseen_cards(places: Sequence[int]) -> list[int]:
    """Those nobody has seen, in ascending order, which tells nothing."""
    return [card for card, place in enumerate(places) if place == 0]


def known_queue(places: Sequence[int]) -> list[int]:
    """Those that lie beneath them, top first."""
    return sorted((card for card, place in enumerate(places) if 0 < place < LIES_BEFORE), key=lambda card: places[card])


def places_of(queue: Sequence[int], cards: int) -> list[int]:
    """The pack that is this queue, top first, and the rest of its cards laid aside."""
    places = [LAID_ASIDE] * cards
    for place, card in enumerate(queue, start=1):
        places[card] = place
    return places
