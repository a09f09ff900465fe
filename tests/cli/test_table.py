"""`wd table`: a game on the printed board, entered by people, with the engine as referee."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from wd_env.agents.checkpoint import BotMeta, Provenance, save_bot
from wd_env.agents.network import Architecture
from wd_env.cli.desk import Desk
from wd_env.cli.entries import labels, titled
from wd_env.cli.files import read_record, write_text
from wd_env.cli.keyboard import read_line
from wd_env.cli.referee import Referee, Round
from wd_env.core.record import Record
from wd_env.core.spec import DECISION, LUCK
from wd_env.world_dominance.actions import ACTIONS, OUTCOMES
from wd_env.world_dominance.config import Config
from wd_env.world_dominance.game import GAME
from wd_env.world_dominance.table import WorldDominance
from wd_env.world_dominance.variants import ROWS

ROOT = Path(__file__).parents[2]
SET_UP = "5\n4\nbuddha\ncleo\n"  # Anna begins
START = ("table", "--seats", "human,human", "--names", "Anna,Ben", "--seed", 3)
PROMPT = re.compile(r"^(.+) \[([^\n]*), \? for help[^\n]*\]: (.*)$", re.MULTILINE)


def at_table(*seats, luck="asked", seed=3, **options):
    names = ("Anna", "Ben", "Cleo", "Dan", "Eva")[: len(seats)]
    config = Config(num_players=len(seats), **options)
    return Referee(config, Round(seats, names, luck, seed))


def kept(path):
    """The table of a file."""
    return WorldDominance.replay(GAME, read_record(path))


def ways_to_type(table, option):
    """Everything a person may type for this option."""
    options = table.options()
    number = labels(options)[options.index(option)]
    is_printed = option.split()[0] in {"space", "manoeuvre", "theme", "purgadies"}
    titles = titled(table, option, ()) if is_printed else ()
    return [number, option, option.upper(), f"{table.seat}: {number}", *titles]


def random_answers(referee, seed):
    """Each answer that people give, and what they could have given, in a game that goes as it may."""
    chance = random.Random(seed)
    while not referee.table.is_over:
        options = referee.table.options()
        option = chance.choice(options)
        yield option, options
        referee.enter(option)


def whole_game(referee, seed=1):
    """Everything that people type in such a game."""
    chance = random.Random(seed)
    return [chance.choice(ways_to_type(referee.table, option)) for option, _ in random_answers(referee, seed)]


# A whole game


SEATS = [("human", "human"), ("human", "scripted", "human"), ("random", "scripted"), ("human",) * 5]


@pytest.mark.parametrize("seats", SEATS, ids=",".join)
def test_a_whole_game_is_entered_from_the_setup_to_the_end(wd, tmp_path, seats):
    referee = at_table(*seats)
    typed = whole_game(referee)
    names = ",".join(referee.round.names)
    ended = wd("table", "game.txt", "--seats", ",".join(seats), "--names", names, "--seed", 3, typed="\n".join(typed))
    assert (ended.code, ended.err) == (0, "")
    assert kept(tmp_path / "game.txt").lines == referee.table.lines
    assert "The game is over" in ended.out
    assert len(PROMPT.findall(ended.out)) == len(typed) > 50
    assert "Traceback" not in ended.out


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.title)
def test_every_variant_is_refereed(wd, tmp_path, row):
    seats = ("human", "scripted", "human")[: row.most_players]
    referee = at_table(*seats, variant=row.name, sets_to_win=row.sets_to_win, max_turns=60)
    typed = whole_game(referee)
    rules = ("--variant", row.name, "--sets-to-win", row.sets_to_win, "--max-turns", 60)
    ended = wd("table", "game.txt", "--seats", ",".join(seats), "--seed", 3, *rules, typed="\n".join(typed))
    assert kept(tmp_path / "game.txt").lines == referee.table.lines
    assert "The game " in ended.out.rsplit("\nOver [", 1)[0].splitlines()[-1]


def test_a_game_of_bots_alone_whose_luck_is_the_engine_s_asks_nobody(wd):
    ended = wd("table", "--seats", "scripted,random", "--luck", "sampled", "--seed", 1)
    assert ended.code == 0
    assert "The game is over" in ended.out
    assert not PROMPT.findall(ended.out)


@pytest.mark.parametrize("seats", SEATS[:2], ids=",".join)
def test_the_engine_throws_and_draws_for_a_table_without_dice(wd, tmp_path, seats):
    referee = at_table(*seats, luck="sampled")
    typed = whole_game(referee)
    wd("table", "game.txt", "--seats", ",".join(seats), "--luck", "sampled", "--seed", 3, typed="\n".join(typed))
    table = kept(tmp_path / "game.txt")
    assert table.is_over
    assert table.lines == referee.table.lines
    assert len(typed) == sum(line.seat is not None and seats[line.seat] == "human" for line in table.lines)


def test_a_trained_bot_sits_in_any_seat_and_its_choice_is_announced(wd, tmp_path):
    meta = BotMeta.of(GAME, Architecture((4,), 1), Provenance())
    save_bot(tmp_path, {key: np.zeros(shape, np.float32) for key, shape in meta.shapes.items()}, meta)
    ended = wd("table", "game.txt", "--seats", "human,bot.wdbot", "--names", "Anna,Rob", typed="5\n4\n1\n")
    line = kept(tmp_path / "game.txt").lines[3]
    assert line.seat == 1
    assert f"* Rob chose {line.text.removeprefix('piece ')}" in ended.out


# What it says


def test_it_says_whose_turn_it_is_what_is_allowed_and_what_a_landing_does(wd):
    ended = wd(*START, typed=f"{SET_UP}roll\n6\n3\n")
    assert "-- turn 1, Anna" in ended.out
    assert "Ben: 10 soldiers, not on the board, no cards" in ended.out
    assert "   2  reinforce  Take 5 soldiers from the Garrison" in ended.out
    assert "S06 Soldier Checkpoint Lose: the Soldier Dice says how many soldiers go to the Garrison." in ended.out
    assert "-> Anna: 7 soldiers (-3)" in ended.out
    assert "Anna: 7 soldiers, S06 Soldier Checkpoint Lose, no cards" in ended.out


def test_the_account_help_and_history_are_there_at_any_time(wd):
    ended = wd(*START, typed=f"{SET_UP}t\n?\nhelp rein\nh 2\n")
    account, helped, about, history = PROMPT.split(ended.out)[20:36:4]
    assert "> Anna  Buddha: 10 soldiers, S00 Soldier Checkpoint Conscript" in account
    assert "take back the last entry" in helped
    assert about.strip() == "reinforce: Take 5 soldiers from the Garrison, once in the game; then you go on."
    assert [line.split()[0] for line in history.splitlines() if line.strip()[:1].isdigit()] == ["3", "4"]


def test_seats_without_names_are_called_by_their_numbers(wd):
    ended = wd("table", typed="5\n4\n1\n1\n")
    assert "seat 0 begins a turn" in ended.out
    assert "seat 0 [1 to 2, ? for help]:" in ended.out


def test_no_word_for_a_command_is_an_entry():
    commands = set(Desk(at_table("human", "human"), None).commands)
    entries = {text.split(" ", 1)[-1].casefold() for text in (*ACTIONS, *OUTCOMES)} | set(ACTIONS) | set(OUTCOMES)
    assert not commands & entries


# Entries


def test_several_entries_go_on_one_line(wd, tmp_path):
    wd(*START, "game.txt", typed=f"{SET_UP}roll, 3, take, peru\n")
    assert [str(line) for line in kept(tmp_path / "game.txt").lines[4:]] == [
        "0 roll",
        "* playing dice 3",
        "0 take",
        "* draw Peru",
    ]


def test_several_entries_are_refused_as_one(wd, tmp_path):
    ended = wd(*START, "game.txt", typed=f"{SET_UP}roll, 3, take, rome\n")
    assert "'draw Rome' is not possible here" in ended.out
    assert len(kept(tmp_path / "game.txt").lines) == 4


def test_enter_takes_the_only_thing_that_is_possible(wd, tmp_path):
    referee = at_table("human", "human")
    typed = [option if len(options) > 1 else "" for option, options in random_answers(referee, seed=2)]
    wd(*START, "game.txt", typed="\n".join(typed))
    assert "" in typed
    assert kept(tmp_path / "game.txt").lines == referee.table.lines


BAD = [
    ("roll, 7", "'7' is no answer here; allowed are 1 to 6"),
    ("roll, 0", "'0' is no answer here; allowed are 1 to 6"),
    ("roll, 3, take, rome", "'draw Rome' is not possible here; allowed are 1 to 10"),
    ("roll, 3, take, atlantis", "'atlantis' is no answer here; allowed are 1 to 10"),
    ("roll, 3, take, p", "'p' may mean draw Peru, draw Paraguay"),
    ("ben: roll", "it is not the matter of Ben; Anna is asked or throws"),
    ("roll, ben: 3", "it is not the matter of Ben; Anna is asked or throws"),
    ("1: roll", "it is not the matter of Ben"),
    ("zoe: roll", "'zoe' is nobody at this table; allowed are Anna, Ben"),
    ("fly", "'fly' is no answer here; allowed are 1 to 2 or roll, reinforce"),
    ("r", "'r' may mean roll, reinforce"),
    ("", "'' is no answer here; allowed are 1 to 2 or roll, reinforce"),
    ("undo 9", "9 entries cannot be taken back; allowed are 1 to 4"),
    ("undo some", "'some' is no number of lines or entries"),
    ("undo 0", "'0' is no number of lines or entries"),
    ("h -1", "'-1' is no number of lines or entries"),
    ("help fly", "'fly' is no answer here"),
    ("luck", "nothing is to be thrown or drawn; the open question is start_menu"),
    ("secrets", "the engine keeps no secret of a person now"),
    ("load", "load needs the name of a file"),
    ("load nosuch.txt", "nosuch.txt: No such file or directory"),
    ("load .", ".: Is a directory"),
    ("save nosuch/game.txt", "nosuch/game.txt cannot be written"),
    ("save .", ". is a folder"),
    ("save other.txt", "other.txt is there already"),
]


@pytest.mark.parametrize(("typed", "words"), BAD, ids=[typed for typed, _ in BAD])
def test_what_cannot_be_is_one_line_and_the_game_is_as_it_was(wd, tmp_path, typed, words):
    (tmp_path / "other.txt").write_text("mine")
    wd(*START, "game.txt", typed=SET_UP)
    before = (tmp_path / "game.txt").read_text()
    ended = wd("table", "game.txt", typed=f"{typed}\n")
    (shown,) = re.findall(r"^Anna \[[^\n]*\]: [^\n]*\n([^\n]*)\nAnna \[[^\n]*\]: \n$", ended.out, re.MULTILINE)
    assert words in shown
    assert (tmp_path / "game.txt").read_text() == before
    assert (tmp_path / "other.txt").read_text() == "mine"


# Taking back


def test_undo_gives_the_earlier_state_byte_for_byte_across_every_kind_of_entry():
    taken_back = set()
    for seed in range(4):
        referee = at_table("human", "scripted", "human", seed=seed)
        moments = []
        for _ in random_answers(referee, seed):
            moments.append((referee.record().dumps(), referee.table.state.to_bytes(), referee.table.question.name))
            number = 1 + len(moments) % 7
            if len(moments) % 5 == 0 and number <= len(referee.entries):
                text, state, _ = moments[-1 - number]
                again = Referee.of_record(Record.loads(referee.record().dumps()))
                again.take_back(number)
                assert (again.record().dumps(), again.table.state.to_bytes()) == (text, state)
                taken_back |= {name for *_, name in moments[-1 - number :]}
    assert {question.kind for question in GAME.questions if question.name in taken_back} == {DECISION, LUCK}
    assert len(taken_back) > 20


def test_what_was_taken_back_and_is_entered_again_leads_to_the_same_game():
    referee = at_table("human", "random", luck="sampled", seed=5)
    for option, _ in random_answers(referee, seed=5):
        before = referee.record().dumps()
        referee.enter(option)
        after = referee.record().dumps()
        referee.take_back(1)
        assert referee.record().dumps() == before
        referee.enter(option)
        assert referee.record().dumps() == after
        referee.take_back(1)


def test_undo_at_the_desk_tells_what_was_taken_back_and_asks_again(wd, tmp_path):
    ended = wd(*START, "game.txt", typed=f"{SET_UP}roll\n3\ntake\nundo 2\n")
    table = kept(tmp_path / "game.txt")
    assert [str(line) for line in table.lines[4:]] == ["0 roll"]
    back = ended.out.split("undo 2\n")[1]
    assert back.startswith("Taken back:\n-- turn 1, Anna\n  Playing Dice: 3\n")
    assert "take a card, pass, or go on? Anna took what was" in back
    assert PROMPT.findall(ended.out)[-1] == ("What fell?", "1 to 6", "")


def test_a_game_that_is_over_can_be_taken_back(wd, tmp_path):
    referee = at_table("human", "human")
    typed = whole_game(referee)
    last = referee.entries[-1]
    ended = wd(*START, "game.txt", typed="\n".join([*typed, "take", "undo"]))
    assert "the game is over; allowed are" in ended.out
    assert kept(tmp_path / "game.txt").lines == referee.table.lines[:last]


# Files


def test_a_game_goes_on_from_its_file_as_if_nothing_had_happened(wd, tmp_path):
    referee = at_table("human", "scripted", "human")
    typed = whole_game(referee)
    wd("table", "game.txt", "--seats", "human,scripted,human", "--seed", 3, typed="\n".join(typed[:20]))
    ended = wd("table", "game.txt", typed="\n".join(typed[20:]))
    assert kept(tmp_path / "game.txt").lines == referee.table.lines
    assert "setting up" not in ended.out


def test_a_killed_process_leaves_the_game_whole(tmp_path):
    code = "from wd_env.cli.main import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, *map(str, START), "game.txt"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        process.stdin.write(f"{SET_UP}roll\n3\n")
        process.stdin.flush()
        for line in process.stdout:
            if "take a card, pass, or go on?" in line:
                break
        process.kill()
    assert [str(line) for line in kept(tmp_path / "game.txt").lines[4:]] == ["0 roll", "* playing dice 3"]


def test_save_begins_a_file_in_the_middle_and_keeps_it_up_to_date(wd, tmp_path):
    ended = wd(*START, typed=f"{SET_UP}save a.txt\nroll\nsave b.txt\n3\n")
    assert "The game is in b.txt, from now on after every entry." in ended.out
    assert len(kept(tmp_path / "a.txt").lines) == 5
    assert len(kept(tmp_path / "b.txt").lines) == 6


def test_load_goes_to_another_game_and_keeps_that_one(wd, tmp_path):
    wd(*START, "one.txt", typed=SET_UP)
    wd("table", "two.txt", "--seats", "human,human,human", "--names", "X,Y,Z", typed="1\nload one.txt\nroll\n")
    assert [str(line) for line in kept(tmp_path / "one.txt").lines[4:]] == ["0 roll"]
    assert len(kept(tmp_path / "two.txt").lines) == 1


def test_a_record_of_wd_play_is_played_on_by_people(wd, tmp_path):
    wd("play", "--seats", "me,scripted", "--seed", 3, "--record", "game.txt", typed="1\n")
    ended = wd("table", "game.txt", typed="roll\n")
    assert "seat 1: human" in ended.out
    assert kept(tmp_path / "game.txt").lines[-1].text == "roll"


def test_another_player_may_take_a_seat_when_a_game_goes_on(wd, tmp_path):
    wd(*START, "game.txt", typed=SET_UP)
    ended = wd("table", "game.txt", "--seats", "human,random", typed="roll\n3\npass\n")
    assert "Ben: seat 1, random" in ended.out
    assert "* Ben " in ended.out
    assert read_record(tmp_path / "game.txt").notes["seats"] == ["human", "random"]


def test_who_leaves_a_game_that_is_in_no_file_is_warned_once(wd):
    ended = wd(*START, typed=f"{SET_UP}q\nq\nroll\n")
    assert "the game is in no file" in ended.out
    assert "threw the Playing Dice" not in ended.out


def damaged(text):
    head, *lines = text.splitlines(keepends=True)
    return {
        "cut short": head + "".join(lines[:-1]),
        "cut in a line": text[:-4],
        "cut in the head": head[:50],
        "empty": "",
        "another version": text.replace('"version": 0', '"version": 99'),
        "another format": text.replace("wd_env record 1", "wd_env record 9"),
        "another game": text.replace("world_dominance", "chess"),
        "other rules": text.replace('"house": "', '"house": "0'),
        "an impossible line": text.replace("* playing dice 5", "* playing dice 9"),
        "no text": b"\xff\xfe\x00",
        "no seats": text.replace('"seats": ["human", "human"]', '"seats": 2'),
        "too many seats": text.replace('"seats": ["human", "human"]', '"seats": ["human", "human", "human"]'),
        "an unknown bot": text.replace('"seats": ["human", "human"]', '"seats": ["human", "nobody"]'),
        "other luck": text.replace('"luck": "asked"', '"luck": "good"'),
        "a seed that is none": text.replace('"seed": 3', '"seed": -3'),
        "names that are none": text.replace('["Anna", "Ben"]', '["Anna", "7"]'),
    }


@pytest.mark.parametrize("damage", damaged("{}"))
def test_a_damaged_file_is_refused_in_one_line_and_left_alone(wd, tmp_path, damage):
    wd(*START, "good.txt", typed=SET_UP)
    broken = damaged((tmp_path / "good.txt").read_text())[damage]
    assert broken != (tmp_path / "good.txt").read_text()
    (tmp_path / "bad.txt").write_bytes(broken if isinstance(broken, bytes) else broken.encode())
    ended = wd("table", "bad.txt", typed="roll\n")
    assert ended.code == 1
    assert ended.refusal
    inside = wd("table", "good.txt", typed="load bad.txt\nroll\n")
    assert ended.refusal.split(" (see")[0][:60] in inside.out.replace("\n    ", " ")
    assert kept(tmp_path / "good.txt").lines[-1].text == "roll"
    assert (tmp_path / "bad.txt").read_bytes() == (broken if isinstance(broken, bytes) else broken.encode())


def test_a_full_disk_is_told_and_the_game_goes_on(wd, tmp_path, monkeypatch):
    def full(path, text):
        if "roll" in text:
            raise OSError(28, "No space left on device", str(path))
        write_text(path, text)

    monkeypatch.setattr("wd_env.cli.desk.write_text", full)
    ended = wd(*START, "game.txt", typed=f"{SET_UP}roll\n3\nt\n")
    assert "No space left on device" in ended.out
    assert "S03 South America Continent Space" in ended.out.rsplit("World Dominance, five_card", 1)[1]
    assert len(kept(tmp_path / "game.txt").lines) == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seats", "human"], "num_players is 1"),
        (["--seats", "human,,human"], "empty seat"),
        (["--seats", "human,nobody"], "'nobody' is no bot and no file"),
        (["--names", "Anna"], "1 names for 2 players"),
        (["--names", "Anna,anna"], "two players share a name"),
        (["--names", "Anna,B:n"], "'B:n' is no name"),
        (["--names", "Anna,2"], "'2' is no name"),
        (["--percent-known", "100"], "percent_known is 100; with people who answer themselves allowed are 1..99"),
        (["--seed", "-1"], "seed -1"),
        (["nosuch/game.txt"], "nosuch/game.txt cannot be written"),
        (["there.txt", "--names", "Anna,Ben"], "holds a game with names of its own"),
        (["there.txt", "--max-turns", "9", "--seed", "1"], "holds a game with seed, rules of its own"),
        (["there.txt", "--seats", "human,human,human"], "3 seats for a game of 2 players"),
    ],
)
def test_what_no_table_can_be_is_refused(wd, tmp_path, arguments, words):
    wd("table", "there.txt", typed="5\n")
    before = (tmp_path / "there.txt").read_text()
    ended = wd("table", *arguments)
    assert ended.code == 1
    assert words in ended.refusal
    assert (tmp_path / "there.txt").read_text() == before
    assert [path.name for path in tmp_path.iterdir()] == ["there.txt"]


# Secrets


def at_a_theme(*seats, luck="asked"):
    """A table where an Intelligence Card is about to be drawn, or was, by seat 0."""
    for seed in range(60):
        referee = at_table(*seats, luck=luck, seed=seed)
        for _ in random_answers(referee, seed):
            if referee.table.seat == 0 and referee.table.question.name in {"theme_draw", "test_whom"}:
                return referee
    raise AssertionError("no seed leads to an Intelligence Card")


def file_of(referee, path):
    path.write_text(referee.record().dumps())


def test_a_theme_is_entered_unseen_and_told_when_it_is_read_out(wd, tmp_path):
    file_of(at_a_theme("human", "human", "human"), tmp_path / "game.txt")
    typed = titled(kept(tmp_path / "game.txt"), "theme T05", ())[0]
    ended = wd("table", "game.txt", typed=f"{typed}\nh\nt\n1\n")
    before, after = ended.out.split("Which card?")[1].split(" tests ", 1)
    assert "not shown]: ****" in before
    assert typed not in before
    assert typed in after


def test_unseen_entries_are_not_echoed_by_a_terminal(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("wd_env.cli.keyboard.getpass", lambda prompt: asked.append(prompt) or " T05 ")
    assert read_line("Which card? ", unseen=True) == "T05"
    assert asked == ["Which card? "]
    assert capsys.readouterr().out == ""


def test_what_is_wrong_with_an_unseen_entry_is_not_told(wd, tmp_path):
    file_of(at_a_theme("human", "human", "human"), tmp_path / "game.txt")
    ended = wd("table", "game.txt", typed="Heavens Abve\nanna: theme T99\nluck\n")
    assert "Abve" not in ended.out
    assert "T99" not in ended.out
    assert ended.out.count("that is no card which is possible here; allowed are 1 to 27") == 2
    assert "this card is for the eyes of one person" in ended.out
    assert kept(tmp_path / "game.txt").question.name == "theme_draw"


def test_what_a_bot_knows_is_never_on_the_screen(wd, tmp_path):
    for seed in range(8):
        referee = at_table("scripted", "human", "scripted", seed=seed)
        typed = whole_game(referee, seed)
        (tmp_path / "game.txt").unlink(missing_ok=True)
        ended = wd("table", "game.txt", "--seats", "scripted,human,scripted", "--seed", seed, typed="\n".join(typed))
        assert "only seat" not in ended.out
        assert "You know" not in ended.out
        assert "you know it" not in ended.out
        assert "you do not know" not in ended.out
        for number, line in enumerate(referee.table.lines):
            if line.seen_by in (0, 2):
                assert number not in referee.entries


def test_a_person_s_answer_is_entered_and_a_bot_s_is_not():
    asked = set()
    for seed in range(40):
        referee = at_table("scripted", "human", seed=seed)
        for _ in random_answers(referee, seed):
            if referee.table.question.kind == LUCK and set(referee.table.options()) == {"right", "wrong"}:
                asked.add(referee.table.seat)
            assert referee.table.question.name != "knowledge"
    assert asked == {1}


@pytest.mark.parametrize("luck", ["asked", "sampled"])
def test_in_a_quiz_people_judge_every_answer(wd, tmp_path, luck):
    judged = set()
    for seed in range(30):
        referee = at_table("scripted", "human", luck=luck, seed=seed, knowledge_model="quiz", max_turns=40)
        typed = whole_game(referee, seed)
        judged |= {line.text for place, line in enumerate(referee.table.lines) if place in referee.entries}
        assert {"right", "wrong"}.isdisjoint(
            line.text for place, line in enumerate(referee.table.lines) if place not in referee.entries
        )
    assert {"right", "wrong"} <= judged
    options = ("--luck", luck, "--knowledge-model", "quiz", "--max-turns", 40, "--seed", seed)
    wd("table", "game.txt", "--seats", "scripted,human", *options, typed="\n".join(typed))
    assert kept(tmp_path / "game.txt").lines == referee.table.lines


def test_the_only_person_at_a_table_without_dice_sees_what_is_that_seat_s(wd, tmp_path):
    file_of(at_a_theme("human", "scripted", luck="sampled"), tmp_path / "game.txt")
    assert "Only you see the theme" in wd("table", "game.txt", typed="t\n").out


def test_several_people_at_a_table_without_dice_look_one_by_one(wd, tmp_path):
    file_of(at_a_theme("human", "human", luck="sampled"), tmp_path / "game.txt")
    ended = wd("table", "game.txt", typed="t\nsecrets\n\n\n")
    before, shown = ended.out.split("Only Anna looks")
    assert "Only you see the theme" not in before
    assert "`secrets` shows what is for these eyes only" in before
    assert "Only you see the theme" in shown
