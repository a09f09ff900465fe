"""World Dominance for the shared test harnesses; recounts, rule sentences and golden games are in separate modules."""

import random
from pathlib import Path
from typing import Any

from tests.games.samples import Book, Kind, Samples
from tests.games.world_dominance.hidden_parts import resample_hidden
from tests.games.world_dominance.random_options import random_options
from wd_env.games.world_dominance.variants import all_tables
from wd_env.registry import GAMES

SHORT_LIMIT, LONG_LIMIT = 14, 400  # turns
LONG = 60  # one in `LONG` games is long


def play_random_games(args: list[str]) -> int:
    """Play random games with a compiled recount."""
    from tests.games.world_dominance import random_games

    return random_games.main(args)


BOOK = Book(Path(__file__).parent, "wd")


def draw_options(kind: Kind, rng: random.Random, number: int) -> dict[str, Any]:
    """Return the default options or random ones; no option set has quiz answers, which humans report."""
    options = {**kind.options, "max_turns": LONG_LIMIT if rng.randrange(LONG) == 0 else SHORT_LIMIT}
    if number > 0:
        model = rng.choice(("profile", "constant"))
        drawn = random_options(rng, **options, num_players=kind.players, knowledge_model=model, illegal_action="error")
        options = {name: value for name, value in drawn.items() if name != "num_players"}
    return options


def kind_of(row: Any, players: int) -> Kind:
    """Return a row of the table of variants for this number of players."""
    options = {name: value for name, value in row.options(players).items() if name != "num_players"}
    return Kind(row.title, players, options)


SAMPLES = Samples(
    GAMES["world_dominance"],
    tuple(kind_of(row, players) for row, players in all_tables()),
    draw_options,
    resample_hidden,
    BOOK.folder / "golden",
    BOOK,
    play_random_games,
)
