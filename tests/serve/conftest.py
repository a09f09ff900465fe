"""One luck for every test: seeds that the server draws are always the same."""

import pytest

DRAWN = 7


@pytest.fixture(autouse=True)
def one_seed(monkeypatch) -> None:
    """The games of this process have one seed, where nobody names another."""
    monkeypatch.setattr("wd_env.server.bot_requests.secrets.randbits", lambda bits: DRAWN)
