"""Every game for the page; an entry point adds the toy game, as a third-party package would."""

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.games.pledge.samples import ROW as TOY
from tests.server.servers import ROOT, Server
from tests.web.browser import Player
from wd_env import registry
from wd_env.spec.game_spec import CHANCE
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_table import Table

METADATA = "Metadata-Version: 2.1\nName: toy-games\nVersion: 1.0\n"
ENTRY_POINTS = "[wd_env.games]\npledge = tests.games.pledge.samples:ROW\n"
NAMES = ("Anna", "Ben", "Eva", "Ida", "Tom", "Zoe")


@dataclass(frozen=True, eq=False)
class Played:
    """A game of the catalogue, with options for a short game and options that reach every kind of action."""

    row: registry.GameEntry
    rules: Mapping[str, Any]
    varied: tuple[Mapping[str, Any], ...] = ({},)
    fewest_options: int = 1  # that random games reach
    fewest_picks: int = 0  # spaces and pieces on the board that are an action when clicked
    shares_targets: bool = False  # whether several actions can concern the same space or piece
    decisions: int = 3_000
    seats: int = 2  # for a game of two players

    @property
    def name(self) -> str:
        """Return the name of the game in the catalogue."""
        return self.row.name


@dataclass(frozen=True)
class Position:
    """A state whose actions are clicked by the player who acts or enters the outcome."""

    state: Mapping[str, Any]
    player: int  # who acts or enters the outcome
    players: int
    targets: tuple[tuple[str, tuple[str, ...]], ...]  # of each action


def catalogue() -> list[Played]:
    """Return every bundled game, with the first of its short options, and the toy game."""
    more: dict[str, dict[str, Any]] = {
        "world_dominance": {
            "varied": ({"num_players": 4}, {"num_players": 4, "variant": "ten_card", "allow_ice_breakout": True}),
            "fewest_options": 250,
            "fewest_picks": 25,
            "decisions": 6_000,
        },
        "domination": {
            "varied": (
                {"auto_place": "all", "auto_defend": False},
                {"num_players": 4, "encoding": "edge", "amounts": "exact", "game_type": "mission"},
            ),
            "fewest_options": 300,
            "fewest_picks": 42,
            "shares_targets": True,
        },
        "superpowers": {
            "varied": ({"max_rounds": 2}, {"num_players": 4, "setup": "deal", "encircle": "ask", "max_rounds": 3}),
            "fewest_options": 60,
            "fewest_picks": 30,
            "decisions": 250,
            "seats": 8,
        },
    }
    shipped = [Played(row, dict(row.short_options[0]), **more.get(row.name, {})) for row in registry.GAMES.values()]
    return [*shipped, Played(TOY, {"limit": 6}, fewest_options=14)]


@contextmanager
def serving_with_toy(game: str, folder: Path, *arguments: str) -> Iterator[Server]:
    """Run a server of a game in whose processes the toy game is installed."""
    installed = folder / "toy_games-1.0.dist-info"
    installed.mkdir(parents=True, exist_ok=True)
    (installed / "METADATA").write_text(METADATA, "utf-8")
    (installed / "entry_points.txt").write_text(ENTRY_POINTS, "utf-8")
    server = Server("--game", game, *arguments, paths=(str(ROOT), str(folder)))
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


@cache
def positions(played: Played) -> list[tuple[Position, list[str]]]:
    """Return positions of random games, each with the actions that no earlier position has."""
    rng, met, found = random.Random(7), set[str](), []
    presenter = played.row.presenter
    for number, options in enumerate(played.varied):
        table = _new_table(played, options, number)
        for _ in range(played.decisions):
            offered = table.legal_texts()
            is_chance = table.node.kind == CHANCE
            possible = list(table.chance_weights()) if is_chance else offered  # no secret of a player
            is_entered = not is_chance or presenter.is_entered(table, is_human=True)
            if is_entered and (new := [option for option in possible if option not in met]):
                met.update(new)
                targets = tuple((option, tuple(presenter.targets(table, option))) for option in offered)
                found.append((Position(table.to_json(), table.player, table.players, targets), new))
            table.play(rng.choice(possible))
            if table.is_terminal:
                table = _new_table(played, options, rng.randrange(10**6))
    return found


def _new_table(played: Played, options: Mapping[str, Any], seed: int) -> Table:
    return played.row.new_table(played.row.config(**options), seed=seed, chance=EXPLICIT)


def opened(anna: Player, at: str, position: Position) -> int:
    """Start a game at this position, open it as the player who acts, and return the line of the decision."""
    message = {
        "type": "new_game",
        "id": "1",
        "players": [{"human": name} for name in NAMES[: position.players]],
        "state": position.state,
        "chance": "explicit",
        "undo": "always",
    }
    reply = anna.page.request.post(f"{at}/v1/games", data=message)
    assert reply.ok, reply.text()
    made = reply.json()
    anna.page.goto("about:blank")
    anna.open(f"#{made['game']}.{made['secrets'][position.player]}")
    return anna.question()
