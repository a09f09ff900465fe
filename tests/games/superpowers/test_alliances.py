"""Alliances: when, how many, and who wins (SP-267, SP-269, SP-305 to SP-310, Q48, R4)."""

import pytest

from tests.games.superpowers.play import attack, finish_turn, legal, play, position, units
from tests.games.superpowers.treaty_tables import FOUR, SIX, advanced, ally, relation
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import ALLIED, PEACE, POWERS


@pytest.mark.parametrize(("since", "legal_now"), [(7, False), (6, True)])
def test_sp_305_an_alliance_needs_a_full_round_of_peace(since, legal_now):
    table = advanced({}, relations={"eu la": "peace"})
    for one, two in (("eu", "la"), ("la", "eu")):
        table.state.since[POWER_IDS.index(one) * POWERS + POWER_IDS.index(two)] = 8 * since
    play(table, "offer")
    assert ("la" in legal(table)) == legal_now


def test_sp_306_allies_share_spaces_and_nothing_is_paid():
    table = advanced({"france": "eu I1", "spain": "la I1"}, relations={"eu la": "peace"})
    play(table, "france|all I")
    assert "spain" not in legal(table)
    table = advanced({"france": "eu I1", "spain": "la I1"}, relations={"eu la": "peace"})
    ally(table, "la")
    assert table.node.name == "move_from"
    play(table, "france|all I|spain")
    assert units(table, "spain", "eu") == "I1"


def test_sp_306_allies_are_not_attacked():
    table = advanced({"libya": "la I1", "egypt": "eu T3"}, at="combat", relations={"eu la": "alliance"})
    assert "libya" not in legal(table)


@pytest.mark.parametrize(("powers", "limit"), [(FOUR, 1), (SIX, 2), (POWER_IDS, 3)])
def test_sp_307_the_number_of_alliances_is_limited(powers, limit):
    others = [power for power in powers if power != "eu"][: limit + 1]
    relations = {f"eu {power}": "alliance" for power in others[:-1]} | {f"eu {others[-1]}": "peace"}
    table = position({"germany": "eu I1"}, turn="eu", at="move", powers=powers, ruleset="advanced", relations=relations)
    ally(table, others[-1])
    if limit > 1:
        assert (table.node.name, legal(table)) == ("drop", set(others[:-1]))
        play(table, others[0])
    allied = [power for power in others if relation(table, "eu", power) == ALLIED]
    assert allied == others[1:]


def test_sp_308_a_new_ally_over_the_limit_makes_an_old_one_a_partner():
    table = advanced({}, relations={"eu la": "alliance", "eu us": "peace"})
    ally(table, "us")
    assert (relation(table, "eu", "us"), relation(table, "eu", "la")) == (ALLIED, PEACE)


def test_sp_308_both_parties_may_have_to_drop_an_ally():
    table = advanced({}, relations={"eu la": "alliance", "us rr": "alliance", "eu us": "peace"})
    ally(table, "us")
    assert (relation(table, "eu", "la"), relation(table, "us", "rr")) == (PEACE, PEACE)


def test_sp_309_two_allies_of_one_power_may_be_at_war():
    spaces = {"libya": "rr I1", "egypt": "la T3"}
    relations = {"eu la": "alliance", "eu rr": "alliance"}
    table = advanced(spaces, turn="la", at="combat", powers=SIX, relations=relations)
    attack(table, "libya", ("egypt", "all T"))
    play(table, "6")
    assert table.board.holders["libya"] == "la"
    assert relation(table, "eu", "rr") == ALLIED


def test_sp_309_land_with_units_of_an_ally_is_no_target():
    spaces = {"libya": "rr I1, eu I1", "egypt": "la T3"}
    relations = {"eu la": "alliance", "eu rr": "alliance"}
    table = advanced(spaces, turn="la", at="combat", powers=SIX, relations=relations)
    assert "libya" not in legal(table)


def test_sp_310_an_odd_player_is_left_and_a_partner_frees_a_place():
    powers = ("us", "eu", "rr", "ie", "la")
    relations = {"eu la": "alliance", "us rr": "alliance", "ie eu": "peace"}
    table = advanced({"japan": "ie I1"}, turn="ie", powers=powers, relations=relations)
    assert "dissolve" not in legal(table)
    ally(table, "eu")
    assert (relation(table, "ie", "eu"), relation(table, "eu", "la")) == (ALLIED, PEACE)


def test_q48_an_alliance_is_dissolved_to_peace():
    table = advanced({}, relations={"eu la": "alliance"})
    play(table, "dissolve")
    assert relation(table, "eu", "la") == PEACE
    assert "dissolve" not in legal(table)
    assert table.state.offered == 0


def test_q48_of_several_alliances_one_is_named():
    relations = {"eu la": "alliance", "eu us": "alliance"}
    table = advanced({}, powers=SIX, relations=relations)
    play(table, "dissolve")
    assert legal(table) == {"la", "us"}
    play(table, "us")
    assert (relation(table, "eu", "us"), relation(table, "eu", "la")) == (PEACE, ALLIED)


CAPITALS = {"germany": "eu I1", "russia": "eu I1", "japan": "eu I1", "brazil": "la I1", "indo_china": "la I1"}


def test_sp_269_the_allies_of_an_ally_do_not_win():
    relations = {"eu la": "alliance", "la us": "alliance"}
    table = advanced(CAPITALS, powers=SIX, relations=relations, round=9)
    members = 1 << POWER_IDS.index("eu") | 1 << POWER_IDS.index("la")
    table.state.held_since[members] = 8 * 8 + table.state.turn
    finish_turn(table)
    assert table.is_terminal
    assert [player for player in range(6) if table.state.won[player]] == [SIX.index("eu"), SIX.index("la")]


@pytest.mark.parametrize(("friend", "winners"), [("la", {"eu", "la"}), ("us", {"eu", "us", "la"})])
def test_r4_at_the_limit_the_best_team_wins(friend, winners):
    """Give two teams the same income: both win together."""
    relations = {"eu la": "alliance", f"eu {friend}": "alliance"}
    table = advanced(
        {"russia": "eu I1"}, turn="la", powers=SIX, relations=relations, round=9, max_rounds=9, production={"us": 20}
    )
    while not table.is_terminal:
        table.play("end")
    assert {power for player, power in enumerate(SIX) if table.state.won[player]} == winners


def test_sp_267_a_team_that_has_five_when_it_allies_needs_six():
    table = advanced(CAPITALS, powers=SIX, relations={"eu la": "peace"}, round=9)
    ally(table, "la")
    assert table.state.six_needed == 1
    assert sum(table.state.held_since) == 0
