"""The text table, prompts, record lines and help texts: their contents, and what they keep secret."""

import pytest

from tests.games.world_dominance.random_nodes import random_nodes
from wd_env.errors import WrongSeat
from wd_env.games.world_dominance.definitions.actions import ACTIONS, CARD_TITLES, OUTCOMES
from wd_env.games.world_dominance.definitions.names import NO_THEME, NOBODY, THEMES
from wd_env.games.world_dominance.definitions.rule_constants import SAB_TITLE
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.text.scene import scene_of
from wd_env.games.world_dominance.text.table_text import action_help, decision_text, describe, line_text
from wd_env.spec.game_spec import CHANCE
from wd_env.table.game_record import RecordLine
from wd_env.text.line_width import WIDTH

ALL_TITLES = (1 << (SAB_TITLE + 1)) - 1


def flat(text):
    """Return the text in one line, so that its wrapping does not matter."""
    return " ".join(text.split())


def test_the_table_says_who_holds_what_and_where_everybody_stands():
    game = position(
        players=3,
        soldiers=[7, 1, 12],
        cards={0: ["Alaska", "Havana"], 1: ["Rome"]},
        at={0: "S07", 1: "S14"},
        ice_house={2: 3},
        khyber_pass=1,
        pardon=0,
        rsz=4,
        closed="Asia",
        reinforcements_used=[1],
    )
    text = flat(describe(game))
    assert (
        "> seat 0 Genghis Khan: 7 soldiers, S07 North America Continent Space; reinforcements unused; pardoned" in text
    )
    assert "North America 2/5: Alaska*, Havana seat 1" in text
    assert "seat 1 Buddha: 1 soldier, S14 Khyber Pass; Khyber Pass Europe 1/5: Rome seat 2" in text
    assert "in the Ice House, misses 3" in text
    assert "Garrison 76 | Resurrected Soldier Zone 4 | Khyber Pass with seat 1" in text
    assert "CLOSED to the end of the game: Asia" in text
    assert "North America 8, South America 10, Antarctica 4" in text
    assert "* Strategic Point" in text
    assert text.endswith("seat 0 begins a turn: throw, or first reinforce or declare a Strategic Run")


def test_a_card_declared_in_a_run_is_marked_and_six_cards_count_towards_ten():
    cards = ["Alaska", "Vancouver", "Washington", "Montreal", "New York", "Havana"]
    game = position(cards={0: cards}, run_marks={0: cards[:3]})
    text = describe(game)
    assert "North America 6/10: Alaska*~, Vancouver~, Washington~, Montreal, New York, Havana\n" in text
    assert "~ declared in a Strategic Run" in text


def test_stacks_and_completed_sets_are_named_and_their_cards_marked():
    europe = CARD_TITLES[55:65]
    african = ["Mozambique", "Cairo", "Kenya", "Angola", "Nigeria", "Cape Town"]
    game = position(cards={0: [*europe, *african]}, stacks={0: ["Africa"]}, variant="two_set")
    text = flat(describe(game))
    assert text.startswith("World Dominance, two_set for 2 sets, 3 players")
    assert "Stack of Africa; all of Europe" in text
    assert "Africa 6/10: Cape Town, Angola=, Nigeria=, Cairo=, Kenya=, Mozambique*=" in text
    assert "= in a Stack or a completed set" in text


def test_the_text_marks_players_who_are_out():
    assert "seat 2  Pachacuti: out of play" in describe(position(players=3, out=[2]))


def test_a_known_manoeuvre_queue_is_read_out_top_first_and_cut():
    game = position(queue=["M08", "M03", "M10", "M11", "M12", "M15", "M26"])
    text = " ".join(describe(game).split())
    assert '0 unseen cards, then, top first, M08 "Take one Soldier off each player"; M03' in text
    assert text.count("2 more") == 1
    assert "Lose a Country" not in text


def test_the_last_throw_and_the_last_events_are_told():
    game = position(at={0: "S00"}, players=2)
    game.play("roll", "playing dice 4")
    text = describe(game)
    assert "last throw 4 by seat 0" in text
    assert "  seat 0 threw the Playing Dice\n  Playing Dice: 4\n" in text


def test_a_game_that_is_over_names_its_winner_and_the_winning_set():
    cards = ["Alaska", "Vancouver", "Washington", "Montreal"]
    game = position(cards={0: cards}, pack={"North America": ["Havana"]}, lands="North America", keeper=1)
    game.play("take", "draw Havana")
    assert decision_text(game) == "The game is over: seat 0 wins with 5 cards of North America"
    assert "HAS WON" in flat(describe(game))


def test_a_game_that_was_cut_and_one_without_a_winner_say_so():
    cut = position(max_turns=1, at={0: "S00"}, lands="paradies")
    cut.play("rest")
    assert decision_text(cut) == "The game was truncated after turn 1"
    assert cut.board.ended_by == "cut"
    stalemate = position(players=2, soldiers=[10, 2], last_player="stalemate", lands="decimate")
    stalemate.play("name +1", "soldier dice 3")
    assert decision_text(stalemate) == "The game is over without a winner: stalemate"


def test_no_line_is_wider_than_a_terminal():
    for players in (2, 3, 4, 5):
        for step, table in enumerate(random_nodes(players, seed=players)):
            if step % 9 == 0:
                for viewer in (None, *range(players)):
                    assert max(map(len, describe(table, viewer).splitlines())) <= WIDTH == 100


def test_record_lines_in_words():
    game = position(players=4)
    said = {
        RecordLine("name +1", 2): "seat 2 named seat 3",
        RecordLine("name +3", 2): "seat 2 named seat 1",
        RecordLine("name self", 2): "seat 2 named itself",
        RecordLine("revive +2", 3): "seat 3 brought seat 1 back",
        RecordLine("length 4", 0): "seat 0 declared a Strategic Run of 4 cards",
        RecordLine("piece Buddha", 0): "seat 0 chose Buddha",
        RecordLine("space ANT", 1): "seat 1 named ANT Antarctica Continent Space",
        RecordLine("region Europe", 1): "seat 1 named Europe",
        RecordLine("run Alaska", 1): "seat 1 began a Strategic Run at Alaska",
        RecordLine("card Rome", 1): "seat 1 named Rome",
        RecordLine("playing dice 6", None): "Playing Dice: 6",
        RecordLine("continent dice North America", None): "Continent Dice: North America",
        RecordLine("manoeuvre M10", None): 'Manoeuvre Card M10 "Lose a Strategic Point"',
        RecordLine("draw Rome", None): "Drawn from the World Pack: Rome",
        RecordLine("purgadies life_death", None): "Purgadies Card: Life/Death",
        RecordLine("theme T01", None): 'Intelligence Card "It\'s Like Watching Paint Dry" (famous painters)',
    }
    assert {line: line_text(game, line) for line in said} == said


def test_every_record_line_has_its_own_text():
    game = position(players=5)
    ring = {f"space S{place:02d}" for place in range(24, 36)}  # not on the bundled board
    deeds = [line_text(game, RecordLine(text, 0)) for text in ACTIONS if text not in ring]
    outcome_lines = [line_text(game, RecordLine(text, None)) for text in OUTCOMES]
    assert len(set(deeds)) == len(deeds)
    assert len(set(outcome_lines)) == len(outcome_lines)


def test_a_viewer_who_is_not_at_the_table_is_refused():
    with pytest.raises(WrongSeat, match=r"seat: expected 0 to 2, got 3"):
        describe(position(players=3), 3)


def with_other_secrets(table, viewer):
    """Return a table that is the same for `viewer`, with everything private to others inverted."""
    other = table.copy()
    s = other.state
    for seat in range(s.seats):
        if seat != viewer:
            s.knows[seat] ^= ALL_TITLES
            s.knowledge_drawn[seat] ^= ALL_TITLES
    if s.theme != NO_THEME and s.tested == NOBODY and s.asker != viewer:
        s.theme = (s.theme + 1) % THEMES
    other.lines = [
        line if line.visible_to in (None, viewer) else RecordLine("theme T27", None, line.visible_to)
        for line in other.lines
    ]
    return other


def test_a_scene_holds_no_secret_but_the_viewers_own():
    looked_at_themes = 0
    for players in (2, 5):
        for table in random_nodes(players, seed=20 + players, max_turns=80):
            looked_at_themes += table.state.theme != NO_THEME and table.state.tested == NOBODY
            for viewer in (None, *range(players)):
                assert scene_of(table, viewer) == scene_of(with_other_secrets(table, viewer), viewer)
    assert looked_at_themes > 5


def test_a_help_rests_on_no_secret_but_the_asked_seats_own():
    for table in random_nodes(3, seed=31, max_turns=150):
        if table.node.kind == CHANCE:
            continue
        other = with_other_secrets(table, table.seat)
        for option in table.legal_texts():
            assert action_help(table, option) == action_help(other, option)


def test_the_theme_is_the_askers_until_it_is_read_out():
    game = position(players=3, lands="rsz")
    game.play("theme T05")
    assert 'Only you see the theme: "Heavens Above"' in describe(game, 0)
    assert "Heavens Above" not in describe(game, 1) + describe(game)
    game.play("name +1", "knows")
    assert 'Seat 0 tests seat 1 on "Heavens Above"' in describe(game)
    assert 'seat 0 tests seat 1 on "Heavens Above"' in decision_text(game)


def test_what_a_seat_knows_is_told_to_that_seat_alone():
    game = position(players=2, lands="rsz")
    game.play("theme T05")
    game.play("name +1", "knows")
    assert 'You know the answers of "Heavens Above"' in describe(game, 1)
    assert "The answer is known" in describe(game, 1)
    for text in (describe(game, 0), describe(game)):
        assert "You know" not in text
        assert "The answer is known" not in text


def test_an_ally_is_told_with_its_player_and_only_when_it_was_called():
    table = position(players=2, variant="ally", soldiers=[9, 4, 9], allies=[1])
    text = describe(table, 0)
    assert "World Dominance, ally, 2 players" in text
    assert "seat 1  Buddha, Ally of seat 0: 4 soldiers" in text
    assert "seat 2  Pachacuti: 9 soldiers" in text
    assert "seat 3" not in text
