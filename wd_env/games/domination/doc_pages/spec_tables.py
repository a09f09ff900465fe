"""The generated tables of SPEC.md, for the classic map.

`python -m wd_env.games.domination.doc_pages.spec_tables` writes them to their placeholders, each between `<!--
generated: name -->` and `<!-- end -->`; a test compares them with the code.
"""

from pathlib import Path

from wd_env.games.domination.game import GAME
from wd_env.text.spec_page import SpecPage, regenerate

PAGE_PATH = Path(__file__).parents[1] / "SPEC.md"
SPEC_PAGE = SpecPage(
    game=GAME,
    import_line="from wd_env import domination_v0",
    legal_rules={},
    sizes={"len(s.armies)": GAME.schema.by_name["armies"].length},
)


def main() -> None:
    """Rewrite the tables of SPEC.md."""
    regenerate(PAGE_PATH, SPEC_PAGE.tables())


if __name__ == "__main__":
    main()
