"""The tables of SPEC.md, written from the code.

`python -m wd_env.games.world_dominance.doc_pages.spec_tables` writes them to their placeholders, each
between `<!-- generated: name -->` and `<!-- end -->`; a test compares them with the code.
"""

from pathlib import Path

from wd_env.games.world_dominance.definitions.actions import SHORTEST_RUN
from wd_env.games.world_dominance.definitions.decision_table import NODE_ROWS
from wd_env.games.world_dominance.definitions.rule_constants import FIVE
from wd_env.games.world_dominance.doc_pages import figures_page
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.variants import VARIANT_ROWS, Variant
from wd_env.text.markdown import render_table
from wd_env.text.spec_page import SpecPage, code, regenerate, span, with_tables

PAGE_PATH = Path(__file__).parents[1] / "SPEC.md"
SPEC_PAGE = SpecPage(
    game=GAME,
    import_line="from wd_env import world_dominance_v0",
    legal_rules={row.node.name: row.legal_rule.partition(".")[2] for row in NODE_ROWS if row.legal_rule},
    shifts={"LENGTH": SHORTEST_RUN, "REVIVE": 1},
)


def tables() -> dict[str, str]:
    """Return every generated table by the name of its placeholder, as Markdown lines."""
    return SPEC_PAGE.tables() | {
        "variants": _variants(),
        "figures_source": figures_page.source(),
        "lengths": figures_page.lengths(render_table),
        "endings": figures_page.endings(render_table),
        "advice": figures_page.advice(),
        "benchmarks": figures_page.benchmarks(render_table),
        "soldiers": figures_page.soldiers(render_table),
        "frequencies": figures_page.decisions(render_table),
    }


def regenerate_text(page: str) -> str:
    """Return the page with current tables; DataError if tables and placeholders differ."""
    return with_tables(page, tables(), PAGE_PATH.name)


def main() -> None:
    """Rewrite the tables of SPEC.md."""
    regenerate(PAGE_PATH, tables())


def _variants() -> str:
    head = (
        *("`variant`", "`sets_to_win`", "a set", "players", "soldiers", "Stacking", "Antarctica"),
        "soldiers for a continent",
    )
    return render_table(head, ((code(row.name), *_variant_row(row)) for row in VARIANT_ROWS))


def _variant_row(row: Variant) -> tuple[str, ...]:
    counts = "counts as a set" if row.antarctica_counts else "does not count"
    return (
        str(row.sets_to_win),
        "five cards with the Strategic Point, or all ten" if row.set_cards == FIVE else "all ten cards",
        span(row.min_players, row.max_players - row.min_players + 1),
        str(row.start_soldiers),
        "yes" if row.stacking else "no",
        counts + (f", brings {row.antarctica_bonus}" if row.antarctica_bonus else ""),
        str(row.continent_bonus),
    )


if __name__ == "__main__":
    main()
