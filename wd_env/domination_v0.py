"""Domination, version 0: the PettingZoo name.

    env = domination_v0.env(num_players=3)

The version grows whenever rules, observations, actions or rewards change, so that results stay comparable.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wd_env.faces.aec import wrapped
from wd_env.faces.domination import raw_env

if TYPE_CHECKING:
    from wd_env.faces.selfplay import SelfPlay

__all__ = ["batch_env", "env", "raw_env"]


def env(num_players: int = 3, render_mode: str | None = None, **options: Any) -> Any:
    """Domination as an AEC environment in PettingZoo's customary wrappers.

    `num_players` 2 to 6; `render_mode` None or "ansi"; `options` are those of `wd_env.domination.config.Config` (`map`,
    `game_type`, `card_values`, `max_rounds` ...), weights of shaping terms as `shaping_countries`, and
    `bots={"player_1": "random"}` for players that are no agents. ConfigError or DataError names one that cannot be.
    """
    return wrapped(raw_env(num_players=num_players, render_mode=render_mode, **options))


def batch_env(
    num_games: int,
    num_players: int | Sequence[int] = 3,
    *,
    asks_forced: bool = True,
    threads: int = 1,
    **options: Any,
) -> "SelfPlay":
    """Many games at once for self-play, in the words of the AEC environment; see `SelfPlay`.

    Games take the numbers of players in turn, where several are given. Without `asks_forced` answers to which there is
    no other are given by themselves. `options` are those of `env`. It needs the extra `fast`.
    """
    from wd_env.core.rewards import split_weights
    from wd_env.domination.config import Config
    from wd_env.domination.game import game_of
    from wd_env.faces.games import make_batch
    from wd_env.faces.selfplay import SelfPlay

    game = game_of(Config.of(**split_weights(options)[0]))
    return SelfPlay(make_batch(game, num_games, num_players, threads, options), asks_forced=asks_forced)
