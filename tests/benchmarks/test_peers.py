"""The table of libraries: its cases, failed cases, and equal numbers in all formats."""

import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.peers import __main__, peer_environments, peer_report, peer_run
from tests.benchmarks.peers.peer_cases import CASES, OUR_BATCH, OURS, Case, select_cases
from tests.benchmarks.peers.peer_run import PeerResult
from tests.benchmarks.peers.unavailable import Unavailable, error_line
from wd_env.benchmarks import measure_process, random_play
from wd_env.errors import ConfigError

LIBRARIES = Path(peer_run.LIBRARIES)
ABOUT = {"date": "2026-01-02", "rounds": 2, "seconds": 0.5, "machine": {"processor": "abacus", "cores": "2"}}


def outcome(name, *rates, reason=""):
    """Return a result of the case of this name."""
    (case,) = (case for case in CASES if case.name == name)
    made = PeerResult(case, reason=reason)
    for rate in rates:
        made.add({"decisions": rate, "cpu": 1.0, "clock": 1.25, "versions": {case.peer: "1.0"}, "megabytes": 30.0})
    return made


MADE = [
    outcome(OUR_BATCH, 1000.0, 3000.0),
    outcome("ours.interpreted", 10.0, 20.0),
    outcome("rlcard.limit_holdem", 100.0, 150.0),
    outcome("pgx.backgammon", reason="it does not install: no wheel"),
]


def test_every_case_has_its_own_name():
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", [case for case in CASES if case.peer != OURS], ids=lambda case: case.name)
def test_every_peer_has_its_module_its_function_and_its_versions(case):
    module = (LIBRARIES / f"{case.peer}.py").read_text("utf-8")
    assert f'"{case.key}": ' in module
    pinned = (LIBRARIES / f"{case.peer}.txt").read_text("utf-8").splitlines()
    assert pinned
    assert all("==" in line for line in pinned)


def test_every_case_of_wd_env_plays():
    for case in CASES:
        if case.peer == OURS:
            assert measure_process.load_module(peer_run.wd_env_cases.__file__).CASES[case.key]()() > 0


def test_the_loop_of_pettingzoo_is_the_one_that_our_own_environments_run_in():
    """Compare with the copy in the module for PettingZoo, which cannot import our code."""
    assert f"{inspect.getsource(random_play.random_play)}\n" in (LIBRARIES / "pettingzoo.py").read_text("utf-8")


def test_all_cases_are_measured_unless_some_are_named():
    assert select_cases(()) == CASES
    assert [case.name for case in select_cases(("pgx", "rlcard.limit_holdem"))] == [
        OUR_BATCH,
        "pgx.backgammon",
        "rlcard.limit_holdem",
    ]


def test_an_unknown_name_is_refused_with_the_known_ones(capsys):
    with pytest.raises(ConfigError, match=r"unknown case 'chess'; expected .*pgx, pgx\.backgammon"):
        select_cases(("chess",))
    assert __main__.main(["--only", "chess"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("bench-peers: unknown case 'chess'; expected ")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (("--page", "page.md"), "placeholder 'peers' occurs 0 times"),
        (("--page", "missing.md"), "missing.md: No such file or directory"),
        (("--json", "no/such.json"), "no/such.json: No such file or directory"),
        (("--rounds", "0"), "expected at least 1 round of more than 0 s, got 0 rounds of 2 s"),
        (("--seconds", "0"), "expected at least 1 round of more than 0 s, got 5 rounds of 0 s"),
    ],
)
def test_invalid_arguments_are_rejected_in_one_line_before_any_measurement(
    capsys, tmp_path, monkeypatch, words, refusal
):
    monkeypatch.chdir(tmp_path)
    Path("page.md").write_text("nothing here\n")
    assert __main__.main([*words]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("bench-peers: ")
    assert refusal in said.err
    assert said.err.count("\n") == 1


def test_a_row_has_the_ratio_of_each_round_and_whether_it_reaches_its_target():
    batch, interpreted, rlcard, pgx = peer_report.report_rows(MADE)
    assert batch[3:] == ("2.00 k (1.00 to 3.00)", "", "")
    assert interpreted[3:] == ("15.0 (10.0 to 20.0)", "x125 (100 to 150)", "x150 not reached")
    assert rlcard[3:] == ("125 (100 to 150)", "x15.0 (10.0 to 20.0)", "")
    assert pgx[3:] == ("none: it does not install: no wheel", "", "x40 not measured")


def test_json_has_a_value_or_a_reason_for_every_case():
    data = json.loads(json.dumps(peer_report.as_json(MADE, ABOUT)))
    assert data["machine"] == ABOUT["machine"]
    by_name = {case["name"]: case for case in data["cases"]}
    assert by_name["ours.interpreted"]["batch_speedup"] == {"median": 125.0, "min": 100.0, "max": 150.0}
    assert by_name["ours.interpreted"]["target_reached"] is False
    assert by_name["rlcard.limit_holdem"]["target_reached"] is None
    assert by_name["rlcard.limit_holdem"]["versions"] == {"rlcard": "1.0"}
    assert by_name["pgx.backgammon"]["reason"] == "it does not install: no wheel"
    assert "decisions_per_second" not in by_name["pgx.backgammon"]


def test_without_a_value_of_our_batch_there_is_no_ratio():
    made = [outcome(OUR_BATCH, reason="it does not run"), outcome("ours.interpreted", 10.0)]
    assert peer_report.report_rows(made)[1][3:] == ("10.0 (10.0 to 10.0)", "", "x150 not measured")


def test_the_page_has_the_machine_the_versions_and_every_row():
    text = peer_report.page(MADE, ABOUT)
    for said in ("processor abacus", "rlcard 1.0", "2026-01-02", "2 alternating rounds, 0.5 s each"):
        assert said in text
    for row in peer_report.report_rows(MADE):
        assert f"| {' | '.join(row)} |\n" in text


@pytest.fixture
def library(tmp_path, monkeypatch):
    """Return a function that writes a module in place of a library's; it runs in the environment of these tests."""
    monkeypatch.setattr(peer_run, "LIBRARIES", tmp_path)
    monkeypatch.setattr(peer_environments, "prepare_environment", lambda _peer, _folder: Path(sys.executable))
    return (tmp_path / "rlcard.py").write_text


def run(*cases):
    said = []
    return peer_run.run_in_turn(cases, 2, 0.01, Path(), said.append), said


RLCARD = Case("rlcard", "limit_holdem", "RLCard", "an action", "both")


def test_cases_run_alternately_in_their_own_processes(library):
    library("DISTRIBUTIONS = ()\nCASES = {'limit_holdem': lambda: lambda: 3}")
    (found,), said = run(RLCARD)
    assert len(found.rates) == 2
    assert min(found.rates) > 0
    assert said == ["environment of rlcard", "round 1 of 2: RLCard", "round 2 of 2: RLCard"]


def test_a_peer_that_fails_gives_its_reason_and_no_value(library):
    library("raise OSError('libgame.so: cannot open shared object file')")
    (found,), said = run(RLCARD)
    assert found.reason == "it does not run: OSError: libgame.so: cannot open shared object file"
    assert found.rates == []
    assert len(said) == 2  # the case is not tried again


def test_a_peer_that_hangs_gives_its_reason(library, monkeypatch):
    monkeypatch.setattr(peer_run, "MAX_SECONDS", 0.2)
    library("import threading\nthreading.Event().wait()")
    (found,), _ = run(RLCARD)
    assert found.reason.startswith("it does not run: no answer in")


def test_a_peer_that_does_not_install_gives_its_reason(library, monkeypatch):
    def refuse(_peer, _folder):
        raise Unavailable("it does not install: ERROR: no matching distribution")

    monkeypatch.setattr(peer_environments, "prepare_environment", refuse)
    (found,), _ = run(RLCARD)
    assert found.reason == "it does not install: ERROR: no matching distribution"


@pytest.fixture
def pins(tmp_path, monkeypatch):
    """Return a function that writes the pins of a library; no package index is available."""
    monkeypatch.setattr(peer_environments, "PINS", tmp_path)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    return (tmp_path / "rlcard.txt").write_text


@pytest.mark.long
def test_an_environment_is_made_once_for_the_same_pins(pins, tmp_path):
    pins("# nothing\n")
    python = peer_environments.prepare_environment("rlcard", tmp_path / "envs")
    assert subprocess.run([python, "-c", ""], check=False).returncode == 0
    mark = python.with_name("mark")
    mark.touch()
    assert peer_environments.prepare_environment("rlcard", tmp_path / "envs") == python
    assert mark.exists()
    pins("# nothing else\n")
    assert peer_environments.prepare_environment("rlcard", tmp_path / "envs") == python
    assert not mark.exists()


@pytest.mark.long
def test_pins_that_cannot_be_installed_are_the_reason_and_are_tried_again(pins, tmp_path):
    pins("wd-env-no-such-library==1.0\n")
    with pytest.raises(Unavailable, match="it does not install: ERROR: No matching distribution found"):
        peer_environments.prepare_environment("rlcard", tmp_path / "envs")
    assert not (tmp_path / "envs" / "rlcard" / peer_environments.STAMP).exists()


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("Collecting x\nERROR: no wheel\nhint: try again\n", "ERROR: no wheel"),
        ("Traceback\n  line\nValueError: bad\n", "ValueError: bad"),
        ("", "it said nothing"),
    ],
)
def test_an_error_is_one_line(said, message):
    assert error_line(said) == message
