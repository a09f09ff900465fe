"""Fixtures of server tests: a fixed seed for every game, and a check that no game stops with an error."""

import logging

import pytest

SEED = 7
HOSTING = "wd_env.server.hosting"  # its loggers report why a game has stopped


@pytest.fixture(autouse=True)
def one_seed(monkeypatch) -> None:
    """Give all games of this process the same seed if a request names none."""
    monkeypatch.setattr("wd_env.server.bot_requests.secrets.randbits", lambda bits: SEED)


@pytest.fixture(autouse=True)
def no_game_stops_by_an_error(caplog):
    """Fail if a game stopped because of an error that the test did not detect itself."""
    yield
    records = caplog.get_records("call")
    errors = [record.getMessage() for record in records if record.levelno >= logging.ERROR and HOSTING in record.name]
    assert not errors
