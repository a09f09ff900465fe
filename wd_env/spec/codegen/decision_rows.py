"""Source files generated from the tables of a game: codes of nodes, dispatch to the rules, offsets of features.

Rules are compiled, so they need plain constants and if-chains. A game declares one row per node instead, and the files
are generated from the rows. They are checked in, and a test compares them with the rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wd_env.spec.game_spec import AUTOMATIC, CHANCE, PLAYER, NodeType
from wd_env.spec.observation_layout import ObservationLayout
from wd_env.storage.atomic_files import write_atomic

NO_NODE = 127  # no node has this code
WIDTH = 120  # columns of a line of source


@dataclass(frozen=True)
class NodeRow:
    """A node with its rules, as `module.function`: the legal actions, and the effect of an action or outcome."""

    node: NodeType
    group: str  # the function of the dispatch with its branch
    legal_rule: str  # empty for a node without a decision
    step_rule: str

    @property
    def code(self) -> str:
        """The name of the constant with its code."""
        return self.node.name.upper()


def node_row(node: NodeType, group: str, module: str, legal_rule: str = "") -> NodeRow:
    """Make a row whose rules are `can_<name>` and `do_<name>` of one module; `legal_rule` replaces the first."""
    can = legal_rule or f"{module}.can_{node.name}"
    return NodeRow(node, group, can if node.kind == PLAYER else "", f"{module}.do_{node.name}")


def generated_sources(rows: Sequence[NodeRow], groups: Mapping[str, str], folder: Path) -> dict[Path, str]:
    """Return the text of each generated file of a game whose folder is `folder`."""
    package = f"wd_env.games.{folder.name}"
    return {
        folder / "definitions" / "decision_codes.py": codes_source(rows, "OVER"),
        folder / "rules" / "legal_dispatch.py": legal_dispatch_source(rows, groups, package),
        folder / "rules" / "step_dispatch.py": step_dispatch_source(rows, groups, package),
    }


def codes_source(rows: Sequence[NodeRow], end: str) -> str:
    """Write the constants of all nodes, in order; `end` is the name of the last one, which has no rules."""
    names = [row.code for row in rows] + [end]
    node_kinds = [row.node.kind for row in rows]
    lines = [_head("The code of every node, in the order of the table.")]
    lines += ["(", *(f"    {name}," for name in names), f") = range({len(names)})", ""]
    spans = {"CHANCE": CHANCE, "AUTOMATIC": AUTOMATIC}
    for text, kind in spans.items():
        if kind in node_kinds:
            first, last = node_kinds.index(kind), len(node_kinds) - 1 - node_kinds[::-1].index(kind)
            lines.append(f"FIRST_{text}, LAST_{text} = {names[first]}, {names[last]}")
    lines.append(f"DECISIONS = {node_kinds.count(PLAYER)}")
    lines.append(f"NO_NODE = {NO_NODE}  # while an action or outcome is being carried out")
    return "\n".join(lines) + "\n"


def legal_dispatch_source(rows: Sequence[NodeRow], groups: Mapping[str, str], package: str) -> str:
    """Write the module whose `legal(s, mask)` has one branch per decision; `groups` describes each group."""
    decisions = [row for row in rows if row.node.kind == PLAYER]
    retained = _grouped(decisions, groups)
    last = list(retained)[-1]
    body = [
        "def legal(s, mask):",
        '    """Mark the legal actions of the current decision with 1; `mask` is zeroed."""',
    ]
    body.append("    node = s.node")
    text = "if"
    for group, members in retained.items():
        test = "node < FIRST_CHANCE" if group == last else f"node <= {members[-1].code}"
        body += [f"    {text} {test}:", f"        legal_{group}(s, node, mask)"]
        text = "elif"
    for group, members in retained.items():
        body += ["", "", f"def legal_{group}(s, node, mask):", f'    """Mark the legal actions of {groups[group]}."""']
        body += _branches([(row.code, f"{_function(row.legal_rule)}(s, mask)") for row in members])
    header = _head("Call the rule that marks the legal actions of each decision, with one branch per decision.")
    imports = _imports(
        [row.code for row in decisions] + ["FIRST_CHANCE"], [row.legal_rule for row in decisions], package
    )
    return "\n".join([header, *imports, "", "", *body]) + "\n"


def step_dispatch_source(rows: Sequence[NodeRow], groups: Mapping[str, str], package: str) -> str:
    """Write the module whose `step_node(s, node, a)` has one branch per node, in the same groups."""
    retained = _grouped(rows, groups)
    body = ["def step_node(s, node, a):", '    """Carry out an action or a chance outcome at this node."""']
    body += _group_branches(retained, list(retained))
    for group, members in retained.items():
        is_automatic = members[0].node.kind == AUTOMATIC
        parameters = "s, node" if is_automatic else "s, node, a"
        body += ["", "", f"def step_{group}({parameters}):", f'    """Carry out {groups[group]}."""']
        body += _branches(
            [(row.code, f"{_function(row.step_rule)}(s, {'0' if is_automatic else 'a'})") for row in members]
        )
    header = _head("Call the rule that carries out each node, with one branch per node.")
    used = {row.code for row in rows} | {"FIRST_CHANCE", "LAST_CHANCE"}
    imports = _imports(sorted(used), [row.step_rule for row in rows], package)
    return "\n".join([header, *imports, "", "", *body]) + "\n"


def _group_branches(retained: Mapping[str, list[NodeRow]], groups: list[str]) -> list[str]:
    """Return the first tests: decisions by group, then chance, then automatic nodes."""
    decided = [group for group in groups if retained[group][0].node.kind == PLAYER]
    rest = {retained[group][0].node.kind: group for group in groups if group not in decided}
    lines = ["    if node < FIRST_CHANCE:"]
    for index, group in enumerate(decided):
        is_last = index == len(decided) - 1
        test = "else:" if is_last and index else f"{'elif' if index else 'if'} node <= {retained[group][-1].code}:"
        lines += [f"        {test}", f"            step_{group}(s, node, a)"]
    lines += ["    elif node <= LAST_CHANCE:", f"        step_{rest[CHANCE]}(s, node, a)"]
    if AUTOMATIC in rest:
        lines += ["    else:", f"        step_{rest[AUTOMATIC]}(s, node)"]
    return lines


def offsets_source(layout: ObservationLayout) -> str:
    """Write the offset of each feature in the observation, as constants `AT_<FEATURE>`."""
    lines = [_head("The index of the first value of each feature in an observation.")]
    return "\n".join([*lines, *(f"AT_{name.upper()} = {start}" for name, start in layout.starts.items())]) + "\n"


def write_stale(sources: Mapping[Path, str]) -> list[Path]:
    """Write the files whose content differs, and return their paths."""
    stale = [path for path, text in sources.items() if not path.exists() or path.read_text("utf-8") != text]
    for path in stale:
        write_atomic(path, sources[path])
    return stale


def _head(description: str) -> str:
    return f'"""{description}\n\nWritten by `make codegen` from the tables of the game: change those.\n"""\n'


def _grouped(rows: Sequence[NodeRow], groups: Mapping[str, str]) -> dict[str, list[NodeRow]]:
    retained: dict[str, list[NodeRow]] = {}
    for row in rows:
        if row.group not in groups:
            raise ValueError(f"group of {row.node.name}: expected {', '.join(groups)}, got {row.group!r}")
        if row.group in retained and list(retained)[-1] != row.group:
            raise ValueError(f"{row.node.name} is apart from the others of its group {row.group!r}")
        retained.setdefault(row.group, []).append(row)
    return retained


def _branches(pairs: Sequence[tuple[str, str]]) -> list[str]:
    lines = []
    for index, (code, call) in enumerate(pairs):
        lines += [f"    {'elif' if index else 'if'} node == {code}:", f"        {call}"]
    return lines


def _function(location: str) -> str:
    return location.split(".")[1]


def _imports(codes: Sequence[str], rules: Sequence[str], package: str) -> list[str]:
    modules: dict[str, set[str]] = {}
    for location in rules:
        module, function = location.split(".")
        modules.setdefault(f"{package}.rules.{module}", set()).add(function)
    lines = _import(f"{package}.definitions.decision_codes", sorted(codes, key=str.lower))
    for module in sorted(modules):
        lines += _import(module, sorted(modules[module]))
    return lines


def _import(module: str, names: Sequence[str]) -> list[str]:
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= WIDTH:
        return [line]
    return [f"from {module} import (", *(f"    {name}," for name in names), ")"]
