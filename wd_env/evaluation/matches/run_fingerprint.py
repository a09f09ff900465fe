"""Values that must be equal in all processes that play a match, because another machine may have other files."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache

from wd_env.agents.agent_registry import bot_files
from wd_env.errors import ConfigError, WdError, quoted
from wd_env.registry import DEFAULT_GAME
from wd_env.spec.game_spec import GameSpec
from wd_env.version import __version__

Digest = dict[str, str | None]


@dataclass(frozen=True)
class RunFingerprint:
    """The version of the package, the digest of the rules and those of the bots' files, where the match was started."""

    package: str
    rules_hash: str
    bots: tuple[tuple[str, str | None], ...]

    @classmethod
    def of(cls, game: GameSpec, lineup: Sequence[str]) -> "RunFingerprint":
        """Return the fingerprint of a match of these bots in this process."""
        digests = ((name, bot_digest(name, game.name)["sha256"]) for name in dict.fromkeys(lineup))
        return cls(f"wd-env {__version__}", game.rules_hash, tuple(digests))

    def check(self, game: GameSpec) -> None:
        """Raise ConfigError if this process differs; it is checked once per process."""
        _check_fingerprint(self, game)


@cache
def _check_fingerprint(fingerprint: RunFingerprint, game: GameSpec) -> None:
    names = [name for name, _ in fingerprint.bots]
    try:
        local = RunFingerprint.of(game, names)
    except WdError as exc:
        raise ConfigError(f"a worker cannot play: {exc}") from None
    for field in fields(RunFingerprint)[:2]:
        required, result = getattr(fingerprint, field.name), getattr(local, field.name)
        if result != required:
            raise ConfigError(
                f"a worker has {field.name} {result}; expected {required}, as where the match was started"
            )
    for (name, required), (_, result) in zip(fingerprint.bots, local.bots, strict=True):
        if result != required:
            text = "cannot read its file" if result is None else f"has another file, sha256 {result}"
            raise ConfigError(f"bot {quoted(name)}: a worker {text}; expected sha256 {required}")


def bot_digest(name: str, game: str = DEFAULT_GAME) -> Digest:
    """Return a bot's name and the digest of its file, None for a bundled bot.

    If there are several files, such as a network and a prior, the digest is that of their concatenated digests.
    """
    files = bot_files(name, game)
    if not files or not all(file.is_file() for file in files):  # `make_bot` raises the error for a missing file
        return {"name": name, "sha256": None}
    results = [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]
    return {
        "name": name,
        "sha256": results[0] if len(results) == 1 else hashlib.sha256("".join(results).encode()).hexdigest(),
    }
