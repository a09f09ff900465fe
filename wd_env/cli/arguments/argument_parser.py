"""How a command reads its options: from the words that were typed to an instance of its dataclass.

Words are divided by argparse. What they mean and every complaint about them are ours: a complaint names the option as
it was typed, the value and what is allowed.
"""

import argparse
import contextlib
import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn, TypeVar

from wd_env.cli.arguments.command_fields import REQUIRED, OptionField, default_of, option_fields
from wd_env.cli.help_pages import format_help, format_page, page_names, section_names
from wd_env.cli.usage_error import UsageError
from wd_env.errors import ConfigError, did_you_mean, quoted

Options = TypeVar("Options")
HELP = ("-h", "--help")


def parse(
    options_type: type[Options],
    args: Sequence[str],
    command: str,
    default: Options | None = None,
    *,
    program: str = "wd",
) -> Options:
    """Return the options of a command such as `play` from its words, over `default`.

    `--help` and the further pages print and leave by SystemExit(0). UsageError for an unknown option, one that is
    missing, and a value that is not allowed.
    """
    words = _normalise_options(args)
    entries = option_fields(options_type, default, words)
    with _with_help_hint(f"{program} {command}"):
        _show_help(options_type, entries, f"{program} {command}", words)
        given, unknown = _split_args(entries, words)
        if unknown:
            raise UsageError(_unknown(unknown[0], entries))
        return _build(options_type, default, given)


def peek(options_type: type[Options], args: Sequence[str], command: str) -> Options:
    """Return these options alone, whatever else the words say; for options that decide about others. UsageError."""
    words = _normalise_options(args)
    with _with_help_hint(f"wd {command}"):
        given, _ = _split_args(option_fields(options_type, None, words), words)
        return _build(options_type, None, given)


@contextlib.contextmanager
def _with_help_hint(command: str) -> Iterator[None]:
    """Turn a refusal of what was typed into a UsageError that says where to read on."""
    try:
        yield
    except UsageError as problem:
        raise UsageError(f"{problem} (see {command} {problem.help_flag})") from None
    except ConfigError as problem:
        raise UsageError(f"{problem} (see {command} --help)") from None


def _normalise_options(arguments: Sequence[str]) -> list[str]:
    """The words with hyphens for the underscores of options: `--max_turns=9` is `--max-turns=9`."""
    words = []
    for word in arguments:
        option, equals, value = word.partition("=")
        is_path = "/" in option  # the key of a mapping, such as the file of an opponent
        words.append(option.replace("_", "-") + equals + value if option.startswith("--") and not is_path else word)
    return words


class _Parser(argparse.ArgumentParser):
    """Divides words into options and their values; raises UsageError where they cannot be divided."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


def _split_args(entries: Sequence[OptionField], words: Sequence[str]) -> tuple[dict[tuple[str, ...], Any], list[str]]:
    """The value of each option that is given, by its path, and the words that belong to none."""
    parser = _Parser(add_help=False, allow_abbrev=False, argument_default=argparse.SUPPRESS, exit_on_error=False)
    by_action = {_add(parser, entry).dest: entry for entry in entries if not entry.is_mapping}
    try:
        found, unknown = parser.parse_known_args(list(words))
    except argparse.ArgumentError as problem:
        flag = (problem.argument_name or "").partition("/")[0]
        is_switch = any(entry.is_switch for entry in by_action.values() if entry.flag == flag)
        raise UsageError(f"{flag} {'takes no value' if is_switch else 'needs a value'}") from None
    given = {by_action[name].path: by_action[name].value(words) for name, words in vars(found).items()}
    for entry in entries:
        if entry.default is REQUIRED and entry.path not in given:
            raise UsageError(
                f"{entry.flag} is missing: {entry.description[:1].lower()}{entry.description[1:].rstrip('.')}"
            )
    return given, unknown


def _add(parser: argparse.ArgumentParser, entry: OptionField) -> argparse.Action:
    dest = ".".join(entry.path)
    if entry.positional:
        return parser.add_argument(dest, nargs="*" if entry.is_variadic else "?", metavar=entry.positional)
    if entry.is_switch:
        return parser.add_argument(entry.flag, dest=dest, action=argparse.BooleanOptionalAction)
    return parser.add_argument(entry.flag, dest=dest, nargs="+" if entry.is_variadic else 1)


def _build(kind: type[Options], default: Options | None, given: Mapping[tuple[str, ...], Any]) -> Options:
    """The instance with what is given in place of the defaults; what is nested is made likewise."""
    values = {}
    for each in dataclasses.fields(kind):  # type: ignore[arg-type]
        value = default_of(each) if default is None else getattr(default, each.name)
        inner = {path[1:]: found for path, found in given.items() if path[0] == each.name}
        if () in inner:
            value = inner[()]
        elif inner and isinstance(value, dict):
            value = value | {key: found for (key,), found in inner.items()}
        elif inner:
            value = _build(type(value), value, inner)
        values[each.name] = value
    return kind(**values)


def _unknown(word: str, entries: Sequence[OptionField]) -> str:
    if not word.startswith("--"):
        return f"{quoted(word)} belongs to no option"
    flags = [f"{entry.flag}.NAME" if entry.is_mapping else entry.flag for entry in entries if not entry.positional]
    return f"there is no option {word}{did_you_mean(word.partition('=')[0], [*flags, HELP[1]])}"


def _show_help(kind: type, entries: Sequence[OptionField], command: str, words: Sequence[str]) -> None:
    """Print what is asked for by --help or a further page, and leave."""
    for place, word in enumerate(words):
        if word in HELP:
            print(format_help(kind, entries, command))
            raise SystemExit(0)
        for page in page_names(entries):
            if word == f"--help-{page}":
                print(format_page(page, _section(page, words[place + 1 :], entries), entries))
                raise SystemExit(0)


def _section(page: str, after: Sequence[str], entries: Sequence[OptionField]) -> str:
    """The part of a page that is named behind it, if any; UsageError for one that it does not have."""
    known = section_names(page, entries)
    if not known or not after or after[0].startswith("-"):
        return ""
    if after[0] not in known:
        allowed = f"{', '.join(known)}{did_you_mean(after[0], known)}"
        raise UsageError(f"--help-{page} has no part {quoted(after[0])}; allowed are {allowed}", f"--help-{page}")
    return after[0]
