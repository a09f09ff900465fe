"""A PettingZoo parallel environment, in which players who are not to move have one action that does nothing."""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from wd_env.envs.aec_env import AECGameEnv
from wd_env.envs.call_order import ResetNeeded
from wd_env.envs.registered_env import make_raw_aec_env
from wd_env.errors import ConfigError, IllegalAction
from wd_env.registry import DEFAULT_GAME, GameEntry

Arrays = dict[str, Any]


class ParallelGameEnv(ParallelEnv[str, Any, int]):  # type: ignore[misc]  # ParallelEnv ships no types
    """A game in which every agent acts in every step, for libraries that need it.

    The action space has one action more than the game, `no_op`. It is the only legal action of an agent who is not to
    move. All agents see their own observation in every step; the action mask shows who is to move.

    Args:
        raw: The environment of the game without wrappers, whose `reset`, `render` and `close` are used.
    """

    metadata: ClassVar[dict[str, Any]] = {**AECGameEnv.metadata, "is_parallelizable": True}

    def __init__(self, raw: AECGameEnv) -> None:
        self.aec_env = raw
        self.metadata = {**raw.metadata, "is_parallelizable": True}  # type: ignore[misc]  # each game has its own
        self.render_mode = raw.render_mode
        self.possible_agents = list(raw.possible_agents)
        self.no_op = len(raw.table.game.actions)
        self._action_space = spaces.Discrete(self.no_op + 1)
        space = raw.observation_space(self.possible_agents[0])
        self._observation_space = space
        if isinstance(space, spaces.Dict):
            mask = spaces.Box(0, 1, (self.no_op + 1,), np.int8)
            self._observation_space = spaces.Dict({"observation": space["observation"], "action_mask": mask})

    @property
    def agents(self) -> list[str]:
        """Return the agents of the current game, which stay until it ends."""
        return list(self.aec_env.agents) if self._is_running() else []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations, the same for every agent."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return a Discrete over the actions of the game and `no_op`, the same for every agent."""
        return self._action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Arrays, Arrays]:
        """Start a new game; the arguments and errors are those of the AEC environment."""
        self.aec_env.reset(seed, options)
        return self._observations(), self._infos()

    def step(self, actions: dict[str, int]) -> tuple[Arrays, Arrays, Arrays, Arrays, Arrays]:
        """Play the action of the agent to move.

        Args:
            actions: An action for each agent; `no_op` for those who are not to move.

        Returns:
            Observations, rewards, terminations, truncations and infos, each by agent.

        Raises:
            IllegalAction: If an agent has no action or an illegal one. The game is unchanged.
            ResetNeeded: If no game is running.
        """
        if not self._is_running():
            raise ResetNeeded.after_end("step")
        raw, acting_agent = self.aec_env, self.aec_env.agent_selection
        for agent in raw.agents:
            if agent not in actions:
                raise IllegalAction(f"actions: {agent} is missing; expected one action for each agent")
            if agent != acting_agent and actions[agent] != self.no_op:
                raise IllegalAction(f"{agent}: expected no_op ({self.no_op}), since {acting_agent} is to move")
        if actions[acting_agent] == self.no_op:
            raise IllegalAction(f"{acting_agent} is to move; expected an action below no_op ({self.no_op})")
        raw.step(actions[acting_agent])
        terminations, truncations = dict(raw.terminations), dict(raw.truncations)
        return self._observations(), dict(raw.rewards), terminations, truncations, self._infos()

    def state(self) -> NDArray[Any]:
        """Return the observations of all agents in a row."""
        return self.aec_env.state()

    def render(self) -> Any:
        """Render as the AEC environment does."""
        return self.aec_env.render()

    def close(self) -> None:
        """Close the AEC environment."""
        self.aec_env.close()

    def _is_running(self) -> bool:
        raw = self.aec_env
        return bool(raw.agents) and not any(raw.terminations.values()) and not any(raw.truncations.values())

    def _observations(self) -> Arrays:
        observations = {agent: self.aec_env.observe(agent) for agent in self.aec_env.agents}
        if isinstance(self._observation_space, spaces.Dict):
            for observation in observations.values():
                observation["action_mask"] = self._extend(observation["action_mask"])
        return observations

    def _infos(self) -> Arrays:
        infos: dict[str, dict[str, Any]] = {agent: dict(info) for agent, info in self.aec_env.infos.items()}
        for info in infos.values():
            if "action_mask" in info:
                info["action_mask"] = self._extend(info["action_mask"])
        return infos

    @staticmethod
    def _extend(mask: NDArray[np.int8]) -> NDArray[np.int8]:
        """Add the action `no_op`, which is legal if no other action is."""
        return np.append(mask, np.int8(not mask.any()))


def make_parallel_env(game: GameEntry | str = DEFAULT_GAME, **arguments: Any) -> ParallelGameEnv:
    """Make the parallel environment of a game; the arguments are those of its AEC environment.

    Raises:
        ConfigError: If an argument is invalid, or the rules punish actions out of turn.
    """
    raw = make_raw_aec_env(game, **arguments)
    if raw.table.penalizes_violations:
        raise ConfigError("illegal_action is not 'error'; expected 'error' in a parallel environment")
    return ParallelGameEnv(raw)
