"""Pointer features of cards, seats, spaces and regions match the table."""

import numpy as np

from wd_env.games.world_dominance.definitions.actions import ACTIONS
from wd_env.games.world_dominance.definitions.names import CARDS, PACK, REGION_NAMES
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.observation.pointers import POINTERS
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.rules.holdings import count_cards

BY_NAME = {pointer.name: pointer for pointer in POINTERS}


def planes_of(name: str, table) -> np.ndarray:
    """Return the feature [planes, items] as seen by seat 0."""
    planes: np.ndarray = np.array(table.observe(0))[np.array(BY_NAME[name].feature_indices)]
    return planes


def test_every_thing_an_action_names_has_its_planes_within_the_observation():
    for pointer in POINTERS:
        places = np.array(pointer.feature_indices)
        assert places.ndim == 2
        assert places.min() >= 0
        assert places.max() < GAME.layout.size
        assert pointer.first_action + pointer.num_items <= len(ACTIONS)


def test_the_first_and_last_actions_of_each_pointer_name_such_things():
    ends = {p.name: (ACTIONS.text(p.first_action), ACTIONS.text(p.first_action + p.num_items - 1)) for p in POINTERS}
    assert ends["seats"] == ("name self", "name +4")
    assert ends["spaces"] == ("space S00", "space ANT")
    assert ends["regions"] == ("region North America", "region Europe")
    assert ends["cards"] == ("card Alaska", "card Greenland (Denmark)")


def test_cards_say_who_holds_them_and_how_their_region_stands():
    table = position(players=3, cards={0: ["Alaska", "Havana"], 2: ["Rome"]})
    planes = planes_of("cards", table)
    s = table.state
    for card in range(CARDS):
        assert planes[:5, card].tolist() == [int(s.card_at[card] == seat) for seat in range(5)]
        assert planes[5, card] == int(s.card_at[card] == PACK)
        assert planes[6:11, card].sum() == min(count_cards(s, 0, s.card_region[card]), 5)


def test_seats_say_their_army_and_regions_their_holdings():
    table = position(players=3, soldiers=[4, 9, 2], cards={1: ["Anadyr", "China"]}, closed="Africa")
    assert planes_of("seats", table)[1, :3].tolist() == [4, 9, 2]
    regions = planes_of("regions", table)
    assert regions[6, REGION_NAMES.index("Asia")] == 2
    assert regions[11, REGION_NAMES.index("Asia")] == 1
    assert regions[-1].tolist() == [int(name == "Africa") for name in REGION_NAMES]


def test_spaces_say_who_stands_there():
    table = position(players=3, at={0: "S05", 1: "ANT", 2: "S10"})
    planes = planes_of("spaces", table)
    assert [np.flatnonzero(plane).tolist() for plane in planes] == [[5], [36], [10], [], []]
