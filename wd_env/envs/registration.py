"""The games of the catalogue in the registries of PettingZoo and Gymnasium."""

import gymnasium
import pettingzoo

from wd_env.registry import GAMES, Game


def register(row: Game) -> None:
    """Make `pettingzoo.make("aec", row.aec_id)` and `gymnasium.make(row.gymnasium_id)` work; repeating it is fine.

    PettingZoo before 1.27 has no registry; there the modules of `wd_env` and `env_of` make the environment.
    """
    if row.gymnasium_id in gymnasium.registry:
        return
    if hasattr(pettingzoo, "register"):  # from 1.27 on
        pettingzoo.register("aec", row.aec_id, entry_point="wd_env.envs.aec_env:env_of", kwargs={"game": row.name})
    gymnasium.register(
        row.gymnasium_id,
        entry_point="wd_env.envs.gymnasium_env:SingleEnv",
        vector_entry_point="wd_env.envs.vector.gymnasium_vector_env:ManyEnv",
        kwargs={"game": row.name},
    )


def register_all() -> None:
    """Register every game of the catalogue that has names there."""
    for row in GAMES.values():
        if row.aec_id and row.gymnasium_id:
            register(row)
