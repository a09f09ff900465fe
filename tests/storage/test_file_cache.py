"""Cached values of files are recomputed when a file changes, and their number is limited."""

import os

import pytest

from wd_env.errors import DataError
from wd_env.storage import file_cache
from wd_env.storage.file_cache import FileCache


def reading_cache(made):
    """Return a cache of file contents that records what it reads."""

    def make(path):
        made.append(path)
        try:
            return path.read_text(), [str(path)]
        except OSError as problem:
            raise DataError(str(problem)) from problem

    return FileCache(make)


def test_a_value_is_made_again_only_when_its_file_has_changed(tmp_path):
    path, made = tmp_path / "map", []
    cache = reading_cache(made)
    path.write_text("one")
    assert [cache.get(path), cache.get(path)] == ["one", "one"]
    assert len(made) == 1
    path.write_text("three")  # another length
    assert cache.get(path) == "three"
    path.write_text("seven")  # the same length, at another time
    os.utime(path, ns=(1, 1))
    assert cache.get(path) == "seven"
    assert len(made) == 3


def test_a_cached_value_survives_its_file_and_without_one_the_error_is_raised(tmp_path):
    path = tmp_path / "map"
    cache = reading_cache([])
    with pytest.raises(DataError):
        cache.get(path)
    path.write_text("one")
    assert cache.get(path) == "one"
    path.unlink()
    assert cache.get(path) == "one"


def test_the_number_of_cached_values_is_limited_and_the_oldest_is_dropped_first(tmp_path, monkeypatch):
    monkeypatch.setattr(file_cache, "MAX_VALUES", 2)
    made = []
    cache = reading_cache(made)
    paths = [tmp_path / name for name in "abc"]
    for path in paths:
        path.write_text(path.name)
        cache.get(path)
    assert len(cache._values) == 2
    del made[:]
    assert [cache.get(path) for path in (paths[1], paths[2], paths[0])] == ["b", "c", "a"]
    assert made == [paths[0]]
