"""What `--help` prints: a command's own options on one screen, and further pages for long lists of settings."""

import inspect
import shutil
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from wd_env.cli.arguments.command_fields import REQUIRED, Entry
from wd_env.spec.rule_options import meanings_of

WIDEST = 100  # columns; longer lines are hard to read
LEFT = 27  # columns of the options, with two blanks before and after
METAVARS = {"int": "N", "float": "X", "Path": "PATH", "str": "TEXT"}


def help_of(kind: type, entries: Sequence[Entry], command: str) -> str:
    """Return the help of a command with its own options; it names the further pages."""
    own = [entry for entry in entries if not entry.page]
    positional = [entry for entry in own if entry.positional]
    usage = " ".join(["usage:", command, *(_optional(entry) for entry in positional), "[OPTIONS]"])
    options = [entry for entry in own if not entry.positional]
    titles = meanings_of(kind)
    pages = [(_page_flag(page, entries), _told(page, entries, titles.get(page, page))) for page in pages_of(entries)]
    lines = [*_rows([*positional, *options]), *_lines([*pages, ("--help, -h", "This help.")])]
    return "\n".join([usage, "", *_paragraphs(kind), "", *lines])


def page_of(page: str, section: str, entries: Sequence[Entry]) -> str:
    """Return one page of further options; with a section, only that part of it."""
    shown = [entry for entry in entries if entry.page == page]
    wanted = [section] if section else list(dict.fromkeys(entry.section for entry in shown))
    parts = []
    for part in wanted:
        parts += [f"{part}:"] if part else []
        parts += [*_rows([entry for entry in shown if entry.section == part]), ""]
    return "\n".join(parts[:-1])


def pages_of(entries: Iterable[Entry]) -> list[str]:
    """Return the names of the further pages."""
    return list(dict.fromkeys(entry.page for entry in entries if entry.page))


def sections_of(page: str, entries: Iterable[Entry]) -> list[str]:
    """Return the names of the parts of a page."""
    return list(dict.fromkeys(entry.section for entry in entries if entry.page == page and entry.section))


def _page_flag(page: str, entries: Sequence[Entry]) -> str:
    return f"--help-{page}" + (" [PART]" if sections_of(page, entries) else "")


def _told(page: str, entries: Sequence[Entry], meaning: str) -> str:
    listed = [entry for entry in entries if entry.page == page]
    parts = sections_of(page, entries)
    told = f"{meaning[:1].upper()}{meaning[1:].rstrip('.')}: {len(listed)} more options"
    return f"{told}, all or those of one part: {', '.join(parts)}." if parts else f"{told}."


def _optional(entry: Entry) -> str:
    return entry.positional if entry.default is REQUIRED else f"[{entry.positional}]"


def _paragraphs(kind: type) -> list[str]:
    told = inspect.cleandoc(kind.__doc__ or "")
    return "\n\n".join(textwrap.fill(" ".join(part.split()), _width()) for part in told.split("\n\n")).split("\n")


def _rows(entries: Iterable[Entry]) -> list[str]:
    return _lines((_call(entry), entry.meaning + _choices(entry) + _default(entry)) for entry in entries)


def _choices(entry: Entry) -> str:
    """What may be typed in a place; an option has that beside its name."""
    return f" One of {', '.join(entry.choices)}." if entry.positional and entry.choices else ""


def _lines(rows: Iterable[tuple[str, str]]) -> list[str]:
    """Two columns; a long option has a line of its own."""
    lines = []
    for option, told in rows:
        start = f"  {option}"
        beside = textwrap.wrap(told, _width() - LEFT) or [""]
        if len(start) + 2 > LEFT:
            lines.append(start)
            start = ""
        lines += [f"{start:{LEFT}}{beside[0]}".rstrip(), *(" " * LEFT + line for line in beside[1:])]
    return lines


def _call(entry: Entry) -> str:
    """The option and what follows it."""
    if entry.positional:
        return entry.positional
    if entry.is_switch:
        return f"--[no-]{entry.flag[2:]}" if entry.default else entry.flag
    if entry.is_mapping:
        return f"{entry.flag}.NAME VALUE"
    return f"{entry.flag} {_metavar(entry)}"


def _metavar(entry: Entry) -> str:
    kinds: Sequence[Any] = getattr(entry.kind, "__args__", (entry.kind,)) if entry.takes_many else (entry.kind,)
    name = "|".join(entry.choices) or METAVARS.get(getattr(kinds[0], "__name__", ""), "VALUE")
    if entry.kind is bool:
        name = "True|False|None"
    return f"{name} {name} ..." if entry.takes_many else name


def _default(entry: Entry) -> str:
    """What goes without saying, where there is something to say."""
    if entry.default in (REQUIRED, None, "", (), False) or (entry.is_mapping and not entry.default):
        return ""
    words = entry.default
    if entry.takes_many:
        words = " ".join(map(str, words))
    elif entry.is_mapping:
        words = ", ".join(f"{name} {value}" for name, value in words.items())
    return f" (default: {'on' if words is True else words})"


def _width() -> int:
    return min(WIDEST, shutil.get_terminal_size().columns)
