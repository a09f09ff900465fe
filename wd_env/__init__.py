"""World-conquest board games for people, bots and reinforcement learning.

    from wd_env import Table, make_bot, play_out

    table = Table("world_dominance", seed=1)
    play_out(table, [make_bot("scripted", seed=player) for player in range(table.players)])
    print(table.winner, table)

The names of this package, each of which is imported when it is first used:

- one game: `Table`, `View`, `position`, `play_out`, `table_from_json`, `replay_record`
- environments: `world_dominance_v0`, `domination_v0` and `superpowers_v0` for PettingZoo,
  `gymnasium.make("WorldDominance-v0")`; more in `wd_env.envs`
- many games: `Batch`; more in `wd_env.batch`
- bots and matches: `Agent`, `make_bot`, `bots_for`, `play_match`; more in `wd_env.agents` and `wd_env.evaluation`
- games: `all_games`, `get_game`
- errors: `wd_env.errors`; training: `wd_env.training` and the command `wd train`

Importing this package makes its games known to PettingZoo and Gymnasium, and imports neither of them before you do.
"""

from typing import TYPE_CHECKING

from wd_env.import_hook import after_import
from wd_env.lazy_exports import lazy_exports
from wd_env.version import __version__ as __version__

if TYPE_CHECKING:
    from wd_env import domination_v0 as domination_v0
    from wd_env import superpowers_v0 as superpowers_v0
    from wd_env import world_dominance_v0 as world_dominance_v0
    from wd_env.agents.agent import Agent as Agent
    from wd_env.agents.agent_registry import bots_for as bots_for
    from wd_env.agents.agent_registry import make_bot as make_bot
    from wd_env.batch.batch import Batch as Batch
    from wd_env.errors import CheckpointError as CheckpointError
    from wd_env.errors import ConfigError as ConfigError
    from wd_env.errors import DataError as DataError
    from wd_env.errors import IllegalAction as IllegalAction
    from wd_env.errors import StateError as StateError
    from wd_env.errors import WdError as WdError
    from wd_env.errors import WrongSeat as WrongSeat
    from wd_env.evaluation.matches.match import play_match as play_match
    from wd_env.games.world_dominance.position import position as position
    from wd_env.registry import all_games as all_games
    from wd_env.registry import get_game as get_game
    from wd_env.spec.view import View as View
    from wd_env.table.game_table import Table as Table
    from wd_env.table.play_out import play_out as play_out
    from wd_env.table.saved_table import replay_record as replay_record
    from wd_env.table.saved_table import table_from_json as table_from_json

# No `__all__`: `help(wd_env)` would print every class in full.
__getattr__, __dir__, _ = lazy_exports(
    __name__,
    {
        "Agent": "wd_env.agents.agent",
        "Batch": "wd_env.batch.batch",
        "CheckpointError": "wd_env.errors",
        "ConfigError": "wd_env.errors",
        "DataError": "wd_env.errors",
        "IllegalAction": "wd_env.errors",
        "StateError": "wd_env.errors",
        "Table": "wd_env.table.game_table",
        "View": "wd_env.spec.view",
        "WdError": "wd_env.errors",
        "WrongSeat": "wd_env.errors",
        "all_games": "wd_env.registry",
        "bots_for": "wd_env.agents.agent_registry",
        "domination_v0": "wd_env.domination_v0",
        "get_game": "wd_env.registry",
        "make_bot": "wd_env.agents.agent_registry",
        "play_match": "wd_env.evaluation.matches.match",
        "play_out": "wd_env.table.play_out",
        "position": "wd_env.games.world_dominance.position",
        "replay_record": "wd_env.table.saved_table",
        "superpowers_v0": "wd_env.superpowers_v0",
        "table_from_json": "wd_env.table.saved_table",
        "world_dominance_v0": "wd_env.world_dominance_v0",
    },
    {"Batch": "numba", "play_match": "numba"},
)

after_import("gymnasium", "wd_env.envs.registration:register_with_gymnasium")
after_import("pettingzoo", "wd_env.envs.registration:register_with_pettingzoo")
