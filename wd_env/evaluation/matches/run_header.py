"""The header of a file of blocks: the versions, rules and bots with which they were played."""

import platform
from collections.abc import Mapping, Sequence
from typing import Any

from wd_env.dependencies import versions_of
from wd_env.evaluation.matches.run_fingerprint import Digest
from wd_env.registry import GameEntry
from wd_env.spec.custom_files import encode_options
from wd_env.version import __version__

PACKAGE = f"wd-env {__version__}"
LIBRARIES = ("numpy", "numba")  # whose versions are recorded
ENVIRONMENT_KEYS = (
    "package",
    *LIBRARIES,
    "machine",
)  # other versions may change the last digits of a trained bot's values


def make_header(
    format_: str,
    entry: GameEntry,
    options: Mapping[str, Any],
    players: int,
    digests: Sequence[Digest],
    seed: int,
    block_size: int,
) -> dict[str, Any]:
    """Return a header; `digests` are name and sha256 of each bot, `block_size` the deals per block."""
    spec = entry.spec_for(**options)
    rules = encode_options(entry.config(**{**options, "num_players": players}))
    return {
        "format": format_,
        "package": PACKAGE,
        **dict.fromkeys(LIBRARIES),
        **versions_of(LIBRARIES),
        "machine": platform.machine(),
        "game": spec.name,
        "version": spec.version,
        "rules_hash": spec.rules_hash,
        "options": {name: rules[name] for name in options},
        "seed": seed,
        "block_size": block_size,
        "bots": [dict(digest) for digest in digests],
    }
