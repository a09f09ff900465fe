"""Parts of `GameSpec.check_state` that every game can use: fields in range, and what waits beneath the open question.

Each raises StateError that names the first thing which cannot be. What a game counts is its own check.
"""

from collections.abc import Container, Mapping, Sequence
from itertools import pairwise
from typing import Any

from wd_env.errors import StateError
from wd_env.spec.game_spec import NodeType


def require(condition: bool, problem: str) -> None:
    """Raise StateError with the problem unless this holds."""
    if not condition:
        raise StateError(f"the state cannot be: {problem}")


def check_ranges(s: Any, allowed: Mapping[str, Container[int]]) -> None:
    """Demand that each of these fields, or every element of it, holds a value that is allowed."""
    for name, values in allowed.items():
        found = getattr(s, name)
        elements = found if isinstance(found, list) else [found]
        if not all(map(values.__contains__, elements)):
            require(False, f"{name} is {found}")


def check_waiting_nodes(s: Any, nodes: Sequence[NodeType]) -> None:
    """Demand that questions wait in order of their rank beneath the open one, for seats there are, and no others do.

    The fields are those of `kernels/frames.py`; `nodes` are all questions of the game.
    """
    room, depth = len(s.waiting_node), s.waiting
    require(depth <= room, f"something waits on {depth} places; there are {room}")
    rest = (*s.waiting_node[depth:], *s.waiting_seat[depth:], *s.waiting_note[depth:])
    require(not any(rest), "something waits above what waits on top")
    codes = (*s.waiting_node[:depth], s.node)
    require(max(codes) < len(nodes), f"something waits that is no question: {codes}")
    priorities = [nodes[code].priority for code in codes]
    is_ranked = all(below < above for below, above in pairwise(priorities))
    require(
        is_ranked,
        f"something waits beneath a question of no higher rank: questions {codes} have priorities {priorities}",
    )
    require(all(seat < s.seats for seat in s.waiting_seat[:depth]), f"something waits for seats {s.waiting_seat}")
