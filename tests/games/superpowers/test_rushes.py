"""Rushes: which transports cross, and what is lost with them (SP-239, SP-240, SP-242)."""

from tests.games.superpowers.play import legal, play, position
from wd_env.games.superpowers.checks.check_state import check_state
from wd_env.games.superpowers.definitions.rule_constants import TRANSPORT

NIGERIA = {"sz_congo_waters": "ac TR1", "nigeria": "ac I1"}


def rush(spaces, cargo):
    """Return a table in which transports in sz_sierra_waters cross sz_congo_waters to nigeria."""
    table = position(NIGERIA | spaces, turn="la", round=8)
    play(table, "nigeria|sz_congo_waters")
    for words in cargo:
        play(table, f"sz_sierra_waters|{words}")
    play(table, "go")
    return table


def test_sp_239_transports_that_sailed_two_zones_bring_nothing_in_a_rush():
    spaces = {"sz_sierra_waters": "la TR1 aboard I4", "sz_north_atlantic_s": "la TR1 aboard T2"}
    table = position(NIGERIA | spaces, turn="la", round=8)
    play(table, "sail|sz_north_atlantic_s|all TR|sz_sierra_waters|nigeria|sz_congo_waters|sz_sierra_waters")
    assert {"all I", "all T"} <= legal(table)
    play(table, "all I")
    assert legal(table) == {"go"}


def test_sp_239_a_ruler_crosses_alone_to_an_empty_land():
    table = rush({"sz_sierra_waters": "la TR1 aboard L1", "nigeria": "ac"}, ["all L"])
    assert table.node.name == "rush_die"
    play(table, "6")
    assert table.board.holders["nigeria"] == "la"


def test_sp_240_a_hit_sinks_one_of_two_transports():
    spaces = {"sz_sierra_waters": "la TR2 aboard I4 T2", "sz_congo_waters": "ac BB1 SU1"}
    table = rush(spaces, ["all I", "all T"])
    play(table, "1 6")
    assert table.state.engaged[TRANSPORT] == sum(table.state.landing_ships) == 1
    check_state(table.state)


def test_sp_242_cargo_that_stays_without_a_transport_is_lost():
    table = rush({"sz_sierra_waters": "la TR1 aboard T2"}, ["one T"])
    assert table.board.cargo("sz_sierra_waters") == {}
    assert not any(table.state.cargo)
