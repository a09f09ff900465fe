"""Corrections by a referee: soldiers, and where a card is; a correction to an impossible table is rejected."""

import random

import pytest

from tests.games.world_dominance.policies import uniform
from wd_env.errors import IllegalAction, StateError
from wd_env.games.world_dominance.checks.check_state import check_state
from wd_env.games.world_dominance.definitions.names import GARRISON_SIDE
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.text.record_text import line_text
from wd_env.table.game_record import GameRecord, RecordLine
from wd_env.table.saved_table import replay_record

SOUTH_POLE = "Antarctica South Pole (Questions on Antarctica)"
PLAYERS = (2, 3, 4, 5)
IN_STACK = {"variant": "ten_card", "cards": {0: ["Anadyr", "China", "Japan", "Iraq", "Syria", "Rome"]}}


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seat", range(5))
def test_an_army_is_set_and_the_garrison_has_the_rest(players, seat):
    seat %= players
    game = position(players, rsz=3)
    game.correct(f"soldiers {seat} 7")
    assert game.board.soldiers == [7 if each == seat else 10 for each in range(players)]
    assert (game.board.garrison, game.board.rsz) == (100 - 3 - sum(game.board.soldiers), 3)
    game.correct(f"soldiers {seat} 12")
    assert (game.board.soldiers[seat], game.board.garrison) == (12, 97 - sum(game.board.soldiers))


def test_the_soldiers_on_the_zone_are_set_and_the_garrison_has_the_rest():
    game = position(rsz=3)
    game.correct("soldiers rsz 0")
    assert (game.board.rsz, game.board.garrison, game.board.soldiers) == (0, 70, [10] * 3)
    game.correct("soldiers rsz 70")
    assert (game.board.rsz, game.board.garrison) == (70, 0)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_card_goes_where_it_is_on_the_real_table(players):
    game = position(players, cards={0: ["Rome"]})
    for text, holder in (("card 1 Rome", 1), (f"card {players - 1} Cairo", players - 1), ("card 0 Rome", 0)):
        game.correct(text)
        assert text.split(" ", 2)[2] in game.board.cards(holder)
    game.correct("card pack Rome")
    assert (game.board.cards(0), "Rome" in game.board.pack) == ([], True)
    check_state(game.state)


def test_the_south_pole_goes_back_beside_the_garrison():
    game = position(cards={0: ["Rome"]})
    game.correct(f"card 2 {SOUTH_POLE}")
    assert (game.board.cards(2), game.board.garrison_cards) == ([SOUTH_POLE], [])
    game.correct(f"card pack {SOUTH_POLE}")
    assert (game.board.cards(2), game.board.garrison_cards, game.state.card_at.count(GARRISON_SIDE)) == (
        [],
        [SOUTH_POLE],
        1,
    )


def test_no_bonus_follows_from_a_correction_and_a_set_wins_at_the_next_settling():
    four = ["Anadyr", "China", "Japan"]
    game = position(cards={1: four}, at={0: "S21"})
    game.correct("card 1 Iraq")
    game.correct("card 1 Syria")
    assert (game.board.soldiers, game.is_terminal) == ([10] * 3, False)
    game.state.place[0] = 5
    game.play("roll", "playing dice 1", "soldier dice 1")
    assert (game.winner, game.board.soldiers[1]) == (1, 10)


def test_a_correction_does_not_change_the_open_node():
    game = position(lands="Africa")
    before = game.node.name, game.seat, game.legal_texts()
    game.correct("soldiers 0 4")
    assert (game.node.name, game.seat, game.legal_texts()) == before


BAD = [
    ("soldiers 1 0", "soldiers of seat 1: expected 1 to 77, because the Garrison has 67, got 0"),
    ("soldiers 1 78", "soldiers of seat 1: expected 1 to 77"),
    ("soldiers rsz 99", "soldiers of the Resurrected Soldier Zone: expected 0 to 70"),
    ("soldiers 2 5", "player: expected 0, 1, 3, who are in play, got seat 2"),
    ("soldiers 7 5", "player: expected 0, 1, 3, who are in play, got seat 7"),
    ("soldiers 1 -3", "correction: expected one such as 'soldiers 1 7'"),
    ("soldiers 1 123456", "correction: expected"),
    ("soldiers garrison 5", "correction: expected"),
    ("card 2 Rome", "who are in play, got seat 2"),
    ("card 1 Roma", "unknown Continent Card 'Roma'; "),
    ("card 0 Rome", "'Rome': expected another place"),
    ("card pack Cairo", "'Cairo': expected another place"),
    (f"card pack {SOUTH_POLE}", "expected another place"),
    ("take", "got 'take'"),
    ("", "got ''"),
]


@pytest.mark.parametrize(("text", "words"), BAD)
def test_an_impossible_correction_is_one_error_and_changes_nothing(text, words):
    game = position(4, soldiers=[10, 10, 0, 10], out=[2], rsz=3, cards={0: ["Rome"]})
    before = game.state.to_bytes(), list(game.lines)
    with pytest.raises(IllegalAction) as refused:
        game.correct(text)
    assert words in str(refused.value)
    assert (game.state.to_bytes(), list(game.lines)) == before


def test_a_card_of_a_stack_is_not_given_away():
    game = position(**IN_STACK)
    with pytest.raises(IllegalAction, match="card: expected one in play, got 'China'"):
        game.correct("card 1 China")
    game.correct("card 1 Rome")
    assert (
        game.board.stacks(0) == {"Asia": ["Anadyr", "China", "Japan", "Iraq", "Syria"]}
        or len(game.board.stacks(0)["Asia"]) == 5
    )


def test_a_correction_cannot_remove_what_the_open_node_requires():
    game = position(cards={0: ["Rome"]}, queue=["M15"], lands="S01")
    assert game.legal_texts() == ["card Rome"]
    before = game.state.to_bytes()
    with pytest.raises(StateError, match="after 'card pack Rome' the current node card_own has no legal action"):
        game.correct("card pack Rome")
    assert (game.state.to_bytes(), game.lines) == (before, [])


def test_a_correction_cannot_break_the_checks_of_a_state():
    game = position(cards={0: ["Rome"], 1: ["Cairo"]}, queue=["M14"], lands="S01")
    game.play("accept")
    game.play("card Rome")
    with pytest.raises(StateError, match="the state cannot be"):
        game.correct("card 1 Rome")
    assert game.board.cards(0) == ["Rome"]


def test_a_finished_game_cannot_be_corrected():
    game = position(players=2, soldiers=[1, 10], lands="lose")
    game.play("soldier dice 1")
    with pytest.raises(IllegalAction, match="the game is over"):
        game.correct("soldiers 1 5")


@pytest.mark.parametrize("players", PLAYERS)
def test_a_record_with_corrections_replays_to_the_same_table(players):
    game = position(players, soldiers=9)
    rng = random.Random(players)
    for turn in range(40):
        if turn % 10 == 5 and not game.is_terminal:
            game.correct(f"soldiers {game.board.in_play[-1]} {5 + turn % 3}")
        if not game.is_terminal:
            game.play(uniform(game.legal_texts(), rng))
    record = GameRecord.loads(game.record().dumps())
    assert sum(line.is_correction for line in record.lines) > 0
    again = replay_record(record, GAME)
    assert (again.state, again.record()) == (game.state, record)
    assert record.for_seat(0).lines


def test_a_correction_that_cannot_be_is_refused_in_a_record():
    game = position()
    game.correct("soldiers 1 7")
    text = game.record().dumps()
    for wrong in ("soldiers 1 99", "soldiers 4 7", "fly"):
        with pytest.raises(StateError, match=r"line 1 of the record, '= .+', cannot be played"):
            replay_record(GameRecord.loads(text.replace("soldiers 1 7", wrong)), GAME)


@pytest.mark.parametrize("text", ["soldiers 1 7", "card pack Rome"])
def test_the_line_prints_and_parses_back(text):
    line = RecordLine(text, None, is_correction=True)
    assert str(line) == f"= {text}"
    assert RecordLine.parse(f"= {text}") == line


@pytest.mark.parametrize("text", ["=2 soldiers 1 7", "=! soldiers 1 7", "=", "= "])
def test_an_invalid_correction_line_is_rejected(text):
    with pytest.raises(StateError, match="not a line of a record"):
        RecordLine.parse(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("soldiers 1 1", "The referee set seat 1 to 1 soldier"),
        ("soldiers rsz 4", "The referee set the Resurrected Soldier Zone to 4 soldiers"),
        ("card 2 Rome", "The referee gave Rome to seat 2"),
        ("card pack Rome", "The referee put Rome back into the World Pack"),
    ],
)
def test_a_correction_has_a_text_for_people(text, words):
    assert line_text(position(), RecordLine(text, None, is_correction=True)) == words
