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
    items, at = [""], 0
    while at < len(text):
        feature = _PIECE.match(text, at)
        if feature is None:
            raise ConfigError(f"expected pairs of double quotes, got {quoted(text)}")
        if feature["comma"]:
            items[-1] = items[-1].rstrip() if text[at - 1] != QUOTE else items[-1]
            items.append("")
        elif feature["quoted"] is not None:
            items[-1] += feature["quoted"].replace(QUOTE * 2, QUOTE)
        else:
            items[-1] += feature["plain"].lstrip() if not items[-1] else feature["plain"]
        at = feature.end()
    items[-1] = items[-1].rstrip() if not text.endswith(QUOTE) else items[-1]
    return items
