"""Compiled or interpreted rules for single games."""

from wd_env.table import compiled_warmup


def alone(monkeypatch, mode, *play):
    """Return the result of a play in this mode."""
    monkeypatch.setenv(compiled_warmup.MODE_VARIABLE, mode)
    return play[0](*play[1:])
