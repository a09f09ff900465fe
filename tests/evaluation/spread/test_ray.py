"""A Ray cluster of two nodes gives the results of one process, also if a worker or a node is killed.

`make test-ray` runs it in its own environment.
"""

import os
import signal
import socket
import subprocess
import sys

import pytest

pytest.importorskip("numba")
pytest.importorskip("ray")

import ray
from ray.cluster_utils import Cluster

from tests.evaluation.spread.kills import BLOCK, GAMES, LINEUP, SHORT, marks, match_with_a_kill
from wd_env.errors import ConfigError, IllegalAction, WdError
from wd_env.evaluation.game_stats import collect_game_stats
from wd_env.evaluation.matches.match import play_match
from wd_env.games.world_dominance.game import GAME
from wd_env.parallel.executors import get_executor
from wd_env.registry import get_game

TRIES = 6  # attempts to start a node: on a busy machine a node may die at its start, which these tests do not check
NODE = {"num_cpus": 1, "object_store_memory": 80_000_000}


def started(make):
    for _ in range(TRIES):
        try:
            return make()
        except Exception as problem:  # noqa: BLE001 - whatever a start may raise
            print("a node did not start:", problem)
    pytest.fail("expected a node to start")


@pytest.fixture(scope="module")
def cluster():
    """Yield a cluster of two nodes with one core each; a test that kills the second one starts another."""
    found = started(lambda: Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False}))
    started(lambda: found.add_node(**NODE))
    ray.init(address=found.address, log_to_driver=False)
    yield found
    ray.shutdown()
    found.shutdown()


@pytest.fixture(scope="module")
def alone():
    return play_match(GAME, LINEUP, GAMES, 1, SHORT, block_size=BLOCK)


def test_two_nodes_give_the_result_of_one_process(cluster, alone):
    assert len([node for node in ray.nodes() if node["Alive"]]) == 2
    assert play_match(GAME, LINEUP, GAMES, 1, SHORT, block_size=BLOCK, executor=get_executor("ray")) == alone
    of = get_game(), LINEUP, 24, 1, SHORT
    assert collect_game_stats(*of, executor=get_executor("ray")) == collect_game_stats(*of)


def check_that_one_block_was_started_twice(folder, hit):
    started = [one.block for one in marks(folder) if one.moment == "started"]
    assert len(hit) == 1
    assert sorted(block for block in set(started) if started.count(block) > 1) == hit
    assert len(started) == 8 + 1


def test_the_block_of_a_killed_worker_alone_is_played_again(cluster, alone, tmp_path):
    found, hit = match_with_a_kill(tmp_path, lambda mark: True, lambda mark: os.kill(mark.process, signal.SIGKILL))
    assert found == alone
    check_that_one_block_was_started_twice(tmp_path, hit)


def test_the_block_of_a_killed_node_alone_is_played_again(cluster, alone, tmp_path):
    (second,) = (node for node in cluster.list_all_nodes() if node is not cluster.head_node)
    found, hit = match_with_a_kill(
        tmp_path,
        lambda mark: mark.node == second.node_id,
        lambda mark: cluster.remove_node(second, allow_graceful=False),
    )
    assert found == alone
    check_that_one_block_was_started_twice(tmp_path, hit)
    started(lambda: cluster.add_node(**NODE))


def dying(_):
    os.kill(os.getpid(), signal.SIGKILL)


def failing(_):
    raise IllegalAction("roll is not legal")


def test_an_error_is_raised_in_the_caller_and_not_retried(cluster):
    with pytest.raises(IllegalAction, match="roll is not legal"):
        list(get_executor("ray")(failing, [1]))


def test_a_task_that_kills_every_worker_is_reported(cluster):
    with pytest.raises(WdError, match="got 4 dead workers in a row"):
        list(get_executor("ray")(dying, [1]))


def test_an_address_that_accepts_a_connection_without_a_reply_is_rejected_within_a_minute(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        command = "-m wd_env.cli.main evaluate random random --games 4 --out result.json --ray".split()
        address = f"127.0.0.1:{server.getsockname()[1]}"
        done = subprocess.run(
            [sys.executable, *command, address], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
        )
    assert done.returncode == 2
    assert "expected a Ray cluster" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("address", ["127.0.0.1:9", "nowhere.invalid:6379", "no-port", "127.0.0.1:port"])
def test_an_address_where_no_cluster_answers_is_refused(address, monkeypatch):
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with pytest.raises(ConfigError, match="expected a Ray cluster at"):
        get_executor(f"ray:{address}")
