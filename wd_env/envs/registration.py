"""The games of the catalogue in the registries of PettingZoo and Gymnasium."""

import gymnasium
import pettingzoo

from wd_env.registry import GAMES, GameEntry


def register(entry: GameEntry) -> None:
    """Make `pettingzoo.make("aec", row.aec_id)` and `gymnasium.make(row.gymnasium_id)` work; repeating it is fine.

    PettingZoo before 1.27 has no registry; there the modules of `wd_env` and `make_aec_env` make the environment.
    """
    if entry.gymnasium_id in gymnasium.registry:
        return
    if hasattr(pettingzoo, "register"):  # from 1.27 on
        pettingzoo.register(
            "aec", entry.aec_id, entry_point="wd_env.envs.aec_env:make_aec_env", kwargs={"game": entry.name}
        )
    gymnasium.register(
        entry.gymnasium_id,
        entry_point="wd_env.envs.gymnasium_env:SingleAgentEnv",
        vector_entry_point="wd_env.envs.vector.gymnasium_vector_env:GameVectorEnv",
        kwargs={"game": entry.name},
    )


def register_all() -> None:
    """Register every game of the catalogue that has names there."""
    for row in GAMES.values():
        if row.aec_id and row.gymnasium_id:
            register(row)
