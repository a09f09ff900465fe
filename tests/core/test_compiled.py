"""Compiled rules read and write what interpreted ones do, and with bounds checked none reaches beyond a row."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

ROOT = Path(__file__).parents[2]

# Rules over a state and rows of every kind of number, an entry over them, and a call of both ways to run it.
ROOM = """
def stir(s, row, real, flags, at):
    s.small[at] = s.small[at] + s.one
    s.one = s.wide[at] + len(s.wide)
    s.wide[at] = row[at] - 1
    row[at] = total(row) + total(s.small)
    real[at] = row[at]
    flags[at] = s.one > 3
    put(s.small, at)

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
from wd_env.core.compiled import compile_entry

def make(tag):
    def run(states, rows, real, flags, at):
        tag
        stir(states[1], rows[1], real[1], flags, at)
    return run

class Plain:
    pass

fields = [("one", "<i1"), ("small", "<i1", (4,)), ("wide", "<i4", (3,))]
states = np.zeros(2, np.dtype(fields, align=True))
states["one"], states["small"], states["wide"] = 5, [[1, 2, 3, 4]], [[7, 70, 90]]
rows, real, flags = np.arange(8).reshape(2, 4), np.zeros((2, 4), np.float32), np.zeros(4, np.bool_)
at = int(sys.argv[1])
s = Plain()
s.one, s.small, s.wide = 5, [1, 2, 3, 4], [7, 70, 90]
row, plain_real, plain_flags = [4, 5, 6, 7], [0] * 4, [False] * 4
if at >= 0:
    room.stir(s, row, plain_real, plain_flags, at)
try:
    compile_entry("toy", (room,), make)(states, rows, real, flags, at)
except IndexError as problem:
    print(problem)
else:
    found = states[1]
    print((found["one"], found["small"].tolist(), found["wide"].tolist()) == (s.one, s.small, s.wide))
    print((rows[1].tolist(), real[1].tolist(), flags.tolist()) == (row, plain_real, plain_flags))
    print(rows[0].tolist(), real[0].sum(), states["one"][0], states["small"][0], states["wide"][0])
"""
AS_INTERPRETED = "True\nTrue\n[0, 1, 2, 3] 0.0 5 [1 2 3 4] [ 7 70 90]"  # and the row before is untouched


@pytest.fixture
def stirred(tmp_path):
    """What the program prints for a place, with bounds checked or not."""
    (tmp_path / "room.py").write_text(ROOM)
    (tmp_path / "entry.py").write_text(ENTRY)

    def run(at, checked):
        kept = {"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{tmp_path}:{ROOT}", "WD_CHECKED": "1" if checked else "0"}
        words = [sys.executable, "entry.py", str(at)]
        env = {**kept, "NUMBA_CACHE_DIR": str(tmp_path)}
        return subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=True).stdout.strip()

    return run


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_compiled_rule_does_to_its_arguments_what_the_interpreted_one_does(stirred, at, checked):
    assert stirred(at, checked) == AS_INTERPRETED


def test_a_negative_place_is_refused_where_bounds_are_checked(stirred):
    assert stirred(-1, checked=True) == "outside of a row"
