"""One-line orders to offer treaties and end alliances, such as `offer la`, converted to actions."""

from typing import Any

from wd_env.errors import IllegalAction, did_you_mean, quoted
from wd_env.games.superpowers.board.board_model import Board
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.rules.treaties import is_other_ally


def offer_treaty(trial: Any, text: str) -> None:
    """Offer the next treaty to a power."""
    power = _power(trial.board, text)
    trial.play("offer", f"offer {text}")
    trial.play(power, text)


def dissolve_alliance(trial: Any, text: str) -> None:
    """End the alliance with a power; a single ally need not be named."""
    power = _power(trial.board, text)
    s = trial.table.state
    allies = [name for index, name in enumerate(POWER_IDS) if is_other_ally(s, s.turn, index)]
    if power not in allies:
        allowed = f"expected {' or '.join(allies)}" if allies else "it has none"
        raise IllegalAction(f"{quoted(text)} is not an ally of {POWER_IDS[s.turn]}; {allowed}")
    trial.play("dissolve", f"dissolve {text}")
    if trial.node == "dissolve_with":
        trial.play(power, text)


def _power(board: Board, text: str) -> str:
    """Return the id of a power that was typed as id or title.

    Raises:
        IllegalAction: If it is not a power.
    """
    names = {power.title.casefold(): power.id for power in board.powers} | dict(zip(POWER_IDS, POWER_IDS, strict=True))
    typed = " ".join(text.casefold().split())
    if typed not in names:
        allowed = f"expected {', '.join(POWER_IDS)}"
        raise IllegalAction(f"{quoted(text)} is not a power; {allowed}{did_you_mean(typed, tuple(names))}")
    return names[typed]
