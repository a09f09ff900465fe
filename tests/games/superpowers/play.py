"""Helpers that play at tables of Superpowers, with actions separated by `|` and dice as their faces."""

from wd_env.games.superpowers.position import position
from wd_env.games.superpowers.table import Superpowers


def play(table, words):
    """Play actions in order; an entry of digits is a list of dice."""
    for word in words.split("|"):
        text = word.strip()
        if text.replace(" ", "").isdigit():
            for face in text.split():
                table.play(f"die {face}")
        else:
            table.play(text)


def legal(table):
    """Return the legal actions as a set of texts."""
    return set(table.legal_texts())


def units(table, space, power):
    """Return the units of a power in a space as a text such as `I3 T2`."""
    return " ".join(f"{kind}{count}" for kind, count in table.board.pieces(space).get(power, {}).items())


def new_table(players=4, seed=0, **options):
    """Return a table at the first turn, with dealt nations."""
    from wd_env.games.superpowers.config import Config

    return Superpowers(Config(num_players=players, setup="deal", **options), seed=seed)


def attack(table, target, *parts):
    """Give a complete order; `parts` are pairs of a space and actions there."""
    table.play(target)
    if "assault" in table.legal_texts():
        table.play("assault")
    for space, words in parts:
        for word in words.split("|"):
            table.play(space)
            table.play(word)
    table.play("go")


def finish_turn(table):
    """End the turn without another order."""
    turn = table.state.turn
    while table.state.turn == turn and not table.is_terminal:
        table.play("end")


__all__ = ["attack", "finish_turn", "legal", "new_table", "play", "position", "units"]
