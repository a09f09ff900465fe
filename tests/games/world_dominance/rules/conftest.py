"""Plays each sentence at its own table and in the settings in which its clause holds (`holds.toml`), in one test."""

import inspect
from collections.abc import Iterator
from functools import cache

import pytest

from tests.games.world_dominance.elsewhere import played_in
from tests.games.world_dominance.holds import settings_of
from tests.games.world_dominance.settings import Setting
from wd_env.games.world_dominance.cards import card_data


@cache
def _places(test: str) -> list[Setting | None]:
    """Return where a sentence is played; None is the table that it writes itself."""
    return [None, *settings_of(test)]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool:
    """Call a test in each setting; a module with `OWN_TABLES`, the reason, is played only at its own tables."""
    test = pyfuncitem.obj
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}
    is_whole = getattr(pyfuncitem.module, "OWN_TABLES", "")
    for setting in [None] if is_whole else _places(pyfuncitem.originalname):
        try:
            with played_in(setting):
                test(**arguments)
        except (Exception, pytest.fail.Exception) as problem:
            problem.add_note(f"played in the setting: {setting or 'its own table'}")
            raise
    return True


@pytest.fixture(scope="session", autouse=True)
def data_files_are_read_once() -> Iterator[None]:
    """Read the boards and cards of a setting from their files once, not for every position."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("load_board", "load_continent_cards"):
            patch.setattr(card_data, name, cache(getattr(card_data, name)))
        yield
