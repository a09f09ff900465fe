"""Networks that come with the package: for each game a policy and a value, where there are any."""

from pathlib import Path

NETS = Path(__file__).parent / "nets"


def shipped_value(game: str) -> Path | None:
    """Return the file of the value network that comes with the game of this name; None where there is none."""
    return _if_there(NETS / f"{game}.wdvalue")


def shipped_policy(game: str) -> Path | None:
    """Return the file of the policy network that comes with the game of this name; None where there is none."""
    return _if_there(NETS / f"{game}.wdbot")


def _if_there(path: Path) -> Path | None:
    return path if path.is_file() else None
