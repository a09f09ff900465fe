"""Data folders that lie beside `wd_env` in the source tree and inside it when installed."""

from pathlib import Path

PACKAGE = Path(__file__).parent
SOURCES = {"configs": "configs", "models": "agents/models"}  # where the source tree keeps each of them


def resource_folder(name: str) -> Path:
    """Return the path of a data folder.

    Args:
        name: "configs" (settings of training runs, one folder per game) or "models" (bundled networks).

    Returns:
        The folder inside the package if it is there, as in a wheel, otherwise that of the source tree.

    Raises:
        KeyError: If there is no such data folder.
    """
    source = PACKAGE.parent / SOURCES[name]
    installed = PACKAGE / name
    return installed if installed.is_dir() else source
