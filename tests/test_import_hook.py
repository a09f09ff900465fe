"""A function that waits for the import of a library runs once, right after it."""

import sys
from importlib import import_module
from importlib.abc import MetaPathFinder

import pytest

from wd_env.import_hook import after_import


class Editable(MetaPathFinder):
    """The finder of a package that is installed in editable mode, which finds nothing here."""

    def find_spec(self, fullname, path=None, target=None):
        return None


@pytest.fixture
def library(tmp_path, monkeypatch):
    """Create the modules `slow_library` and `reaction`, whose `react` counts its calls once the library is complete."""
    (tmp_path / "slow_library.py").write_text("calls = 0\ndef ready():\n    return True\n")
    (tmp_path / "reaction.py").write_text(
        "import sys\n\n\ndef react():\n"
        "    library = sys.modules['slow_library']\n    library.calls += library.ready()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Editable()])
    yield "slow_library"
    for name in ("slow_library", "reaction"):
        sys.modules.pop(name, None)


def test_a_function_runs_once_after_the_import_and_not_before(library):
    finders = list(sys.meta_path)
    after_import(library, "reaction:react")
    assert library not in sys.modules
    import_module("json")
    assert "reaction" not in sys.modules
    assert import_module(library).calls == 1
    assert import_module(library).calls == 1
    assert sys.meta_path == finders


def test_a_function_runs_at_once_if_the_library_is_imported(library):
    module = import_module(library)
    after_import(library, "reaction:react")
    assert module.calls == 1


def test_a_missing_library_is_missing_as_usual(library):
    after_import("no_such_library", "reaction:react")
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        import_module("no_such_library")
    assert "reaction" not in sys.modules
