"""Networks that come with the package: for each game a value and a policy, where there are any.

A game whose variants ask for different play may have a further policy; what a view shows says which one is meant.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from wd_env.resources import resource_folder

NETS = resource_folder("models")


@dataclass(frozen=True)
class Further:
    """A second policy of a game: `name` is part of its file's, `usual` what pieces of a view hold where the first one
    is meant."""

    name: str
    usual: Mapping[str, tuple[int, ...]]


FURTHER = {"world_dominance": Further("variants", {"sets_to_win": (1, 0, 0, 0), "ten_cards": (0,)})}


def shipped_value(game: str) -> Path | None:
    """Return the file of the value network that comes with the game of this name; None where there is none."""
    return _if_there(NETS / f"{game}.wdvalue")


def shipped_policy(game: str) -> Path | None:
    """Return the file of the policy network that comes with the game of this name; None where there is none."""
    return _if_there(NETS / f"{game}.wdbot")


def shipped_policies(game: str) -> tuple[Path, ...]:
    """Return the files of all policies that come with the game of this name, the usual one first."""
    found = [shipped_policy(game)]
    if game in FURTHER:
        found.append(_if_there(NETS / f"{game}.{FURTHER[game].name}.wdbot"))
    return tuple(path for path in found if path is not None)


def _if_there(path: Path) -> Path | None:
    return path if path.is_file() else None
