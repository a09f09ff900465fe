"""A description of this machine and of the installed libraries, for measurements and training runs."""

import os
import platform
from pathlib import Path

from wd_env.dependencies import versions_of

LIBRARIES = ("wd-env", "numpy", "numba", "pettingzoo", "torch", "stable-baselines3", "sb3-contrib")
CPUINFO = Path("/proc/cpuinfo")  # Linux


def describe() -> dict[str, str]:
    """Return processor, cores, memory, system and versions; libraries that are not installed are left out."""
    machine = {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "memory": _memory(),
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }
    return {name: value for name, value in machine.items() if value} | versions_of(LIBRARIES)


def _processor() -> str:
    """Return the model of the processor, with family and model codes, since some systems name no more than a family."""
    fields: dict[str, str] = {}
    for line in CPUINFO.read_text("utf-8").splitlines() if CPUINFO.exists() else ():
        name, _, value = line.partition(":")
        fields.setdefault(name.strip(), value.strip())
    if "model name" not in fields:
        return platform.processor() or platform.machine()
    codes = " ".join(f"{name} {fields[name]}" for name in ("cpu family", "model") if name in fields)
    return f"{fields['model name']} ({codes})" if codes else fields["model name"]


def _memory() -> str:
    if "SC_PHYS_PAGES" not in os.sysconf_names:
        return ""
    return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB"
