"""Options are read from the fields of a dataclass: every kind of field, defaults, help and errors."""

from dataclasses import dataclass, field, make_dataclass
from pathlib import Path
from typing import Annotated, Literal

import pytest

from wd_env.cli.arguments.argument_parser import parse, peek
from wd_env.cli.arguments.command_fields import Description, Hidden, Positional
from wd_env.cli.usage_error import UsageError
from wd_env.options import Choice, FileName, Interval, options
from wd_env.spec.rule_options import GameConfig


@dataclass(frozen=True)
class Inner:
    """What lies deeper."""

    rate: float = 0.5
    """Share."""
    weights: dict[str, float] = field(default_factory=lambda: {"past_ones": 0.5})
    """Weights by name."""


@options
class Rules(GameConfig):
    """Rules of a game."""

    rounds: Annotated[int, Interval(ge=1, le=9)] = 3
    """Rounds that are played."""
    limit: Annotated[int, Interval(ge=1, le=1000)] | None = None
    """Turns, at most."""
    pace: Annotated[str, Choice(("quick", "slow"))] = "slow"
    """How fast."""
    loud: bool = True
    """With noise."""
    agreed: bool | None = None
    """Agreed on."""
    board: Annotated[str, FileName(("square", "round"))] = "square"
    """The board."""
    inner: Inner = field(default_factory=Inner)
    """Deeper."""


@dataclass(frozen=True)
class Asked:
    """Do something with a file.

    It has been done before.

    Example:
        wd do FILE
    """

    file: Annotated[Path, Positional("FILE")]
    """The file."""
    others: Annotated[tuple[str, ...], Positional("OTHER ...")] = ()
    """Other files."""
    way: Literal["up", "down"] = "up"
    """Which way."""
    sizes: tuple[int, ...] = (4, 5)
    """How large."""
    number: int | None = None
    """How many."""
    value: bool | int | float | str = 1
    """Anything."""
    secret: Annotated[int, Hidden()] = 7
    """Never set."""
    rules: Rules = field(default_factory=Rules)
    """Rules of the game."""


def read(*words):
    return parse(Asked, ["f", *words], "do")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([], (("up", (4, 5), None))),
        (["--way", "down", "--sizes", "1", "2", "3"], ("down", (1, 2, 3), None)),
        (["--sizes", "-1", "--number=-2"], ("up", (-1,), -2)),
        (["--number", "3", "--number", "none"], ("up", (4, 5), None)),
        (["--sizes", "1", "2", "--way", "down", "--sizes", "3"], ("down", (3,), None)),
    ],
)
def test_words_become_the_values_of_fields(words, found):
    asked = read(*words)
    assert (asked.way, asked.sizes, asked.number) == found
    assert (asked.file, asked.others, asked.secret) == (Path("f"), (), 7)


def test_positional_values_are_taken_in_order():
    asked = read("a", "b", "--way", "down")
    assert (asked.file, asked.others) == (Path("f"), ("a", "b"))


@pytest.mark.parametrize(("word", "value"), [("true", True), ("3", 3), ("0.5", 0.5), ("many", "many"), ("nan", "nan")])
def test_a_field_of_several_kinds_takes_the_first_that_fits(word, value):
    found = read("--value", word).value
    assert found == value
    assert type(found) is type(value)


def test_nested_fields_have_their_own_options():
    rules = read("--rounds", "9", "--no-loud", "--agreed", "False", "--pace", "quick", "--inner.rate", "0.25").rules
    assert (rules.rounds, rules.loud, rules.agreed, rules.pace, rules.inner.rate) == (9, False, False, "quick", 0.25)
    assert (rules.limit, rules.board) == (None, "square")


@pytest.mark.parametrize(("words", "shared"), [([], True), (["--no-group.is_shared"], False)])
def test_a_switch_of_a_group_can_be_turned_off(words, shared):
    group = make_dataclass("Group", [("is_shared", bool, True)], namespace={"__doc__": "Group."}, frozen=True)
    settings = make_dataclass("Settings", [("group", group, field(default_factory=group))], frozen=True)
    command = make_dataclass("Command", [("settings", settings, field(default_factory=settings))], frozen=True)
    assert parse(command, words, "do").settings.group.is_shared is shared


def test_existing_and_new_keys_of_a_mapping_are_options():
    found = read("--inner.weights.past-ones", "1", "--inner.weights.new_one=2").rules.inner.weights
    assert found == {"past_ones": 1.0, "new_one": 2.0}
    assert Inner().weights == {"past_ones": 0.5}


def test_defaults_may_be_given():
    default = Asked(Path("x"), way="down", rules=Rules(rounds=5))
    found = parse(Asked, ["--limit", "8"], "do", default)
    assert (found.file, found.way, found.rules.rounds, found.rules.limit) == (Path("x"), "down", 5, 8)


def test_some_options_can_be_read_before_the_others():
    some = make_dataclass("Some", [("number", int | None, None)], frozen=True)
    assert peek(some, ["f", "--way", "nowhere", "--number", "4", "--help"], "do").number == 4


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["--rounds", "10"], "--rounds: expected an integer from 1 to 9, got 10 (see wd do --help-rules)"),
        (["--rounds", "x"], "--rounds: expected an integer from 1 to 9, got 'x' (see wd do --help-rules)"),
        (["--limit", "0"], "--limit: expected an integer from 1 to 1000 or None, got 0 (see wd do --help-rules)"),
        (["--pace", "quik"], "--pace: expected quick, slow, got 'quik'; did you mean quick? (see wd do --help-rules)"),
        (["--agreed", "x"], "--agreed: expected True, False or None, got 'x' (see wd do --help-rules)"),
        (["--way", "dwn"], "--way: expected up, down, got 'dwn'; did you mean down? (see wd do --help)"),
        (["--sizes"], "--sizes: expected a value (see wd do --help)"),
        (["--sizes", "1", "x"], "--sizes: expected an integer, got 'x' (see wd do --help)"),
        (["--no-loud=1"], "--loud: expected no value (see wd do --help)"),
        (["--inner.weights.a", "x"], "--inner.weights.a: expected a number, got 'x' (see wd do --help-rules)"),
        (["--secret", "1"], "unknown option --secret (see wd do --help)"),
        (["--wy=up"], "unknown option --wy=up; did you mean --way? (see wd do --help)"),
        (["-x"], "unexpected argument '-x' (see wd do --help)"),
    ],
)
def test_an_error_names_the_argument_and_the_allowed_values(words, refusal):
    with pytest.raises(UsageError) as refused:
        read(*words)
    assert str(refused.value) == refusal


def test_required_arguments_are_requested():
    with pytest.raises(UsageError, match=r"^FILE is missing: the file \(see wd do --help\)$"):
        parse(Asked, [], "do")


def shown(capsys, *words):
    with pytest.raises(SystemExit) as left:
        parse(Asked, words, "do")
    assert not left.value.code
    return capsys.readouterr().out


def test_help_lists_the_own_options_and_names_the_pages(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert (
        shown(capsys, "--help")
        == shown(capsys, "f", "--nonsense", "-h")
        == (
            "usage: wd do FILE [OTHER ...] [OPTIONS]\n"
            "\n"
            "Do something with a file.\n"
            "\n"
            "It has been done before.\n"
            "\n"
            "  FILE                     The file.\n"
            "  OTHER ...                Other files.\n"
            "  --way up|down            Which way. (default: up)\n"
            "  --sizes N N ...          How large. (default: 4 5)\n"
            "  --number N               How many.\n"
            "  --value VALUE            Anything. (default: 1)\n"
            "  --help-rules [SECTION]   Rules of the game: 8 more options, all or those of\n"
            "                           one section: inner.\n"
            "Example: wd do FILE\n"
        )
    )


def test_a_page_of_help_lists_its_options_by_parts(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    page = shown(capsys, "--help-rules")
    assert "  --pace quick|slow        How fast. (default: slow)\n" in page
    assert "  --[no-]loud              With noise. (default: on)\n" in page
    assert "  --agreed True|False|None\n                           Agreed on.\n" in page
    assert page.endswith(shown(capsys, "--help-rules", "inner"))
    assert shown(capsys, "--help-rules", "inner") == (
        "inner:\n"
        "  --inner.rate X           Share. (default: 0.5)\n"
        "  --inner.weights.NAME VALUE\n"
        "                           Weights by name. (default: past_ones 0.5)\n"
    )


def test_a_class_without_source_describes_its_fields_itself(capsys):
    made = make_dataclass("Made", [("depth", Annotated[int, Description("How deep.")], 3)], frozen=True)
    with pytest.raises(SystemExit):
        parse(made, ["--help"], "do")
    assert "--depth N                How deep. (default: 3)" in capsys.readouterr().out


def test_a_lone_hyphen_is_a_value():
    assert read("--rounds", "9", "--board", "-").rules.board == "-"
