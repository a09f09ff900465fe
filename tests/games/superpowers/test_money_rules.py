"""Movement, placement, income, complexes, capitals and victory (SP-093 to SP-170, SP-257 to SP-269)."""

import pytest

from tests.games.superpowers.play import legal, play, position, units
from tests.games.superpowers.test_battles import attack


def finish_turn(table):
    """End the turn without another order."""
    turn = table.state.turn
    while table.state.turn == turn and not table.is_terminal:
        table.play("end")


def test_sp_093_units_that_fought_do_not_move():
    table = position({"germany": "eu T4"}, turn="eu", round=1)
    attack(table, "ukraine", ("germany", "one T|all T"))
    play(table, "1 1 1 6|6 6 6")
    assert "ukraine" not in legal(table)


@pytest.mark.parametrize(("kind", "near"), [("I", "france"), ("T", "spain"), ("F", "united_kingdom")])
def test_sp_101_units_move_as_far_as_they_can(kind, near):
    table = position({"germany": f"eu {kind}2"}, turn="eu", at="move", round=1)
    play(table, f"germany|all {kind}")
    assert near in legal(table)
    assert ("spain" in legal(table)) == (kind != "I")


def test_sp_095_land_of_others_is_closed_in_movement():
    table = position({"algeria": "us I1", "libya": "mef", "west_africa": "us"}, turn="us", at="move", round=1)
    play(table, "algeria|all I")
    assert legal(table) == {"west_africa"}


def test_sp_094_allied_land_is_friendly():
    table = position({"germany": "eu I1", "ukraine": "us I1"}, turn="eu", at="move", teams="0,1/2,3")
    play(table, "germany|all I")
    assert "ukraine" in legal(table)


def test_sp_096_land_taken_this_turn_is_closed_in_movement():
    table = position({"manchuria": "ie T4 I1"}, turn="ie", round=1)
    attack(table, "china", ("manchuria", "one T|all T"))
    play(table, "1 1 1 6|6 6 6")
    play(table, "manchuria|all I" if table.node.name == "move_from" else "end|manchuria|all I")
    assert "china" not in legal(table)


def test_sp_102_everything_bought_is_placed():
    table = position({"spain": "eu X1"}, turn="eu", at="buy", round=1)
    play(table, "all T")
    assert table.node.name == "place_what"
    assert "end" not in legal(table)
    play(table, "one T|spain|all T|germany")
    assert units(table, "spain", "eu") == "T1"
    assert units(table, "germany", "eu") == "T3"


def test_sp_103_units_are_placed_beside_complexes():
    table = position({"spain": "eu X1"}, turn="eu", at="buy", round=1)
    play(table, "all T")
    if table.node.name != "place_what":
        play(table, "end")
    play(table, "all T")
    assert legal(table) == {"germany", "spain"}


def test_sp_104_ships_are_placed_in_a_zone_at_a_complex():
    table = position({}, turn="eu", at="buy", round=1)
    play(table, "one SU|end")
    while table.node.name != "place_what":
        table.play("end")
    play(table, "all SU")
    assert legal(table) == {"sz_north_sea", "sz_baltic_sea"}


def test_sp_105_a_complex_taken_this_turn_takes_no_units():
    spaces = {"central_usa": "eu T3", "eastern_usa": "us"}
    table = position(spaces, turn="eu", at="buy")
    play(table, "all T|eastern_usa|central_usa|all T|go")
    while table.state.turn == 1:
        table.play("end")
    assert units(table, "germany", "eu") == "T4"


def test_sp_106_fighters_are_placed_on_carriers():
    table = position({"sz_north_sea": "eu CV1"}, turn="eu", at="buy", round=1)
    play(table, "one F|all F" if "one F" in legal(table) else "all F")
    while table.node.name not in ("place_what", "place_where"):
        table.play("end")
    play(table, "all F")
    assert legal(table) == {"germany", "sz_north_sea"}


@pytest.mark.parametrize(
    ("spaces", "value"),
    [
        ({}, 20),
        ({"spain": "us I1"}, 10),
        ({"france": "eu L1"}, 30),
        ({"germany": "eu L1"}, 20),
        ({"sz_north_sea": "eu SU1 aboard L1"}, 20),
        ({"france": "eu E1", "spain": "eu E1"}, 30),
        ({"russia": "eu I1"}, 30),
        ({"france": "eu X1"}, 20),
    ],
)
def test_sp_111_production_is_the_sum_of_the_criteria(spaces, value):
    table = position(spaces, turn="eu", at="income")
    assert table.board.production["eu"] == value


def test_sp_112_captured_capitals_bring_ten():
    table = position({"russia": "eu I1"}, turn="eu", at="income")
    assert table.board.production["eu"] == 30


def test_sp_113_whole_empires_bring_ten():
    lands = ("russia", "karelia", "chechnya", "caucasus", "kazakstan", "taimyr", "novosibirsk", "siberia")
    table = position(dict.fromkeys(lands, "eu"), turn="eu", at="income")
    assert table.board.production["eu"] == 40


def test_sp_114_the_ruler_in_allied_land_brings_nothing():
    table = position({"ukraine": "us, eu L1"}, turn="eu", at="income", teams="0,1/2,3")
    assert table.board.production["eu"] == 20


def test_sp_116_a_land_that_is_lost_costs_ten():
    table = position({"spain": "us I1"}, turn="eu", at="income")
    assert table.board.production["eu"] == 10


def test_sp_117_the_new_value_is_the_money_of_the_next_turn():
    table = position({"france": "eu E1"}, turn="eu", at="income")
    for _ in range(4):
        finish_turn(table)
        if table.state.turn == 1:
            break
    assert table.board.money == 25


def test_sp_118_the_income_step_ends_the_turn():
    table = position({}, turn="eu", at="income")
    assert table.state.turn != 1


def test_sp_157_a_general_is_not_bought():
    table = position({}, turn="eu", at="buy")
    assert not {"all G", "all L"} & legal(table)


@pytest.mark.parametrize("words", ["all R", "all D", "all SB", "buy railway", "research"])
def test_sp_320_the_basic_game_leaves_units_out(words):
    table = position({}, turn="eu", at="buy", production={"eu": 100})
    assert words not in legal(table)


def test_sp_164_a_complex_is_put_on_land_held_since_the_turn_began():
    table = position({}, turn="eu", at="buy")
    play(table, "buy complex")
    assert legal(table) == {"france", "spain", "united_kingdom", "sweden_finland", "southern_europe"}
    play(table, "france")
    assert table.board.money == 5


def test_sp_165_a_new_complex_takes_units_from_the_next_turn_on():
    table = position({}, turn="eu", at="buy", round=1)
    play(table, "buy complex|france|all T")
    while table.state.turn == 1:
        table.play("end")
    assert units(table, "germany", "eu") == "T1"


def test_sp_167_an_economic_centre_brings_five():
    table = position({}, turn="eu", at="buy", round=1)
    play(table, "buy centre|france|end")
    finish_turn(table)
    assert table.board.production["eu"] == 25


@pytest.mark.parametrize(("text", "offered"), [("eu X1 E1", True), ("eu X1 E2", False)])
def test_sp_168_the_capital_has_three_complexes(text, offered):
    table = position({"germany": text}, turn="eu", at="buy")
    play(table, "buy centre")
    assert ("germany" in legal(table)) == offered


def test_sp_168_other_lands_have_one_of_each():
    table = position({"france": "eu X1 E1"}, turn="eu", at="buy")
    play(table, "buy centre")
    assert "france" not in legal(table)


def test_sp_170_complexes_belong_to_whoever_holds_the_land():
    table = position({"spain": "eu E1", "algeria": "us T1"}, turn="us", at="income")
    assert table.board.production["us"] == 20
    table = position({"spain": "us E1"}, turn="us", at="income")
    assert table.board.production["us"] == 25


@pytest.mark.parametrize(("production", "left"), [(30, 10), (10, 0)])
def test_sp_257_a_lost_capital_costs_twenty(production, left):
    table = position(
        {"karelia": "us T3", "germany": "eu", "ukraine": "us T3"}, turn="us", production={"eu": production}
    )
    attack(table, "germany", ("ukraine", "all T"))
    assert table.board.production["eu"] == left
    assert table.board.capitals["eu"] is None


def test_sp_258_the_capital_moves_to_another_complex():
    spaces = {"germany": "us I1", "france": "eu X1"}
    table = position(spaces, turn="eu", at="buy", production={"eu": 10})
    assert table.board.capitals["eu"] == "france"
    play(table, "all T")
    while table.state.turn == 1:
        table.play("end")
    assert units(table, "france", "eu") == "T2"


def test_sp_258_of_several_complexes_the_owner_chooses():
    table = position({"germany": "us I1", "france": "eu X1", "spain": "eu X1"}, turn="eu", at="buy")
    assert table.node.name == "new_capital"
    assert legal(table) == {"france", "spain"}


def test_sp_259_without_another_complex_there_is_no_income():
    table = position({"germany": "us I1"}, turn="eu", at="income")
    assert table.board.production["eu"] == 0


def test_sp_260_the_conqueror_gets_the_capital_with_its_complex():
    table = position({"ukraine": "us T3", "germany": "eu"}, turn="us")
    attack(table, "germany", ("ukraine", "all T"))
    finish_turn(table)
    assert table.board.production["us"] == 30


def test_sp_261_land_of_an_ally_is_freed():
    table = position({"france": "la T1", "spain": "rr"}, turn="la", powers=("la", "eu", "rr", "us"), teams="0,1/2,3")
    attack(table, "spain", ("france", "all T"))
    assert table.board.holders["spain"] == "eu"
    assert units(table, "spain", "la") == "T1"


def test_sp_262_a_restored_empire_raises_production_at_once():
    spaces = {"france": "eu, la T1", "spain": "rr"}
    options = {"powers": ("la", "eu", "rr", "us"), "teams": "0,1/2,3", "production": {"eu": 10}}
    table = position(spaces, turn="la", **options)
    attack(table, "spain", ("france", "all T"))
    assert table.board.production["eu"] == 20


def test_sp_263_a_player_may_surrender_where_that_is_agreed():
    table = position({"germany": "eu I1"}, turn="eu", at="buy")
    assert "surrender" not in legal(table)
    table = position({"germany": "eu I1"}, turn="eu", at="buy", allow_surrender=True)
    play(table, "surrender")
    assert table.board.production["eu"] == 0
    assert table.state.turn != 1


def test_sp_265_units_of_a_power_that_surrendered_defend():
    table = position({"germany": "eu I4", "ukraine": "us T2"}, turn="eu", at="buy", allow_surrender=True)
    play(table, "surrender")
    while table.state.turn != 0:
        table.play("end")
    play(table, "end")
    attack(table, "germany", ("ukraine", "all T"))
    play(table, "6 6")
    assert table.state.foe_dice[2] == 4


def test_sp_265_planes_in_the_air_are_lost_with_the_power():
    """Whoever has the next turn gets none of them."""
    pieces = {"germany": "eu I4 F1", "sweden_finland": "eu I2"}  # the second stack may attack norway
    table = position(pieces, turn="eu", at="buy", round=1, allow_surrender=True, auto_casualties=True)
    play(table, "end")
    attack(table, "ukraine", ("germany", "all F|all I"))
    play(table, "1 1 1 1 1 6 6 6")
    assert table.node.name == "target"
    assert table.state.planes_aloft == 1
    play(table, "surrender")
    assert (table.state.planes_aloft, sum(table.state.aloft)) == (0, 0)


FIVE = {"russia": "eu I1", "japan": "eu I1", "indo_china": "eu I1", "saudi_arabia": "eu I1"}


def taking_the_fifth(round, **options):
    spaces = {name: text for name, text in FIVE.items() if name != "saudi_arabia"}
    spaces |= {"syria_iraq": "eu T3", "saudi_arabia": "mef"}
    table = position(spaces, turn="eu", powers=("eu", "us", "mef", "la"), round=round, **options)
    attack(table, "saudi_arabia", ("syria_iraq", "all T"))
    return table


def test_sp_266_five_capitals_held_for_a_full_round_win():
    table = taking_the_fifth(9)
    finish_turn(table)
    assert not table.is_terminal
    while not table.is_terminal:
        assert table.board.round <= 10
        table.play("end")
    assert table.board.round == 10
    assert table.winners == (0,)
    assert table.board.ended_by == "capitals"


def test_sp_267_five_capitals_by_round_seven_make_six_necessary():
    table = taking_the_fifth(7)
    assert table.state.six_needed == 1
    while table.board.round < 10:
        table.play("end")
    assert not table.is_terminal


def test_sp_268_a_capital_lost_before_the_round_is_over_cancels_the_count():
    table = taking_the_fifth(9)
    assert max(table.state.held_since) > 0
    table.state.holder[list(table.board.holders).index("japan")] = 0
    from wd_env.games.superpowers.rules.victory import count_capitals

    count_capitals(table.state)
    assert max(table.state.held_since) == 0


def test_sp_269_allies_win_together():
    spaces = FIVE | {"brazil": "la I1"}
    table = position(spaces, turn="eu", at="next", round=9, powers=("eu", "us", "mef", "la"), teams="0,3/1,2")
    from wd_env.games.superpowers.rules.victory import count_capitals

    table.state.turn = 1
    count_capitals(table.state)
    while not table.is_terminal:
        table.play("end")
    assert table.winners == (0, 3)
    assert list(table.rewards()) == [1.0, -1.0, -1.0, 1.0]


@pytest.mark.parametrize(("option", "winners"), [("capitals", (0,)), ("nobody", ())])
def test_r4_the_team_with_most_capitals_wins_at_the_limit(option, winners):
    table = position(
        {"russia": "eu I1"}, turn="eu", round=9, max_rounds=9, powers=("eu", "us", "mef", "la"), at_limit=option
    )
    while not table.is_terminal:
        table.play("end")
    assert table.winners == winners


def test_q61_guests_of_a_power_that_surrenders_go_home():
    spaces = {"france": "eu, us I2", "eastern_usa": "us, eu T1", "ukraine": "us I1"}
    table = position(spaces, turn="eu", at="buy", allow_surrender=True, teams="0,1/2,3")
    play(table, "surrender")
    assert units(table, "ukraine", "us") == "I3"
    assert units(table, "france", "us") == ""
    assert units(table, "eastern_usa", "eu") == ""
