"""Fixture of the command `wd`."""

import pytest

from tests.cli.running import Wd


@pytest.fixture
def wd(capsys, monkeypatch, tmp_path):
    """Return a function that runs `wd` in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return Wd(capsys, monkeypatch)
