"""Games of the catalogue as Python games of OpenSpiel, with explicit chance nodes.

Importing this module registers each game as `python_` and its name. Its parameters are the number of players and the
options of its configuration, in the notation of `openspiel_parameters`. Games and states can be converted to text,
copied and pickled. OpenSpiel is the distribution `open_spiel`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

from wd_env.envs.openspiel.openspiel_parameters import options_from, parameters_from, parameters_of
from wd_env.errors import StateError
from wd_env.registry import GameEntry, all_games, get_game
from wd_env.spec.custom_files import custom_files
from wd_env.spec.game_spec import CHANCE, PLAYER
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_record import GameRecord
from wd_env.table.game_table import Table
from wd_env.table.saved_table import replay_record

PREFIX = "python_"
MAX_GAME_LENGTH = 1_000_000  # decisions and chance nodes; an upper bound for games without a turn limit
MAX_UTILITY, MIN_UTILITY = 1.0, -1.0  # of a player


def short_name(entry: GameEntry) -> str:
    """Return the short name of a game in OpenSpiel."""
    return f"{PREFIX}{entry.name}"


def game_type(entry: GameEntry) -> pyspiel.GameType:
    """Return the type of a game for OpenSpiel."""
    game, sums = entry.game, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=short_name(entry),
        long_name=entry.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=sums.ZERO_SUM if game.is_zero_sum else sums.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_of(entry),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # it ships no types
    """A game of OpenSpiel with the options of its parameters.

    Args:
        entry: Entry of the game in the catalogue.
        params: Parameters of OpenSpiel; missing ones have their defaults.

    Raises:
        ConfigError: If an option is invalid.
    """

    def __init__(self, entry: GameEntry, params: Mapping[str, Any] | None = None) -> None:
        self.entry = entry
        self.config = entry.config(**options_from(entry, params or {}))
        self.spec = entry.spec_for(**self.config.as_dict())
        entry.new_table(self.config, chance=EXPLICIT)  # raises ConfigError if the options do not allow a game
        players = self.config.num_players
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.spec.actions),
            max_chance_outcomes=self.spec.chance_width,
            num_players=players,
            min_utility=MIN_UTILITY,
            max_utility=MAX_UTILITY,
            utility_sum=0.0 if self.spec.is_zero_sum else None,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(game_type(entry), info, parameters_from(entry, self.config))

    def __reduce__(self) -> tuple[Any, ...]:
        """Load copies and pickles from the text of the game."""
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> "SpielState":
        """Return the state at the start of a game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Return an observer of the game."""
        return SpielObserver(self.spec.layout.size)


@dataclass(frozen=True)
class PicklableTable:
    """A table that is copied by `Table.copy` and pickled as its record, as OpenSpiel requires of state attributes."""

    entry: GameEntry
    table: Table

    def __deepcopy__(self, memo: Any) -> "PicklableTable":
        return PicklableTable(self.entry, self.table.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return _load_picklable, (self.entry.name, self.table.record().dumps(), self.table.config)


def _load_picklable(name: str, record: str, config: Any) -> PicklableTable:
    entry = get_game(name)
    files = tuple(custom_files(config).values())
    spec = entry.spec_for(**config.as_dict())
    return PicklableTable(entry, replay_record(GameRecord.loads(record), spec, files=files))


class SpielState(pyspiel.State):  # type: ignore[misc]  # it ships no types
    """A table with explicit chance: each throw and draw is a chance node with integer weights."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.picklable = PicklableTable(game.entry, game.entry.new_table(game.config, chance=EXPLICIT))

    @property
    def table(self) -> Table:
        """Return the table."""
        return self.picklable.table

    def current_player(self) -> int:
        """Return the player to move, or the player id of OpenSpiel for chance or the end."""
        kind = self.table.node.kind
        if kind == PLAYER:
            return self.table.player
        return int(pyspiel.PlayerId.CHANCE if kind == CHANCE else pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        is_to_move = self.table.node.kind == PLAYER and player == self.table.player
        return [action for action, legal in enumerate(self.table.mask()) if legal] if is_to_move else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the current chance node with their probabilities.

        Raises:
            StateError: If it is not a chance node.
        """
        weights = list(self._weights())
        total = sum(weight for _, weight in weights)
        return [(outcome, weight / total) for outcome, weight in weights]

    def _weights(self) -> Iterator[tuple[int, int]]:
        node, text_index = self.table.node, self.table.game.outcomes
        if node.kind != CHANCE:
            raise StateError(f"state: expected a chance node, got {node.name}")
        for text, weight in self.table.chance_weights().items():
            yield text_index.index(text) - node.first_outcome, weight

    def _apply_action(self, action: int) -> None:
        node = self.table.node
        self.table.play(action + (node.first_outcome if node.kind == CHANCE else 0))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.table.game.outcomes.text(self.table.node.first_outcome + action)
        return self.table.game.actions.text(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.table.is_terminal

    def returns(self) -> list[float]:
        """Return the return of each player: all 0 before the end and in a truncated game."""
        return list(map(float, self.table.rewards())) if self.table.is_terminal else [0.0] * self.table.players

    def rewards(self) -> list[float]:
        """Return the returns, since rewards occur only at the end."""
        return self.returns()

    def __str__(self) -> str:
        return f"{self.table.node.name}|" + "\n".join(map(str, self.table.lines))


class SpielObserver:
    """Observer of a player's home seat: as a tensor, and as the lines of the record that it may read."""

    def __init__(self, size: int) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation of a player into `tensor`, float32[size]."""
        self.tensor[:] = state.table.observe(state.table.seat_of(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the lines of the record that a player may read, one per action or outcome."""
        obs = state.table.record().for_seat(state.table.home_seat(player)).lines
        return "\n".join(map(str, obs))


def register(entry: GameEntry) -> None:
    """Register a game with OpenSpiel."""
    game_class = type(f"SpielGame_{entry.name}", (SpielGame,), {"__init__": _make_init(entry)})
    pyspiel.register_game(game_type(entry), game_class)


def register_all() -> None:
    """Register every game of the catalogue with OpenSpiel."""
    for entry in all_games().values():
        register(entry)


def _make_init(entry: GameEntry) -> Any:
    def __init__(self: SpielGame, params: Mapping[str, Any] | None = None) -> None:  # noqa: N807 - becomes the method of a class
        SpielGame.__init__(self, entry, params)

    return __init__


register_all()
