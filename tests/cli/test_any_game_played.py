"""A game that is only a registry entry runs in the commands that play and describe a game; other input is rejected."""

import json
import re
from dataclasses import replace

import pytest

from tests.toy_game import PLEDGE
from wd_env import registry
from wd_env.cli.arguments.file_arguments import read_record
from wd_env.errors import ConfigError, IllegalAction, WrongSeat
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.text.world_dominance_text import PRESENTER
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_record import RecordLine
from wd_env.table.game_table import Table
from wd_env.table.saved_table import replay_record
from wd_env.text.game_text import Presenter
from wd_env.text.line_width import WIDTH
from wd_env.text.seat_names import NUMBERED, SeatNames

ROW = registry.GameEntry("pledge", "Pledge", "tests.toy_game:PLEDGE")
NAMES = SeatNames(("Anna", "Ben", "Cleo"))
SET_UP = "card 1\n2\n3\nodd\neven\neven\n"
START = ("table", "game.txt", "--game", "pledge", "--seats", "human,human,random", "--seed", 1)


@pytest.fixture(autouse=True)
def with_a_toy_game(monkeypatch):
    monkeypatch.setitem(registry.GAMES, ROW.name, ROW)


def kept(path):
    return replay_record(read_record(path), PLEDGE)


def a_table(*answers, players=3):
    table = Table(PLEDGE, PLEDGE.config_class(num_players=players), chance=EXPLICIT)
    for answer in answers:
        table.play(answer)
    return table


DEALT = ("card 1", "card 2", "card 3", "pledge odd", "pledge even", "pledge even")


# Commands


def test_a_person_plays_it_at_the_terminal_to_its_end(wd, tmp_path):
    typed = "hint\npledge odd\nthrow\nundo\nthrow\nt\nh\n?\n" + "hold\n" * 20
    ended = wd("play", "--game", "pledge", "--names", "Anna,Ben,Cleo", "--seed", 1, "--record", "game.txt", typed=typed)
    assert (ended.code, ended.err) == (0, "")
    table = kept(tmp_path / "game.txt")
    assert table.is_terminal
    assert "random would choose:\n  pledge " in ended.out
    assert "Anna: throw" in ended.out
    assert "The game is over: " in ended.out
    assert "pledge even" not in ended.out.replace("  pledge even", ""), (
        "expected no text of another player's private decision"
    )
    assert "Only you know:\n  Chance: card" in ended.out
    assert "soldier" not in ended.out.lower()


def test_its_game_resumes_after_a_kill(wd, tmp_path):
    start = ("play", "--game", "pledge", "--seats", "human,random", "--seed", 1, "--record")
    wd(*start, "whole", typed="odd\nthrow\nthrow\nhold\n")
    wd(*start, "half", typed="odd\nthrow\n")
    for more in ((), ("--game", "pledge")):
        wd("play", *more, "--record", "half", "--resume", typed="throw\nhold\n")
    assert (tmp_path / "half").read_text() == (tmp_path / "whole").read_text()


def test_it_is_refereed_with_a_physical_board_and_resumes_from_its_file(wd, tmp_path):
    ended = wd(*START, "--names", "Anna,Ben,Cleo", typed="card 1\ncard 2\nodd\neven\n?\nset soldiers anna 3\nsecrets\n")
    assert "What was rolled? [1 to 4, ? for help, not shown]" in ended.out
    assert "Anna [1 to 2, ? for help]" in ended.out
    assert "'set soldiers anna 3' is not a legal action here" in " ".join(ended.out.split())
    again = wd("table", "game.txt", typed="throw\n6\nhold\nben: throw\n5\nundo\n2\nhold\n")
    assert "Anna: points 6 (+6)" in again.out
    assert (again.code, again.err) == (0, "")
    assert "throw" in [line.text for line in kept(tmp_path / "game.txt").lines]


def test_a_game_starts_at_one_of_its_positions(wd, tmp_path):
    (tmp_path / "state.json").write_text(json.dumps(a_table(*DEALT).to_json()))
    for more in ((), ("--game", "pledge")):
        assert "decides: roll" in wd("table", "--position", "state.json", *more).out
    refused = wd("table", "--position", "state.json", "--game", "world_dominance")
    assert (refused.code, refused.error_line) == (2, "state.json holds a game of pledge; --game is world_dominance")


def test_its_house_rules_are_options(wd, tmp_path):
    start = ("play", "--game", "pledge", "--seats", "random,random", "--record", "game.txt")
    assert wd(*start, "--limit", 40, "--max-throws", 3).code == 0
    assert (kept(tmp_path / "game.txt").config.limit, kept(tmp_path / "game.txt").config.max_throws) == (40, 3)
    assert wd("replay", "game.txt").code == 0
    assert "--limit" in wd("play", "--game", "pledge", "--help-rules").out
    assert "--limit" not in wd("play", "--help-rules").out
    refused = wd("play", "--game", "pledge", "--limit", 5)
    assert (refused.code, refused.error_line.split(" (see")[0]) == (
        2,
        "--limit: expected an integer from 6 to 60, got 5",
    )
    assert wd("play", "--limit", 40).code == 2
    assert wd("play", "--game", "pledge", "--variant", "ally").code == 2


def test_it_is_replayed_line_by_line_for_all_and_for_a_seat(wd):
    wd("play", "--game", "pledge", "--seats", "random,random", "--seed", 2, "--record", "game.txt")
    every = wd("replay", "game.txt").out
    assert every.count("[only seat 0 saw this]") == 2
    mine = wd("replay", "game.txt", "--seat", 1, "--game", "pledge").out
    assert "[only seat 0 saw this]" not in mine
    assert mine.count("[only seat 1 saw this]") == 2
    assert "Line 3 of" in wd("replay", "game.txt", "--line", 3).out
    assert "Line 1 of" in wd("replay", "game.txt", "--step", typed="\nq\n").out


def test_a_game_without_a_picture_says_so(wd, tmp_path):
    wd("play", "--game", "pledge", "--seats", "random,random", "--seed", 2, "--record", "game.txt")
    refused = wd("replay", "game.txt", "--image", "board.png").error_line
    assert refused == "game pledge has no image; use its description as text"
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("spaces", f"int8[{PLEDGE.layout.size}]"),
        ("actions", "pledge even"),
        ("observation", "own card, one-hot"),
        ("nodes", "roll"),
        ("rules", "Maximum number of points; a player with more is out."),
        ("bots", "random"),
        ("games", "Pledge"),
    ],
)
def test_it_is_looked_up(wd, section, words):
    assert words in wd("info", section, "--game", "pledge").out
    assert json.loads(wd("info", section, "--game", "pledge", "--json").out)


def test_bots_of_another_game_are_not_listed(wd):
    assert "scripted" not in wd("info", "bots", "--game", "pledge").out


@pytest.mark.parametrize("command", [("play", "--record", "new"), ("table", "new"), ("replay", "old"), ("info",)])
def test_an_unknown_game_is_one_line_and_nothing_is_written(wd, tmp_path, command):
    ended = wd(*command, "--game", "plege")
    assert ended.code == 2
    known = "world_dominance, domination, superpowers, pledge"
    refusal = f"unknown game 'plege'; expected one of {known}; did you mean pledge?"
    assert refusal in ended.error_line
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "command",
    [("replay", "old"), ("table", "old"), ("play", "--record", "old", "--resume")],
    ids=lambda words: words[0],
)
def test_a_record_of_another_game_than_was_asked_for_is_refused(wd, tmp_path, command):
    wd("play", "--game", "pledge", "--seats", "human,random", "--seed", 2, "--record", "old", typed="1\n")
    before = (tmp_path / "old").read_text()
    ended = wd(*command, "--game", "world_dominance", typed="1\n")
    assert (ended.code, ended.error_line) == (2, "old holds a game of pledge; --game is world_dominance")
    assert (tmp_path / "old").read_text() == before


def test_a_record_of_no_game_at_all_is_refused(wd, tmp_path):
    wd("play", "--game", "pledge", "--seats", "random,random", "--seed", 2, "--record", "game.txt")
    (tmp_path / "game.txt").write_text((tmp_path / "game.txt").read_text().replace('"pledge"', '"chess"'))
    for command in ("replay", "table"):
        assert wd(command, "game.txt").error_line.startswith("the record: unknown game 'chess'; expected one of")


def test_loading_a_record_of_another_game_is_rejected(wd, tmp_path):
    wd("play", "--game", "pledge", "--seats", "human,random", "--seed", 2, "--record", "old", typed="1\n")
    before = (tmp_path / "old").read_text()
    ended = wd("table", typed="load old\n")
    assert "old: expected a game of world_dominance, got one of pledge" in ended.out
    assert (tmp_path / "old").read_text() == before


def test_a_bot_of_another_game_is_refused(wd):
    ended = wd("play", "--game", "pledge", "--seats", "human,scripted")
    assert ended.error_line == "bot scripted plays world_dominance, not pledge; expected search, noisy, random"


# The catalogue


def test_a_game_without_a_presenter_is_described_by_its_fields():
    assert type(ROW.presenter) is Presenter
    assert ROW.presenter.title == "Pledge"
    assert registry.presenter_for(WorldDominance(seed=1).game) is PRESENTER


def test_an_invalid_presenter_is_rejected():
    with pytest.raises(ConfigError, match=r"game pledge, tests.toy_game:PLEDGE: expected a Presenter, got "):
        _ = replace(ROW, presenter_path="tests.toy_game:PLEDGE").presenter


# The default presenter


@pytest.fixture
def presenter():
    return Presenter("Pledge")


def test_a_table_is_described_with_its_public_fields_and_ones_own_secrets_alone(presenter):
    table = a_table(*DEALT, "throw", "die 4")
    public = presenter.describe(table)
    assert "points 4" in public
    assert "thrown 4" in public
    assert not [word for word in ("card", "pledge odd", "Only you") if word in public]
    mine = presenter.describe(table, 1)
    assert "Chance: card 2" in mine
    assert "seat 1: pledge even" in mine
    assert "card 1" not in mine
    assert public.endswith("Seat 0 decides: roll")
    assert max(map(len, public.splitlines())) <= WIDTH
    with pytest.raises(WrongSeat, match=r"seat: expected 0 to 2, got 3"):
        presenter.describe(table, 3)


def test_changes_are_those_of_public_fields(presenter):
    table = a_table()
    for answer, message in zip(
        [*DEALT, "throw", "die 6", "throw", "die 6", "throw", "die 1"],
        [*[[]] * 7, ["thrown 6 (+6)", "throws 1 (+1)", "Ben: points 6 (+6)"]],
        strict=False,
    ):
        before = presenter.public_state(table)
        table.play(answer)
        assert presenter.changes(before, table, SeatNames(("Ben", "Anna", "Cleo"))) == message
    table.play("throw")
    table.play("die 6")
    before = presenter.public_state(table)
    table.play("throw")
    table.play("die 1")
    assert presenter.changes(before, table, NAMES)[-1] == "Anna: points 13 (+1), OUT OF PLAY"


def test_every_ending_has_a_text(presenter):
    table = a_table(*DEALT, "hold", "hold", "hold")
    assert presenter.decision_text(table, NAMES).startswith("The game is over: ")
    table.state.won = [1, 0, 1]
    assert presenter.decision_text(table, NAMES) == "The game is over: Anna and Cleo win"
    assert presenter.decision_text(table) == "The game is over: seats 0 and 2 win"
    table.state.won = [0, 1, 0]
    assert presenter.decision_text(table, NAMES) == "The game is over: Ben wins"
    table.state.won = [0, 0, 0]
    assert presenter.decision_text(table) == "The game is over without a winner"
    table.state.truncated = 1
    assert presenter.decision_text(table) == "The game was truncated"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (RecordLine("throw", 1), "Ben: throw"),
        (RecordLine("die 4", None), "Chance: die 4"),
        (RecordLine("throw", 2, is_illegal=True), "Cleo broke the rules with `throw`"),
        (RecordLine("points 1 3", None, is_correction=True), "The referee corrected: points 1 3"),
    ],
)
def test_every_kind_of_line_has_a_text(presenter, line, message):
    assert presenter.line_text(a_table(), line, NAMES) == message


def test_lines_and_options_of_another_game_are_refused(presenter):
    table = a_table(*DEALT)
    for line in (RecordLine("roll", 1), RecordLine("soldier dice 3", None)):
        with pytest.raises(IllegalAction):
            presenter.line_text(table, line)
    with pytest.raises(IllegalAction, match="'pledge odd' is illegal at roll"):
        presenter.action_help(table, "pledge odd")
    with pytest.raises(ConfigError, match="unknown correction 'set' of pledge"):
        presenter.correction(table, "set", "points 3", NUMBERED)


# Names


def test_seats_are_called_by_number_or_by_name():
    assert (NUMBERED.seat(2), NUMBERED.capitalized(2), NUMBERED.seats([2])) == ("seat 2", "Seat 2", "seat 2")
    assert (NUMBERED.seats([0, 2]), NUMBERED.seats([0, 1, 2])) == ("seats 0 and 2", "seats 0, 1 and 2")
    assert (NAMES.seat(2), NAMES.capitalized(2), NAMES.seats([0, 1, 2])) == ("Cleo", "Cleo", "Anna, Ben and Cleo")


@pytest.mark.parametrize(("words", "seat"), [("anna", 0), ("B", 1), ("2", 2), (" cleo ", 2)])
def test_a_seat_is_found_by_number_name_or_beginning(words, seat):
    assert NAMES.find(words, 3) == seat


@pytest.mark.parametrize("words", ["", "zoe", "3", "\x1b[31m"])
def test_an_unknown_player_is_rejected_with_the_players(words):
    with pytest.raises(ConfigError, match=r"unknown seat .*; expected Anna, Ben, Cleo") as refusal:
        NAMES.find(words, 3)
    assert str(refusal.value).isprintable()


def test_a_name_that_looks_like_a_seat_is_shown_unchanged(wd):
    """Use a name like `Seat 1`: names are inserted when a sentence is made, and not replaced in it later."""
    start = ("table", "--game", "pledge", "--seats", "human,human", "--names", "Seat 1,Ben", "--seed", 1)
    assert "Seat 1 [1 to 2, ? for help]" in wd(*start, typed="card 1\ncard 2\n").out


@pytest.mark.parametrize("game", sorted(registry.GAMES))
def test_a_replay_names_the_players_of_the_record(wd, game):
    seats = ("--seats", "human,random", "--names", "Anna,Ben", "--seed", 1)
    wd("play", "--game", game, *seats, "--record", "game.txt", typed="1\n1\n1\nq\n")
    for more in ((), ("--line", 2), ("--seat", 0)):
        out = wd("replay", "game.txt", *more).out
        assert "Anna" in out
        assert not re.search(r"\b(seat|player) [01]\b", out)
