"""Settings of the games that are played in training."""

import itertools
from collections.abc import Mapping
from dataclasses import field
from functools import cached_property

from wd_env.errors import ConfigError, quoted
from wd_env.options import options, read_scalar
from wd_env.registry import DEFAULT_GAME, get_game
from wd_env.spec.game_spec import GameSpec
from wd_env.training.settings.setting_types import Count, Positive, setting_error

OptionValue = bool | int | float | str  # value of an option of a game


@options
class GameSettings:
    """Which games are played."""

    name: str = DEFAULT_GAME
    """Name of the game in the registry."""
    players: tuple[Count, ...] = ()
    """Numbers of players; one run mixes them. Empty for all that the game allows."""
    weights: tuple[Positive, ...] = ()
    """Relative frequency of each number of players, in the order of `players`; empty for equal frequencies."""
    options: dict[str, OptionValue] = field(default_factory=dict)
    """Options of the game by name, such as its variant."""
    option_sets: tuple[str, ...] = ()
    """Sets of additional options, such as `variant=multi_five,sets_to_win=3`. Training games cycle through them; each
    set overrides `options`, and a repeated set is played more often. Matches only use `options`."""

    def __post_init__(self) -> None:
        allowed = range(self.spec.min_players, self.spec.max_players + 1)
        if not self.players:
            object.__setattr__(self, "players", tuple(allowed))  # resolved, because it is saved with the run
        for text, values in zip(self.option_sets, self.options_by_set, strict=bool(self.option_sets)):
            errors = [self._find_error(values, count) for count in self.players]
            if errors and None not in errors:
                raise ConfigError(f"game.option_sets: {quoted(text)}: {errors[0]}")
        if len(self.weights) not in (0, len(self.players)):
            raise setting_error("game.weights", self.weights, f"no numbers, or {len(self.players)}")

    @property
    def spec(self) -> GameSpec:
        """The game with these options."""
        return get_game(self.name).spec_for(**self.options)

    @cached_property
    def options_by_set(self) -> tuple[dict[str, OptionValue], ...]:
        """The sets of options of training games, through which games cycle."""
        return tuple({**self.options, **_parse_options(text)} for text in self.option_sets) or (self.options,)

    @cached_property
    def num_players_by_set(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of `players` that each set of options allows; `players` without `option_sets`."""
        if not self.option_sets:
            return (self.players,)
        is_allowed = [
            [self._find_error(options, count) is None for count in self.players] for options in self.options_by_set
        ]
        return tuple(tuple(itertools.compress(self.players, allowed)) for allowed in is_allowed)

    def _find_error(self, options: Mapping[str, OptionValue], count: int) -> ConfigError | None:
        exc: ConfigError | None = self.spec.config_class.config_error(**{**options, "num_players": count})
        return exc


def _parse_options(text: str) -> dict[str, OptionValue]:
    """Parse comma-separated options `name=value`, with values as in YAML; raise ConfigError if the text is invalid."""
    options: dict[str, OptionValue] = {}
    for pair in text.split(","):
        name, is_set, value = pair.partition("=")
        if not is_set or not name or name in options:
            raise setting_error("game.option_sets", text, "options as name=value, each name once")
        options[name] = read_scalar(value)
    return options
