"""The description of a machine in measurements and run folders."""

import os
import platform

import pytest

from wd_env.parallel import machine_info

MODEL = "processor\t: 0\ncpu family\t: 6\nmodel\t\t: 85\nmodel name\t: Fast: 2 GHz\n\nmodel name\t: another\n"


@pytest.mark.parametrize(
    ("text", "processor"),
    [
        (MODEL, "Fast: 2 GHz (cpu family 6 model 85)"),
        ("model name : Fast\n", "Fast"),
        ("Hardware : board\n", "family 6"),
        (None, "family 6"),
    ],
)
def test_the_processor_is_that_of_the_first_core_or_what_the_system_names(tmp_path, monkeypatch, text, processor):
    monkeypatch.setattr(machine_info, "CPUINFO", tmp_path / "cpuinfo")
    monkeypatch.setattr(platform, "processor", lambda: "family 6")
    if text is not None:
        machine_info.CPUINFO.write_text(text, "utf-8")
    assert machine_info.describe()["processor"] == processor


def test_a_processor_that_the_system_does_not_name_has_the_name_of_its_machine(tmp_path, monkeypatch):
    monkeypatch.setattr(machine_info, "CPUINFO", tmp_path / "cpuinfo")
    monkeypatch.setattr(platform, "processor", lambda: "")
    assert machine_info.describe()["processor"] == platform.machine()


def test_memory_is_in_gib_and_left_out_if_the_system_does_not_report_it(monkeypatch):
    pages = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 6 * 2**18}
    monkeypatch.setattr(os, "sysconf", pages.__getitem__, raising=False)
    monkeypatch.setattr(os, "sysconf_names", pages, raising=False)
    assert machine_info.describe()["memory"] == "6 GiB"
    monkeypatch.setattr(os, "sysconf_names", {}, raising=False)
    assert "memory" not in machine_info.describe()
