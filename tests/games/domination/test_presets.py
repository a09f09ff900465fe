"""Named configurations (ledger 7)."""

import pytest

from wd_env.errors import ConfigError
from wd_env.games.domination.config import PRESETS, Config


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("help", {}),
        ("italian_help", {"card_values": "italian"}),
        ("italian_2022", {"card_values": "italian", "min_new_armies": 0, "italian_bonus": "free_each"}),
        ("quick", {"auto_place": "all", "blitz": True, "attack_dice": "max", "card_values": "fixed"}),
    ],
)
def test_a_preset_is_what_the_ledger_says(name, options):
    assert Config.preset(name) == Config(**options)
    assert Config.preset(name).max_defence_dice == (3 if "italian" in name else 2)


def test_the_presets_are_those_of_the_ledger():
    assert list(PRESETS) == ["help", "italian_help", "italian_2022", "quick"]


def test_other_options_go_before_those_of_the_preset():
    assert Config.preset("quick", num_players=5, card_values="italian") == Config(
        num_players=5, auto_place="all", attack_dice="max", card_values="italian"
    )


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("fast", {}, "unknown preset 'fast'; expected help, italian_help, italian_2022, quick"),
        ("quik", {}, "did you mean quick?"),
        ("quick", {"num_players": 9}, "num_players: expected an integer from 2 to 6, got 9"),
    ],
)
def test_an_unknown_preset_is_rejected_with_one_line(name, options, message):
    with pytest.raises(ConfigError) as problem:
        Config.preset(name, **options)
    assert message in str(problem.value)
    assert "\n" not in str(problem.value)
