"""The tables of SPEC.md, written from the code.

`python -m wd_env.games.world_dominance.doc_pages.spec_tables` puts them in their places, each between
`<!-- generated: name -->` and `<!-- end -->`; a test compares them with what the code gives now.
"""

from pathlib import Path

from wd_env.games.world_dominance.definitions.actions import SHORTEST_RUN
from wd_env.games.world_dominance.definitions.decision_table import ROWS as QUESTION_ROWS
from wd_env.games.world_dominance.definitions.rule_constants import FIVE
from wd_env.games.world_dominance.doc_pages import figures_page
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.variants import ROWS, Variant
from wd_env.text.markdown import table
from wd_env.text.spec_page import SpecPage, code, renew, span
from wd_env.text.spec_page import renewed as renewed_with

PAGE = Path(__file__).parents[1] / "SPEC.md"
OF_THE_GAME = SpecPage(
    game=GAME,
    imported="from wd_env import world_dominance_v0",
    offers={row.question.name: row.offers.partition(".")[2] for row in QUESTION_ROWS if row.offers},
    shifts={"LENGTH": SHORTEST_RUN, "REVIVE": 1},
)


def tables() -> dict[str, str]:
    """Every generated table by the name of its place, as Markdown lines that end with a newline."""
    return OF_THE_GAME.tables() | {
        "variants": _variants(),
        "figures_source": figures_page.source(),
        "lengths": figures_page.lengths(table),
        "endings": figures_page.endings(table),
        "advice": figures_page.advice(),
        "benchmarks": figures_page.benchmarks(table),
        "soldiers": figures_page.soldiers(table),
        "frequencies": figures_page.decisions(table),
    }


def renewed(page: str) -> str:
    """The page with every table as the code gives it now; DataError when a table has no place or a place no table."""
    return renewed_with(page, tables(), PAGE.name)


def main() -> None:
    """Rewrite the tables of SPEC.md."""
    renew(PAGE, tables())


def _variants() -> str:
    head = (
        *("`variant`", "`sets_to_win`", "a set", "players", "soldiers", "Stacking", "Antarctica"),
        "soldiers for a continent",
    )
    return table(head, ((code(row.name), *_of_variant(row)) for row in ROWS))


def _of_variant(row: Variant) -> tuple[str, ...]:
    counts = "counts as a set" if row.antarctica_counts else "does not count"
    return (
        str(row.sets_to_win),
        "five cards with the Strategic Point, or all ten" if row.set_cards == FIVE else "all ten cards",
        span(row.fewest_players, row.most_players - row.fewest_players + 1),
        str(row.start_soldiers),
        "yes" if row.stacking else "no",
        counts + (f", brings {row.antarctica_bonus}" if row.antarctica_bonus else ""),
        str(row.continent_bonus),
    )


if __name__ == "__main__":
    main()
