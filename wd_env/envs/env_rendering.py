"""How environments show a game: as text, as a picture, and in a window."""

from typing import Any

from wd_env.dependencies import require_libraries
from wd_env.errors import ConfigError, quoted
from wd_env.table.game_table import Table
from wd_env.text.game_text import Presenter

HUMAN, ANSI, RGB_ARRAY = RENDER_MODES = ("human", "ansi", "rgb_array")


def render_modes(presenter: Presenter) -> list[str]:
    """Return the modes in which a game can be rendered: text always, the others where it has a picture."""
    return [*RENDER_MODES] if presenter.has_image else [ANSI]


def check_render_mode(mode: str | None, allowed_modes: list[str]) -> str | None:
    """Return the mode; ConfigError for one that is not allowed, MissingExtra where nothing can draw its pictures."""
    if mode is None:
        return None
    if mode not in allowed_modes:
        raise ConfigError(f"render_mode is {quoted(mode)}; allowed are {', '.join(allowed_modes)} and None")
    if mode != ANSI:
        require_libraries("pygame")
    return mode


def render_table(presenter: Presenter, table: Table, mode: str) -> Any:
    """Return the table as everybody sees it: a text (`ansi`), uint8[height, width, 3] (`rgb_array`), else None."""
    if mode == ANSI:
        return presenter.describe(table)
    return presenter.image(table) if mode == RGB_ARRAY else None


def new_window(presenter: Presenter, fps: float) -> Any:
    """Open a `Window` that draws tables of a game, at most `fps` of them a second."""
    from wd_env.rendering.window import Window

    return Window(lambda table, width, height: presenter.image(table, None, (width, height)), presenter.title, fps=fps)
