"""Options of a table: order of turns, prices, purchases together, canals, generals."""

import pytest

from tests.games.superpowers.play import attack, legal, new_table, play, position, units
from tests.games.superpowers.test_capitals import taking_the_fifth
from wd_env.errors import ConfigError
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.definitions.rule_constants import PLACE_IN_ORDER
from wd_env.games.superpowers.observation.layout import LAYOUT

ORDER = "la,us,ie,eu,ac,rr,mef,cfe"
FOUR = ("us", "eu", "ie", "la")


def pass_on(table):
    """End the step, or place a unit if the step cannot end."""
    table.play("end" if "end" in legal(table) else sorted(legal(table))[0])


def end_turn(table):
    """End every step until another power decides, or until purchases begin or end."""
    turn, joint = table.state.turn, table.state.joint_buying
    while (table.state.turn, table.state.joint_buying) == (turn, joint):
        pass_on(table)


def test_r60_turns_have_the_order_that_was_agreed_on():
    table = position({}, turn="la", at="next", powers=FOUR, turn_order=ORDER)
    order = [table.state.turn]
    for _ in range(4):
        end_turn(table)
        order.append(table.state.turn)
    assert order == [0, 3, 1, 7, 0]
    assert table.state.round == 8


@pytest.mark.parametrize("words", ["la,us", "la,us,ie,eu,ac,rr,mef,mef", "la,us,ie,eu,ac,rr,mef,xx"])
def test_an_order_that_lacks_a_power_is_refused(words):
    with pytest.raises(ConfigError) as caught:
        Config(turn_order=words)
    assert str(caught.value) == (
        f"turn_order: expected clockwise or each of us,eu,rr,ie,cfe,mef,ac,la once, got {words!r}"
    )


def test_r32_the_first_power_after_the_attacker_decides_in_the_agreed_order():
    spaces = {"sz_north_sea": "eu BB1", "sz_baltic_sea": "us TR2, ie TR2"}
    for order, decider in (("clockwise", 3), ("eu,us,ie,la,ac,rr,mef,cfe", 0)):
        table = position(spaces, turn="eu", powers=FOUR, turn_order=order)
        attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
        assert table.state.decider == decider


def test_options_that_contradict_each_other_are_refused():
    with pytest.raises(ConfigError) as caught:
        Config(ruleset="advanced", encircle="off", encircle_counts_ad=True)
    assert str(caught.value) == "encircle_counts_ad: expected False without encirclement, got True"
    with pytest.raises(ConfigError) as caught:
        Config(max_rounds=None, at_limit="nobody")
    assert str(caught.value) == "max_rounds: expected a number of rounds for at_limit 'nobody', got none"
    with pytest.raises(ConfigError) as caught:
        Config(num_players=5, ruleset="advanced", free_for_all=True, small_alliance=True)
    assert str(caught.value) == "small_alliance: expected False with free_for_all, got True"


@pytest.mark.parametrize(("option", "deck", "left"), [("book", (1, 1), 10), ("online", (0, 1), 12)])
def test_q09_a_transport_costs_what_the_price_list_says(option, deck, left):
    table = position({}, turn="eu", at="buy", price_list=option)
    play(table, "one TR")
    assert (table.state.deck[0], table.state.deck[6]) == deck
    assert table.state.credit == left


def test_q09_infantry_is_sold_singly_on_line():
    table = position({}, turn="eu", at="buy", price_list="online")
    play(table, "one I")
    assert (table.state.deck[0], table.state.credit) == (1, 17)
    play(table, "one TR|one I|one I")
    assert legal(table) == {"end", "all I"}


def test_sp_021_all_powers_buy_at_the_start_of_a_round():
    table = new_table(4, joint_purchase=True)
    buyers = []
    while table.state.joint_buying:
        buyers.append(table.state.turn)
        assert "buy complex" not in legal(table)
        play(table, "one T|end")
    assert len(set(buyers)) == 4
    seen = table.observe(buyers[0])
    for place, buyer in enumerate(buyers):
        clockwise = (PLACE_IN_ORDER[buyer] - PLACE_IN_ORDER[buyers[0]]) % 8
        assert seen[LAYOUT.starts["bought"] + 14 * clockwise + 1] == 1
        assert seen[LAYOUT.starts["place"] + clockwise] == clockwise >= place
    assert table.state.turn == buyers[0]
    assert (table.state.deck[1], table.state.credit) == (1, 15)
    for buyer in buyers[1:]:
        end_turn(table)
        assert (table.state.turn, table.state.deck[1]) == (buyer, 1)
    end_turn(table)
    assert (table.state.round, table.state.joint_buying) == (2, 1)


def test_sp_022_a_purchase_may_be_changed_until_combat():
    table = new_table(4, joint_purchase=True)
    while table.state.joint_buying:
        play(table, "all T")
    assert table.state.deck[1] == 4
    assert legal(table) == {"end", "unbuy"}
    play(table, "unbuy|all F")
    assert (table.state.deck[1], table.state.deck[4], table.state.credit) == (0, 2, 0)
    while table.node.name == "buy":
        table.play("end")
    assert "unbuy" not in legal(table)
    assert not legal(table) & {"all T", "all F"} or table.node.name != "buy"


def test_sp_022_a_purchase_is_given_back_once():
    table = new_table(4, joint_purchase=True)
    while table.state.joint_buying:
        play(table, "one T|end")
    play(table, "unbuy")
    assert "unbuy" not in legal(table)
    assert table.state.credit == 20


def test_sp_257_what_cannot_be_paid_any_more_is_given_back():
    spaces = {"france": "eu X1 I1", "ukraine": "us T2"}
    table = position(spaces, turn="la", at="next", powers=FOUR, joint_purchase=True, turn_order=ORDER)
    while not table.state.joint_buying:
        pass_on(table)
    while table.state.joint_buying:
        play(table, "all T")
    while (table.state.turn, table.node.name) != (0, "target"):
        pass_on(table)
    attack(table, "germany", ("ukraine", "all T"))
    while table.state.turn != 1:
        pass_on(table)
    assert (table.state.credit, table.state.deck[1], table.state.production[1]) == (0, 0, 0)


@pytest.mark.parametrize(("relation", "open_"), [(0, False), (1, True)])
def test_r31_peace_partners_pass_a_canal_where_that_is_agreed(relation, open_):
    spaces = {"sz_mediterranean_e": "eu BB1", "egypt": "mef", "syria_iraq": "mef"}
    table = position(spaces, turn="eu", at="move", powers=(*FOUR, "mef"), canal_permission="peace")
    table.state.relation[1 * 8 + 5] = table.state.relation[5 * 8 + 1] = relation
    play(table, "sz_mediterranean_e|all BB")
    assert ("sz_red_sea" in legal(table)) == open_


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_r31_the_holder_of_a_canal_is_asked(answer):
    spaces = {"sz_mediterranean_e": "eu BB1", "egypt": "mef", "syria_iraq": "mef"}
    table = position(spaces, turn="eu", at="buy", powers=(*FOUR, "mef"), canal_permission="ask")
    play(table, "end")
    assert (table.node.name, table.seat, legal(table)) == ("permit", 5, {"yes", "no"})
    table.play(answer)
    assert table.seat == 1
    play(table, "sail|sz_mediterranean_e|all BB")
    assert ("sz_red_sea" in legal(table)) == (answer == "yes")


def test_r31_one_consent_of_two_holders_is_enough():
    spaces = {"sz_mediterranean_e": "eu BB1", "egypt": "us", "syria_iraq": "mef"}
    table = position(spaces, turn="eu", at="buy", powers=(*FOUR, "mef"), canal_permission="ask")
    play(table, "end|no")
    assert (table.node.name, table.seat) == ("permit", 0)
    play(table, "yes")
    assert table.state.canal_granted[0] == 1
    while table.state.turn == 1:
        table.play("end")
    assert sum(table.state.canal_granted) == 0


def test_r31_nobody_is_asked_without_ships_at_the_canal():
    spaces = {"sz_baltic_sea": "eu BB1", "egypt": "mef", "syria_iraq": "mef"}
    table = position(spaces, turn="eu", at="buy", powers=(*FOUR, "mef"), canal_permission="ask")
    play(table, "end")
    assert table.node.name == "target"


@pytest.mark.parametrize(("option", "asked"), [("first_round", False), ("any_round", True)])
def test_q23_a_general_goes_home_after_the_rounds_that_were_agreed_on(option, asked):
    table = position({"germany": "eu T3 G1", "ukraine": "us I6"}, turn="eu", general_withdraw=option)
    attack(table, "ukraine", ("germany", "all T"), ("germany", "all G"))
    play(table, "6 6 6|6 6 6 6 6 6|no|press|6 6 6|6 6 6 6 6 6")
    assert (table.node.name == "general_home") == asked
    if asked:
        table.play("yes")
        assert units(table, "germany", "eu") == "G1"


@pytest.mark.parametrize(("attackers", "left"), [("I1 T2 F1", {1: 2, 4: 1}), ("T1 F2", {1: 1, 4: 1})])
def test_losses_are_taken_in_a_fixed_order_where_that_is_agreed(attackers, left):
    table = position({"germany": f"eu {attackers}", "ukraine": "us I4"}, turn="eu", auto_casualties=True)
    parts = [("germany", f"all {unit[0]}") for unit in attackers.split()]
    attack(table, "ukraine", *parts)
    while table.node.name == "attack_die":
        table.play("die 6")
    play(table, "1 6 6 6")
    assert {kind: count for kind, count in enumerate(table.state.engaged) if count} == left


def test_r37_submarines_leave_before_any_die_where_that_is_agreed():
    spaces = {"sz_north_sea": "eu BB1", "sz_baltic_sea": "us SU1 TR1"}
    table = position(spaces | {"sz_denmark_strait": "us TR1"}, turn="eu", sub_leaves="round_start")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    assert (table.node.name, table.seat) == ("attack_die", 1)  # the only way out is the zone of the attackers
    spaces = {"sz_denmark_strait": "eu BB1", "sz_north_sea": "us SU1 TR1"}
    table = position(spaces, turn="eu", sub_leaves="round_start")
    attack(table, "sz_north_sea", ("sz_denmark_strait", "all BB"))
    assert (table.node.name, table.seat, legal(table)) == ("sub_stays", 0, {"yes", "no"})
    play(table, "no|sz_baltic_sea")
    assert (table.node.name, table.seat) == ("attack_die", 1)
    play(table, "1|6")
    assert units(table, "sz_baltic_sea", "us") == "SU1"
    assert units(table, "sz_north_sea", "eu") == "BB1"


@pytest.mark.parametrize(("option", "needs_six"), [("all", [1] * 8), ("team", [0, 1, 0, 0, 0, 0, 0, 0])])
def test_q51_six_capitals_are_needed_by_all_or_by_that_team(option, needs_six):
    table = taking_the_fifth(7, six_scope=option)
    assert table.state.six_needed
    assert table.state.six_powers == needs_six


def test_q51_a_scope_without_six_capitals_is_refused():
    with pytest.raises(ConfigError) as caught:
        Config(six_capitals=False, six_scope="team")
    assert str(caught.value) == "six_scope: expected all without six_capitals, got 'team'"


def test_r37_submarines_are_not_asked_again_after_the_attack_dice():
    spaces = {"sz_denmark_strait": "eu BB1", "sz_north_sea": "us SU1 TR1"}
    table = position(spaces, turn="eu", sub_leaves="round_start")
    attack(table, "sz_north_sea", ("sz_denmark_strait", "all BB"))
    play(table, "yes|6")
    assert table.node.name == "defence_die"
