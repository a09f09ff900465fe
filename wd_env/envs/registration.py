"""Registration of the catalogue with PettingZoo and Gymnasium."""

import gymnasium
import pettingzoo

from wd_env.registry import GAMES, GameEntry


def register(entry: GameEntry) -> None:
    """Register a game for `pettingzoo.make("aec", entry.aec_id)` and `gymnasium.make(entry.gymnasium_id)`.

    A game that is registered already is skipped. PettingZoo before 1.27 has no registry; use `make_aec_env` there.
    """
    if entry.gymnasium_id in gymnasium.registry:
        return
    if hasattr(pettingzoo, "register"):  # PettingZoo 1.27 and later
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
    """Register every game of the catalogue that has environment ids."""
    for entry in GAMES.values():
        if entry.aec_id and entry.gymnasium_id:
            register(entry)
