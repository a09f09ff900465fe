"""The Gymnasium face: one seat is the agent's, bots that are given to it answer for the others."""

from collections.abc import Sequence
from typing import Any, Protocol

import gymnasium
import numpy as np
from numpy.typing import NDArray

from wd_env.core.errors import ConfigError, IllegalAction, StateError
from wd_env.core.rewards import Shaping
from wd_env.core.rng import bounded_draw
from wd_env.core.seeds import split_seed, strangers_luck
from wd_env.core.view import View
from wd_env.faces.opponents import check_opponents
from wd_env.faces.order import ResetNeeded
from wd_env.faces.rewarding import step_rewards
from wd_env.faces.spaces import action_discrete, masked_observation
from wd_env.faces.starts import STATE, check_reset_options
from wd_env.faces.world_dominance import raw_env
from wd_env.world_dominance.names import ILLEGAL_ACTION_NAMES, ILLEGAL_IS_ERROR
from wd_env.world_dominance.table import WorldDominance

Observation = dict[str, NDArray[np.int8]]


class Chooser(Protocol):
    """Whatever answers a view with a legal action; every bot does."""

    def choose(self, view: View) -> int: ...


class AnyLegal:
    """Opponents when none are given: any legal answer, each with equal odds, by luck beside that of the game."""

    def __init__(self) -> None:
        self.luck = [0, 0, 0]

    def sow(self, seed: int, episode: int) -> None:
        """The luck of a new game; a game of a batch with this seed has the same."""
        [self.luck] = strangers_luck(np.array([(*split_seed(seed), 0, episode)])).tolist()

    def choose(self, view: View) -> int:
        """Any option."""
        # as `weighted_draw` over the mask, for all weights are 1
        place: int = bounded_draw(self.luck, len(view.legal))
        return view.legal[place]


LOSE = "lose"
ILLEGAL_ACTION = (*ILLEGAL_ACTION_NAMES, LOSE)
LOST = -1.0  # the reward of an illegal action that loses


def illegal_by_rules(illegal_action: str) -> str:
    """What the rules are told about illegal actions; ConfigError for what is none of ILLEGAL_ACTION."""
    if illegal_action not in ILLEGAL_ACTION:
        raise ConfigError(f"illegal_action is {illegal_action!r}; allowed are {', '.join(ILLEGAL_ACTION)}")
    return ILLEGAL_ACTION_NAMES[ILLEGAL_IS_ERROR] if illegal_action == LOSE else illegal_action


class WorldDominanceSingle(gymnasium.Env[Observation, np.int64]):
    """World Dominance for a single agent, the player of number `seat`; `opponents` sit clockwise of it.

    Observations are a Dict of `observation` and `action_mask`; `action_masks()` serves sb3-contrib. An episode ends
    with the game, also when the agent is out of it before (it may be brought back). An illegal action raises
    IllegalAction; with `illegal_action="lose"` it ends the episode at a reward of -1, for code that samples without
    masks, and with "misdemeanour" or "eject" it has the price that the rules put on it. `opponents` None means random
    play, seeded by `reset(seed=...)`.

    `copy.deepcopy` and pickle give the game in hand with the luck to come and with its opponents: it goes on as this
    one does, in another process too.
    """

    metadata: dict[str, Any] = raw_env.metadata

    def __init__(
        self,
        num_players: int = 4,
        seat: int = 0,
        opponents: Sequence[Chooser] | None = None,
        illegal_action: str = "error",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        by_rules = illegal_by_rules(illegal_action)
        self.illegal_action = illegal_action
        self._env = raw_env(num_players=num_players, render_mode=render_mode, illegal_action=by_rules, **options)
        self.render_mode = render_mode
        if type(seat) is not int or not 0 <= seat < num_players:
            raise ConfigError(f"seat is {seat!r}; allowed are 0..{num_players - 1}")
        if opponents is not None and len(opponents) != num_players - 1:
            raise ConfigError(f"{len(opponents)} opponents; a game of {num_players} has {num_players - 1}")
        check_opponents(opponents or (), "choose")
        self.seat = seat
        self._is_open = False  # a game is going on, and the agent is asked
        self._strangers = AnyLegal()
        self.opponents = [self._strangers] * (num_players - 1) if opponents is None else list(opponents)
        self.observation_space: Any = masked_observation(self.table.game)
        self.action_space: Any = action_discrete(self.table.game)

    @property
    def table(self) -> WorldDominance:
        """The table that is played at."""
        return self._env.table

    @property
    def shaping(self) -> Shaping:
        """The shaping terms in force."""
        return self._env.shaping

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, played up to the agent's first decision.

        It begins at the `state` among the options, as in the AEC face; StateError where the others end the game from
        there before the agent is asked, else ConfigError or StateError before anything has changed.
        """
        start = {name: value for name, value in check_reset_options(options, (STATE,)).items() if value is not None}
        self._env.reset(seed=seed, options=start)
        super().reset(seed=seed)
        self._strangers.sow(*self._env.luck)
        self._reward = 0.0
        self._is_open = False
        self._play_others()
        if start and self.table.is_over:
            raise StateError("the game ended from this state before the agent was asked; allowed is one where it is")
        self._is_open = True
        return self._see()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer, let the others play, and see the next decision or the end; ResetNeeded where no game is going on."""
        self._env.check_begun("step")
        if not self._is_open:
            raise ResetNeeded.after_the_end("step")
        self._reward = 0.0
        try:
            self._play(action)
        except IllegalAction:
            if self.illegal_action != LOSE:
                raise
            self._is_open = False
            return self._see()[0], LOST, True, False, self._see()[1]
        self._play_others()
        over, cut = self.table.is_over, self.table.is_truncated
        self._is_open = not over
        return self._see()[0], self._reward, over and not cut, cut, self._see()[1]

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be answered, bool[actions]."""
        self._env.check_begun("action_masks")
        return self.table.offered().astype(np.bool_)

    def render(self) -> Any:
        """As the AEC face."""
        return self._env.render()

    def close(self) -> None:
        """As the AEC face."""
        self._env.close()

    def _play(self, action: Any) -> None:  # the table refuses what is no answer
        before = [] if self.shaping.is_off else self.table.standings()
        self.table.play(action, seat=self.table.seat)
        self._reward += step_rewards(self.table, before, self.shaping)[self.seat]

    def _play_others(self) -> None:
        table = self.table
        while not table.is_over and table.player != self.seat:
            bot = self.opponents[(table.player - self.seat) % table.players - 1]
            self._play(bot.choose(table.view(table.seat)))

    def _see(self) -> tuple[Observation, dict[str, Any]]:
        agent = self._env.possible_agents[self.seat]
        return self._env.observe(agent), {"in_play": self.table.is_in_game(self.seat)}
