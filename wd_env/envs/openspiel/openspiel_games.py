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
from wd_env.registry import Game, every_game, game_named
from wd_env.spec.custom_files import own_files
from wd_env.spec.game_spec import CHANCE, DECISION
from wd_env.table.game_record import Record
from wd_env.table.game_table import ASKED, Table

PREFIX = "python_"
LONGEST = 1_000_000  # decisions and chance nodes: what OpenSpiel is told where no option ends a game
MOST, LEAST = 1.0, -1.0  # what a player may get


def name_of(row: Game) -> str:
    """Return the short name of a game in OpenSpiel."""
    return f"{PREFIX}{row.name}"


def type_of(row: Game) -> pyspiel.GameType:
    """Describe a game to OpenSpiel."""
    game = row.game
    return pyspiel.GameType(
        short_name=name_of(row),
        long_name=row.title,
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
        parameter_specification=parameters_of(row),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # it ships no types
    """One game under the options of its parameters; ConfigError for those that `Config` refuses."""

    def __init__(self, row: Game, params: Mapping[str, Any] | None = None) -> None:
        self.row = row
        self.config = row.config(**options_from(row, params or {}))
        self.spec = row.spec_for(**self.config.as_dict())
        row.new_table(self.config, luck=ASKED)  # what cannot begin is refused here
        players = self.config.num_players
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.spec.actions),
            max_chance_outcomes=self.spec.chance_width,
            num_players=players,
            min_utility=LEAST,
            max_utility=MOST,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(type_of(row), info, parameters_from(row, self.config))

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
class Held:
    """A table as OpenSpiel copies and pickles the attributes of a state: by `copy`, and by its record."""

    row: Game
    table: Table

    def __deepcopy__(self, memo: Any) -> "Held":
        return Held(self.row, self.table.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return _held, (self.row.name, self.table.record().dumps(), self.table.config)


def _held(name: str, record: str, config: Any) -> Held:
    row = game_named(name)
    files = tuple(own_files(config).values())
    return Held(row, row.table_class.replay(row.spec_for(**config.as_dict()), Record.loads(record), files=files))


class SpielState(pyspiel.State):  # type: ignore[misc]  # it ships no types
    """A table whose chance is asked: each throw and draw is a chance node of integer weights."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held = Held(game.row, game.row.new_table(game.config, luck=ASKED))

    @property
    def table(self) -> Table:
        """The table."""
        return self.held.table

    def current_player(self) -> int:
        """Return the player who decides, or OpenSpiel's number for chance or the end."""
        kind = self.table.question.kind
        if kind == DECISION:
            return self.table.player
        return int(pyspiel.PlayerId.CHANCE if kind == CHANCE else pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        is_asked = self.table.question.kind == DECISION and player == self.table.player
        return [action for action, legal in enumerate(self.table.mask()) if legal] if is_asked else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the open chance node with their odds."""
        weights = list(self._weights())
        total = sum(weight for _, weight in weights)
        return [(outcome, weight / total) for outcome, weight in weights]

    def _weights(self) -> Iterator[tuple[int, int]]:
        question, rows = self.table.question, self.table.game.outcomes
        if question.kind != CHANCE:
            raise StateError(f"{question.name} is no chance node; allowed are states whose player is chance")
        for text, weight in self.table.chances().items():
            yield rows.index(text) - question.first_outcome, weight

    def _apply_action(self, action: int) -> None:
        question = self.table.question
        self.table.play(action + (question.first_outcome if question.kind == CHANCE else 0))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.table.game.outcomes.text(self.table.question.first_outcome + action)
        return self.table.game.actions.text(action)

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.table.is_over

    def returns(self) -> list[float]:
        """Return what each player has got: 0 for all until the end, and in a game that was cut."""
        return list(map(float, self.table.rewards())) if self.table.is_over else [0.0] * self.table.players

    def rewards(self) -> list[float]:
        """Return the same: a game pays at its end."""
        return self.returns()

    def __str__(self) -> str:
        return f"{self.table.question.name}|" + "\n".join(map(str, self.table.lines))


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
        seen = state.table.record().for_seat(state.table.home(player)).lines
        return "\n".join(map(str, seen))


def register(row: Game) -> None:
    """Make a game known to OpenSpiel."""
    kind = type(f"SpielGame_{row.name}", (SpielGame,), {"__init__": _beginning(row)})
    pyspiel.register_game(type_of(row), kind)


def register_all() -> None:
    """Make every game of the catalogue known to OpenSpiel."""
    for row in every_game().values():
        register(row)


def _beginning(row: Game) -> Any:
    def __init__(self: SpielGame, params: Mapping[str, Any] | None = None) -> None:  # noqa: N807 - it becomes one
        SpielGame.__init__(self, row, params)

    return __init__


register_all()
