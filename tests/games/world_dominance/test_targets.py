"""The spaces, seats and cards that actions of World Dominance concern, which front-ends mark and let users click."""

import pytest

from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.text.option_targets import action_targets
from wd_env.games.world_dominance.text.scene import scene_of
from wd_env.games.world_dominance.text.scene_json import scene_data

POLE = "place 24"


def place_of(game, region):
    spaces = scene_data(scene_of(game))["board"]["spaces"]
    return next(f"place {space['place']}" for space in spaces if space["is_continent"] and space["region"] == region)


@pytest.mark.parametrize("board", ["ring24", "ring30"])
@pytest.mark.parametrize(
    ("lands", "goes_to"), [("North America", "Australasia"), ("South America", "Asia"), ("Europe", "Africa")]
)
def test_the_jetstream_is_about_the_continent_where_it_ends_and_no_other(board, lands, goes_to):
    game = position(lands=lands, board=board)
    assert [action_targets(game, option) for option in ("take", "pass", "jetstream")] == [
        (),
        (),
        (place_of(game, goes_to),),
    ]


def test_a_seat_is_named_by_its_number_from_whichever_seat_answers():
    game = position(4, lands="decimate", turn=2)
    assert {option: action_targets(game, option) for option in game.legal_texts()} == {
        "name self": ("seat 2",), "name +1": ("seat 3",), "name +2": ("seat 0",), "name +3": ("seat 1",),
    }  # fmt: skip


def test_continent_dice_are_about_the_continent_and_cards_about_the_card():
    game = position(lands="S08")
    throws = {option: action_targets(game, option) for option in game.legal_texts() if "dice" in option}
    regions = [option.removeprefix("continent dice ") for option in throws]
    assert len(regions) >= 6
    assert list(throws.values()) == [(POLE if name == "Antarctica" else place_of(game, name),) for name in regions]
    game = position(lands="Asia")
    game.play("take")
    drawn = [option for option in game.legal_texts() if option.startswith("draw ")]
    assert len(drawn) > 3
    cards = [f"card {CARD_TITLES.index(option.removeprefix('draw '))}" for option in drawn]
    assert [action_targets(game, option) for option in drawn] == [(card,) for card in cards]
