"""`wd table`: a game on the physical board, entered by people, with the engine as referee."""

import json
import random
import re

import numpy as np
import pytest

from tests.cli.table_games import PROMPT, SET_UP, START, load_table, new_referee, random_actions, typed_game
from tests.games.world_dominance.random_options import random_options
from wd_env.agents.files.bot_file import save_bot
from wd_env.agents.files.bot_file_header import BotFileHeader, Provenance
from wd_env.agents.networks.architecture import Architecture
from wd_env.cli.console.game_console import Repl
from wd_env.games.world_dominance.definitions.actions import ACTIONS, OUTCOMES
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.variants import VARIANT_ROWS

# Whole games


SEATS = [("human", "scripted", "human"), ("human", "human"), ("random", "scripted"), ("human",) * 5]


@pytest.mark.thinned(2)
@pytest.mark.parametrize("seats", SEATS, ids=",".join)
def test_a_whole_game_is_entered_from_the_setup_to_the_end(wd, tmp_path, seats):
    referee = new_referee(*seats)
    typed = typed_game(referee)
    names = ",".join(referee.setup.names)
    ended = wd("table", "game.txt", "--seats", ",".join(seats), "--names", names, "--seed", 3, typed="\n".join(typed))
    assert (ended.code, ended.err) == (0, "")
    assert load_table(tmp_path / "game.txt").lines == referee.table.lines
    assert "The game is over" in ended.out
    assert len(PROMPT.findall(ended.out)) == len(typed) > 50
    assert "Traceback" not in ended.out


@pytest.mark.thinned(4)
@pytest.mark.parametrize("row", VARIANT_ROWS, ids=lambda row: row.title)
def test_every_variant_is_refereed(wd, tmp_path, row):
    seats = ("human", "scripted", "human")[: row.max_players]
    referee = new_referee(*seats, variant=row.name, sets_to_win=row.sets_to_win, max_turns=60)
    typed = typed_game(referee)
    rules = ("--variant", row.name, "--sets-to-win", row.sets_to_win, "--max-turns", 60)
    ended = wd("table", "game.txt", "--seats", ",".join(seats), "--seed", 3, *rules, typed="\n".join(typed))
    assert load_table(tmp_path / "game.txt").lines == referee.table.lines
    assert "The game " in ended.out.rsplit("\nThe game is over [", 1)[0].splitlines()[-1]


# People enter the outcomes.
OPEN = {"percent_known": 90, "percent_unknown": 10, "percent_right": 50, "percent_spelled": 50}


@pytest.mark.thinned(4)
@pytest.mark.parametrize("number", range(8))
def test_every_agreement_is_refereed(wd, tmp_path, number):
    options = random_options(random.Random(number), max_turns=40, **OPEN)
    seats = (("human", "scripted") * 3)[: options.pop("num_players")]
    referee = new_referee(*seats, **options)
    (tmp_path / "start.json").write_text(json.dumps(referee.table.to_json()))
    typed = typed_game(referee, number)
    start = ("--position", "start.json", "--seats", ",".join(seats), "--seed", 3)
    ended = wd("table", "game.txt", *start, typed="\n".join(typed))
    assert (ended.code, ended.err) == (0, "")
    assert load_table(tmp_path / "game.txt").lines == referee.table.lines
    assert "Traceback" not in ended.out


def test_a_game_of_bots_with_sampled_chance_prompts_nobody(wd):
    ended = wd("table", "--seats", "scripted,random", "--chance", "sampled", "--seed", 1)
    assert ended.code == 0
    assert "The game is over" in ended.out
    assert not PROMPT.findall(ended.out)


@pytest.mark.parametrize("seats", SEATS[:2], ids=",".join)
def test_the_engine_throws_and_draws_for_a_table_without_dice(wd, tmp_path, seats):
    referee = new_referee(*seats, chance="sampled")
    typed = typed_game(referee)
    wd("table", "game.txt", "--seats", ",".join(seats), "--chance", "sampled", "--seed", 3, typed="\n".join(typed))
    table = load_table(tmp_path / "game.txt")
    assert table.is_terminal
    assert table.lines == referee.table.lines
    assert len(typed) == sum(line.seat is not None and seats[line.seat] == "human" for line in table.lines)


def test_a_trained_bot_sits_in_any_seat_and_its_choice_is_announced(wd, tmp_path):
    meta = BotFileHeader.for_game(GAME, Architecture((4,), 1), Provenance())
    save_bot(tmp_path, {key: np.zeros(shape, np.float32) for key, shape in meta.shapes.items()}, meta)
    ended = wd("table", "game.txt", "--seats", "human,bot.wdbot", "--names", "Anna,Rob", typed="5\n4\n1\n")
    line = load_table(tmp_path / "game.txt").lines[3]
    assert line.seat == 1
    assert f"* Rob chose {line.text.removeprefix('piece ')}" in ended.out


# Output


def test_it_says_whose_turn_it_is_what_is_allowed_and_what_a_landing_does(wd):
    ended = wd(*START, typed=f"{SET_UP}roll\n6\n3\n")
    assert "-- turn 1, Anna" in ended.out
    assert "Ben: 10 soldiers, not on the board, no cards" in ended.out
    assert "   2  reinforce  Take 5 soldiers from the Garrison" in ended.out
    assert "S06 Soldier Checkpoint Lose: the Soldier Dice says how many soldiers go to the Garrison." in ended.out
    assert "-> Anna: 7 soldiers (-3)" in ended.out
    assert "Anna: 7 soldiers, S06 Soldier Checkpoint Lose, no cards" in ended.out


def test_summary_help_and_history_are_available_at_any_time(wd):
    ended = wd(*START, typed=f"{SET_UP}t\n?\nhelp rein\nh 2\n")
    account, helped, about, history = PROMPT.split(ended.out)[20:36:4]
    assert "> Anna  Buddha: 10 soldiers, S00 Soldier Checkpoint Conscript" in account
    assert "undo the last entry" in helped
    assert about.strip() == "reinforce: Take 5 soldiers from the Garrison, once in the game; then your turn continues."
    assert [line.split()[0] for line in history.splitlines() if line.strip()[:1].isdigit()] == ["3", "4"]


def test_seats_without_names_are_called_by_their_numbers(wd):
    ended = wd("table", typed="5\n4\n1\n1\n")
    assert "seat 0 begins a turn" in ended.out
    assert "seat 0 [1 to 2, ? for help]:" in ended.out


def test_no_command_is_a_valid_entry():
    commands = set(Repl(new_referee("human", "human"), None).commands)
    entries = {text.split(" ", 1)[-1].casefold() for text in (*ACTIONS, *OUTCOMES)} | set(ACTIONS) | set(OUTCOMES)
    assert not commands & entries


# Entries


def test_several_entries_go_on_one_line(wd, tmp_path):
    wd(*START, "game.txt", typed=f"{SET_UP}roll, 3, take, peru\n")
    assert [str(line) for line in load_table(tmp_path / "game.txt").lines[4:]] == [
        "0 roll",
        "* playing dice 3",
        "0 take",
        "* draw Peru",
    ]


def test_several_entries_are_rejected_together(wd, tmp_path):
    ended = wd(*START, "game.txt", typed=f"{SET_UP}roll, 3, take, rome\n")
    assert "'draw Rome' is not possible here" in ended.out
    assert len(load_table(tmp_path / "game.txt").lines) == 4


def test_enter_takes_the_only_legal_action(wd, tmp_path):
    referee = new_referee("human", "human")
    typed = [option if len(options) > 1 else "" for option, options in random_actions(referee, seed=2)]
    wd(*START, "game.txt", typed="\n".join(typed))
    assert "" in typed
    assert load_table(tmp_path / "game.txt").lines == referee.table.lines


BAD = [
    ("roll, 7", "'7' is not a legal action here; expected 1 to 6"),
    ("roll, 0", "'0' is not a legal action here; expected 1 to 6"),
    ("roll, 3, take, rome", "'draw Rome' is not possible here; expected 1 to 10"),
    ("roll, 3, take, atlantis", "'atlantis' is not a legal action here; expected 1 to 10"),
    ("roll, 3, take, p", "'p' may mean draw Peru, draw Paraguay"),
    ("ben: roll", "player: expected Anna, who is to move, got Ben"),
    ("roll, ben: 3", "player: expected Anna, who is to move, got Ben"),
    ("1: roll", "who is to move, got Ben"),
    ("zoe: roll", "unknown seat 'zoe'; expected Anna, Ben"),
    ("fly", "'fly' is not a legal action here; expected 1 to 2 or roll, reinforce"),
    ("r", "'r' may mean roll, reinforce"),
    ("", "'' is not a legal action here; expected 1 to 2 or roll, reinforce"),
    ("undo 9", "undo: expected 1 to 4 entries, got 9"),
    ("undo some", "number of lines or entries: expected an integer from 1, got 'some'"),
    ("undo 0", "number of lines or entries: expected an integer from 1, got '0'"),
    ("h -1", "number of lines or entries: expected an integer from 1, got '-1'"),
    ("help fly", "'fly' is not a legal action here"),
    ("chance", "chance: expected dice or cards to draw, got start_menu"),
    ("secrets", "secrets: expected a game in progress with sampled chance"),
    ("load", "load: expected the name of a file"),
    ("load nosuch.txt", "nosuch.txt: cannot be read: No such file or directory"),
    ("load .", ".: cannot be read: Is a directory"),
    ("save nosuch/game.txt", "nosuch/game.txt cannot be written"),
    ("save .", ".: expected a file, got a folder"),
    ("save other.txt", "other.txt: expected a new file"),
]


@pytest.mark.parametrize(("typed", "words"), BAD, ids=[typed for typed, _ in BAD])
def test_an_invalid_entry_is_one_line_and_the_game_is_unchanged(wd, tmp_path, typed, words):
    (tmp_path / "other.txt").write_text("mine")
    wd(*START, "game.txt", typed=SET_UP)
    before = (tmp_path / "game.txt").read_text()
    ended = wd("table", "game.txt", typed=f"{typed}\n")
    (shown,) = re.findall(r"^Anna \[[^\n]*\]: [^\n]*\n([^\n]*)\nAnna \[[^\n]*\]: \n$", ended.out, re.MULTILINE)
    assert words in shown
    assert (tmp_path / "game.txt").read_text() == before
    assert (tmp_path / "other.txt").read_text() == "mine"


# Violations

PUNISHED = (*START, "game.txt", "--illegal-action", "misdemeanour")


def test_a_violation_is_entered_if_the_options_punish_it(wd, tmp_path):
    ended = wd(*PUNISHED, typed=f"{SET_UP}ben! roll\nroll\n3\nanna! antarctica\n")
    table = load_table(tmp_path / "game.txt")
    assert [str(line) for line in table.lines[4:]] == ["1! roll", "0 roll", "* playing dice 3", "0! antarctica"]
    assert (table.board.soldiers, table.board.rsz, table.board.turn) == ([9, 9], 2, 1)
    assert "Ben broke the rules with `roll`" in ended.out
    assert "-> Ben: 9 soldiers (-1)" in ended.out


def test_dice_that_are_thrown_out_of_turn_cost_a_soldier_and_the_throw_stays_open(wd, tmp_path):
    ended = wd(*PUNISHED, typed=f"{SET_UP}roll\nben! roll\n")
    assert PROMPT.findall(ended.out)[-1] == ("What was rolled?", "1 to 6", "")
    assert load_table(tmp_path / "game.txt").board.soldiers == [10, 9]


def test_a_violation_is_undone_like_any_entry(wd, tmp_path):
    wd(*PUNISHED, typed=f"{SET_UP}ben! roll\nundo\nroll\n")
    table = load_table(tmp_path / "game.txt")
    assert (str(table.lines[-1]), table.board.soldiers) == ("0 roll", [10, 10])


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("anna! roll", "violation: expected an illegal action, got 'roll', which is legal"),
        ("zoe! roll", "unknown seat 'zoe'"),
        ("ben! fly", "as in `Ben! roll`, got 'fly'"),
        ("ben! card", "as in `Ben! roll`, got 'card'"),
        ("ben! 3", "as in `Ben! roll`, got '3'"),
        ("ben!", "as in `Ben! roll`, got ''"),
    ],
)
def test_an_invalid_violation_is_one_line_and_changes_nothing(wd, tmp_path, typed, words):
    ended = wd(*PUNISHED, typed=f"{SET_UP}{typed}\n")
    assert words in ended.out
    assert len(load_table(tmp_path / "game.txt").lines) == 4


def test_before_the_first_turn_and_without_the_option_no_violation_is_punished(wd, tmp_path):
    assert "violation: expected a seat that can be penalised now, got Ben" in wd(*PUNISHED, typed="ben! roll\n").out
    ended = wd(*START, typed=f"{SET_UP}ben! roll\n")
    assert "violation: expected a game that penalises illegal actions, got illegal_action=error" in ended.out
