"""Texts of Superpowers have words; codes are in tables with a legend. They say who plays which powers."""

import random
import re

import pytest

from tests.games.superpowers.play import new_table
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.definitions.actions import KIND_NAMES, POWER_IDS
from wd_env.games.superpowers.game_board import board_of
from wd_env.games.superpowers.table import Superpowers
from wd_env.games.superpowers.text.superpowers_text import PRESENTER
from wd_env.games.superpowers.text.unit_words import LEGEND_KINDS, count_text, units_text
from wd_env.session.narration import Narrator
from wd_env.text.seat_names import NUMBERED

UNIT_CODE = re.compile(rf"\b({'|'.join(LEGEND_KINDS)})\d+\b")
CODE = re.compile(rf"\b(?:one|half|all) (?:{'|'.join(KIND_NAMES)})\b|\b(?:{'|'.join(POWER_IDS)})\b|_")
PLURALS = (
    "infantry units, tanks, artillery units, air defence units, fighters, bombers, transports, submarines, "
    "aircraft carriers, battleships, super battleships, missiles, generals, rulers, production complexes, "
    "economic centres"
).split(", ")
OPTIONS = {
    "basic": {"setup": "pick"},
    "advanced": {"setup": "deal", "ruleset": "advanced", "encircle": "ask", "canal_permission": "ask"},
}


def random_game(players, decisions=300, **options):
    """Yield the table of a random game at each decision and at its end."""
    table, rng = Superpowers(Config(num_players=players, **options), seed=2), random.Random(1)
    for _ in range(decisions):
        yield table
        if table.is_terminal:
            return
        table.play(rng.choice(table.legal_texts()))
    yield table


def test_every_kind_of_units_has_its_plural():
    assert [count_text(code, 2) for code in LEGEND_KINDS] == [f"2 {name}" for name in PLURALS]
    assert units_text({"I": 2, "T": 1, "F": 0, "CV": 1}) == "2 infantry units, 1 tank and 1 aircraft carrier"
    assert units_text({"I": 1}) == "1 infantry unit"


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_the_history_has_words_and_no_codes(options):
    *_, table = random_game(3, **options)
    narrator = Narrator(table)
    narrator.update(table.lines)
    texts = [text for line in narrator.lines for text in (line.text, *line.changes)]
    texts += [PRESENTER.line_text(table, line) for line in table.lines if line.seat is not None]
    assert len(texts) > 300
    assert not [text for text in texts if CODE.search(text) or UNIT_CODE.search(text) or " an infantry " in text]


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_every_code_below_the_table_is_in_its_legend(options):
    for table in random_game(4, 60, **options):
        *lines, legend = PRESENTER.summary(table)
        codes = {code for line in lines for code in UNIT_CODE.findall(line)}
        assert all(re.search(rf"\b{code} [a-z]", legend) for code in codes)
    assert codes > {"I", "T", "X"}


@pytest.mark.parametrize(
    ("players", "options", "expected"),
    [
        (2, {}, ["There are two players, so each plays two powers."]),
        (3, {}, ["There are three players, so player 0 plays two powers; player 1 and player 2 are allies."]),
        (4, {"teams": "two"}, ["Each of the 4 players plays one power.",
                               "Teams: player 0 and player 2; player 1 and player 3."]),
        (6, {}, ["Each of the 6 players plays one power."]),
    ],
)  # fmt: skip
def test_the_start_says_how_many_powers_each_player_has_and_why(players, options, expected):
    picking = Superpowers(Config(num_players=players, **options), seed=1)
    first = expected[0].replace("plays", "picks")
    assert PRESENTER.role_lines(picking)[0] == first
    assert first in " ".join(PRESENTER.describe(picking).split())
    table = new_table(players, seed=1, **options)
    assert PRESENTER.role_lines(table) == PRESENTER.scene_data(table)["roles"] == expected
    assert all(line in " ".join(PRESENTER.describe(table).split()) for line in expected)


def test_a_deal_is_narrated_with_one_line_for_each_power():
    table = new_table(8, seed=1)
    narrator = Narrator(table)
    narrator.update(table.lines)
    changes = [change for line in narrator.lines for change in line.changes]
    assert len(changes) == 1 + 8
    assert all(f"(player {player}): capital " in " ".join(changes) for player in range(8))


def test_the_page_has_one_column_for_powers_and_one_for_players():
    table = new_table(2, seed=1)
    scene = PRESENTER.scene_data(table, names=PRESENTER.seat_names(table, ("Anna", "Ben")))
    assert scene["seat_title"] == "Power"
    assert "player" in scene["seats"][0]["columns"]
    played = {seat["title"]: seat["columns"]["player"] for seat in scene["seats"] if seat["is_in_play"]}
    assert sorted(played.values()) == ["Anna", "Anna", "Ben", "Ben"]
    titles = {power.title for power in board_of(table.game).powers}
    assert set(played) <= titles
    assert any("I infantry unit" in line for line in scene["legend"])
    assert all(UNIT_CODE.search(space["text"]) is None for space in scene["countries"])


def test_a_seat_is_found_by_power_or_player():
    table = new_table(4, seed=1)
    names = PRESENTER.seat_names(table, ("Anna", "Ben", "Cleo", "Dora"))
    seat = names.find("ben", 8)
    assert names.seat(seat) == f"{PRESENTER.seat_label(table, seat, NUMBERED).split(' (')[0]} (Ben)"
    assert names.find(names.seat(seat).split(" (")[0], 8) == seat
