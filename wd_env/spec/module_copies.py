"""Copies of rule modules with other values of their constants, for games that are played on a board of a file."""

from collections.abc import Mapping, Sequence
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from wd_env.spec.game_spec import GameSpec


def copy_modules(modules: Sequence[ModuleType], constants: Mapping[str, Any]) -> tuple[ModuleType, ...]:
    """Copy modules so that their functions use other constants and call each other.

    A copy has the name and the source of its module, so it is compiled like it.

    Args:
        modules: Modules of plain functions.
        constants: New values by name. They replace every constant of this name, in whatever module it is. What a
            module computed from a constant when it was imported keeps its value.

    Returns:
        The copies, in the order of the modules.
    """
    copies = {module.__name__: ModuleType(module.__name__) for module in modules}
    functions: dict[FunctionType, FunctionType] = {}
    for module in modules:
        space = vars(copies[module.__name__])
        space.update(vars(module))
        for value in vars(module).values():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                functions[value] = FunctionType(
                    value.__code__, space, value.__name__, value.__defaults__, value.__closure__
                )
    for copy in copies.values():
        space = vars(copy)
        for name, value in list(space.items()):
            if name in constants:
                space[name] = constants[name]
            elif isinstance(value, FunctionType):
                space[name] = functions.get(value, value)
    return tuple(copies.values())


@cache
def module_of(game: GameSpec, module: ModuleType) -> Any:
    """Return a module of the rules as a game uses it: the module, or the copy with the constants of its board.

    Raises:
        LookupError: If the game has no module of this name.
    """
    for each in game.modules:
        if each.__name__ == module.__name__:
            return each
    raise LookupError(f"{game.name} has no module {module.__name__}")
