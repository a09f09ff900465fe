"""Data folders, which are next to `wd_env` in the source tree and inside it when installed."""

from pathlib import Path

PACKAGE = Path(__file__).parent
SOURCES = {"configs": "configs", "models": "agents/models"}  # path of each folder in the source tree


def resource_folder(name: str) -> Path:
    """Return the path of a data folder.

    Args:
        name: "configs" (settings of training runs, one folder per game) or "models" (bundled networks).

    Returns:
        The folder inside the package if it is there, as in a wheel, otherwise that of the source tree.

    Raises:
        KeyError: If no data folder has this name.
    """
    source = PACKAGE.parent / SOURCES[name]
    installed = PACKAGE / name
    return installed if installed.is_dir() else source
