"""The first line of a file of blocks: what they were played with."""

import platform
from collections.abc import Mapping, Sequence
from typing import Any

from wd_env.dependencies import versions_of
from wd_env.evaluation.matches.run_fingerprint import Digest
from wd_env.registry import Game
from wd_env.spec.custom_files import packed
from wd_env.version import __version__

PACKAGE = f"wd-env {__version__}"
USED = ("numpy", "numba")  # whose versions are noted
NOTED = ("package", *USED, "machine")  # with others of these, trained bots may answer otherwise in the last digits


def header_of(
    format_: str, row: Game, options: Mapping[str, Any], players: int, digests: Sequence[Digest], seed: int, block: int
) -> dict[str, Any]:
    """Make a header; `digests` are name and sha256 of each bot, `block` the deals of a block."""
    spec = row.spec_for(**options)
    rules = packed(row.config(**{**options, "num_players": players}))
    return {
        "format": format_,
        "package": PACKAGE,
        **dict.fromkeys(USED),
        **versions_of(USED),
        "machine": platform.machine(),
        "game": spec.name,
        "version": spec.version,
        "rules_hash": spec.rules_hash,
        "options": {name: rules[name] for name in options},
        "seed": seed,
        "block": block,
        "bots": [dict(digest) for digest in digests],
    }
