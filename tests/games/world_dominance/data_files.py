"""Custom data files: the bundled files with a changed text, and the error messages about them."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from wd_env.errors import DataError
from wd_env.games.world_dominance.cards.card_data import (
    load_board,
    load_continent_cards,
    load_manoeuvre_deck,
    load_purgadies,
    load_themes,
)

BOARD, PACK, DECK = "board_ring24.toml", "continent_cards.toml", "manoeuvre_deck.toml"
PURGADIES, THEMES = "purgadies.toml", "themes.toml"
LOADERS = {
    BOARD: load_board,
    PACK: load_continent_cards,
    DECK: load_manoeuvre_deck,
    PURGADIES: load_purgadies,
    THEMES: load_themes,
}


def shipped(name: str) -> str:
    return (files("wd_env.games.world_dominance") / "data" / name).read_text("utf-8")


def write(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


def space(index: int, title: str = "Manoeuvre") -> str:
    return f'[[space]]\nindex = {index}\ntitle = "{title}"\nkind = "manoeuvre"\norigin = "reconstructed"\n\n'


def ring_of(size: int) -> str:
    """Return the bundled board with Manoeuvre spaces added after the last ring space."""
    ring, mark, antarctica = shipped(BOARD).rpartition("[[space]]")
    return ring + "".join(space(index) for index in range(24, size)) + mark + antarctica


def manoeuvre(effect: str, number: int = 1) -> str:
    return f'[[manoeuvre]]\nid = "X{number}"\ntitle = "Own card"\norigin = "book"\noptional = true\neffect = {effect}\n'


def changed(name: str, old: str, new: str) -> str:
    text = shipped(name)
    assert old in text
    return text.replace(old, new, 1)


def refusal(tmp_path: Path, name: str, text: str) -> str:
    """Return the error message about a file with this text, without the file name with which it begins."""
    path = write(tmp_path, name, text)
    with pytest.raises(DataError) as refused:
        LOADERS[name](path)
    message = str(refused.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def assert_refused(tmp_path: Path, name: str, old: str, new: str, place: str, allowed: str) -> None:
    message = refusal(tmp_path, name, changed(name, old, new))
    parts = re.fullmatch(r"(row \d+|all rows).*?, field (.+?): found (.+), allowed: (.+)", message)
    assert parts is not None
    assert " ".join(parts.groups()[:3]) == place
    assert parts[4].startswith(allowed)
