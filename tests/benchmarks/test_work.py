"""No change makes games slower unnoticed: tests count work and do not measure time."""

import inspect
import json
import re
import sys
from types import ModuleType

import pytest

from tests.benchmarks.work import GAMES, KEPT, NAMES, PARTS, RENEW, TALLY, profile, tallied, work
from wd_env.games.world_dominance.observation import observe

# Other rules make other games, whose work differs a little. A larger difference is intended, or an error.
MORE = {"mask": 1.07, "view": 1.04, "step": 1.13}
LESS = 0.85  # savings are recorded, too


def moved(now, kept):
    """Return one line for each part of a game whose work has changed."""
    return [
        f"{game}, {part}: {now[game][part]} statements a decision, kept are {kept[game][part]}"
        for game in now
        for part in PARTS
        if not LESS <= now[game][part] / kept[game][part] <= MORE[part]
    ]


@pytest.fixture(scope="module")
def now():
    """Return the current work per decision."""
    return work()


def test_a_decision_takes_no_more_work_than_recorded(now):
    kept = json.loads(KEPT.read_text("utf-8"))
    assert now.keys() == kept.keys()
    result = moved(now, kept)
    assert not result, "\n".join([*result, f"if the change is intended, update the file: {RENEW}"])


def test_a_loop_over_all_cards_in_the_view_is_noticed():
    source = inspect.getsource(observe)
    loop = "    for card in range(CARDS):\n        s.card_at[card] == s.seat\n"
    planted = re.sub(r"^def observe\(.*\n", lambda match: match[0] + loop, source, count=1, flags=re.MULTILINE)
    assert planted != source
    text = moved(work({observe.__name__: planted}), json.loads(KEPT.read_text("utf-8")))
    assert len(text) == len(GAMES)
    assert all(", view: " in line for line in text)


def test_every_executed_statement_counts_once():
    room = ModuleType("room")
    source = '''
def outer(n):
    """A docstring does nothing."""
    total = 0
    for k in range(n):
        if k % 2 == 0:
            total += inner(k)
            continue
    return total


def inner(k):
    while k > 0:
        k -= 1
    return 1
'''
    rules = tallied((room,), {"room": source})
    assert rules["outer"](4) == 2
    outer, ifs, evens = 3, 4, 2 * 2  # the count, the loop, the end; one test per round; the branch of even rounds
    inner = 2 * 2 + 2  # the loop and the end, twice; two rounds for 2 and none for 0
    assert dict(zip(rules[NAMES], rules[TALLY], strict=True)) == {"outer": outer + ifs + evens, "inner": inner}


def test_the_profile_has_the_whole_work_by_function(now):
    found = profile()
    total = sum(parts[part] for parts in now.values() for part in PARTS) / len(now)
    assert [count for _, count in found] == sorted((count for _, count in found), reverse=True)
    assert total <= sum(count for _, count in found) < 1.1 * total  # the total includes the work of the set-up
    assert "observe" in dict(found)


@pytest.fixture
def play():
    """Return a function that makes the step of a batch with a number of games."""
    pytest.importorskip("numba")
    from wd_env.benchmarks.random_play import batch
    from wd_env.registry import get_game

    def stepping(tables):
        step = batch(get_game(), tables)
        step()
        return step

    return stepping


def test_compiled_steps_allocate_nothing_for_a_game(play):
    """Check that compiled rules make no array or list, which they would do for every game."""
    assert allocations(play(8)) == allocations(play(64))


def test_an_allocation_for_every_game_is_noticed():
    numba, np = pytest.importorskip("numba"), pytest.importorskip("numpy")

    @numba.njit
    def careless(games):
        total = 0
        for game in range(games):
            total += len(np.zeros(game + 1))
        return total

    careless(1)
    assert allocations(lambda: careless(8)) == 8


def allocations(step):
    """Return the number of blocks that compiled code allocates in one step."""
    from numba.core.runtime import _nrt_python, rtsys

    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats().alloc
    step()
    return rtsys.get_allocation_stats().alloc - before


def test_a_step_of_many_games_makes_no_more_calls_than_one_of_few(play):
    """Check that no Python loop over games exists, which would make calls for each of them."""
    few, many = calls(play(8)), calls(play(512))
    assert few > 0
    assert many == few


def calls(step):
    """Return the number of Python and C functions that Python calls in one step."""
    count = 0

    def note(_frame, event, _argument):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        step()
    finally:
        sys.setprofile(None)
    return count
