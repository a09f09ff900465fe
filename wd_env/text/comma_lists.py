"""Texts with several parts: divided at commas, except within double quotes."""

import re

from wd_env.errors import ConfigError, quoted

QUOTE = '"'
_PIECE = re.compile(r'"(?P<quoted>(?:[^"]|"")*)"|(?P<plain>[^",]+)|(?P<comma>,)')


def split_list(text: str) -> list[str]:
    """Divide a text at commas, so that a part with a comma can be given in double quotes: `me,"runs/a, b",scripted`.

    The quotes may be anywhere in a part (`net="a,b"`) and are taken off; two of them within quotes are one that stays.
    Blanks around a part are taken off unless they are quoted. ConfigError for a quote that is never closed.
    """
    parts, at = [""], 0
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None:
            raise ConfigError(f"{quoted(text)} has a double quote that is not closed; allowed are pairs of them")
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
    """Return a text that `divided` divides into these parts."""
    return ",".join(_quoted(part) for part in parts)


def _quoted(part: str) -> str:
    is_plain = part == part.strip() and "," not in part and QUOTE not in part
    return part if is_plain else f"{QUOTE}{part.replace(QUOTE, QUOTE * 2)}{QUOTE}"
