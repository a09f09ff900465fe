"""Offers and peace treaties (SP-295 to SP-304, SP-320, R19)."""

import pytest

from tests.games.superpowers.play import attack, finish_turn, legal, new_table, play, position, units
from tests.games.superpowers.treaty_tables import FOUR, HOME, advanced, relation, turn_of
from wd_env.errors import ConfigError
from wd_env.games.superpowers.checks.check_state import check_state
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import ALLIED, PEACE, POWERS, WAR
from wd_env.games.superpowers.rules.relations import moment


def test_sp_295_all_pairs_begin_at_war():
    table = new_table(players=5, ruleset="advanced")
    pairs = [table.state.relation[one * POWERS + two] for one in range(POWERS) for two in range(POWERS) if one != two]
    assert set(pairs) == {WAR}
    assert table.state.treaties == 1


@pytest.mark.parametrize("options", [{"ruleset": "basic"}, {"ruleset": "advanced", "teams": "0,1/2,3"}])
def test_sp_320_the_basic_rules_and_fixed_teams_have_no_treaties(options):
    table = position(HOME, turn="eu", at="move", powers=FOUR, **options)
    assert not legal(table) & {"offer", "dissolve"}


@pytest.mark.parametrize("players", [2, 3])
def test_sp_004_few_players_make_no_treaties(players):
    assert new_table(players=players, ruleset="advanced").state.treaties == 0


def two_players():
    """Return a table of two players with two powers each, in the movement step of round 2."""
    table = new_table(players=2, seed=3, ruleset="advanced", two_player_treaties=True)
    while table.state.round == 1 or table.node.name != "move_from":
        table.play("end" if "end" in legal(table) else table.legal_texts()[0])
    return table


def test_r19_two_players_make_peace_by_an_option():
    table = two_players()
    s = table.state
    own, others = [], []
    for power in range(POWERS):
        if s.in_play[power] and power != s.turn:
            (own if s.owner[power] == s.owner[s.turn] else others).append(POWER_IDS[power])
    table.play("offer")
    assert legal(table) == set(others)
    play(table, f"{others[0]}|yes")
    assert relation(table, POWER_IDS[s.turn], others[0]) == PEACE
    assert relation(table, POWER_IDS[s.turn], own[0]) == ALLIED


def test_r19_two_players_neither_ally_nor_dissolve_what_is_theirs():
    table = two_players()
    s = table.state
    assert "dissolve" not in legal(table)
    for at in range(POWERS * POWERS):
        if s.relation[at] == WAR:
            s.relation[at] = PEACE
    assert "offer" not in legal(table)


@pytest.mark.parametrize("options", [{"num_players": 4}, {"num_players": 2, "teams": "0/1"}])
def test_treaties_of_two_players_need_two_players_alone(options):
    with pytest.raises(ConfigError) as caught:
        Config(ruleset="advanced", two_player_treaties=True, **options)
    assert str(caught.value) == "two_player_treaties: expected False unless two players are alone, got True"


@pytest.mark.parametrize(("at", "offered"), [("buy", False), ("combat", False), ("move", True)])
def test_sp_296_offers_are_made_in_the_movement_step(at, offered):
    table = advanced({"ukraine": "neutral I3", "germany": "eu I3 T3"}, at=at)
    assert ("offer" in legal(table)) == offered


def test_sp_297_one_offer_in_a_turn():
    table = advanced({})
    play(table, "offer|la|yes|all F|all F")
    assert "offer" not in legal(table)
    turn_of(table, "la")
    assert "offer" in legal(table)


def test_sp_298_after_a_refusal_there_is_no_other_offer_in_the_round():
    table = advanced({})
    play(table, "offer|la|no")
    assert relation(table, "eu", "la") == WAR
    assert "offer" not in legal(table)
    finish_turn(table)
    turn_of(table, "eu")
    assert "offer" in legal(table)


def test_sp_299_the_other_power_answers():
    table = advanced({})
    play(table, "offer|la")
    assert (table.node.name, table.seat, legal(table)) == ("respond", POWER_IDS.index("la"), {"yes", "no"})
    play(table, "no")
    assert table.seat == POWER_IDS.index("eu")


def test_sp_300_no_peace_in_the_first_round():
    assert "offer" not in legal(advanced({}, round=1))
    assert "offer" in legal(advanced({}, round=2))


def test_sp_300_peace_needs_a_full_round_without_attacks():
    table = advanced({"libya": "la", "egypt": "eu T2"}, at="combat", round=8)
    attack(table, "libya", ("egypt", "one T"))
    play(table, "end|offer")
    assert legal(table) == {"us", "rr"}
    play(table, "us|no|end")
    turn_of(table, "rr")
    finish_turn(table)
    turn_of(table, "la")
    play(table, "offer")
    assert "eu" not in legal(table)
    play(table, "us|no|end")
    turn_of(table, "eu")
    play(table, "offer")
    assert legal(table) == {"us", "rr", "la"}


@pytest.mark.parametrize(("words", "stack"), [("all F", "I1 F1"), ("all T", "I1 T2"), ("all I", "I5"),
                                              ("one I|all T", "I3 T1")])  # fmt: skip
def test_sp_301_the_first_treaty_pays_ten_in_units(words, stack):
    table = advanced({})
    play(table, f"offer|la|yes|{words}")
    assert units(table, "germany", "eu") == stack
    assert (table.node.name, table.seat) == ("bonus", POWER_IDS.index("la"))
    play(table, "all F")
    assert units(table, "brazil", "la") == "I1 F1"
    check_state(table.state)


def test_sp_301_units_of_the_bonus_do_not_move_in_this_turn():
    table = advanced({"germany": "eu"})
    play(table, "offer|la|yes|all T|all T")
    assert "germany" not in legal(table)


def test_sp_301_the_bonus_has_no_ships_bombers_or_missiles():
    table = advanced({})
    play(table, "offer|la|yes")
    assert legal(table) & {"all I", "all T", "all F"} == {"all I", "all T", "all F"}
    assert not legal(table) & {"all TR", "all SU", "all B", "all N", "end"}


def test_sp_301_without_a_capital_the_bonus_is_lost():
    table = advanced({"brazil": "us I1"})
    play(table, "offer|la|yes|all F")
    assert table.node.name == "move_from"
    assert relation(table, "eu", "la") == PEACE


def test_sp_301_the_bonus_comes_to_the_relocated_capital():
    table = advanced({"brazil": "us I1", "mexico": "la X1"}, turn="la")
    play(table, "offer|eu|yes|all T")
    assert units(table, "mexico", "la") == "T2"


def test_sp_302_a_second_treaty_pays_nothing():
    table = advanced({})
    at = POWER_IDS.index("eu") * POWERS + POWER_IDS.index("la")
    back = POWER_IDS.index("la") * POWERS + POWER_IDS.index("eu")
    table.state.paid[at] = table.state.paid[back] = 1
    play(table, "offer|la|yes")
    assert table.node.name == "move_from"
    assert units(table, "germany", "eu") == "I1"


def test_sp_303_peace_with_everybody():
    relations = {f"eu {power}": "peace" for power in POWER_IDS if power not in ("eu", "la")}
    table = position(
        {"germany": "eu I1"}, turn="eu", at="move", powers=POWER_IDS, ruleset="advanced", relations=relations
    )
    play(table, "offer|la|yes|all F|all F")
    assert table.state.relation[POWERS : 2 * POWERS].count(PEACE) == 7


def test_sp_304_an_attack_breaks_the_peace():
    table = advanced({"libya": "la I1", "egypt": "eu T3"}, at="combat", relations={"eu la": "peace"})
    play(table, "libya|egypt|all T")
    assert relation(table, "eu", "la") == PEACE
    play(table, "go")
    assert relation(table, "eu", "la") == WAR


def test_sp_304_a_raid_breaks_the_peace():
    table = advanced({"libya": "la X1", "egypt": "eu B1"}, at="combat", relations={"eu la": "peace"})
    play(table, "libya|egypt|all B|go")
    assert relation(table, "eu", "la") == WAR


def test_sp_304_in_the_grace_rounds_partners_are_safe():
    table = advanced({"libya": "la I1", "egypt": "eu T3"}, at="combat", round=5, relations={"eu la": "peace"})
    assert "libya" not in legal(table)


def test_sp_304_ships_of_a_partner_are_attacked_only_when_no_enemy_is_there():
    spaces = {"sz_north_sea": "eu BB1", "sz_norwegian_sea": "la SU1", "sz_denmark_strait": "rr BB1, la SU1"}
    table = advanced(spaces, at="combat", relations={"eu la": "peace"})
    attack(table, "sz_denmark_strait", ("sz_north_sea", "all BB"))
    assert relation(table, "eu", "la") == PEACE
    play(table, "1 6")
    assert units(table, "sz_denmark_strait", "la") == "SU1"
    table = advanced(spaces, at="combat", relations={"eu la": "peace"})
    attack(table, "sz_norwegian_sea", ("sz_north_sea", "all BB"))
    assert relation(table, "eu", "la") == WAR


def test_sp_304_units_of_a_partner_beside_an_enemy_take_no_part():
    spaces = {"libya": "rr I1, la T2 N1", "egypt": "eu T3"}
    table = advanced(spaces, at="combat", relations={"eu la": "peace", "rr la": "alliance"}, encircle="off")
    attack(table, "libya", ("egypt", "all T"))
    play(table, "1 6 6 6")
    assert table.board.holders["libya"] == "eu"
    assert units(table, "libya", "la") == "T2 N1"
    assert relation(table, "eu", "la") == PEACE
    check_state(table.state)


def test_sp_305_an_attack_on_an_enemy_is_no_act_of_war_against_its_ally():
    relations = {"eu la": "peace", "us la": "alliance"}
    table = advanced({"ukraine": "us I1, la I1", "germany": "eu T3"}, at="combat", relations=relations)
    attack(table, "ukraine", ("germany", "all T"))
    since = [table.state.since[POWER_IDS.index("eu") * POWERS + POWER_IDS.index(name)] for name in ("us", "la")]
    assert since == [moment(table.state), 0]


def test_a_pair_of_relations_is_named_by_two_powers():
    with pytest.raises(ConfigError, match="relations: expected two powers such as eu la"):
        advanced({}, relations={"eula": "peace"})
    with pytest.raises(ConfigError, match="relations: expected war, peace, alliance"):
        advanced({}, relations={"eu la": "friends"})
