"""Games logged by the program itself, if they are available; the package includes none of them."""

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CASES = Path(__file__).parents[4] / "shared" / "cases"
LOGS, GAMES, MAPS = CASES / "domination-logs", CASES / "domination-games", CASES / "domination-maps"
SERIES = sorted(GAMES.glob("*.txt.xz"))


@dataclass(frozen=True)
class ProgramGame:
    """One game of a series: its number, its winner, the options of its table, its lines."""

    number: int
    winner: int
    options: dict[str, Any]
    text: str


def games_of(series: Path) -> Iterator[ProgramGame]:
    """Yield the games of a file: each has a header (`GAME 1 seats hard easy winner 0`), then the program's lines."""
    seats, board, _ = series.name.split("-", 2)
    options: dict[str, Any] = {"num_players": int(seats), "auto_place": "countries"}
    if board != "classic":
        options["map"] = str(MAPS / f"{board}.map")
    head, lines = "", list[str]()
    with lzma.open(series, "rt", encoding="iso-8859-1") as file:
        for line in file:
            if not line.startswith("GAME "):
                lines.append(line)
                continue
            if head:
                yield _game(head, options, lines)
            head, lines = line, []
    yield _game(head, options, lines)


def _game(head: str, options: dict[str, Any], lines: list[str]) -> ProgramGame:
    words = head.split()
    return ProgramGame(int(words[1]), int(words[-1]), options, "".join(lines))


def final_of(line: str) -> tuple[str, dict[str, Any], int, int, list[tuple[int, int]]]:
    """Parse a line of finals.txt: file, options, number of lines, winner, holder and armies of each country."""
    name, rest = line.split(" ", 1)
    (_, levels, agreed), armies = rest.split(" state=")[0].split(";"), rest.split("armies=")[1].split()
    game_type, values, *switches, count = agreed.split()
    options = {"num_players": len(levels.split(",")), "game_type": game_type, "card_values": values}
    options |= {"recycle": "recycle" in switches, "auto_place": "countries" if "autoplaceall" in switches else "none"}
    winner = int(rest.split("winner=p")[1].split()[0])
    held = [(int(word[1:].split(":")[0]), int(word.split(":")[1])) for word in armies]
    return name, options, int(count), winner, held
