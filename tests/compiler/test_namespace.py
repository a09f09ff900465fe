"""The one namespace of all compiled rules: which rule of which module it has, and what has two definitions."""

from types import ModuleType, SimpleNamespace

import pytest

pytest.importorskip("numba")

import numba
import numpy as np
from numba import types

from wd_env.compiler import compile_rules
from wd_env.compiler.compile_modes import CompileMode
from wd_env.kernels import bits, philox


def module(name, **members):
    """Return a module with these members, whose functions are its own rules."""
    created = ModuleType(name)
    for member in members.values():
        if callable(member):
            member.__module__ = name
    vars(created).update(members)
    return created


def space_of(*modules, native=None):
    """Return the namespace of these modules with rules that are not compiled."""
    return compile_rules.namespace(modules, lambda function: function, native or {})


def test_a_rule_reads_the_constants_and_rules_of_all_modules():
    first = module("first", answer=lambda: limit() + OFFSET)  # noqa: F821
    space = space_of(first, module("second", OFFSET=40, limit=lambda: 2))
    assert space["answer"]() == 42
    assert space["answer"] is not first.answer


@pytest.mark.parametrize(
    ("words", "answer"), [({"OVERRIDES": ("answer",)}, 2), ({"FILLS_GAPS": True}, 1)], ids=["overrides", "fills gaps"]
)
def test_a_second_rule_of_a_name_replaces_the_first_or_fills_a_gap(words, answer):
    space = space_of(module("first", answer=lambda: 1), module("second", answer=lambda: 2, more=lambda: 3, **words))
    assert (space["answer"](), space["more"]()) == (answer, 3)


@pytest.mark.parametrize("words", [{}, {"OVERRIDES": ("other",)}, {"FILLS_GAPS": False}])
def test_a_second_rule_of_a_name_is_an_error_otherwise(words):
    with pytest.raises(NameError, match=r"^duplicate rule answer$"):
        space_of(module("first", answer=lambda: 1), module("second", answer=lambda: 2, **words))


def test_a_rule_that_a_module_imports_is_no_second_one():
    first = module("first", answer=lambda: 1)
    second = ModuleType("second")
    second.answer = first.answer
    assert space_of(first, second)["answer"]() == 1


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (3, 4, "duplicate constant LIMIT: 3 and 4"),
        (0.5, 0.25, "duplicate constant LIMIT: 0.5 and 0.25"),
        ((3, 5), 5, r"duplicate constant LIMIT: \[3 5\] and 5"),
        ((3, 5), (3, 6), "duplicate table or constant LIMIT"),
        (3, (3, 5), "duplicate table or constant LIMIT"),
    ],
)
def test_two_values_of_a_name_are_an_error(first, second, message):
    with pytest.raises(NameError, match=f"^{message}$"):
        space_of(module("first", LIMIT=first), module("second", LIMIT=second))


@pytest.mark.parametrize("value", [3, 0.5, (3, 5)])
def test_two_modules_may_have_the_same_value_of_a_name(value):
    space = space_of(module("first", LIMIT=value), module("second", LIMIT=value))
    assert np.array_equal(space["LIMIT"], value)


def test_tables_are_arrays_and_other_values_are_left_out():
    space = space_of(module("first", TABLE=(3, 5), WORDS=("three", "five"), NOTHING=(), TEXT="text"))
    assert space["TABLE"].dtype == np.int64
    assert not {"WORDS", "NOTHING", "TEXT"} & space.keys()


def test_functions_that_replace_rules_are_compiled_and_others_used_as_they_are():
    def replacement(): ...

    ready = object()
    compiled = compile_rules.namespace(
        (module("first", answer=lambda: 1, ready=lambda: 1),),
        lambda function: ("compiled", function.__name__),
        {"answer": replacement, "ready": ready},
    )
    assert (compiled["answer"], compiled["ready"]) == (("compiled", "replacement"), ready)


def test_every_integer_argument_of_a_rule_is_an_int64():
    rule = SimpleNamespace(get_call_template=lambda args, kws: (args, kws))
    assert compile_rules._with_int64_arguments(rule) is rule
    given = types.int8, types.boolean, types.literal(3), types.literal(True), types.float64, types.int8[:]
    assert rule.get_call_template(given, {}) == ((types.int64,) * 4 + given[4:], {})


# What the cache key depends on, and changes of it.
SPACE = {"LIMIT": 3, "SHARE": 0.5, "TABLE": np.array([1, 2])}
BASE = {"modules": (bits,), "space": SPACE, "name": "linked", "sources": ()}
CHANGES = {
    "module": {"modules": (philox,)},
    "mode": {"name": "portable"},
    "source of the mode": {"sources": (philox,)},
    "integer": {"space": SPACE | {"LIMIT": 4}},
    "float": {"space": SPACE | {"SHARE": 0.25}},
    "table": {"space": SPACE | {"TABLE": np.array([1, 3])}},
    "name of a table": {"space": {"LIMIT": 3, "SHARE": 0.5, "TABLES": np.array([1, 2])}},
}


def key_of(modules, space, name, sources):
    return compile_rules._cache_key(modules, space, CompileMode(name, "", None, None, {}, sources))


@pytest.mark.parametrize("change", CHANGES)
def test_the_cache_key_changes_with_everything_that_the_code_depends_on(change):
    assert key_of(**BASE | CHANGES[change]) != key_of(**BASE)


@pytest.mark.parametrize("library", [numba, np])
def test_the_cache_key_changes_with_the_versions_of_numba_and_numpy(monkeypatch, library):
    before = key_of(**BASE)
    monkeypatch.setattr(library, "__version__", "0")
    assert key_of(**BASE) != before


def test_the_cache_key_does_not_depend_on_the_order_of_names():
    assert key_of(**BASE | {"space": dict(reversed(SPACE.items()))}) == key_of(**BASE)
