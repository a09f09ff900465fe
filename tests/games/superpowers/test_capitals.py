"""Capitals, liberation, surrender and victory (SP-257 to SP-269)."""

import pytest

from tests.games.superpowers.play import attack, finish_turn, legal, play, position, units


@pytest.mark.parametrize("words", ["all R", "all D", "all SB", "buy railway", "research"])
def test_sp_320_the_basic_game_leaves_units_out(words):
    table = position({}, turn="eu", at="buy", production={"eu": 100})
    assert words not in legal(table)


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
    """Eliminate a power with planes in the air: the power with the next turn gets none of them."""
    pieces = {"germany": "eu I4 F1", "sweden_finland": "eu I2"}  # the second stack is ready to attack norway
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
