"""The types of the rule options of a game, as source for editors and type checkers."""

from collections.abc import Sequence

from wd_env.options import Option, options_of

MAX_LINE = 120  # characters
TYPES = {"integer": "int", "number": "float", "boolean": "bool", "choice": "str", "file": "str", "text": "str"}
ENV_OPTIONS = {"bots": "Mapping[int | str, Any]", "observations": 'Literal["raw", "scaled"]', "flat": "bool"}
PLAYERS = "num_players"  # a separate argument
HEADER = '''"""Types of the options of environments.

Written by `make codegen` from the declaration of the options: change that.
"""
'''


def option_types_source(config: type, terms: Sequence[str], title: str, **more: str) -> str:
    """Write a `TypedDict` of the options of environments other than `num_players`.

    Args:
        config: Class that declares the rule options.
        terms: Names of the shaping terms.
        title: Start of the name of the class.
        **more: Types of further options, by name.

    Returns:
        The source of a module with the class `<title>Options`.
    """
    rules = {name: _type_lines(option) for name, option in options_of(config).items() if name != PLAYERS}
    weights = {f"shaping_{term}": "float" for term in terms}
    lines = [f"    {name}: {text}" for name, text in (rules | weights | ENV_OPTIONS | more).items()]
    imports = ["from collections.abc import Mapping", "from typing import Any, Literal, TypedDict"]
    header = [HEADER, *imports, "\n", f"class {title}Options(TypedDict, total=False):"]
    doc = '    """Options of `env` and `batch_env`; see `Config` for what they mean."""\n'
    return "\n".join([*header, doc, *lines]) + "\n"


def _type_lines(option: Option) -> str:
    if option.kind != "choice":
        return TYPES[option.kind] + " | None" * option.nullable
    names = [f'"{name}"' for name in option.names] + ["None"] * option.nullable
    line = f"Literal[{', '.join(names)}]"
    if len(line) <= MAX_LINE // 2:
        return line
    return "Literal[\n" + "".join(f"        {name},\n" for name in names) + "    ]"
