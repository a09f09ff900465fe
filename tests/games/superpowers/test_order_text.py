"""Whole orders in one line, compared with the actions that they mean."""

import pytest

from tests.games.superpowers.play import position
from wd_env.errors import IllegalAction
from wd_env.games.superpowers.battle_odds import OddsOptions, odds
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_POWER,
    BOMBERS,
    BOX_HIT_POINT,
    BOXES,
    TECHNOLOGIES,
)
from wd_env.games.superpowers.text.order_text import order_actions
from wd_env.games.superpowers.text.superpowers_text import PRESENTER

S1 = {"japan": "ie T2 F1", "manchuria": "ie I2"}
S2 = {"west_africa": "la I1", "nigeria": "ac I2", "brazil": "la I2 T1", "sz_brazil_waters": "la TR1"}


def words(text):
    return [word.strip() for word in text.split("|")]


def test_an_attack_from_several_lands():
    table = position(S1, turn="ie", round=1)
    expected = words("china|japan|all T|japan|all F|manchuria|all I|go")
    assert order_actions(table, "attack china from japan T2 F1, manchuria I2") == expected
    assert table.node.name == "target"
    for action in expected:
        table.play(action)
    assert table.node.name == "attack_die"


def test_numbers_become_one_half_and_all():
    table = position({"japan": "ie T5"}, turn="ie", round=1)
    expected = words("china|japan|half T|japan|one T|go")
    assert order_actions(table, "attack china from japan T3") == expected


def test_titles_and_other_names_of_spaces_will_do():
    table = position({"manchuria": "ie I2"}, turn="ie", round=1)
    assert order_actions(table, "Attack Mongolia from korea i1")[:3] == ["mongolia", "manchuria", "one I"]


def test_units_board_and_sail_with_cargo():
    table = position(S2, turn="la")
    assert order_actions(table, "sail I2 T1 from brazil to brazil waters") == words(
        "sail|brazil|all I|sz_brazil_waters|sail|brazil|all T|sz_brazil_waters"
    )


def test_moves_and_purchases_and_placement():
    table = position({"germany": "eu I4 T2 X1", "france": "eu"}, turn="eu", at="move")
    assert order_actions(table, "move I3 T2 from germany to france") == words(
        "germany|half I|france|germany|one I|france|germany|all T|france"
    )
    table = position({"germany": "eu X1"}, turn="eu", at="buy")
    assert order_actions(table, "buy I2, X france") == words("one I|buy complex|france")
    for action in words("one I|buy complex|france|end"):
        if action in table.legal_texts():
            table.play(action)


def test_the_odds_are_told_before_an_attack():
    table = position(S1, turn="ie", round=1)
    actions = order_actions(table, "attack china from japan T2 F1, manchuria I2")
    note = PRESENTER.order_note(table, actions)
    armies = "2 infantry units, 2 tanks and 1 fighter against 3 infantry units"
    assert note == f"{armies}, fought to the end: taken 94.7%, emptied 3.3%, both gone 0.5%, held 1.6%"
    assert not PRESENTER.order_note(table, ["end"])
    assert "attack china from " in PRESENTER.order_beginnings(table)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("attack china from japan T3", "units: expected at most 2 tanks here, got T3"),
        ("attack chinna from japan T2", "'chinna' is not a space of the board; did you mean china?"),
        ("attack guam from japan F1", "'guam' is not possible here; expected"),
        ("attack china from japan", "order: expected a space and units as in japan T2 F1, got 'japan'"),
        ("attack china from japan T0", "units: expected a kind and a number as in T2 (I infantry unit, T tank"),
        ("attack china from japan T00", "units: expected a kind and a number as in T2 (I infantry unit, T tank"),
        ("attack china from spain T1", "'spain' is not possible here; expected"),
        ("attack china from japan fire T1", "units: expected R after fire as in fire R2, got 'T1'"),
        ("attack china from japan T1 fire", "units: expected R after fire as in fire R2, got nothing"),
        ("attack china", "order: expected one as in `attack china from"),
        ("move T1 from japan to manchuria", "'move' is not possible here; expected"),
        ("attack china through sz_red_sea from japan T1", "'through sz_red_sea' is not possible here"),
    ],
)
def test_an_order_that_cannot_be_given_names_the_word_and_what_is_legal(text, message):
    table = position(S1, turn="ie", round=1)
    with pytest.raises(IllegalAction) as caught:
        order_actions(table, text)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert table.node.name == "target"


def test_other_texts_are_no_orders():
    table = position(S1, turn="ie", round=1)
    assert order_actions(table, "china") == order_actions(table, "attack") == order_actions(table, "end, end") == []


def advanced(spaces, turn, powers):
    return position(spaces, turn=turn, powers=powers, ruleset="advanced")


def test_artillery_that_fires_is_named_in_an_attack():
    table = advanced({"kazakstan": "rr R2 T1 I1", "tibet": "cfe I2 R1"}, "rr", ("rr", "cfe", "us", "la"))
    assert order_actions(table, "attack tibet from kazakstan T1 I1 fire R2") == [
        *("tibet", "kazakstan", "all T", "kazakstan", "all I", "kazakstan", "fire all", "go")
    ]


def test_infantry_that_jumps_is_named_in_an_attack():
    spaces = {"algeria": "mef I2 D1", "spain": "eu B1 I4", "libya": "eu T1"}
    table = advanced(spaces, "eu", ("eu", "mef", "us", "la"))
    actions = order_actions(table, "attack algeria from libya T1, spain drop I2")
    assert actions == ["algeria", "libya", "all T", "spain", "drop half", "go"]


def test_a_raid_is_an_order():
    table = advanced({"germany": "eu B1", "karelia": "rr X1 I1"}, "eu", ("eu", "rr", "us", "la"))
    assert order_actions(table, "raid karelia from germany B1") == ["karelia", "raid", "germany", "all B", "go"]


@pytest.mark.parametrize("words", ["fire T1", "drop R1", "fire", "drop fire R1"])
def test_only_artillery_fires_and_only_infantry_jumps(words):
    table = advanced({"kazakstan": "rr R2 T1 I1", "tibet": "cfe I2"}, "rr", ("rr", "cfe", "us", "la"))
    with pytest.raises(IllegalAction, match="expected"):
        order_actions(table, f"attack tibet from kazakstan T1 {words}")


ADVANCED = {"ruleset": "advanced", "powers": ("us", "eu", "rr", "la")}


@pytest.mark.parametrize("relation", ["war", "peace"])
def test_the_odds_against_units_of_another_power(relation):
    spaces = {"germany": "eu T3", "ukraine": "rr I1"}
    table = position(spaces, turn="eu", relations={"eu rr": relation}, **ADVANCED)
    note = PRESENTER.order_note(table, order_actions(table, "attack ukraine from germany T3"))
    assert note.startswith("3 tanks against 1 infantry unit, fought to the end: taken 100.0%")


@pytest.mark.parametrize("power", ["eu", "rr"])
def test_the_odds_have_the_technologies_of_both_sides(power):
    table = position({"germany": "eu B3 T1", "ukraine": "rr I6 F1"}, turn="eu", **ADVANCED)
    actions = order_actions(table, "attack ukraine from germany B3 T1")
    before = PRESENTER.order_note(table, actions)
    category, name = (BOMBERS, "bombers 2") if power == "eu" else (AIR_POWER, "air power 2")
    table.state.technology[POWER_IDS.index(power) * TECHNOLOGIES + category] = 2
    side = {"attack_technologies" if power == "eu" else "defence_technologies": name}
    taken = float(odds("B3 T1", "I6 F1", OddsOptions(**side)).captured)
    note = PRESENTER.order_note(table, actions)
    assert note != before
    assert f"taken {taken:.1%}" in note


def test_a_ruler_helps_in_the_capital_of_somebody_else():
    def held(ruler):
        table = position({"germany": f"rr I3{ruler}", "france": "eu T3"}, turn="eu", **ADVANCED)
        return PRESENTER.order_note(table, order_actions(table, "attack germany from france T3"))

    assert held(" L1") != held("")


@pytest.mark.parametrize(
    ("spaces", "order", "legal"),
    [
        ({"germany": "eu B2", "ukraine": "rr I1"}, "raid ukraine from germany B2", "legal: assault"),
        ({"germany": "eu B2", "ukraine": "rr X1 D1"}, "attack ukraine from germany B2", "legal: raid"),
        ({"germany": "eu B2"}, "raid ukraine through sz_north_sea from germany B2", "raid japan from taimyr B2"),
    ],
)
def test_an_order_is_never_another_kind_of_attack(spaces, order, legal):
    table = position(spaces, turn="eu", **ADVANCED)
    with pytest.raises(IllegalAction, match=legal):
        order_actions(table, order)


def test_a_super_battleship_is_bought_with_money_for_two():
    table = position({"germany": "eu I1"}, turn="eu", at="buy", production={"eu": 30}, **ADVANCED)
    assert order_actions(table, "buy SB1") == ["all SB"]


def treating(relations=None, round=7, more_powers=()):
    home = {"germany": "eu I1", "brazil": "la I1", "eastern_usa": "us I1", "russia": "rr I1"}
    powers = ("us", "eu", "rr", "la", *more_powers)
    return position(home, turn="eu", at="move", round=round, powers=powers, ruleset="advanced", relations=relations)


@pytest.mark.parametrize("name", ["la", "LA", "latin alliance"])
def test_a_treaty_is_offered(name):
    assert order_actions(treating(), f"offer {name}") == ["offer", "la"]


def test_an_alliance_is_dissolved():
    assert order_actions(treating({"eu la": "alliance"}), "dissolve la") == ["dissolve"]
    table = treating({"eu la": "alliance", "eu us": "alliance"}, more_powers=("ie", "ac"))
    assert order_actions(table, "dissolve us") == ["dissolve", "us"]


@pytest.mark.parametrize(
    ("order", "text"),
    [
        ("offer xx", "'xx' is not a power"),
        ("offer eu", "'eu' is not possible here; "),
        ("dissolve us", "'us' is not an ally of eu"),
        ("dissolve eu", "'eu' is not an ally of eu"),
    ],
)
def test_treaties_that_are_not_possible_are_refused(order, text):
    with pytest.raises(IllegalAction) as caught:
        order_actions(treating({"eu la": "alliance"}), order)
    assert text in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_offer_is_made_in_the_first_round():
    with pytest.raises(IllegalAction, match="'offer la' is not possible here"):
        order_actions(treating(round=1), "offer la")


def test_the_odds_have_the_national_bonus_of_generals():
    taken = {}
    for bonus in (False, True):
        table = position({"germany": "eu I3 G1", "ukraine": "us I2"}, turn="eu", general_bonus=bonus)
        taken[bonus] = PRESENTER.order_note(table, order_actions(table, "attack ukraine from germany I3 G1"))
    options = OddsOptions(general_bonus=True, attack_power="eu")
    assert taken[False] != taken[True]
    assert f"taken {float(odds('I3 G1', 'I2', options).captured):.1%}" in taken[True]


def test_the_odds_follow_the_mode_of_air_defence():
    notes = {
        PRESENTER.order_note(table, order_actions(table, "attack ukraine from germany T1 F2"))
        for table in (
            position({"germany": "eu T1 F2", "ukraine": "rr I2 D2"}, turn="eu", ad_mode=mode, **ADVANCED)
            for mode in ("pooled", "targeted")
        )
    }
    assert len(notes) == 2
    assert all(notes)


def test_the_odds_have_the_boxes_of_the_ship_that_defends():
    table = position({"sz_congo_waters": "ie SB1 SU2, la SB1"}, turn="ie", ruleset="advanced")
    table.state.boxes[POWER_IDS.index("ie") * BOXES + BOX_HIT_POINT] = 3
    note = PRESENTER.order_note(table, order_actions(table, "attack sz_congo_waters from sz_congo_waters SU2"))
    assert f"won {float(odds('SU2', 'SB1').captured):.1%}" in note
