"""The Purgadies Cards: losing in Purgatory, winning in Paradies (WD-157 to WD-160)."""

from typing import Any

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.table import WorldDominanceTable

SIX_CARDS = {
    "purgadies antarctica": 1,
    "purgadies strategic_point": 1,
    "purgadies country": 1,
    "purgadies city": 1,
    "purgadies reprieve": 1,
    "purgadies life_death": 1,
}


def before_the_draw(space: str, **table: Any) -> WorldDominanceTable:
    """Return a game in which P1 with five soldiers is about to draw a Purgadies Card."""
    game = position(soldiers=[5, 10, 10], lands=space, **table)
    if space == "paradies":
        game.play("pay two")
    else:
        for _ in range(3):
            game.play("playing dice 1")
    return game


@pytest.mark.parametrize("space", ["purgatory", "paradies"])
def test_wd_157_any_of_the_six_cards_can_be_drawn(space):
    assert before_the_draw(space).legal_texts() == list(SIX_CARDS)


@pytest.mark.parametrize("space", ["purgatory", "paradies"])
def test_wd_158_each_is_equally_likely(space):
    assert before_the_draw(space).chance_weights() == SIX_CARDS


def test_wd_158_a_card_that_was_drawn_is_as_likely_the_next_time():
    game = before_the_draw("purgatory", at={1: "S01"})
    game.play("purgadies reprieve")
    game.play("roll", "playing dice 1")
    game.play("pay two")
    assert game.chance_weights() == SIX_CARDS


def test_wd_159_in_purgatory_the_named_thing_is_lost_to_the_world_pack():
    game = before_the_draw("purgatory", cards={0: ["Rome"]})
    game.play("purgadies city")
    game.play("card Rome")
    assert (game.board.cards(0), game.board.soldiers[0]) == ([], 5)
    assert "Rome" in game.board.pack


def test_wd_159_in_paradies_the_named_thing_is_won_from_the_world_pack():
    game = before_the_draw("paradies", cards={0: ["Rome"]})
    game.play("purgadies city")
    game.play("card Cairo")
    assert (game.board.cards(0), game.board.soldiers[0]) == (["Cairo", "Rome"], 3)


@pytest.mark.parametrize(("space", "soldiers"), [("purgatory", 5), ("paradies", 3)])
def test_wd_160_reprieve_neither_takes_nor_gives(space, soldiers):
    game = before_the_draw(space, cards={0: ["Rome"]})
    game.play("purgadies reprieve")
    assert (game.board.cards(0), game.board.soldiers[0], game.board.turn) == (["Rome"], soldiers, 1)
