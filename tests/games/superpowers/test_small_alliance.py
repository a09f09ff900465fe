"""Free-for-all, and the small alliance of five or seven players (SP-311 to SP-317, R56, R58)."""

from itertools import permutations

import pytest

from tests.games.superpowers.play import attack, finish_turn, legal, play, position, units
from wd_env.errors import ConfigError
from wd_env.games.superpowers.checks.check_state import check_state
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import ALLIED, NOWHERE, POWERS

FIVE, SEVEN = ("us", "eu", "rr", "ie", "la"), ("us", "eu", "rr", "ie", "cfe", "ac", "la")
EU, LA = POWER_IDS.index("eu"), POWER_IDS.index("la")


def five(relations=None, **options):
    pairs = relations if relations is not None else {"eu la": "alliance"}
    return position(
        {"germany": "eu I1"},
        turn="eu",
        at="move",
        powers=FIVE,
        ruleset="advanced",
        small_alliance=True,
        relations=pairs,
        **options,
    )


@pytest.mark.parametrize(("players", "options"), [(4, {}), (6, {}), (5, {"ruleset": "basic"}), (5, {"teams": "two"})])
def test_sp_312_the_option_needs_five_or_seven_players_with_treaties(players, options):
    with pytest.raises(ConfigError, match="small_alliance: expected False"):
        Config(**{"num_players": players, "ruleset": "advanced", "small_alliance": True, **options})


def test_sp_312_two_of_five_declare_themselves():
    assert "small alliance" in legal(five())
    assert "small alliance" not in legal(five({}))


def test_sp_312_three_of_seven_declare_themselves():
    pair = {"eu la": "alliance"}
    options = {"turn": "eu", "at": "move", "powers": SEVEN, "ruleset": "advanced", "small_alliance": True}
    assert "small alliance" not in legal(position({"germany": "eu I1"}, relations=pair, **options))
    three = pair | {"eu us": "alliance", "la us": "alliance"}
    assert "small alliance" in legal(position({"germany": "eu I1"}, relations=three, **options))
    chain = pair | {"eu us": "alliance"}
    assert "small alliance" not in legal(position({"germany": "eu I1"}, relations=chain, **options))


def test_sp_312_without_the_option_nobody_declares():
    table = position(
        {"germany": "eu I1"}, turn="eu", at="move", powers=FIVE, ruleset="advanced", relations={"eu la": "alliance"}
    )
    assert "small alliance" not in legal(table)


@pytest.mark.parametrize(
    ("powers", "others", "production"), [(FIVE, {}, 40), (SEVEN, {"eu us": "alliance", "la us": "alliance"}, 35)]
)
def test_sp_313_the_bonus_comes_every_turn(powers, others, production):
    table = position(
        {"germany": "eu I1"},
        turn="eu",
        at="move",
        powers=powers,
        ruleset="advanced",
        small_alliance=True,
        relations={"eu la": "alliance"} | others,
    )
    play(table, "small alliance")
    assert table.board.production["la"] == production
    while table.node.name == "small_infantry":
        table.play(table.legal_texts()[0])
    while table.state.turn == EU:
        table.play("end")
    assert table.board.production["eu"] == production


def test_sp_314_fighters_on_the_capital_and_infantry_in_the_empire():
    table = five()
    play(table, "small alliance")
    assert (units(table, "germany", "eu"), units(table, "brazil", "la")) == ("I1 F4", "F4")
    assert (table.node.name, table.seat) == ("small_infantry", EU)
    play(table, "germany|germany|france|france|spain")
    assert table.seat == LA
    play(table, "brazil|brazil|peru|peru|mexico")
    assert table.node.name == "move_from"
    assert (units(table, "spain", "eu"), units(table, "mexico", "la")) == ("I1", "I1")
    check_state(table.state)
    assert "germany" in legal(table)
    play(table, "germany")
    assert legal(table) == {"all I"}


def test_sp_315_two_infantry_for_each_land():
    table = five()
    play(table, "small alliance|france|france")
    assert "france" not in legal(table)
    assert "spain" in legal(table)


def test_sp_315_only_own_land_of_the_own_empire():
    table = position(
        {"france": "us", "algeria": "eu"},
        turn="eu",
        at="move",
        powers=FIVE,
        ruleset="advanced",
        small_alliance=True,
        relations={"eu la": "alliance"},
    )
    play(table, "small alliance")
    assert not legal(table) & {"france", "algeria"}


@pytest.mark.parametrize(("since", "is_legal"), [(8 * 6, True), (8 * 7 - 1, False)])
def test_sp_316_the_members_have_been_allied_for_a_full_round(since, is_legal):
    table = five()
    table.state.since[EU * POWERS + LA] = table.state.since[LA * POWERS + EU] = since
    assert ("small alliance" in legal(table)) == is_legal


def test_sp_316_no_waiting_against_one_alliance_of_all_others():
    table = five()
    for power, other in permutations(map(POWER_IDS.index, ("us", "rr", "ie")), 2):
        table.state.relation[power * POWERS + other] = ALLIED
    table.state.since[EU * POWERS + LA] = table.state.since[LA * POWERS + EU] = 8 * 7
    assert "small alliance" in legal(table)


def test_sp_317_the_bonus_begins_with_the_declaration():
    table = five()
    play(table, "small alliance")
    assert (table.board.production["eu"], table.board.production["la"]) == (40, 40)
    assert table.board.production["us"] == 20


def test_r56_a_small_alliance_is_not_dissolved_and_others_may_be_three():
    table = five({"eu la": "alliance", "us rr": "alliance", "us ie": "peace", "eu us": "peace"})
    play(table, "small alliance")
    while table.node.name == "small_infantry":
        table.play(table.legal_texts()[0])
    assert not legal(table) & {"dissolve", "small alliance"}
    play(table, "offer")
    assert "us" not in legal(table)
    play(table, "rr|no")
    while table.state.turn != POWER_IDS.index("us") or table.node.name != "move_from":
        table.play("end")
    play(table, "offer|ie|yes")
    assert table.state.relation[: 2 * POWERS].count(2) >= 2
    assert table.state.relation[POWER_IDS.index("rr")] == 2


@pytest.mark.parametrize("options", [{"num_players": 3}, {"teams": "two"}, {"ruleset": "basic"}])
def test_sp_311_a_free_for_all_has_no_fixed_allies(options):
    with pytest.raises(ConfigError, match="free_for_all: expected False"):
        Config(**{"ruleset": "advanced", "free_for_all": True, **options})


CAPITALS = dict.fromkeys(("germany", "russia", "japan", "indo_china", "zaire", "brazil"), "eu I1")


def test_sp_311_capitals_do_not_win_a_free_for_all():
    table = position(
        CAPITALS, turn="eu", at="move", round=9, powers=("us", "eu", "rr", "la"), ruleset="advanced", free_for_all=True
    )
    for _ in range(2):
        finish_turn(table)
        while table.state.turn != EU:
            table.play("end")
    assert not table.is_terminal


def everything_but(*lands):
    """Return all lands except these, owned by eu."""
    from wd_env.games.superpowers.board.bundled_board import BOARD

    return {land.id: "eu" for land in BOARD.lands if land.id not in lands}


@pytest.mark.parametrize(("alaska", "is_over"), [("eu", True), ("us", False)])
def test_sp_311_the_last_player_with_land_wins(alaska, is_over):
    spaces = everything_but("libya", "alaska") | {"libya": "la", "egypt": "eu T1", "alaska": alaska}
    options = {"ruleset": "advanced", "free_for_all": True, "relations": {"eu us": "alliance"}}
    table = position(spaces, turn="eu", powers=("us", "eu", "rr", "la"), **options)
    attack(table, "libya", ("egypt", "all T"))
    assert table.is_terminal == is_over
    if is_over:
        assert [player for player in range(4) if table.state.won[player]] == [1]


def test_r56_a_member_without_a_capital_gets_no_production_at_the_declaration():
    table = five()
    table.state.capital[LA] = NOWHERE
    table.state.production[LA] = 0
    play(table, "small alliance")
    assert (table.board.production["eu"], table.board.production["la"]) == (40, 0)
