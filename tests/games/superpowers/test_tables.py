"""Tables of Superpowers: random play, records, copies, saved states, positions and texts."""

import random
from typing import Any

import pytest

from tests.games.superpowers.play import legal, new_table, play, position
from wd_env.errors import ConfigError, quoted
from wd_env.games.superpowers.checks.check_state import check_state
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.game_board import board_of
from wd_env.games.superpowers.table import Superpowers
from wd_env.games.superpowers.text.superpowers_text import PRESENTER
from wd_env.table.saved_table import replay_record, table_from_json
from wd_env.text.seat_names import NUMBERED

MANY = "I" + "9" * 5000  # more digits than Python converts to an integer
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"skip_forced": True, "auto_casualties": True, "auto_land": True, "auto_place": True},
    {"encircle": "ask", "allow_surrender": True},
)


def at_random(table, actions, seed=0):
    """Play `actions` random actions, and check the state at every tenth."""
    draw = random.Random(seed)
    for count in range(actions):
        if table.is_terminal:
            return
        table.play(draw.choice([text for text in table.legal_texts() if text != "surrender" or draw.random() < 0.1]))
        if count % 10 == 0:
            check_state(table.state)


@pytest.mark.parametrize("players", range(2, 9))
def test_random_play_keeps_the_state_possible(players):
    options = OPTIONS[players % len(OPTIONS)]
    table = Superpowers(Config(num_players=players, setup="pick" if players % 2 else "deal", **options), seed=players)
    at_random(table, 250, players)
    check_state(table.state)


def test_a_game_plays_to_its_end():
    table = new_table(4, seed=1, max_rounds=2, auto_casualties=True, skip_forced=True)
    at_random(table, 10_000)
    assert table.is_terminal
    assert table.board.ended_by == "limit"


def test_a_record_and_a_saved_state_come_back():
    table = new_table(3, seed=2)
    at_random(table, 120)
    again = replay_record(table.record(), table.game)
    assert again.state.to_bytes() == table.state.to_bytes()
    loaded = table_from_json(table.to_json(), table.game)
    assert loaded.state.to_bytes() == table.state.to_bytes()
    copy = table.copy()
    copy.play(copy.legal_texts()[0])
    assert loaded.state.to_bytes() == table.state.to_bytes()


@pytest.mark.parametrize(
    ("spaces", "told"),
    [
        ({"atlantis": "eu I1"}, "atlantis"),
        ({"germany": "xx I1"}, "xx"),
        ({"germany": "eu TR1"}, "expected land units on land and ships at sea, got TR"),
        ({"china": "neutral I5"}, "garrison"),
    ],
)
def test_a_position_with_unknown_words_is_refused(spaces, told):
    with pytest.raises(ConfigError, match=told):
        position(spaces, turn="eu", powers=("eu", "us", "ie", "la"))


FOUR = {"turn": "eu", "powers": ("us", "eu", "rr", "la")}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"production": {"eu": -5}}, "production of eu: expected an integer from 0 to 1000, got -5"),
        ({"round": "7"}, "round: expected an integer from 1 to 4000, got '7'"),
        ({"powers": ("eu", "eu", "rr", "us")}, "powers: expected each power once, got eu, eu, rr, us"),
        ({"turn": "ac"}, "turn: expected one of us, eu, rr, la, got 'ac'"),
        ({"turn": "xx", "powers": ()}, "unknown power 'xx'; expected us, eu, rr, ie, cfe, mef, ac, la"),
        ({"spaces": {"zaire": "ac I5"}}, "zaire: expected a power that plays, got 'ac'"),
        (
            {"spaces": {"germany": "eu R1"}},
            "germany: expected units of the basic rules, got R; ruleset advanced has it",
        ),
        ({"spaces": {"germany": "I3"}}, "germany: expected a power before units, as ie T2, or neutral, got 'I3'"),
        ({"spaces": {"china": "X1"}}, "china: expected a power before units, as ie T2, or neutral, got 'X1'"),
        ({"spaces": {"sz_red_sea": "TR1"}}, "sz_red_sea: expected a power before units, as ie T2, got 'TR1'"),
        (
            {"spaces": {"sz_red_sea": "neutral TR1"}},
            "sz_red_sea: expected a power before units, as ie T2, got 'neutral'",
        ),
        (
            {"spaces": {"china": "eu I1, neutral I3"}},
            "china: expected a power or units, as ie or T2, got 'neutral'",
        ),
        ({"spaces": {"china": "neutral X1"}}, "china: expected the neutral garrison I3, got 'X1'"),
        (
            {"spaces": {"germany": f"eu {MANY}"}},
            f"germany: expected a power or units, as ie or T2, got {quoted(MANY)}",
        ),
        ({"spaces": {"germany": "eu I9999"}}, "germany: expected I0 to I1000, got I9999"),
        ({"spaces": {"japan": 5}}, "space 'japan': expected powers and units, as 'ie T2', got 5"),
        ({"spaces": {5: "eu"}}, "spaces: expected texts as keys, got 5"),
        ({"spaces": ["japan"]}, "spaces: expected a dictionary, got ['japan']"),
        ({"production": {"ac": 5}}, "production: expected powers of us, eu, rr, la, got 'ac'"),
        ({"production": 20}, "production: expected a dictionary, got 20"),
        ({"production": {"eu": True}}, "production of eu: expected an integer from 0 to 1000, got True"),
        ({"round": True}, "round: expected an integer from 1 to 4000, got True"),
        ({"powers": "us"}, "powers: expected a list of powers, got 'us'"),
        ({"powers": 4}, "powers: expected a list of powers, got 4"),
        ({"at": ["buy"]}, "at: expected buy, combat, move, place, income, next, got ['buy']"),
        ({"num_players": 4}, "num_players: expected none, as a position has a player for each of its powers"),
        ({"relations": {"eu la": "peace"}}, "relations: expected none in a game without treaties"),
        (
            {"relations": {"eu eu": "war"}, "ruleset": "advanced"},
            "relations: expected two powers that play, got 'eu eu'",
        ),
        (
            {"relations": {"eu la": "peace", "la eu": "alliance"}, "ruleset": "advanced"},
            "relations: expected each pair of powers once, got 'la eu' twice",
        ),
        (
            {"relations": {"eu la us": "peace"}, "ruleset": "advanced"},
            "relations: expected two powers such as eu la, got 'eu la us'",
        ),
        ({"relations": {"eu la": 1}, "ruleset": "advanced"}, "relations: expected war, peace, alliance, got 1"),
    ],
)
def test_a_position_that_contradicts_itself_is_refused(arguments, message):
    with pytest.raises(ConfigError) as refused:
        position(**{"spaces": {}, **FOUR, **arguments})
    assert str(refused.value) == message


def test_pieces_money_production_round_and_capitals_are_read():
    table = position({"japan": "ie T2 F1", "sz_sea_of_japan": "ie TR1 aboard I2"}, turn="ie", at="buy", round=3)
    assert table.board.pieces("japan") == {"ie": {"T": 2, "F": 1}}
    assert table.board.cargo("sz_sea_of_japan") == {"ie": {"I": 2}}
    assert (table.board.money, table.board.round, table.board.production["ie"]) == (20, 3, 20)
    assert table.board.capitals["ie"] == "japan"


def test_the_table_is_described_in_few_lines():
    table = new_table(8, seed=3)
    text = PRESENTER.describe(table)
    assert len(text.splitlines()) < 60
    assert "buys" in text


def test_an_action_that_is_not_offered_is_refused():
    table = position({"germany": "eu I1"}, turn="eu", at="buy")
    before = table.state.to_bytes()
    with pytest.raises(Exception, match="is illegal at"):
        play(table, "all G")
    assert table.state.to_bytes() == before
    assert "all G" not in legal(table)


def test_changes_name_the_spaces_that_differ():
    table = position({"algeria": "us I1", "libya": "mef"}, turn="us")
    play(table, "libya|algeria|all I")
    before = PRESENTER.public_state(table)
    play(table, "go")
    assert PRESENTER.changes(before, table) == [
        "Libya: held by United States with 1 infantry unit (was held by Middle-East Federation)"
    ]


def test_a_power_to_pick_is_explained_and_may_be_typed_by_its_title():
    table = Superpowers(Config(num_players=4), seed=3)
    text = table.legal_texts()[0]
    assert (text, PRESENTER.action_help(table, text)) == ("us", "United States, capital Eastern USA")
    assert PRESENTER.aliases(table, text) == ("United States",)


@pytest.mark.parametrize("names", [(), ("Anna", "Ben", "Cleo", "Dora")])
def test_the_ending_names_winners_with_their_powers(names):
    table = new_table(4, seed=1, max_rounds=1, auto_casualties=True, skip_forced=True)
    at_random(table, 10_000)
    seats = PRESENTER.seat_names(table, names) if names else NUMBERED
    winners = [table.home_seat(player) for player in table.winners]
    called = [PRESENTER.seat_label(table, seat, seats) for seat in winners]
    text = PRESENTER.decision_text(table, seats)
    assert text.startswith(f"The game is over: {called[0]}")
    assert text.endswith(f"{called[-1]} {'wins' if len(called) == 1 else 'win'} with the lead after the last round")
    titles = [power.title for power in board_of(table.game).powers]
    assert all(titles[seat] in name and name in text for seat, name in zip(winners, called, strict=True))


def test_players_are_named_with_the_powers_that_they_have_now():
    table = Superpowers(Config(num_players=2), seed=3)
    assert PRESENTER.seat_names(table, ("Anna", "Ben")).names[:2] == ("Anna", "Ben")
    for nation in ("us", "eu", "ie", "cfe"):
        table.play(nation)
    owners = [("Anna", "Ben")[table.state.owner[power]] for power in (0, 1, 3, 4)]
    names = PRESENTER.seat_names(table, ("Anna", "Ben")).names
    titles = [power.title for power in board_of(table.game).powers]
    assert [names[power] for power in (0, 1, 3, 4)] == [
        f"{titles[power]} ({player})" for player, power in zip(owners, (0, 1, 3, 4), strict=True)
    ]
    assert names[2] == "Russian Republic"
    assert sorted(owners) == ["Anna", "Anna", "Ben", "Ben"]
