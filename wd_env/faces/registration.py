"""Our games in the registries of PettingZoo and Gymnasium."""

import gymnasium
import pettingzoo

AEC_ID = "wd_env/world_dominance-v0"
GYMNASIUM_ID = "WorldDominance-v0"


def register() -> None:
    """Make `pettingzoo.make("aec", AEC_ID)` and `gymnasium.make(GYMNASIUM_ID)` work; again and again is fine."""
    if GYMNASIUM_ID in gymnasium.registry:
        return
    pettingzoo.register("aec", AEC_ID, entry_point="wd_env.world_dominance_v0:env")
    gymnasium.register(
        GYMNASIUM_ID,
        entry_point="wd_env.faces.single:WorldDominanceSingle",
        vector_entry_point="wd_env.faces.vector:WorldDominanceVector",
    )
