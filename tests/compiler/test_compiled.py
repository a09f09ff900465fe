"""Compiled rules read and write the same as interpreted ones, and never outside a row (with bounds checks)."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

ROOT = Path(__file__).parents[2]

# Rules over a state and rows of every number type, an entry point over them, and a call of both ways to run it.
ROOM = """
from wd_env.kernels.bits import add_to_flagged, count_ones, equal_bits, equal_word, sum_weighted_planes
from wd_env.kernels.bits import lowest_set_bit, mark_equal, narrow, nonzero_word, sum_planes

def stir(s, row, real, flags, many, numbers, at):
    s.small[at] = s.small[at] + s.one
    s.one = s.wide[at] + len(s.wide)
    s.wide[at] = row[at] - 1
    row[at] = total(row) + total(s.small)
    real[at] = row[at]
    flags[at] = s.one > 3
    put(s.small, at)
    row[3] = nonzero_word(many, at) + count_ones(narrow(at) + 5)
    row[1] = equal_word(many, at, narrow(2)) + (equal_bits(many, 32, 2) << 32)
    row[2] = lowest_set_bit(equal_word(many, at, narrow(3)))
    add_planes(many, numbers, at)

def add_planes(many, numbers, at):
    sum_planes(many, 40, numbers, at, 3, 5 + at, 35)
    sum_planes(many, 80, many, 1, 35, at + 1, 32)
    mark_equal(many, 120, many, 40, 3 + 9 * at, 33)
    sum_weighted_planes(many, 160, 1, 15, 0x203, 0b101, 35)
    add_to_flagged(many, 200, 0x5A5A00FF << at, 99)
    sum_planes(many, 240, numbers, 3, 30, 3 + at, 199)

def total(row):
    found = 0
    for i in range(len(row)):
        found += row[i]
    return found

def put(row, at):
    row[at] += 100
"""
ENTRY = """
import sys
import numpy as np
import room
from wd_env.kernels import bits
from wd_env.compiler.compile_rules import compile_lazily

def make(tag):
    def run(states, rows, real, flags, many, numbers, at):
        tag
        stir(states[1], rows[1], real[1], flags, many, numbers, at)
    return run

class Plain:
    pass

run = compile_lazily("toy", (room, bits), make)
fields = [("one", "<i1"), ("small", "<i1", (4,)), ("wide", "<i4", (3,))]
for at in map(int, sys.argv[1:]):
    states = np.zeros(2, np.dtype(fields, align=True))
    states["one"], states["small"], states["wide"] = 5, [[1, 2, 3, 4]], [[7, 70, 90]]
    rows, real, flags = np.arange(8).reshape(2, 4), np.zeros((2, 4), np.float32), np.zeros(4, np.bool_)
    many, numbers = (np.arange(440) % 37).astype(np.int8), (np.arange(300) * 5 % 91).astype(np.int16)
    plain_many = many.tolist()
    s = Plain()
    s.one, s.small, s.wide = 5, [1, 2, 3, 4], [7, 70, 90]
    row, plain_real, plain_flags = [4, 5, 6, 7], [0] * 4, [False] * 4
    if at >= 0:
        room.stir(s, row, plain_real, plain_flags, plain_many, numbers.tolist(), at)
    try:
        run(states, rows, real, flags, many, numbers, at)
    except IndexError as problem:
        print(problem)
    else:
        found = states[1]
        print((found["one"], found["small"].tolist(), found["wide"].tolist()) == (s.one, s.small, s.wide))
        print((rows[1].tolist(), real[1].tolist(), flags.tolist()) == (row, plain_real, plain_flags))
        assert many.tolist() == plain_many
        print(rows[0].tolist(), real[0].sum(), states["one"][0], states["small"][0], states["wide"][0])
assert len(run.compiled.signatures) == 1
"""
AS_INTERPRETED = "True\nTrue\n[0, 1, 2, 3] 0.0 5 [1 2 3 4] [ 7 70 90]\n"  # and the row before is unchanged

# What llvmlite will remove: typed pointers, and accesses without a type.
REFUSES_TYPED_POINTERS = """
import sys
from llvmlite import ir

def refused(function, is_typed):
    def call(*args, **kws):
        caller = sys._getframe(1).f_globals["__name__"]
        assert not (caller.startswith("wd_env") and is_typed(args, kws)), f"{caller}: {function.__name__} is typed"
        return function(*args, **kws)
    return call

ir.Type.as_pointer = refused(ir.Type.as_pointer, lambda args, kws: True)
ir.IRBuilder.load = refused(ir.IRBuilder.load, lambda args, kws: kws.get("typ") is None)
ir.IRBuilder.gep = refused(ir.IRBuilder.gep, lambda args, kws: kws.get("source_etype") is None)
"""


@pytest.fixture
def stirred(tmp_path):
    """Return a function that runs the program for some indices, with further settings in environment variables."""
    (tmp_path / "room.py").write_text(ROOM)

    def run(*places, before="", options=(), **environment):
        (tmp_path / "entry.py").write_text(before + ENTRY)
        kept = {"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{tmp_path}:{ROOT}", "NUMBA_CACHE_DIR": str(tmp_path)}
        words = [sys.executable, *options, "entry.py", *map(str, places)]
        env = kept | environment
        done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "does not support" not in done.stderr  # otherwise the compiler would have used another mode
        return done.stdout

    return run


@pytest.mark.thinned(3)
@pytest.mark.parametrize("portable", ["0", "1"])
@pytest.mark.parametrize("checked", ["0", "1"])
def test_a_compiled_rule_does_to_its_arguments_what_the_interpreted_one_does(stirred, checked, portable):
    assert stirred(0, 1, 2, WD_CHECKED=checked, WD_PORTABLE=portable) == AS_INTERPRETED * 3


def test_a_negative_index_is_an_error_with_bounds_checks(stirred):
    assert stirred(-1, WD_CHECKED="1") == "outside of a row\n"


@pytest.mark.parametrize("checked", ["0", "1"])
def test_no_pointer_needs_a_type(stirred, checked):
    """Treat llvmlite's deprecation of typed pointers as an error."""
    strict = ("-W", "error::DeprecationWarning", "-W", "error::PendingDeprecationWarning")
    result = stirred(
        1,
        before=REFUSES_TYPED_POINTERS,
        options=strict,
        LLVMLITE_ENABLE_IR_LAYER_TYPED_POINTERS="0",
        WD_CHECKED=checked,
    )
    assert result == AS_INTERPRETED
