"""Faulty PettingZoo environments, one fault per class; the referee must detect every one."""

import numpy as np

from tests.envs.referee import seat_of
from wd_env.envs.games.world_dominance_env import raw_env


class MaskForAllAgents(raw_env):
    def observe(self, agent):
        return {**super().observe(agent), "action_mask": np.array(self.table.mask(), np.int8)}


class WideMask(raw_env):
    def observe(self, agent):
        return {name: array.astype(np.int64) for name, array in super().observe(agent).items()}


class MaskWithIllegalAction(raw_env):
    def observe(self, agent):
        shown = super().observe(agent)
        shown["action_mask"][shown["action_mask"].argmin()] = shown["action_mask"].any()
        return shown


class ObservesTheActingSeat(raw_env):
    def observe(self, agent):
        seen = np.array(self.table.observe(self.table.seat), np.int8)
        return {**super().observe(agent), "observation": seen}


class MakesIllegalLegal(raw_env):
    def step(self, action):
        if action is not None and action not in np.flatnonzero(self.table.mask()):
            action = int(np.argmax(self.table.mask()))
        super().step(action)


class PenalisesIllegalActions(raw_env):
    def step(self, action):
        self._cumulative_rewards[self.agent_selection] = -1.0
        super().step(action)


class NegatesRewards(raw_env):
    def step(self, action):
        super().step(action)
        self.rewards = {agent: -reward for agent, reward in self.rewards.items()}


class RewardsTheActingAgentOnly(raw_env):
    def step(self, action):
        mover = self.agent_selection
        super().step(action)
        self.rewards = {agent: reward * (agent == mover) for agent, reward in self.rewards.items()}


class ShiftsCumulativeRewards(raw_env):
    def step(self, action):
        super().step(action)
        self._cumulative_rewards = dict(zip(self.agents, np.roll([*self._cumulative_rewards.values()], 1), strict=True))


class ClearsRewardsOfOthers(raw_env):
    def step(self, action):
        super().step(action)
        for agent in self.agents:
            if agent != self.agent_selection:
                self._cumulative_rewards[agent] = 0.0


class IgnoresTheSeed(raw_env):
    def reset(self, seed=None, options=None):
        super().reset(seed=None if seed is None else seed + 1)


class TerminatesAgentsThatAreOut(raw_env):
    def step(self, action):
        super().step(action)
        for agent, info in self.infos.items():
            self.terminations[agent] = self.terminations[agent] or not info["in_play"]


class TruncatesAgentsThatAreOut(raw_env):
    def _end_episode(self):
        super()._end_episode()
        self.truncations = {agent: not info["in_play"] for agent, info in self.infos.items()}


class SwapsTerminationAndTruncation(raw_env):
    def _end_episode(self):
        super()._end_episode()
        self.terminations, self.truncations = self.truncations, self.terminations


class ReportsAllInPlay(raw_env):
    def _update_infos(self):
        self.infos = {agent: {"in_play": True} for agent in self.agents}


class SelectsAgentsInSeatOrder(raw_env):
    def step(self, action):
        before = seat_of(self.agent_selection)
        super().step(action)
        if not self.table.is_terminal:
            self.agent_selection = self.possible_agents[(before + 1) % len(self.possible_agents)]


class DropsAnAgent(raw_env):
    def _end_episode(self):
        super()._end_episode()
        self.agents = [agent for agent in self.agents if self.infos[agent]["in_play"]]


FAULTY_ENVS = (
    MaskForAllAgents,
    WideMask,
    MaskWithIllegalAction,
    ObservesTheActingSeat,
    MakesIllegalLegal,
    PenalisesIllegalActions,
    NegatesRewards,
    RewardsTheActingAgentOnly,
    ShiftsCumulativeRewards,
    ClearsRewardsOfOthers,
    IgnoresTheSeed,
    TerminatesAgentsThatAreOut,
    TruncatesAgentsThatAreOut,
    SwapsTerminationAndTruncation,
    ReportsAllInPlay,
    SelectsAgentsInSeatOrder,
    DropsAnAgent,
)
