"""A table of World Dominance."""

from wd_env.errors import ConfigError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.quiz import Quizmaster
from wd_env.games.world_dominance.table_board import WorldDominanceBoard
from wd_env.table.chance_modes import SAMPLED
from wd_env.table.game_table import Table

WorldDominanceTable = Table[WorldDominanceBoard]


def WorldDominance(  # noqa: N802  # named as the game whose table it makes
    config: Config | None = None,
    *,
    seed: int | None = None,
    chance: str = SAMPLED,
    episode: int = 0,
    quizmaster: Quizmaster | None = None,
) -> WorldDominanceTable:
    """Make a table of World Dominance.

    With `knowledge_model` "quiz", answers are never sampled: `quizmaster` is called for each and returns whether it was
    right. If it raises an error, the action before is undone. Without a quizmaster, and with explicit chance,
    `bluff_answer` and `antarctica_answer` wait for `play("right")` or `play("wrong")`.

    Args:
        config: Rule options.
        seed: See `Table`, as for `chance` and `episode`.
        chance: "sampled" or "explicit".
        episode: Number of earlier games with the same seed.
        quizmaster: Callable that receives a `QuizQuestion` and returns a bool.

    Raises:
        ConfigError: If an argument is invalid, or there is a quizmaster without a quiz.
    """
    config = config or Config()
    if quizmaster is not None and not (config.is_quiz and chance == SAMPLED):
        subject = f"knowledge_model {config.knowledge_model} and chance {chance!r}"
        raise ConfigError(f"quizmaster: expected None with {subject}; one is used with quiz and {SAMPLED!r}")
    return Table(GAME, config, seed=seed, chance=chance, episode=episode, reporter=quizmaster)
