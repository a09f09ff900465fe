"""Domination, version 0.

| Import             | `from wd_env import domination_v0`                          |
|--------------------|-------------------------------------------------------------|
| Actions            | Discrete                                                    |
| Parallel API       | No                                                          |
| Manual Control     | No                                                          |
| Agents             | `agents = ['player_0', 'player_1', 'player_2']`, 2 to 6      |
| Agents             | 3                                                           |
| Action Shape       | Discrete(69)                                                |
| Action Values      | Discrete(69)                                                |
| Observation Shape  | (837,)                                                      |
| Observation Values | [0, 127]                                                    |

Domination is a game of armies on any map of the community's format. In a turn a player may trade a set of three cards
for armies, places new armies, attacks across borders as often as it likes, moves armies once between two neighbouring
countries that it holds, and draws a card if it has captured a country. In a battle both sides throw dice, which are
compared from the highest down; the defender wins ties. A player who loses the last country is out, and the captor takes
the hand. `game_type` decides what wins: all countries, all capitals, or a secret mission.

### Observation Space

Each observation is a dict. `observation` is int8[837]: the table as seen by the agent's seat, with this seat first and
without hidden information. `action_mask` is int8[69]: 1 for each legal action of the agent to move, and all 0 for the
other agents. These are the sizes for the classic map. They depend on the numbers of countries, groups and cards of the
map; with `capacity`, all maps up to a size have the same sizes.

### Action Space

The actions name a country, a number of dice or an amount of armies. `env.unwrapped.table.game.actions` lists their
texts, and `env.unwrapped.legal_texts()` lists the legal ones. If an agent takes an illegal action, `env` ends the game
with reward -1 for that agent, and `raw_env` raises IllegalAction.

### Rewards

| Event                          | Winner | Others     |
|--------------------------------|--------|------------|
| a player wins                   | +1     | -1/(n - 1) |
| the game is truncated (`max_rounds`) | 0 | 0         |

n is the number of players. The reward of every other step is 0. With `reward="rank"` the final rewards range from 1 for
the first rank to -1 for the last, also if the game is truncated. `shaping_countries` is the weight of a shaping term,
0 by default.

### Arguments

* `num_players=3` (an integer from 2 to 6): Number of seats, one player each.
* `map='classic'` (classic, the path of a file): The map: a bundled one, or a map file.
* `cards=None` (generated, the path of a file or None): Deck file that replaces the deck of the
  map, or `generated`.
* `game_type='domination'` (domination, capital, mission): Goal of the game: all countries, all capitals, or a secret
  mission for each player.
* `card_values='increasing'` (increasing, fixed, italian): Values of card sets.
* `auto_place='all'` (none, countries, all): What is dealt at random at the start: nothing, the countries, or all armies
  too.
* `max_rounds=10` (an integer from 1 to 30000 or None): Number of rounds after which the game ends; None for no limit,
  not allowed if seats may get no armies.
* `at_limit='most_countries'` (cut, most_countries): Result after `max_rounds`: truncated without a winner, or a win for
  most countries.
* `reward='win'` (win, rank): Final rewards: for a win, or by the rank of each player, also if the game is truncated.
* `encoding='compact'` (compact, edge): Whether attacks and moves name origin and target in two actions, or a border in
  one.
* `capacity=None` (an integer from 2 to 256 or None): Countries for which sizes are fixed, so that maps can share a
  batch (limits: SPEC.md); None: those of the map.

All other options are listed in `wd_env/games/domination/SPEC.md`, and the defaults of tables, which are the full game:
`auto_place="none", max_rounds=300, at_limit="cut"`. `render_mode` is None, "ansi", "rgb_array" or "human".
`bots={"player_1": "random"}` has a bot play for a player, who is then not an agent. With `observations="scaled"`
observations are float32, each number divided by the bound of its feature. With `flat=True` an observation is the
numbers alone, and the action mask is in the info. `parallel_env` has the action `no_op` for agents who are not to move.

### Version History

* v0: Initial version. The version grows when rules, observations, actions or rewards change.

"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from pettingzoo import AECEnv

from wd_env.envs.aec_env import Observation
from wd_env.envs.games.domination_env import raw_env
from wd_env.envs.registered_env import wrap_env
from wd_env.games.domination.option_types import DominationOptions

if TYPE_CHECKING:
    from wd_env.envs.parallel_env import ParallelGameEnv
    from wd_env.envs.selfplay_env import SelfPlayEnv

__all__ = ["batch_env", "env", "parallel_env", "raw_env"]


def env(
    num_players: int = 3, render_mode: str | None = None, **options: Unpack[DominationOptions]
) -> "AECEnv[str, Observation, int | None]":
    """Create Domination as an AEC environment with PettingZoo's usual wrappers.

    By default, all armies are dealt, and after 10 rounds the player with the most countries wins.
    `auto_place="none", max_rounds=300, at_limit="cut"` is the full game.

    Args:
        num_players: Number of players, 2 to 6.
        render_mode: None, "ansi", "rgb_array" or "human".
        **options: Options of `wd_env.games.domination.config.Config` (`map`, `game_type`, `max_rounds` ...), weights of
            shaping terms such as `shaping_countries`, and `bots={"player_1": "random"}` for players who are not agents.

    Raises:
        ConfigError: If an option or the number of players is invalid.
        DataError: If a map or card file is invalid.
    """
    return wrap_env(raw_env(num_players=num_players, render_mode=render_mode, **options))


def parallel_env(
    num_players: int = 3, render_mode: str | None = None, **options: Unpack[DominationOptions]
) -> "ParallelGameEnv":
    """Create Domination as a parallel environment, in which agents who are not to move have one action, `no_op`.

    Args:
        num_players: Number of players.
        render_mode: None, "ansi", "rgb_array" or "human".
        **options: Options of `env`.

    Raises:
        ConfigError: If an argument is invalid.
    """
    from wd_env.envs.parallel_env import make_parallel_env

    return make_parallel_env("domination", num_players=num_players, render_mode=render_mode, **options)


def batch_env(
    num_games: int,
    num_players: int | Sequence[int] = 3,
    *,
    include_forced: bool = True,
    threads: int = 1,
    **options: Unpack[DominationOptions],
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

    return make_batch_env("domination", num_games, num_players, threads, {**options}, include_forced=include_forced)
