"""Players of a session, from typed text and from the notes of a record of any program."""

from dataclasses import replace

import pytest

from wd_env.errors import ConfigError, StateError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.session.players import HUMAN, parse_names, parse_seats, seat_names
from wd_env.session.referee import Referee
from wd_env.session.session_setup import SessionSetup, setup_from_record
from wd_env.table.chance_modes import EXPLICIT, SAMPLED
from wd_env.text.seat_names import NUMBERED

NOTES = {"seats": [HUMAN, "random"], "names": ["Anna", "Ben"], "chance": SAMPLED, "seed": 5}


def setup_of(players=(), allowed_bots=(), **notes):
    """Return the setup of a record with these notes."""
    table = WorldDominance(Config(num_players=2), seed=1)
    return setup_from_record(replace(table.record(), notes=NOTES | notes), table.config, players, allowed_bots)


@pytest.mark.parametrize("texts", [["me,random"], ["human,random"], ["human", "random"], ['human,"random"']])
def test_seats_are_typed_one_by_one_or_with_commas(texts):
    assert parse_seats(texts) == [HUMAN, "random"]


@pytest.mark.parametrize("texts", [["human,,random"], ["human", ""]])
def test_an_empty_seat_is_refused(texts):
    with pytest.raises(ConfigError, match="got an empty seat in"):
        parse_seats(texts)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Anna", "names: expected 2, one for each player, got 1: Anna"),
        ("Anna,anna", "names: expected a different one for each player, got Anna, anna"),
        ("Anna,2", "name: expected up to 12 letters.*got '2'"),
        ("Anna,Maximilianaaa", "name: expected up to 12 letters"),
        ("Anna,", "got ''"),
    ],
)
def test_names_are_one_for_each_player_and_different_ones(text, problem):
    with pytest.raises(ConfigError, match=problem):
        parse_names(text, [HUMAN, HUMAN])


def test_names_are_kept_without_the_blanks_around_them():
    assert parse_names(" Anna , Ben", [HUMAN, HUMAN]) == ("Anna", "Ben")
    assert parse_names("", [HUMAN, HUMAN]) == ()
    table = WorldDominance(Config(num_players=2), seed=1)
    assert seat_names(table, ()) is NUMBERED
    assert seat_names(table, ("Anna", "Ben")).seat(1) == "Ben"


def test_notes_are_the_setup_with_which_a_game_continues():
    assert setup_of() == SessionSetup((HUMAN, "random"), ("Anna", "Ben"), SAMPLED, 5)
    assert setup_of(players=["random", "own.wdbot"]).players == ("random", "own.wdbot")
    assert setup_of(seats=[HUMAN, "own.wdbot"], allowed_bots=["own.wdbot"]).humans == [0]


@pytest.mark.parametrize(
    ("name", "value"),
    [("seats", "human"), ("seats", [1, 2]), ("names", None), ("chance", "fair"), ("seed", "1"), ("seed", True)],
)
def test_a_note_of_another_kind_is_refused(name, value):
    with pytest.raises(StateError, match=f"record note {name}: expected a value that `wd table` writes, got"):
        setup_of(**{name: value})


def test_a_record_seats_no_bot_that_is_not_bundled_or_named_by_the_user():
    with pytest.raises(StateError, match=r"seats of the record: expected human, .*, got 'os:system'"):
        setup_of(seats=[HUMAN, "os:system"])


def test_a_session_has_a_seat_for_each_player():
    with pytest.raises(ConfigError, match="seats: expected 3, one for each player, got 1: human"):
        Referee(WorldDominance(Config(num_players=3), seed=1, chance=EXPLICIT), SessionSetup((HUMAN,), (), SAMPLED, 1))
