"""`wd play`: one person among bots, several people at one keyboard, and the output for each."""

import os
import re
import signal
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from tests.cli.table_games import replayed
from wd_env.agents.files.bot_file import save_bot
from wd_env.agents.files.bot_file_header import BotFileHeader, Provenance
from wd_env.agents.networks.architecture import Architecture
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.text.help.action_help import action_help
from wd_env.storage.atomic_files import write_atomic
from wd_env.table.game_record import GameRecord
from wd_env.text.typed_action import parse_action

ALWAYS_FIRST = "1\n" * 3000
PROMPT = re.compile(r"seat (\d) \[1(?: to (\d+))?, \? for help\]: (.*)")


def options_on_screen(text):
    """Return number and text of each legal action as often as it is shown."""
    return re.findall(r"^ {1,3}(\d+)  (\S.*?)  ", text, re.MULTILINE)


def test_a_whole_game_is_played_with_the_first_action_each_time(wd, tmp_path):
    ended = wd("play", "--seats", "human,scripted", "--seed", 3, "--record", "game.txt", typed=ALWAYS_FIRST)
    table = replayed(tmp_path / "game.txt")
    assert (ended.code, ended.err) == (0, "")
    assert table.is_terminal
    assert f"The game is over: seat {table.winner} wins" in ended.out
    assert len(PROMPT.findall(ended.out)) == sum(line.seat == 0 for line in table.lines)


def test_the_record_is_the_game_that_was_shown(wd, tmp_path):
    wd("play", "--seats", "human,scripted", "--seed", 3, "--record", "game.txt", typed=ALWAYS_FIRST)
    text = (tmp_path / "game.txt").read_text()
    record = GameRecord.loads(text)
    assert record.dumps() == text
    assert replayed(tmp_path / "game.txt").record() == replace(record, notes={})
    assert record.notes == {"seats": ["human", "scripted"], "names": [], "chance": "sampled", "seed": 3}
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_the_default_opponents_are_the_medium_level(wd, tmp_path):
    wd("play", "--seed", 3, "--record", "game.txt", typed="q\n")
    assert GameRecord.loads((tmp_path / "game.txt").read_text()).notes["seats"] == ["human", "medium", "medium"]


def test_the_same_seed_is_the_same_game_and_another_is_another(wd, tmp_path):
    for name, seed in (("one", 3), ("same", 3), ("other", 4)):
        wd("play", "--seats", "human,random", "--seed", seed, "--record", name, typed=ALWAYS_FIRST)
    one, same, other = ((tmp_path / name).read_text() for name in ("one", "same", "other"))
    assert one == same != other


def test_the_seed_that_is_shown_plays_the_same_game_again(wd, tmp_path):
    first = wd("play", "--seats", "human,random", "--record", "one", typed=ALWAYS_FIRST)
    (seed,) = re.findall(r"--seed (\d+)", first.out)
    wd("play", "--seats", "human,random", "--record", "two", "--seed", seed, typed=ALWAYS_FIRST)
    assert (tmp_path / "one").read_text() == (tmp_path / "two").read_text()


def test_teams_that_do_not_fit_are_refused_with_the_number_of_seats(wd):
    ended = wd("play", "--game", "superpowers", "--teams", "0,1/2", "--seats", *["random"] * 4)
    assert ended.error_line == "teams: expected each of 4 players in one team, as 0,2/1,3, got '0,1/2'"


def test_an_answer_is_given_by_its_words_as_well(wd, tmp_path):
    wd("play", "--seats", "human,random", "--seed", 3, "--record", "numbers", typed="1\n1\n")
    wd("play", "--seats", "human,random", "--seed", 3, "--record", "words", typed="piece tommy\nROLL\n")
    assert (tmp_path / "numbers").read_text() == (tmp_path / "words").read_text()


def test_every_answer_is_shown_with_its_sentence(wd, tmp_path):
    ended = wd("play", "--seats", "human,random", "--seed", 3, "--record", "game.txt", typed="1\n")
    table = replayed(tmp_path / "game.txt")
    shown = " ".join(ended.out.split("\nYour decision. ")[-1].split())
    assert table.seat == 0
    for number, option in enumerate(table.legal_texts(), 1):
        assert f"{number} {option} {action_help(table, option)}" in shown


def test_actions_of_others_are_shown_with_their_effect(wd):
    ended = wd("play", "--seats", "human,scripted_v1", "--seed", 12, typed="1\n" * 4)
    assert "* seat 1 looked at an Intelligence Card: which opponent is tested? seat 1 named seat 0" in ended.out
    assert "-> seat 0: 9 soldiers (-1)" in ended.out


@pytest.mark.parametrize("typed", ["1\nq\n", "1\nQuit\n", "1\n"], ids=["q", "quit", "end of input"])
def test_leaving_early_saves_the_record(wd, tmp_path, typed):
    ended = wd("play", "--seats", "human,scripted", "--seed", 3, "--record", "game.txt", typed=typed)
    table = replayed(tmp_path / "game.txt")
    assert ended.code == 0
    assert "You left the game: turn 1, seat 0." in ended.out
    assert "wd play --record game.txt --resume continues it." in ended.out
    assert not table.is_terminal
    assert table.node.name == "start_menu"


def test_an_interrupt_saves_the_record(wd, tmp_path, monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert wd("play", "--record", "game.txt").code == 130
    assert not replayed(tmp_path / "game.txt").is_terminal


def test_the_file_is_reserved_before_the_bots_act_and_an_interrupt_saves_the_record(wd, tmp_path, monkeypatch):
    found = []

    def interrupted(table, bot):
        found.append((tmp_path / "game.txt").exists())
        raise KeyboardInterrupt

    monkeypatch.setattr("wd_env.session.referee.play_bot", interrupted)
    assert wd("play", "--seats", "random,random", "--record", "game.txt").code == 130
    assert found == [True]
    assert replayed(tmp_path / "game.txt").lines


def test_without_record_nothing_is_written(wd, tmp_path):
    wd("play", "--seats", "human,scripted", "--seed", 3, typed=ALWAYS_FIRST)
    assert not list(tmp_path.iterdir())


def test_the_terminal_has_its_own_commands(wd):
    ended = wd("play", "--seats", "human,scripted", "--seed", 3, typed="1\n1\nhelp\ntable\nhistory\nquit\nquit\n")
    helped, table_again, lately = re.split(r"for help\]: (?:help|table|history)\n", ended.out)[1:]
    assert "What wins: five cards" in helped
    assert "undo the last entry" in helped
    assert not [word for word in ("chance  ", "secrets", "set soldiers", "give CARD") if word in helped]
    assert options_on_screen(helped)
    assert table_again.lstrip().startswith("World Dominance, five_card, 2 players: turn ")
    assert "seat 0 threw the Playing Dice" in lately
    assert not options_on_screen(lately)


def test_an_invalid_action_prompts_again(wd, tmp_path):
    ended = wd("play", "--seats", "human,random", "--seed", 3, "--record", "game.txt", typed="9\nfrance\n\n0\n1\n")
    assert "'9' is not a legal action here; expected 1 to 8" in ended.out
    assert "'france' is not a legal action here" in ended.out
    assert "'0' is not a legal action here" in ended.out
    assert [line.text for line in replayed(tmp_path / "game.txt").lines if line.seat == 0] == ["piece Tommy Unknown"]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("2", "card Rome"),
        ("take", "take"),
        ("TAKE", "take"),
        ("ta", "take"),
        ("card ro", "card Rome"),
        ("03", "card Rio"),
    ],
)
def test_words_that_are_understood(words, meant):
    assert parse_action(words, ["take", "card Rome", "card Rio"]) == (meant, "")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("card", "may mean card Rome, card Rio"),
        ("", "is not a legal action here"),
        ("4", "expected 1 to 3"),
        ("-1", "is not a legal action here"),
    ],
)
def test_words_that_are_not_understood(words, problem):
    answer, said = parse_action(words, ["take", "card Rome", "card Rio"])
    assert answer == ""
    assert problem in said


@pytest.mark.parametrize("words", ["america", "AMERICA", "australasia", "dominance", "al"])
def test_part_of_a_name_is_not_an_action_but_lists_the_matches(words):
    options = ["region South America", "jetstream to Australasia", "name +1", "name Tall Al"]
    answer, said = parse_action(words, options, lambda option: {"name +1": ("World Dominance",)}.get(option, ()))
    assert answer == ""
    assert "is not a legal action here; did you mean " in said
    assert said.count(" or ") == 1  # of the texts that may be typed: one action is in question


def test_a_word_that_is_the_beginning_of_another_is_accepted():
    assert parse_action("name +1", ["name +1", "name +10"]) == ("name +1", "")


def test_bots_alone_are_watched(wd):
    ended = wd("play", "--seats", "scripted,random,random", "--seed", 1)
    assert ended.code == 0
    assert "The game is over" in ended.out
    assert not PROMPT.search(ended.out)
    assert "only seat" not in ended.out
    assert "(you)" not in ended.out


def at_the_keyboard(text):
    """Return (seat, text on the screen) for each time that a seat has the keyboard."""
    parts = re.split(r"Hand over the keyboard to seat (\d) and press Enter: ", text)
    return list(zip(map(int, parts[1::2]), parts[2::2], strict=True))


def test_the_keyboard_is_handed_over_before_another_is_asked(wd):
    ended = wd("play", "--seats", "human,human,random", "--seed", 5, "--max-turns", 60, typed=ALWAYS_FIRST)
    spells = at_the_keyboard(ended.out)
    assert {seat for seat, _ in spells} == {0, 1}
    assert "Playing Dice" not in ended.out.split("Hand over the keyboard")[0], (
        "expected no choice on the screen before the keyboard is handed over"
    )
    for (seat, screen), (following, _) in pairwise(spells):
        assert seat != following
        assert {int(asked) for asked, _, _ in PROMPT.findall(screen)} == {seat}


def test_a_secret_is_shown_only_to_the_seat_that_has_it(wd):
    secrets = 0
    for seed in range(6):
        ended = wd("play", "--seats", "human,human", "--seed", seed, "--max-turns", 60, typed=ALWAYS_FIRST)
        spells = at_the_keyboard(ended.out)
        for seat, screen in spells:
            assert {int(visible_to) for visible_to in re.findall(r"only seat (\d) saw this", screen)} <= {seat}
            secrets += "only seat" in screen
        assert "You know" not in ended.out.rsplit("World Dominance, five_card", 1)[-1]
        assert "(you)" not in ended.out.rsplit("World Dominance, five_card", 1)[-1]
    assert secrets


def test_with_hot_seat_nothing_is_handed_over(wd):
    ended = wd("play", "--seats", "human,human", "--no-hot-seat", "--seed", 5, "--max-turns", 20, typed=ALWAYS_FIRST)
    assert "Hand the keyboard over" not in ended.out
    assert {seat for seat, _, _ in PROMPT.findall(ended.out)} == {"0", "1"}
    assert "The game" in ended.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seats", "human,nobody"], "unknown bot 'nobody'"),
        (["--seats", "human"], "number of players in --seats: expected"),
        (
            ["--seats", "human,human,human,human,human,human"],
            "players in --seats: expected 2, 3, 4, 5 with these rules, got 6",
        ),
        (
            ["--seats", "human,random", "--variant", "three_set"],
            "players in --seats: expected 3 with these rules, got 2",
        ),
        (
            ["--seats", "human,human,human,human,human", "--start-soldiers", "30"],
            "expected 2, 3 with these rules",
        ),
        (["--seats", "human,,random"], "empty seat"),
        (["--seed", "-1"], "seed: expected an integer from 0"),
        (["--board", "nosuch.toml"], "nosuch.toml"),
        (["--record", "nosuch/game.txt"], "nosuch/game.txt cannot be written"),
        (["--record", "."], ".: expected a file, got a folder"),
    ],
)
def test_invalid_arguments_are_rejected_before_anything_is_written(wd, tmp_path, arguments, words):
    ended = wd("play", *arguments, "--record=game.txt") if "--record" not in arguments else wd("play", *arguments)
    assert ended.code == 2
    assert words in ended.error_line
    assert not list(tmp_path.iterdir())


def test_an_earlier_game_is_never_written_over(wd, tmp_path):
    wd("play", "--seats", "human,scripted", "--seed", 3, "--record", "game.txt", typed="1\n")
    before = (tmp_path / "game.txt").read_bytes()
    ended = wd("play", "--seats", "human,scripted", "--seed", 4, "--record", "game.txt", typed="1\n")
    assert (ended.code, ended.error_line) == (2, "game.txt: expected a new file, got an existing one")
    assert (tmp_path / "game.txt").read_bytes() == before
    at_the_table = wd("table", typed="1\nsave game.txt\n")
    assert "game.txt: expected a new file, got an existing one" in at_the_table.out.replace("\n    ", " ")


def test_a_game_is_saved_while_it_is_played(wd, tmp_path, monkeypatch):
    """Check that the record is saved after each action, and that no other process can write the file."""
    lengths = []

    def typed(*_):
        lengths.append(len(replayed(tmp_path / "game.txt").lines))
        return "1" if len(lengths) < 5 else "q"

    monkeypatch.setattr("wd_env.cli.console.game_console.read_line", typed)
    assert wd("play", "--seats", "human,scripted", "--seed", 3, "--record", "game.txt").code == 0
    assert lengths == sorted(set(lengths))


def test_a_full_disk_does_not_end_a_game(wd, tmp_path, monkeypatch):
    written = []

    def full(path, text, **how):
        written.append(text)
        if len(written) > 1:
            raise OSError(28, "No space left on device", str(path))
        write_atomic(path, text, **how)

    monkeypatch.setattr("wd_env.cli.console.game_console.write_atomic", full)
    ended = wd("play", "--seats", "human,scripted", "--seed", 3, "--record", "game.txt", typed="1\n1\n1\nq\nq\n")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.count("No space left on device") == 5, (
        "expected the error at the start, after each action, and at the end"
    )
    assert len(PROMPT.findall(ended.out)) == 5
    assert (tmp_path / "game.txt").read_text() == written[0] != written[-1]


@pytest.mark.skipif(os.name != "posix", reason="signals of this kind are POSIX's")
@pytest.mark.parametrize(("by", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_a_game_ended_by_a_signal_is_saved(wd, tmp_path, monkeypatch, by, code):
    def ended(*_):
        assert signal.getsignal(by) is not signal.SIG_DFL
        os.kill(os.getpid(), by)
        return "1"

    if by == signal.SIGINT:  # a shell ignores it in processes in the background
        signal.signal(by, signal.default_int_handler)
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)}
    monkeypatch.setattr("wd_env.cli.console.game_console.read_line", ended)
    assert wd("play", "--seats", "human,scripted", "--seed", 3, "--record", "game.txt").code == code
    assert len(replayed(tmp_path / "game.txt").lines) > 0
    assert {number: signal.getsignal(number) for number in before} == before


@pytest.mark.parametrize("name", ["run", "run/bot.wdbot", "greedy:run"], ids=["folder", "file", "greedy"])
def test_a_trained_bot_plays_along(wd, tmp_path, name):
    meta = BotFileHeader.for_game(GAME, Architecture((4,), 1), Provenance())
    (tmp_path / "run").mkdir()
    save_bot(tmp_path / "run", {key: np.zeros(shape, np.float32) for key, shape in meta.shapes.items()}, meta)
    ended = wd("play", "--seats", f"human,{name}", "--max-turns", 20, "--seed", 3, typed=ALWAYS_FIRST)
    assert (ended.code, ended.err) == (0, "")
    assert f"seat 1: {name}" in ended.out
    assert "-> The game " in ended.out


def test_a_damaged_bot_is_refused(wd, tmp_path):
    (tmp_path / "bot.wdbot").write_bytes(b"nothing of a bot")
    ended = wd("play", "--seats", "human,bot.wdbot", "--record", "game.txt")
    assert ended.code == 2
    assert "bot.wdbot" in ended.error_line
    assert not (tmp_path / "game.txt").exists()


def test_a_person_judges_the_answers_of_a_quiz(wd, tmp_path):
    options = ("--seats", "human,random,random", "--knowledge-model", "quiz", "--seed", 2, "--max-turns", 200)
    ended = wd("play", *options, "--record", "game.txt", typed="1\nwrong\n" * 3000)
    table = replayed(tmp_path / "game.txt")
    judged = [line.text for line in table.lines if line.text in ("right", "wrong")]
    assert (ended.code, ended.err) == (0, "")
    assert table.is_terminal
    assert judged == ["wrong"] * len(judged) != []
    assert ended.out.count("first answer counts; it has to be complete.") == len(judged)


def test_a_quiz_needs_somebody_who_judges(wd):
    ended = wd("play", "--seats", "random,random", "--knowledge-model", "quiz")
    assert (ended.code, ended.out) == (2, "")
    assert "people report answers in this game, got random,random" in ended.err


def test_a_quiz_with_only_bots_is_rejected(wd):
    ended = wd("evaluate", "random", "random", "--knowledge-model", "quiz", "--games", 2)
    assert ended.code == 2
    assert "expected profile or constant in a game of bots" in ended.err


# The same as in `wd table`


def test_players_are_given_with_blanks_or_commas_between_them(wd):
    words = ("play", "--seed", 3, "--max-turns", 2, "--seats")
    assert wd(*words, "random", "noisy:rate=0.5,bot=random").out.count("seat 1: noisy:rate=0.5,bot=random") == 1
    assert wd(*words, "random", "scripted").out == wd(*words, "random,scripted").out
