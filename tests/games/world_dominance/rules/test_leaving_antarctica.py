"""Leaving Antarctica, and Antarctica closed completely or half (WD-225 to WD-228)."""

import pytest

from tests.games.world_dominance.rule_settings import position

WEST, SAB = "Antarctica West", "Antarctica Research Station (SAB)"
GATES = ("region South America", "region Australasia")


def test_wd_225_the_only_exits_are_the_two_continent_spaces():
    game = position(at={0: "ANT"})
    game.play("roll", "playing dice 3")
    assert (game.seat, tuple(game.legal_texts())) == (0, GATES)


def test_wd_226_the_gate_is_chosen_after_the_throw_and_the_way_is_clockwise():
    game = position(at={0: "ANT"}, queue=["M08"])
    game.play("roll", "playing dice 3")
    south_america, australasia = game, game.copy()
    south_america.play("region South America")
    australasia.play("region Australasia")
    assert (south_america.board.space(0), australasia.board.space(0)) == ("S05", "S21")


@pytest.mark.parametrize(("throw", "spaces"), [(1, ("S03", "S19")), (5, ("S07", "S23")), (6, ("S08", "S00"))])
def test_amb_090_the_gate_itself_is_the_first_step(throw, spaces):
    for gate, space in zip(GATES, spaces, strict=True):
        game = position(at={0: "ANT"})
        game.play("roll", f"playing dice {throw}")
        game.play(gate)
        assert game.board.space(0) == space


def test_amb_090_a_one_lands_on_the_gate_and_plays_it():
    game = position(at={0: "ANT"}, cards={0: ["Rome"]})
    game.play("roll", "playing dice 1")
    game.play("region Australasia")
    assert game.legal_texts() == ["take", "pass", "jetstream", "antarctica"]


@pytest.mark.parametrize("closed", ["South America", "Australasia", "Antarctica"])
def test_amb_091_a_closure_holds_nobody_back_on_antarctica(closed):
    game = position(at={0: "ANT"}, closed=closed)
    game.play("roll", "playing dice 1")
    assert tuple(game.legal_texts()) == GATES


def test_wd_227_antarctica_as_a_whole_can_be_closed():
    game = position(queue=["M03", "M08"], lands="S01")
    game.play("region Antarctica")
    assert game.board.closed == "Antarctica"


@pytest.mark.parametrize("gate", ["South America", "Australasia"])
def test_wd_227_nobody_enters_a_closed_antarctica(gate):
    game = position(cards={0: ["Rome"]}, closed="Antarctica", lands=gate)
    assert game.legal_texts() == ["take", "pass", "jetstream"]


def test_wd_227_the_cards_of_a_closed_antarctica_are_frozen():
    holdings = {0: [WEST, "Rome"], 1: [SAB]}
    assert position(cards=holdings, closed="Antarctica", queue=["M14"], lands="S01").seat == 1
    assert position(cards=holdings, closed="Antarctica", queue=["M15"], lands="S01").legal_texts() == ["card Rome"]


def test_wd_228_with_australasia_closed_the_way_from_south_america_is_left():
    game = position(cards={0: ["Rome"]}, closed="Australasia", lands="South America")
    assert "antarctica" in game.legal_texts()
    game = position(cards={0: ["Rome"]}, closed="Australasia", lands="Australasia")
    assert (game.board.turn, game.board.space(0)) == (1, "S19")


def test_wd_228_the_other_half_cannot_be_closed_in_addition(tmp_path):
    deck = tmp_path / "deck.toml"
    row = '[[manoeuvre]]\nid = "{}"\ntitle = "Close {}"\norigin = "reconstructed"\noptional = false\neffect = "close"\n'
    deck.write_text(row.format("C1", "one") + row.format("C2", "two"))
    game = position(manoeuvre_deck=str(deck), closed="Australasia", queue=["M02"], lands="S01")
    assert (game.board.turn, game.board.closed) == (1, "Australasia")
    assert game.board.manoeuvre_pack == ([], ["M02"])
