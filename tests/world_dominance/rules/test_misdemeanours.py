"""What an illegal answer costs where the table punishes it (WD-206, WD-262 to WD-267)."""

import random

import pytest

from tests.world_dominance.recount import AT_BONUS, MEMORY, WHOLE, recount
from tests.world_dominance.recounted import TALLY, begin
from wd_env.core.errors import IllegalAction, StateError, WrongSeat
from wd_env.core.record import Line, Record
from wd_env.core.spec import DECISION
from wd_env.world_dominance.actions import ACTIONS
from wd_env.world_dominance.check import check_state
from wd_env.world_dominance.config import Config
from wd_env.world_dominance.position import position
from wd_env.world_dominance.table import WorldDominance

MISDEMEANOUR = {"illegal_action": "misdemeanour"}
EJECT = {"illegal_action": "eject"}


def test_wd_206_who_goes_to_antarctica_without_a_coloured_card_pays_a_soldier_and_misses_the_turn():
    game = position(soldiers=[4, 10, 10], lands="South America", **MISDEMEANOUR)
    game.play("antarctica")
    assert (game.soldiers[0], game.rsz, game.garrison) == (3, 1, 76)
    assert (game.space(0), game.question.name, game.turn) == ("S03", "start_menu", 1)


def test_wd_262_a_masked_answer_is_punished_exactly_once():
    game = position(soldiers=[5, 10, 10], **MISDEMEANOUR)
    game.play("pay two")
    assert (game.soldiers, game.rsz) == ([4, 10, 10], 1)
    assert (game.question.name, game.seat) == ("movement_throw", 0)


def test_wd_263_jumping_the_gun_is_punished_and_the_question_stays_open():
    game = position(soldiers=5, knows={}, lands="rsz", **MISDEMEANOUR)
    game.play("theme T01")
    game.play("name +1")
    game.play("roll", seat=2)
    assert (game.soldiers, game.rsz) == ([4, 4, 4], 3)
    assert (game.question.name, game.seat) == ("raise_or_ask", 0)


def test_wd_265_a_swap_of_closed_cards_moves_no_card_and_the_turn_is_missed():
    cards = {0: ["Cairo", "Chile"], 1: ["Peru"]}
    game = position(cards=cards, closed="Africa", queue=["M14"], lands="S01", **MISDEMEANOUR)
    game.play("accept")
    assert game.question.name == "card_own"
    game.play("card Cairo")
    assert (game.cards(0), game.cards(1)) == (["Chile", "Cairo"], ["Peru"])
    assert (game.soldiers[0], game.turn) == (9, 1)


def test_wd_266_the_reprimand_is_one_soldier_on_the_zone():
    game = position(soldiers=[5, 10, 10], lands="paradies", **MISDEMEANOUR)
    game.play("roll")
    assert (game.soldiers[0], game.rsz) == (4, 1)
    assert (game.question.name, game.turn) == ("start_menu", 1)


def test_wd_266_the_last_soldier_puts_the_offender_out():
    game = position(soldiers=[1, 10, 10], cards={0: ["Rome"]}, lands="paradies", **MISDEMEANOUR)
    game.play("roll")
    assert (game.in_play, game.rsz, game.turn) == ([1, 2], 1, 1)
    assert "Rome" in game.pack


def test_wd_266_who_jumps_the_gun_with_the_last_soldier_is_out_and_the_question_stays():
    game = position(soldiers=[5, 10, 1], lands="paradies", **MISDEMEANOUR)
    game.play("roll", seat=2)
    assert (game.in_play, game.question.name, game.seat) == ([0, 1], "paradies", 0)


def test_wd_266_the_game_is_over_when_one_player_is_left():
    game = position(players=2, soldiers=[5, 1], lands="paradies", **MISDEMEANOUR)
    game.play("roll", seat=1)
    assert game.winner == 0


def test_amb_137_nothing_is_charged_while_europe_is_closed():
    game = position(soldiers=5, closed="Europe", lands="paradies", **MISDEMEANOUR)
    game.play("roll")
    assert (game.soldiers, game.rsz, game.turn) == ([5, 5, 5], 0, 1)


def test_wd_267_a_cheat_loses_cards_and_soldiers_and_is_out():
    game = position(soldiers=[8, 10, 10], cards={0: ["Rome"]}, khyber_pass=0, lands="paradies", **EJECT)
    game.play("roll")
    assert (game.in_play, game.garrison, game.khyber_pass) == ([1, 2], 80, None)
    assert "Rome" in game.pack
    assert (game.space(0), game.turn) == (None, 1)


def test_wd_267_a_bluff_with_a_cheat_is_won_by_the_other_side():
    game = position(soldiers=[5, 1, 5], knows={}, lands="rsz", **EJECT)
    game.play("theme T01")
    game.play("name +1")
    game.play("roll", seat=0)
    assert (game.in_play, game.soldiers[1], game.rsz) == ([1, 2], 2, 0)


def test_wd_267_what_hung_on_a_cheat_is_dropped():
    game = position(soldiers=5, lands="decimate", **EJECT)
    game.play("name +1")
    game.play("roll", seat=1)
    assert (game.in_play, game.question.name, game.turn) == ([0, 2], "start_menu", 2)


@pytest.mark.parametrize("seat", [1, 2, 7, -1])
def test_who_is_out_interned_or_absent_can_not_jump_the_gun(seat):
    game = position(soldiers=5, ice_house={1: 2}, out=[2], **MISDEMEANOUR)
    before = game.state.to_bytes()
    with pytest.raises(WrongSeat):
        game.play("roll", seat=seat)
    assert game.state.to_bytes() == before


@pytest.mark.parametrize("answer", ["nonsense", "Roll", -1, len(ACTIONS), None, 1.5, True])
def test_what_is_no_action_stays_an_error(answer):
    game = position(**MISDEMEANOUR)
    before = game.state.to_bytes(), list(game.lines)
    with pytest.raises(IllegalAction):
        game.play(answer)
    assert (game.state.to_bytes(), list(game.lines)) == before


def test_nobody_is_punished_before_the_first_turn():
    game = WorldDominance(Config(num_players=3, **EJECT), seed=1)
    chooser = game.seat
    game.play("roll")
    assert game.in_play == [0, 1, 2]
    assert game.piece(chooser) == "Tommy Unknown"


def test_a_record_tells_illegal_answers_and_replays_them():
    game = position(soldiers=[5, 10, 10], lands="paradies", **MISDEMEANOUR)
    game.play("roll", seat=2)
    game.play("take")
    assert [str(line) for line in game.lines] == ["2! roll", "0! take"]
    assert [Line.parse(str(line)) for line in game.lines] == game.lines


def offending(seed, options):
    """A random game in which one answer out of ten is whatever comes to mind."""
    luck = random.Random(seed)
    table = WorldDominance(Config(num_players=2 + seed % 4, max_turns=60, **options), luck="asked")
    while not table.is_over:
        yield table
        asked = table.question.kind == DECISION
        if luck.random() < 0.1 and table.state.turn_number > 0:
            seat = luck.choice([seat for seat in table.in_play if not table.interned(seat)] or [table.seat])
            legal = asked and seat == table.seat
            try:
                table.play(luck.randrange(len(ACTIONS)) if legal else "roll", seat=seat)
            except WrongSeat:
                assert table.interned(seat)
        else:
            table.play(luck.choice(table.options()))
    yield table


@pytest.mark.parametrize("options", [MISDEMEANOUR, EJECT, {**MISDEMEANOUR, "manual_declarations": True}])
@pytest.mark.parametrize("seed", range(12))
def test_games_with_illegal_answers_hold_every_invariant_and_replay(seed, options):
    memory = [0] * MEMORY
    for answers, table in enumerate(offending(seed, options)):
        if answers == 0:
            begin(table.state, memory, [0] * TALLY)
        check_state(table.state)
        memory[AT_BONUS] = 1  # the win test may wait for a second draw
        assert recount(table.state, memory) == WHOLE
        assert table.is_over or table.options()
    assert any(line.is_illegal for line in table.lines)
    again = WorldDominance.replay(table.game, Record.loads(table.record().dumps()))
    assert again.state == table.state


def test_a_line_that_is_not_as_illegal_as_it_says_is_refused():
    *_, table = offending(1, MISDEMEANOUR)
    text = table.record().dumps()
    first = next(str(line) for line in table.lines if line.is_illegal)
    with pytest.raises(StateError, match=r"cannot be played: .* is illegal there"):
        WorldDominance.replay(table.game, Record.loads(text.replace(first, first.replace("!", ""), 1)))
