"""Fixture of a small bot."""

import pytest

from tests.agents.small_bot import meta, weights
from wd_env.agents.files.bot_file import save_bot


@pytest.fixture
def bot(tmp_path):
    """A sound file of a bot, alone in its folder."""
    return save_bot(tmp_path / "x.wdbot", weights(), meta())
