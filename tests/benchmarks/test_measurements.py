"""Benchmarks measure what they name, with games and sockets that are made up."""

import json
import os
from dataclasses import asdict
from types import SimpleNamespace

import numpy as np
import pytest

from wd_env.agents.search import search_agent
from wd_env.batch import batch
from wd_env.benchmarks import (
    batch_memory,
    component_speed,
    engine_speed,
    measure_process,
    random_play,
)
from wd_env.benchmarks.learner_speed import CpuTime
from wd_env.errors import ConfigError
from wd_env.evaluation.matches import match
from wd_env.registry import GAMES
from wd_env.spec.game_spec import CHANCE, PLAYER

COUNTS = {"world_dominance": (2, 3, 4, 5), "domination": (2, 3, 4, 5, 6), "superpowers": (2, 3, 4, 5, 6, 7, 8)}


@pytest.mark.parametrize("name", GAMES)
def test_batches_cycle_through_every_number_of_players(name):
    assert random_play.player_counts(GAMES[name]) == COUNTS[name]


class Steps:
    """Rules of a game in which players and chance act by turns, seven times in all; the second outcome is certain."""

    def is_terminal(self, state):
        return len(state.played) == 7

    def legal(self, state, mask):
        mask[2] = 1

    def chance_weights(self, state, weights):
        weights[1] = 5

    def step(self, state, action):
        state.played.append(action)
        state.node = 1 - state.node


@pytest.mark.parametrize("observes", [False, True])
def test_decisions_of_players_are_counted_and_observed(observes):
    states, observed = [], []
    game = SimpleNamespace(
        new_state=lambda config: states.append(SimpleNamespace(node=0, seat=3, played=[])) or states[-1],
        engine=Steps(), actions="abc", chance_width=2, layout=SimpleNamespace(size=4),
        nodes=[SimpleNamespace(kind=PLAYER), SimpleNamespace(kind=CHANCE)],
        observe=lambda state, seat, row: observed.append((seat, row)),
    )  # fmt: skip
    play = random_play.interpreted(SimpleNamespace(game=game, match_options={}, config=dict), observes)
    assert [play(), play()] == [4, 4]
    assert [state.played for state in states] == [[2, 1, 2, 1, 2, 1, 2]] * 2
    assert observed == [(3, [0] * 4)] * 8 * observes


def test_search_is_measured_at_decisions_with_at_least_two_options(monkeypatch):
    masks = np.array([[1, 0, 0], [0, 1, 1], [0, 0, 0], [1, 1, 1]], np.int8)
    batch = SimpleNamespace(masks=masks, resampled_states=lambda rows: 10 * rows)
    asked = []
    bot = SimpleNamespace(
        evaluate_actions=lambda game, states, actions: (
            asked.append((states.tolist(), actions.tolist())) or SimpleNamespace(samples=np.array([[3, 4]]))
        )
    )
    monkeypatch.setattr(component_speed, "_batch", lambda entry: batch)
    monkeypatch.setattr(search_agent, "SearchAgent", lambda generator: bot)
    play, samples = (component_speed.search(GAMES["domination"], each) for each in (False, True))
    assert [play(), play(), play(), samples()] == [1, 1, 1, 7]
    assert asked == [([10], [1]), ([30], [0]), ([10], [1]), ([10], [1])]


def test_every_case_is_measured_in_every_round(monkeypatch):
    made, lines = [], []
    case = SimpleNamespace(name="made up", make=lambda entry: made.append(entry) or (lambda: 100))
    monkeypatch.setattr(engine_speed, "DECISIONS", (case,))
    monkeypatch.setattr(engine_speed, "_measure_rate", lambda play, seconds: play() * seconds)
    monkeypatch.setattr(engine_speed, "COMPONENTS", ())
    learner = {False: lambda: CpuTime(100, 0.25, {}), True: lambda: CpuTime(200, 0.25, {})}
    monkeypatch.setattr(engine_speed, "LEARNERS", {"made up": lambda entry, is_null: learner[is_null]})
    monkeypatch.setattr(engine_speed.batch_memory, "bytes_per_game", lambda entry: 7)
    results = engine_speed.run_benchmarks(3, 0.5, lines.append, GAMES["domination"])
    training = results.training["made up"]
    assert (training.speed.median, training.null_env.median, training.ratio.median) == (400, 800, 0.5)
    assert [(name, len(rates)) for name, rates in results.speeds.items()] == [("made up", 3)]
    assert results.speeds["made up"] == [50.0] * 3
    assert results.memory == {"state": GAMES["domination"].game.schema.size, "resident_in_batch": 7}
    assert made == [GAMES["domination"]]
    assert lines[1] == "measuring 1 cases in 3 rounds"


def test_a_rate_is_decisions_by_processor_time(monkeypatch):
    monkeypatch.setattr(engine_speed, "measure", lambda play, seconds: measure_process.Timing(play(), seconds, 9.0))
    assert engine_speed._measure_rate(lambda: 100, 0.5) == 200


def test_warm_up_does_not_count(monkeypatch):
    now = [0.0]
    clock = SimpleNamespace(process_time=lambda: now[0], perf_counter=lambda: 2 * now[0])
    monkeypatch.setattr(measure_process, "time", clock)
    monkeypatch.setattr(measure_process, "WARM_UP_FRACTION", 0.5)

    def play():
        now[0] += 1.0
        return 7

    assert measure_process.measure(play, 4.0) == measure_process.Timing(28, 4.0, 8.0)
    assert now == [6.0]


class Table:
    """A game of three decisions, with the actions 1 and 2."""

    def __init__(self, seed):
        self.seed, self.played = seed, []

    @property
    def is_terminal(self):
        return len(self.played) == 3

    def mask(self):
        return np.array([0, 1, 1], np.int8)

    def play(self, action):
        self.played.append(action)


@pytest.fixture
def tables():
    """A registry entry, and the tables that are made with it."""
    made = []
    entry = SimpleNamespace(
        config=lambda **options: options,
        match_options={"max_turns": 9},
        new_table=lambda config, seed: config == {"max_turns": 9} and (made.append(Table(seed)) or made[-1]),
    )
    return entry, made


def test_each_call_plays_one_more_game(tables):
    entry, made = tables
    play = random_play.one_table(entry)
    assert [play() for _ in range(100)] == [3] * 100
    assert [table.seed for table in made] == list(range(100))
    assert {action for table in made for action in table.played} == {1, 2}


def test_tables_of_a_benchmark_are_at_different_points(tables, monkeypatch):
    entry, made = tables
    monkeypatch.setattr(component_speed, "STEPS_BETWEEN_GAMES", 1)
    assert list(component_speed.make_tables(entry)) == made
    assert [table.seed for table in made] == list(range(component_speed.NUM_GAMES))
    assert [len(table.played) for table in made] == [0, 1, 2, *[3] * (component_speed.NUM_GAMES - 3)]


def test_matches_of_the_default_bot_are_counted_by_games(monkeypatch):
    calls = []
    monkeypatch.setattr(match, "play_match", lambda *args: calls.append(args) or SimpleNamespace(games=sum(args[2:4])))
    entry = GAMES["domination"]
    play = component_speed.matches(entry)
    games = component_speed.MATCH_GAMES
    assert [play(), play()] == [games, games + 1]
    bots = [entry.baseline] * entry.config().num_players
    assert calls == [(entry.game, bots, games, seed, dict(entry.match_options)) for seed in (0, 1)]


def test_a_component_has_a_name_for_files_and_a_title():
    for case in engine_speed.COMPONENTS:
        assert case.name.isidentifier()
        assert not case.title.isidentifier()


@pytest.mark.parametrize(
    ("make", "rows", "observes"),
    [
        (lambda entry: random_play.batch(entry, 5, observations=False, num_steps=3), 5, False),
        (lambda entry: random_play.batch(entry, 6), 6, True),
        (component_speed.batch_clone, component_speed.ROWS, True),
    ],
    ids=["random play without observations", "random play", "a component"],
)
def test_batches_of_benchmarks_have_a_fixed_seed_and_begin_new_games(monkeypatch, make, rows, observes):
    made = []

    def new_batch(*args, autoreset, observations=True):
        made.append((*args, autoreset, observations))
        return SimpleNamespace(play=lambda steps: None, save=lambda: None)

    monkeypatch.setattr(batch, "Batch", new_batch)
    entry = GAMES["domination"]
    counts, options = COUNTS["domination"], entry.match_options
    make(entry)
    assert made == [(entry.game, rows, 1, counts, options, True, observes)]


@pytest.mark.parametrize(("rounds", "seconds"), [(0, 2.5), (1, 0.0), (2, -1.0)])
def test_nothing_is_measured_without_rounds_or_time(rounds, seconds):
    with pytest.raises(ConfigError, match=f"got {rounds} rounds of {seconds:g} s"):
        engine_speed.run_benchmarks(rounds, seconds, print, GAMES["domination"])


def test_a_case_is_kept_on_its_core_and_then_released(monkeypatch):
    calls = []
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 3, 5}, raising=False)
    monkeypatch.setattr(os, "sched_setaffinity", lambda process, cores: calls.append(cores), raising=False)
    with measure_process.pin_to_core(-1):
        assert calls == []
    with measure_process.pin_to_core(0):
        assert calls == [{0}]
    assert calls == [{0}, {0, 3, 5}]
    assert measure_process.last_core() == 5
    monkeypatch.delattr(os, "sched_getaffinity")
    assert measure_process.last_core() == -1


def test_memory_of_a_batch_is_measured_after_what_every_batch_needs(monkeypatch, capsys):
    memory, steps = [1000], []

    def batch(entry, games):
        steps.append(f"{games} games of {entry.name}")
        memory[0] += 500 if games == 1 else 0  # compiled code

        def play():
            steps.append(f"play {games}")
            memory[0] += 7 * games // 2

        return play

    monkeypatch.setattr(batch_memory, "batch", batch)
    monkeypatch.setattr(batch_memory, "max_memory", lambda: memory[0])
    batch_memory.main(["100", json.dumps(asdict(GAMES["domination"]))])
    assert capsys.readouterr().out == "7\n"
    assert steps == ["1 games of domination", "play 1", "100 games of domination", "play 100", "play 100"]


def test_all_games_of_a_batch_begin_again(monkeypatch):
    begun = []
    monkeypatch.setattr(component_speed, "_batch", lambda entry: SimpleNamespace(reset=begun.append))
    play = component_speed.batch_reset(GAMES["domination"])
    assert play() == component_speed.ROWS
    assert [rows.tolist() for rows in begun] == [list(range(component_speed.ROWS))]


def test_a_measuring_process_prints_its_case_as_its_last_line(tmp_path, monkeypatch, capsys):
    cases = tmp_path / "cases.py"
    cases.write_text("CASES = {'three': lambda: lambda: 3}\nDISTRIBUTIONS = ('numpy',)\n", "utf-8")
    monkeypatch.setattr(
        measure_process, "measure", lambda play, seconds: measure_process.Timing(play(), seconds, 2 * seconds)
    )
    monkeypatch.setattr(measure_process, "max_memory", lambda: 3 * 2**20)
    measure_process.main([str(cases), "three", "2.5", "-1"])
    printed = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert printed == {
        **measure_process.Timing(3, 2.5, 5.0)._asdict(),
        "versions": {"numpy": np.__version__},
        "megabytes": 3.0,
    }
