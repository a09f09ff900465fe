"""Options are declared once: errors, docs, numbers for the rules and fields of the state follow."""

from types import SimpleNamespace
from typing import Annotated, Any

import pytest

from wd_env.errors import ConfigError
from wd_env.options import (
    Choice,
    Convert,
    FileName,
    Format,
    Ge,
    Gt,
    Interval,
    Le,
    Lt,
    from_json,
    from_strings,
    options,
    options_of,
)
from wd_env.spec.rule_options import (
    SETUP,
    GameConfig,
    apply_config,
    state_option_fields,
)


@options
class Agreement(GameConfig):
    """Some options of every kind."""

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
def test_declared_values_are_allowed(name, value):
    assert Agreement.of(**{name: value}).as_dict()[name] == value


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in REFUSED for value in REFUSED[name][0]])
def test_other_values_are_rejected_with_the_value_and_the_allowed_ones(name, value):
    with pytest.raises(ConfigError) as refused:
        Agreement.of(**{name: value})
    assert str(refused.value) == f"{name}: expected {REFUSED[name][1]}, got {value!r}"


def count_letters(text):
    if not text:
        raise ConfigError("letters: expected at least one, got none")
    return len(text)


@options
class Numbers:
    """Numbers with every kind of bound, one and several."""

    above: Annotated[float, Gt(0)] = 1.0
    below: Annotated[float, Lt(1)] = 0.0
    least: Annotated[int, Ge(2)] = 2
    most: Annotated[int, Le(2)] = 2
    part: Annotated[float, Interval(gt=0, le=1)] = 1.0
    many: tuple[Annotated[int, Interval(ge=1, le=3)], ...] = ()
    named: dict[str, Annotated[int, Ge(1)]] | None = None
    agreed: bool | None = None
    letters: Annotated[int, Convert(count_letters)] = 0
    word: Annotated[str, Format("a word")] = ""


INF = float("inf")
NUMBERS: dict[str, tuple[list[Any], list[Any], str]] = {
    "above": ([1, 0.001], [0, -1, INF], "a number above 0"),
    "below": ([0, -5.5], [1, 2, -INF], "a number below 1"),
    "least": ([2, 3], [1], "an integer from 2"),
    "most": ([2, -3], [3], "an integer up to 2"),
    "part": ([1, 0.5], [0, 1.5], "a number above 0 up to 1"),
    "many": ([(), (1, 3)], [(1, 4), (0,), (1.0,), 1, [1]], "a list, each item an integer from 1 to 3"),
    "agreed": ([None, True, False], [0, "yes"], "True, False or None"),
    "word": (["x"], [3, None], "a word"),
    "named": ([None, {}, {"a": 1}], [{"a": 0}, (1,), 1], "a mapping of names to values or None"),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_bounds_are_checked_and_printed_as_declared(name):
    allowed, refused, text = NUMBERS[name]
    assert [getattr(Numbers(**{name: value}), name) for value in allowed] == allowed
    for value in refused:
        with pytest.raises(ConfigError) as error:
            Numbers(**{name: value})
        assert str(error.value) == f"{name}: expected {text}, got {value!r}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"many": [1, 4]}', "many[1]: expected an integer from 1 to 3, got 4"),
        ('{"above": 0}', "above: expected a number above 0, got 0"),
        ('{"many": 1}', "many: expected a list, each item an integer from 1 to 3, got 1"),
        ('{"named": {"a": 0}}', "named.a: expected an integer from 1, got 0"),
        ("3", "the value: expected a mapping of options to values, got "),
        ('{"letters": ""}', "letters: expected at least one, got none"),
        (
            '{"abov": 1}',
            "unknown option 'abov'; expected above, below, least, most, part, many, named, agreed, letters",
        ),
    ],
)
def test_json_is_checked_equally_and_named_by_its_key(text, reason):
    with pytest.raises(ConfigError) as error:
        from_json(Numbers, text)
    assert str(error.value).startswith(reason)


def test_options_are_read_from_json_and_from_texts_alike():
    found = from_strings(Numbers, {"above": "2", "least": "7", "named": "None", "letters": "75"})
    assert found == from_json(Numbers, '{"above": 2, "least": 7, "named": null, "letters": "ab"}')
    assert repr(found) == "Numbers(above=2.0, least=7, letters=2)"
    with pytest.raises(ConfigError, match="least: expected an integer from 2, got 'x'"):
        from_strings(Numbers, {"least": "x"})


def test_an_unknown_option_is_refused_with_the_known_ones():
    with pytest.raises(ConfigError, match="unknown option 'speed'; expected rounds, limit, pace"):
        Agreement.of(speed=3)


def test_every_option_of_the_rules_has_a_number_in_the_state():
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
        "1 if the option is on",
    ]


def test_every_field_declares_what_it_may_be():
    assert list(options_of(Agreement)) == list(ALLOWED)
