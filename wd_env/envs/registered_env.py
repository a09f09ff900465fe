"""PettingZoo AEC environments of the games of the catalogue."""

from collections.abc import Mapping
from typing import Any

from pettingzoo.utils import wrappers

from wd_env.envs.aec_env import AECGameEnv
from wd_env.envs.spaces import RAW
from wd_env.registry import DEFAULT_GAME, GameEntry, get_game
from wd_env.table.game_table import Table
from wd_env.text.game_text import Presenter


class RegisteredAECEnv(AECGameEnv):
    """A game of the catalogue as a PettingZoo AEC environment without wrappers.

    Args:
        game: Name or entry of the game.
        render_mode: As for `AECGameEnv`.
        bots: As for `AECGameEnv`.
        **options: As for `AECGameEnv`.
    """

    def __init__(
        self,
        game: GameEntry | str = DEFAULT_GAME,
        render_mode: str | None = None,
        bots: Mapping[int | str, Any] | None = None,
        observations: str = RAW,
        flat: bool = False,
        **options: Any,
    ) -> None:
        self.entry = game if isinstance(game, GameEntry) else get_game(game)
        self.metadata = {  # type: ignore[misc]  # the name differs by game
            **AECGameEnv.metadata,
            "name": f"{self.entry.name}_v{self.entry.game.version}",
        }
        super().__init__(render_mode, bots, observations, flat, **options)

    @property
    def presenter(self) -> Presenter:
        """Return the presenter of the catalogue entry."""
        return self.entry.presenter

    def new_table(self, options: dict[str, Any], seed: int, episode: int) -> Table:
        """Make a table at the start of a game; see `AECGameEnv.new_table`."""
        return self.entry.new_table(
            self.entry.config(**{**self.entry.env_options, **options}), seed=seed, episode=episode
        )


def make_raw_aec_env(game: GameEntry | str = DEFAULT_GAME, **arguments: Any) -> AECGameEnv:
    """Make the PettingZoo environment of a game without wrappers.

    Args:
        game: Name or entry of the game.
        **arguments: Arguments of `AECGameEnv`.

    Returns:
        The game's own environment, or a `RegisteredAECEnv` if it has none.
    """
    entry = game if isinstance(game, GameEntry) else get_game(game)
    if not entry.raw_env:
        return RegisteredAECEnv(entry, **arguments)
    env: AECGameEnv = entry.load("raw_env")(**arguments)
    return env


def wrap_env(raw: AECGameEnv) -> Any:
    """Add the wrappers of PettingZoo's classic games.

    An illegal action ends the game with reward -1 for its agent, unless the rules of the game penalise it.
    """
    env: Any = raw if raw.table.penalizes_violations else wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


def make_aec_env(game: GameEntry | str = DEFAULT_GAME, **arguments: Any) -> Any:
    """Make the PettingZoo environment of a game with the wrappers of PettingZoo's classic games.

    Args:
        game: Name or entry of the game.
        **arguments: Arguments of `AECGameEnv`.

    Returns:
        The environment. An illegal action ends the game with reward -1 for its agent, unless the rules penalise it.
    """
    return wrap_env(make_raw_aec_env(game, **arguments))
