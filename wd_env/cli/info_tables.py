"""The tables of `wd info`."""

from collections.abc import Callable
from dataclasses import fields

from wd_env import __version__, registry
from wd_env.agents.agent_registry import bots_for, roster_of
from wd_env.registry import Game
from wd_env.spec.data_table import NAMED_VALUES, Sheet
from wd_env.spec.game_spec import DECISION
from wd_env.spec.rule_options import meanings_of, options_of


def spaces(row: Game) -> Sheet:
    """Sizes, versions and hashes."""
    game = row.game
    low = min(piece.low for piece in game.layout.pieces)
    high = max(piece.high for piece in game.layout.pieces)
    decisions = sum(question.kind == DECISION for question in game.questions)
    return Sheet(
        NAMED_VALUES,
        (
            ("package", f"wd-env {__version__}"),
            ("game", game.name),
            ("version", game.version),
            ("players", f"{game.min_players} to {game.max_players}"),
            ("actions", f"Discrete({len(game.actions)})"),
            ("action_mask", f"int8[{len(game.actions)}], 1 is legal"),
            ("observation", f"int8[{game.layout.size}] in {len(game.layout.pieces)} pieces, {low}..{high}"),
            ("outcomes of chance", len(game.outcomes)),
            ("decisions", f"{decisions} of {len(game.questions)} questions"),
            ("state", f"{game.schema.dtype.itemsize} bytes"),
            ("actions_hash", game.actions_hash),
            ("layout_hash", game.layout_hash),
            ("rules_hash", game.rules_hash),
        ),
    )


def actions(row: Game) -> Sheet:
    """The action space."""
    return Sheet(("number", "action"), tuple(enumerate(row.game.actions)), right=(0,))


def observation(row: Game) -> Sheet:
    """The pieces of the observation."""
    rows, layout = [], row.game.layout
    for piece in layout.pieces:
        place = layout.slice(piece.name)
        shape = "x".join(map(str, piece.shape)) or "1"
        rows.append((place.start, place.stop, piece.name, shape, piece.low, piece.high, piece.meaning))
    return Sheet(("start", "stop", "piece", "shape", "low", "high", "meaning"), tuple(rows), right=(0, 1, 3, 4, 5))


def questions(row: Game) -> Sheet:
    """What can be open; capitals stand for what the table fills in."""
    rows = tuple(
        (question.name, question.kind, question.seen_by, row.teller.pattern(question))
        for question in row.game.questions
    )
    return Sheet(("question", "kind", "seen by", "in words"), rows)


def rules(row: Game) -> Sheet:
    """The house rules: what may be agreed on, and what goes without a word."""
    config = row.game.config_class
    meanings = meanings_of(config)
    told = {name: f"{meanings[name]} Allowed: {option.allowed}." for name, option in options_of(config).items()}
    return Sheet(("option", "default", "meaning"), tuple((f.name, f.default, told[f.name]) for f in fields(config)))


def bots(row: Game) -> Sheet:
    """The bots that play this game."""
    names, known = bots_for(row.game), roster_of(row.name)
    rows = tuple((name, known[name].about if name in known else "of another package") for name in names)
    trained = ("FILE or FOLDER", "a trained bot; greedy:FILE always takes its likeliest answer")
    return Sheet(("bot", "what it does"), (*rows, trained))


def games(_: Game) -> Sheet:
    """The catalogue."""
    rows = tuple((row.name, row.title, f"{row.game.min_players} to {row.game.max_players} players")
                 for row in registry.every_game().values())  # fmt: skip
    return Sheet(("game", "title", "for"), rows)


TABLES: dict[str, Callable[[Game], Sheet]] = {
    "spaces": spaces,
    "actions": actions,
    "observation": observation,
    "questions": questions,
    "rules": rules,
    "bots": bots,
    "games": games,
}
