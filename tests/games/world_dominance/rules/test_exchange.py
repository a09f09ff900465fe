"""The exchange on Antarctica: a coloured card for a white one (WD-207 to WD-212)."""

from tests.games.world_dominance.rule_settings import position

WEST, EAST, NORTH = "Antarctica West", "Antarctica East", "Antarctica North"
SAB = "Antarctica Research Station (SAB)"
WHITE_PACK = {"Antarctica": [EAST, NORTH]}


def test_wd_207_the_sources_are_the_world_pack_and_each_card_of_an_opponent():
    game = position(cards={0: ["Rome", SAB], 1: [WEST]}, pack=WHITE_PACK, lands="Australasia")
    game.play("antarctica")
    assert game.legal_texts() == ["world pack", f"card {WEST}"]


def test_wd_207_from_the_world_pack_the_card_comes_face_down():
    game = position(cards={0: ["Rome", SAB], 1: [WEST]}, pack=WHITE_PACK, lands="Australasia")
    game.play("antarctica")
    game.play("world pack")
    game.play("card Rome")
    assert game.chance_weights() == {f"draw {EAST}": 1, f"draw {NORTH}": 1}


def test_wd_207_with_no_antarctica_card_in_the_pack_only_the_opponents_are_left():
    game = position(cards={0: ["Rome"]}, pack={"Antarctica": []}, keeper=2, lands="Australasia")
    game.play("antarctica")
    assert game.legal_texts() == [f"card {WEST}", f"card {SAB}", f"card {EAST}", f"card {NORTH}"]


def test_wd_208_the_coloured_card_goes_to_the_opponent_whose_card_is_taken():
    game = position(cards={0: ["Rome", "Havana"], 1: [WEST]}, lands="Australasia")
    game.play("antarctica")
    game.play(f"card {WEST}")
    assert game.legal_texts() == ["card Havana", "card Rome"]
    game.play("card Havana")
    assert game.board.cards(0) == [WEST, "Rome"]
    assert game.board.cards(1) == ["Havana"]


def test_wd_208_the_coloured_card_goes_to_the_pack_from_which_the_white_one_comes():
    game = position(cards={0: ["Rome", "Havana"], 1: [WEST]}, lands="Australasia")
    game.play("antarctica")
    game.play("world pack")
    game.play("card Havana", f"draw {EAST}")
    assert game.board.cards(0) == [EAST, "Rome"]
    assert "Havana" in game.board.pack


def test_wd_208_a_white_card_cannot_be_ceded():
    game = position(cards={0: ["Rome", SAB]}, lands="Australasia")
    game.play("antarctica")
    game.play("world pack")
    assert game.legal_texts() == ["card Rome"]


def test_wd_208_washington_is_a_coloured_card_like_any_other():
    game = position(cards={0: ["Washington"]}, lands="Australasia")
    game.play("antarctica")
    game.play("world pack")
    assert game.legal_texts() == ["card Washington"]


def test_wd_209_the_coloured_card_is_handed_over_before_the_draw():
    game = position(cards={0: ["Rome"]}, lands="Australasia")
    game.play("antarctica")
    game.play("world pack")
    game.play("card Rome")
    assert game.node.name == "face_down_draw"
    assert game.board.cards(0) == []
    assert "Rome" in game.board.pack


def test_wd_209_ceding_down_to_exactly_five_wins_before_the_antarctica_card_is_drawn():
    six = ["Rome", "Athens", "Spain", "France", "Berlin", "British Islands"]
    game = position(cards={0: six}, lands="Australasia")
    game.play("antarctica")
    game.play("world pack")
    game.play("card Rome")
    assert (game.winner, game.board.cards(0)) == (0, ["Athens", "Spain", "France", "Berlin", "British Islands"])


def test_wd_210_no_soldiers_change_hands_in_the_exchange():
    game = position(soldiers=[6, 3, 10], cards={0: ["Rome"], 1: [WEST]}, lands="Australasia")
    game.play("antarctica")
    game.play(f"card {WEST}")
    game.play("card Rome")
    assert (game.board.soldiers, game.board.garrison) == ([6, 3, 10], 81)


def test_wd_212_the_antarctica_cards_of_an_interned_player_cannot_be_taken():
    game = position(cards={0: ["Rome"], 1: [WEST], 2: [EAST]}, ice_house={1: 2}, lands="Australasia")
    game.play("antarctica")
    assert game.legal_texts() == ["world pack", f"card {EAST}"]


def test_amb_099_an_opponents_four_antarctica_cards_can_be_raided():
    game = position(cards={0: ["Rome"], 1: [WEST, SAB, EAST, NORTH]}, lands="Australasia")
    game.play("antarctica")
    game.play(f"card {NORTH}")
    game.play("card Rome")
    assert (game.board.cards(0), game.board.cards(1)) == ([NORTH], [WEST, SAB, EAST, "Rome"])


def test_amb_102_a_ceded_card_that_completes_the_receivers_set_makes_the_receiver_win():
    blue = ["Athens", "Spain", "France", "British Islands"]
    game = position(cards={0: ["Rome"], 1: [WEST, *blue]}, lands="Australasia")
    game.play("antarctica")
    game.play(f"card {WEST}")
    game.play("card Rome")
    assert (game.winner, game.is_terminal) == (1, True)
    assert WEST in game.board.cards(1)


def test_amb_102_a_ceded_card_that_makes_a_pre_set_earns_the_receiver_two_soldiers():
    game = position(cards={0: ["Rome"], 1: [WEST, "Athens", "Spain", "British Islands"]}, lands="Australasia")
    game.play("antarctica")
    game.play(f"card {WEST}")
    game.play("card Rome")
    assert game.board.soldiers == [10, 12, 10]
