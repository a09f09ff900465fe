"""`wd table`: undo, and games saved in files."""

import json
import os
import signal
import stat
import subprocess
import sys

import pytest

from tests.cli.table_games import PROMPT, ROOT, SET_UP, START, load_table, new_referee, random_actions, typed_game
from wd_env.cli.arguments.file_arguments import read_record
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.session.referee import Referee
from wd_env.spec.game_spec import CHANCE, PLAYER
from wd_env.storage.atomic_files import write_atomic
from wd_env.table.game_record import GameRecord

# Undo


def test_undo_gives_the_earlier_state_byte_for_byte_across_every_kind_of_entry():
    taken_back = set()
    for seed in range(2):
        referee = new_referee("human", "scripted", "human", seed=seed)
        moments = []
        for _ in random_actions(referee, seed):
            moments.append((referee.record().dumps(), referee.table.state.to_bytes(), referee.table.node.name))
            number = 1 + len(moments) % 7
            if len(moments) % 5 == 0 and number <= len(referee.entries):
                text, state, _ = moments[-1 - number]
                again = Referee.from_record(GameRecord.loads(referee.record().dumps()))
                again.undo(number)
                assert (again.record().dumps(), again.table.state.to_bytes()) == (text, state)
                taken_back |= {name for *_, name in moments[-1 - number :]}
    assert {question.kind for question in GAME.nodes if question.name in taken_back} == {PLAYER, CHANCE}
    assert len(taken_back) > 20


def test_undone_entries_entered_again_lead_to_the_same_game():
    referee = new_referee("human", "random", chance="sampled", seed=5)
    for option, _ in random_actions(referee, seed=5):
        before = referee.record().dumps()
        referee.enter(option)
        after = referee.record().dumps()
        referee.undo(1)
        assert referee.record().dumps() == before
        referee.enter(option)
        assert referee.record().dumps() == after
        referee.undo(1)


def test_undo_in_wd_table_shows_the_undone_entry_and_prompts_again(wd, tmp_path):
    ended = wd(*START, "game.txt", typed=f"{SET_UP}roll\n3\ntake\nundo 2\n")
    table = load_table(tmp_path / "game.txt")
    assert [str(line) for line in table.lines[4:]] == ["0 roll"]
    back = ended.out.split("undo 2\n")[1]
    assert back.startswith("Undone:\n-- turn 1, Anna\n  Playing Dice: 3\n")
    assert "take a card, pass, or move? Anna took what was" in back
    assert PROMPT.findall(ended.out)[-1] == ("What was rolled?", "1 to 6", "")


def test_the_end_of_a_game_can_be_undone(wd, tmp_path):
    referee = new_referee("human", "human")
    typed = typed_game(referee)
    last = referee.entries[-1]
    ended = wd(*START, "game.txt", typed="\n".join([*typed, "take", "undo"]))
    assert "the game is over; expected" in ended.out
    assert load_table(tmp_path / "game.txt").lines == referee.table.lines[:last]


# Files


def test_a_game_resumes_unchanged_from_its_file(wd, tmp_path):
    referee = new_referee("human", "scripted", "human")
    typed = typed_game(referee)
    wd("table", "game.txt", "--seats", "human,scripted,human", "--seed", 3, typed="\n".join(typed[:20]))
    ended = wd("table", "game.txt", typed="\n".join(typed[20:]))
    assert load_table(tmp_path / "game.txt").lines == referee.table.lines
    assert "setting up" not in ended.out


@pytest.mark.parametrize(
    ("by", "code"),
    [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)],
)
def test_a_terminated_process_leaves_the_game_complete(tmp_path, by, code):
    program = "from wd_env.cli.main import main; raise SystemExit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", program, *map(str, START), "game.txt"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        process.stdin.write(f"{SET_UP}roll\n3\n")
        process.stdin.flush()
        for line in process.stdout:
            if "take a card, pass, or move?" in line:
                break
        process.send_signal(by)
        process.communicate()  # the process reads to the end, because a closed pipe would end it in another way
    assert process.returncode == code
    assert [str(line) for line in load_table(tmp_path / "game.txt").lines[4:]] == ["0 roll", "* playing dice 3"]


def test_save_begins_a_file_in_the_middle_and_keeps_it_up_to_date(wd, tmp_path):
    ended = wd(*START, typed=f"{SET_UP}save a.txt\nroll\nsave b.txt\n3\n")
    assert "The game is saved in b.txt, from now on after every entry." in ended.out
    assert len(load_table(tmp_path / "a.txt").lines) == 5
    assert len(load_table(tmp_path / "b.txt").lines) == 6


def test_load_switches_to_another_game_and_saves_to_its_file(wd, tmp_path):
    wd(*START, "one.txt", typed=SET_UP)
    wd("table", "two.txt", "--seats", "human,human,human", "--names", "X,Y,Z", typed="1\nload one.txt\nroll\n")
    assert [str(line) for line in load_table(tmp_path / "one.txt").lines[4:]] == ["0 roll"]
    assert len(load_table(tmp_path / "two.txt").lines) == 1


def test_a_record_of_wd_play_continues_with_the_same_players(wd, tmp_path):
    wd("play", "--seats", "human,scripted", "--seed", 3, "--record", "game.txt", typed="1\n")
    ended = wd("table", "game.txt", typed="roll\n")
    assert "seat 1: scripted" in ended.out
    assert "The computer rolls dice and draws cards." in ended.out
    assert [line.text for line in load_table(tmp_path / "game.txt").lines if line.seat == 0][-1] == "roll"


def test_another_player_may_take_a_seat_when_a_game_goes_on(wd, tmp_path):
    wd(*START, "game.txt", typed=SET_UP)
    ended = wd("table", "game.txt", "--seats", "human,random", typed="roll\n3\npass\n")
    assert "Ben: seat 1, random" in ended.out
    assert "* Ben " in ended.out
    assert read_record(tmp_path / "game.txt").notes["seats"] == ["human", "random"]


def test_leaving_a_game_without_entries_does_not_warn(wd):
    ended = wd(*START, typed="q\nroll\n")
    assert "the game is not saved" not in ended.out
    assert "'roll'" not in ended.out


def test_leaving_an_unsaved_game_warns_once(wd):
    ended = wd(*START, typed=f"{SET_UP}q\nq\nroll\n")
    assert "the game is not saved" in ended.out
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
        "other rules": text.replace('"rules_digest": "', '"rules_digest": "0'),
        "an impossible line": text.replace("* playing dice 5", "* playing dice 9"),
        "no text": b"\xff\xfe\x00",
        "no seats": text.replace('"seats": ["human", "human"]', '"seats": 2'),
        "too many seats": text.replace('"seats": ["human", "human"]', '"seats": ["human", "human", "human"]'),
        "an unknown bot": text.replace('"seats": ["human", "human"]', '"seats": ["human", "nobody"]'),
        "unknown chance": text.replace('"chance": "explicit"', '"chance": "good"'),
        "a seed that is none": text.replace('"seed": 3', '"seed": -3'),
        "names that are none": text.replace('["Anna", "Ben"]', '["Anna", "7"]'),
    }


@pytest.mark.parametrize("damage", damaged("{}"))
def test_a_corrupt_file_is_rejected_in_one_line_and_unchanged(wd, tmp_path, damage):
    wd(*START, "good.txt", typed=SET_UP)
    broken = damaged((tmp_path / "good.txt").read_text())[damage]
    assert broken != (tmp_path / "good.txt").read_text()
    (tmp_path / "bad.txt").write_bytes(broken if isinstance(broken, bytes) else broken.encode())
    ended = wd("table", "bad.txt", typed="roll\n")
    assert ended.code == 2
    assert ended.error_line
    inside = wd("table", "good.txt", typed="load bad.txt\nroll\n")
    assert ended.error_line.split(" (see")[0][:60] in inside.out.replace("\n    ", " ")
    assert load_table(tmp_path / "good.txt").lines[-1].text == "roll"
    assert (tmp_path / "bad.txt").read_bytes() == (broken if isinstance(broken, bytes) else broken.encode())


def full_for(words):
    """Return a `write_atomic` that raises a full-disk error for a text with these words."""

    def write(path, text, **how):
        if words in text:
            raise OSError(28, "No space left on device", str(path))
        write_atomic(path, text, **how)

    return write


def test_leaving_after_a_full_disk_warns_once(wd, tmp_path, monkeypatch):
    monkeypatch.setattr("wd_env.cli.console.game_console.write_atomic", full_for("roll"))
    ended = wd(*START, "game.txt", typed=f"{SET_UP}roll\nq\nq\nt\n")
    assert ended.code == 0
    assert ended.out.count("No space left on device") == 2
    assert "World Dominance, five_card" not in ended.out.rsplit("No space left on device", 1)[1]  # the second q leaves
    assert len(load_table(tmp_path / "game.txt").lines) == 4


def test_leaving_saves_the_game_if_the_disk_has_room_again(wd, tmp_path, monkeypatch):
    tries = []

    def once_full(path, text, **how):
        if "roll" in text and not tries:
            tries.append(text)
            raise OSError(28, "No space left on device", str(path))
        write_atomic(path, text, **how)

    monkeypatch.setattr("wd_env.cli.console.game_console.write_atomic", once_full)
    ended = wd(*START, "game.txt", typed=f"{SET_UP}roll\nq\nt\n")
    assert ended.out.count("No space left on device") == 1
    assert load_table(tmp_path / "game.txt").lines[-1].text == "roll"


def test_a_file_that_cannot_be_saved_to_is_not_the_game_s_from_then_on(wd, tmp_path, monkeypatch):
    monkeypatch.setattr("wd_env.cli.console.game_console.write_atomic", full_for("roll"))
    ended = wd(*START, typed=f"{SET_UP}roll\nsave a.txt\nq\n")
    assert "No space left on device" in ended.out
    assert "the game is not saved" in ended.out
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="permissions of this kind are POSIX's")
def test_the_file_of_a_game_is_readable_only_for_its_owner(wd, tmp_path):
    wd(*START, "one.txt", typed=f"{SET_UP}roll\nsave two.txt\n3\nload one.txt\n3\n")
    wd("play", "--seats", "human,scripted", "--seed", 3, "--record", "three.txt", typed="1\n")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"one.txt": 0o600, "two.txt": 0o600, "three.txt": 0o600}


@pytest.mark.skipif(os.name != "posix", reason="permissions of this kind are POSIX's")
@pytest.mark.parametrize("mode", [0o400, 0o640, 0o666])
def test_a_file_readable_for_others_becomes_private_on_resume(wd, tmp_path, mode):
    wd(*START, "game.txt", typed=SET_UP)
    (tmp_path / "game.txt").chmod(mode)
    wd("table", "game.txt", typed="roll\n3\n")
    assert stat.S_IMODE((tmp_path / "game.txt").stat().st_mode) == 0o600
    assert len(load_table(tmp_path / "game.txt").lines) == 6


def test_incomplete_files_of_a_killed_process_are_removed(wd, tmp_path):
    names = (".game.txt.77.tmp", ".game.txt.1234.tmp", ".other.txt.77.tmp")
    for name in names:
        (tmp_path / name).write_text("half of a game")
    wd(*START, "game.txt", typed=SET_UP)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".other.txt.77.tmp", "game.txt"]


def test_a_game_is_on_the_disk_before_the_next_entry_is_asked_for(wd, tmp_path, monkeypatch):
    synced, really_sync = [], os.fsync

    def sync(descriptor):
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            synced.append(os.fstat(descriptor).st_size)
        really_sync(descriptor)

    monkeypatch.setattr(os, "fsync", sync)
    wd(*START, "game.txt", typed=SET_UP)
    assert len(synced) == 5  # the empty game, and four entries
    assert synced == sorted(set(synced))
    assert synced[-1] == (tmp_path / "game.txt").stat().st_size


def test_a_full_disk_is_reported_and_the_game_continues(wd, tmp_path, monkeypatch):
    monkeypatch.setattr("wd_env.cli.console.game_console.write_atomic", full_for("roll"))
    ended = wd(*START, "game.txt", typed=f"{SET_UP}roll\n3\nt\n")
    assert "No space left on device" in ended.out
    assert "S03 South America Continent Space" in ended.out.rsplit("World Dominance, five_card", 1)[1]
    assert len(load_table(tmp_path / "game.txt").lines) == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seats", "human"], "number of players in --seats: expected"),
        (["--seats", "human,,human"], "empty seat"),
        (["--seats", "human,nobody"], "unknown bot 'nobody'"),
        (["--names", "Anna"], "names: expected 2, one for each player, got 1"),
        (["--names", "Anna,anna"], "names: expected a different one for each player"),
        (["--names", "Anna,B:n"], "name: expected up to 12 letters, digits"),
        (["--names", "Anna,2"], "a letter first, got '2'"),
        (["--percent-known", "100"], "percent_known: expected 1 to 99 if people answer themselves, got 100"),
        (["--seed", "-1"], "got -1"),
        (["nosuch/game.txt"], "nosuch/game.txt cannot be written"),
        (["there.txt", "--names", "Anna,Ben"], "contains names of its game"),
        (["there.txt", "--max-turns", "9", "--seed", "1"], "contains seed, rules of its game"),
        (["there.txt", "--seats", "human,human,human"], "seats: expected 2, one for each player, got 3"),
    ],
)
def test_impossible_tables_are_rejected(wd, tmp_path, arguments, words):
    wd("table", "there.txt", typed="5\n")
    before = (tmp_path / "there.txt").read_text()
    ended = wd("table", *arguments)
    assert ended.code == 2
    assert words in ended.error_line
    assert (tmp_path / "there.txt").read_text() == before
    assert [path.name for path in tmp_path.iterdir()] == ["there.txt"]


# Positions


PUZZLE = {"players": 2, "soldiers": [10, 2], "cards": {1: ["Alaska", "Havana"]}, "lands": "decimate"}


def state_file(path, **options):
    """Write a file with the state of this position."""
    path.write_text(json.dumps(position(**PUZZLE, **options).to_json()))


def test_a_game_starts_at_a_position_and_is_saved_from_there(wd, tmp_path):
    state_file(tmp_path / "puzzle.json", run_wraps=True)
    start = ("table", "game.txt", "--position", "puzzle.json", "--names", "Anna,Ben")
    ended = wd(*start, typed="ben\n1\nt\n")
    assert "Ben: 2 soldiers" in ended.out
    table = load_table(tmp_path / "game.txt")
    assert ([str(line) for line in table.lines], table.board.soldiers) == (["0 name +1", "* soldier dice 1"], [10, 1])
    assert table.config.run_wraps
    again = wd("table", "game.txt", typed="undo 9\nundo 2\nben\n3\n")
    assert "undo: expected 1 to 2 entries, got 9" in again.out
    assert (load_table(tmp_path / "game.txt").winner, load_table(tmp_path / "game.txt").board.cards(0)) == (
        0,
        ["Alaska", "Havana"],
    )
    assert wd("replay", "game.txt").out.count("OUT OF PLAY") == 1


def test_every_player_of_a_position_is_a_person_unless_said(wd, tmp_path):
    state_file(tmp_path / "puzzle.json")
    assert "seat 1: human" in wd("table", "--position", "puzzle.json").out
    assert "seat 1: scripted" in wd("table", "--position", "puzzle.json", "--seats", "human,scripted").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--seats", "human,human,human"), "seats: expected 2, one for each player, got 3"),
        (("--max-turns", "9"), "puzzle.json contains the rules of its game"),
        (("--position", "none.json"), "none.json: cannot be read: No such file"),
        (("--position", "short.json"), "short.json: the state: expected valid JSON"),
        (("--position", "other.json"), "other.json: state: expected"),
        (("--position", "wrong.json"), "wrong.json: "),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_one_line(wd, tmp_path, arguments, words):
    state_file(tmp_path / "puzzle.json")
    text = (tmp_path / "puzzle.json").read_text()
    (tmp_path / "short.json").write_text(text[:-9])
    (tmp_path / "other.json").write_text("[1]")
    (tmp_path / "wrong.json").write_text(text.replace('"garrison": 88', '"garrison": 87'))
    ended = wd("table", "game.txt", "--position", "puzzle.json", *arguments)
    assert ended.code == 2
    assert ended.error_line.startswith(words)
    assert not (tmp_path / "game.txt").exists()
