"""Powers without land and units are out of the game (Q60, R58), and games without a last round."""

import pytest

from tests.games.superpowers.play import attack, play, position
from wd_env.games.superpowers.board.bundled_board import BOARD, SPACE_IDS
from wd_env.games.superpowers.checks.check_state import MAX_ROUND, check_state
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import POWERS
from wd_env.games.superpowers.game import GAME
from wd_env.games.superpowers.rules.relations import date_relation, has_lasted

FOUR = ("us", "eu", "rr", "la")
LA, EU, RR = (POWER_IDS.index(name) for name in ("la", "eu", "rr"))
LOST_LAND = {SPACE_IDS[land]: "us" for land in BOARD.lands_of(LA)}


def without_land(spaces, **options):
    return position(LOST_LAND | spaces, powers=FOUR, **options)


def test_q60_a_power_that_does_not_decide_for_the_defenders_is_out():
    spaces = {"sz_north_sea": "eu BB4", "sz_baltic_sea": "rr TR1, la TR1", "germany": "eu I3"}
    table = without_land(spaces, turn="eu", auto_casualties=True)
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    play(table, "1 1 1 1|6 6")
    assert table.state.turn == EU
    assert (table.state.in_play[LA], table.state.in_play[RR]) == (0, 1)


def test_q60_a_power_with_a_ship_stays():
    spaces = {"sz_north_sea": "eu BB4", "sz_baltic_sea": "rr TR1, la TR1", "sz_red_sea": "la TR1"}
    table = without_land(spaces, turn="eu", auto_casualties=True)
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    play(table, "1 1 1 1|6 6")
    assert table.state.in_play[LA] == 1


@pytest.mark.parametrize(("kept", "in_play"), [(1, 1), (0, 0)])
def test_q60_a_power_with_any_land_stays(kept, in_play):
    lands = [SPACE_IDS[land] for land in BOARD.lands_of(0)]
    assert lands[0] == SPACE_IDS[0]
    table = position(dict.fromkeys(lands[kept:], "eu"), turn="eu", at="next", powers=FOUR)
    assert table.state.in_play[0] == in_play


def test_q60_a_power_that_loses_its_last_unit_in_its_own_turn_is_out_after_it():
    table = without_land({"sz_brazil_waters": "la SU1", "sz_caribbean_sea": "us BB2"}, turn="la", auto_casualties=True)
    attack(table, "sz_caribbean_sea", ("sz_brazil_waters", "all SU"))
    play(table, "yes" if table.node.name == "sub_stays" else "6")
    while table.state.turn == LA and table.state.in_play[LA]:
        name = table.node.name
        table.play({"sub_die": "die 6", "defence_die": "die 1", "sub_stays": "yes"}.get(name, "end"))
    assert table.state.in_play[LA] == 0
    assert table.state.turn != LA


def test_q60_the_game_ends_with_the_last_enemy():
    spaces = LOST_LAND | {"sz_north_sea": "eu BB4", "sz_baltic_sea": "la TR1"}
    spaces |= {SPACE_IDS[land]: "eu" for power in (0, RR) for land in BOARD.lands_of(power)}
    spaces = {space: words.replace("us", "eu") for space, words in spaces.items()}
    table = position(spaces, turn="eu", powers=FOUR, auto_casualties=True)
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    play(table, "1 1 1 1|6")
    assert table.is_terminal
    assert list(table.state.won)[:4] == [0, 1, 0, 0]


@pytest.mark.parametrize("round", [4_095, 4_096, 40_000, MAX_ROUND])
def test_games_without_a_last_round_count_their_turns_in_every_round(round):
    table = position({}, turn="eu", at="move", powers=FOUR, ruleset="advanced", max_rounds=None)
    s = table.state
    s.round = round
    date_relation(s, EU, LA)
    s.held_since[1] = s.since[0]
    check_state(s)
    again = GAME.schema.from_record(s.to_record())
    assert (again.round, again.since[EU * POWERS + LA]) == (round, s.since[EU * POWERS + LA])
    assert not has_lasted(again, EU, LA)
    again.round += 1
    assert has_lasted(again, EU, LA)
