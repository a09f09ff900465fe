"""Bundled networks: a value network and a policy network per game, if there are any.

A game whose variants need different play may have a second policy; the observation shows which one applies.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from wd_env.resources import resource_folder

MODELS_FOLDER = resource_folder("models")


@dataclass(frozen=True)
class VariantPolicy:
    """A second policy of a game, for its variants.

    Attributes:
        name: Suffix of the file name.
        default_features: Values of observation features with which the first policy is used instead.
    """

    name: str
    default_features: Mapping[str, tuple[int, ...]]


VARIANT_POLICIES = {"world_dominance": VariantPolicy("variants", {"sets_to_win": (1, 0, 0, 0), "ten_cards": (0,)})}


def bundled_value(game: str) -> Path | None:
    """Return the file of the bundled value network of a game, or None."""
    return _existing(MODELS_FOLDER / f"{game}.wdvalue")


def bundled_policy(game: str) -> Path | None:
    """Return the file of the bundled policy network of a game, or None."""
    return _existing(MODELS_FOLDER / f"{game}.wdbot")


def bundled_policies(game: str) -> tuple[Path, ...]:
    """Return the files of all bundled policies of a game, the default one first."""
    results = [bundled_policy(game)]
    if game in VARIANT_POLICIES:
        results.append(_existing(MODELS_FOLDER / f"{game}.{VARIANT_POLICIES[game].name}.wdbot"))
    return tuple(path for path in results if path is not None)


def _existing(path: Path) -> Path | None:
    return path if path.is_file() else None
