"""World Dominance, version 0: the PettingZoo name.

    env = world_dominance_v0.env(num_players=4)

The version grows whenever rules, observations, actions or rewards change, so that results stay comparable.
"""

from typing import Any

from wd_env.faces.aec import wrapped
from wd_env.faces.world_dominance import raw_env

__all__ = ["env", "raw_env"]


def env(num_players: int = 4, variant: str = "five_card", render_mode: str | None = None, **options: Any) -> Any:
    """World Dominance as an AEC environment in PettingZoo's customary wrappers.

    `num_players` 2 to 5; `variant` one of `wd_env.world_dominance.variants.VARIANTS`; `render_mode` None, "ansi",
    "rgb_array" or "human"; `options` are those of `wd_env.world_dominance.config.Config` (`max_turns`, `last_player`,
    data files ...), weights of shaping terms as `shaping_soldiers`, and a `quizmaster` for `knowledge_model="quiz"`.
    ConfigError or DataError names an option that cannot be.
    """
    return wrapped(raw_env(num_players=num_players, variant=variant, render_mode=render_mode, **options))
