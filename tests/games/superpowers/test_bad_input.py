"""Impossible treaties, technologies and missiles, typed as orders and as single actions."""

import pytest

from tests.games.superpowers.play import position
from wd_env.errors import IllegalAction, StateError
from wd_env.games.superpowers.checks.check_state import check_state
from wd_env.games.superpowers.definitions import decision_codes
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import AIR_POWER, ALLIED, PEACE, POWERS, TECHNOLOGIES
from wd_env.games.superpowers.text.order_text import order_actions
from wd_env.text.typed_action import parse_action

EU, LA = POWER_IDS.index("eu"), POWER_IDS.index("la")
ADVANCED = {"ruleset": "advanced", "powers": ("us", "eu", "rr", "la")}
MISSILES = {"germany": "eu I1", "france": "eu N1", "ukraine": "rr I2"}


def at(step, spaces=None, **options):
    return position(spaces or {"germany": "eu I1"}, turn="eu", at=step, **{**ADVANCED, **options})


def owning_all(step="buy", **options):
    """Return a table whose power on turn has every technology and upgrade."""
    table = at(step, production={"eu": 60}, **options)
    table.state.technology[EU * TECHNOLOGIES : (EU + 1) * TECHNOLOGIES] = [1 if table.config.tech == "book" else 3] * 6
    table.state.railway[EU] = table.state.anti_ballistics[EU] = 1
    return table


TABLES = {
    "round 1": lambda: at("move", round=1),
    "combat": lambda: at("combat"),
    "ally": lambda: at("move", relations={"eu la": "alliance"}),
    "basic": lambda: at("move", ruleset="basic"),
    "all owned": owning_all,
    "book": lambda: owning_all(tech="book"),
    "missile": lambda: at("combat", MISSILES),
    "no missile": lambda: at("combat", {"germany": "eu I1", "ukraine": "rr I2"}),
}


@pytest.mark.parametrize(
    ("table", "order", "message"),
    [
        ("round 1", "offer la", "'offer la' is not possible here; expected 1 to 2 or end, germany"),
        ("basic", "offer la", "'offer la' is not possible here; expected 1 to 2 or end, germany"),
        ("combat", "offer la", "'offer la' is not possible here; expected 1 to 2 or end, ukraine"),
        ("ally", "offer la", "'la' is not possible here; expected 1 to 2 or us, rr"),
        ("ally", "offer me", "'me' is not a power; expected us, eu, rr, ie, cfe, mef, ac, la; did you mean mef?"),
        ("ally", "dissolve us", "'us' is not an ally of eu; expected la"),
        ("round 1", "dissolve us", "'us' is not an ally of eu; it has none"),
        ("all owned", "buy research", "'research' is not for sale here; expected units as in T2"),
        ("book", "buy research", "'research' is not for sale here; expected units as in T2"),
        ("all owned", "buy T1, railway", "'railway' is not for sale here; expected units as in T2"),
        ("missile", "attack ukraine from germany N1", "'germany' is not possible here; expected 1 or france"),
        ("missile", "attack ukraine from france N2", "units: expected at most 1 missile here, got N2"),
        ("no missile", "attack ukraine from germany N1", "units: expected at most 0 missiles here, got N1"),
        ("no missile", "attack spain from germany N1", "'spain' is not possible here; expected 1 to 2 or end, ukraine"),
    ],
)
def test_an_order_that_is_not_possible_names_what_is(table, order, message):
    with pytest.raises(IllegalAction) as caught:
        order_actions(TABLES[table](), order)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("table", "action"),
    [
        *((name, "offer") for name in ("round 1", "basic", "combat")),
        *((name, action) for name in ("all owned", "book") for action in ("research", "buy railway")),
        ("no missile", "missile"),
    ],
)
def test_an_action_that_is_not_possible_names_what_is(table, action):
    played = TABLES[table]()
    with pytest.raises(IllegalAction) as caught:
        played.play(action)
    assert str(caught.value).startswith(f"'{action}' is illegal at {played.node.name}; expected one of ['end'")


def test_upgrades_and_research_are_bought_in_one_line():
    table = at("buy", production={"eu": 60})
    assert order_actions(table, "buy T1, railway, research") == ["one T", "buy railway", "research"]


def test_an_attack_with_missiles_is_a_launch_where_units_may_attack_too():
    table = at("combat", {**MISSILES, "germany": "eu I1 N1"})
    order = order_actions(table, "attack ukraine from germany N1")
    assert order[:2] == ["ukraine", "missile"]
    assert order_actions(table, "attack ukraine from germany I1")[:2] == ["ukraine", "assault"]


@pytest.mark.parametrize("step", ["table", "typed"])
def test_sp_277_a_die_of_a_technology_that_is_owned_is_refused(step):
    table = at("buy", production={"eu": 60}, tech="book")
    table.state.technology[EU * TECHNOLOGIES + 1] = 1
    table.play("research")
    if step == "table":
        with pytest.raises(IllegalAction, match=r"expected one of \['die 1', 'die 3', 'die 4', 'die 5', 'die 6'\]"):
            table.play("die 2")
    else:
        message = "'2' is not a legal action here; expected 1, 3 to 6"
        assert parse_action("2", table.legal_texts()) == ("", message)
        assert parse_action("3", table.legal_texts())[0] == "die 3"


@pytest.mark.parametrize(
    ("options", "count", "allowed"),
    [({"tech": "book"}, 2, "0 to 1"), ({"tech": "off"}, 1, "0"), ({"ruleset": "basic"}, 1, "0"), ({}, 4, "0 to 3")],
)
def test_sp_277_a_state_with_more_technologies_than_there_are_is_refused(options, count, allowed):
    state = at("buy", **options).state
    state.technology[EU * TECHNOLOGIES + AIR_POWER] = count
    with pytest.raises(StateError, match=f"technology of eu air power: expected {allowed}, got {count}$"):
        check_state(state)


@pytest.mark.parametrize("relation", [ALLIED, PEACE])
def test_a_state_with_an_offer_that_nobody_may_make_is_refused(relation):
    table = at("move", relations={"eu la": "peace"})
    table.play("offer")
    table.play("la")
    s = table.state
    check_state(s)
    s.relation[EU * POWERS + LA] = s.relation[LA * POWERS + EU] = relation
    s.round = s.round if relation == ALLIED else 1
    assert s.node == decision_codes.RESPOND
    with pytest.raises(
        StateError, match="partner at respond: expected a power to which a treaty may be offered, got 7"
    ):
        check_state(s)
