"""Facts about a game from the source of its rules: summaries of docstrings, and actions that a decision may allow."""

import ast
import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby, pairwise
from types import FunctionType, ModuleType

from wd_env.spec.notation import TextIndex


def action_blocks(texts: Iterable[str], first_indices: Sequence[int] = ()) -> Iterator[tuple[int, list[str]]]:
    """Yield groups of adjacent actions, each with the index of its first action.

    Args:
        texts: Texts of the actions.
        first_indices: Indices of the first actions of the groups, the first one 0; by default a group has the actions
            that
            begin with the same word.
    """
    if first_indices:
        all_texts = list(texts)
        yield from ((start, all_texts[start:end]) for start, end in pairwise((*first_indices, len(all_texts))))
        return
    start = 0
    for _, run in groupby(texts, key=lambda text: text.split()[0]):
        block = list(run)
        yield start, block
        start += len(block)


class RuleSources:
    """The rules of these modules by name; names are unique across modules.

    Args:
        modules: Rule modules.
        shifts: Offset of the first action of a group from the constant that rules count from, by the constant's name.
        sizes: Values of expressions that rules take from the state, by their source.
    """

    def __init__(self, modules: Sequence[ModuleType], shifts: Mapping[str, int], sizes: Mapping[str, int]) -> None:
        self._modules = modules
        self._shifts, self._sizes = shifts, sizes
        self._trees: dict[str, ast.AST] = {}

    @cached_property
    def rules(self) -> dict[str, FunctionType]:
        """All rules by name."""
        return {
            name: rule
            for module in self._modules
            for name, rule in vars(module).items()
            if isinstance(rule, FunctionType) and rule.__module__ == module.__name__
        }

    def sentence(self, rule: str) -> str:
        """Return the first paragraph of a rule's docstring in one line; empty if the rule does not exist."""
        return (inspect.getdoc(self.rules.get(rule)) or "").split("\n\n")[0].replace("\n", " ")

    def legal_blocks(self, rule: str, actions: TextIndex, first_indices: Sequence[int] = ()) -> set[int]:
        """Return the first indices of the groups of actions that a rule, or one that it calls, may mark as legal.

        Args:
            rule: Name of the rule.
            actions: The actions.
            first_indices: As for `action_blocks`.
        """
        rows = {row for called in self._called_from(rule, set()) for row in self._marked(called)}
        blocks = action_blocks(actions, first_indices)
        return {start for start, block in blocks if not rows.isdisjoint(range(start, start + len(block)))}

    def _tree(self, rule: str) -> ast.AST:
        if rule not in self._trees:
            self._trees[rule] = ast.parse(inspect.getsource(self.rules[rule]))
        return self._trees[rule]

    def _called_from(self, rule: str, obs: set[str]) -> set[str]:
        """Return the names of a rule and all rules that it calls."""
        obs.add(rule)
        for node in ast.walk(self._tree(rule)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in self.rules.keys() - obs:
                self._called_from(ast.unparse(node.func), obs)
        return obs

    def _marked(self, rule: str) -> Iterator[int]:
        """Yield the indices at which a rule sets `mask` to 1, without variable summands."""
        marks = [node for node in ast.walk(self._tree(rule)) if isinstance(node, ast.Assign)]
        locals_ = {mark.targets[0].id: mark.value for mark in marks if isinstance(mark.targets[0], ast.Name)}
        for mark in marks:
            index, value = mark.targets[0], mark.value
            is_one = isinstance(value, ast.Constant) and value.value == 1
            if is_one and isinstance(index, ast.Subscript) and ast.unparse(index.value) == "mask":
                yield self._least(index.slice, rule, locals_)

    def _least(self, index: ast.expr, rule: str, locals_: Mapping[str, ast.expr]) -> int:
        """Return the sum of the constants and sizes in an expression, without variable summands."""
        text = ast.unparse(index)
        if text in self._sizes:
            return self._sizes[text]
        if isinstance(index, ast.BinOp) and isinstance(index.op, ast.Add):
            return self._least(index.left, rule, locals_) + self._least(index.right, rule, locals_)
        if isinstance(index, ast.BinOp):
            return self._least(index.left, rule, locals_)
        if text in locals_:
            return self._least(locals_[text], rule, {})
        return int(self.rules[rule].__globals__.get(text, 0)) + self._shifts.get(text, 0)
