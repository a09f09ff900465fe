"""Completion of commands, options and choices in a shell, by a script that cyclopts generates."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Literal, cast, get_args

from wd_env.cli.arguments.argument_parser import make_app
from wd_env.cli.arguments.command_fields import option_fields
from wd_env.cli.arguments.rule_arguments import with_game_options
from wd_env.cli.usage_error import UsageError
from wd_env.errors import did_you_mean, quoted
from wd_env.registry import DEFAULT_GAME

Shell = Literal["bash", "zsh", "fish"]
HELP = """\
usage: wd completion SHELL

Print the script that completes commands, options and choices of wd with Tab.

  SHELL                    bash, zsh or fish.

Example:
  wd completion bash > ~/.local/share/bash-completion/completions/wd"""


def completion_script(args: Sequence[str], folders: Mapping[str, str]) -> str:
    """Return the completion script of `wd` for a shell.

    Args:
        args: Name of the shell.
        folders: Folder of each command, by its name.

    Raises:
        UsageError: If `args` is not the name of one shell.
    """
    shells = get_args(Shell)
    if len(args) != 1 or args[0] not in shells:
        name = " ".join(args)
        raise UsageError(f"shell: expected {', '.join(shells)}, got {quoted(name)}{did_you_mean(name, shells)}")
    app = make_app("wd", [])
    for name, folder in folders.items():
        module = import_module(f"wd_env.cli.commands.{folder}.{name}")
        command = with_game_options(getattr(module, f"{name.title()}Command"), DEFAULT_GAME)
        app.command(make_app(name, option_fields(command), with_choices=True))
    return app.generate_completion(prog_name="wd", shell=cast(Shell, args[0]))
