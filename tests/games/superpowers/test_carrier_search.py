"""The search for places on carriers, compared with trying everything, also where a plain search takes too long."""

import random
from collections import Counter
from itertools import product

from tests.games.superpowers.order_position import AIR, SEA_NEAR, SPACES, ZONES
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.definitions.rule_constants import IMPOSSIBLE, PLACES_ON_CARRIER, POSSIBLE, RANGES
from wd_env.games.superpowers.rules.carrier_search import (
    all_but_land,
    close_search,
    list_carriers,
    list_flyers,
    open_fleet,
)
from wd_env.games.superpowers.rules.sets import ball_at, bit_1, bit_2
from wd_env.games.superpowers.table import Superpowers

CENTRE = "sz_south_pacific_se"


def _search(flyers, fleets, lost):
    """Run the search; flyers are (moves left, space), fleets are (free places, [zones of each carrier])."""
    s = Superpowers(Config(), seed=1).state
    for left, space in flyers:
        list_flyers(s, ball_at(left, SPACES.index(space)), 1)
    for places, carriers in fleets:
        open_fleet(s, places)
        for zones in carriers:
            numbers = [SPACES.index(zone) for zone in zones]
            list_carriers(s, sum(map(bit_1, numbers)), sum(map(bit_2, numbers)), 1)
    found = all_but_land(s, lost)
    close_search(s)
    return found


def _exists(flyers, fleets, lost):
    """Return whether an assignment of fighters to carriers, each in one of its zones, loses at most `lost`."""
    carriers = [(fleet, zones) for fleet, (_, ships) in enumerate(fleets) for zones in ships]
    for zones in product(*(sorted(zones) for _, zones in carriers)):
        for chosen in product(range(len(carriers) + 1), repeat=len(flyers)):
            on, in_fleet = Counter(chosen), Counter(carriers[c][0] for c in chosen if c < len(carriers))
            if on[len(carriers)] > lost or any(n > PLACES_ON_CARRIER for c, n in on.items() if c < len(carriers)):
                continue
            if any(n > fleets[fleet][0] for fleet, n in in_fleet.items()):
                continue
            pairs = zip(flyers, chosen, strict=True)
            if all(c == len(carriers) or AIR[space].get(zones[c], RANGES) <= left for (left, space), c in pairs):
                return True
    return False


def test_r47_a_search_finds_what_trying_everything_finds():
    rng = random.Random(1)
    near = sorted(SEA_NEAR[CENTRE])[:3]
    seen = Counter()
    for _ in range(600):
        flyers = [(rng.randrange(2), rng.choice(near)) for _ in range(rng.randint(2, 4))]
        fleets = [
            (rng.randint(1, 3), [set(rng.sample(near, rng.randint(1, 2))) for _ in range(rng.randint(1, 2))])
            for _ in range(rng.randint(1, 2))
        ]
        lost = rng.randrange(2)
        expected = POSSIBLE if _exists(flyers, fleets, lost) else IMPOSSIBLE
        assert _search(flyers, fleets, lost) == expected, (flyers, fleets, lost)
        seen[expected] += 1
    assert min(seen.values()) > 30, seen


def test_r47_a_search_sees_at_once_that_places_are_too_few():
    fleets = [(2, [{CENTRE}]) for _ in range(6)]
    far = next(zone for zone in ZONES if AIR[CENTRE].get(zone, RANGES) > 4)
    assert _search([(0, CENTRE)] * 12 + [(0, far)], [*fleets, (4, [{far}] * 2)], 0) == POSSIBLE
    assert _search([(0, CENTRE)] * 7 + [(1, CENTRE)] * 6 + [(0, far)], [*fleets, (4, [{far}] * 2)], 0) == IMPOSSIBLE


def test_r47_a_search_begins_with_the_fighter_that_has_fewest_carriers():
    near = sorted(zone for zone in SEA_NEAR[CENTRE] if zone in ZONES)
    fleets = [(2, [{CENTRE}]), *((2, [{CENTRE, zone}]) for zone in near)]
    nowhere = next(zone for zone in ZONES if AIR[CENTRE].get(zone, RANGES) > 4)
    assert _search([(1, CENTRE)] * 8 + [(0, nowhere)], fleets * 3, 0) == IMPOSSIBLE
    assert _search([(1, CENTRE)] * 8 + [(0, nowhere)], fleets * 3, 1) == POSSIBLE
