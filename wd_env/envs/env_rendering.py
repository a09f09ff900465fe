"""Rendering of environments: as text, as an image and in a window."""

from typing import Any

from wd_env.dependencies import require_libraries
from wd_env.errors import ConfigError, quoted
from wd_env.table.game_table import Table
from wd_env.text.game_text import Presenter

HUMAN, ANSI, RGB_ARRAY = RENDER_MODES = ("human", "ansi", "rgb_array")


def render_modes(presenter: Presenter) -> list[str]:
    """Return the render modes of a game: "ansi" always, the others if the game has images."""
    return [*RENDER_MODES] if presenter.has_image else [ANSI]


def check_render_mode(mode: str | None, allowed_modes: list[str]) -> str | None:
    """Check a render mode and return it.

    Args:
        mode: Name of the mode, or None.
        allowed_modes: Modes that the environment supports.

    Raises:
        ConfigError: If the mode is not allowed.
        MissingExtra: If it needs pygame and pygame is not installed.
    """
    if mode is None:
        return None
    if mode not in allowed_modes:
        raise ConfigError(f"render_mode: expected {', '.join(allowed_modes)} or None, got {quoted(mode)}")
    if mode != ANSI:
        require_libraries("pygame")
    return mode


def render_table(presenter: Presenter, table: Table, mode: str) -> Any:
    """Render the public state: text (`ansi`), uint8[height, width, 3] (`rgb_array`), otherwise None."""
    if mode == ANSI:
        return presenter.describe(table)
    return presenter.image(table) if mode == RGB_ARRAY else None


def new_window(presenter: Presenter, fps: float) -> Any:
    """Open a `Window` that draws tables of a game, at most `fps` per second."""
    from wd_env.rendering.window import Window

    return Window(lambda table, width, height: presenter.image(table, None, (width, height)), presenter.title, fps=fps)
