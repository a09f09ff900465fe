"""Fixture of a small bot."""

import pytest

from tests.agents.small_bot import meta, weights
from wd_env.agents.files.bot_file import save_bot


@pytest.fixture
def bot(tmp_path):
    """Write a valid bot file, alone in its folder, and return its path."""
    return save_bot(tmp_path / "x.wdbot", weights(), meta())
