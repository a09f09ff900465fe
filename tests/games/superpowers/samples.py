"""Superpowers for the shared test harnesses: kinds of its games, options, invariants."""

import random
from pathlib import Path
from typing import Any

from tests.games.samples import Book, Kind, Samples
from wd_env.games.superpowers.config import (
    ADVANCED_OPTIONS,
    BASIC,
    CLOCKWISE,
    MIN_PLAYERS,
    PLAYERS_WITH_SMALL_SIDE,
    Config,
)
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import PLAYERS_WITH_ALLIES
from wd_env.options import options_of
from wd_env.registry import GAMES

SHORT_LIMIT, LONG_LIMIT = 2, 30  # rounds
LONG = 40  # one in `LONG` games is long
FOLDER = Path(__file__).parent
KINDS = (
    *(Kind("each alone", players) for players in range(2, 9)),
    Kind("two teams", 4, {"teams": "two"}),
    Kind("own teams", 6, {"teams": "0,3,5/1,2/4"}),
    Kind("own board", 4, {"board": str(FOLDER / "boards" / "straits.toml")}),
    Kind("two teams", 8, {"teams": "two"}),
    Kind("treaties", 4, {"ruleset": "advanced"}),
    Kind("treaties", 7, {"ruleset": "advanced"}),
    *(Kind("advanced rules", players, {"ruleset": "advanced"}) for players in (2, 3, 5, 6, 8)),
    Kind("advanced rules, two teams", 8, {"ruleset": "advanced", "teams": "two"}),
    Kind("advanced rules, own board", 5, {"ruleset": "advanced", "board": str(FOLDER / "boards" / "straits.toml")}),
)


def draw_options(kind: Kind, rng: random.Random, number: int) -> dict[str, Any]:
    """Return the default options with an early end, or random values of all other options."""
    options = {**kind.options, "max_rounds": LONG_LIMIT if rng.randrange(LONG) == 0 else SHORT_LIMIT}
    if number > 0:
        is_basic = options.get("ruleset", BASIC) == BASIC
        fixed = {*options, "ruleset", *(ADVANCED_OPTIONS if is_basic else ())}
        declared = {name: option for name, option in options_of(Config).items() if name not in fixed}
        options |= {name: rng.random() < 0.5 for name, option in declared.items() if option.kind == "boolean"}
        options |= {name: rng.choice(option.names) for name, option in declared.items() if option.kind == "choice"}
        options["turn_order"] = rng.choice((CLOCKWISE, ",".join(rng.sample(POWER_IDS, len(POWER_IDS)))))
        options["two_player_treaties"] = options.get("two_player_treaties", False) and kind.players == MIN_PLAYERS
        has_allies = "teams" in kind.options or kind.players == PLAYERS_WITH_ALLIES
        options["free_for_all"] = options.get("free_for_all", False) and not has_allies
        options["small_alliance"] = (
            options.get("small_alliance", False)
            and kind.players in PLAYERS_WITH_SMALL_SIDE
            and not options["free_for_all"]
        )
        if options.get("encircle") == "off":
            options["encircle_counts_ad"] = False
        if not options["six_capitals"]:
            options["six_scope"] = "all"
    return options


def resample_hidden(_state: Any, _seat: int, _rng: random.Random) -> None:
    """Do nothing, because this game has no hidden information."""


def _play_random_games(args: list[str]) -> int:
    from tests.games.superpowers import random_games  # it needs the compiler

    return random_games.main(args)


SAMPLES = Samples(
    GAMES["superpowers"],
    KINDS,
    draw_options,
    resample_hidden,
    FOLDER / "golden",
    book=Book(FOLDER, "sp"),
    random_games=_play_random_games,
    observation_interval=50,
    parity_games=300,
    chunk_size=15,  # so that 300 games include all kinds
)
