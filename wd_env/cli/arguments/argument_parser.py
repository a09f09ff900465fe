"""Parse the arguments of a command into an instance of its dataclass.

cyclopts divides the arguments into options and values, and the declaration of the options checks the values. Errors
name the option as it is typed, what is expected, and the value.
"""

import contextlib
import dataclasses
import inspect
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from wd_env.cli.arguments.command_fields import REQUIRED, OptionField, default_of, item_annotation, option_fields
from wd_env.cli.help_pages import format_help, format_page, page_names, section_names
from wd_env.cli.usage_error import UsageError
from wd_env.errors import ConfigError, did_you_mean, quoted
from wd_env.options import Option, invalid_value_text, option_of, read_text

if TYPE_CHECKING:
    import cyclopts

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
    """Return the options of a command.

    Args:
        options_type: Dataclass of the command.
        args: Arguments behind the name of the command.
        command: Name of the command.
        default: Instance with the defaults.
        program: Name of the program.

    Raises:
        SystemExit: With code 0, after `--help` or another page of help was printed.
        UsageError: If an option is unknown or missing, or a value is not allowed.
    """
    normalised = _normalise_options(args)
    declared = option_fields(options_type, default, normalised)
    with _with_help_hint(f"{program} {command}"):
        _show_help(options_type, declared, f"{program} {command}", normalised)
        return _build(options_type, default, _read(declared, normalised))


def peek(options_type: type[Options], args: Sequence[str], command: str) -> Options:
    """Return only these options and ignore all others; for options that decide about others.

    Raises:
        UsageError: If a value of these options is not allowed.
    """
    normalised = _normalise_options(args)
    declared = option_fields(options_type, None, normalised)
    flags = [name for field in declared for name in (field.flag, _negated(field))]
    if not any(arg.partition("=")[0] in flags for arg in normalised):
        return _build(options_type, None, {})  # without importing cyclopts
    with _with_help_hint(f"wd {command}"):
        return _build(options_type, None, _read(declared, normalised, only_known=True))


@contextlib.contextmanager
def _with_help_hint(command: str) -> Iterator[None]:
    """Turn an error in the arguments into a UsageError that names the page of help."""
    try:
        yield
    except UsageError as exc:
        raise UsageError(f"{exc} (see {command} {exc.help_flag})") from None
    except ConfigError as exc:
        raise UsageError(f"{exc} (see {command} --help)") from None


def _normalise_options(args: Sequence[str]) -> list[str]:
    """Replace the underscores of options by hyphens (`--max_turns=9`), and attach a value that is a lone hyphen."""
    normalised: list[str] = []
    for arg in args:
        if arg == "-" and normalised and normalised[-1].startswith("--") and "=" not in normalised[-1]:
            normalised[-1] += "=-"  # standard output, which cyclopts takes for an option
            continue
        option, equals, value = arg.partition("=")
        is_path = "/" in option  # the key of a mapping, such as the file of an opponent
        normalised.append(option.replace("_", "-") + equals + value if option.startswith("--") and not is_path else arg)
    return normalised


def make_app(name: str, declared: Sequence[OptionField], *, with_choices: bool = False) -> "cyclopts.App":
    """Return an application of cyclopts that takes these options as texts, and switches.

    Args:
        name: Name of the application.
        declared: Options.
        with_choices: Whether it knows the names of choices, as the completion of a shell needs them.
    """
    import cyclopts

    def command(**_: Any) -> None: ...

    parameters = [
        _parameter(index, field, with_choices)
        for index, field in enumerate(declared)
        if field.option.kind != "mapping"  # only its keys are options
    ]
    command.__signature__ = inspect.Signature(sorted(parameters, key=lambda p: p.kind))  # type: ignore[attr-defined]
    app = cyclopts.App(name=name, help_flags=(), version_flags=(), result_action="return_value")
    app.default(command)
    return app


def _parameter(index: int, field: OptionField, with_choices: bool) -> inspect.Parameter:
    import cyclopts

    name, is_list = f"option_{index}", field.option.kind == "list"
    names = field.option.names if with_choices and field.option.kind == "choice" else ()
    item_type: Any = Literal[names] if names else str
    if field.positional:
        settings = cyclopts.Parameter(name=field.positional.split()[0])
        if is_list:
            return inspect.Parameter(name, inspect.Parameter.VAR_POSITIONAL, annotation=Annotated[item_type, settings])
        kind: Any = inspect.Parameter.POSITIONAL_ONLY
        shape = item_type
    else:
        settings = cyclopts.Parameter(
            name=field.flag,
            help=field.description,
            consume_multiple=is_list,
            negative=_negated(field) if field.is_switch else None,  # cyclopts would put it after the last dot
            negative_iterable=(),
            allow_repeating=True,
            allow_leading_hyphen=field.option.kind in ("integer", "number", "scalar"),
        )
        kind = inspect.Parameter.KEYWORD_ONLY
        shape = bool if field.is_switch else tuple[item_type, ...] if is_list else item_type
    default = names[0] if names else shape()
    return inspect.Parameter(name, kind, default=default, annotation=Annotated[shape, settings])


def _read(
    declared: Sequence[OptionField], args: Sequence[str], *, only_known: bool = False
) -> dict[tuple[str, ...], Any]:
    """Return the value of each option that is given, by its path."""
    import cyclopts

    named = _named_options(declared, args)
    app = make_app("wd", named)
    switches = {name: field.flag for field in named if field.is_switch for name in (field.flag, _negated(field))}
    for arg in args:
        if "=" in arg and (flag := switches.get(arg.partition("=")[0])):
            raise UsageError(f"{flag}: expected no value")
    lists = [field.flag for field in named if field.option.kind == "list" and not field.positional]
    try:
        _, bound, unused, _ = app.parse_known_args(_with_last_lists(args, lists))
    except cyclopts.MissingArgumentError as exc:
        name = exc.argument.name if exc.argument is not None else ""
        raise UsageError(f"{name}: expected a value") from None
    except cyclopts.UnknownOptionError as exc:
        raise UsageError(_unknown(exc.token.value, declared)) from None
    if unused and not only_known:
        raise UsageError(_unknown(unused[0], declared))
    typed = [(field, f"option_{index}") for index, field in enumerate(named)]
    provided = {field.path: _convert(field, bound.arguments[key]) for field, key in typed if key in bound.arguments}
    for field in declared:
        if field.default is REQUIRED and field.path not in provided:
            description = f"{field.description[:1].lower()}{field.description[1:].rstrip('.')}"
            raise UsageError(f"{field.flag} is missing: {description}")
    return provided


def _named_options(declared: Sequence[OptionField], args: Sequence[str]) -> list[OptionField]:
    """Return the options that the arguments name, and positional values: cyclopts takes long to read the others."""
    typed = {arg.partition("=")[0] for arg in args}
    return [field for field in declared if field.positional or not typed.isdisjoint((field.flag, _negated(field)))]


def _with_last_lists(args: Sequence[str], flags: Sequence[str]) -> list[str]:
    """Keep only the last list of each option, because a later value replaces an earlier one."""
    flag_indices = [index for index, arg in enumerate(args) if arg.startswith("--")]
    last_values = list(args[: flag_indices[0]] if flag_indices else args)
    last = {args[start].partition("=")[0]: start for start in flag_indices}
    for start, stop in pairwise([*flag_indices, len(args)]):
        flag = args[start].partition("=")[0]
        if flag not in flags or last[flag] == start:
            last_values += args[start:stop]
    return last_values


def _negated(switch: OptionField) -> str:
    return f"--no-{switch.flag.removeprefix('--')}"


def _convert(field: OptionField, typed: Any) -> Any:
    """Return the value of an option; raise UsageError if it is not allowed."""
    if field.is_switch:
        return typed
    if field.option.kind != "list":
        return _value(field, field.option, typed)
    if not typed:
        raise UsageError(f"{field.flag}: expected a value", field.help_flag)
    item = option_of(item_annotation(field.annotation))
    return tuple(_value(field, item, text) for text in typed)


def _value(field: OptionField, option: Option, text: str) -> Any:
    value = read_text(option, text)
    if not option.allows(value):
        raise UsageError(invalid_value_text(field.flag, value, option), field.help_flag)
    return value


def _unknown(arg: str, declared: Sequence[OptionField]) -> str:
    if not arg.startswith("--"):
        return f"unexpected argument {quoted(arg)}"
    flags = [f"{f.flag}.NAME" if f.option.kind == "mapping" else f.flag for f in declared if not f.positional]
    return f"unknown option {arg}{did_you_mean(arg.partition('=')[0], [*flags, HELP[1]])}"


def _build(cls: type[Options], default: Options | None, provided: Mapping[tuple[str, ...], Any]) -> Options:
    """Return an instance with the given values and otherwise the defaults, nested ones likewise."""
    values = {}
    for each in dataclasses.fields(cls):  # type: ignore[arg-type]
        value = default_of(each) if default is None else getattr(default, each.name)
        nested = {path[1:]: value for path, value in provided.items() if path[0] == each.name}
        if () in nested:
            value = nested[()]
        elif nested and isinstance(value, dict):
            value = value | {key: value for (key,), value in nested.items()}
        elif nested:
            value = _build(type(value), value, nested)
        values[each.name] = value
    return cls(**values)


def _show_help(cls: type, declared: Sequence[OptionField], command: str, args: Sequence[str]) -> None:
    """Print the requested page of help, if any, and exit."""
    for index, arg in enumerate(args):
        if arg in HELP:
            print(format_help(cls, declared, command))
            raise SystemExit(0)
        for page in page_names(declared):
            if arg == f"--help-{page}":
                print(format_page(page, _section(page, args[index + 1 :], declared), declared))
                raise SystemExit(0)


def _section(page: str, after: Sequence[str], declared: Sequence[OptionField]) -> str:
    """Return the requested part of a page, or ""; raise UsageError if the page does not have it."""
    known = section_names(page, declared)
    if not known or not after or after[0].startswith("-"):
        return ""
    if after[0] not in known:
        allowed, hint = ", ".join(known), did_you_mean(after[0], known)
        raise UsageError(f"--help-{page}: expected {allowed}, got {quoted(after[0])}{hint}", f"--help-{page}")
    return after[0]
