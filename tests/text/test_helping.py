"""The function of each decision is found by its name; an error names a missing one."""

from types import ModuleType

import pytest

from tests.toy_game import PLEDGE
from wd_env.text.help_functions import functions_by_decision


def module(name, *functions):
    made = ModuleType(name)
    for function in functions:
        setattr(made, function, lambda asked, a, function=function: f"{function} {a}")
    return made


def test_each_decision_finds_its_function_in_the_first_module_that_has_it():
    found = functions_by_decision(PLEDGE.nodes, (module("one", "help_roll"), module("two", "help_pledge", "help_roll")))
    assert {name: function(None, 3) for name, function in found.items()} == {
        "pledge": "help_pledge 3",
        "roll": "help_roll 3",
    }


def test_a_decision_without_help_is_named_with_the_modules():
    with pytest.raises(LookupError, match="decision pledge has no function help_pledge; expected one in one, two"):
        functions_by_decision(PLEDGE.nodes, (module("one", "help_roll"), module("two", "help_deal")))
