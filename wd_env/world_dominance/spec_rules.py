"""What SPEC.md takes from the sources of the rules: their first sentences, and which answers a decision may offer."""

import ast
import inspect
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from types import FunctionType

from wd_env.core.spec import Question
from wd_env.world_dominance import actions
from wd_env.world_dominance.actions import ACTIONS
from wd_env.world_dominance.game import GAME
from wd_env.world_dominance.rules import offering


def blocks(texts: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Runs of rows that begin with the same word, each with the number of its first row."""
    start = 0
    for _, run in groupby(texts, key=lambda text: text.split()[0]):
        block = list(run)
        yield start, block
        start += len(block)


@cache
def _rules() -> dict[str, FunctionType]:
    """Every rule by its name; names are unique across the rooms."""
    return {
        name: rule
        for module in GAME.modules
        for name, rule in vars(module).items()
        if isinstance(rule, FunctionType) and rule.__module__ == module.__name__
    }


def sentence(rule: str) -> str:
    """The first sentence of a rule's docstring."""
    return (inspect.getdoc(_rules()[rule]) or "").split("\n\n")[0].replace("\n", " ")


@cache
def _tree(rule: str) -> ast.AST:
    return ast.parse(inspect.getsource(_rules()[rule]))


@cache
def offers() -> dict[str, str]:
    """For each decision the rule that is asked for its legal answers."""
    found = {}
    for node in ast.walk(ast.parse(inspect.getsource(offering))):
        if isinstance(node, ast.If) and "mask" in ast.unparse(node.body[0]) and "==" in ast.unparse(node.test):
            question = ast.unparse(node.test).split(" == ")[1]
            found[question.lower()] = ast.unparse(node.body[0]).split("(")[0]
    return found


def offered(question: Question) -> set[int]:
    """The first rows of the blocks of actions that a decision may offer."""
    rows = {row for rule in _called_from(offers()[question.name], set()) for row in _marked(rule)}
    return {start for start, block in blocks(ACTIONS) if not rows.isdisjoint(range(start, start + len(block)))}


def _called_from(rule: str, seen: set[str]) -> set[str]:
    """A rule and every rule it calls."""
    seen.add(rule)
    for node in ast.walk(_tree(rule)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in _rules() and ast.unparse(node.func) not in seen:
            _called_from(ast.unparse(node.func), seen)
    return seen


def _marked(rule: str) -> Iterator[int]:
    """The constants of `actions` at which a rule sets `mask` to 1; runs of cards begin a place above theirs."""
    for node in ast.walk(_tree(rule)):
        if isinstance(node, ast.Assign) and ast.unparse(node).startswith("mask[") and ast.unparse(node.value) == "1":
            name = ast.unparse(node.targets[0])[len("mask[") :].split("]")[0].split(" + ")[0]
            first = int(getattr(actions, name))
            yield first + actions.SHORTEST_RUN if name == "LENGTH" else first + (name == "REVIVE")
