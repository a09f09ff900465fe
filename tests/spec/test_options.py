"""Options declare once what they may be: refusals, docs, numbers for the rules and fields of the state follow."""

from types import SimpleNamespace
from typing import Annotated, Any

import pytest

from wd_env.errors import ConfigError
from wd_env.options import Choice, FileName, Interval, options, options_of
from wd_env.spec.rule_options import (
    SETUP,
    GameConfig,
    apply_config,
    state_option_fields,
)


@options
class Agreement(GameConfig):
    """A few options of every kind."""

    rounds: Annotated[int, Interval(ge=1, le=9)] = 3
    limit: Annotated[int, Interval(ge=1, le=1000)] | None = None
    pace: Annotated[str, Choice(("quick", "slow"))] = "slow"
    loud: bool = False
    tidy: Annotated[bool, SETUP] = True
    board: Annotated[str, FileName(("square", "round"))] = "square"
    cards: Annotated[str, FileName()] | None = None


ALLOWED: dict[str, list[Any]] = {
    "rounds": [1, 9],
    "limit": [None, 1, 1000],
    "pace": ["quick", "slow"],
    "loud": [False, True],
    "tidy": [False, True],
    "board": ["square", "round", "mine.toml"],
    "cards": [None, "mine.toml"],
}
REFUSED: dict[str, tuple[list[Any], str]] = {
    "rounds": ([0, 10, None, True, 3.0, "3"], "an integer from 1 to 9"),
    "limit": ([0, 1001, False], "an integer from 1 to 1000 or None"),
    "pace": (["fast", "", None, 1, ["slow"]], "quick, slow"),
    "loud": ([0, 1, None, "yes"], "True or False"),
    "tidy": ([0], "True or False"),
    "board": ([None, 3], "square, round, the path of a file"),
    "cards": ([3, False], "the path of a file or None"),
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in ALLOWED for value in ALLOWED[name]])
def test_what_an_option_declares_is_allowed(name, value):
    assert Agreement.of(**{name: value}).as_dict()[name] == value


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in REFUSED for value in REFUSED[name][0]])
def test_anything_else_is_refused_with_value_and_what_is_allowed(name, value):
    with pytest.raises(ConfigError) as refused:
        Agreement.of(**{name: value})
    assert str(refused.value) == f"{name}: expected {REFUSED[name][1]}, got {value!r}"


def test_an_unknown_option_is_refused_with_the_known_ones():
    with pytest.raises(ConfigError, match="unknown option 'speed'; expected rounds, limit, pace"):
        Agreement.of(speed=3)


def test_the_rules_find_a_number_for_every_option_of_theirs():
    s = SimpleNamespace()
    apply_config(s, Agreement(rounds=4, pace="slow", loud=True))
    assert vars(s) == {"rounds": 4, "limit": 0, "pace": 1, "loud": 1}
    assert [(field.name, field.element) for field in state_option_fields(Agreement)] == [
        ("rounds", "i1"),
        ("limit", "i4"),
        ("pace", "i1"),
        ("loud", "i1"),
    ]
    assert [field.description for field in state_option_fields(Agreement)] == [
        "1..9",
        "1..1000, or 0 for none",
        "0 quick, 1 slow",
        "1 when it is agreed",
    ]


def test_every_field_declares_what_it_may_be():
    assert list(options_of(Agreement)) == list(ALLOWED)
