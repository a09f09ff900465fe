"""Illegal actions in single-agent environments: their options and their error."""

from operator import index
from typing import Any

from wd_env.errors import ConfigError, IllegalAction, quoted
from wd_env.options import options_of, to_python_scalar
from wd_env.spec.game_spec import GameSpec

ILLEGAL_ACTION = "illegal_action"  # option of games whose rules penalise illegal actions
ERROR, LOSE = "error", "lose"
ILLEGAL_REWARD = -1.0  # with illegal_action="lose"


def illegal_action_option(game: GameSpec, illegal_action: str) -> dict[str, str]:
    """Return the rule option for illegal actions.

    Args:
        game: Game of the environment.
        illegal_action: Argument of the environment.

    Returns:
        The option by its name; empty if the game has no such option.

    Raises:
        ConfigError: If neither the rules nor the environment have this value.
    """
    option = options_of(game.config_class).get(ILLEGAL_ACTION)
    names = (ERROR,) if option is None else option.names
    if illegal_action not in (*names, LOSE):
        raise ConfigError(f"{ILLEGAL_ACTION}: expected {', '.join((*names, LOSE))}, got {quoted(illegal_action)}")
    return {ILLEGAL_ACTION: ERROR if illegal_action == LOSE else illegal_action} if option else {}


def illegal_step_error(game: GameSpec, action: Any, location: str, *, flat: bool) -> IllegalAction:
    """Make the error for an illegal action; `location` is the decision or row of the action."""
    try:
        action_index = None if isinstance(action, bool) else index(action)
    except TypeError:
        action_index = None
    if action_index is None:
        subject = f"action {quoted(to_python_scalar(action))} {location} is of type {type(action).__name__}"
        return IllegalAction(f"{subject}; expected an integer")
    subject = f"action {action_index}{_text_of(game, action_index)} {location}"
    mask = "action_masks()" if flat else "observation['action_mask'], which is also action_masks()"
    return IllegalAction(
        f"{subject} is illegal; expected one that is 1 in {mask} of env.unwrapped; "
        f"{ILLEGAL_ACTION}={LOSE!r} ends the episode at reward {ILLEGAL_REWARD:g} instead"
    )


def _text_of(game: GameSpec, action: int) -> str:
    try:
        return f" ({game.actions.text(action)})"
    except IllegalAction:
        return ""
