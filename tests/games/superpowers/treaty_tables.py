"""Tables of the advanced rules with treaties."""

from tests.games.superpowers.play import play, position
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import POWERS

FOUR, SIX = ("us", "eu", "rr", "la"), ("us", "eu", "rr", "ie", "ac", "la")
HOME = {"germany": "eu I1", "brazil": "la I1", "eastern_usa": "us I1", "russia": "rr I1"}


def advanced(spaces, *, turn="eu", at="move", round=7, powers=FOUR, **options):
    return position(HOME | spaces, turn=turn, at=at, round=round, powers=powers, ruleset="advanced", **options)


def relation(table, one, other):
    return table.state.relation[POWER_IDS.index(one) * POWERS + POWER_IDS.index(other)]


def turn_of(table, power):
    """End turns until this power moves."""
    while table.state.turn != POWER_IDS.index(power) or table.node.name != "move_from":
        table.play("end")


def ally(table, power):
    play(table, f"offer|{power}|yes")
