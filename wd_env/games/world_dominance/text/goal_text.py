"""The winning condition as text, by the options of the game."""

from collections.abc import Iterator

from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.names import LAST_PLAYER_NAMES, LAST_SURVIVOR_WINS, PLAY_ON, STALEMATE
from wd_env.games.world_dominance.definitions.rule_constants import FIVE

NUMBERS = ("no", "one", "two", "three", "four")
LAST_SURVIVOR_TEXTS = {
    STALEMATE: "the last player in play does not",
    LAST_SURVIVOR_WINS: "so does the last player in play",
    PLAY_ON: "the last player in play continues until it is done",
}


def goal_text(config: Config) -> str:
    """Return which cards win, and what happens to the last player (WD-001, WD-272, WD-276, WD-278, WD-290)."""
    return f"What wins: {'; '.join(_parts(config))}."


def _parts(config: Config) -> Iterator[str]:
    row = config.game
    cards = "five cards with their Strategic Point or all ten" if row.set_cards == FIVE else "all ten cards"
    if row.sets_to_win == 1:
        yield f"{cards} of a continent"
        if row.antarctica_counts:
            yield "the five of Antarctica"
    else:
        yield f"{cards} of each of {NUMBERS[row.sets_to_win]} continents"
        if row.antarctica_counts:
            yield "the five of Antarctica count as one of these"
    if config.seats > config.num_players:
        yield "an Ally's cards do not"
    yield LAST_SURVIVOR_TEXTS[LAST_PLAYER_NAMES.index(config.last_player)]
