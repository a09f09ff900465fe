"""Plays each sentence at its own table and in the settings in which its clause holds (`holds.toml`)."""

from collections.abc import Iterator
from functools import cache

import pytest

from tests.games.world_dominance.elsewhere import played_in
from tests.games.world_dominance.holds import settings_of
from tests.games.world_dominance.settings import Setting
from wd_env.games.world_dominance.cards import card_data


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One case more for each setting; a module with `OWN_TABLES`, the reason, is played at its own tables only."""
    is_whole = getattr(metafunc.module, "OWN_TABLES", "")
    places = [None] if is_whole else [None, *settings_of(metafunc.function.__name__)]
    metafunc.parametrize("setting", places, ids=lambda setting: str(setting or "own_table"), indirect=True)


@pytest.fixture(autouse=True)
def setting(request: pytest.FixtureRequest) -> Iterator[Setting | None]:
    """The setting in which positions are built; None for the table that the sentence writes down."""
    with played_in(request.param):
        yield request.param


@pytest.fixture(scope="session", autouse=True)
def data_files_are_read_once() -> Iterator[None]:
    """Boards and cards of a setting are read from their files once, not for every position."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("load_board", "load_continent_cards"):
            patch.setattr(card_data, name, cache(getattr(card_data, name)))
        yield
