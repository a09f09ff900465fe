"""Initial states of the games of a batch: one per set of options and number of players."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import ConfigError, quoted
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.state_schema import GameState

Ints = NDArray[np.int64]
Options = Mapping[str, Any]


class InitialStates:
    """Initial states, added on demand: `records` [templates], and `penalizes` bool[templates]."""

    def __init__(self, game: GameSpec, options: Options | Sequence[Options] | None) -> None:
        self.game = game
        self.options = _as_list(options)
        self._template_ids: dict[tuple[int, int], int] = {}
        self.records: NDArray[Any] = np.zeros(0, game.schema.dtype)
        self.penalizes: NDArray[np.bool_] = np.zeros(0, np.bool_)

    @property
    def bytes(self) -> NDArray[np.uint8]:
        """Return the records as bytes, uint8[templates, size]; indexing records loses the bytes between fields."""
        return self.records.view(np.uint8).reshape(len(self.records), self.game.schema.size)

    def __getstate__(self) -> dict[str, Any]:
        """Return records as bytes, so that `copy.deepcopy` and pickle keep the bytes between their fields."""
        return {**self.__dict__, "records": self.records.tobytes()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.records = np.frombuffer(bytearray(state["records"]), self.game.schema.dtype)

    def template_ids(self, rows: Ints, num_players: Ints) -> Ints:
        """Return the index of the template of each row; rows cycle through the options. Raises as `template_id`."""
        pairs, inverse = np.unique(np.stack([rows % len(self.options), num_players]), axis=1, return_inverse=True)
        return np.array([self.template_id(int(options), int(count)) for options, count in pairs.T], np.int64)[inverse]

    def template_id(self, options: int, num_players: int) -> int:
        """Return the index of the template of these options and players; ConfigError if they are not allowed."""
        if (options, num_players) not in self._template_ids:
            provided = self.options[options].get("num_players", num_players)
            if provided != num_players:
                raise ConfigError(
                    f"num_players among the options: expected {num_players}, as for the games, got {provided!r}"
                )
            config = self.game.config_class.of(**{**self.options[options], "num_players": num_players})
            game = self.game.for_config(config)
            if game is not self.game and game.layout_hash != self.game.layout_hash:  # instrumented games have the same
                raise ConfigError(
                    f"options: expected the board of this batch of {self.game.name}, got another one by "
                    f"{quoted(self.options[options])}"
                )
            state = self.game.new_state(config)
            self._check_chance(state)
            # as bytes, because copying records loses what is between their fields
            grown = np.zeros(len(self.records) + 1, self.game.schema.dtype)
            grown.view(np.uint8)[:] = np.frombuffer(self.records.tobytes() + state.to_bytes(), np.uint8)
            self.records = grown
            self.penalizes = np.append(self.penalizes, bool(self.game.violations.penalizes_violations(state)))
            self._template_ids[options, num_players] = len(self._template_ids)
        return self._template_ids[options, num_players]

    def _check_chance(self, state: GameState) -> None:
        """Raise ConfigError if a game has externally reported chance; a batch samples all chance."""
        if external_nodes := self.game.external_chance(state):
            raise ConfigError(
                f"options: expected sampled chance in a batch, got {', '.join(external_nodes)}, which people report"
            )


def _as_list(options: Options | Sequence[Options] | None) -> list[dict[str, Any]]:
    """Return one set of options or several as a list; ConfigError if there is none, or it is not a mapping."""
    several = options if isinstance(options, Sequence) else [{} if options is None else options]
    if not several:
        raise ConfigError("options: expected one set of options, or a list of at least one, got an empty list")
    for one in several:
        if not isinstance(one, Mapping) or not all(isinstance(name, str) for name in one):
            raise ConfigError(f"options: expected a dict of options by name or a list of them, got {one!r}")
    return [dict(one) for one in several]
