"""Libraries that come with extras: which extra brings each, and the one error where a library is not installed."""

from collections.abc import Iterable
from functools import cache
from importlib import metadata
from importlib.util import find_spec

from wd_env.errors import MissingExtra

EXTRA_OF = {  # by the name that is imported
    "numba": "fast",
    "numba_cuda": "gpu",
    "safetensors": "bots",
    "yaml": "cli",
    "rich": "cli",
    "pygame": "render",
    "torch": "train",
    "stable_baselines3": "train",
    "sb3_contrib": "train",
    "tensorboard": "train",
    "matplotlib": "plots",
    "choix": "ladder",
    "onnx": "onnx",
    "starlette": "serve",
    "granian": "serve",
    "msgspec": "serve",
    "ray": "dist",
}


def require_libraries(*libraries: str) -> None:
    """Raise MissingExtra for the first of these libraries that is not installed; imports none of them."""
    for library in libraries:
        if not is_installed(library):
            raise not_installed_error(library)


def is_installed(library: str) -> bool:
    """The library can be found; whether it works shows when it is imported."""
    return find_spec(library) is not None


def versions_of(names: Iterable[str]) -> dict[str, str]:
    """Return the versions of those of these distributions that are installed."""
    found = {name: _version(name) for name in names}
    return {name: version for name, version in found.items() if version is not None}


@cache
def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def missing_extra_error(problem: ModuleNotFoundError) -> ModuleNotFoundError:
    """Return what to raise instead of this failed import: MissingExtra, or itself for what no extra brings."""
    library = (problem.name or "").partition(".")[0]
    return not_installed_error(library) if library in EXTRA_OF and not is_installed(library) else problem


def not_installed_error(library: str) -> MissingExtra:
    """Return the error that names the library and its extra; KeyError for a library that no extra brings."""
    name, extra = library.replace("_", "-"), EXTRA_OF[library]
    told = f"{name} is not installed; it comes with the extra `{extra}`: pip install 'wd-env[{extra}]'"
    return MissingExtra(told, library)
