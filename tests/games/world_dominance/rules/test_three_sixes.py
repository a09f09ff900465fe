"""The three sixes and the pardon (WD-171 to WD-180)."""

from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.table import WorldDominanceTable

SIXES = ["playing dice 6"] * 3
SHIPPED_RING = (files("wd_env.games.world_dominance") / "data" / "board_ring24.toml").read_text("utf-8")
NO_SIXES = ["playing dice 2", "playing dice 5", "playing dice 1"]


def in_purgatory(*throws: str, **table: Any) -> WorldDominanceTable:
    game = position(lands="purgatory", **table)
    for throw in throws:
        game.play(throw)
    return game


def chance_of_three_sixes(game: WorldDominanceTable) -> Fraction:
    """Return the exact chance of three sixes over all sequences of the remaining throws."""
    if game.node.name != "purgatory_throw":
        return Fraction(game.node.name == "three_sixes")
    chance = Fraction(0)
    weights = game.chance_weights()
    for throw, weight in weights.items():
        branch = game.copy()
        branch.play(throw)
        chance += Fraction(weight, sum(weights.values())) * chance_of_three_sixes(branch)
    return chance


def test_wd_171_three_throws_lie_between_the_landing_and_the_purgadies_card():
    game = position(at={0: "S14"})
    game.play("roll", "playing dice 4")
    for throw in (6, 1, 6):
        assert game.node.name == "purgatory_throw"
        game.play(f"playing dice {throw}")
    assert game.node.name == "purgatory_draw"


def test_wd_171_three_sixes_in_a_row_have_one_chance_in_216():
    assert chance_of_three_sixes(in_purgatory()) == Fraction(1, 216)


def test_wd_172_a_six_that_led_here_is_the_first_of_the_three():
    game = position(at={0: "S12"})
    game.play("roll", "playing dice 6")
    assert chance_of_three_sixes(game) == Fraction(1, 36)
    game.play("playing dice 6", "playing dice 6")
    assert game.node.name == "three_sixes"


@pytest.mark.parametrize("throws", [["playing dice 6", "playing dice 5"], ["playing dice 5", "playing dice 6"]])
def test_wd_172_then_only_two_throws_are_made(throws):
    game = position(at={0: "S12"})
    game.play("roll", "playing dice 6", *throws)
    assert game.node.name == "purgatory_draw"


def test_wd_172_a_six_out_of_antarctica_is_the_first_of_the_three_as_well(tmp_path):
    """Use a ring with Gain and Purgatory exchanged: on the bundled one Purgatory is too far from the gates."""
    gain, purgatory = 'kind = "gain"\nregion = "North America"', 'kind = "purgatory"\nregion = "Australasia"'
    own = tmp_path / "ring.toml"
    own.write_text(SHIPPED_RING.replace(gain, "@").replace(purgatory, gain).replace("@", purgatory))
    game = position(at={0: "ANT"}, board=str(own))
    game.play("roll", "playing dice 6")
    game.play("region South America")
    assert chance_of_three_sixes(game) == Fraction(1, 36)


def test_wd_172_any_other_throw_that_led_here_counts_for_nothing():
    game = position(at={0: "S13"})
    game.play("roll", "playing dice 5")
    assert chance_of_three_sixes(game) == Fraction(1, 216)


def test_wd_173_three_sixes_offer_three_soldiers_and_a_pardon():
    game = in_purgatory(*SIXES, soldiers=[4, 10, 10])
    assert (game.node.name, game.legal_texts()) == ("three_sixes", ["accept", "decline"])
    game.play("accept", "playing dice 1")
    assert (game.board.soldiers, game.board.garrison, game.board.pardon) == ([7, 10, 10], 73, 0)
    assert not any("purgadies" in line.text for line in game.lines)
    assert (game.node.name, game.board.turn) == ("start_menu", 1)


def test_wd_174_refusing_ends_the_turn_with_neither_and_without_a_purgadies_card():
    game = in_purgatory(*SIXES, soldiers=[4, 10, 10])
    game.play("decline")
    assert (game.board.soldiers, game.board.pardon) == ([4, 10, 10], None)
    assert (game.node.name, game.board.turn) == ("start_menu", 1)


def test_wd_175_a_pardoned_player_draws_no_purgadies_card():
    game = in_purgatory(*NO_SIXES, pardon=0)
    assert (game.node.name, game.board.turn, game.board.pardon) == ("start_menu", 1, 0)


def test_wd_175_another_player_s_pardon_helps_nobody_else():
    assert in_purgatory(*NO_SIXES, pardon=1).node.name == "purgatory_draw"


def test_wd_176_the_three_throws_are_made_by_a_pardoned_player_too():
    game = position(at={0: "S15"}, pardon=0)
    game.play("roll", "playing dice 3")
    assert chance_of_three_sixes(game) == Fraction(1, 216)


@pytest.mark.parametrize("answer", ["accept", "decline"])
@pytest.mark.parametrize("pardoned", [0, 1])
def test_wd_177_three_sixes_of_anybody_end_the_pardon_that_was(pardoned, answer):
    game = in_purgatory(*SIXES, pardon=pardoned)
    assert game.board.pardon is None
    game.play(answer)
    assert game.board.pardon == (0 if answer == "accept" else None)


def test_wd_177_two_sixes_do_not_end_a_pardon():
    game = in_purgatory("playing dice 6", "playing dice 6", "playing dice 5", pardon=1)
    assert game.board.pardon == 1


def test_wd_178_a_pardoned_player_may_sell_again():
    game = in_purgatory(*SIXES, soldiers=[7, 10, 10], pardon=0)
    game.play("accept", "playing dice 1")
    assert (game.board.soldiers[0], game.board.pardon) == (10, 0)


def test_wd_179_each_further_six_in_a_row_earns_one_soldier():
    game = in_purgatory(*SIXES, soldiers=[4, 10, 10])
    game.play("accept")
    assert game.chance_weights() == {f"playing dice {face}": 1 for face in range(1, 7)}
    game.play("playing dice 6", "playing dice 6", "playing dice 3")
    assert (game.board.soldiers, game.board.garrison) == ([9, 10, 10], 71)
    assert (game.node.name, game.board.turn) == ("start_menu", 1)


def test_wd_179_the_throwing_stops_at_the_first_other_face():
    game = in_purgatory(*SIXES, soldiers=[4, 10, 10])
    game.play("accept", "playing dice 5")
    assert (game.board.soldiers[0], game.board.turn) == (7, 1)


def test_wd_179_an_empty_garrison_pays_nothing():
    game = in_purgatory(*SIXES, soldiers=[60, 30, 8])
    game.play("accept", "playing dice 6", "playing dice 1")
    assert (game.board.soldiers, game.board.garrison) == ([62, 30, 8], 0)


@pytest.mark.parametrize("miss", [0, 1, 2])
def test_wd_180_one_throw_that_is_no_six_brings_the_purgadies_card(miss):
    throws = list(SIXES)
    throws[miss] = "playing dice 2"
    assert in_purgatory(*throws).node.name == "purgatory_draw"


def test_amb_074_a_six_does_not_count_when_a_manoeuvre_card_led_here():
    game = position(at={0: "S11"}, queue=["M21"])
    game.play("roll", "playing dice 6")
    game.play("accept")
    game.play("space S18")
    assert chance_of_three_sixes(game) == Fraction(1, 216)


def test_amb_074_nor_does_a_six_the_drawer_threw_count_for_whom_he_sends_here():
    game = position(at={0: "S11"}, queue=["M23"])
    game.play("roll", "playing dice 6")
    game.play("name +1")
    assert (game.seat, chance_of_three_sixes(game)) == (1, Fraction(1, 216))


def test_amb_078_a_pardon_ends_with_its_holder():
    game = position(soldiers=[1, 10, 10], pardon=0, lands="lose")
    game.play("soldier dice 1")
    assert (game.board.in_play, game.board.pardon) == ([1, 2], None)


def test_amb_078_a_striker_does_not_inherit_a_pardon():
    game = position(soldiers=[10, 1, 10], pardon=1, lands="decimate")
    game.play("name +1", "soldier dice 1")
    assert game.board.pardon is None
