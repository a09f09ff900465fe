"""The help of a game in the terminal describes its orders, and the prompt names the player to move."""


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
