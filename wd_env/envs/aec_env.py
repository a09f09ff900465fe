"""The PettingZoo face: an AEC environment over one table, for any game."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from wd_env.envs.aec_display import DisplayMixin
from wd_env.envs.call_order import ResetNeeded
from wd_env.envs.env_rendering import RENDER_MODES, check_render_mode, render_modes
from wd_env.envs.keyword_checks import check_keywords
from wd_env.envs.opponents import (
    bots_by_player,
    check_opponents,
    make_named_bot,
    play_bots,
    restore_generators,
    seed_named_bots,
)
from wd_env.envs.reset_options import STATE, check_reset_options, load_start_table
from wd_env.envs.spaces import action_discrete, masked_observation, observation_box
from wd_env.envs.vector.step_rewards import step_rewards
from wd_env.errors import ConfigError, IllegalAction, WrongSeat
from wd_env.registry import DEFAULT_GAME, GameEntry, get_game
from wd_env.seeding import check_seed
from wd_env.spec.rewards import RewardShaping, split_weights
from wd_env.table.game_table import Table
from wd_env.text.game_text import Presenter

Observation = dict[str, NDArray[np.int8]]

RESET_OPTIONS = (STATE, "options")  # the second means nothing: PettingZoo's own test hands it over
GAME_ATTRIBUTES = (
    "rewards",
    "terminations",
    "truncations",
    "infos",
    "agent_selection",
    "_cumulative_rewards",
    "seed_and_episode",
)


class AECGameEnv(DisplayMixin, AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # AECEnv ships no types
    """One table as a PettingZoo AEC environment; a game derives from it and says how it is shown.

    Agents are `player_0` .. `player_{n-1}` in clockwise order, without the players of `bots`: a dict by name or number
    of bots or their names (see `agents.roster.make_bot`), which answer inside, at once; `reset(seed=...)` seeds those
    given by name. What a bot's answer brings an agent is part of the rewards of the step before.

    A player who has several seats is selected for each of them, and sees the table from the one that is asked, else
    from the player's own. A player who is out stays among the agents, dormant: never selected, mask all 0,
    `infos[agent]["in_play"]` False, and may be brought back.
    All agents terminate together when the game ends, or are truncated together at its turn limit.

    `options` are those of the game, and a weight `shaping_<term>` for each of its terms (see `RewardShaping`). Before
    the first reset there is no game: whatever needs one raises ResetNeeded.

    `copy.deepcopy` and pickle give the game in hand, with its random stream: it goes on as this one does, in another
    process too. A window stays behind.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": [*RENDER_MODES],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        render_mode: str | None = None,
        bots: Mapping[int | str, Any] | None = None,
        **options: Any,
    ) -> None:
        AECEnv.__init__(self)
        self.options, weights = split_weights(options)
        with check_keywords():
            self.table = self.new_table(self.options, seed=0, episode=0)
        modes = render_modes(self.presenter)
        self.metadata = {**self.metadata, "render_modes": modes}  # type: ignore[misc]  # each game has its own
        self.render_mode = check_render_mode(render_mode, modes)
        self.shaping = RewardShaping.of(self.table.game.shaping_terms, **weights)
        self._names = [f"player_{player}" for player in range(self.table.players)]
        self._make_bots({} if bots is None else bots)
        self._players = {agent: player for player, agent in enumerate(self._names) if player not in self.bots}
        self.possible_agents = list(self._players)
        self.agents: list[str] = []
        self._seed: int | None = None
        self._episode = 0
        self._observation_space = masked_observation(self.table.game)
        self._action_space = action_discrete(self.table.game)
        views = observation_box(self.table.game)
        self.state_space = spaces.Box(
            np.tile(views.low, len(self.possible_agents)), np.tile(views.high, len(self.possible_agents)), dtype=np.int8
        )

    def _make_bots(self, bots: Any) -> None:
        """Make the bots by player; ConfigError for what is none, and where no agent is left."""
        everybody = range(self.table.players)
        self._bot_specs = bots_by_player(
            "bots", bots, everybody, self._names
        )  # as given: named ones begin again with a seed
        if len(self._bot_specs) == len(everybody):
            raise ConfigError(f"bots has one for each of {len(everybody)} players; allowed are fewer")
        self.bots: dict[int, Any] = {}
        for player, bot in self._bot_specs.items():
            made = make_named_bot(bot, self.table.game, 0, player) if isinstance(bot, str) else bot
            check_opponents({player: made}, "choose")
            self.bots[player] = made

    @abstractmethod
    def new_table(self, options: dict[str, Any], seed: int, episode: int) -> Table:
        """Make a table of this game; ConfigError or DataError for options that cannot be."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return a Dict of `observation` and `action_mask`, the same for every agent."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return a Discrete over the actions, the same for every agent."""
        return self._action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; a seed fixes its chance outcomes, and without one each reset has a stream of its own.

        It begins at the `state` among the options, if there is one: a table, a record or JSON data (see `table_of`)
        of the configuration that this environment has; chance outcomes follow from the seed. ConfigError or StateError
        for seeds, options and states that cannot be; then the game in hand goes on.
        """
        self.start_game(seed, options)
        self.show()

    def start_game(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Do as `reset`, and show nothing yet."""
        seed = None if seed is None else check_seed(seed)
        start = check_reset_options(options, RESET_OPTIONS).get(STATE)
        if seed is not None or self._seed is None:
            stream = check_seed(seed), 0
        else:
            stream = self._seed, self._episode + 1
        table = self.new_table(self.options, *stream)
        if start is not None:
            table.load_position(load_start_table(start, table))
        table.prefer_compiled()
        paid = [0.0] * table.players
        with restore_generators(self.bots, self._bot_specs):
            if seed is not None:
                seed_named_bots(self.bots, self._bot_specs, seed)
            self._play_bots(table, paid)
        self.table, (self._seed, self._episode) = table, stream
        self.agents = self.possible_agents[:]
        self.rewards = {agent: paid[self._players[agent]] for agent in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._update_infos()
        if self.table.is_terminal:  # by the chance outcome that was open in the state, or by bots
            self._end_episode()
        else:
            self.agent_selection = self._names[self.table.player]

    def _play_bots(self, table: Table, rewards: list[float]) -> None:
        if self.bots:
            play_bots(table, self.shaping, self.bots.get, rewards)

    def __getattr__(self, name: str) -> Any:
        """What only a game has; ResetNeeded, which is an AttributeError too, before there is one."""
        if name in GAME_ATTRIBUTES:
            raise ResetNeeded.before(name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def require_reset(self, call: str) -> None:
        """Raise ResetNeeded before the first reset."""
        if self._seed is None:
            raise ResetNeeded.before(call)

    def _check_agents(self, call: str) -> None:
        self.require_reset(call)
        if not self.agents:
            raise ResetNeeded.after_end(call)

    @property
    def seed_and_episode(self) -> tuple[int, int]:
        """Return the seed of the game and the number of earlier games with it; ResetNeeded before the first."""
        self.require_reset("seed_and_episode")
        assert self._seed is not None
        return self._seed, self._episode

    def _update_infos(self) -> None:
        there = self.table.in_game()
        self.infos = {agent: {"in_play": there[self._players[agent]]} for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        """Return `observation` int8[size] of the agent and `action_mask` int8[actions], all 0 unless it is to act."""
        self.require_reset("observe")
        mask = self.table.mask_array() if self._is_to_act(agent) else np.zeros(len(self.table.game.actions), np.int8)
        return {"observation": self.table.observe_array(self._seat_of(agent)), "action_mask": mask}

    def _seat_of(self, agent: str) -> int:
        """The seat from which an agent sees the table: the one that is asked, else the player's own."""
        player = self._player_of(agent)
        return self.table.seat if self.table.current_player == player else self.table.home_seat(player)

    def _is_to_act(self, agent: str) -> bool:
        return self.table.current_player == self._player_of(agent) and self._is_active(agent)

    def _player_of(self, agent: str) -> int:
        if agent not in self._players:
            raise WrongSeat(f"{agent!r} is nobody in this game; allowed are {', '.join(self.possible_agents)}")
        return self._players[agent]

    def _is_active(self, agent: str) -> bool:
        """A wrapper may have ended the game while the table is still open."""
        return agent in self.agents and not (self.terminations[agent] or self.truncations[agent])

    def state(self) -> NDArray[np.int8]:
        """Return the observations of all players in a row, with everybody's secrets, for a centralised critic."""
        self.require_reset("state")
        return np.concatenate([self.observe(agent)["observation"] for agent in self.possible_agents])

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, reward since its last action, termination, truncation and info of `agent_selection`."""
        self._check_agents("last")
        told: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return told

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Iterate over the agents in the order in which they are selected."""
        self.require_reset("agent_iter")
        return super().agent_iter(max_iter)

    _potentials_before: list[int]  # standings before the answer that is being carried out

    def step(self, action: int | None) -> None:
        """Act for `agent_selection`; IllegalAction, with nothing changed, for an illegal action."""
        self._check_agents("step")
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"None is no answer of {self.agent_selection}, who is in the game")
        agent = self.agent_selection
        self._play_action(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self._finish_step()

    def act_out_of_turn(self, agent: str, action: int) -> None:
        """Act for an agent that is not selected: WrongSeat, or a penalty where the rules say so (`punishes`)."""
        self._check_agents("act_out_of_turn")
        self._play_action(agent, action)
        self._finish_step()

    def _play_action(self, agent: str, action: int) -> None:
        self._potentials_before = [] if self.shaping.is_off else self.table.potentials()
        self.table.play(action, seat=self.table.seat_of(self._player_of(agent)))

    def _finish_step(self) -> None:
        """Rewards, who is selected, and the end."""
        rewards = step_rewards(self.table, self._potentials_before, self.shaping)
        self._play_bots(self.table, rewards)
        self.rewards = {agent: rewards[self._players[agent]] for agent in self.agents}
        self._update_infos()
        if self.table.is_terminal:
            self._end_episode()
        else:
            self.agent_selection = self._names[self.table.player]
        if any(rewards):
            self._accumulate_rewards()
        self.show()

    def _end_episode(self) -> None:
        ended = dict.fromkeys(self.agents, True)
        if self.table.is_truncated:
            self.truncations = ended
        else:
            self.terminations = ended
        self.agent_selection = self.agents[0]


class RegisteredAECEnv(AECGameEnv):
    """Any game of the catalogue, by its row or name, as a PettingZoo AEC environment without wrappers."""

    def __init__(
        self,
        game: GameEntry | str = DEFAULT_GAME,
        render_mode: str | None = None,
        bots: Mapping[int | str, Any] | None = None,
        **options: Any,
    ) -> None:
        self.entry = game if isinstance(game, GameEntry) else get_game(game)
        self.metadata = {  # type: ignore[misc]  # each game has its own name there
            **AECGameEnv.metadata,
            "name": f"{self.entry.name}_v{self.entry.game.version}",
        }
        super().__init__(render_mode, bots, **options)

    @property
    def presenter(self) -> Presenter:
        """Return how the row of the game says that it is told and drawn."""
        return self.entry.presenter

    def new_table(self, options: dict[str, Any], seed: int, episode: int) -> Table:
        """Make a table at its beginning; ConfigError or DataError for options that cannot be."""
        return self.entry.new_table(
            self.entry.config(**{**self.entry.env_options, **options}), seed=seed, episode=episode
        )


def make_raw_aec_env(game: GameEntry | str = DEFAULT_GAME, **arguments: Any) -> AECGameEnv:
    """Make the PettingZoo environment of a game without wrappers: its own, or else a `RegisteredAECEnv`."""
    row = game if isinstance(game, GameEntry) else get_game(game)
    if not row.raw_env:
        return RegisteredAECEnv(row, **arguments)
    made: AECGameEnv = row.load("raw_env")(**arguments)
    return made


def wrap_env(raw: AECGameEnv) -> Any:
    """Wrap as PettingZoo's classic games do: an illegal action ends the game at the offender's cost.

    Where the rules of the game punish illegal actions themselves, they do.
    """
    env: Any = raw if raw.table.penalizes_violations else wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


def make_aec_env(game: GameEntry | str = DEFAULT_GAME, **arguments: Any) -> Any:
    """Make the PettingZoo environment of a game in PettingZoo's customary wrappers."""
    return wrap_env(make_raw_aec_env(game, **arguments))
