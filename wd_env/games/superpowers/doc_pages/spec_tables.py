"""The generated tables of SPEC.md.

`python -m wd_env.games.superpowers.doc_pages.spec_tables` writes them to their placeholders, each between `<!--
generated: name -->` and `<!-- end -->`; a test compares them with the code.
"""

from pathlib import Path

from wd_env.games.superpowers.definitions.actions import (
    BUY_COMPLEX,
    DECLARE,
    DISSOLVE,
    FIRST_BOX,
    FIRST_DROP,
    FIRST_FACE,
    FIRST_FIRE,
    FIRST_LEAVE,
    FIRST_PLAYER_OUTCOME,
    FIRST_POWER_ACTION,
    FIRST_POWER_OUTCOME,
    FIRST_SPACE,
    FIRST_WHAT,
    MODES,
)
from wd_env.games.superpowers.doc_pages import figures_page
from wd_env.games.superpowers.game import GAME
from wd_env.text.spec_page import SpecPage, regenerate

PAGE_PATH = Path(__file__).parents[1] / "SPEC.md"
SPEC_PAGE = SpecPage(
    game=GAME,
    import_line="from wd_env import superpowers_v0",
    legal_rules={},
    action_starts=(
        *range(len(MODES)),
        *(BUY_COMPLEX, FIRST_BOX, FIRST_POWER_ACTION, FIRST_LEAVE, FIRST_FIRE, FIRST_DROP, FIRST_SPACE, FIRST_WHAT),
        DISSOLVE,
        DECLARE,
    ),
    outcome_starts=(FIRST_PLAYER_OUTCOME, FIRST_POWER_OUTCOME, FIRST_FACE),
)


def tables() -> dict[str, str]:
    """Return every generated table by the name of its placeholder."""
    return SPEC_PAGE.tables() | figures_page.tables()


def main() -> None:
    """Rewrite the tables of SPEC.md."""
    regenerate(PAGE_PATH, tables())


if __name__ == "__main__":
    main()
