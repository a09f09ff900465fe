"""Games by name, and how a game is shown, for packages below the registry.

The registry is found by its import path, because its entries describe tables and texts, which are above this package.
"""

from importlib import import_module
from typing import Any

from wd_env.errors import ConfigError, quoted
from wd_env.spec.game_spec import GameSpec

REGISTRY = "wd_env.registry"


def game_spec_of(game: Any, **options: Any) -> GameSpec:
    """Return the `GameSpec` of a game given by name, registry entry or `GameSpec`.

    Args:
        game: The game.
        **options: Rule options, on which the sizes of a game given by name may depend.

    Raises:
        ConfigError: If it is none of these, or no game has this name.
    """
    if isinstance(game, GameSpec):
        return game
    registry = _registry()
    entry = registry.get_game(game) if isinstance(game, str) else game
    if not isinstance(entry, registry.GameEntry):
        raise ConfigError(f"game: expected a name, a registry entry or a GameSpec, got {quoted(game)}")
    spec: GameSpec = entry.spec_for(**options) if options else entry.game
    return spec


def describe_table(table: Any) -> str:
    """Return a table as text, as all players may see it."""
    text: str = _registry().presenter_for(table.game).describe(table)
    return text


def draw_table(table: Any) -> bytes | None:
    """Return a picture of a table as a PNG file, as all players may see it; None if it cannot be drawn."""
    png: bytes | None = _registry().table_png(table)
    return png


def _registry() -> Any:
    return import_module(REGISTRY)
