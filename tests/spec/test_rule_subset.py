"""Rules use only the small language that interpreter and compiler execute equally, and are consistent.

The language has integers, `if`, `while`, `for` over a range, subscripts, fields of the state and calls of other rules.
The checker itself is tested with a line of each kind that it must reject.
"""

import ast
import inspect
from collections import Counter
from types import FunctionType

import pytest

from wd_env.games.world_dominance import resample
from wd_env.games.world_dominance.definitions import actions, decision_codes, names
from wd_env.games.world_dominance.definitions.actions import ACTIONS, OUTCOMES
from wd_env.games.world_dominance.game import GAME, RULE_MODULES
from wd_env.games.world_dominance.observation import observe
from wd_env.games.world_dominance.observation.layout import LAYOUT
from wd_env.games.world_dominance.rules import engine, legal_dispatch, step_dispatch
from wd_env.games.world_dominance.state import SCHEMA
from wd_env.kernels import bits, default_rules, frames, game_loop, philox
from wd_env.spec.game_spec import AUTOMATIC, CHANCE, PLAYER, TERMINAL

ROOMS = (frames, *RULE_MODULES, observe, resample, game_loop, bits, philox)
DISPATCH = (step_dispatch, legal_dispatch, engine)  # they have a branch for every node
DISPATCH_NAMES = {room.__name__ for room in DISPATCH}
BUILT_IN = {"min", "max", "range", "len"}
ENTRY = "make_run"  # the only function that contains another: the entry point for the compiler
STATEMENTS = (ast.Return, ast.Assign, ast.AugAssign, ast.If, ast.While, ast.For, ast.Continue, ast.Break, ast.Expr)
EXPRESSIONS = (
    *(ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Subscript, ast.Attribute, ast.Call, ast.IfExp),
    *(ast.Name, ast.Constant, ast.expr_context, ast.arguments, ast.arg),
)
OPERATORS = (
    *(ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift),
    *(ast.And, ast.Or, ast.Not, ast.USub, ast.Invert, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE),
)


def functions_of(source):
    """Return every function of a module by name, and the inner function of the entry point."""
    found = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            found += [n for n in node.body if isinstance(n, ast.FunctionDef)] if node.name == ENTRY else [node]
    return found


SOURCES = {room.__name__: inspect.getsource(room) for room in ROOMS}
FUNCTIONS = [function for source in SOURCES.values() for function in functions_of(source)]
KNOWN = {function.name for function in FUNCTIONS}
GAPS = {function.name for function in functions_of(inspect.getsource(default_rules))}  # rules that a game may omit


def without_docstring(function):
    first = function.body[0]
    is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return function.body[1:] if is_docstring and isinstance(first.value.value, str) else function.body


def problem_of(node):
    """Return what is wrong with one node, or an empty text."""
    kind = type(node).__name__
    if not isinstance(node, (*STATEMENTS, *EXPRESSIONS, *OPERATORS)):
        return f"{kind} is not a part of the language"
    if isinstance(node, ast.Constant) and type(node.value) not in (int, bool):
        return f"the constant {node.value!r}"
    if isinstance(node, ast.Attribute) and not is_field(node):
        return f"{ast.unparse(node)} is not a field of the state"
    if isinstance(node, ast.Call):
        return problem_of_call(node)
    if isinstance(node, ast.For) and not is_range(node):
        return "a loop over something else than a range"
    if isinstance(node, ast.Assign) and (len(node.targets) > 1 or isinstance(node.targets[0], ast.Tuple)):
        return "several targets"
    if isinstance(node, ast.Expr) and not isinstance(node.value, (ast.Call, ast.Name)):
        return f"{ast.unparse(node)} does nothing"
    return None


def is_field(node):
    return isinstance(node.value, ast.Name) and node.value.id == "s" and node.attr in SCHEMA.by_name


def is_range(node):
    call = node.iter
    is_call = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"
    return is_call and isinstance(node.target, ast.Name) and not node.orelse


def problem_of_call(node):
    if not isinstance(node.func, ast.Name) or node.func.id not in KNOWN | GAPS | BUILT_IN:
        return f"a call of {ast.unparse(node.func)}, which is not a rule"
    if node.keywords or any(isinstance(arg, ast.Starred) for arg in node.args):
        return f"a call of {node.func.id} with more than plain arguments"
    if "s" in map(ast.unparse, node.args) and any(is_row(arg) for arg in node.args):
        return f"a call of {node.func.id} with a state and a row of it; the compiler assumes that they do not overlap"
    return None


def is_row(node):
    return isinstance(node, ast.Attribute) and is_field(node) and SCHEMA.by_name[node.attr].length > 0


def problems(function):
    """Return every violation of the language in a function, by line."""
    found = []
    arguments = function.args
    if function.decorator_list or function.returns or arguments.defaults or arguments.vararg or arguments.kwarg:
        found.append(f"{function.name}: decorators, annotations, defaults or stars")
    for statement in without_docstring(function):
        for node in ast.walk(statement):
            problem = problem_of(node)
            if problem:
                found.append(f"{function.name}, line {getattr(node, 'lineno', '?')}: {problem}")
    return found


def test_every_rule_keeps_to_the_language():
    found = [problem for function in FUNCTIONS for problem in problems(function)]
    assert not found, "\n".join(found)
    assert len(FUNCTIONS) > 200


BREACHES = [
    "x = 1.5", "x = 'text'", "x = None", "x = 3 / 2", "x = 2 ** 3", "x = {}", "x = []", "x = (1, 2)", "x = {1}",
    "x = [i for i in range(3)]", "x = lambda: 1", "def inner(): return 1", "with s: return 1", "raise ValueError",
    "try:\n  x = 1\nfinally:\n  x = 2", "x, y = 1, 2", "x = y = 1", "x = s.no_such_field", "x = s.army.copy()",
    "x = s.army[1:2]", "for x in s.army:\n  return 1", "x = print(1)", "x = other.army", "x = f'{s}'", "x: int = 1",
    "global x", "assert x", "del x", "x = 1 in s.army", "x = s is s", "x = (y := 1)", "import os", "yield 1",
    "x = min(*s.army)", "x = max(1, default=2)", "x == 1", "pass", "async def f(): return 1", "'text'\n'text'",
    "write_observation(s, 0, s.army)", "while x:\n  pass", "for x, y in range(3):\n  return 1", "x = s.army[0].real",
]  # fmt: skip


@pytest.mark.parametrize("breach", BREACHES)
def test_the_checker_rejects_code_outside_the_language(breach):
    body = "\n".join("    " + line for line in breach.splitlines())
    (function,) = ast.parse(f"def rule(s):\n    '''Said.'''\n{body}").body
    assert problems(function)


@pytest.mark.parametrize(
    "head", ["def rule(s, a=1)", "def rule(*s)", "def rule(**s)", "def rule(s) -> int", "@x\ndef rule(s)"]
)
def test_the_checker_refuses_more_than_plain_arguments(head):
    (function,) = ast.parse(f"{head}:\n    return 1").body
    assert problems(function)


def test_every_rule_has_a_docstring():
    silent = [function.name for function in FUNCTIONS if not ast.get_docstring(function)]
    assert silent == ["run"]


@pytest.mark.parametrize(
    "room", [room for room in RULE_MODULES if room not in DISPATCH], ids=lambda room: room.__name__
)
def test_a_module_of_rules_has_only_imports_and_functions(room):
    allowed = (ast.FunctionDef, ast.ImportFrom, ast.Expr)
    assert [node for node in ast.parse(SOURCES[room.__name__]).body if not isinstance(node, allowed)] == []


def test_no_two_rules_share_a_name():
    counts = Counter(function.name for function in FUNCTIONS)
    assert [name for name, count in counts.items() if count > 1] == []


def test_no_rule_shares_a_name_with_a_constant():
    constants = {name for module in (names, decision_codes, actions) for name in vars(module)}
    assert KNOWN & constants == set()


def calls():
    """Return the rules that each rule calls."""
    return {
        function.name: {
            node.func.id
            for node in ast.walk(function)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KNOWN
        }
        for function in FUNCTIONS
    }


def test_calls_form_no_cycle():
    graph = calls()
    while graph:
        leaves = [name for name, called in graph.items() if not called & set(graph)]
        assert leaves, f"calls: expected no cycle, got {sorted(graph)}"
        for name in leaves:
            del graph[name]


def test_every_rule_is_used():
    called = set().union(*calls().values())
    doors = {
        "step",
        "legal",
        "chance_weights",
        "observe",
        "is_terminal",
        "judged_externally",
        "potential",
        "new_game",
        "run",
        "turn_index",
    } | {
        "penalizes_violations",
        "can_be_penalized",
        "apply_violation",
        *("equal_bits", "sum_planes", "sum_weighted_planes", "mark_equal", "add_to_flagged"),  # used by other games
        "legal_outcomes",
    }
    assert KNOWN - called - doors - {function.name for function in functions_of(SOURCES[game_loop.__name__])} == set()


# The engine has a branch for every node


class Called:
    """Copies of the engine's functions whose rules only record their calls."""

    def __init__(self):
        self.notes = []
        everything = {name: value for room in DISPATCH for name, value in vars(room).items()}
        space = dict(everything)
        for name, value in everything.items():
            if isinstance(value, FunctionType):
                is_engine = value.__module__ in DISPATCH_NAMES and name != "weigh_evenly"
                space[name] = FunctionType(value.__code__, space, name) if is_engine else self.noting(name)
        self.space = space

    def noting(self, name):
        return lambda *arguments: self.notes.append((name, arguments))

    def by(self, door, *arguments):
        """Return the rules that a function of the engine calls."""
        self.notes.clear()
        self.space[door](*arguments)
        return [(name, arguments[1:]) for name, arguments in self.notes if name != "advance"]


def state_at(question):
    state = SCHEMA.state_class()
    state.node = question
    return state


QUESTIONS = list(enumerate(GAME.nodes))
SHARED_CAN = {
    "examiner": "mark_awake_opponents",
    "test_whom": "mark_awake_opponents",
    "own_pass": "can_pass_card",
    "target_pass": "can_pass_card",
}


@pytest.mark.parametrize(
    ("code", "question"), [q for q in QUESTIONS if q[1].kind != TERMINAL], ids=lambda q: str(q)[:20]
)
def test_every_question_is_answered_by_the_rule_of_its_name(code, question):
    answer = 0 if question.kind == AUTOMATIC else 7
    assert Called().by("apply", state_at(code), 7) == [(f"do_{question.name}", (answer,))]


@pytest.mark.parametrize(("code", "question"), QUESTIONS, ids=lambda q: str(q)[:20])
def test_every_decision_is_offered_by_its_rule_and_nothing_else_is(code, question):
    mask = object()
    rule = SHARED_CAN.get(question.name, f"can_{question.name}")
    expected = [(rule, (mask,))] if question.kind == PLAYER else []
    assert Called().by("legal", state_at(code), mask) == expected


@pytest.mark.parametrize(("code", "question"), [q for q in QUESTIONS if q[1].kind == CHANCE], ids=lambda q: str(q)[:20])
def test_every_chance_is_weighed_by_one_rule(code, question):
    called = Called()
    weights = object()
    called.by("chance_weights", state_at(code), weights)
    ((name, arguments),) = called.notes
    assert weights in arguments
    if name == "weigh_evenly":
        assert arguments == (weights, question.num_outcomes)


# Indices and texts agree


def test_every_constant_of_a_question_is_its_place_in_the_list():
    assert [getattr(decision_codes, question.name.upper()) for question in GAME.nodes] == list(range(len(GAME.nodes)))
    assert len({question.name for question in GAME.nodes}) == len(GAME.nodes)
    assert len(GAME.nodes) <= decision_codes.NO_NODE
    assert len(GAME.nodes) == decision_codes.OVER + 1


def test_questions_of_one_kind_lie_together():
    kinds = [question.kind for question in GAME.nodes]
    assert kinds == sorted(kinds, key=[PLAYER, CHANCE, AUTOMATIC, TERMINAL].index)
    assert decision_codes.DECISIONS == kinds.count(PLAYER) == decision_codes.FIRST_CHANCE
    assert kinds.index(CHANCE) == decision_codes.FIRST_CHANCE
    assert decision_codes.LAST_CHANCE + 1 == decision_codes.FIRST_AUTOMATIC == kinds.index(AUTOMATIC)
    assert kinds.index(TERMINAL) == decision_codes.LAST_AUTOMATIC + 1


def test_only_chance_has_outcomes_and_only_what_a_seat_may_hide_is_private():
    assert all((question.num_outcomes > 0) == (question.kind == CHANCE) for question in GAME.nodes)
    assert {q.name for q in GAME.nodes if q.visible_to != "all"} == {"theme_draw", "knowledge"}


OUTCOME_WORDS = {
    "setup_throw movement_throw purgatory_throw extra_six": ("playing dice",),
    "lose_throw conscript_throw decimate_throw": ("soldier dice",),
    "gain_dice concede_dice": ("continent dice",),
    "face_down_draw": ("draw",),
    "manoeuvre_draw": ("manoeuvre",),
    "theme_draw": ("theme",),
    "purgatory_draw paradies_draw": ("purgadies",),
    "knowledge": ("knows", "does not know"),
    "bluff_answer antarctica_answer": ("right", "wrong"),
}
WORDS_OF = {name: words for some, words in OUTCOME_WORDS.items() for name in some.split()}


@pytest.mark.parametrize("question", [q for q in GAME.nodes if q.kind == CHANCE], ids=lambda q: q.name)
def test_the_outcomes_of_chance_are_all_rows_of_its_kind(question):
    rows = range(question.first_outcome, question.first_outcome + question.num_outcomes)
    alike = [number for number, text in enumerate(OUTCOMES) if text.startswith(WORDS_OF[question.name])]
    assert list(rows) == alike


def test_every_constant_of_an_action_is_the_row_of_its_text():
    texts = {"TO_ANTARCTICA": "antarctica"}
    others = {*vars(names), "SHORTEST_RUN", "LONGEST_RUN"}
    own = {name: value for name, value in vars(actions).items() if type(value) is int and name not in others}
    verbs = {name: value for name, value in own.items() if value < actions.NAME}
    assert sorted(verbs.values()) == list(range(actions.NAME))
    for name, value in verbs.items():
        assert ACTIONS.text(value) == texts.get(name, name.lower().replace("_", " "))


def test_families_of_actions_begin_where_their_texts_do():
    assert ACTIONS.text(actions.NAME) == "name self"
    for places in range(1, names.SEATS):
        assert ACTIONS.text(actions.NAME + places) == f"name +{places}"
        assert ACTIONS.text(actions.REVIVE + places) == f"revive +{places}"
    for piece, title in enumerate(names.PIECE_NAMES):
        assert ACTIONS.text(actions.PIECE + piece) == f"piece {title}"
    for cards in range(actions.SHORTEST_RUN, actions.LONGEST_RUN + 1):
        assert ACTIONS.text(actions.LENGTH + cards) == f"length {cards}"
    for place in range(names.RING):
        assert ACTIONS.text(actions.SPACE + place) == f"space S{place:02d}"
    assert ACTIONS.text(actions.SPACE + names.ANTARCTICA_PLACE) == "space ANT"
    for region, title in enumerate(names.REGION_NAMES):
        assert ACTIONS.text(actions.REGION + region) == f"region {title}"
    for card, title in enumerate(actions.CARD_TITLES):
        assert ACTIONS.text(actions.RUN + card) == f"run {title}"
        assert ACTIONS.text(actions.CARD + card) == f"card {title}"
    assert len(ACTIONS) == actions.ACTIONS_SIZE


def test_constants_of_the_observation_lie_where_their_pieces_begin():
    places = {name: value for name, value in vars(observe).items() if name.startswith("AT_")}
    starts = Counter(LAYOUT.starts.values())
    assert Counter(places.values()) == starts


def test_the_subset_knows_every_vocabulary_word_both_ways():
    verbs = [code for name, code in vars(names).items() if name.startswith("VERB_") and name != "VERB_NAMES"]
    assert sorted(verbs) == list(range(len(names.VERB_NAMES)))
    assert len(names.SPACE_NAMES) == names.NO_SPACE + 1
    assert len(names.PURGADIES_NAMES) == names.LIFE_DEATH + 1
    assert len(names.REGION_NAMES) == names.NO_REGION
    assert len(names.PIECE_NAMES) == names.NO_PIECE
