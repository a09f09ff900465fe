"""Faults of a PettingZoo environment, each in its own class; the referee must find every one."""

import numpy as np

from tests.envs.referee import seat_of
from wd_env.envs.games.world_dominance_env import raw_env


class MaskForEverybody(raw_env):
    def observe(self, agent):
        return {**super().observe(agent), "action_mask": np.array(self.table.mask(), np.int8)}


class WideMask(raw_env):
    def observe(self, agent):
        return {name: array.astype(np.int64) for name, array in super().observe(agent).items()}


class MaskWithOneTooMany(raw_env):
    def observe(self, agent):
        shown = super().observe(agent)
        shown["action_mask"][shown["action_mask"].argmin()] = shown["action_mask"].any()
        return shown


class ShowsTheHandOfTheAsked(raw_env):
    def observe(self, agent):
        seen = np.array(self.table.observe(self.table.seat), np.int8)
        return {**super().observe(agent), "observation": seen}


class MakesIllegalLegal(raw_env):
    def step(self, action):
        if action is not None and action not in np.flatnonzero(self.table.mask()):
            action = int(np.argmax(self.table.mask()))
        super().step(action)


class IllegalCostsTheSeatItsReward(raw_env):
    def step(self, action):
        self._cumulative_rewards[self.agent_selection] = -1.0
        super().step(action)


class PaysTheLosers(raw_env):
    def step(self, action):
        super().step(action)
        self.rewards = {agent: -reward for agent, reward in self.rewards.items()}


class PaysTheMoverOnly(raw_env):
    def step(self, action):
        mover = self.agent_selection
        super().step(action)
        self.rewards = {agent: reward * (agent == mover) for agent, reward in self.rewards.items()}


class PaysOneSeatOn(raw_env):
    def step(self, action):
        super().step(action)
        self._cumulative_rewards = dict(zip(self.agents, np.roll([*self._cumulative_rewards.values()], 1), strict=True))


class ForgetsWhatTheOthersEarned(raw_env):
    def step(self, action):
        super().step(action)
        for agent in self.agents:
            if agent != self.agent_selection:
                self._cumulative_rewards[agent] = 0.0


class IgnoresTheSeed(raw_env):
    def reset(self, seed=None, options=None):
        super().reset(seed=None if seed is None else seed + 1)


class BuriesWhoIsOut(raw_env):
    def step(self, action):
        super().step(action)
        for agent, info in self.infos.items():
            self.terminations[agent] = self.terminations[agent] or not info["in_play"]


class EndsTwoWays(raw_env):
    def _end_episode(self):
        super()._end_episode()
        self.truncations = {agent: not info["in_play"] for agent, info in self.infos.items()}


class TruncatesAWonGame(raw_env):
    def _end_episode(self):
        super()._end_episode()
        self.terminations, self.truncations = self.truncations, self.terminations


class SaysEverybodyIsInPlay(raw_env):
    def _update_infos(self):
        self.infos = {agent: {"in_play": True} for agent in self.agents}


class AsksInARing(raw_env):
    def step(self, action):
        before = seat_of(self.agent_selection)
        super().step(action)
        if not self.table.is_terminal:
            self.agent_selection = self.possible_agents[(before + 1) % len(self.possible_agents)]


class DropsAnAgent(raw_env):
    def _end_episode(self):
        super()._end_episode()
        self.agents = [agent for agent in self.agents if self.infos[agent]["in_play"]]


PLANTED = (
    MaskForEverybody, WideMask, MaskWithOneTooMany, ShowsTheHandOfTheAsked, MakesIllegalLegal,
    IllegalCostsTheSeatItsReward, PaysTheLosers, PaysTheMoverOnly, PaysOneSeatOn, ForgetsWhatTheOthersEarned,
    IgnoresTheSeed, BuriesWhoIsOut, EndsTwoWays, TruncatesAWonGame, SaysEverybodyIsInPlay, AsksInARing, DropsAnAgent,
)  # fmt: skip
