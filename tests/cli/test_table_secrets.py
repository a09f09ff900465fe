"""`wd table`: no player sees the secrets of another."""

import io
from importlib.resources import files

import pytest

from tests.cli.table_games import load_table, new_referee, random_actions, referee_at_theme, save_game, typed_game
from wd_env.cli.console.game_console import Repl
from wd_env.cli.console.keyboard import read_line
from wd_env.cli.console.play_console import PlayRepl
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.text.typed_titles import action_names
from wd_env.session.referee import Referee
from wd_env.session.session_setup import SessionSetup
from wd_env.spec.game_spec import CHANCE
from wd_env.text.seat_names import NUMBERED


def test_a_theme_is_entered_unseen_and_shown_when_it_is_read_out(wd, tmp_path):
    save_game(referee_at_theme("human", "human", "human"), tmp_path / "game.txt")
    typed = action_names(load_table(tmp_path / "game.txt"), "theme T05", NUMBERED)[0]
    ended = wd("table", "game.txt", typed=f"{typed}\nh\nt\n1\n")
    before, after = ended.out.split("Which card?")[1].split(" tests ", 1)
    assert "not shown]: ****" in before
    assert typed not in before
    assert typed in after


def test_unseen_entries_are_not_echoed_by_a_terminal(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("wd_env.cli.console.keyboard.getpass", lambda prompt: asked.append(prompt) or " T05 ")
    assert read_line("Which card? ", hidden=True) == "T05"
    assert asked == ["Which card? "]
    assert capsys.readouterr().out == ""


def test_the_error_about_an_unseen_entry_does_not_quote_it(wd, tmp_path):
    save_game(referee_at_theme("human", "human", "human"), tmp_path / "game.txt")
    ended = wd("table", "game.txt", typed="Heavens Abve\nanna: theme T99\nchance\n")
    assert "Abve" not in ended.out
    assert "T99" not in ended.out
    assert ended.out.count("that outcome is not possible here; expected 1 to 27") == 2
    assert "got a card that only one person may see" in ended.out
    assert load_table(tmp_path / "game.txt").node.name == "theme_draw"


def test_secrets_of_a_bot_are_never_on_the_screen(wd, tmp_path):
    for seed in range(2):
        referee = new_referee("scripted", "human", "scripted", seed=seed)
        typed = typed_game(referee, seed)
        (tmp_path / "game.txt").unlink(missing_ok=True)
        ended = wd("table", "game.txt", "--seats", "scripted,human,scripted", "--seed", seed, typed="\n".join(typed))
        assert "only seat" not in ended.out
        assert "You know" not in ended.out
        assert "you know it" not in ended.out
        assert "you do not know" not in ended.out
        for number, line in enumerate(referee.table.lines):
            if line.visible_to in (0, 2):
                assert number not in referee.entries


def test_a_person_s_answer_is_entered_and_a_bot_s_is_not():
    asked = set()
    for seed in range(40):
        referee = new_referee("scripted", "human", seed=seed)
        for _ in random_actions(referee, seed):
            if referee.table.node.kind == CHANCE and set(referee.table.legal_texts()) == {"right", "wrong"}:
                asked.add(referee.table.seat)
            assert referee.table.node.name != "knowledge"
    assert asked == {1}


@pytest.mark.parametrize("chance", ["explicit", "sampled"])
def test_in_a_quiz_people_judge_every_answer(wd, tmp_path, chance):
    judged = set()
    for seed in range(30):
        referee = new_referee("scripted", "human", chance=chance, seed=seed, knowledge_model="quiz", max_turns=40)
        typed = typed_game(referee, seed)
        judged |= {line.text for place, line in enumerate(referee.table.lines) if place in referee.entries}
        assert {"right", "wrong"}.isdisjoint(
            line.text for place, line in enumerate(referee.table.lines) if place not in referee.entries
        )
    assert {"right", "wrong"} <= judged
    options = ("--chance", chance, "--knowledge-model", "quiz", "--max-turns", 40, "--seed", seed)
    wd("table", "game.txt", "--seats", "scripted,human", *options, typed="\n".join(typed))
    assert load_table(tmp_path / "game.txt").lines == referee.table.lines


def test_the_only_person_at_a_table_without_dice_sees_the_secrets_of_that_seat(wd, tmp_path):
    save_game(referee_at_theme("human", "scripted", chance="sampled"), tmp_path / "game.txt")
    assert "Only you see the theme" in wd("table", "game.txt", typed="t\n").out


def test_several_people_at_a_table_without_dice_look_one_by_one(wd, tmp_path):
    save_game(referee_at_theme("human", "human", chance="sampled"), tmp_path / "game.txt")
    ended = wd("table", "game.txt", typed="t\nsecrets\n\n\n")
    before, shown = ended.out.split("For Anna only")
    assert "Only you see the theme" not in before
    assert "`secrets` shows what only this player may see" in before
    assert "Only you see the theme" in shown


def with_questions(tmp_path):
    """Return a table in a bluff of a quiz whose theme has a question."""
    themes = (files("wd_env.games.world_dominance") / "data" / "themes.toml").read_text("utf-8")
    asks = '\n[[theme.questions]]\nquestion = "Who painted it?"\nanswer = "Edvard Munch"\n'
    (tmp_path / "themes.toml").write_text(themes.replace('origin = "book"\n', f'origin = "book"\n{asks}'))
    game = position(2, lands="rsz", knowledge_model="quiz", themes=str(tmp_path / "themes.toml"))
    for answer in ("theme T01", "name +1", "ask"):
        game.play(answer)
    return game


def test_a_printed_question_is_read_out_and_its_answer_shown_to_who_asks(tmp_path, capsys, monkeypatch):
    referee = Referee(with_questions(tmp_path), SessionSetup(("human", "human"), ("Anna", "Ben"), "explicit", 3))
    monkeypatch.setattr("sys.stdin", io.StringIO("answer\n\n\nright\nanswer\n"))
    Repl(referee, None).run()
    before, after = capsys.readouterr().out.split("For Anna only. Press Enter to show it: ")
    assert "Who painted it?" in before
    assert "`answer` shows Anna the printed one" in before
    assert "Munch" not in before
    assert "The answer: Edvard Munch" in after
    assert after.count("Munch") == 1
    assert "expected a quiz question that is being asked" in after
    assert referee.table.lines[-1].text == "right"


def test_a_play_of_several_people_shows_the_answer_to_who_asks_and_is_judged_by_yes_or_no(
    tmp_path, capsys, monkeypatch
):
    referee = Referee(with_questions(tmp_path), SessionSetup(("human", "human"), (), "sampled", 3))
    monkeypatch.setattr("sys.stdin", io.StringIO("answer\n\n\nmaybe\ny\nq\nq\n"))
    PlayRepl(referee, None, hot_seat=False).run()
    before, after = capsys.readouterr().out.split("For seat 0 only. Press Enter to show it: ")
    assert "Who painted it?" in before
    assert "first answer counts" in before
    assert "Munch" not in before
    assert "The answer: Edvard Munch" in after
    assert "'maybe' is not a legal action here" in after
    assert "right" in [line.text for line in referee.table.lines]
