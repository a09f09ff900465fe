"""A quiz of real questions: what is printed, what the front-end is told and reports (WD-105, WD-219 to WD-224)."""

from collections.abc import Callable
from dataclasses import dataclass

from wd_env.storage.toml_rows import DataRow, build_items

MAX_QUESTIONS = 100  # on one card
MAX_TEXT_CHARS = 300  # characters of a question or an answer


@dataclass(frozen=True)
class PrintedQuestion:
    """A question on an Intelligence Card, or on a card of Antarctica that asks, with its answer."""

    question: str
    answer: str
    spelling: str  # what is to be spelled out on demand (WD-224)


def printed_questions(row: DataRow) -> tuple[PrintedQuestion, ...]:
    """The questions of a card, if the file has any; DataError for what cannot be read out."""
    return build_items(row.rows("questions", MAX_QUESTIONS), read_question) if row.has("questions") else ()


def read_question(row: DataRow, _index: int) -> PrintedQuestion:
    """One of them; DataError for a bad row."""
    question, answer = row.text("question", MAX_TEXT_CHARS), row.text("answer", MAX_TEXT_CHARS)
    return PrintedQuestion(question, answer, row.text("spelling", MAX_TEXT_CHARS) if row.has("spelling") else answer)


@dataclass(frozen=True)
class QuizQuestion:
    """A question that is now asked and answered at the table, outside the game."""

    title: str  # of the Intelligence Card, or of the Antarctica card that asks
    seat: int  # who answers
    asker: int  # who asks, and knows the printed answer
    must_spell: bool  # the answer has to be spelled out (WD-224)
    printed: PrintedQuestion | None = None  # what the card asks, where the data has it; the answer is the asker's alone


Quizmaster = Callable[[QuizQuestion], bool]  # puts the question, hears the first answer, and says whether it was right


def is_complete(answer: str, printed: str) -> bool:
    """The whole printed answer was given, in capitals or not, and nothing else (WD-223)."""
    return answer.casefold().split() == printed.casefold().split()


def answer_text(question: QuizQuestion) -> str:
    """What is printed on the card for who asks; empty where the data has no questions."""
    if question.printed is None:
        return ""
    spelled = f", spelled {question.printed.spelling}" if question.must_spell else ""
    return f"The answer: {question.printed.answer}{spelled}"
