"""The header of a bot file: what the bot fits, the shape of its network, and its origin."""

import datetime
from collections.abc import Sequence, Sized
from dataclasses import dataclass, field
from typing import Any, Protocol

from wd_env.agents.networks.architecture import Architecture
from wd_env.dependencies import versions_of
from wd_env.spec.observation_layout import Pointer

RECORDED_PACKAGES = ("numpy", "torch", "stable-baselines3", "sb3-contrib", "numba", "gymnasium", "pettingzoo")


class LayoutProtocol(Protocol):
    """The named features of an observation."""

    @property
    def size(self) -> int: ...


class GameIdentity(Protocol):
    """The properties of a game that determine whether a network fits it; `GameSpec` has all of them."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def actions(self) -> Sized: ...
    @property
    def layout(self) -> LayoutProtocol: ...
    @property
    def pointers(self) -> Sequence[Pointer]: ...
    @property
    def actions_hash(self) -> str: ...
    @property
    def layout_hash(self) -> str: ...
    @property
    def rules_hash(self) -> str: ...


@dataclass(frozen=True)
class Provenance:
    """The origin of a bot, for information only: nothing depends on it.

    Attributes:
        config: All training settings.
        rules: The rule options of the training.
        results: Evaluations, with intervals.
        seed: Seed of the training.
        decisions: Number of decisions of the learner.
        packages: Versions, by name.
        date: ISO 8601, UTC.
    """

    config: dict[str, Any] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)
    results: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    decisions: int = 0
    packages: dict[str, str] = field(default_factory=dict)
    date: str = ""


@dataclass(frozen=True)
class BotFileHeader:
    """The properties of a game that a bot fits, and the shape of its network.

    Attributes:
        game: Name of the game.
        version: Version of the game.
        actions_hash: Digest of the actions.
        layout_hash: Digest of the observation layout.
        rules_hash: For information: a bot can play other rules if the layouts are the same.
        observation_size: Length of observations, O.
        actions: Number of actions, A.
        architecture: Shape of the network.
        provenance: Origin of the bot.
    """

    game: str
    version: int
    actions_hash: str
    layout_hash: str
    rules_hash: str
    observation_size: int
    actions: int
    architecture: Architecture
    provenance: Provenance

    @classmethod
    def for_game(cls, game: GameIdentity, architecture: Architecture, provenance: Provenance) -> "BotFileHeader":
        """Return the header of a network of this shape for this game."""
        return cls(**game_fingerprint(game), architecture=architecture, provenance=provenance)

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape that every tensor must have, by name."""
        return self.architecture.shapes(self.observation_size, self.actions)


def current_provenance(
    config: dict[str, Any], rules: dict[str, Any], results: dict[str, Any], seed: int, decisions: int
) -> Provenance:
    """Return a provenance with the current date and the versions of the recorded packages.

    Args:
        config: All training settings.
        rules: Rule options of the training.
        results: Evaluations, with intervals.
        seed: Seed of the training.
        decisions: Number of decisions of the learner.
    """
    date = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    return Provenance(config, rules, results, seed, decisions, versions_of(RECORDED_PACKAGES), date)


def game_fingerprint(game: GameIdentity) -> dict[str, Any]:
    """Return the header fields that determine whether a network fits a game."""
    return {
        "game": game.name,
        "version": game.version,
        "actions_hash": game.actions_hash,
        "layout_hash": game.layout_hash,
        "rules_hash": game.rules_hash,
        "observation_size": game.layout.size,
        "actions": len(game.actions),
    }
