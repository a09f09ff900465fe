"""The help of an option: its effect, with its numbers, for every option."""

from typing import Any

import pytest

from tests.games.world_dominance.random_nodes import random_nodes
from wd_env.errors import IllegalAction
from wd_env.games.world_dominance.definitions.actions import CARD, CARD_TITLES
from wd_env.games.world_dominance.definitions.decision_table import NODES
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.text.help.action_help import HELP
from wd_env.games.world_dominance.text.record_text import NODE_TEXTS
from wd_env.games.world_dominance.text.table_text import action_help

AGREED: list[dict[str, Any]] = [
    {},
    {"manual_declarations": True, "allow_ice_breakout": True},
    {"allow_incorrect_runs": True, "knowledge_model": "constant"},
    {"knowledge_model": "quiz", "spelling_demand": True},
]


def test_every_option_of_every_question_has_a_sentence():
    helped = set()
    for players in (2, 3, 4, 5):
        for seed in range(6):
            for table in random_nodes(players, seed, max_turns=100, **AGREED[seed % len(AGREED)]):
                for option in table.legal_texts():
                    sentence = action_help(table, option)
                    assert sentence[0].isupper()
                    assert sentence.endswith((".", '."')), sentence
                    helped.add((table.node.name, option.split()[0]))
    assert len(helped) > 60
    assert {("pre_set_claim", "decline"), ("ice_breakout", "break"), ("run_length", "length")} <= helped
    assert {name for name, _ in helped} >= {"start_menu", "continent", "card_wanted", "raise_or_ask", "decimate"}


def test_every_decision_has_a_help_and_every_question_a_sentence():
    assert set(HELP) == {question.name for question in NODES if question.kind == "player"}
    asked = {question.name for question in NODES if question.kind in ("player", "chance")}
    assert set(NODE_TEXTS) == asked


@pytest.mark.parametrize(
    ("made", "option", "sentence"),
    [
        (
            {"lands": "Africa"},
            "take",
            "Draw one of 10 cards of Africa face down for its price, 1 to 3 soldiers.",
        ),
        (
            {"lands": "Africa", "soldiers": [2, 9, 9]},
            "take",
            "Draw one of 10 cards of Africa face down for its price, 1 to 3 soldiers; "
            "it may cost your last soldier and put you out.",
        ),
        (
            {"lands": "Asia"},
            "take",
            "Draw one of 10 cards of Asia face down for its price, 1 to 3 soldiers "
            "(China is your picture: free, with a second draw).",
        ),
        (
            {"lands": "Africa", "at": {1: "S11"}},
            "jetstream",
            "Cross by the Jetstream, free, and land on S11 Europe Continent Space, "
            "trespassing: one soldier each to seat 1.",
        ),
        (
            {"lands": "South America", "cards": {0: ["Rome"], 2: ["Antarctica Research Station (SAB)"]}},
            "antarctica",
            "Go to Antarctica to cede a coloured card for one of its cards; seat 2 may block you.",
        ),
        (
            {"lands": "decimate", "soldiers": [10, 10, 2]},
            "name +1",
            "Throw the Soldier Dice against seat 1: 1 to 3 of 10 soldiers go to the Garrison.",
        ),
        (
            {"lands": "decimate", "soldiers": [10, 10, 2]},
            "name +2",
            "Throw the Soldier Dice against seat 2: on 2 or more seat 2 is struck out and you take all; "
            "less is paid to the Garrison.",
        ),
        (
            {"lands": "decimate", "soldiers": [10, 10, 3]},
            "name +2",
            "Throw the Soldier Dice against seat 2: on 3 or more seat 2 is struck out and you take all; "
            "less is paid to the Garrison.",
        ),
        (
            {"at": {0: "S22"}},
            "roll",
            "Throw the Playing Dice and move 1 to 6 spaces clockwise: S23 to S04.",
        ),
        (
            {"soldiers": [40, 29, 29]},
            "reinforce",
            "Take 2 soldiers from the Garrison, once in the game; then your turn continues.",
        ),
        (
            {"lands": "ice_house"},
            "be interned",
            "Take 2 soldiers and miss 3 turns; no player can touch you meanwhile.",
        ),
    ],
)
def test_a_help_says_what_the_answer_does_with_its_numbers(made, option, sentence):
    assert action_help(position(**made), option) == sentence


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("demand spelling", "Seat 1 must spell the answer out; 50 in 100 right answers pass."),
        ("decline", "Let seat 1 just answer."),
    ],
)
def test_who_may_demand_spelling_is_told_the_odds(option, sentence):
    four = [title for title in CARD_TITLES if title.startswith("Antarctica") and "South Pole" not in title]
    game = position(players=2, cards={1: [*four, "Cairo"]}, turn=1, lands="ANT", knows={}, spelling_demand=True)
    for answer in ("card Cairo", "name +1", game.game.actions.text(CARD + game.state.south_pole)):
        game.play(answer)
    assert action_help(game, option) == sentence


def test_a_set_that_may_be_stacked_is_explained():
    five = ["Mozambique", "Cairo", "Kenya", "Angola", "Nigeria"]
    game = position(cards={1: five}, lands="lose", variant="ten_card", manual_stacking=True)
    game.play("soldier dice 1")
    assert action_help(game, "stack") == (
        "Stack the five cards of Africa: they cannot be lost any more, and you take 3 soldiers."
    )
    assert action_help(game, "wait") == (
        "Leave the five cards of Africa in play, where they can be lost; you decide again when your next turn begins."
    )


def test_a_matched_raise_is_weighed_by_the_knowledge_of_the_one_who_answers():
    game = position(players=2, lands="rsz", knows={1: ["T05"]})
    game.play("theme T05")
    game.play("name +1")
    game.play("raise")
    assert "you know it, right 90 times in 100" in action_help(game, "match")


def test_the_help_says_which_seat_is_ones_own_ally():
    for turn, option, words in (
        (0, "name +1", "seat 1 (your Ally, 4 soldiers)"),
        (1, "name +3", "seat 0 (your own piece, 9 soldiers)"),
    ):
        table = position(players=2, variant="ally", soldiers=[9, 4, 9], allies=[1], turn=turn, lands="rsz")
        table.play("theme T01")
        assert words in action_help(table, option)


def test_help_for_an_illegal_action_is_rejected():
    with pytest.raises(IllegalAction, match="'take' is illegal at start_menu"):
        action_help(position(), "take")
