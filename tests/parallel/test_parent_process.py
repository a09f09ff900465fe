"""Worker processes end with their parent, and scripts without a main guard get an error."""

import multiprocessing
import os
import threading
from multiprocessing import connection
from types import SimpleNamespace

import pytest

from wd_env.errors import WdError
from wd_env.parallel.main_guard import STARTED, check_started
from wd_env.parallel.parent_process import exit_with_parent


@pytest.mark.parametrize(
    ("parent", "waits_for"), [(None, ["pipe"]), (SimpleNamespace(sentinel="end"), ["pipe", "end"])]
)
def test_a_process_exits_with_an_error_once_its_parent_has_ended(monkeypatch, parent, waits_for):
    calls = []
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: parent)
    monkeypatch.setattr(connection, "wait", lambda connections: calls.append(("wait", connections)))
    monkeypatch.setattr(os, "_exit", lambda status: calls.append(("exit", status)))
    monkeypatch.setattr(
        threading, "Thread", lambda target, daemon: SimpleNamespace(start=lambda: calls.append(daemon) or target())
    )
    exit_with_parent("pipe")
    assert calls == [True, ("wait", waits_for), ("exit", 1)]


def test_a_process_that_died_before_it_started_is_an_error():
    receiving, sending = multiprocessing.Pipe()
    with receiving, sending:
        with pytest.raises(WdError, match="expected a script whose main part is below"):
            check_started(receiving)
        sending.send_bytes(STARTED)
        check_started(receiving)
