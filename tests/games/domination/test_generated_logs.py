"""Random games on generated maps, written in the log format of the program, are played to equal ends."""

from itertools import product

import pytest

from tests.games.domination.log_writer import random_game, written
from tests.games.domination.map_texts import generated, write
from tests.games.domination.test_log_player import log_of, lying
from wd_env.games.domination.config import CARD_VALUES, GAME_TYPES
from wd_env.games.domination.logs import play_log
from wd_env.table.saved_table import replay_record

MAPS = 10
KINDS = list(product(GAME_TYPES, CARD_VALUES))
LOGS = 50
QUICK = range(0, LOGS, 11)  # five of the fifty logs, of five maps and kinds, are played by `make test`


def deck_of(countries, groups):
    """Return cards for every country, two wildcards, and enough missions for six seats."""
    symbols = ("Infantry", "Cavalry", "Cannon")
    cards = [f"{symbols[number % 3]} {number}" for number in range(1, countries + 1)]
    goals = [f"0 {countries // 2 + more} 1 0 0 0 Hold countries" for more in range(4)]
    goals += [f"{seat} {countries // 2} 1 0 0 0 Remove PLAYER{seat}" for seat in range(1, 7)]
    goals += [f"0 0 0 {group} {group % groups + 1} 0 Hold groups" for group in range(1, groups + 1)]
    return "\n".join(["[cards]", *cards, "wildcard", "wildcard", "[missions]", *goals, ""])


def case_of(folder, number):
    """Write a map, and return the options of a game on it."""
    place = number % MAPS
    countries, groups = 8 + 5 * place, 2 + place // 2
    text = generated(countries, countries * 9 // 5, groups, seed=place)
    path = write(folder, text.replace("[continents]", "[files]\ncrd small.cards\n[continents]", 1),
                 deck_of(countries, groups))  # fmt: skip
    game_type, values = KINDS[number % len(KINDS)]
    return {
        "map": str(path), "game_type": game_type, "card_values": values,
        "num_players": 2 + number % 5, "max_rounds": 12,
        "auto_place": ("countries", "none")[number // 9 % 2] if game_type != "mission" else "none",
        "recycle": number % 4 != 3, "auto_defend": number % 7 != 6,
    }  # fmt: skip


def check_log(folder, number):
    options = case_of(folder, number)
    game = random_game(number, trade_mode="exact", **options)
    lines = written(game, ends_turns=number % 2 == 1)
    for trade_mode in ("exact", "kinds"):
        player = play_log(log_of(folder, lines), **{**options, "trade_mode": trade_mode})
        assert len(list(player)) == len(lines)
        assert lying(player.table) == lying(game)
        assert player.table.winners == game.winners
        assert replay_record(player.record(), player.table.game, files=player.table.custom_files).state == (
            player.table.state
        )


@pytest.mark.parametrize("number", QUICK)
def test_a_log_of_a_generated_map_is_played_to_an_equal_end(tmp_path, number):
    check_log(tmp_path, number)


@pytest.mark.long
@pytest.mark.parametrize("number", sorted({*range(LOGS)} - {*QUICK}))
def test_every_other_log_of_a_generated_map_is_played_to_an_equal_end(tmp_path, number):
    check_log(tmp_path, number)


def test_the_logs_are_of_every_kind_and_map(tmp_path):
    cases = [case_of(tmp_path, number) for number in range(LOGS)]
    assert {(case["game_type"], case["card_values"]) for case in cases} == set(KINDS)
    assert {case["num_players"] for case in cases} == {2, 3, 4, 5, 6}
    assert {case["auto_place"] for case in cases} == {"none", "countries"}
