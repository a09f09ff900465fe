"""Narration line by line: complete, true, and without the secrets of others."""

import re
from collections import Counter

import pytest

from tests.games.world_dominance.golden_games import golden
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.text.record_text import decision_text
from wd_env.session.narration import Narrator, format_lines
from wd_env.table.saved_table import replay_record
from wd_env.text.line_width import WIDTH

NARRATED_GAMES = (  # the golden games whose narrations differ most
    *(pytest.param("two_players_an_ally", marks=pytest.mark.long), "three_players_asked", "five_players_cut"),
    *("three_players_ten_cards_stacked_by_hand", "four_players_two_continents"),
)
CARDS = re.compile(r"(gets|loses) (.+?)(?=, (?:gets|loses|OUT|back|now|misses|leaves|holds|is)\b|$)")


@pytest.fixture(scope="module", params=NARRATED_GAMES)
def game(request):
    """Return a golden game: its table at the end and its narration."""
    record = golden(request.param)
    table = replay_record(record, GAME)
    story = Narrator(table)
    story.update(record.lines)
    return table, story


def changes_of(story, seat):
    return [change for line in story.lines for change in line.changes if change.startswith(f"seat {seat}: ")]


def test_every_line_of_the_record_is_narrated_once_in_order(game):
    table, story = game
    assert [narrated.line_number for narrated in story.lines] == list(range(1, len(table.lines) + 1))
    assert [narrated.visible_to for narrated in story.lines] == [line.visible_to for line in table.lines]


def test_the_narrated_soldiers_add_up_to_the_final_armies(game):
    table, story = game
    for seat, army in enumerate(table.board.soldiers):
        gained = [int(n) for change in changes_of(story, seat) for n in re.findall(r"soldiers? \(([+-]\d+)\)", change)]
        is_own = table.home_seat(table.state.owner[seat]) == seat
        assert is_own * table.config.game.start_soldiers + sum(gained) == army


def test_the_narrated_cards_add_up_to_the_final_holdings(game):
    table, story = game
    for seat in range(table.state.seats):
        held = Counter()
        for change in changes_of(story, seat):
            for verb, titles in CARDS.findall(change):
                held.update(dict.fromkeys(titles.split(", "), 1 if verb == "gets" else -1))
        assert sorted(+held) == sorted(table.board.cards(seat))
        assert min(held.values(), default=0) >= 0


def test_the_end_is_narrated(game):
    table, story = game
    *_, last = story.lines[-1].changes
    assert last.startswith(
        "The game was truncated"
        if table.is_truncated
        else f"The game is over: seat {table.home_seat(table.winner)} wins"
    )


def test_a_seat_sees_only_its_own_secrets_and_a_spectator_none(game):
    table, story = game
    for viewer in (None, *range(table.state.seats)):
        assert [narrated.line_number - 1 for narrated in story.visible_lines(viewer)] == [
            number for number, line in enumerate(table.lines) if line.visible_to in (None, viewer)
        ]


def test_the_narration_fits_the_terminal_with_one_heading_per_turn(game):
    _, story = game
    lines = list(format_lines(story.lines, numbered=True))
    turns = [line.removeprefix("-- ") for line in lines if line.startswith("-- ")]
    assert max(map(len, lines)) <= WIDTH
    assert turns == list(dict.fromkeys(narrated.turn_heading for narrated in story.lines))


def test_a_second_update_repeats_nothing(game):
    table, story = game
    result = len(story.lines)
    story.update(table.lines)
    assert len(story.lines) == result


def last_line(game, seat=0):
    """Return the last line of a game and its changes, as this player sees them."""
    story = Narrator(game)
    story.update(game.lines)
    result = story.visible_lines(seat)[-1]
    return result.action_text, str(result.changes)


@pytest.mark.parametrize(("face", "is_marked"), [(1, True), (2, False)])  # between two Airspaces; Paradies
def test_a_reconstructed_space_is_marked_when_a_piece_lands_on_it(face, is_marked):
    game = position(at={0: "S00"})
    game.play("roll", f"playing dice {face}")
    assert ("(reconstructed)" in last_line(game)[1]) == is_marked


@pytest.mark.parametrize(("card", "is_marked"), [("M17", True), ("M16", False)])
def test_a_reconstructed_manoeuvre_card_is_marked_when_it_is_drawn(card, is_marked):
    game = position(lands="S01")
    game.play(f"manoeuvre {card}")
    assert ("(reconstructed)" in last_line(game)[0]) == is_marked


@pytest.mark.parametrize(("theme", "is_marked"), [("T01", False), ("T02", True)])
def test_a_reconstructed_intelligence_card_is_marked_for_its_viewer(theme, is_marked):
    game = position(lands="rsz")
    game.play(f"theme {theme}")
    assert ("(reconstructed)" in last_line(game)[0]) == is_marked


def test_a_mark_is_not_repeated_at_a_later_draw():
    game = position(queue=["M17"], lands="S01", khyber_pass=0)
    assert "(reconstructed)" not in decision_text(game)
    assert "M17" in decision_text(game)
