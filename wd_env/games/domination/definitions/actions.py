"""The texts of actions and outcomes of a map, in the order of the compact encoding (ledger 5.2)."""

from collections.abc import Iterable
from itertools import product

from wd_env.games.domination.definitions.rule_constants import AMOUNTS, FACES, MAX_DICE, SEATS, WILD
from wd_env.games.domination.maps.deck import Card
from wd_env.spec.notation import TextIndex

SET_NAMES = tuple("III CCC AAA ICA WII WCC WAA WIC WIA WCA WWI WWC WWA WWW".split())
# I is infantry, C cavalry, A cannon, W a wildcard.
WILDCARD = "wildcard"  # text of a card without a country, in outcomes and in corrections


def actions_of(countries: int, border_pairs: Iterable[tuple[int, int]] = ()) -> TextIndex:
    """Return the actions: each country, 27 further actions, and each of these borders from one country to another."""
    verbs = ["pass", *(f"trade {name}" for name in SET_NAMES)]
    verbs += [f"dice {dice + 1}" for dice in range(MAX_DICE)]
    verbs += ["blitz", *(f"amount {bucket}" for bucket in range(AMOUNTS))]
    borders = (f"border {start + 1} {end + 1}" for start, end in border_pairs)
    return TextIndex("action", (*(f"country {number + 1}" for number in range(countries)), *verbs, *borders))


def card_action(card: str) -> str:
    """Return the action that names a card of an exact trade, from the number of its country or `wildcard`."""
    return f"trade {SET_NAMES[-1]}" if card == WILDCARD else f"country {card}"


def outcomes_of(countries: int, cards: tuple[Card, ...], missions: int) -> TextIndex:
    """Return the outcomes: seats, countries, throws in the order of the dice, cards, missions."""
    texts = [f"seat {seat}" for seat in range(SEATS)] + [f"country {number + 1}" for number in range(countries)]
    for dice in range(1, MAX_DICE + 1):
        for faces in product(range(1, FACES + 1), repeat=dice):  # the first die is the lowest digit
            texts.append(" ".join(["throw", *(str(face) for face in reversed(faces))]))
    texts += card_names(cards) + [f"mission {mission + 1}" for mission in range(missions)]
    return TextIndex("outcome", tuple(texts))


def card_names(cards: tuple[Card, ...]) -> list[str]:
    """Return the text of each card: its country or `wildcard`, with a number for equal ones."""
    counts: dict[str, int] = {}
    names = []
    for card in cards:
        name = WILDCARD if card.symbol == WILD else f"card {card.country + 1}"
        counts[name] = counts.get(name, 0) + 1
        names.append(name if counts[name] == 1 else f"{name} copy {counts[name]}")
    return names
