"""The source of a knowledge outcome: a profile, a constant chance or a quiz; and spelling (WD-223, WD-224)."""

import re
from importlib.resources import files

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.errors import ConfigError, IllegalAction
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.quiz import QuizQuestion, answer_text, is_complete
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.text.table_text import decision_text, describe
from wd_env.spec.game_spec import CHANCE
from wd_env.table.saved_table import replay_record, table_from_json

FOUR = ("Antarctica West", "Antarctica Research Station (SAB)", "Antarctica East", "Antarctica North")
SOUTH_POLE = "Antarctica South Pole (Questions on Antarctica)"
PRINTED = "Roald Amundsen 1911"


def examined(**options):
    """Return a game in which P2 asks P1, with three soldiers, for the fifth card, from the South Pole card."""
    game = position(players=2, soldiers=[3, 10], cards={0: [*FOUR, "Cairo"]}, lands="Australasia", **options)
    for answer in ("antarctica", "card Cairo", "name +1"):
        game.play(answer)
    return game


def bluffed(**options):
    """Return a game in which P1 tests P2 on the first theme."""
    game = position(players=2, lands="rsz", **options)
    game.play("theme T01")
    game.play("name +1")
    return game


@pytest.mark.parametrize("percent", [0, 35, 100])
def test_amb_050_every_answer_has_the_constant_chance_and_nobody_has_a_profile(percent):
    game = bluffed(knowledge_model="constant", percent_right=percent)
    assert game.node.name == "raise_or_ask"
    game.play("ask")
    assert game.chance_weights() == {word: n for word, n in (("right", percent), ("wrong", 100 - percent)) if n}


def test_amb_050_with_a_profile_knowledge_is_drawn_first():
    assert bluffed().node.name == "knowledge"
    assert bluffed(knowledge_model="profile").node.name == "knowledge"


@pytest.mark.parametrize(("answer", "chance_weights"), [("demand spelling", (50, 50)), ("decline", (100, 0))])
def test_wd_224_who_asks_may_demand_that_the_answer_be_spelled_out(answer, chance_weights):
    game = examined(spelling_demand=True, percent_spelled=50, knowledge_model="constant", percent_right=100)
    game.play(f"card {SOUTH_POLE}")
    assert (game.node.name, game.seat, game.legal_texts()) == ("spelling", 1, ["decline", "demand spelling"])
    game.play(answer)
    found = game.chance_weights()
    assert (found["right"] * 100, found.get("wrong", 0) * 100) == tuple(c * sum(found.values()) for c in chance_weights)
    game.play("right")
    assert game.winner == 0


@pytest.mark.parametrize(
    ("known", "spelled", "answers"),
    [
        (100, 100, ["right"]),
        (100, 0, ["wrong"]),
        (0, 100, ["wrong"]),
        (50, 100, ["right", "wrong"]),
        (100, 50, ["right", "wrong"]),
    ],
)
def test_wd_224_an_answer_is_possible_if_knowledge_and_spelling_allow_it(known, spelled, answers):
    options = {"percent_known": known, "percent_unknown": known, "percent_spelled": spelled}
    game = examined(spelling_demand=True, knowledge_model="profile", **options)
    for expected in ("knowledge", "knowledge", "question_card", "spelling"):
        assert game.node.name == expected
        game.play({"question_card": f"card {SOUTH_POLE}", "spelling": "demand spelling"}.get(expected, "knows"))
    assert game.legal_texts() == answers


def test_wd_224_without_the_option_nobody_is_asked_to_spell():
    game = examined(knowledge_model="constant")
    game.play(f"card {SOUTH_POLE}")
    assert (game.node.name, game.chance_weights()) == ("antarctica_answer", {"right": 50, "wrong": 50})


def quizzed(quizmaster=None, **options):
    """Return the game of `examined` at a table that samples its outcomes."""
    asked = examined(knowledge_model="quiz", **options)
    game = table_from_json(asked.to_json(), asked.game, seed=1, files=asked.custom_files)
    game.reporter = quizmaster
    return game


@pytest.mark.parametrize(("said", "winner"), [("Amundsen", None), ("roald  amundsen 1911", 0)])
def test_wd_223_a_part_of_the_printed_answer_is_wrong(said, winner):
    game = quizzed(lambda question: is_complete(said, PRINTED))
    game.play(f"card {SOUTH_POLE}")
    assert game.winner == winner


@pytest.mark.parametrize(("said", "verdict"), [(PRINTED, True), ("roald amundsen 1911", True), ("1911", False)])
def test_wd_223_the_complete_printed_answer_is_required(said, verdict):
    assert is_complete(said, PRINTED) == verdict


def test_wd_222_the_first_answer_of_a_quiz_is_reported_once():
    reported = []
    game = quizzed(lambda question: bool(reported.append(question)))
    game.play(f"card {SOUTH_POLE}")
    assert len(reported) == 1
    assert game.lines[-1].text != "right"
    assert "* wrong" in map(str, game.lines)
    assert (game.winner, game.board.garrison_cards) == (None, [SOUTH_POLE])


@pytest.mark.parametrize(("answer", "must_spell"), [("demand spelling", True), ("decline", False)])
def test_wd_224_a_quizmaster_is_told_who_is_asked_what_by_whom_and_how(answer, must_spell):
    entries = []
    game = quizzed(lambda question: not entries.append(question), spelling_demand=True)
    game.play(f"card {SOUTH_POLE}")
    assert not entries
    game.play(answer)
    assert entries == [QuizQuestion(SOUTH_POLE, seat=0, asker=1, must_spell=must_spell)]
    assert game.winner == 0


@pytest.fixture
def printed(tmp_path):
    """Return data files in which the South Pole card and every theme have questions."""
    data = files("wd_env.games.world_dominance") / "data"
    cards = (data / "continent_cards.toml").read_text("utf-8")
    asks = 'questions = [{question = "Who came first, and when?", answer = "Roald Amundsen 1911", spelling = "A-M-U"}]'
    themes = (data / "themes.toml").read_text("utf-8")
    three = "".join(f'\n[[theme.questions]]\nquestion = "Q{n}"\nanswer = "A{n}"\n' for n in range(3))
    (tmp_path / "cards.toml").write_text(cards.replace('role = "south_pole"', f'role = "south_pole"\n{asks}'))
    (tmp_path / "themes.toml").write_text(re.sub(r'(\norigin = "\w+"\n)', rf"\1{three}", themes))
    return {"continent_cards": str(tmp_path / "cards.toml"), "themes": str(tmp_path / "themes.toml")}


@pytest.mark.parametrize(("answer", "must_spell"), [("demand spelling", True), ("decline", False)])
def test_wd_224_a_quizmaster_is_handed_what_is_printed(printed, answer, must_spell):
    entries = []
    game = quizzed(lambda question: not entries.append(question), spelling_demand=True, **printed)
    game.play(f"card {SOUTH_POLE}")
    game.play(answer)
    (question,) = entries
    assert (question.printed.question, question.printed.answer) == ("Who came first, and when?", PRINTED)
    assert answer_text(question) == f"The answer: {PRINTED}" + (", spelled A-M-U" if must_spell else "")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_wd_105_the_question_of_a_bluff_is_that_of_its_theme_and_the_same_again_in_a_replay(printed, players):
    game = position(players, lands="rsz", knowledge_model="quiz", queue=["M01", "M02"], **printed)
    assert game.board.quiz_question is None
    game.play("theme T05")
    assert game.board.quiz_question is None  # before the question
    game.play("name +1")
    game.play("ask")
    question = game.board.quiz_question
    assert (question.seat, question.asker, question.printed.question) == (1, 0, f"Q{len(game.lines) % 3}")
    assert replay_record(game.record(), game.game, files=game.custom_files).board.quiz_question == question
    assert question.printed.answer not in describe(game) + decision_text(game)


def test_wd_105_without_printed_questions_there_is_none_to_read_out():
    game = position(lands="rsz", knowledge_model="quiz")
    for answer in ("theme T05", "name +1", "ask"):
        game.play(answer)
    assert (game.board.quiz_question.printed, answer_text(game.board.quiz_question)) == (None, "")


def test_a_quiz_without_a_quizmaster_waits_even_where_other_chance_is_drawn():
    game = quizzed()
    game.play(f"card {SOUTH_POLE}")
    assert (game.node.name, game.node.kind, game.judged_externally) == ("antarctica_answer", CHANCE, True)
    assert game.legal_texts() == ["right", "wrong"]
    game.play("right")
    assert game.winner == 0


def test_a_copy_never_calls_the_quizmaster():
    called = []
    game = quizzed(lambda question: bool(called.append(question)))
    game.copy().play(f"card {SOUTH_POLE}")
    assert called == []


@pytest.mark.parametrize("report", [1, None, "right"])
def test_a_report_that_is_none_takes_the_answer_back(report):
    game = quizzed(lambda question: report)
    before = game.state.to_bytes(), list(game.lines)
    with pytest.raises(IllegalAction, match="expected True for right or False for wrong"):
        game.play(f"card {SOUTH_POLE}")
    assert (game.state.to_bytes(), list(game.lines)) == before


def test_an_error_of_the_quizmaster_takes_the_answer_back():
    def absent(question):
        raise RuntimeError("no quizmaster")

    game = quizzed(absent)
    before = game.state.to_bytes(), list(game.lines)
    with pytest.raises(RuntimeError, match="no quizmaster"):
        game.play(f"card {SOUTH_POLE}")
    assert (game.state.to_bytes(), list(game.lines)) == before


@pytest.mark.parametrize(("model", "chance"), [("profile", "sampled"), ("constant", "sampled"), ("quiz", "explicit")])
def test_a_quizmaster_without_a_quiz_is_refused(model, chance):
    with pytest.raises(ConfigError, match="quizmaster: expected None"):
        WorldDominance(Config(knowledge_model=model), chance=chance, quizmaster=bool)


def test_a_record_of_a_quiz_replays_without_a_quizmaster():
    game = WorldDominance(
        Config(num_players=2, knowledge_model="quiz", max_turns=80), seed=5, quizmaster=lambda _: True
    )
    while not game.is_terminal:
        game.play(game.legal_texts()[-1])
    assert sum(line.text == "right" for line in game.lines) > 0
    again = replay_record(game.record(), game.game, files=game.custom_files)
    assert again.state == game.state


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"knowledge_model": "constant", "percent_known": 80}, "unless knowledge_model is profile"),
        ({"knowledge_model": "quiz", "percent_unknown": 0}, "unless knowledge_model is profile"),
        ({"percent_right": 60}, "unless knowledge_model is constant"),
        ({"knowledge_model": "quiz", "percent_right": 60}, "unless knowledge_model is constant"),
        ({"percent_spelled": 60}, "unless spelling_demand is set"),
        ({"knowledge_model": "quiz", "spelling_demand": True, "percent_spelled": 60}, "answers are sampled"),
    ],
)
def test_a_chance_that_nothing_asks_for_is_refused_with_the_reason(options, reason):
    with pytest.raises(ConfigError, match=reason):
        Config(**options)
