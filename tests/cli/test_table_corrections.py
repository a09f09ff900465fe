"""`wd table`: the referee corrects the state by hand, and the saved game continues with the correction."""

import re

import pytest

from tests.cli.table_games import SET_UP, START, load_table, new_referee
from tests.games.domination.tables import table_at
from wd_env.cli.arguments.file_arguments import read_record
from wd_env.games.domination.table import Domination
from wd_env.session.referee import Referee
from wd_env.session.session_setup import SessionSetup
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.saved_table import replay_record, table_from_json

PLAYED = f"{SET_UP}roll, 3, take, peru\n"


def test_soldiers_and_cards_are_corrected_and_shown(wd, tmp_path):
    ended = wd(
        *START, "game.txt", typed=f"{PLAYED}set soldiers ben 7\nset soldiers RSZ 2\ngive Rome Ben\ngive peru to anna\n"
    )
    table = load_table(tmp_path / "game.txt")
    assert (table.board.soldiers[1], table.board.rsz, table.board.cards(1), table.board.cards(0)) == (
        7,
        2,
        ["Rome"],
        ["Peru"],
    )
    assert [str(line) for line in table.lines[8:]] == ["= soldiers 1 7", "= soldiers rsz 2", "= card 1 Rome"]
    assert "  The referee set Ben to 7 soldiers" in ended.out
    assert "-> Ben: 7 soldiers (-3)" in ended.out
    assert "-> Ben: gets Rome" in ended.out
    assert "'Peru': expected another place" in ended.out


def test_the_saved_game_resumes_exactly_there(wd, tmp_path):
    wd(*START, "game.txt", typed=f"{PLAYED}set soldiers ben 7\ngive rome ben\n")
    before = load_table(tmp_path / "game.txt")
    ended = wd("table", "game.txt", typed="roll, 1\nundo 2\nh 3\n")
    after = load_table(tmp_path / "game.txt")
    assert (after.state, after.lines) == (before.state, before.lines)
    assert "The referee gave Rome to Ben" in ended.out
    assert Referee.from_record(read_record(tmp_path / "game.txt")).entries[-2:] == [8, 9]


def test_a_correction_is_undone_like_any_entry(wd, tmp_path):
    ended = wd(*START, "game.txt", typed=f"{PLAYED}set soldiers ben 7\nundo\n")
    assert "Undone:" in ended.out
    assert load_table(tmp_path / "game.txt").board.soldiers[1] == 10
    assert len(load_table(tmp_path / "game.txt").lines) == 8


def test_a_game_with_corrections_can_be_replayed(wd):
    wd(*START, "game.txt", typed=f"{PLAYED}set soldiers ben 7\n")
    assert "The referee set Ben to 7 soldiers" in wd("replay", "game.txt").out


def test_a_bot_continues_with_the_corrected_state():
    referee = new_referee("human", "scripted")
    for entry in ("playing dice 5", "playing dice 4", "piece Buddha"):
        referee.enter(entry)
    entries = len(referee.entries)
    referee.correct("soldiers 1 4")
    assert (referee.table.board.soldiers[1], len(referee.entries)) == (4, entries + 1)
    again = Referee.from_record(referee.record())
    assert (again.table.state, again.entries) == (referee.table.state, referee.entries)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("set", "set: expected `set soldiers NAME N` with a player or rsz, got 'set '"),
        ("set soldiers ben", "set: expected `set"),
        ("set soldiers ben many", "set: expected `set"),
        ("set soldiers ben -1", "set: expected `set"),
        ("set cards ben 3", "set: expected `set"),
        ("set soldiers zoe 3", "unknown seat 'zoe'; expected Anna, Ben"),
        ("set soldiers ben 0", "soldiers of Ben: expected 1 to"),
        ("set soldiers ben 99", "soldiers of Ben: expected 1 to 92, because the Garrison has 82, got 99"),
        ("give", "give: expected `give CARD NAME` with a player or pack, got 'give '"),
        ("give rome", "got 'give rome'"),
        ("give saudi a", "got 'give saudi a'"),  # the beginning of a title, and no player
        ("give arabia ben", "'arabia' is not a legal action here; did you mean Saudi Arabia?"),
        ("give rome zoe", "unknown seat 'zoe'"),
        ("give atlantis ben", "'atlantis' is not a legal action here"),
        ("give p pack", "'p' may mean "),
        ("give peru anna", "'Peru': expected another place"),
        ("give cairo pack", "'Cairo': expected another place"),
    ],
)
def test_an_invalid_correction_is_one_line_and_changes_nothing(wd, tmp_path, typed, words):
    wd(*START, "game.txt", typed=PLAYED)
    before = (tmp_path / "game.txt").read_text()
    ended = wd("table", "game.txt", typed=f"{typed}\n")
    assert words in re.sub(r"\n +", " ", ended.out)
    assert (tmp_path / "game.txt").read_text() == before


def test_cards_and_players_with_several_words_are_understood(wd, tmp_path):
    start = ("table", "game.txt", "--seats", "human,human", "--names", "Anna B,York C", "--seed", 3)
    wd(*start, typed=f"{SET_UP}give New York York C\ngive rio to anna b\n")
    table = load_table(tmp_path / "game.txt")
    assert (table.board.cards(1), table.board.cards(0)) == (["New York"], ["Rio de Janeiro"])


def test_the_help_names_both_commands(wd):
    out = wd(*START, typed="?\n").out
    assert "set soldiers NAME N" in out
    assert "give CARD NAME" in out


# Domination

HAND = ["card 1", "card 3", "card 4", "card 5", "card 2", "wildcard"]  # infantry 1, 3, 4, cavalry 5, cannon 2


@pytest.fixture
def trading(tmp_path):
    """Write a game in which Anna must trade at a table where sets are named by kind, and return its path."""
    table = table_at({0: [3, 4, 42]}, None, {0: HAND}, num_players=2)
    referee = Referee(
        table_from_json(table.to_json(), chance=EXPLICIT),
        SessionSetup(("human", "human"), ("Anna", "Ben"), EXPLICIT, 3),
    )
    path = tmp_path / "game.txt"
    path.write_text(referee.record().dumps())
    return path


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("set trade 3, 1, 4", ["card 1", "card 3", "card 4"]),
        ("SET trade NORTH,central america, wild", ["card 2", "card 5", "wildcard"]),
    ],
)
def test_the_traded_cards_are_corrected_and_shown(wd, trading, typed, cards):
    ended = wd("table", "game.txt", typed=f"{typed}\nh 1\n")
    table = replay_record(read_record(trading), Domination().game)
    assert (sorted(table.board.discard), table.state.sets_traded) == (sorted(cards), 1)
    assert "The referee traded for Anna: " in ended.out
    assert "The referee traded for Anna: " in wd("replay", "game.txt").out


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("set", "set: expected `set trade CARD, CARD, CARD`, got 'set '"),
        ("set trade 1, 3", "set: expected `set"),
        ("set soldiers ben 3", "set: expected `set"),
        ("set trade 1, 3, 6", "'6' is not a card here; Anna holds "),
        ("set trade 1, 3, atlantis", "'atlantis' is not a legal action here; Anna holds "),
        ("set trade 1, 3, 5", "is illegal"),
    ],
)
def test_an_invalid_correction_of_a_trade_is_one_line_and_changes_nothing(wd, trading, typed, words):
    before = trading.read_text()
    assert words in re.sub(r"\n +", " ", wd("table", "game.txt", typed=f"{typed}\n").out)
    assert trading.read_text() == before


def test_a_trade_is_corrected_only_when_a_trade_is_to_be_chosen(wd, trading):
    out = wd("table", "game.txt", typed="set trade 1, 3, 4\n" + 2 * "set trade 5, 2, wildcard\n").out
    assert "`set trade`: expected a seat that may trade, got place" in re.sub(r"\n +", " ", out)


def test_a_player_called_like_a_place_of_the_board_is_not_taken_for_it(wd, tmp_path):
    start = ["RSZ,Ben Pack" if word == "Anna,Ben" else word for word in START]
    typed = "set soldiers rsz 7\nset soldiers the rsz 2\nset soldiers 0 9\ngive peru ben pack\ngive peru the pack\n"
    ended = wd(*start, "game.txt", typed=f"{PLAYED}{typed}")
    assert "'rsz' is a player, too; expected `the rsz` or the seat number 0" in ended.out
    assert [str(line) for line in load_table(tmp_path / "game.txt").lines[8:]] == [
        "= soldiers rsz 2",
        "= soldiers 0 9",
        "= card 1 Peru",
        "= card pack Peru",
    ]
