"""Comma-separated lists with double quotes around items that contain commas."""

import re

from wd_env.errors import ConfigError, quoted

QUOTE = '"'
_PIECE = re.compile(r'"(?P<quoted>(?:[^"]|"")*)"|(?P<plain>[^",]+)|(?P<comma>,)')


def split_list(text: str) -> list[str]:
    """Split a text at commas outside of double quotes: `me,"runs/a, b",scripted`.

    Quotes may be anywhere in an item (`net="a,b"`) and are removed; two quotes within quotes are one literal quote.
    Blanks around an item are removed unless they are quoted.

    Args:
        text: Text to split.

    Returns:
        The items.

    Raises:
        ConfigError: If a quote is not closed.
    """
    parts, at = [""], 0
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None:
            raise ConfigError(f"expected pairs of double quotes, got {quoted(text)}")
        if piece["comma"]:
            parts[-1] = parts[-1].rstrip() if text[at - 1] != QUOTE else parts[-1]
            parts.append("")
        elif piece["quoted"] is not None:
            parts[-1] += piece["quoted"].replace(QUOTE * 2, QUOTE)
        else:
            parts[-1] += piece["plain"].lstrip() if not parts[-1] else piece["plain"]
        at = piece.end()
    parts[-1] = parts[-1].rstrip() if not text.endswith(QUOTE) else parts[-1]
    return parts


def join_list(parts: list[str]) -> str:
    """Join items to a text that `split_list` splits into these items."""
    return ",".join(_quoted(part) for part in parts)


def _quoted(part: str) -> str:
    is_plain = part == part.strip() and "," not in part and QUOTE not in part
    return part if is_plain else f"{QUOTE}{part.replace(QUOTE, QUOTE * 2)}{QUOTE}"
