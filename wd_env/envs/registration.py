"""Registration of the catalogue with PettingZoo and Gymnasium.

They make `pettingzoo.make("aec", entry.aec_id)` and `gymnasium.make(entry.gymnasium_id)` work. Repeating a registration
changes nothing. PettingZoo before 1.27 has no registry.
"""

from wd_env.registry import GAMES, GameEntry


def register_with_gymnasium() -> None:
    """Register every game that has an id in both registries with Gymnasium."""
    for entry in _entries():
        _register_with_gymnasium(entry)


def register_with_pettingzoo() -> None:
    """Register every game that has an id in both registries with PettingZoo."""
    for entry in _entries():
        _register_with_pettingzoo(entry)


def _entries() -> list[GameEntry]:
    return [entry for entry in GAMES.values() if entry.aec_id and entry.gymnasium_id]


def _register_with_gymnasium(entry: GameEntry) -> None:
    import gymnasium

    if entry.gymnasium_id not in gymnasium.registry:
        gymnasium.register(
            entry.gymnasium_id,
            entry_point="wd_env.envs.gymnasium_env:SingleAgentEnv",
            vector_entry_point="wd_env.envs.vector.gymnasium_vector_env:GameVectorEnv",
            kwargs={"game": entry.name},
        )


def _register_with_pettingzoo(entry: GameEntry) -> None:
    import pettingzoo

    if hasattr(pettingzoo, "register") and entry.aec_id not in pettingzoo.aec_registry:
        pettingzoo.register(
            "aec", entry.aec_id, entry_point="wd_env.envs.registered_env:make_aec_env", kwargs={"game": entry.name}
        )
