"""Run each rule test at its own table and in the settings in which its clause holds (`applicability.toml`)."""

import inspect
from collections.abc import Iterator
from functools import cache

import pytest

from tests.games.world_dominance.applicability import settings_of
from tests.games.world_dominance.rule_settings import played_in
from tests.games.world_dominance.settings import Setting
from wd_env.games.world_dominance.cards import card_data


@cache
def _settings(test: str) -> list[Setting | None]:
    """Return the settings of a rule test; None is its own table."""
    return [None, *settings_of(test)]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool:
    """Call a test in each setting. In modules that define `OWN_TABLES` (the reason), only its own table is used."""
    test = pyfuncitem.obj
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}
    own_tables_only = getattr(pyfuncitem.module, "OWN_TABLES", "")
    for setting in [None] if own_tables_only else _settings(pyfuncitem.originalname):
        try:
            with played_in(setting):
                test(**arguments)
        except (Exception, pytest.fail.Exception) as exc:
            exc.add_note(f"setting: {setting or 'its own table'}")
            raise
    return True


@pytest.fixture(scope="session", autouse=True)
def data_files_are_read_once() -> Iterator[None]:
    """Read the board and card files of each setting only once."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("load_board", "load_continent_cards"):
            patch.setattr(card_data, name, cache(getattr(card_data, name)))
        yield
