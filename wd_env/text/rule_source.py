"""What a page about a game takes from the sources of its rules: first sentences, and actions a decision may offer."""

import ast
import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from types import FunctionType, ModuleType

from wd_env.spec.notation import TextIndex


def action_blocks(texts: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Runs of rows that begin with the same word, each with the number of its first row."""
    start = 0
    for _, run in groupby(texts, key=lambda text: text.split()[0]):
        block = list(run)
        yield start, block
        start += len(block)


class RuleSources:
    """The rules of these modules by name, read as they are written; names are unique across modules.

    `shifts` says by how much the first row of a family lies above the constant that rules count from, `sizes` what an
    expression that rules take from the state is worth, by its text.
    """

    def __init__(self, modules: Sequence[ModuleType], shifts: Mapping[str, int], sizes: Mapping[str, int]) -> None:
        self._modules = modules
        self._shifts, self._sizes = shifts, sizes
        self._trees: dict[str, ast.AST] = {}

    @cached_property
    def rules(self) -> dict[str, FunctionType]:
        """Every rule by its name."""
        return {
            name: rule
            for module in self._modules
            for name, rule in vars(module).items()
            if isinstance(rule, FunctionType) and rule.__module__ == module.__name__
        }

    def sentence(self, rule: str) -> str:
        """The first paragraph of a rule's docstring in one line; empty where there is no such rule."""
        return (inspect.getdoc(self.rules.get(rule)) or "").split("\n\n")[0].replace("\n", " ")

    def legal_blocks(self, rule: str, actions: TextIndex) -> set[int]:
        """The first rows of the blocks of actions that a rule, or one that it calls, may mark in a mask."""
        rows = {row for called in self._called_from(rule, set()) for row in self._marked(called)}
        return {
            start for start, block in action_blocks(actions) if not rows.isdisjoint(range(start, start + len(block)))
        }

    def _tree(self, rule: str) -> ast.AST:
        if rule not in self._trees:
            self._trees[rule] = ast.parse(inspect.getsource(self.rules[rule]))
        return self._trees[rule]

    def _called_from(self, rule: str, seen: set[str]) -> set[str]:
        """A rule and every rule it calls."""
        seen.add(rule)
        for node in ast.walk(self._tree(rule)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in self.rules.keys() - seen:
                self._called_from(ast.unparse(node.func), seen)
        return seen

    def _marked(self, rule: str) -> Iterator[int]:
        """The rows at which a rule sets `mask` to 1, without what is added to the constants it names."""
        marks = [node for node in ast.walk(self._tree(rule)) if isinstance(node, ast.Assign)]
        locals_ = {mark.targets[0].id: mark.value for mark in marks if isinstance(mark.targets[0], ast.Name)}
        for mark in marks:
            place, value = mark.targets[0], mark.value
            is_one = isinstance(value, ast.Constant) and value.value == 1
            if is_one and isinstance(place, ast.Subscript) and ast.unparse(place.value) == "mask":
                yield self._least(place.slice, rule, locals_)

    def _least(self, place: ast.expr, rule: str, locals_: Mapping[str, ast.expr]) -> int:
        """The sum of the constants and sizes in an expression; whatever else it adds counts nothing."""
        text = ast.unparse(place)
        if text in self._sizes:
            return self._sizes[text]
        if isinstance(place, ast.BinOp) and isinstance(place.op, ast.Add):
            return self._least(place.left, rule, locals_) + self._least(place.right, rule, locals_)
        if isinstance(place, ast.BinOp):
            return self._least(place.left, rule, locals_)
        if text in locals_:
            return self._least(locals_[text], rule, {})
        return int(self.rules[rule].__globals__.get(text, 0)) + self._shifts.get(text, 0)
