"""A quiz of real questions: printed texts, and what front-ends receive and report (WD-105, WD-219 to WD-224)."""

from collections.abc import Callable
from dataclasses import dataclass

from wd_env.storage.toml_rows import DataRow, build_items

MAX_QUESTIONS = 100  # on one card
MAX_TEXT_CHARS = 300  # characters of a question or an answer


@dataclass(frozen=True)
class PrintedQuestion:
    """A question with its answer, on an Intelligence Card or on a card of Antarctica."""

    question: str
    answer: str
    spelling: str  # the answer to be spelled out on demand (WD-224)


def printed_questions(row: DataRow) -> tuple[PrintedQuestion, ...]:
    """Return the questions of a card, if the file has any; DataError if one is invalid."""
    return build_items(row.rows("questions", MAX_QUESTIONS), read_question) if row.has("questions") else ()


def read_question(row: DataRow, _index: int) -> PrintedQuestion:
    """Return a question; DataError if the row is invalid."""
    question, answer = row.text("question", MAX_TEXT_CHARS), row.text("answer", MAX_TEXT_CHARS)
    return PrintedQuestion(question, answer, row.text("spelling", MAX_TEXT_CHARS) if row.has("spelling") else answer)


@dataclass(frozen=True)
class QuizQuestion:
    """A question that people ask and answer outside the game."""

    title: str  # of the Intelligence Card, or of the Antarctica card that asks
    seat: int  # seat that answers
    asker: int  # seat that asks, and sees the printed answer
    must_spell: bool  # whether the answer has to be spelled out (WD-224)
    printed: PrintedQuestion | None = None  # the printed question, if the data has one; only the asker sees the answer


Quizmaster = Callable[[QuizQuestion], bool]  # asks the question, hears the first answer, returns whether it was right


def is_complete(answer: str, printed: str) -> bool:
    """Return whether the complete printed answer was given, ignoring case, and nothing else (WD-223)."""
    return answer.casefold().split() == printed.casefold().split()


def answer_text(question: QuizQuestion) -> str:
    """Return the printed answer for the asker; empty if the data has no questions."""
    if question.printed is None:
        return ""
    spelled = f", spelled {question.printed.spelling}" if question.must_spell else ""
    return f"The answer: {question.printed.answer}{spelled}"
