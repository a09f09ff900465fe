"""Checks of states that every game can use in `GameSpec.check_state`: ranges of fields, and waiting nodes.

Each raises an error for the first invalid value.
"""

from collections.abc import Container, Mapping, Sequence
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


def check_ranges(s: Any, allowed: Mapping[str, Container[int]]) -> None:
    """Check that each of these fields, or every element of it, has an allowed value.

    Raises:
        StateError: If one has not.
    """
    for name, values in allowed.items():
        result = getattr(s, name)
        elements = result if isinstance(result, list) else [result]
        if not all(map(values.__contains__, elements)):
            require(False, f"{name} is {result}")


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
