"""The tables of `wd info`."""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from wd_env import __version__
from wd_env.agents.roster import ROSTER
from wd_env.core.options import meanings_of, options_of
from wd_env.core.spec import DECISION
from wd_env.world_dominance.config import Config
from wd_env.world_dominance.game import GAME
from wd_env.world_dominance.text.words import QUESTIONS_IN_WORDS

NAMED_VALUES = ("name", "value")


@dataclass(frozen=True)
class Table:
    """Rows beneath a head; the cells are plain JSON values."""

    head: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    right: tuple[int, ...] = ()  # columns of numbers

    def as_json(self) -> dict[str, Any] | list[dict[str, Any]]:
        """Rows of a name and a value as one object, others as a list of objects."""
        if self.head == NAMED_VALUES:
            return dict(self.rows)
        return [dict(zip(self.head, row, strict=True)) for row in self.rows]


def spaces() -> Table:
    """Sizes, versions and hashes."""
    low = min(piece.low for piece in GAME.layout.pieces)
    high = max(piece.high for piece in GAME.layout.pieces)
    decisions = sum(question.kind == DECISION for question in GAME.questions)
    return Table(
        NAMED_VALUES,
        (
            ("package", f"wd-env {__version__}"),
            ("game", GAME.name),
            ("version", GAME.version),
            ("players", f"{GAME.min_players} to {GAME.max_players}"),
            ("actions", f"Discrete({len(GAME.actions)})"),
            ("action_mask", f"int8[{len(GAME.actions)}], 1 is legal"),
            ("observation", f"int8[{GAME.layout.size}] in {len(GAME.layout.pieces)} pieces, {low}..{high}"),
            ("outcomes of luck", len(GAME.outcomes)),
            ("decisions", f"{decisions} of {len(GAME.questions)} questions"),
            ("state", f"{GAME.schema.dtype.itemsize} bytes"),
            ("actions_hash", GAME.actions_hash),
            ("layout_hash", GAME.layout_hash),
            ("rules_hash", GAME.rules_hash),
        ),
    )


def actions() -> Table:
    """The action space."""
    return Table(("number", "action"), tuple(enumerate(GAME.actions)), right=(0,))


def observation() -> Table:
    """The pieces of the observation."""
    rows = []
    for piece in GAME.layout.pieces:
        place = GAME.layout.slice(piece.name)
        shape = "x".join(map(str, piece.shape)) or "1"
        rows.append((place.start, place.stop, piece.name, shape, piece.low, piece.high, piece.meaning))
    return Table(("start", "stop", "piece", "shape", "low", "high", "meaning"), tuple(rows), right=(0, 1, 3, 4, 5))


def questions() -> Table:
    """What can be open; capitals stand for what the table fills in."""
    rows = tuple(
        (question.name, question.kind, question.seen_by, _with_capitals(QUESTIONS_IN_WORDS.get(question.name, "")))
        for question in GAME.questions
    )
    return Table(("question", "kind", "seen by", "in words"), rows)


def _with_capitals(template: str) -> str:
    return re.sub(r"{(\w+)}", lambda gap: gap[1].upper(), template)


def rules() -> Table:
    """The house rules: what may be agreed on, and what goes without a word."""
    meanings = meanings_of(Config)
    told = {name: f"{meanings[name]} Allowed: {option.allowed}." for name, option in options_of(Config).items()}
    return Table(("option", "default", "meaning"), tuple((f.name, f.default, told[f.name]) for f in fields(Config)))


def bots() -> Table:
    """The roster."""
    rows = tuple((row.name, row.about) for row in ROSTER.values())
    trained = ("FILE or FOLDER", "a trained bot; greedy:FILE always takes its likeliest answer")
    return Table(("bot", "what it does"), (*rows, trained))


TABLES: dict[str, Callable[[], Table]] = {
    "spaces": spaces,
    "actions": actions,
    "observation": observation,
    "questions": questions,
    "rules": rules,
    "bots": bots,
}
