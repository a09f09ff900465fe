"""The help of a game in the terminal describes its orders, and the prompt names the player to move."""

import pytest


def test_superpowers_explains_powers_units_and_orders(wd):
    start = ("play", "--game", "superpowers", "--seats", "human,random,random,random", "--seed", 3)
    shown = wd(*start, "--price-list", "online", typed="eu\n?\nq\nq\n")
    words = " ".join(shown.out.split())
    assert "European Union (player 0) [1 to 2, ? for help]: " in words
    assert "eu European Union (capital germany)" in words
    assert "I infantry unit (3)" in words  # the book sells two for 5
    assert "X production complex (15)" in words
    assert "G general (not sold), L ruler (not sold)" in words
    assert "air defence unit" not in words  # only the advanced rules sell it
    assert "`buy I4 T1, X france`" in words


@pytest.mark.parametrize(
    ("options", "is_listed"),
    [
        (("--game", "superpowers", "--seats", "human,random,random,random"), False),
        (("--game", "domination", "--seats", "human,random"), False),
        (("--seats", "human,random"), False),
        (("--seats", "human,random,random", "--knowledge-model", "quiz"), True),
    ],
)
def test_the_command_for_quiz_answers_is_listed_only_in_a_quiz(wd, options, is_listed):
    shown = wd("play", *options, "--seed", 3, typed="?\nq\nq\n")
    assert "undo the last entry" in shown.out
    assert ("show the printed answer of a quiz question" in shown.out) == is_listed
