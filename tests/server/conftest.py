"""Fixed randomness for every test: the seeds of the server are always the same. No game may stop with an error."""

import logging

import pytest

DRAWN = 7
HOSTING = "wd_env.server.hosting"  # its loggers report why a game has stopped


@pytest.fixture(autouse=True)
def one_seed(monkeypatch) -> None:
    """Give all games of this process the same seed if a request names none."""
    monkeypatch.setattr("wd_env.server.bot_requests.secrets.randbits", lambda bits: DRAWN)


@pytest.fixture(autouse=True)
def no_game_stops_by_an_error(caplog):
    """Fail if a game stopped because of an error, which a test would not notice otherwise."""
    yield
    records = caplog.get_records("call")
    errors = [record.getMessage() for record in records if record.levelno >= logging.ERROR and HOSTING in record.name]
    assert not errors
