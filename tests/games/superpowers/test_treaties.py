"""Peace treaties and alliances (SP-295 to SP-310, SP-098, R12, R13, R26)."""

import pytest

from tests.games.superpowers.play import attack, begun, finish_turn, legal, play, position, units
from wd_env.errors import ConfigError
from wd_env.games.superpowers.checks.check_state import check_state
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import ALLIED, PEACE, POWERS, WAR

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


def test_sp_295_all_pairs_begin_at_war():
    table = begun(players=5, ruleset="advanced")
    pairs = [table.state.relation[one * POWERS + two] for one in range(POWERS) for two in range(POWERS) if one != two]
    assert set(pairs) == {WAR}
    assert table.state.treaties == 1


@pytest.mark.parametrize("options", [{"ruleset": "basic"}, {"ruleset": "advanced", "teams": "0,1/2,3"}])
def test_sp_320_the_basic_rules_and_fixed_teams_have_no_treaties(options):
    table = position(HOME, turn="eu", at="move", powers=FOUR, **options)
    assert not legal(table) & {"offer", "dissolve"}


@pytest.mark.parametrize("players", [2, 3])
def test_sp_004_few_players_make_no_treaties(players):
    assert begun(players=players, ruleset="advanced").state.treaties == 0


def two_players():
    """Two players of two powers each, in the movement step of round 2."""
    table = begun(players=2, seed=3, ruleset="advanced", two_player_treaties=True)
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


@pytest.mark.parametrize(("since", "legal_now"), [(7, False), (6, True)])
def test_sp_305_an_alliance_needs_a_full_round_of_peace(since, legal_now):
    table = advanced({}, relations={"eu la": "peace"})
    for one, two in (("eu", "la"), ("la", "eu")):
        table.state.since[POWER_IDS.index(one) * POWERS + POWER_IDS.index(two)] = 8 * since
    play(table, "offer")
    assert ("la" in legal(table)) == legal_now


def test_sp_306_allies_share_spaces_and_nothing_is_paid():
    table = advanced({"france": "eu I1", "spain": "la I1"}, relations={"eu la": "peace"})
    play(table, "france|all I")
    assert "spain" not in legal(table)
    table = advanced({"france": "eu I1", "spain": "la I1"}, relations={"eu la": "peace"})
    ally(table, "la")
    assert table.node.name == "move_from"
    play(table, "france|all I|spain")
    assert units(table, "spain", "eu") == "I1"


def test_sp_306_allies_are_not_attacked():
    table = advanced({"libya": "la I1", "egypt": "eu T3"}, at="combat", relations={"eu la": "alliance"})
    assert "libya" not in legal(table)


def test_sp_098_partners_share_zones_and_not_land():
    spaces = {"sz_north_sea": "eu BB1", "sz_norwegian_sea": "la SU1", "spain": "la", "france": "eu I1"}
    table = advanced(spaces, relations={"eu la": "peace"})
    play(table, "sz_north_sea|all BB")
    assert "sz_norwegian_sea" in legal(table)
    table = advanced(spaces)
    play(table, "sz_north_sea|all BB")
    assert "sz_norwegian_sea" not in legal(table)


@pytest.mark.parametrize(("powers", "limit"), [(FOUR, 1), (SIX, 2), (POWER_IDS, 3)])
def test_sp_307_the_number_of_alliances_is_limited(powers, limit):
    others = [power for power in powers if power != "eu"][: limit + 1]
    relations = {f"eu {power}": "alliance" for power in others[:-1]} | {f"eu {others[-1]}": "peace"}
    table = position({"germany": "eu I1"}, turn="eu", at="move", powers=powers, ruleset="advanced", relations=relations)
    ally(table, others[-1])
    if limit > 1:
        assert (table.node.name, legal(table)) == ("drop", set(others[:-1]))
        play(table, others[0])
    allied = [power for power in others if relation(table, "eu", power) == ALLIED]
    assert allied == others[1:]


def test_sp_308_a_new_ally_over_the_limit_makes_an_old_one_a_partner():
    table = advanced({}, relations={"eu la": "alliance", "eu us": "peace"})
    ally(table, "us")
    assert (relation(table, "eu", "us"), relation(table, "eu", "la")) == (ALLIED, PEACE)


def test_sp_308_both_parties_may_have_to_drop_an_ally():
    table = advanced({}, relations={"eu la": "alliance", "us rr": "alliance", "eu us": "peace"})
    ally(table, "us")
    assert (relation(table, "eu", "la"), relation(table, "us", "rr")) == (PEACE, PEACE)


def test_sp_309_two_allies_of_one_power_may_be_at_war():
    spaces = {"libya": "rr I1", "egypt": "la T3"}
    relations = {"eu la": "alliance", "eu rr": "alliance"}
    table = advanced(spaces, turn="la", at="combat", powers=SIX, relations=relations)
    attack(table, "libya", ("egypt", "all T"))
    play(table, "6")
    assert table.board.holders["libya"] == "la"
    assert relation(table, "eu", "rr") == ALLIED


def test_sp_309_land_with_units_of_an_ally_is_no_target():
    spaces = {"libya": "rr I1, eu I1", "egypt": "la T3"}
    relations = {"eu la": "alliance", "eu rr": "alliance"}
    table = advanced(spaces, turn="la", at="combat", powers=SIX, relations=relations)
    assert "libya" not in legal(table)


def test_sp_310_an_odd_player_is_left_and_a_partner_frees_a_place():
    powers = ("us", "eu", "rr", "ie", "la")
    relations = {"eu la": "alliance", "us rr": "alliance", "ie eu": "peace"}
    table = advanced({"japan": "ie I1"}, turn="ie", powers=powers, relations=relations)
    assert "dissolve" not in legal(table)
    ally(table, "eu")
    assert (relation(table, "ie", "eu"), relation(table, "eu", "la")) == (ALLIED, PEACE)


def test_q48_an_alliance_is_dissolved_to_peace():
    table = advanced({}, relations={"eu la": "alliance"})
    play(table, "dissolve")
    assert relation(table, "eu", "la") == PEACE
    assert "dissolve" not in legal(table)
    assert table.state.offered == 0


def test_q48_of_several_alliances_one_is_named():
    relations = {"eu la": "alliance", "eu us": "alliance"}
    table = advanced({}, powers=SIX, relations=relations)
    play(table, "dissolve")
    assert legal(table) == {"la", "us"}
    play(table, "us")
    assert (relation(table, "eu", "us"), relation(table, "eu", "la")) == (PEACE, ALLIED)


def test_r13_guests_of_the_power_that_dissolves_leave_at_once():
    table = advanced({"spain": "la, eu I2", "france": "eu"}, relations={"eu la": "alliance"})
    play(table, "dissolve")
    assert "end" not in legal(table)
    play(table, "spain|all I|france")
    assert "end" in legal(table)
    assert units(table, "spain", "eu") == ""


def test_r13_guests_of_the_other_power_leave_in_its_movement_step():
    table = advanced({"france": "eu, la I2", "spain": "la"}, relations={"eu la": "alliance"})
    play(table, "dissolve|end")
    assert units(table, "france", "la") == "I2"
    check_state(table.state)
    turn_of_la = POWER_IDS.index("la")
    while table.state.turn != turn_of_la or table.node.name != "move_from":
        table.play("end")
    assert "end" not in legal(table)
    play(table, "france|all I|spain")
    assert table.state.leaving[turn_of_la] == 1
    play(table, "end")
    assert table.state.leaving[turn_of_la] == 0


@pytest.mark.parametrize("kind", ["B", "N", "T", "F"])
def test_r13_guests_attack_nobody_before_they_leave(kind):
    """The bomber could raid ukraine, and the missile could reach it."""
    spaces = {"france": f"la, eu {kind}2", "germany": "eu", "ukraine": "rr X1 I1", "spain": "eu I1"}
    table = advanced(spaces, turn="la", relations={"eu la": "alliance"})
    play(table, "dissolve|end")
    while table.node.name not in ("target", "move_from"):
        table.play("end")
    assert table.state.turn == POWER_IDS.index("eu")
    assert "ukraine" not in legal(table)


def test_r13_guests_that_cannot_leave_go_to_the_nearest_own_land():
    spaces = {"spain": "la, eu I2", "france": "la", "algeria": "la"}
    table = advanced(spaces, relations={"eu la": "alliance"})
    play(table, "dissolve|end")
    assert units(table, "spain", "eu") == ""
    assert units(table, "germany", "eu") == "I3"


def test_r13_fighters_on_carriers_of_a_former_ally_fly_away_or_are_lost():
    spaces = {"sz_north_sea": "la CV1, eu F2", "germany": "eu I1"}
    table = advanced(spaces, relations={"eu la": "alliance"})
    play(table, "dissolve")
    assert "end" not in legal(table)
    play(table, "sz_north_sea|one F|germany|sz_north_sea|all F|germany|end")
    assert units(table, "sz_north_sea", "eu") == ""


def test_r13_no_battle_arises_from_guests():
    """Land with own units is no target, although its holder is no ally any more."""
    spaces = {"spain": "la I1, eu I2", "france": "eu T3"}
    table = advanced(spaces, turn="la", relations={"eu la": "alliance"})
    play(table, "dissolve|end")
    while table.node.name != "target":
        table.play("end")
    assert table.state.turn == POWER_IDS.index("eu")
    assert "spain" not in legal(table)


CAPITALS = {"germany": "eu I1", "russia": "eu I1", "japan": "eu I1", "brazil": "la I1", "indo_china": "la I1"}


def test_sp_269_the_allies_of_an_ally_do_not_win():
    relations = {"eu la": "alliance", "la us": "alliance"}
    table = advanced(CAPITALS, powers=SIX, relations=relations, round=9)
    members = 1 << POWER_IDS.index("eu") | 1 << POWER_IDS.index("la")
    table.state.held_since[members] = 8 * 8 + table.state.turn
    finish_turn(table)
    assert table.is_terminal
    assert [player for player in range(6) if table.state.won[player]] == [SIX.index("eu"), SIX.index("la")]


@pytest.mark.parametrize(("friend", "winners"), [("la", {"eu", "la"}), ("us", {"eu", "us", "la"})])
def test_r4_at_the_limit_the_best_team_wins(friend, winners):
    """Teams with as much win together, though they are two."""
    relations = {"eu la": "alliance", f"eu {friend}": "alliance"}
    table = advanced(
        {"russia": "eu I1"}, turn="la", powers=SIX, relations=relations, round=9, max_rounds=9, production={"us": 20}
    )
    while not table.is_terminal:
        table.play("end")
    assert {power for player, power in enumerate(SIX) if table.state.won[player]} == winners


def test_sp_267_a_team_that_has_five_when_it_allies_needs_six():
    table = advanced(CAPITALS, powers=SIX, relations={"eu la": "peace"}, round=9)
    ally(table, "la")
    assert table.state.six_needed == 1
    assert sum(table.state.held_since) == 0


def test_a_pair_of_relations_is_named_by_two_powers():
    with pytest.raises(ConfigError, match="relations: expected two powers such as eu la"):
        advanced({}, relations={"eula": "peace"})
    with pytest.raises(ConfigError, match="relations: expected war, peace, alliance"):
        advanced({}, relations={"eu la": "friends"})


@pytest.mark.parametrize(("ships", "offered"), [(", ac SU1", False), (", us SU1", True), ("", True)])
def test_r57_no_landing_from_a_zone_that_the_partner_shares(ships, offered):
    """Ships of the partner himself are fought first; those of another partner take no part."""
    table = position(
        {"sz_congo_waters": f"la TR1 BB1 aboard I2{ships}", "nigeria": "ac I1"},
        turn="la",
        powers=("us", "eu", "ac", "la"),
        ruleset="advanced",
        relations={"ac la": "peace", "us la": "peace"},
    )
    assert ("nigeria" in legal(table)) == offered
    assert ("sz_congo_waters" in legal(table)) == (ships != "")


def test_r13_who_dissolves_an_alliance_leaves_in_the_same_step():
    table = advanced({"france": "eu, la I2"}, turn="la", relations={"eu la": "alliance"})
    play(table, "dissolve")
    assert "end" in legal(table)
    play(table, "end")
    assert units(table, "france", "la") == ""
