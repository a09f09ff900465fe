"""The tables of `wd info`."""

from collections.abc import Callable
from dataclasses import fields

from wd_env import __version__, registry
from wd_env.agents.agent_registry import bots_for, builtin_bots
from wd_env.options import descriptions_of, options_of
from wd_env.registry import GameEntry
from wd_env.spec.game_spec import PLAYER
from wd_env.spec.game_tools import NAMED_VALUES, ReportTable


def spaces(game_entry: GameEntry) -> ReportTable:
    """Sizes, versions and hashes."""
    game = game_entry.game
    low = min(feature.low for feature in game.layout.features)
    high = max(feature.high for feature in game.layout.features)
    decisions = sum(node.kind == PLAYER for node in game.nodes)
    return ReportTable(
        NAMED_VALUES,
        (
            ("package", f"wd-env {__version__}"),
            ("game", game.name),
            ("version", game.version),
            ("players", f"{game.min_players} to {game.max_players}"),
            ("actions", f"Discrete({len(game.actions)})"),
            ("action_mask", f"int8[{len(game.actions)}], 1 is legal"),
            ("observation", f"int8[{game.layout.size}] in {len(game.layout.features)} features, {low} to {high}"),
            ("outcomes of chance", len(game.outcomes)),
            ("decisions", f"{decisions} of {len(game.nodes)} nodes"),
            ("state", f"{game.schema.dtype.itemsize} bytes"),
            ("actions_hash", game.actions_hash),
            ("layout_hash", game.layout_hash),
            ("rules_hash", game.rules_hash),
        ),
    )


def actions(game_entry: GameEntry) -> ReportTable:
    """The action space."""
    return ReportTable(("number", "action"), tuple(enumerate(game_entry.game.actions)), numeric_columns=(0,))


def observation(game_entry: GameEntry) -> ReportTable:
    """The features of the observation."""
    rows, layout = [], game_entry.game.layout
    for feature in layout.features:
        indices = layout.slice(feature.name)
        shape = "x".join(map(str, feature.shape)) or "1"
        rows.append((indices.start, indices.stop, feature.name, shape, feature.low, feature.high, feature.description))
    return ReportTable(
        ("start", "stop", "feature", "shape", "low", "high", "description"),
        tuple(rows),
        numeric_columns=(0, 1, 3, 4, 5),
    )


def nodes(game_entry: GameEntry) -> ReportTable:
    """The nodes; words in capitals are placeholders."""
    rows = tuple(
        (node.name, node.kind, node.visible_to, game_entry.presenter.node_pattern(node))
        for node in game_entry.game.nodes
    )
    return ReportTable(("node", "kind", "visible to", "text"), rows)


def rules(game_entry: GameEntry) -> ReportTable:
    """The rule options with their defaults."""
    config = game_entry.game.config_class
    descriptions = descriptions_of(config)
    texts = {name: f"{descriptions[name]} Allowed: {option.allowed}" for name, option in options_of(config).items()}
    return ReportTable(
        ("option", "default", "description"), tuple((f.name, f.default, texts[f.name]) for f in fields(config))
    )


def bots(game_entry: GameEntry) -> ReportTable:
    """The bots that play this game."""
    names, known = bots_for(game_entry.game), builtin_bots(game_entry.name)
    rows = tuple((name, known[name].description if name in known else "of another package") for name in names)
    trained = ("FILE or FOLDER", "a trained bot; greedy:FILE always takes its most likely action")
    return ReportTable(("bot", "what it does"), (*rows, trained))


def games(_: GameEntry) -> ReportTable:
    """The games."""
    rows = tuple((row.name, row.title, "{} to {}".format(*row.player_range)) for row in registry.all_games().values())
    return ReportTable(("game", "title", "players"), rows)


TABLES: dict[str, Callable[[GameEntry], ReportTable]] = {
    "spaces": spaces,
    "actions": actions,
    "observation": observation,
    "nodes": nodes,
    "rules": rules,
    "bots": bots,
    "games": games,
}
