"""Rules for every Manoeuvre Card: the Khyber Pass, the bottom of the pack, landings, chains (X2 to X8)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.cards.card_data import load_manoeuvre_deck

WEST, EAST = "Antarctica West", "Antarctica East"
OPTIONAL = ("M01", "M14", "M21", "M22", "M25", "M27")
OBLIGATORY = tuple(f"M{card:02d}" for card in range(1, 28) if f"M{card:02d}" not in OPTIONAL)
# With these holdings every card can be carried out.
HOLDINGS = {0: ["Alaska", WEST, "Rome", "Spain"], 1: [EAST, "Cairo", "Kenya", "Mozambique"]}
# The choice of the drawer that hits P2, for each card that can hit another player.
HITS = {
    "M04": (f"card {EAST}",),
    "M08": (),
    "M09": ("name +1", "space S06"),
    "M11": ("card Alaska", "card Mozambique"),
    "M12": ("card Alaska", "name +1"),
    "M13": ("card Cairo",),
    "M14": ("accept", "card Rome", "card Kenya"),
    "M17": (),
    "M18": ("name +1",),
    "M23": ("name +1",),
    "M24": ("card Rome", "name +1"),
    "M25": ("accept", "card Spain", "card Kenya"),
    "M27": ("accept", "card Cairo"),
}
# The pass exempts its holder; the others still pay.
OTHERS_PAY = {"M08": [11, 10, 9], "M17": [9, 10, 9]}

GO_ROW = """
[[manoeuvre]]
id = "{}"
title = "Go {}"
origin = "reconstructed"
optional = false
effect = "go_to_airspaces"
regions = ["Europe", "Australasia"]
soldiers = 0
"""
CLOSE_ROW = """
[[manoeuvre]]
id = "C"
title = "Close"
origin = "reconstructed"
optional = false
effect = "close"
"""


def draws(card, *choices, beneath="M26", **options):
    """Return a game in which P1 on a Manoeuvre space draws this card and makes these choices; `beneath` is below it."""
    game = position(queue=[card, beneath], lands="S01", **options)
    for choice in choices:
        game.play(choice)
    return game


def test_amb_133_a_card_is_optional_only_where_its_row_says_so():
    assert tuple(card.id for card in load_manoeuvre_deck() if card.optional) == OPTIONAL


@pytest.mark.parametrize("card", OBLIGATORY)
def test_x4_the_drawer_may_skip_any_obligatory_card_with_the_khyber_pass(card):
    game = draws(card, beneath="M01", cards=HOLDINGS, khyber_pass=0)
    assert (game.seat, game.legal_texts()) == (0, ["use pass", "keep pass"])
    game.play("use pass")
    assert (game.board.soldiers, game.board.rsz, game.board.closed, game.board.khyber_pass) == (
        [10, 10, 10],
        0,
        None,
        None,
    )
    assert (game.board.cards(0), game.board.cards(1)) == (HOLDINGS[0], HOLDINGS[1])
    assert (game.seat, game.board.space(0)) == (1, "S01")


@pytest.mark.parametrize(
    ("card", "armies"), [("M06", [1, 10, 10]), ("M08", [12, 9, 9]), ("M16", [8, 10, 10]), ("M17", [9, 9, 9])]
)
def test_x4_a_drawer_who_keeps_the_pass_obeys_the_card_and_is_not_asked_again(card, armies):
    game = draws(card, "keep pass", khyber_pass=0)
    assert (game.board.soldiers, game.board.khyber_pass, game.node.name) == (armies, 0, "start_menu")


@pytest.mark.parametrize("card", OPTIONAL)
def test_amb_066_an_optional_card_is_declined_and_the_pass_kept(card):
    game = draws(card, cards=HOLDINGS, khyber_pass=0)
    assert game.legal_texts() == ["accept", "decline"]
    game.play("decline")
    assert (game.seat, game.board.khyber_pass) == (1, 0)


@pytest.mark.parametrize("card", HITS)
def test_ruling_r4_the_drawer_names_everything_before_the_holder_who_is_hit_is_asked(card):
    game = draws(card, *HITS[card], cards=HOLDINGS, khyber_pass=1)
    assert (game.seat, game.node.name, game.legal_texts()) == (1, "target_pass", ["use pass", "keep pass"])
    assert (game.board.soldiers, game.board.cards(0), game.board.cards(1)) == ([10, 10, 10], HOLDINGS[0], HOLDINGS[1])


@pytest.mark.parametrize("card", HITS)
def test_x4_a_holder_who_is_hit_is_exempt_the_pass_goes_back_and_there_is_no_second_choice(card):
    game = draws(card, *HITS[card], cards=HOLDINGS, khyber_pass=1)
    game.play("use pass")
    assert game.board.soldiers == OTHERS_PAY.get(card, [10, 10, 10])
    assert (game.board.cards(0), game.board.cards(1), game.board.khyber_pass) == (HOLDINGS[0], HOLDINGS[1], None)
    assert (game.seat, game.node.name, game.board.space(1)) == (1, "start_menu", "S00")


@pytest.mark.parametrize("card", HITS)
def test_x4_a_holder_who_keeps_the_pass_is_hit(card):
    game = draws(card, *HITS[card], cards=HOLDINGS, khyber_pass=1)
    game.play("keep pass")
    after = (game.board.soldiers, game.board.cards(1), game.node.name)
    assert after != ([10, 10, 10], HOLDINGS[1], "start_menu")
    assert game.board.khyber_pass == 1


@pytest.mark.parametrize(
    ("card", "choices"), [("M13", ["card Berlin"]), ("M18", ["name +2"]), ("M09", ["name +2", "space S22"])]
)
def test_x4_a_holder_whom_the_card_does_not_hit_is_not_asked(card, choices):
    game = draws(card, *choices, khyber_pass=1)
    assert game.node.name in {"start_menu", "ice_house"}
    assert game.board.khyber_pass == 1


def test_amb_065_the_pass_of_an_interned_holder_is_not_asked_for():
    game = draws("M18", "name +2", khyber_pass=1, ice_house={1: 2})
    assert game.board.soldiers == [12, 10, 8]


def test_amb_064_a_held_pass_works_while_asia_is_closed():
    game = draws("M06", "use pass", khyber_pass=0, closed="Asia")
    assert game.board.soldiers == [10, 10, 10]


@pytest.mark.parametrize("card", [f"M{card:02d}" for card in range(1, 28)])
def test_x6_every_card_lies_at_the_bottom_before_its_effect(card):
    beneath = "M02" if card == "M01" else "M01"
    assert draws(card, beneath=beneath).board.manoeuvre_pack == ([], [beneath, card])


def test_amb_130_a_void_card_goes_to_the_bottom_too():
    game = draws("M10")
    assert (game.seat, game.board.manoeuvre_pack) == (1, ([], ["M26", "M10"]))


def test_amb_131_with_a_second_card_in_one_turn_the_first_already_lies_at_the_bottom():
    game = position(queue=["M22", "M21", "M08"], lands="S01")
    game.play("accept")
    game.play("space S12")
    assert (game.node.name, game.board.manoeuvre_pack) == ("optional_card", ([], ["M08", "M22", "M21"]))


def test_x7_moving_to_the_space_one_stands_on_is_landing_anew():
    game = position(queue=["M22", "M06", "M08"], lands="S12")
    game.play("accept")
    game.play("space S12")
    assert (game.board.soldiers, game.board.rsz) == ([1, 10, 10], 10)


def test_amb_127_the_soldier_of_the_card_comes_before_the_trespass():
    game = draws("M01", "accept", "space S06", soldiers=[1, 5, 5], at={1: "S06", 2: "S06"})
    assert (game.board.soldiers, game.board.in_play) == ([0, 6, 6], [1, 2])
    game = draws("M01", "accept", "space S06", soldiers=[1, 5, 5], at={1: "S06"})
    assert (game.board.soldiers, game.board.in_play) == ([1, 6, 5], [0, 1, 2])


def test_amb_128_after_a_sent_player_the_one_clockwise_of_the_drawer_throws():
    game = draws("M09", "name +2", "space S22", "rest", players=4)
    assert (game.seat, game.board.turn, game.node.name) == (1, 1, "start_menu")


def test_amb_128_when_sends_nest_the_one_clockwise_of_the_running_turn_throws():
    game = position(4, queue=["M09", "M23", "M26"], lands="S01")
    for answer in ("name +2", "space S05", "name +1"):
        game.play(answer)
    assert (game.seat, game.board.space(3)) == (3, "S18")
    game.play("playing dice 1", "playing dice 1", "playing dice 1", "purgadies reprieve")
    assert (game.seat, game.node.name) == (1, "start_menu")


def test_amb_128_a_revival_by_a_sent_player_leaves_the_order_of_play_as_it_was():
    game = draws("M09", "name +2", "space S02", players=4, soldiers=[10, 10, 10, 0], out=[3])
    game.play("revive +1", "playing dice 3")
    assert (game.seat, game.node.name) == (3, "continent")
    game.play("pass")
    assert (game.seat, game.node.name) == (1, "start_menu")


def test_amb_129_a_sent_player_acts_without_a_throw():
    assert draws("M09", "name +1", "space S11").legal_texts() == ["take", "pass", "jetstream"]


def test_x8_a_sent_player_who_draws_a_card_is_its_drawer():
    game = draws("M09", "name +1", "space S05", beneath="M08")
    assert game.board.soldiers == [9, 12, 9]


def test_x5_a_move_to_closed_airspaces_only_is_void(tmp_path):
    deck = tmp_path / "deck.toml"
    deck.write_text(GO_ROW.format("A", "there").replace(', "Australasia"', "") + CLOSE_ROW)
    game = position(manoeuvre_deck=str(deck), closed="Europe", queue=["M01"], lands="S01")
    assert (game.seat, game.node.name, game.board.space(0)) == (1, "start_menu", "S01")


def test_ruling_r18_a_chain_of_cards_is_cut_at_the_size_of_the_deck(tmp_path):
    deck = tmp_path / "deck.toml"
    deck.write_text(GO_ROW.format("A", "once") + GO_ROW.format("B", "again") + CLOSE_ROW)
    game = position(manoeuvre_deck=str(deck), closed="Africa", queue=["M01", "M02"], lands="S13")
    game.play("space S12")
    game.play("space S20")
    assert (game.seat, game.node.name, game.board.space(0)) == (1, "start_menu", "S20")


def test_ruling_r18_the_next_turn_may_chain_anew(tmp_path):
    deck = tmp_path / "deck.toml"
    deck.write_text(GO_ROW.format("A", "once") + GO_ROW.format("B", "again") + CLOSE_ROW)
    game = position(2, manoeuvre_deck=str(deck), closed="Africa", at={1: "S16"}, queue=["M01", "M02"], lands="S13")
    game.play("space S12")
    game.play("space S20")
    game.play("roll", "playing dice 1")
    assert (game.seat, game.node.name) == (1, "card_space")
