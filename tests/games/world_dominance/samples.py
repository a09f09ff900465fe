"""World Dominance for the shared test harnesses; recounts, sentences and golden games are in its own modules."""

import random
from pathlib import Path
from typing import Any

from tests.games.samples import Book, Kind, Samples
from tests.games.world_dominance.agreements import random_options
from tests.games.world_dominance.dealing import deal_anew
from wd_env.games.world_dominance.variants import all_tables
from wd_env.registry import GAMES

SHORT_CUT, LONG_CUT = 14, 400  # turns
LONG = 60  # one in `LONG` games is long


def recounted(words: list[str]) -> int:
    """Play random games with a compiled recount."""
    from tests.games.world_dominance import random_games

    return random_games.main(words)


BOOK = Book(Path(__file__).parent, "wd")


def agreement(kind: Kind, rng: random.Random, house: int) -> dict[str, Any]:
    """Return the default options or random ones; no batch uses quiz answers, which people report."""
    options = {**kind.options, "max_turns": LONG_CUT if rng.randrange(LONG) == 0 else SHORT_CUT}
    if house > 0:
        model = rng.choice(("profile", "constant"))
        agreed = random_options(rng, **options, num_players=kind.players, knowledge_model=model, illegal_action="error")
        options = {name: value for name, value in agreed.items() if name != "num_players"}
    return options


def kind_of(row: Any, players: int) -> Kind:
    """Return a row of the table of variants for this number of players."""
    options = {name: value for name, value in row.options(players).items() if name != "num_players"}
    return Kind(row.title, players, options)


SAMPLES = Samples(
    GAMES["world_dominance"],
    tuple(kind_of(row, players) for row, players in all_tables()),
    agreement,
    deal_anew,
    BOOK.folder / "golden",
    BOOK,
    recounted,
)
