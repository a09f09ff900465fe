"""World Dominance, version 0: the PettingZoo name.

    env = world_dominance_v0.env(num_players=4)

The version grows whenever rules, observations, actions or rewards change, so that results stay comparable.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wd_env.faces.aec import wrapped
from wd_env.faces.world_dominance import raw_env

if TYPE_CHECKING:
    from wd_env.faces.selfplay import SelfPlay

__all__ = ["batch_env", "env", "raw_env"]


def env(num_players: int = 4, variant: str = "five_card", render_mode: str | None = None, **options: Any) -> Any:
    """World Dominance as an AEC environment in PettingZoo's customary wrappers.

    `num_players` 2 to 5; `variant` one of `wd_env.world_dominance.variants.VARIANTS`; `render_mode` None, "ansi",
    "rgb_array" or "human"; `options` are those of `wd_env.world_dominance.config.Config` (`max_turns`, `last_player`,
    data files ...), weights of shaping terms as `shaping_soldiers`, a `quizmaster` for `knowledge_model="quiz"`, and
    `bots={"player_1": "scripted"}` for players that are no agents.
    ConfigError or DataError names an option that cannot be.
    """
    return wrapped(raw_env(num_players=num_players, variant=variant, render_mode=render_mode, **options))


def batch_env(
    num_games: int,
    num_players: int | Sequence[int] = 4,
    *,
    asks_forced: bool = True,
    threads: int = 1,
    **options: Any,
) -> "SelfPlay":
    """Many games at once for self-play, in the words of the AEC environment; see `SelfPlay`.

    Games take the numbers of players in turn, where several are given. Without `asks_forced` answers to which there is
    no other are given by themselves. `options` are those of `env`. It needs the extra `fast`.
    """
    from wd_env.faces.games import make_batch
    from wd_env.faces.selfplay import SelfPlay
    from wd_env.world_dominance.game import GAME

    return SelfPlay(make_batch(GAME, num_games, num_players, threads, options), asks_forced=asks_forced)
