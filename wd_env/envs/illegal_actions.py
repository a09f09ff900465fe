"""Illegal actions of an agent that is alone: what they cost, and the error that tells of one."""

from operator import index
from typing import Any

from wd_env.errors import ConfigError, IllegalAction, quoted
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.rule_options import ChoiceOption, options_of, to_python_scalar

ILLEGAL_ACTION = "illegal_action"  # the option of a game whose rules know a price of illegal actions
ERROR, LOSE = "error", "lose"
ILLEGAL_REWARD = -1.0  # the reward of an illegal action that loses


def illegal_action_option(game: GameSpec, illegal_action: str) -> dict[str, str]:
    """Return the option that tells the rules about illegal actions, none for a game without one.

    ConfigError for what neither the rules nor the environment know.
    """
    option = options_of(game.config_class).get(ILLEGAL_ACTION)
    names = option.names if isinstance(option, ChoiceOption) else (ERROR,)
    if illegal_action not in (*names, LOSE):
        raise ConfigError(f"{ILLEGAL_ACTION} is {illegal_action!r}; allowed are {', '.join((*names, LOSE))}")
    return {ILLEGAL_ACTION: ERROR if illegal_action == LOSE else illegal_action} if option else {}


def illegal_step_error(game: GameSpec, action: Any, location: str, *, flat: bool) -> IllegalAction:
    """Make the error for an illegal action, `where` it was given; it names the mask and the option."""
    try:
        number = None if isinstance(action, bool) else index(action)
    except TypeError:
        number = None
    if number is None:
        told = f"action {quoted(to_python_scalar(action))} {location} is of type {type(action).__name__}"
        return IllegalAction(f"{told}; expected an integer")
    told = f"action {number}{_text_of(game, number)} {location}"
    mask = "action_masks()" if flat else "observation['action_mask'], which is also action_masks()"
    return IllegalAction(
        f"{told} is not offered; expected one that is 1 in {mask} of env.unwrapped; "
        f"{ILLEGAL_ACTION}={LOSE!r} ends the episode at reward {ILLEGAL_REWARD:g} instead"
    )


def _text_of(game: GameSpec, action: int) -> str:
    try:
        return f" ({game.actions.text(action)})"
    except IllegalAction:
        return ""
