"""World-conquest board games as reinforcement-learning environments.

    from wd_env import world_dominance_v0
    env = world_dominance_v0.env(num_players=4)

Importing this package registers its games with PettingZoo (`world_dominance-v0`) and Gymnasium (`WorldDominance-v0`).
"""

from wd_env import world_dominance_v0 as world_dominance_v0  # mypy wants the alias
from wd_env.envs.registration import register_all
from wd_env.errors import (
    CheckpointError,
    ConfigError,
    DataError,
    IllegalAction,
    StateError,
    WdError,
    WrongSeat,
)
from wd_env.version import __version__

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

register_all()
