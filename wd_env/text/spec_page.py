"""The tables of a game's reference page that follow from its `GameSpec`, as Markdown for `fill_placeholders`.

A game adds its own tables (such as variants) and the text around them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path

from wd_env.errors import DataError
from wd_env.options import descriptions_of, options_of
from wd_env.spec.game_spec import AUTOMATIC, CHANCE, PLAYER, VISIBLE_TO_SEAT, GameSpec, NodeType
from wd_env.spec.observation_layout import Feature
from wd_env.spec.rewards import SHAPING_PREFIX
from wd_env.storage.atomic_files import write_atomic
from wd_env.text import markdown
from wd_env.text.rule_source import RuleSources, action_blocks

EACH_FEATURE = "each feature in its own range"


def code(text: object) -> str:
    """Return a word of code in Markdown."""
    return f"`{text}`"


def span(start: int, count: int) -> str:
    """Return a range of indices: `3`, or `3 to 7`."""
    return str(start) if count == 1 else f"{start} to {start + count - 1}"


@dataclass(frozen=True)
class SpecPage:
    """The tables of a game.

    The rule `do_<name>` of a decision describes the effect of its actions.

    Args:
        game: The game.
        import_line: Code that imports the game's environment.
        legal_rules: Rules that mark legal actions, by decision, for those without a rule `can_<name>`.
        shifts: As for `RuleSources`.
        sizes: As for `RuleSources`.
        action_starts: Indices of the first actions of the groups in the tables, as for `action_blocks`.
        outcome_starts: The same for outcomes.
    """

    game: GameSpec
    import_line: str
    legal_rules: Mapping[str, str]
    shifts: Mapping[str, int] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    action_starts: Sequence[int] = ()
    outcome_starts: Sequence[int] = ()

    def tables(self) -> dict[str, str]:
        """Return every table by the name of its placeholder, as Markdown lines that end with a newline."""
        created: tuple[Callable[[], str], ...] = (
            *(self.overview, self.options, self.shaping, self.actions, self.outcomes, self.observation),
            *(self.decisions, self.chance, self.automatic, self.state, self.hashes),
        )
        return {make.__name__: make() for make in created}

    def overview(self) -> str:
        """Return the table of players, spaces and rewards."""
        game, features = self.game, self.game.layout.features
        mask = f"and `action_mask` {code((len(game.actions),))}, int8"
        rows = (
            ("Import", code(self.import_line)),
            ("Players", f"{game.min_players} to {game.max_players}"),
            ("Agents", f"`player_0` .. `player_{game.max_players - 1}`, in clockwise order"),
            ("Actions", "discrete, one seat at a time, masked"),
            ("Action space", code(f"Discrete({len(game.actions)})")),
            ("Observation shape", f"{code((game.layout.size,))}, int8, {mask}"),
            (
                "Observation values",
                f"{min(f.low for f in features)} to {max(f.high for f in features)}, {EACH_FEATURE}",
            ),
            ("Rewards", "at the end of the game; shaping is off by default"),
            ("Parallel API", "no"),
        )
        return markdown.render_table(("", ""), rows)

    def options(self) -> str:
        """Return the table of the options of a configuration."""
        config = self.game.config_class
        description, allowed = descriptions_of(config), options_of(config)
        rows = (
            (code(f.name), allowed[f.name].allowed, code(repr(f.default)), description[f.name]) for f in fields(config)
        )
        return markdown.render_table(("option", "allowed", "default", "description"), rows)

    def shaping(self) -> str:
        """Return the table of shaping terms."""
        rows = ((code(SHAPING_PREFIX + term.name), term.description) for term in self.game.shaping_terms)
        return markdown.render_table(("option", "potential of a seat"), rows)

    def actions(self) -> str:
        """Return the table of actions, with the decisions in which they may be legal."""
        first_indices = {q.name: self._legal_blocks(q) for q in self._kind(PLAYER)}
        rows = (
            (
                span(start, len(block)),
                _ends(block),
                ", ".join(q for q, result in first_indices.items() if start in result),
            )
            for start, block in action_blocks(self.game.actions, self.action_starts)
        )
        return markdown.render_table(("index", "action", "decisions"), rows)

    def outcomes(self) -> str:
        """Return the table of chance outcomes."""
        blocks = action_blocks(self.game.outcomes, self.outcome_starts)
        rows = ((span(start, len(block)), _ends(block)) for start, block in blocks)
        return markdown.render_table(("index", "outcome"), rows)

    def observation(self) -> str:
        """Return the table of observation features."""
        rows = (
            (self._where(p), code(p.name), _shape(p), f"{p.low} to {p.high}", p.description)
            for p in self.game.layout.features
        )
        return markdown.render_table(("slice", "feature", "shape", "range", "description"), rows)

    def decisions(self) -> str:
        """Return the table of decisions, with their actions and effects."""
        firsts = dict(action_blocks(self.game.actions, self.action_starts))
        rows = (
            (
                code(q.name),
                ", ".join(_ends(firsts[start]) for start in sorted(self._legal_blocks(q))),
                _marked_actions(self._rules.sentence(self._legal_rule(q))),
                self._rules.sentence(f"do_{q.name}"),
            )
            for q in self._kind(PLAYER)
        )
        return markdown.render_table(("decision", "actions", "legal actions", "effect"), rows)

    def chance(self) -> str:
        """Return the table of chance nodes."""
        rows = (
            (
                code(q.name),
                _ends(self.game.outcomes.texts[q.first_outcome : q.first_outcome + q.num_outcomes]),
                "the seat concerned" if q.visible_to == VISIBLE_TO_SEAT else "all",
                self._rules.sentence(f"do_{q.name}"),
            )
            for q in self._kind(CHANCE)
        )
        return markdown.render_table(("chance node", "outcomes", "visible to", "effect"), rows)

    def automatic(self) -> str:
        """Return the table of automatic nodes."""
        rows = ((code(q.name), str(q.priority), self._rules.sentence(f"do_{q.name}")) for q in self._kind(AUTOMATIC))
        return markdown.render_table(("automatic node", "priority", "effect"), rows)

    def state(self) -> str:
        """Return the table of state fields."""
        rows = (
            (code(f.name), f.element, str(f.length or 1), "some seats" if f.private else "all", f.description)
            for f in self.game.schema.fields
        )
        return markdown.render_table(("field", "type", "length", "visible to", "description"), rows)

    def hashes(self) -> str:
        """Return the table of digests of actions, observation and state."""
        rows = (
            ("`actions_hash`", code(self.game.actions_hash), "the texts of the actions"),
            ("`layout_hash`", code(self.game.layout_hash), "the features of the observation"),
            ("`schema.hash`", code(self.game.schema.hash), "the fields of the state"),
        )
        return markdown.render_table(("hash", "value", "changes with"), rows)

    @cached_property
    def _rules(self) -> RuleSources:
        return RuleSources(self.game.modules, self.shifts, self.sizes)

    def _kind(self, kind: str) -> list[NodeType]:
        return [node for node in self.game.nodes if node.kind == kind]

    def _legal_rule(self, node: NodeType) -> str:
        return self.legal_rules.get(node.name, f"can_{node.name}")

    def _legal_blocks(self, node: NodeType) -> set[int]:
        return self._rules.legal_blocks(self._legal_rule(node), self.game.actions, self.action_starts)

    def _where(self, feature: Feature) -> str:
        at = self.game.layout.slice(feature.name)
        return code(f"{at.start}:{at.stop}")


def with_tables(page: str, tables: Mapping[str, str], name: str) -> str:
    """Return the page with these tables in its placeholders; DataError, with `name`, unless each has its table."""
    indices = markdown.placeholders(page)
    if sorted(indices) != sorted(tables):
        raise DataError(f"{name}: expected placeholders {sorted(tables)}, each once, got {sorted(indices)}")
    return markdown.fill_placeholders(page, tables)


def regenerate(path: Path, tables: Mapping[str, str]) -> None:
    """Rewrite the tables of a page atomically; raises the same errors as `with_tables`."""
    write_atomic(path, with_tables(path.read_text("utf-8"), tables, path.name))


def _marked_actions(summary: str) -> str:
    """Return the actions that a rule marks, from its summary, such as `Mark the unclaimed countries.`"""
    actions = summary.removeprefix("Mark ")
    return actions[:1].upper() + actions[1:]


def _ends(block: Iterable[str]) -> str:
    first, *others = block
    return f"{code(first)} .. {code(others[-1])}" if others else code(first)


def _shape(feature: Feature) -> str:
    return " x ".join(str(dim) for dim in feature.shape) or "1"
