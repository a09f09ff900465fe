"""Atomic file writes, and readers of untrusted JSON, TOML and tensor files."""

from typing import TYPE_CHECKING

from wd_env.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from wd_env.storage.atomic_files import read_bytes as read_bytes
    from wd_env.storage.atomic_files import read_text as read_text
    from wd_env.storage.atomic_files import write_atomic as write_atomic
    from wd_env.storage.bounded_json import read_json as read_json
    from wd_env.storage.tensor_file import read_tensor_file as read_tensor_file
    from wd_env.storage.tensor_file import write_tensor_file as write_tensor_file
    from wd_env.storage.toml_rows import DataRow as DataRow
    from wd_env.storage.toml_rows import read_rows as read_rows

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "DataRow": "wd_env.storage.toml_rows",
        "read_bytes": "wd_env.storage.atomic_files",
        "read_json": "wd_env.storage.bounded_json",
        "read_rows": "wd_env.storage.toml_rows",
        "read_tensor_file": "wd_env.storage.tensor_file",
        "read_text": "wd_env.storage.atomic_files",
        "write_atomic": "wd_env.storage.atomic_files",
        "write_tensor_file": "wd_env.storage.tensor_file",
    },
)
