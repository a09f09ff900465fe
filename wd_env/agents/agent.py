"""The interface of bots: one method to implement, and a random generator that the constructor takes."""

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
from wd_env.table.state_backend import ArrayPolicy

# What an analysis holds: the chosen action only, also probabilities, also a value, or also estimates of each action.
AnalysisLevel = Literal["choice", "probabilities", "probabilities and value", "action values"]


class Heuristics(NamedTuple):
    """A hand-written policy that other code can compile.

    Its modules define the rule `rollout_action(work, obs, mask, start, style)`, which returns a legal action; `start`,
    a random number of at least 20 bits, breaks ties.
    """

    modules: tuple[ModuleType, ...]
    styles: Mapping[str, int]  # index of the style by bot name
    work_size: int = 0  # length of `work`, an int64 array that the rule may overwrite


def heuristics_of(game: GameSpec) -> Heuristics:
    """Return the hand-written policy that the registry has for a game, or an empty one."""
    row = registry.all_games().get(game.name)
    result: Heuristics = row.load("heuristics")(game) if row is not None and row.heuristics else Heuristics((), {})
    return result


@dataclass(frozen=True)
class Analysis:
    """A bot's assessment of one decision, from the observation of its seat alone.

    Attributes:
        action: The chosen action.
        probabilities: Of choosing each legal action; they sum to 1.
        value: Expected final reward of the player; None if the bot has no estimate.
        action_values: Probability of winning after each action that was evaluated.
        is_sampled: Whether `action` was sampled from the probabilities.
    """

    action: int
    probabilities: Mapping[int, float]
    value: float | None = None
    action_values: Mapping[int, float] = field(default_factory=dict)
    is_sampled: bool = False


class Agent(ABC):
    """A player that chooses legal actions from views. Subclasses implement `choose`.

    A bot for batches also overrides `choose_batch`.

    Args:
        generator: Source of all random choices of the bot.
    """

    analysis_level: AnalysisLevel = "choice"  # what `analyse` returns
    name = ""  # name in error messages; by default that of the class
    uses_states = False  # whether batches call `choose_from_states`, with states that the seats to move may be in
    hidden_size = 0  # numbers of the hidden state of a recurrent bot, for which batches call `choose_recurrent`

    def __init__(self, generator: np.random.Generator) -> None:
        self.generator = generator

    def __repr__(self) -> str:
        return f"<bot {self.name or type(self).__name__}>"

    def check_game(self, game: GameSpec) -> None:  # noqa: B027  most bots play every game
        """Raise ConfigError if the bot cannot play this game; override it in a bot of some games only."""

    def array_policy(self) -> ArrayPolicy | None:
        """Return a function that chooses as `choose` does, but from one row of arrays; None if there is none.

        Single games on compiled rules call it and need no view. It takes the game, an observation int8[1, size] and a
        mask int8[1, actions], which it must neither change nor store, and returns a legal action.
        """
        return None

    @abstractmethod
    def choose(self, view: View) -> int:
        """Choose an action.

        Args:
            view: The game as seen by the seat to move.

        Returns:
            One of `view.legal_indices`.
        """

    def analyse(self, view: View) -> Analysis:
        """Choose an action as `choose` does, and return it with the assessments that the bot has.

        Args:
            view: The game as seen by the seat to move.

        Returns:
            The analysis, with the fields that `analysis_level` names.
        """
        chosen = self.choose(view)
        return Analysis(chosen, {action: float(action == chosen) for action in view.legal_indices})

    def choose_from_states(
        self, game: GameSpec, states: NDArray[Any], obs: NDArray[np.int8], masks: NDArray[np.int8]
    ) -> NDArray[np.int64]:
        """Choose actions as `choose_batch` does, with states of the games. Bots with `uses_states` override it.

        Args:
            game: The game.
            states: records[k] of the game's schema. They are copies in which everything that is hidden from the seat
                to move is resampled.
            obs: int8[k, size], observations of the seats to move.
            masks: int8[k, actions], 1 for each legal action.

        Returns:
            int64[k], a legal action for each row.
        """
        return self.choose_batch(game, obs, masks)

    def choose_recurrent(
        self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8], hidden: NDArray[np.float32]
    ) -> NDArray[np.int64]:
        """Choose actions as `choose_batch` does, with hidden states. Bots with a `hidden_size` override it.

        The caller keeps one hidden state for each player of each game. It is zero at the start of a game. For single
        games `choose` gets the earlier decisions instead, see `View.past_decisions`.

        Args:
            game: The game.
            obs: int8[k, size], observations of the seats to move.
            masks: int8[k, actions], 1 for each legal action.
            hidden: float32[k, hidden_size], the hidden states before these decisions, to be replaced by those after
                them. Decisions with a single legal action must leave them unchanged.

        Returns:
            int64[k], a legal action for each row.
        """
        return self.choose_batch(game, obs, masks)

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Choose actions for k games. Override it if a batch is faster than one view after another.

        Args:
            game: The game.
            obs: int8[k, size], observations of the seats to move.
            masks: int8[k, actions], 1 for each legal action.

        Returns:
            int64[k], a legal action for each row.
        """
        rows = zip(obs.tolist(), masks.tolist(), strict=True)
        # without a dtype, so that a choice which is not an integer is not rounded but rejected by the caller
        return np.array([self.choose(View(game, row_obs, legal)) for row_obs, legal in rows])


def reseed(bot: Agent, entropy: Sequence[int]) -> None:
    """Seed the generator of a bot, which bots inside it may share, with these numbers."""
    fresh = np.random.default_rng(entropy)
    generator = getattr(bot, "generator", None)
    if isinstance(generator, np.random.Generator) and type(generator.bit_generator) is type(fresh.bit_generator):
        generator.bit_generator.state = fresh.bit_generator.state
    else:
        bot.generator = fresh
