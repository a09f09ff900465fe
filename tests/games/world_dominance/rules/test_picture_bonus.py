"""The bonus for a player's own picture card (WD-066 to WD-072)."""

from tests.games.world_dominance.rule_settings import position

CAESAR = {0: "Julius Caesar"}
NORTH = "Antarctica North"


def test_wd_066_ones_own_picture_card_is_free():
    game = position(soldiers=[6, 10, 10], pieces=CAESAR, lands="Europe")
    game.play("take", "draw Rome")
    assert game.board.cards(0) == ["Rome"]
    assert game.board.soldiers[0] == 6
    assert game.node.name == "face_down_draw"


def test_wd_067_a_second_card_of_the_colour_has_to_be_drawn_and_paid_for():
    game = position(soldiers=[6, 10, 10], pieces=CAESAR, pack={"Europe": ["Rome", "Spain"]}, lands="Europe")
    game.play("take", "draw Rome")
    assert game.chance_weights() == {"draw Spain": 1}
    game.play("draw Spain")
    assert game.board.cards(0) == ["Rome", "Spain"]
    assert game.board.soldiers[0] == 4
    assert game.board.turn == 1


def test_wd_067_the_price_of_the_second_card_can_put_the_player_out():
    game = position(soldiers=[2, 10, 10], pieces=CAESAR, lands="Europe")
    game.play("take", "draw Rome", "draw Spain")
    assert game.board.in_play == [1, 2]
    assert {"Rome", "Spain"} <= set(game.board.pack)


def test_wd_067_the_second_card_brings_no_third():
    game = position(pieces=CAESAR, lands="Europe")
    game.play("take", "draw Rome", "draw Berlin")
    assert game.board.cards(0) == ["Rome", "Berlin"]
    assert game.board.turn == 1


def test_wd_068_without_another_card_of_the_colour_nothing_follows():
    game = position(soldiers=[6, 10, 10], pieces=CAESAR, pack={"Europe": ["Rome"]}, lands="Europe")
    game.play("take", "draw Rome")
    assert game.board.cards(0) == ["Rome"]
    assert game.board.soldiers[0] == 6
    assert game.board.garrison == 74
    assert game.board.turn == 1


def test_wd_069_a_picture_card_taken_from_a_player_brings_no_bonus():
    game = position(pieces={0: "Cleopatra"}, cards={1: ["Cairo"]}, lands="S01", queue=["M13"])
    game.play("card Cairo")
    assert game.board.cards(0) == ["Cairo"]
    assert game.board.turn == 1


def test_wd_069_a_picture_card_won_by_striking_its_holder_out_brings_no_bonus():
    game = position(pieces={0: "Cleopatra"}, soldiers=[5, 1, 5], cards={1: ["Cairo"]}, lands="decimate")
    game.play("name +1", "soldier dice 1")
    assert game.board.cards(0) == ["Cairo"]
    assert game.board.turn == 2


def test_wd_070_the_picture_card_of_another_is_an_ordinary_card():
    game = position(pieces={0: "Buddha", 1: "Julius Caesar"}, soldiers=5, lands="Europe")
    game.play("take", "draw Rome")
    assert game.board.soldiers == [4, 5, 5]
    assert game.board.turn == 1


def test_wd_071_the_picture_card_as_the_fifth_is_followed_by_a_sixth_and_does_not_win():
    game = position(
        soldiers=[8, 10, 10],
        pieces=CAESAR,
        cards={0: ["British Islands", "Athens", "Spain", "France"]},
        pack={"Europe": ["Rome", "Berlin"]},
        lands="Europe",
    )
    game.play("take", "draw Rome")
    assert game.chance_weights() == {"draw Berlin": 1}
    game.play("draw Berlin")
    assert len(game.board.cards(0)) == 6
    assert game.board.soldiers[0] == 7
    assert not game.is_terminal


def test_wd_071_the_picture_card_as_the_fifth_wins_when_no_second_card_is_left():
    held = {0: ["British Islands", "Athens", "Spain", "France"]}
    game = position(pieces=CAESAR, cards=held, pack={"Europe": ["Rome"]}, lands="Europe")
    game.play("take", "draw Rome")
    assert game.winner == 0


def test_wd_071_the_second_card_as_the_fifth_wins():
    held = {0: ["British Islands", "Athens", "Spain"]}
    game = position(pieces=CAESAR, cards=held, lands="Europe")
    game.play("take", "draw Rome", "draw Berlin")
    assert game.winner == 0
    assert game.board.soldiers[0] == 11  # the Pre Set of four brought two, Berlin cost one


def test_wd_072_ones_own_picture_card_chosen_in_paradies_calls_for_a_second_card():
    game = position(soldiers=[7, 10, 10], pieces={0: "Genghis Khan"}, lands="paradies")
    game.play("pay two", "purgadies country")
    game.play("card China", "draw Tehran")
    assert game.board.cards(0) == ["China", "Tehran"]
    assert game.board.soldiers[0] == 4


def test_amb_028_a_picture_card_as_the_fourth_pays_the_pre_set_before_the_second_draw():
    held = {0: ["British Islands", "Athens", "Spain"]}
    game = position(soldiers=[1, 10, 10], pieces=CAESAR, cards=held, lands="Europe")
    game.play("take", "draw Rome")
    assert game.board.soldiers[0] == 3
    assert game.node.name == "face_down_draw"


def test_amb_030_the_bonus_comes_again_when_the_card_is_lost_and_redrawn():
    game = position(players=2, pieces=CAESAR, at={1: "S17"}, closed="Australasia", lands="Europe", queue=["M15", "M13"])
    game.play("take", "draw Rome", "draw Spain")
    game.play("roll", "playing dice 1")
    game.play("roll", "playing dice 1")
    game.play("card Rome")
    game.play("roll", "playing dice 1")
    game.play("roll", "playing dice 1")
    game.play("card Rome", "draw Berlin")
    assert game.board.cards(0) == ["Rome", "Spain", "Berlin"]


def test_amb_031_the_second_card_after_a_continent_dice_win_is_paid_for():
    game = position(soldiers=[6, 10, 10], pieces=CAESAR, lands="gain")
    game.play("continent dice Europe")
    game.play("take", "draw Rome", "draw Spain")
    assert game.board.cards(0) == ["Rome", "Spain"]
    assert game.board.soldiers[0] == 4


def test_amb_032_ones_own_picture_card_taken_from_the_pack_by_a_card_brings_the_bonus():
    for card in ("M13", "M27"):
        game = position(soldiers=[6, 10, 10], pieces=CAESAR, lands="S01", queue=[card])
        if card == "M27":
            game.play("accept")
        game.play("card Rome", "draw Spain")
        assert game.board.cards(0) == ["Rome", "Spain"]
        assert game.board.soldiers[0] == 4


def test_r07_queen_maud_who_takes_north_face_up_in_paradies_draws_a_second_card():
    game = position(soldiers=7, pieces={0: "Queen Maud"}, cards={0: ["Havana"]}, lands="paradies")
    game.play("pay two", "purgadies antarctica")
    game.play(f"card {NORTH}")
    assert game.node.name == "cede"
    game.play("card Havana", "draw Antarctica East")
    assert game.board.cards(0) == ["Antarctica East", NORTH]
    assert game.board.soldiers[0] == 5


def test_r07_queen_maud_who_takes_north_from_the_pack_by_a_card_draws_a_second_card():
    game = position(pieces={0: "Queen Maud"}, cards={0: ["Havana"]}, lands="S01", queue=["M13"])
    game.play(f"card {NORTH}")
    game.play("card Havana", "draw Antarctica West")
    assert game.board.cards(0) == ["Antarctica West", NORTH]


def test_r07_queen_maud_who_takes_north_from_an_opponent_draws_nothing():
    cards = {0: ["Havana"], 1: [NORTH]}
    game = position(pieces={0: "Queen Maud"}, cards=cards, lands="S01", queue=["M13"])
    game.play(f"card {NORTH}")
    assert game.board.cards(0) == ["Havana", NORTH]
    assert game.board.turn == 1
