"""The libraries of the optional extras, and the error for one that is not installed."""

from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec

from wd_env.errors import MissingExtra

EXTRA_OF = {  # by import name
    "numba": "fast",
    "numba_cuda": "gpu",
    "safetensors": "bots",
    "cyclopts": "cli",
    "pydantic": "cli",
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
    "wandb": "wandb",
    "mlflow": "mlflow",
}


def require_libraries(*libraries: str) -> None:
    """Check that libraries are installed, without importing them.

    Raises:
        MissingExtra: If one is not installed; the message names the first.
    """
    for library in libraries:
        if not is_installed(library):
            raise not_installed_error(library)


def is_installed(library: str) -> bool:
    """Return whether the library is installed. Importing it may still fail."""
    return find_spec(library) is not None


def versions_of(names: Iterable[str]) -> dict[str, str]:
    """Return the versions of the distributions that are installed, by name."""
    versions = {name: _version(name) for name in names}
    return {name: version for name, version in versions.items() if version is not None}


@cache
def _version(name: str) -> str | None:
    from importlib import metadata  # reads many modules, which most commands do not need

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def missing_extra_error(exc: ModuleNotFoundError) -> ModuleNotFoundError:
    """Return the exception to raise for a failed import.

    Returns:
        MissingExtra if a library of an extra is not installed, otherwise the exception itself.
    """
    library = (exc.name or "").partition(".")[0]
    return not_installed_error(library) if library in EXTRA_OF and not is_installed(library) else exc


def not_installed_error(library: str) -> MissingExtra:
    """Return the error that names a library and its extra.

    Raises:
        KeyError: If the library does not belong to an extra.
    """
    name, extra = library.replace("_", "-"), EXTRA_OF[library]
    message = f"{name} is not installed; it comes with the extra `{extra}`: pip install 'wd-env[{extra}]'"
    return MissingExtra(message, library)
