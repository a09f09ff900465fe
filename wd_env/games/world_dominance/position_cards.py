"""Cards of a position: who holds them, which lie in sets, and what is known of the packs."""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from wd_env.errors import ConfigError
from wd_env.games.world_dominance.cards.pack_order import places_of
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA,
    CARDS,
    DECK,
    PACK,
    REGION_NAMES,
    REGIONS,
    THEMES,
)
from wd_env.games.world_dominance.definitions.rule_constants import (
    FIVE,
    IN_STACK,
    IN_WHOLE_SET,
    SAB_TITLE,
    SOUTH_POLE_TITLE,
)
from wd_env.games.world_dominance.position_names import card_of, region_of
from wd_env.games.world_dominance.rules.holdings import move_card
from wd_env.games.world_dominance.rules.stacks import is_newly_whole, is_stackable, lay_aside


def hold_cards(s: Any, cards: Mapping[int, Iterable[str]]) -> None:
    held: set[int] = set()
    for seat, titles in cards.items():
        for title in titles:
            if card_of(title) in held:
                raise ConfigError(f"{title!r}: expected one holder, got two")
            held.add(card_of(title))
            move_card(s, card_of(title), seat)


def lay_sets(s: Any, cards: Mapping[int, Iterable[str]], stacks: Mapping[int, Iterable[str]]) -> None:
    for seat, regions in stacks.items():
        for region in map(region_of, regions):
            own = [card for card in map(card_of, cards.get(seat, ())) if s.card_region[card] == region]
            point = s.strategic_point[region]
            if len(own) < FIVE or point not in own:
                raise ConfigError(
                    f"Stack of {REGION_NAMES[region]}: expected a holder of its Strategic Point, got seat {seat}"
                )
            for card in (point, *[card for card in own if card != point][: FIVE - 1]):
                s.in_set[card] = IN_STACK
    for seat, region in product(range(s.seats), range(REGIONS)):
        if is_newly_whole(s, seat, region):
            lay_aside(s, seat, region, IN_WHOLE_SET)
            s.set_paid[seat] |= 1 << region
            s.antarctica_done |= region == ANTARCTICA
        elif s.manual_stacking == 0 and is_stackable(s, seat, region):
            lay_aside(s, seat, region, IN_STACK)


def limit_pack(s: Any, pack: Mapping[str, Iterable[str]], keeper: int) -> None:
    for region, titles in pack.items():
        left = {card_of(title) for title in titles}
        for card in range(CARDS):
            in_pack = s.card_region[card] == region_of(region) and s.card_at[card] == PACK
            if in_pack and card not in left:
                move_card(s, card, keeper)


def set_knowledge(s: Any, knows: Mapping[int, Iterable[str]] | None) -> None:
    if knows is None:
        return
    titles = {f"T{number + 1:02d}": number for number in range(THEMES)}
    titles |= {"South Pole": SOUTH_POLE_TITLE, "SAB": SAB_TITLE}
    for player in range(s.players):
        s.knowledge_drawn[player] = (1 << (SAB_TITLE + 1)) - 1
    for seat, names in knows.items():
        for name in names:
            if name not in titles:
                raise ConfigError(f"unknown title {name!r}; expected T01 to T{THEMES}, South Pole or SAB")
            s.knows[s.owner[seat]] |= 1 << titles[name]


def order_manoeuvres(s: Any, queue: Iterable[str] | None) -> None:
    if queue is None:
        return
    names = [f"M{number:02d}" for number in range(1, len(s.manoeuvre_place) + 1)]
    cards = list(queue)
    for card in cards:
        if card not in names or cards.count(card) > 1:
            raise ConfigError(f"manoeuvre: expected M01 to {names[-1]}, each once, got {card!r}")
    pack = [names.index(card) for card in cards]
    s.manoeuvre_place = places_of(pack, DECK)
    s.manoeuvre_size, s.manoeuvre_unseen = len(pack), 0
