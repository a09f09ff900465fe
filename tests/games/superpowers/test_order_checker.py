"""The independent checker of orders, against examples of the rule book and the ledger."""

from collections import Counter

import pytest

from tests.games.superpowers.order_checker import extensions, is_complete, modes, targets
from tests.games.superpowers.order_moves import free_decks, landings, may_move, moves, voyages
from tests.games.superpowers.order_position import LANDS, SEA_NEAR, Position


def lands_of(power):
    return {name: power for name, row in LANDS.items() if row["home"] == power}


def at(turn, units, *, owner=None, **fields):
    """Return a position in which powers own their lands; `units` are texts such as "T2 F1" by space, of `turn`."""
    lands = {land: power for name in (turn, *fields.pop("others", ())) for land, power in lands_of(name).items()}
    lands |= owner or {}
    stacks: dict = {}
    for key, text in units.items():
        space, power = key if isinstance(key, tuple) else (key, turn)
        stacks.setdefault(space, {})[power] = stack(text)
    cargo = {zone: {turn: stack(text)} for zone, text in fields.pop("cargo", {}).items()}
    return Position(turn, owner=lands, units=stacks, cargo=cargo, **fields)


def stack(text):
    words = text.split()
    return Counter({word.rstrip("0123456789"): int(word.lstrip("ABCDEFGHIJKLMNOPQRSTUVWX")) for word in words})


def test_sp_s1_units_of_several_lands_attack_china_together():
    position = at("ie", {"japan": "T2 F1", "manchuria": "I2"})
    assert "china" in targets(position)
    assert extensions(position, "china", ()) == {("japan", "T"): 2, ("japan", "F"): 1, ("manchuria", "I"): 2}
    assert is_complete(position, "china", [("japan", "T", 2)])


def test_sp_s5_a_fighter_attacks_india_where_its_carrier_meets_it():
    position = at("cfe", {"indo_china": "I1", "sz_timor_sea": "CV1 F1"})
    for land in ("indo_china", "tibet"):
        position.owner.pop(land)
    assert extensions(position, "india", ())["sz_timor_sea", "F"] == 1
    position.spent["sz_timor_sea"] = Counter(CV=1)
    assert ("sz_timor_sea", "F") not in extensions(position, "india", ())


def test_report_14508_one_place_on_a_carrier_takes_one_fighter():
    position = at("ie", {"japan": "F2", "sz_e_japan_waters": "CV1 F1"})
    assert extensions(position, "guam", ())["japan", "F"] == 1
    assert extensions(position, "guam", [("japan", "F", 1)]) == {("sz_e_japan_waters", "F"): 1}


def test_sp_060_to_063_rounds_of_grace_and_the_limited_round():
    units = {"france": "T1", ("libya", "mef"): "I1", ("turkey", "mef"): "I1"}
    position = at("eu", units | {"southern_europe": "T1"}, others=("mef",))
    position.round = 5
    assert not targets(position) & set(lands_of("mef"))
    position.round = 6
    assert "turkey" in targets(position)
    position.took = True
    assert "turkey" not in targets(position)
    position.took, position.lost = False, frozenset({"mef"})
    assert "turkey" not in targets(position)
    position.round = 7
    assert "turkey" in targets(position)


def test_sp_123_the_first_land_of_a_tank_is_friendly_and_not_new():
    position = at("eu", {"germany": "T1", ("spain", "la"): "I1"}, owner={"spain": "la"})
    assert extensions(position, "spain", ()) == {("germany", "T"): 1}
    position.captured = frozenset({"france"})
    assert extensions(position, "spain", ()) == {}


def test_q22_q24_a_general_attacks_beside_others_and_a_ruler_enters_empty_land():
    units = {"algeria": "G1 L1 I1", ("libya", "mef"): "I1"}
    position = at("la", units, owner={"algeria": "la"}, others=("mef",))
    assert extensions(position, "libya", ()) == {("algeria", "I"): 1}
    assert extensions(position, "libya", [("algeria", "I", 1)]) == {("algeria", "G"): 1}
    del position.units["libya"]
    assert extensions(position, "libya", ()) == {("algeria", kind): 1 for kind in "IGL"}


def test_sp_174_a_fighter_cannot_attack_guam_from_japan_and_a_bomber_can():
    assert extensions(at("ie", {"japan": "F1 B1"}), "guam", ()) == {("japan", "B"): 1}


def test_sp_126_a_tank_goes_on_after_an_unoccupied_enemy_land():
    position = at("la", {"libya": "T1", ("egypt", "mef"): "I1"}, owner={"algeria": "la"}, others=("mef",))
    position.owner["libya"], position.captured = "la", frozenset({"libya"})
    position.spent["libya"] = Counter(T=1)
    assert "egypt" not in targets(position)
    position.blitz["libya"] = Counter(algeria=1)
    assert "egypt" in targets(position)


def test_sp_s2_cargo_lands_and_a_rush_crosses_enemy_ships():
    units = {"west_africa": "I1", "sz_congo_waters": "TR1", ("nigeria", "ac"): "I2"}
    owner = {"west_africa": "la"}
    position = at("la", units, owner=owner, others=("ac",), cargo={"sz_congo_waters": "I2 T1"})
    position.owner["west_africa"] = "la"
    assert extensions(position, "nigeria", ()) == {
        ("west_africa", "I"): 1,
        ("sz_congo_waters", "I"): 2,
        ("sz_congo_waters", "T"): 1,
    }
    assert "rush" not in modes(position, "nigeria")
    away = {"sz_brazil_waters": "TR1", ("nigeria", "ac"): "I2", ("sz_congo_waters", "ac"): "BB1"}
    position = at("la", away, others=("ac",), cargo={"sz_brazil_waters": "I2"})
    assert extensions(position, "nigeria", (), "rush") == {("sz_brazil_waters", "I"): 2}
    position.round = 5
    assert "rush" not in modes(position, "nigeria")


def test_report_874_cargo_for_several_lands_needs_a_ship_for_each():
    position = at("eu", {"sz_denmark_strait": "TR2"}, cargo={"sz_denmark_strait": "T3 I2"})
    position.unloaded["sz_denmark_strait", "france"] = position.closed["sz_denmark_strait"] = 1
    assert ("sz_denmark_strait", "I") not in extensions(position, "united_kingdom", ())


def test_sp_227_a_transport_attacks_beside_others_only():
    units = {"sz_brazil_waters": "TR1 SU1", ("sz_sierra_waters", "ac"): "TR1"}
    position = at("la", units)
    assert targets(position) >= {"sz_sierra_waters"}
    assert is_complete(position, "sz_sierra_waters", [("sz_brazil_waters", "SU", 1)])
    assert not is_complete(position, "sz_sierra_waters", [("sz_brazil_waters", "TR", 1)])
    del position.units["sz_brazil_waters"]["la"]["SU"]
    assert "sz_sierra_waters" not in targets(position)


def test_sp_251_a_closed_canal_is_no_way_for_ships():
    position = at("eu", {"sz_mediterranean_e": "BB1"})
    assert ("sz_mediterranean_e", "BB", "sz_red_sea") not in moves(position)
    position.owner["egypt"] = "eu"
    assert ("sz_mediterranean_e", "BB", "sz_red_sea") in moves(position)
    position.owner["egypt"], position.allies = "la", frozenset({"la"})
    assert ("sz_mediterranean_e", "BB", "sz_red_sea") in moves(position)
    position.canals_for_allies = False
    assert ("sz_mediterranean_e", "BB", "sz_red_sea") not in moves(position)


def test_sp_058_and_q31_ships_do_not_pass_enemies():
    between = SEA_NEAR["sz_brazil_waters"] & SEA_NEAR["sz_congo_waters"]
    position = at("la", {"sz_brazil_waters": "BB1"} | {(zone, "ac"): "TR1" for zone in between})
    assert ("sz_brazil_waters", "BB", "sz_congo_waters") not in moves(position)
    assert not between & {end for _, _, end in moves(position)}
    del position.units[min(between)]
    assert ("sz_brazil_waters", "BB", "sz_congo_waters") in moves(position)


def test_sp_094_to_096_units_move_into_secure_land():
    position = at("ie", {"manchuria": "I2 T1"}, captured=frozenset({"peiping"}))
    ends = {end for _, kind, end in moves(position) if kind == "I"}
    assert "peiping" not in ends
    assert "japan" in ends
    assert all(position.owner[end] == "ie" for _, _, end in moves(position))


def test_sp_099_100_planes_land_on_secure_land_or_free_decks():
    position = at("ie", {"sz_e_japan_waters": "CV1 F1"}, captured=frozenset({"peiping"}))
    assert free_decks(position, "sz_e_japan_waters") == 1
    found = landings(position, "F", 3, "sz_e_japan_waters")
    assert {"japan", "manchuria", "sz_e_japan_waters"} <= found
    assert "peiping" not in found
    assert "sz_e_japan_waters" not in landings(position, "B", 3, "sz_e_japan_waters")


def test_r12_a_space_with_units_of_an_ally_is_no_target():
    units = {"sz_brazil_waters": "SU1", ("sz_sierra_waters", "ac"): "TR1", ("sz_sierra_waters", "eu"): "TR1"}
    position = at("la", units, allies=frozenset({"eu"}))
    assert "sz_sierra_waters" not in targets(position)
    position.allies = frozenset()
    assert "sz_sierra_waters" in targets(position)


def test_r47_a_stack_finds_its_places_in_two_zones():
    units = {"japan": "F2", "sz_e_japan_waters": "CV1 F1", "sz_marshall_waters": "CV1 F1"}
    position = at("ie", units)
    assert extensions(position, "guam", ())["japan", "F"] == 2


@pytest.mark.parametrize(("carriers", "can_sail"), [(1, False), (2, True)])
def test_r47_carriers_of_a_zone_part_while_one_waits_for_a_fighter(carriers, can_sail):
    position = at("ie", {"sz_south_pacific_se": f"CV{carriers}"})
    position.half["sz_south_pacific_se"] = Counter(CV=carriers)  # carriers that leave cannot return
    position.aloft["F", 0, "sz_south_pacific_se"] = 1
    found = [end for zone, kind, end in voyages(position) if kind == "CV" and may_move(position, zone, "CV", end, 1)]
    assert bool(found) == can_sail
