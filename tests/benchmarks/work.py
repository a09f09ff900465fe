"""The work of the rules for a decision, counted in executed statements.

The count is the same on every machine and under any load. The counted rules are those that are compiled: twice the
statements take about twice the time. The count does not include what the compiler does.
"""

import ast
import inspect
import json
import random
from collections import Counter
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME, new_state
from wd_env.kernels import bits
from wd_env.spec.game_spec import CHANCE

KEPT = Path(__file__).with_name("work.json")
RENEW = "python -c 'from tests.benchmarks.work import regenerate; regenerate()'"
GAMES = (  # numbers of players and options
    (2, {"variant": "five_card"}),
    (4, {"variant": "five_card"}),
    (5, {"variant": "ten_card"}),
    (4, {"variant": "multi_five", "sets_to_win": 3}),
    (2, {"variant": "ally"}),
)
DECISIONS = 1500  # in each game
PARTS = ("mask", "view", "step")  # a step is an action and all chance outcomes up to the next decision
TALLY, NAMES = "_statements_executed", "_functions"  # counts by function, and the names of the functions


class _Tallied(ast.NodeTransformer):
    """Inserts a counter of the function before every statement except docstrings."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.names.append(node.name)
        return self.generic_visit(node)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for name in ("body", "orelse"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                setattr(node, name, [line for statement in block for line in (*self._count(statement), statement)])
        return node

    def _count(self, statement: ast.stmt) -> list[ast.stmt]:
        if isinstance(statement, ast.FunctionDef) or (
            isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        ):
            return []
        return ast.parse(f"{TALLY}[{len(self.names) - 1}] += 1").body


def tallied(modules: tuple[ModuleType, ...], sources: dict[str, str] | None = None) -> dict[str, Any]:
    """Return the functions of these modules by name, each counting the statements that it executes in `[TALLY]`.

    `sources` has other source text to count for modules, by name.
    """
    space: dict[str, Any] = {"__builtins__": __builtins__, TALLY: [], NAMES: []}
    for module in modules:
        space |= {name: value for name, value in vars(module).items() if isinstance(value, int | tuple)}
    for module in modules:
        source = (sources or {}).get(module.__name__) or inspect.getsource(module)
        tree = ast.parse(source)
        tree.body = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        code = compile(ast.fix_missing_locations(_Tallied(space[NAMES]).visit(tree)), module.__name__, "exec")
        functions = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        space |= {function.co_name: FunctionType(function, space) for function in functions}
    space[TALLY] += [0] * len(space[NAMES])
    return space


def work(sources: dict[str, str] | None = None) -> dict[str, dict[str, float]]:
    """Return the executed statements per decision, by game and part."""
    rules = tallied((bits, *GAME.modules), sources)
    return {" ".join([f"{players} players", *map(str, options.values())]): _play(rules, players, options)
            for players, options in GAMES}  # fmt: skip


def _play(rules: dict[str, Any], players: int, options: dict[str, Any]) -> dict[str, float]:
    """Play random games up to the number of decisions."""
    rng = random.Random(f"{players} {options}")
    tally, spent = rules[TALLY], dict.fromkeys(PARTS, 0)
    seen = sum(tally)

    def book(part: str) -> None:
        nonlocal seen
        spent[part] += sum(tally) - seen
        seen = sum(tally)

    state: Any = None
    for _ in range(DECISIONS):
        if state is None or rules["is_terminal"](state):
            state = new_state(Config(num_players=players, max_turns=400, **options))
            _settle_chance(rules, state, rng)
            seen = sum(tally)
        mask = [0] * len(GAME.actions)
        rules["legal"](state, mask)
        book("mask")
        rules["observe"](state, state.seat, [0] * GAME.layout.size)
        book("view")
        rules["step"](state, rng.choice([action for action, legal in enumerate(mask) if legal]))
        _settle_chance(rules, state, rng)
        book("step")
    return {part: round(count / DECISIONS, 1) for part, count in spent.items()}


def _settle_chance(rules: dict[str, Any], state: Any, rng: random.Random) -> None:
    while GAME.nodes[state.node].kind == CHANCE:
        weights = [0] * GAME.chance_width
        rules["chance_weights"](state, weights)
        rules["step"](state, rng.choices(range(GAME.chance_width), weights)[0])


def profile() -> list[tuple[str, float]]:
    """Return the functions of the rules and their statements per decision, in descending order."""
    rules = tallied((bits, *GAME.modules))
    for players, options in GAMES:
        _play(rules, players, options)
    counts = Counter(dict(zip(rules[NAMES], rules[TALLY], strict=True)))
    return [(name, count / DECISIONS / len(GAMES)) for name, count in counts.most_common()]


def regenerate() -> None:
    """Write the work of this version; commit the difference together with its cause."""
    KEPT.write_text(json.dumps(work(), indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    for name, count in profile()[:30]:
        print(f"{count:8.1f}  {name}")
