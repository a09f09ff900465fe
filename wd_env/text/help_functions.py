"""Help functions of decisions, found by name, so that a new decision needs no entry elsewhere."""

from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import Any

from wd_env.spec.game_spec import PLAYER, NodeType


def functions_by_decision(nodes: Iterable[NodeType], modules: Sequence[ModuleType]) -> dict[str, Callable[..., Any]]:
    """Return the function `help_<decision>` of these modules for each decision; LookupError if one is missing."""
    results = {}
    for name in (node.name for node in nodes if node.kind == PLAYER):
        functions = [getattr(module, f"help_{name}", None) for module in modules]
        function = next((function for function in functions if callable(function)), None)
        if function is None:
            location = ", ".join(module.__name__ for module in modules)
            raise LookupError(f"decision {name} has no function help_{name}; expected one in {location}")
        results[name] = function
    return results
