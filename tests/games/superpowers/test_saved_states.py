"""Invalid saved states: each is rejected with one line that quotes the value and says what is allowed."""

import pytest

from tests.games.superpowers.order_position import SPACES, ZONES
from tests.games.superpowers.play import attack, play, position
from tests.games.superpowers.saved_states import changed
from wd_env.errors import ConfigError, StateError
from wd_env.games.superpowers.checks.check_state import check_state
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.decision_codes import LAND_WHERE
from wd_env.games.superpowers.definitions.rule_constants import ALLIANCE_LIMIT
from wd_env.games.superpowers.game import GAME
from wd_env.table import table_from_json

NORTH_SEA, GUAM = tuple(ZONES).index("sz_north_sea"), SPACES.index("guam")
EU, BOMBER_ROWS, AT_EU_CARGO = 1, 9 * 145, 7 * 66
OVER_GUAM = "B in the air over guam with 2 moves left and no land to land on: expected 0, got 1"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"credit": 25}, "credit: expected up to the production 20, got 25"),
        (
            {"cargo": (AT_EU_CARGO + NORTH_SEA, 5)},
            "places taken on transports of eu in sz_north_sea: expected 0 to 4, got 5",
        ),
        ({"land_spent": (SPACES.index("germany"), 4)}, "I that moved in germany: expected 0 to 3, got 4"),
        ({"engaged": (0, 1)}, "engaged I: expected 0, got 1"),
        ({"planes_aloft": 1}, "planes_aloft: expected 0, got 1"),
        ({"aloft": ((9 + 2) * 145 + GUAM, 1), "planes_aloft": 1}, OVER_GUAM),
        ({"flyers": 1}, "flyers: expected 0, got 1"),
        ({"complexes": (SPACES.index("germany"), 3)}, "complexes of germany: expected 0 to 1, got 3"),
        ({"holder": (SPACES.index("guam"), 9)}, "holder of guam: expected 0 to 8, got 9"),
        ({"closed_until": (79 + NORTH_SEA, 9)}, "closed_until of sz_north_sea: expected 0 to 8, got 9"),
        ({"relation": (8, 3)}, "relation of eu us: expected 0 to 2, got 3"),
        ({"technology": (6 + 3, 4)}, "technology of eu economy: expected 0, got 4"),
        ({"won": (2, 2)}, "won[2]: expected 0 to 1, got 2"),
        ({"node": LAND_WHERE, "origin": GUAM}, "planes in the air that are to land: expected 1 and more, got 0"),
        ({"place_in_order": (0, 1)}, "place_in_order of us: expected 0, got 1"),
        ({"hits": 1}, "hits at buy: expected 0, got 1"),
        ({"due_defender": 2}, "due_defender at buy: expected 0, got 2"),
        ({"foe_dice": (3, 1)}, "foe_dice at buy: expected 0, got 1"),
        ({"decider": 2}, "decider at buy: expected 8, got 2"),
        ({"sink_seat": 2}, "sink_seat at buy: expected 8, got 2"),
        ({"guns": 1}, "guns at buy: expected 0, got 1"),
        ({"small": (1, 1)}, "small without small_alliance: expected 0, got 1"),
        ({"small_infantry": (1, 5)}, "small_infantry without small_alliance: expected 0, got 5"),
        ({"boxes": (6, 1)}, "boxes of eu without SB: expected 0, got 1"),
        ({"super_damage": (1, 1)}, "super_damage of eu without SB: expected 0, got 1"),
        ({"round": 1_000_001, "max_rounds": 0}, "round: expected 1 to 1000000, got 1000001"),
        ({"round": 31}, "round: expected up to max_rounds 30, got 31"),
        ({"hauls": (2 * 66 + NORTH_SEA, 1)}, "transports that unloaded in sz_north_sea: expected 0, got 1"),
    ],
)
def test_an_impossible_state_is_refused(fields, message):
    with pytest.raises(StateError) as caught:
        check_state(changed(**fields))
    assert str(caught.value) == f"the state cannot be: {message}"


def test_a_state_of_json_is_checked():
    data = GAME.schema.to_json(changed())
    check_state(GAME.schema.from_json(data))
    data["fields"]["engaged"][0] = 1
    with pytest.raises(StateError, match="engaged I: expected 0, got 1"):
        check_state(GAME.schema.from_json(data))


@pytest.mark.parametrize(
    ("spaces", "message"),
    [
        ({"sz_north_sea": "eu F1"}, "fighters of eu and its allies in sz_north_sea: expected 0, got 1"),
        ({"germany": "eu G2"}, "G of eu: expected 0 or 1, got 2"),
        ({"germany": "eu G1", "sz_north_sea": "eu SU1 aboard G1"}, "G of eu: expected 0 or 1, got 2"),
        (
            {"sz_north_sea": "eu TR1 aboard I3 T1"},
            "places taken on transports of eu in sz_north_sea: expected 0 to 4, got 5",
        ),
    ],
)
def test_an_impossible_position_is_refused(spaces, message):
    with pytest.raises(StateError) as caught:
        position(spaces, turn="eu", at="buy")
    assert str(caught.value) == f"the state cannot be: {message}"


@pytest.mark.parametrize("players", range(4, 9))
def test_sp_307_a_power_with_more_allies_than_its_limit_is_refused(players):
    others, limit = [power for power in POWER_IDS if power != "eu"][: players - 1], ALLIANCE_LIMIT[players]
    options = {"turn": "eu", "powers": ("eu", *others), "ruleset": "advanced"}
    position({}, relations={f"eu {power}": "alliance" for power in others[:limit]}, **options)
    with pytest.raises(StateError) as caught:
        position({}, relations={f"eu {power}": "alliance" for power in others[: limit + 1]}, **options)
    message = f"alliances of eu: expected 0 to {limit}, got {limit + 1}"
    assert str(caught.value) == f"the state cannot be: {message}"


def test_sp_308_a_state_in_which_an_alliance_over_the_limit_must_be_ended_is_possible():
    powers = ("us", "eu", "rr", "ie", "cfe", "la")
    relations = {"eu us": "alliance", "eu rr": "alliance", "eu la": "peace"}
    table = position({}, turn="eu", at="move", powers=powers, ruleset="advanced", relations=relations)
    play(table, "offer|la|yes")
    assert table.node.name == "drop"
    check_state(table.state)


@pytest.mark.parametrize("players", [1, 9])
def test_r54_too_few_and_too_many_players_are_refused_in_one_line(players):
    with pytest.raises(ConfigError) as caught:
        Config(num_players=players)
    assert str(caught.value) == f"num_players: expected an integer from 2 to 8, got {players}"


@pytest.mark.parametrize("teams", ["0,1/1,2,3", "0,1", "0,2/1,4", "0/1,x", ""])
def test_teams_that_overlap_or_leave_a_player_out_are_refused_for_every_number_of_players(teams):
    message = f"teams: expected alone, two, or every player once in two teams or more, as 0,2/1,3, got {teams!r}"
    for players in (2, 4, 8):
        with pytest.raises(ConfigError) as caught:
            Config(num_players=players, teams=teams)
        assert str(caught.value) == message


def test_teams_of_other_players_are_refused_in_one_line():
    with pytest.raises(ConfigError) as caught:
        Config(num_players=5, teams="0,2/1,3")
    assert str(caught.value) == "teams: expected each of 5 players in one team, as 0,2/1,3, got '0,2/1,3'"


@pytest.mark.parametrize("target", ["", "france", "sz_north_sea"])
@pytest.mark.parametrize("node", range(len(GAME.nodes)))
def test_a_state_at_a_node_that_lacks_its_order_is_refused_or_playable(node, target):
    data = position({"sz_timor_sea": "cfe CV1 F1"}, turn="cfe").to_json()
    data["state"]["fields"] |= {"node": node} | ({"target": SPACES.index(target)} if target else {})
    try:
        table = table_from_json(data)
    except StateError:
        return
    for text in table.legal_texts()[:3]:
        table.copy().play(text)


def test_r13_guests_that_still_have_to_leave_take_no_places_of_their_allies():
    table = position(
        {"sz_labrador_sea": "rr CV1, eu F1", "sz_north_sea": "us CV1 F2", "germany": "eu I1"},
        turn="rr",
        at="move",
        powers=("us", "eu", "rr", "la", "ac", "ie"),
        ruleset="advanced",
        relations={"eu rr": "alliance", "eu us": "alliance", "us rr": "peace"},
    )
    table.play("dissolve")
    while table.state.turn != 0 or table.node.name != "target":
        table.play("end")
    play(table, "sail|sz_north_sea|all CV")
    while table.node.name != "sail_to":
        table.play("go")
    play(table, "sz_labrador_sea")
    check_state(table.state)


def test_dice_that_nobody_rolled_are_not_left_after_a_battle():
    spaces = {"sz_north_sea": "eu SU1 BB1", "sz_baltic_sea": "us TR1", "germany": "eu I3"}
    table = position(spaces, turn="eu", powers=("eu", "us", "rr", "la"))
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all SU|all BB"))
    while table.node.name != "sub_die":
        table.play("yes")
    play(table, "1")
    assert table.node.name == "target"
    check_state(table.state)
