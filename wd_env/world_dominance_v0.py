"""World Dominance, version 0.

| Import             | `from wd_env import world_dominance_v0`                              |
|--------------------|----------------------------------------------------------------------|
| Actions            | Discrete                                                             |
| Parallel API       | No                                                                   |
| Manual Control     | No                                                                   |
| Agents             | `agents = ['player_0', 'player_1', 'player_2', 'player_3']`, 2 to 5   |
| Agents             | 4                                                                    |
| Action Shape       | Discrete(226)                                                        |
| Action Values      | Discrete(226)                                                        |
| Observation Shape  | (1592,)                                                              |
| Observation Values | [0, 127]                                                             |

World Dominance is a board game of soldiers, continents, bluff and chance. The players hold soldiers and Continent
Cards and move a piece each clockwise round a ring of spaces. On a Continent Space a player draws a card and pays its
price in soldiers, passes, or crosses to the opposite continent. Other spaces give or take cards and soldiers by dice,
by Manoeuvre Cards, by a bluff or by a question. A player without soldiers is out, and may once be brought back. The
first player who holds a set of cards (`variant` says which) and a soldier wins.

### Observation Space

Each observation is a dict. `observation` is int8[1592]: the table as seen by the agent's seat, with this seat first and
without hidden information. `action_mask` is int8[226]: 1 for each legal action of the agent to move, and all 0 for the
other agents.

### Action Space

The actions are the choices of the rule book (`roll`, `card Spain`, `name +1`). `env.unwrapped.table.game.actions`
lists their texts, and `env.unwrapped.legal_texts()` lists the legal ones. Other players are named by their offset
clockwise. If an agent takes an illegal action, `env` ends the game with reward -1 for that agent, and `raw_env` raises
IllegalAction.

### Rewards

| Event                          | Winner | Others     |
|--------------------------------|--------|------------|
| a player wins                  | +1     | -1/(n - 1) |
| the game is truncated (`max_turns`) | 0 | 0          |

n is the number of players. The reward of every other step is 0. `shaping_soldiers` and `shaping_set_progress` are
weights of shaping terms; both are 0 by default.

### Arguments

* `num_players=4` (an integer from 2 to 5): Number of players; some variants allow fewer.
* `variant='five_card'` (five_card, multi_five, ten_card, two_set, three_set, four_set, ally): The variant; `five_card`
  is the short base game.
* `sets_to_win=None` (an integer from 1 to 4 or None): Number of sets of different continents that win: 2 or 3 in
  `multi_five`; None: by the variant.
* `start_soldiers=None` (an integer from 1 to 50 or None): Soldiers with which each player starts; None: by the variant.
* `max_turns=None` (an integer from 1 to 2147483646 or None): Number of turns after which the game is truncated; None:
  no limit.
* `last_player='last_survivor_wins'` (stalemate, last_survivor_wins, play_on): What happens when one player is left: no
  winner, a win, or play until a set is complete.
* `illegal_action='error'` (error, misdemeanour, eject): What an illegal action is: an `error`, a `misdemeanour`, or
  cheating, which `eject`s.
* `board='ring24'` (ring24, ring30, the path of a file): A ring of 24 or 30 spaces, or a custom board file.

All other options are listed in `wd_env/games/world_dominance/SPEC.md`. `render_mode` is None, "ansi", "rgb_array" or
"human". `bots={"player_1": "scripted"}` has a bot play for a player, who is then not an agent. With
`observations="scaled"` observations are float32, each number divided by the bound of its feature. With `flat=True` an
observation is the numbers alone, and the action mask is in the info. `parallel_env` has the action `no_op` for agents
who are not to move.

### Version History

* v0: Initial version. The version grows when rules, observations, actions or rewards change.

"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from pettingzoo import AECEnv

from wd_env.envs.aec_env import Observation
from wd_env.envs.games.world_dominance_env import raw_env
from wd_env.envs.registered_env import wrap_env
from wd_env.games.world_dominance.option_types import WorldDominanceOptions

if TYPE_CHECKING:
    from wd_env.envs.parallel_env import ParallelGameEnv
    from wd_env.envs.selfplay_env import SelfPlayEnv

__all__ = ["batch_env", "env", "parallel_env", "raw_env"]


def env(
    num_players: int = 4, render_mode: str | None = None, **options: Unpack[WorldDominanceOptions]
) -> "AECEnv[str, Observation, int | None]":
    """Create World Dominance as an AEC environment with PettingZoo's usual wrappers.

    Args:
        num_players: Number of players, 2 to 5.
        render_mode: None, "ansi", "rgb_array" or "human".
        **options: Options of `wd_env.games.world_dominance.config.Config` (`max_turns`, `last_player`, data files ...),
            weights of shaping terms such as `shaping_soldiers`, a `quizmaster` for `knowledge_model="quiz"`, and
            `bots={"player_1": "scripted"}` for players who are not agents.

    Raises:
        ConfigError: If an option or the number of players is invalid.
        DataError: If a data file is invalid.
    """
    return wrap_env(raw_env(num_players=num_players, render_mode=render_mode, **options))


def parallel_env(
    num_players: int = 4, render_mode: str | None = None, **options: Unpack[WorldDominanceOptions]
) -> "ParallelGameEnv":
    """Create World Dominance as a parallel environment, in which agents who are not to move have one action, `no_op`.

    Args:
        num_players: Number of players.
        render_mode: None, "ansi", "rgb_array" or "human".
        **options: Options of `env`.

    Raises:
        ConfigError: If an argument is invalid.
    """
    from wd_env.envs.parallel_env import make_parallel_env

    return make_parallel_env("world_dominance", num_players=num_players, render_mode=render_mode, **options)


def batch_env(
    num_games: int,
    num_players: int | Sequence[int] = 4,
    *,
    include_forced: bool = True,
    threads: int = 1,
    **options: Unpack[WorldDominanceOptions],
) -> "SelfPlayEnv":
    """Create many games in one environment for self-play, with the names of the AEC environment; see `SelfPlayEnv`.

    It needs the extra `fast`.

    Args:
        num_games: Number of games.
        num_players: Number of players, or a list of numbers through which the games cycle.
        include_forced: If False, an action is taken automatically when it is the only legal one.
        threads: Number of threads.
        **options: Options of `env`.

    Raises:
        ConfigError: If an argument is invalid.
        MissingExtra: If the extra `fast` is not installed.
    """
    from wd_env.envs.selfplay_env import make_batch_env

    return make_batch_env(
        "world_dominance", num_games, num_players, threads, {**options}, include_forced=include_forced
    )
