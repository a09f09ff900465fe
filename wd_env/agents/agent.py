"""What every bot is: one method to implement, and a generator of its own that comes in by the constructor."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wd_env import registry
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View
from wd_env.table.backend_switch import ArrayPolicy

# Of an opinion: only what is chosen, odds too, a value too, or what each option has brought in samples.
AnalysisLevel = Literal["choice", "probabilities", "probabilities and value", "action values"]


class Heuristics(NamedTuple):
    """A policy written by hand that other code can compile: `best_action(obs, mask, start, style)` in its modules."""

    modules: tuple[ModuleType, ...]
    styles: Mapping[str, int]  # by the name of the bot that plays so


def heuristics_of(game: GameSpec) -> Heuristics:
    """Return the policy written by hand that the catalogue knows for a game; an empty one where it knows none."""
    row = registry.all_games().get(game.name)
    found: Heuristics = row.load("heuristics") if row is not None and row.heuristics else Heuristics((), {})
    return found


@dataclass(frozen=True)
class Analysis:
    """What a bot thinks of one decision, by what its seat sees alone."""

    action: int  # the action it takes
    probabilities: Mapping[int, float]  # of taking each legal action; they sum to 1
    value: float | None = None  # what it expects its player to get in the end; None where it tells none
    action_values: Mapping[int, float] = field(
        default_factory=dict
    )  # odds of winning after an action, where it was tried
    is_sampled: bool = False  # `chosen` was drawn by the odds and need not be of the greatest


class Agent(ABC):
    """A player that sees views and answers with legal actions; implement `choose`."""

    analysis_level: AnalysisLevel = "choice"  # how much of its opinions it can say
    name = ""  # what it is called where it fails; the class is, unless said
    uses_states = False  # batches ask `choose_from_states`, and hand over states that the asked seats could be in

    def __init__(self, generator: np.random.Generator) -> None:
        self.generator = generator

    def check_game(self, game: GameSpec) -> None:  # noqa: B027  most bots play every game
        """Refuse a game that the bot cannot play by ConfigError; override it in a bot that does not play every game."""

    def array_policy(self) -> ArrayPolicy | None:
        """Return what answers one row of arrays exactly as `choose` answers its view; None where nothing does.

        Single games on compiled rules ask it, and spare the view. It takes the game, an observation int8[1, size] and
        a mask int8[1, actions], which it reads and does not keep, and returns a legal action.
        """
        return None

    @abstractmethod
    def choose(self, view: View) -> int:
        """Choose an action: the index of one of `view.legal_actions`."""

    def analyse(self, view: View) -> Analysis:
        """Choose as `choose` does, and tell what the bot thinks; override it in one that weighs its options."""
        chosen = self.choose(view)
        return Analysis(chosen, {action: float(action == chosen) for action in view.legal_indices})

    def choose_from_states(
        self, game: GameSpec, states: NDArray[Any], obs: NDArray[np.int8], masks: NDArray[np.int8]
    ) -> NDArray[np.int64]:
        """Choose actions int64[k] as `choose_batch` does, given also states, records[k] of the game's schema.

        They are copies in which everything that the asked seat cannot know has been dealt anew. A bot that takes them
        sets `uses_states`.
        """
        return self.choose_batch(game, obs, masks)

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Choose actions int64[k] for observations int8[k, size] and masks int8[k, actions] of k tables at once.

        Override it where a batch is quicker than one view after another.
        """
        rows = zip(obs.tolist(), masks.tolist(), strict=True)
        # no dtype is asked for: it would round what is no whole number, and the table would never see it
        return np.array([self.choose(View(game, seen, legal)) for seen, legal in rows])


def reseed(bot: Agent, entropy: Sequence[int]) -> None:
    """Let a bot draw from these numbers from now on, and bots within it that share its generator as well."""
    fresh = np.random.default_rng(entropy)
    mine = getattr(bot, "generator", None)
    if isinstance(mine, np.random.Generator) and type(mine.bit_generator) is type(fresh.bit_generator):
        mine.bit_generator.state = fresh.bit_generator.state
    else:
        bot.generator = fresh
