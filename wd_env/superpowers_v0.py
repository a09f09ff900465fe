"""Superpowers, version 0.

| Import             | `from wd_env import superpowers_v0`                         |
|--------------------|-------------------------------------------------------------|
| Actions            | Discrete                                                    |
| Parallel API       | No                                                          |
| Manual Control     | No                                                          |
| Agents             | `agents = ['player_0', 'player_1', 'player_2', 'player_3']`, 2 to 8 |
| Agents             | 4                                                           |
| Action Shape       | Discrete(247)                                               |
| Action Values      | Discrete(247)                                               |
| Observation Shape  | (8157,)                                                     |
| Observation Values | [0, 127]                                                    |

Superpowers is a game of armies, fleets and aircraft on a map of 79 lands and 66 sea zones. Eight powers have a capital
each; a power without a player is neutral. In a turn a power buys units, attacks as often as it likes, lands its
aircraft, moves what has not fought, places what it bought, and collects income. In a battle each unit hits with its own
number on a die, round after round, until the attacker has won, has lost or retreats. A team that holds five of the
eight capitals for a full round wins. `ruleset="advanced"` adds artillery, air defence, paratroopers, raids, treaties,
technologies and super battleships.

A seat is a power. At a table of two each player has two powers; at a table of three, player 0 has two powers, and the
other two players are allied. `teams` allies players for the whole game, and allied players win together.

### Observation Space

Each observation is a dict. `observation` is int8[8157]: the table as seen by the agent's seat, with this seat first.
Nothing is hidden in this game. `action_mask` is int8[247]: 1 for each legal action of the agent to move, and all 0 for
the other agents.

### Action Space

An order is given in several actions: a space, the units as one, half or all of a kind, and a second space. An order can
be ended after any prefix, and an order that has begun can always be completed. `env.unwrapped.table.game.actions` lists
the texts of the actions, and `env.unwrapped.legal_texts()` lists the legal ones. If an agent takes an illegal action,
`env` ends the game with reward -1 for that agent, and `raw_env` raises IllegalAction.

### Rewards

| Event                          | Winner | Others     |
|--------------------------------|--------|------------|
| a team wins                     | +1     | -1         |
| the game is truncated (`max_rounds` with `at_limit="nobody"`) | 0 | 0 |

Every player of the team that wins is a winner, so rewards do not sum to 0. The reward of every other step is 0.
`shaping_capitals` is the weight of a shaping term, 0 by default.

### Arguments

* `num_players=4` (an integer from 2 to 8): Number of players. With two players each has two powers, with three
  one of them has two.
* `setup='deal'` (pick, deal): Whether players choose nations, ports and lands of three infantry units, or nations are
  dealt at random.
* `teams='alone'` (alone, two, or the players of each team such as 0,2/1,3): Teams for the whole game: `alone`, `two`,
  or the players of each team such as `0,2/1,3`.
* `encircle='auto'` (auto, ask, off): Whether encirclement is used whenever possible, only if the attacker chooses it,
  or never.
* `canal_permission='allies'` (allies, nobody, peace, ask): Who else may pass the canals of a power: allies, nobody,
  allies and peace partners, or allies and the powers that it permits before combat.
* `six_capitals=True` (True or False): Whether six capitals are needed to win if a team has five by round 7.
* `skip_forced=True` (True or False): Whether decisions with one legal action are made automatically within an order or
  a battle.
* `auto_casualties=True` (True or False): Whether losses are taken automatically: the cheapest unit first; an attacker
  keeps a ground unit to the end.
* `auto_land=True` (True or False): Whether planes automatically land at the nearest place.
* `auto_place=False` (True or False): Whether purchased units are automatically placed at the first possible place.
* `allow_surrender=False` (True or False): Whether a power may surrender.
* `max_rounds=10` (an integer from 1 to 4000 or None): Number of rounds after which the game ends; None for no limit.
* `at_limit='capitals'` (capitals, nobody): Who wins at `max_rounds`: the team with most capitals, then most
  production, or nobody.

All other options are listed in `wd_env/games/superpowers/SPEC.md`, and the defaults of tables, which are the full game:
`setup="pick", max_rounds=30, skip_forced=False, auto_casualties=False, auto_land=False`. `render_mode` is None, "ansi",
"rgb_array" or "human". `bots={"player_1": "random"}` has a bot play for a player, who is then not an agent. With
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
from wd_env.envs.games.superpowers_env import raw_env
from wd_env.envs.registered_env import wrap_env
from wd_env.games.superpowers.option_types import SuperpowersOptions

if TYPE_CHECKING:
    from wd_env.envs.parallel_env import ParallelGameEnv
    from wd_env.envs.selfplay_env import SelfPlayEnv

__all__ = ["batch_env", "env", "parallel_env", "raw_env"]


def env(
    num_players: int = 4, render_mode: str | None = None, **options: Unpack[SuperpowersOptions]
) -> "AECEnv[str, Observation, int | None]":
    """Create Superpowers as an AEC environment with PettingZoo's usual wrappers.

    By default, nations, ports and infantry are dealt, simple choices are made automatically, and the team with most
    capitals wins after 10 rounds.
    `setup="pick", max_rounds=30, skip_forced=False, auto_casualties=False, auto_land=False` is the full game.

    Args:
        num_players: Number of players, 2 to 8.
        render_mode: None, "ansi", "rgb_array" or "human".
        **options: Options of `wd_env.games.superpowers.config.Config` (`teams`, `setup`, `max_rounds` ...), weights of
            shaping terms such as `shaping_capitals`, and `bots={"player_1": "random"}` for players who are not agents.

    Raises:
        ConfigError: If an option or the number of players is invalid.
    """
    return wrap_env(raw_env(num_players=num_players, render_mode=render_mode, **options))


def parallel_env(
    num_players: int = 4, render_mode: str | None = None, **options: Unpack[SuperpowersOptions]
) -> "ParallelGameEnv":
    """Create Superpowers as a parallel environment, in which agents who are not to move have one action, `no_op`.

    Args:
        num_players: Number of players.
        render_mode: None, "ansi", "rgb_array" or "human".
        **options: Options of `env`.

    Raises:
        ConfigError: If an argument is invalid.
    """
    from wd_env.envs.parallel_env import make_parallel_env

    return make_parallel_env("superpowers", num_players=num_players, render_mode=render_mode, **options)


def batch_env(
    num_games: int,
    num_players: int | Sequence[int] = 4,
    *,
    include_forced: bool = True,
    threads: int = 1,
    **options: Unpack[SuperpowersOptions],
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

    return make_batch_env("superpowers", num_games, num_players, threads, {**options}, include_forced=include_forced)
