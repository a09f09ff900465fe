"""The tables of SPEC.md, written from the code: `python -m wd_env.world_dominance.spec_page` puts them in their places.

Each stands between `<!-- generated: name -->` and `<!-- end -->`; a test compares them with what the code gives now.
"""

from dataclasses import fields
from pathlib import Path

from wd_env.core import markdown
from wd_env.core.errors import DataError
from wd_env.core.files import write_whole
from wd_env.core.layout import Piece
from wd_env.core.markdown import table as _table
from wd_env.core.options import meanings_of, options_of
from wd_env.core.rewards import PREFIX
from wd_env.core.spec import AUTOMATIC, CHANCE, DECISION, SEEN_BY_SEAT, Question
from wd_env.world_dominance import spec_figures
from wd_env.world_dominance.actions import ACTIONS, OUTCOMES
from wd_env.world_dominance.config import Config
from wd_env.world_dominance.game import GAME
from wd_env.world_dominance.layout import LAYOUT
from wd_env.world_dominance.numbers import FIVE
from wd_env.world_dominance.spec_rules import blocks, offered, offers, sentence
from wd_env.world_dominance.state import SCHEMA
from wd_env.world_dominance.variants import ROWS, Variant

PAGE = Path(__file__).with_name("SPEC.md")


def tables() -> dict[str, str]:
    """Every generated table by the name of its place, as Markdown lines that end with a newline."""
    return {
        "head": _head(),
        "variants": _variants(),
        "options": _options(),
        "shaping": _shaping(),
        "actions": _actions(),
        "outcomes": _outcomes(),
        "observation": _observation(),
        "decisions": _decisions(),
        "luck": _chance(),
        "errands": _errands(),
        "state": _state(),
        "hashes": _hashes(),
        "figures_source": spec_figures.source(),
        "lengths": spec_figures.lengths(_table),
        "endings": spec_figures.endings(_table),
        "advice": spec_figures.advice(),
        "benchmarks": spec_figures.benchmarks(_table),
        "soldiers": spec_figures.soldiers(_table),
        "frequencies": spec_figures.decisions(_table),
    }


def renewed(page: str) -> str:
    """The page with every table as the code gives it now; DataError when a table has no place or a place no table."""
    made = tables()
    places = markdown.places(page)
    if sorted(places) != sorted(made):
        raise DataError(f"{PAGE.name}: generated places are {sorted(places)}, allowed: {sorted(made)}, each once")
    return markdown.filled(page, made)


def main() -> None:
    """Rewrite the tables of SPEC.md."""
    write_whole(PAGE, renewed(PAGE.read_text("utf-8")))


def _code(text: object) -> str:
    return f"`{text}`"


def _head() -> str:
    lows, highs = [piece.low for piece in LAYOUT.pieces], [piece.high for piece in LAYOUT.pieces]
    agents = f"`player_0` .. `player_{GAME.max_players - 1}`, in clockwise order"
    return _table(
        ("", ""),
        (
            ("Import", _code("from wd_env import world_dominance_v0")),
            ("Players", f"{GAME.min_players} to {GAME.max_players}"),
            ("Agents", agents),
            ("Actions", "discrete, one seat at a time, masked"),
            ("Action space", _code(f"Discrete({len(ACTIONS)})")),
            (
                "Observation shape",
                f"{_code((LAYOUT.size,))}, int8, beside `action_mask` {_code((len(ACTIONS),))}, int8",
            ),
            ("Observation values", f"{min(lows)} to {max(highs)}, each piece in its own range"),
            ("Rewards", "at the end of the game; shaping is off unless asked for"),
            ("Parallel API", "no"),
        ),
    )


def _variants() -> str:
    return _table(
        (
            "`variant`",
            "`sets_to_win`",
            "a set",
            "players",
            "soldiers",
            "Stacking",
            "Antarctica",
            "soldiers for a continent",
        ),
        ((_code(row.name), *_of_variant(row)) for row in ROWS),
    )


def _of_variant(row: Variant) -> tuple[str, ...]:
    counts = "counts as a set" if row.antarctica_counts else "does not count"
    return (
        str(row.sets_to_win),
        "five cards with the Strategic Point, or all ten" if row.set_cards == FIVE else "all ten cards",
        _span(row.fewest_players, row.most_players - row.fewest_players + 1),
        str(row.start_soldiers),
        "yes" if row.stacking else "no",
        counts + (f", brings {row.antarctica_bonus}" if row.antarctica_bonus else ""),
        str(row.continent_bonus),
    )


def _options() -> str:
    about = meanings_of(Config)
    return _table(
        ("option", "allowed", "default", "meaning"),
        (
            (_code(f.name), options_of(Config)[f.name].allowed, _code(repr(f.default)), about[f.name])
            for f in fields(Config)
        ),
    )


def _shaping() -> str:
    return _table(("option", "potential of a seat"), ((_code(PREFIX + term.name), term.meaning) for term in GAME.terms))


def _span(start: int, count: int) -> str:
    return str(start) if count == 1 else f"{start} to {start + count - 1}"


def _ends(block: list[str]) -> str:
    return _code(block[0]) if len(block) == 1 else f"{_code(block[0])} .. {_code(block[-1])}"


def _actions() -> str:
    starts = {q.name: offered(q) for q in _kind(DECISION)}
    return _table(
        ("number", "action", "offered at"),
        (
            (_span(start, len(block)), _ends(block), ", ".join(q for q, found in starts.items() if start in found))
            for start, block in blocks(ACTIONS)
        ),
    )


def _outcomes() -> str:
    return _table(
        ("number", "outcome"), ((_span(start, len(block)), _ends(block)) for start, block in blocks(OUTCOMES))
    )


def _observation() -> str:
    return _table(
        ("slice", "piece", "shape", "range", "meaning"),
        ((_where(p), _code(p.name), _shape(p), f"{p.low} to {p.high}", p.meaning) for p in LAYOUT.pieces),
    )


def _where(piece: Piece) -> str:
    at = LAYOUT.slice(piece.name)
    return _code(f"{at.start}:{at.stop}")


def _shape(piece: Piece) -> str:
    return " x ".join(str(side) for side in piece.shape) or "1"


def _kind(kind: str) -> list[Question]:
    return [question for question in GAME.questions if question.kind == kind]


def _decisions() -> str:
    firsts = dict(blocks(ACTIONS))
    return _table(
        ("decision", "answers", "what may be answered", "what the answer does"),
        (
            (
                _code(q.name),
                ", ".join(_ends(firsts[start]) for start in sorted(offered(q))),
                sentence(offers()[q.name]),
                sentence(f"do_{q.name}"),
            )
            for q in _kind(DECISION)
        ),
    )


def _chance() -> str:
    return _table(
        ("luck", "outcomes", "seen by", "what follows"),
        (
            (
                _code(q.name),
                _ends(list(OUTCOMES)[q.first_outcome : q.first_outcome + q.outcomes]),
                "the seat whose matter it is" if q.seen_by == SEEN_BY_SEAT else "all",
                sentence(f"do_{q.name}"),
            )
            for q in _kind(CHANCE)
        ),
    )


def _errands() -> str:
    return _table(
        ("errand", "rank", "what it does"),
        ((_code(q.name), str(q.rank), sentence(f"do_{q.name}")) for q in _kind(AUTOMATIC)),
    )


def _state() -> str:
    return _table(
        ("field", "type", "length", "known to", "meaning"),
        (
            (_code(f.name), f.element, str(f.length or 1), "some seats" if f.private else "all", f.meaning)
            for f in SCHEMA.fields
        ),
    )


def _hashes() -> str:
    return _table(
        ("hash", "value", "changes with"),
        (
            ("`actions_hash`", _code(GAME.actions_hash), "the rows of the action table"),
            ("`layout_hash`", _code(GAME.layout_hash), "the pieces of the observation"),
            ("`schema.hash`", _code(SCHEMA.hash), "the fields of the state"),
        ),
    )


if __name__ == "__main__":
    main()
