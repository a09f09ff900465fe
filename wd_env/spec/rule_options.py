"""Options of a game's rules: the numbers that the rules take for them, and the fields of the state they lie in."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from types import MappingProxyType
from typing import Any, Self

from wd_env.errors import ConfigError
from wd_env.options import Option, options, options_of
from wd_env.spec.state_schema import MAX_ELEMENT, Field

SETUP = "setup"  # marks an option that the rules do not read from the state
ADDED_LATER = "added later"  # marks an option that older saved states lack; its default is the first choice


@options
class GameConfig:
    """The configuration of a game; a subclass with the decorator `options` declares the options."""

    @classmethod
    def of(cls, **values: Any) -> Self:
        """Make a configuration from options by name.

        Raises:
            UnknownOption: If an option does not exist.
            ConfigError: If a value is not allowed.
        """
        return cls(**values)

    @classmethod
    def config_error(cls, **values: Any) -> ConfigError | None:
        """Return what the constructor would raise for these options; None if it would raise nothing."""
        try:
            cls(**values)
        except ConfigError as exc:
            return exc
        return None

    def as_dict(self) -> dict[str, Any]:
        """Return the options by name, as records, bot files and saved states keep them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def state_options(config: Any) -> Mapping[str, Option]:
    """Return the options of a configuration, or of its class, that the rules read from the state."""
    return _state_options(config if isinstance(config, type) else type(config))


@cache
def _state_options(cls: type) -> Mapping[str, Option]:
    declared = {name: option for name, option in options_of(cls).items() if option.kind not in ("file", "text")}
    return MappingProxyType({name: option for name, option in declared.items() if SETUP not in option.marks})


def option_code(option: Option, value: Any) -> int:
    """Return the number that the rules take for a value: 0 for None, and the index of a choice."""
    return option.names.index(value) if option.kind == "choice" else int(value or 0)


def max_code(option: Option) -> int:
    """Return the highest number that the rules may meet for an option."""
    if option.kind == "choice":
        return len(option.names) - 1
    return 1 if option.kind == "boolean" else option.high


def _code_meanings(option: Option) -> str:
    if option.kind == "choice":
        return ", ".join(f"{code} {name}" for code, name in enumerate(option.names))
    if option.kind == "boolean":
        return "1 if the option is on"
    return f"{option.low}..{option.high}" + ", or 0 for none" * option.nullable


def state_option_fields(config: Any) -> tuple[Field, ...]:
    """Return the fields of the state for these options.

    Raises:
        ConfigError: If a field cannot hold the codes of an option.
    """
    return tuple(_state_option_field(name, option) for name, option in state_options(config).items())


def _state_option_field(name: str, option: Option) -> Field:
    minimum, maximum = option.low or 0, max_code(option)
    if minimum < 0 or maximum > MAX_ELEMENT["i4"]:
        raise ConfigError(
            f"option {name}: expected a range within 0 to {MAX_ELEMENT['i4']}, got {minimum} to {maximum}"
        )
    return Field(
        name,
        "i1" if maximum <= MAX_ELEMENT["i1"] else "i4",
        0,
        _code_meanings(option),
        constant=True,
        added_later=ADDED_LATER in option.marks,
    )


def apply_config(s: Any, config: Any) -> None:
    """Write every option that the rules read into a state."""
    for name, option in state_options(config).items():
        setattr(s, name, option_code(option, getattr(config, name)))
