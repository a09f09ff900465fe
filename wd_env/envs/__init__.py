"""Environment APIs: PettingZoo, Gymnasium, Stable-Baselines3 and OpenSpiel."""

from typing import TYPE_CHECKING

from wd_env.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from wd_env.envs.aec_env import AECGameEnv as AECGameEnv
    from wd_env.envs.gymnasium_env import SingleAgentEnv as SingleAgentEnv
    from wd_env.envs.registered_env import make_aec_env as make_aec_env
    from wd_env.envs.registered_env import make_raw_aec_env as make_raw_aec_env
    from wd_env.envs.selfplay_env import SelfPlayEnv as SelfPlayEnv
    from wd_env.envs.selfplay_env import make_batch_env as make_batch_env
    from wd_env.envs.vector.episode_stats import EpisodeStats as EpisodeStats
    from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv as GameVectorEnv
    from wd_env.envs.vector.lineup import all_learn as all_learn
    from wd_env.envs.vector.multi_seat import MultiSeatEnv as MultiSeatEnv
    from wd_env.envs.vector.sb3_vec_env import MultiSeatVecEnv as MultiSeatVecEnv

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "AECGameEnv": "wd_env.envs.aec_env",
        "EpisodeStats": "wd_env.envs.vector.episode_stats",
        "GameVectorEnv": "wd_env.envs.vector.gymnasium_vector_env",
        "MultiSeatEnv": "wd_env.envs.vector.multi_seat",
        "MultiSeatVecEnv": "wd_env.envs.vector.sb3_vec_env",
        "SelfPlayEnv": "wd_env.envs.selfplay_env",
        "SingleAgentEnv": "wd_env.envs.gymnasium_env",
        "all_learn": "wd_env.envs.vector.lineup",
        "make_aec_env": "wd_env.envs.registered_env",
        "make_batch_env": "wd_env.envs.selfplay_env",
        "make_raw_aec_env": "wd_env.envs.registered_env",
    },
)
