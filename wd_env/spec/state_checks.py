"""Checks of states that every game can use in `GameSpec.check_state`: ranges of fields, and waiting nodes.

Each raises an error for the first invalid value.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any

from wd_env.errors import StateError
from wd_env.spec.game_spec import NodeType


def require(condition: bool, exc: str) -> None:
    """Check a condition.

    Raises:
        StateError: If it is false; the message contains the problem.
    """
    if not condition:
        raise StateError(f"the state cannot be: {exc}")


def check_ranges(
    s: Any, allowed: Mapping[str, Collection[int]], index_names: Mapping[str, Sequence[str]] | None = None
) -> None:
    """Check that each of these fields, or every element of it, has an allowed value.

    Args:
        s: The state.
        allowed: Allowed values by field.
        index_names: Names of the elements of lists by the word of `Field.by`, such as those of all lands by `land`.

    Raises:
        StateError: If a value is not allowed; the message has the element and the allowed values.
    """
    for name, values in allowed.items():
        result = getattr(s, name)
        elements = result if isinstance(result, list) else [result]
        if not all(map(values.__contains__, elements)):
            index = next(index for index, element in enumerate(elements) if element not in values)
            subject = name if elements is not result else name + _element_text(s, name, index, index_names or {})
            require(False, f"{subject}: expected {_ranges_text(values)}, got {elements[index]}")


def _element_text(s: Any, name: str, index: int, index_names: Mapping[str, Sequence[str]]) -> str:
    """Return which element of a list it is, such as ` of germany`, or `[3]` if its index has no name."""
    dimensions = re.split(r", | and ", s.schema.by_name[name].by)
    if not set(dimensions) <= index_names.keys():
        return f"[{index}]"
    names = []
    for dimension in reversed(dimensions):
        index, remainder = divmod(index, len(index_names[dimension]))
        names.append(index_names[dimension][remainder])
    return f" of {' '.join(reversed(names))}"


def _ranges_text(values: Collection[int]) -> str:
    """Return integers as text, such as `0, 2 to 5`."""
    if isinstance(values, range) and values.step == 1:
        runs: list[Sequence[int]] = [values]  # such as 2**31 turn numbers, which would fill the memory as a list
    else:
        ordered = sorted(set(values))
        breaks = [index for index in range(1, len(ordered)) if ordered[index] > ordered[index - 1] + 1]
        runs = [ordered[start:end] for start, end in pairwise([0, *breaks, len(ordered)])]
    return ", ".join(f"{run[0]} to {run[-1]}" if run[-1] > run[0] else str(run[0]) for run in runs)


def check_waiting_nodes(s: Any, nodes: Sequence[NodeType]) -> None:
    """Check that waiting nodes have increasing priorities below the current node, and existing seats.

    Args:
        s: State with the fields of `kernels/frames.py`.
        nodes: All nodes of the game.

    Raises:
        StateError: If the waiting nodes are invalid.
    """
    capacity, depth = len(s.waiting_node), s.waiting
    require(depth <= capacity, f"something waits on {depth} places; there are {capacity}")
    rest = (*s.waiting_node[depth:], *s.waiting_seat[depth:], *s.waiting_note[depth:])
    require(not any(rest), "something waits above what waits on top")
    codes = (*s.waiting_node[:depth], s.node)
    require(max(codes) < len(nodes), f"something waits that is not a node: {codes}")
    priorities = [nodes[code].priority for code in codes]
    is_ranked = all(below < above for below, above in pairwise(priorities))
    require(
        is_ranked,
        f"something waits beneath a question of no higher rank: questions {codes} have priorities {priorities}",
    )
    require(all(seat < s.seats for seat in s.waiting_seat[:depth]), f"something waits for seats {s.waiting_seat}")
