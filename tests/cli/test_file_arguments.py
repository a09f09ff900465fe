"""Files that commands read and write are checked before any work."""

import os
import socket

import pytest

from wd_env.cli.arguments import file_arguments
from wd_env.cli.arguments.file_arguments import check_new, check_regular, check_writable
from wd_env.errors import ConfigError

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")

CHECKS = (check_writable, check_regular, check_new)


@pytest.mark.parametrize("check", CHECKS)
def test_a_new_file_is_accepted(tmp_path, check):
    check(tmp_path / "new.txt")
    assert not list(tmp_path.iterdir())


def test_a_named_pipe_can_be_written_but_not_read_again(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    check_writable(path)
    for check in (check_regular, check_new):
        with pytest.raises(ConfigError) as refused:
            check(path)
        assert str(refused.value) == f"{path}: expected a regular file, which can be read again"


def test_a_named_pipe_without_permission_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    monkeypatch.setattr(file_arguments.os, "access", lambda _, mode: mode != os.W_OK)  # also for the superuser
    with pytest.raises(ConfigError) as refused:
        check_writable(path)
    assert str(refused.value) == f"{path}: expected a writable file, named pipe or device"


def test_a_socket_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
    path = tmp_path / "socket"
    with pytest.raises(ConfigError) as refused:
        check_writable(path)
    assert str(refused.value) == f"{path}: expected a writable file, named pipe or device"


def test_an_existing_file_is_not_new(tmp_path):
    path = tmp_path / "old.txt"
    path.touch()
    check_regular(path)
    with pytest.raises(ConfigError, match="expected a new file, got an existing one"):
        check_new(path)
