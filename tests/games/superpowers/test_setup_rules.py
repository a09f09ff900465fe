"""Set-up, turns and money (SP-001 to SP-033)."""

import pytest

from tests.games.superpowers.own_boards import ring_board, write
from tests.games.superpowers.play import legal, new_table, play, position, units
from wd_env.errors import ConfigError
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.table import Superpowers

PLAYERS = range(2, 9)
FOUR = ("us", "eu", "ie", "la")


def picked(names, first=0, **options):
    """Return a table after the picks of nations."""
    table = Superpowers(Config(num_players=options.pop("players", len(names)), **options), chance="explicit")
    play(table, f"player {first}")
    for name in names:
        table.play(name)
    return table


@pytest.mark.parametrize("players", PLAYERS)
def test_sp_001_powers_that_nobody_plays_are_neutral(players):
    table = new_table(players)
    homes = {"us": 6, "eu": 6, "rr": 8, "ie": 7, "cfe": 7, "mef": 7, "ac": 8, "la": 6}
    held = [holder for holder in table.board.holders.values() if holder]
    assert len(held) == sum(homes[name] for name in table.board.nations)
    assert len(table.board.nations) == max(4, players)


def test_sp_001_with_four_powers_thirty_lands_of_others_are_neutral():
    table = position({}, turn="us", powers=FOUR)
    assert sum(holder is None for holder in table.board.holders.values()) == 24 + 30


def test_sp_002_two_players_have_two_powers_each():
    table = picked(("us", "ie", "la", "eu"), players=2, allow_surrender=False)
    assert table.board.nations == {"us": 0, "ie": 1, "la": 1, "eu": 0}


def test_sp_002_money_of_two_powers_is_kept_apart():
    table = new_table(2)
    assert table.board.money == 20
    assert table.board.production == dict.fromkeys(table.board.nations, 20)


def test_sp_003_the_second_and_third_of_three_players_are_allied():
    table = picked(("us", "ie", "la", "eu"), players=3)
    s = table.state
    assert table.board.nations == {"us": 0, "ie": 1, "la": 2, "eu": 0}
    assert s.relation[3 * 8 + 7] == s.relation[0 * 8 + 1] == 2
    assert s.relation[0 * 8 + 3] == 0


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("setup", ["deal", "pick"])
def test_sp_003_the_player_with_two_powers_has_no_ally(seed, setup):
    table = Superpowers(Config(num_players=3, setup=setup), seed=seed)
    while len(table.board.nations) < 4:
        table.play(table.legal_actions()[0])
    owners = list(table.board.nations.values())
    assert [owners.count(player) for player in range(3)] == [2, 1, 1]
    assert [list(table.state.team).count(table.state.team[player]) for player in (1, 2)] == [2, 2]


@pytest.mark.parametrize("players", PLAYERS)
def test_sp_005_four_and_more_players_have_one_power_each(players):
    table = new_table(players)
    counts = [list(table.board.nations.values()).count(player) for player in range(players)]
    assert counts == {2: [2, 2], 3: [2, 1, 1]}.get(players, [1] * players) or sorted(counts) == [1, 1, 2]


def test_sp_006_picking_goes_clockwise_from_the_highest_roller():
    table = picked(("us", "eu", "ie"), first=1, players=4)
    assert table.player == 0
    assert table.state.nation_of[0] == 1


def test_sp_007_a_nation_that_was_picked_is_masked():
    table = picked(("la",), players=4)
    assert legal(table) == {"us", "eu", "rr", "ie", "cfe", "mef", "ac"}


def test_sp_008_turns_go_from_west_to_east():
    table = position({}, turn="la", at="next", powers=("la", "rr", "ie", "us"))
    order = []
    for _ in range(4):
        order.append(table.state.turn)
        while table.state.turn == order[-1]:
            table.play("end")
    assert order == [2, 3, 0, 7]


def test_sp_010_a_power_begins_with_twenty():
    table = new_table(4)
    assert table.board.money == 20
    assert set(table.board.production.values()) == {20}


def test_sp_011_pieces_stand_on_the_capital():
    table = picked(("ie", "us", "eu", "la"))
    assert units(table, "japan", "ie") == "I3 T2 F1 G1 L1"
    assert table.state.complexes[list(table.board.holders).index("japan")] == 1


def test_sp_012_the_port_is_chosen_where_there_are_several():
    table = picked(("eu", "rr", "ie", "cfe"))
    assert table.node.name == "port"
    assert legal(table) == {"sz_north_sea", "sz_baltic_sea"}
    play(table, "sz_baltic_sea")
    assert units(table, "sz_baltic_sea", "eu") == "TR1 SU1"
    assert units(table, "sz_barents_sea", "rr") == "TR1 SU1"


def test_sp_012_the_port_is_chosen_on_an_own_board(tmp_path):
    table = Superpowers(Config(num_players=4, board=str(write(tmp_path, ring_board(2)))), seed=0)
    while table.node.name != "port":
        table.play(table.legal_texts()[0])
    assert legal(table) == {f"z{2 * table.state.seat}", f"z{2 * table.state.seat + 1}"}


def test_sp_014_three_infantry_go_anywhere_in_the_own_empire():
    table = picked(("us", "cfe", "ac", "la"))
    play(table, "sz_e_usa_waters")
    assert legal(table) == {
        "eastern_usa", "central_usa", "midwest_usa", "western_usa", "alaska", "hawaiian_islands",
    }  # fmt: skip
    play(table, "alaska|western_usa|western_usa")
    assert units(table, "western_usa", "us") == "I2"
    assert units(table, "eastern_usa", "us").startswith("I3")


def test_sp_015_any_power_in_play_may_begin():
    table = Superpowers(Config(num_players=4, setup="deal"), chance="explicit")
    play(table, "player 0|us|eu|ie|la")
    assert table.node.name == "first_power"
    assert legal(table) == {"us", "eu", "ie", "la"}


def test_sp_017_stacks_have_no_limit():
    table = position({"japan": "ie I60"}, turn="ie")
    assert units(table, "japan", "ie") == "I60"


def test_sp_019_steps_of_a_turn_follow_each_other():
    table = position({"japan": "ie I1", "manchuria": "ie I2"}, turn="ie", at="buy", round=1)
    names = []
    while table.state.turn == 3:
        names.append(table.node.name)
        table.play("one T" if table.node.name == "buy" and table.board.money == 20 else "end")
    assert names == ["buy", "buy", "target", "move_from"]


def test_sp_020_a_round_is_over_when_every_power_has_taken_its_turn():
    table = position({}, turn="us", at="next", round=1)
    for _ in range(3):
        turn = table.state.turn
        assert table.board.round == 1
        while table.state.turn == turn:
            table.play("end")
    assert table.board.round == 2


def test_sp_024_units_are_paid_at_once_and_placed_at_the_end():
    table = position({"germany": "eu I1"}, turn="eu", at="buy", round=1)
    play(table, "all T")
    assert table.board.money == 0
    assert units(table, "germany", "eu") == "I1"
    play(table, "end|end")
    assert units(table, "germany", "eu") == "I1 T4"


def test_sp_025_a_purchase_is_limited_by_production():
    table = position({}, turn="eu", at="buy", production={"eu": 30})
    play(table, "all T")
    assert units(table, "germany", "eu") == "T6"


def test_sp_027_infantry_are_sold_in_pairs():
    table = position({}, turn="eu", at="buy")
    play(table, "one I|one I|one I|all T")
    assert units(table, "germany", "eu") == "I6 T1"


@pytest.mark.parametrize(("kind", "index"), [("TR", 6), ("SU", 7), ("CV", 8)])
def test_sp_028_a_plus_one_brings_infantry(kind, index):
    table = position({}, turn="eu", at="buy")
    play(table, f"all {kind}" if kind == "CV" else f"one {kind}")
    assert (table.state.deck[index], table.state.deck[0]) == (1, 1)


def test_sp_029_money_that_is_left_is_lost():
    table = position({}, turn="eu", at="buy", round=1)
    play(table, "one T|end")
    while table.state.turn == 1:
        table.play("end")
    assert table.board.production["eu"] == 20


@pytest.mark.parametrize(("japan", "step"), [("us I1", "target"), ("ie I1", "buy")])
def test_sp_031_without_a_capital_nothing_is_bought_before_combat(japan, step):
    table = position({"japan": japan, "manchuria": "ie T2"}, turn="ie", at="buy", production={"ie": 20})
    assert (table.state.turn, table.node.name, table.board.money) == (3, step, 20)
    assert ({"one T", "all F", "buy complex", "buy centre"} <= legal(table)) == (step == "buy")


def test_sp_032_attacks_in_between_leave_the_production_as_it_is():
    table = position({"spain": "us I1"}, turn="eu", at="buy")
    assert table.board.money == 20
    play(table, "end")
    while table.state.turn == 1:
        table.play("end")
    assert table.board.production["eu"] == 10


@pytest.mark.parametrize(
    ("teams", "players"), [("0,1/1,2,3", 4), ("0,1/2", 4), ("0,1,2,3", 4), ("x", 4), ("0/1,2", 3), ("two", 3)]
)
def test_teams_that_overlap_or_leave_somebody_out_are_refused(teams, players):
    with pytest.raises(ConfigError, match="teams: expected"):
        Config(num_players=players, teams=teams)


@pytest.mark.parametrize("players", [1, 9])
def test_too_few_and_too_many_players_are_refused(players):
    with pytest.raises(ConfigError, match="num_players"):
        Config(num_players=players)
