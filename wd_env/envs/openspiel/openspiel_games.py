"""World Dominance and every other game of the catalogue as Python games of OpenSpiel, chance as chance nodes.

Importing this module registers each game under `python_` and its name, with the number of players and the options of
its configuration as parameters (`envs/openspiel/openspiel_parameters.py` says how they are spelled). Games and states
go through text, copies and pickles. OpenSpiel is a distribution of its own, `open_spiel`.
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
from wd_env.table.game_record import GameRecord
from wd_env.table.game_table import EXPLICIT, Table

PREFIX = "python_"
MAX_GAME_LENGTH = 1_000_000  # decisions and chance nodes: what OpenSpiel is told where no option ends a game
MAX_UTILITY, MIN_UTILITY = 1.0, -1.0  # what a player may get


def short_name(entry: GameEntry) -> str:
    """Return the short name of a game in OpenSpiel."""
    return f"{PREFIX}{entry.name}"


def game_type(entry: GameEntry) -> pyspiel.GameType:
    """Describe a game to OpenSpiel."""
    game = entry.game
    return pyspiel.GameType(
        short_name=short_name(entry),
        long_name=entry.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
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
    """One game under the options of its parameters; ConfigError for those that `Config` refuses."""

    def __init__(self, entry: GameEntry, params: Mapping[str, Any] | None = None) -> None:
        self.entry = entry
        self.config = entry.config(**options_from(entry, params or {}))
        self.spec = entry.spec_for(**self.config.as_dict())
        entry.new_table(self.config, chance=EXPLICIT)  # what cannot begin is refused here
        players = self.config.num_players
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.spec.actions),
            max_chance_outcomes=self.spec.chance_width,
            num_players=players,
            min_utility=MIN_UTILITY,
            max_utility=MAX_UTILITY,
            utility_sum=0.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(game_type(entry), info, parameters_from(entry, self.config))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles are loaded by the text of the game."""
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> "SpielState":
        """Return the beginning of a game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Return what writes observations."""
        return SpielObserver(self.spec.layout.size)


@dataclass(frozen=True)
class PicklableTable:
    """A table as OpenSpiel copies and pickles the attributes of a state: by `copy`, and by its record."""

    entry: GameEntry
    table: Table

    def __deepcopy__(self, memo: Any) -> "PicklableTable":
        return PicklableTable(self.entry, self.table.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return _load_picklable, (self.entry.name, self.table.record().dumps(), self.table.config)


def _load_picklable(name: str, record: str, config: Any) -> PicklableTable:
    row = get_game(name)
    files = tuple(custom_files(config).values())
    return PicklableTable(
        row, row.table_class.replay(row.spec_for(**config.as_dict()), GameRecord.loads(record), files=files)
    )


class SpielState(pyspiel.State):  # type: ignore[misc]  # it ships no types
    """A table whose chance is asked: each throw and draw is a chance node of integer weights."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.picklable = PicklableTable(game.entry, game.entry.new_table(game.config, chance=EXPLICIT))

    @property
    def table(self) -> Table:
        """The table."""
        return self.picklable.table

    def current_player(self) -> int:
        """Return the player who decides, or OpenSpiel's number for chance or the end."""
        kind = self.table.node.kind
        if kind == PLAYER:
            return self.table.player
        return int(pyspiel.PlayerId.CHANCE if kind == CHANCE else pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        is_asked = self.table.node.kind == PLAYER and player == self.table.player
        return [action for action, legal in enumerate(self.table.mask()) if legal] if is_asked else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the open chance node with their odds."""
        weights = list(self._weights())
        total = sum(weight for _, weight in weights)
        return [(outcome, weight / total) for outcome, weight in weights]

    def _weights(self) -> Iterator[tuple[int, int]]:
        question, rows = self.table.node, self.table.game.outcomes
        if question.kind != CHANCE:
            raise StateError(f"{question.name} is no chance node; allowed are states whose player is chance")
        for text, weight in self.table.chance_weights().items():
            yield rows.index(text) - question.first_outcome, weight

    def _apply_action(self, action: int) -> None:
        question = self.table.node
        self.table.play(action + (question.first_outcome if question.kind == CHANCE else 0))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.table.game.outcomes.text(self.table.node.first_outcome + action)
        return self.table.game.actions.text(action)

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.table.is_terminal

    def returns(self) -> list[float]:
        """Return what each player has got: 0 for all until the end, and in a game that was cut."""
        return list(map(float, self.table.rewards())) if self.table.is_terminal else [0.0] * self.table.players

    def rewards(self) -> list[float]:
        """Return the same: a game pays at its end."""
        return self.returns()

    def __str__(self) -> str:
        return f"{self.table.node.name}|" + "\n".join(map(str, self.table.lines))


class SpielObserver:
    """Writes what a player's own seat sees: as numbers, and as the lines of the record that it knows."""

    def __init__(self, size: int) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation of a player into `tensor`, float32[size]."""
        self.tensor[:] = state.table.observe(state.table.seat_of(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player has seen so far, a line an answer."""
        seen = state.table.record().for_seat(state.table.home_seat(player)).lines
        return "\n".join(map(str, seen))


def register(entry: GameEntry) -> None:
    """Make a game known to OpenSpiel."""
    kind = type(f"SpielGame_{entry.name}", (SpielGame,), {"__init__": _make_init(entry)})
    pyspiel.register_game(game_type(entry), kind)


def register_all() -> None:
    """Make every game of the catalogue known to OpenSpiel."""
    for row in all_games().values():
        register(row)


def _make_init(entry: GameEntry) -> Any:
    def __init__(self: SpielGame, params: Mapping[str, Any] | None = None) -> None:  # noqa: N807 - it becomes one
        SpielGame.__init__(self, entry, params)

    return __init__


register_all()
