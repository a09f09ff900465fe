"""The text of `--help`: the options of a command on one screen, and further pages for long lists of settings."""

import inspect
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence

from wd_env.cli.arguments.command_fields import REQUIRED, OptionField
from wd_env.cli.colour import BOLD, coloured
from wd_env.options import descriptions_of

MAX_WIDTH = 100  # columns; longer lines are hard to read
OPTION_WIDTH = 27  # columns of the options, with two blanks before and after
METAVARS = {"integer": "N", "number": "X", "path": "PATH", "file": "TEXT", "text": "TEXT"}


def format_help(options_type: type, entries: Sequence[OptionField], command: str) -> str:
    """Return the help of a command with its own options; it names the further pages."""
    command_fields = [entry for entry in entries if not entry.page]
    positional = [entry for entry in command_fields if entry.positional]
    usage = " ".join(
        [coloured("usage:", BOLD, sys.stdout), command, *(_optional(entry) for entry in positional), "[OPTIONS]"]
    )
    options = [entry for entry in command_fields if not entry.positional]
    titles = descriptions_of(options_type)
    pages = [
        (_page_flag(page, entries), _page_text(page, entries, titles.get(page, page))) for page in page_names(entries)
    ]
    lines = [*_option_rows([*positional, *options]), *_lines(pages)]
    description, example = _description(options_type)
    return "\n".join([usage, "", *description, "", *lines, *example])


def format_page(page: str, section: str, entries: Sequence[OptionField]) -> str:
    """Return one page of further options; with a section, only that part of it."""
    page_fields = [entry for entry in entries if entry.page == page]
    sections = [section] if section else list(dict.fromkeys(entry.section for entry in page_fields))
    lines = []
    for section_name in sections:
        lines += [coloured(f"{section_name}:", BOLD, sys.stdout)] if section_name else []
        lines += [*_option_rows([entry for entry in page_fields if entry.section == section_name]), ""]
    return "\n".join(lines[:-1])


def page_names(entries: Iterable[OptionField]) -> list[str]:
    """Return the names of the further pages."""
    return list(dict.fromkeys(entry.page for entry in entries if entry.page))


def section_names(page: str, entries: Iterable[OptionField]) -> list[str]:
    """Return the names of the parts of a page."""
    return list(dict.fromkeys(entry.section for entry in entries if entry.page == page and entry.section))


def _page_flag(page: str, entries: Sequence[OptionField]) -> str:
    return f"--help-{page}" + (" [SECTION]" if section_names(page, entries) else "")


def _page_text(page: str, entries: Sequence[OptionField], description: str) -> str:
    listed = [entry for entry in entries if entry.page == page]
    sections = section_names(page, entries)
    summary = f"{description[:1].upper()}{description[1:].rstrip('.')}: {len(listed)} more options"
    return f"{summary}, all or those of one section: {', '.join(sections)}." if sections else f"{summary}."


def _optional(entry: OptionField) -> str:
    return entry.positional if entry.default is REQUIRED else f"[{entry.positional}]"


def _description(options_type: type) -> tuple[list[str], list[str]]:
    """Return the lines of the description of a command, and those of the example at the end of its docstring."""
    text, _, example = inspect.cleandoc(options_type.__doc__ or "").partition("\n\nExample:\n")
    paragraphs = [
        textwrap.fill(" ".join(section.split()), _width(), break_on_hyphens=False) for section in text.split("\n\n")
    ]
    commands = [line.strip() for line in example.splitlines()]
    heading = coloured("Example:", BOLD, sys.stdout)
    return "\n\n".join(paragraphs).split("\n"), [f"{heading} {command}" for command in commands]


def _option_rows(entries: Iterable[OptionField]) -> list[str]:
    return _lines((_usage(entry), entry.description + _choices(entry) + _default(entry)) for entry in entries)


def _choices(entry: OptionField) -> str:
    """Return the choices of a positional value; the choices of an option follow its name."""
    option = entry.option
    return f" One of {', '.join(option.names)}." if entry.positional and option.kind == "choice" else ""


def _lines(option_texts: Iterable[tuple[str, str]]) -> list[str]:
    """Lay out two columns; a long option has a separate line."""
    lines = []
    for option, description in option_texts:
        start = f"  {option}"
        text_lines = textwrap.wrap(description, _width() - OPTION_WIDTH, break_on_hyphens=False) or [""]
        if len(start) + 2 > OPTION_WIDTH:
            lines.append(start)
            start = ""
        lines += [
            f"{start:{OPTION_WIDTH}}{text_lines[0]}".rstrip(),
            *(" " * OPTION_WIDTH + line for line in text_lines[1:]),
        ]
    return lines


def _usage(entry: OptionField) -> str:
    """Return the option and the placeholder of its value."""
    if entry.positional:
        return entry.positional
    if entry.is_switch:
        return f"--[no-]{entry.flag[2:]}" if entry.default else entry.flag
    if entry.option.kind == "mapping":
        return f"{entry.flag}.NAME VALUE"
    return f"{entry.flag} {_metavar(entry)}"


def _metavar(entry: OptionField) -> str:
    option = entry.option
    item = option.item if option.item is not None else option
    name = METAVARS.get(item.kind, "VALUE")
    if item.kind == "choice":
        name = "|".join(item.names)
    elif item.kind == "boolean":
        name = "True|False|None"
    return f"{name} {name} ..." if option.kind == "list" else name


def _default(entry: OptionField) -> str:
    """Return the default in parentheses, or "" if there is none."""
    if entry.default in (REQUIRED, None, "", (), False) or (entry.option.kind == "mapping" and not entry.default):
        return ""
    value = entry.default
    if entry.option.kind == "list":
        value = " ".join(map(str, value))
    elif entry.option.kind == "mapping":
        value = ", ".join(f"{name} {value}" for name, value in value.items())
    return f" (default: {'on' if value is True else value})"


def _width() -> int:
    return min(MAX_WIDTH, shutil.get_terminal_size().columns)
