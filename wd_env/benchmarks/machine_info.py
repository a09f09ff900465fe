"""The machine that figures were measured on, as far as it tells."""

import os
import platform
from pathlib import Path

from wd_env.dependencies import versions_of

LIBRARIES = ("wd-env", "numpy", "numba", "pettingzoo", "torch", "stable-baselines3", "sb3-contrib")
CPUINFO = Path("/proc/cpuinfo")  # Linux


def describe() -> dict[str, str]:
    """Processor, number of cores, memory, system and versions; what is not installed is left out."""
    told = {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "memory": _memory(),
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }
    return {name: value for name, value in told.items() if value} | versions_of(LIBRARIES)


def _processor() -> str:
    """The model; a virtual machine often tells no more than a family, so the numbers that tell it apart come along."""
    told: dict[str, str] = {}
    for line in CPUINFO.read_text("utf-8").splitlines() if CPUINFO.exists() else ():
        name, _, value = line.partition(":")
        told.setdefault(name.strip(), value.strip())
    if "model name" not in told:
        return platform.processor() or platform.machine()
    numbers = " ".join(f"{name} {told[name]}" for name in ("cpu family", "model") if name in told)
    return f"{told['model name']} ({numbers})" if numbers else told["model name"]


def _memory() -> str:
    if "SC_PHYS_PAGES" not in os.sysconf_names:
        return ""
    return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB"
