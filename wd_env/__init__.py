"""World-conquest board games as reinforcement-learning environments.

    from wd_env import world_dominance_v0
    env = world_dominance_v0.env(num_players=4)

Importing this package makes its games known to PettingZoo (`world_dominance-v0`) and Gymnasium (`WorldDominance-v0`),
and imports neither of them before you do.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from wd_env.errors import (
    CheckpointError,
    ConfigError,
    DataError,
    IllegalAction,
    StateError,
    WdError,
    WrongSeat,
)
from wd_env.import_hook import after_import
from wd_env.version import __version__

if TYPE_CHECKING:
    from wd_env import world_dominance_v0 as world_dominance_v0

__all__ = [
    "CheckpointError",
    "ConfigError",
    "DataError",
    "IllegalAction",
    "StateError",
    "WdError",
    "WrongSeat",
    "__version__",
    "world_dominance_v0",
]


def __getattr__(name: str) -> Any:
    if name == "world_dominance_v0":
        return import_module("wd_env.world_dominance_v0")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


after_import("gymnasium", "wd_env.envs.registration:register_with_gymnasium")
after_import("pettingzoo", "wd_env.envs.registration:register_with_pettingzoo")
