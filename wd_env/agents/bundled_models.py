"""Networks that come with the package: for each game a value and a policy, where there are any.

A game whose variants ask for different play may have a further policy; what a view shows says which one is meant.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from wd_env.resources import resource_folder

MODELS_FOLDER = resource_folder("models")


@dataclass(frozen=True)
class VariantPolicy:
    """A second policy of a game: `name` is part of its file's, `usual` what pieces of a view hold where the first one
    is meant."""

    name: str
    default_features: Mapping[str, tuple[int, ...]]


VARIANT_POLICIES = {"world_dominance": VariantPolicy("variants", {"sets_to_win": (1, 0, 0, 0), "ten_cards": (0,)})}


def bundled_value(game: str) -> Path | None:
    """Return the file of the value network that comes with the game of this name; None where there is none."""
    return _existing(MODELS_FOLDER / f"{game}.wdvalue")


def bundled_policy(game: str) -> Path | None:
    """Return the file of the policy network that comes with the game of this name; None where there is none."""
    return _existing(MODELS_FOLDER / f"{game}.wdbot")


def bundled_policies(game: str) -> tuple[Path, ...]:
    """Return the files of all policies that come with the game of this name, the usual one first."""
    found = [bundled_policy(game)]
    if game in VARIANT_POLICIES:
        found.append(_existing(MODELS_FOLDER / f"{game}.{VARIANT_POLICIES[game].name}.wdbot"))
    return tuple(path for path in found if path is not None)


def _existing(path: Path) -> Path | None:
    return path if path.is_file() else None
