"""Inputs of people: which can be undone after a hand-over or a violation, and how a session begins."""

import pytest

from tests.toy_game import PLEDGE
from wd_env.errors import ConfigError, IllegalAction, WrongSeat
from wd_env.games.domination.table import Domination
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.session.keyframes import INTERVAL
from wd_env.session.players import HUMAN
from wd_env.session.referee import Referee, SteppedReferee
from wd_env.session.session_setup import SessionSetup, setup_from_record
from wd_env.spec.game_spec import PLAYER
from wd_env.table.chance_modes import EXPLICIT, SAMPLED
from wd_env.table.game_table import Table
from wd_env.table.saved_table import at_line


def referee_of(*players, chance=SAMPLED, **options):
    """Return a session of World Dominance with these players."""
    table = WorldDominance(Config(num_players=len(players), **options), chance=EXPLICIT)
    return Referee(table, SessionSetup(players, (), chance, 3))


def entered(referee, count):
    """Enter the first legal action `count` times, and return the player of each entry."""
    found = []
    for _ in range(count):
        found.append(referee.table.player)
        referee.enter(referee.table.legal_texts()[0])
    return found


def test_undo_returns_the_lines_it_has_removed_and_restores_the_table():
    referee = referee_of(HUMAN, HUMAN)
    entered(referee, 4)
    before, lines = referee.table.state.to_bytes(), list(referee.table.lines)
    entered(referee, 2)
    removed = referee.undo(2)
    assert removed
    assert referee.table.lines == lines
    assert referee.table.state.to_bytes() == before


def test_after_a_hand_over_the_entries_of_that_player_cannot_be_undone_and_those_of_others_can():
    referee = referee_of(HUMAN, HUMAN)
    players = entered(referee, 6)
    assert {0, 1} == set(players)
    seats = [referee.table.lines[index].seat for index in referee.entries]
    kept = [index for index, seat in zip(referee.entries, seats, strict=True) if seat != referee.table.home_seat(0)]
    assert 0 < len(kept) < len(seats)
    referee.hand_over(0, "random")
    assert referee.entries == kept
    assert referee.setup.players == ("random", HUMAN)


@pytest.mark.parametrize("chance", [SAMPLED, EXPLICIT])
def test_if_people_answer_themselves_both_outcomes_are_possible(chance):
    if chance == EXPLICIT:
        with pytest.raises(ConfigError, match="percent_known: expected 1 to 99 if people answer themselves, got 100"):
            referee_of(HUMAN, "random", chance=chance, percent_known=100)
    else:
        referee_of(HUMAN, "random", chance=chance, percent_known=100)
    referee_of("random", "random", chance=chance, percent_known=100, max_turns=1)


def test_a_record_without_notes_goes_on_with_people_who_enter_chance():
    table = WorldDominance(Config(num_players=3), seed=1)
    setup = setup_from_record(table.record(), table.config, (), ())
    assert (setup.players, setup.names, setup.chance) == ((HUMAN,) * 3, (), EXPLICIT)


def offending():
    """Return a session that penalises violations, in the first turn of a player."""
    referee = referee_of(HUMAN, HUMAN, illegal_action="misdemeanour")
    while referee.table.node.name != "start_menu":
        entered(referee, 1)
    return referee


def test_a_violation_is_an_entry_that_can_be_undone():
    referee = offending()
    seat = referee.table.seat
    before, lines = referee.table.state.to_bytes(), len(referee.table.lines)
    referee.report_violation(seat, "jetstream")
    assert referee.entries[-1] == lines
    assert referee.table.lines[lines].is_illegal
    assert referee.table.state.to_bytes() != before
    referee.undo(1)
    assert referee.table.state.to_bytes() == before
    assert len(referee.table.lines) == lines


def test_a_correction_is_an_entry_that_can_be_undone():
    referee = offending()
    before, lines = referee.table.state.to_bytes(), len(referee.table.lines)
    referee.correct(f"soldiers {referee.table.seat} 12")
    assert referee.entries[-1] == lines
    assert referee.table.state.to_bytes() != before
    referee.undo(1)
    assert referee.table.state.to_bytes() == before


def test_a_session_restored_from_a_record_equals_the_original():
    referee = referee_of(HUMAN, HUMAN)
    entered(referee, 4)
    other = Referee.from_record(referee.record())
    assert (other.setup, other.entries, other.table.lines) == (referee.setup, referee.entries, referee.table.lines)
    assert other.table.state.to_bytes() == referee.table.state.to_bytes()


def test_after_a_violation_bots_play_on():
    referee = offending()
    other = 1 - referee.table.player
    referee.hand_over(other, "random")
    referee.advance()
    referee.report_violation(referee.table.seat, "jetstream")
    assert referee.table.is_terminal or referee.table.player != other
    assert referee.is_waiting


def test_an_invalid_violation_is_rejected_and_changes_nothing():
    referee = offending()
    before = referee.table.state.to_bytes(), list(referee.entries)
    with pytest.raises(IllegalAction, match="which is legal"):
        referee.report_violation(referee.table.seat, referee.table.legal_texts()[0])
    with pytest.raises((IllegalAction, WrongSeat)):
        referee.report_violation(7, "jetstream")
    with pytest.raises(IllegalAction, match="penalises illegal actions"):
        referee_of(HUMAN, HUMAN).report_violation(0, "jetstream")
    assert (referee.table.state.to_bytes(), list(referee.entries)) == before


def test_the_outcomes_of_the_engine_follow_from_the_seed():
    """Sample the lines of a continued game: they depend on the seed and their number."""
    drawn = []
    for seed in (3, 4):
        table = WorldDominance(Config(num_players=2), chance=EXPLICIT)
        referee = SteppedReferee(table, SessionSetup((HUMAN, HUMAN), (), SAMPLED, seed))
        while len(table.lines) < 9:
            if referee.is_engine_chance:
                referee.step_chance()
            else:
                table.play(table.legal_texts()[0])
        drawn.append([line.text for line in table.lines if line.seat is None])
    assert drawn[0] == ["playing dice 6", "playing dice 3", "playing dice 5", "manoeuvre M11", "playing dice 6"]
    assert drawn[1] != drawn[0]


def test_people_may_let_the_engine_sample_public_outcomes():
    referee = referee_of(HUMAN, HUMAN, chance=EXPLICIT)
    with pytest.raises(IllegalAction, match="hint: expected a decision, got "):
        referee.hint()
    referee.sample_chance()
    assert referee.entries == [0]
    while referee.table.node.kind != PLAYER:
        entered(referee, 1)
    before = referee.table.state.to_bytes()
    bot, text = referee.hint("random")
    assert (bot, text in referee.table.legal_texts(), referee.table.state.to_bytes()) == ("random", True, before)
    assert referee.hint()[0] == referee.hint("")[0] != "random"
    with pytest.raises(IllegalAction, match="chance: expected dice or cards to draw, got "):
        referee.sample_chance()


@pytest.mark.parametrize("count", [0, -1, 3])
def test_undo_is_limited_to_the_entries(count):
    referee = referee_of(HUMAN, HUMAN)
    with pytest.raises(IllegalAction, match="undo: expected an entry before it, got none"):
        referee.undo(1)
    entered(referee, 2)
    with pytest.raises(IllegalAction, match=f"undo: expected 1 to 2 entries, got {count}"):
        referee.undo(count)
    first, last = referee.entries
    assert (len(referee.undo(1)) > 0, referee.entries, len(referee.table.lines)) == (True, [first], last)
    assert (len(referee.undo(1)) > 0, referee.entries, len(referee.table.lines)) == (True, [], first)


@pytest.mark.parametrize(("players", "is_secret"), [((HUMAN, "random"), False), ((HUMAN, HUMAN), True)])
def test_a_private_outcome_is_secret_only_among_several_people(players, is_secret):
    table = Table(PLEDGE, PLEDGE.config_class(num_players=2), chance=EXPLICIT)
    referee = Referee(table, SessionSetup(players, (), EXPLICIT, 3))
    assert (table.node.name, referee.is_secret) == ("deal", is_secret)
    if is_secret:
        with pytest.raises(IllegalAction, match="chance: expected a public outcome"):
            referee.sample_chance()
    else:
        referee.sample_chance()
        assert table.lines[0].text.startswith("card ")


def test_undo_in_a_continued_game_replays_only_the_lines_after_a_saved_state(monkeypatch):
    table = Domination(seed=1, chance=EXPLICIT)
    while len(table.lines) < INTERVAL + 2:
        table.play((list(table.chance_weights()) or table.legal_texts())[0])
    referee = Referee(at_line(table, 0), SessionSetup((HUMAN,) * 3, (), EXPLICIT, 3), table.lines)
    replayed = []
    really_play = Table.play_line
    monkeypatch.setattr(Table, "play_line", lambda table, line: (replayed.append(line), really_play(table, line)))
    referee.undo(1)
    assert replayed == table.lines[INTERVAL : INTERVAL + 1]


def test_undo_drops_the_states_saved_after_its_line():
    table = Domination(seed=1, chance=EXPLICIT)
    referee = Referee(table, SessionSetup((HUMAN,) * 3, (), EXPLICIT, 3))
    while len(referee.table.lines) < INTERVAL + 4:
        referee.enter((list(referee.table.chance_weights()) or referee.table.legal_texts())[0])
    referee.undo(10)
    while len(referee.table.lines) < INTERVAL + 2:
        referee.enter((list(referee.table.chance_weights()) or referee.table.legal_texts())[-1])
    before = referee.table.state.to_bytes()
    referee.enter((list(referee.table.chance_weights()) or referee.table.legal_texts())[0])
    referee.undo(1)
    assert referee.table.state.to_bytes() == before


def test_a_violation_is_that_of_the_seat_that_broke_the_rules():
    referee = offending()
    other = 1 - referee.table.seat
    assert referee.table.can_be_penalized(other)
    referee.report_violation(other, "jetstream")
    assert [line.seat for line in referee.table.lines if line.is_illegal] == [other]
