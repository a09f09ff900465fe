"""Readings of unclear rules that a table can select: the effect of each value of each option (AMB-002 to AMB-138)."""

from fractions import Fraction
from typing import Any

import pytest

from tests.games.world_dominance.rule_settings import position
from tests.games.world_dominance.rules.test_purgatory import draw as draw_in_purgatory
from tests.games.world_dominance.rules.test_three_sixes import chance_of_three_sixes
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance, WorldDominanceTable
from wd_env.table.chance_modes import EXPLICIT

FOUR_RED = ["Alaska", "Vancouver", "Montreal", "New York"]
ASIA = ["Anadyr", "China", "Japan"]
WEST, SAB = "Antarctica West", "Antarctica Research Station (SAB)"


# One player is left


def strike_the_last_opponent(last_player: str, **table: Any) -> WorldDominanceTable:
    game = position(2, soldiers=[6, 2], last_player=last_player, lands="decimate", **table)
    game.play("name +1", "soldier dice 3")
    return game


@pytest.mark.parametrize(
    ("last_player", "winner", "how"),
    [("stalemate", None, "stalemate"), ("last_survivor_wins", 0, "last survivor")],
)
def test_wd_272_the_last_player_wins_or_nobody_does(last_player, winner, how):
    game = strike_the_last_opponent(last_player)
    assert (game.is_terminal, game.winner, game.board.ended_by) == (True, winner, how)


def test_wd_272_the_last_player_may_play_on_until_a_set_is_complete():
    game = strike_the_last_opponent("play_on", cards={1: [*FOUR_RED, "Rome"]})
    assert (game.is_terminal, game.seat, game.node.name, game.board.soldiers) == (False, 0, "start_menu", [10, 0])
    game.play("roll", "playing dice 3")  # from Decimate in Asia to the Australasia Continent Space
    game.play("jetstream")
    game.play("take", "draw Kansas City")
    assert (game.winner, game.board.ended_by) == (0, "five cards")


def test_wd_272_who_plays_on_alone_and_goes_out_leaves_a_stalemate():
    game = position(2, soldiers=[1, 0], out=[1], at={0: "S05"}, last_player="play_on")
    game.play("roll", "playing dice 1", "soldier dice 2")
    assert (game.board.in_play, game.winner, game.board.ended_by) == ([], None, "stalemate")


# Soldiers


def test_wd_002_the_last_soldier_pays_for_the_winning_card_by_agreement_only():
    for needs, winner in ((True, None), (False, 0)):
        game = position(soldiers=[1, 9, 9], cards={0: FOUR_RED}, lands="North America", win_needs_soldier=needs)
        game.play("take", "draw Kansas City")
        assert (game.board.soldiers[0], game.winner, game.board.cards(0) == []) == (0, winner, needs)


def test_wd_003_without_a_set_nobody_lives_on_without_a_soldier():
    game = position(soldiers=[1, 9, 9], lands="North America", win_needs_soldier=False)
    game.play("take", "draw Kansas City")
    assert game.board.in_play == [1, 2]


@pytest.mark.parametrize(("unlimited", "army", "garrison"), [(False, 18, 0), (True, 20, 29_898)])
def test_wd_046_a_garrison_without_end_pays_in_full(unlimited, army, garrison):
    game = position(soldiers=[15, 45, 37], garrison_unlimited=unlimited)
    game.play("reinforce")
    assert (game.board.soldiers[0], game.board.garrison) == (army, garrison)


def test_wd_025_a_game_with_a_garrison_without_end_begins_with_ten_soldiers_each():
    game = WorldDominance(Config(num_players=3, garrison_unlimited=True))
    assert (game.board.soldiers, game.board.garrison) == ([10, 10, 10], 29_970)


def test_wd_046_a_view_of_a_garrison_without_end_stays_in_its_range():
    game = position(soldiers=[200, 45, 37], rsz=101, garrison_unlimited=True)
    view = game.observe(0)
    seen = {name: view[game.game.layout.slice(name)] for name in ("army", "garrison", "rsz")}
    assert seen == {"army": [100, 45, 37, 0, 0], "garrison": [100], "rsz": [100]}


def test_wd_129_who_strikes_himself_out_stays_as_he_was_or_goes_out():
    for agreed, in_play, cards, garrison in (("survive", [0, 1, 2], ["Rome"], 78), ("eliminated", [1, 2], [], 80)):
        game = position(soldiers=[2, 10, 10], cards={0: ["Rome"]}, self_strike_out=agreed, lands="decimate")
        game.play("name self", "soldier dice 2")
        assert (game.board.in_play, game.board.cards(0), game.board.garrison) == (in_play, cards, garrison)


# Start


def start(**options: Any) -> WorldDominanceTable:
    """Return a game of three players who have thrown for the first turn, which is seat 1's, and chosen their pieces."""
    game = WorldDominance(Config(num_players=3, **options), chance=EXPLICIT)
    for throw in (4, 6, 5):
        game.play(f"playing dice {throw}")
    for piece in ("Buddha", "Cleopatra", "Pachacuti"):
        game.play(f"piece {piece}")
    return game


@pytest.mark.parametrize(("occupy", "others"), [(False, None), (True, "S00")])
def test_wd_033_pieces_that_have_not_moved_are_on_the_board_only_by_agreement(occupy, others):
    game = start(start_pieces_occupy=occupy)
    assert [game.board.space(seat) for seat in range(3)] == [others, "S00", others]
    assert game.board.soldiers == [10, 10, 10]


@pytest.mark.parametrize(("occupy", "soldiers"), [(False, [10, 10, 10]), (True, [11, 8, 11])])
def test_wd_257_conscript_is_trespassed_on_while_others_wait_there_by_agreement(occupy, soldiers):
    game = start(start_pieces_occupy=occupy)
    game.state.place[1] = 22
    game.play("roll", "playing dice 2")
    assert (game.board.space(1), game.board.soldiers) == ("S00", soldiers)
    assert game.node.name == ("start_menu" if occupy else "conscript_throw")


# Cards and prices


def complete_pre_set(agreed: str, *, paid: tuple[str, ...], used: tuple[int, ...]) -> int:
    """Return the soldiers of P1, who starts with six, after the fourth Asian card."""
    game = position(
        soldiers=[6, 10, 10],
        cards={0: ASIA},
        pre_sets_paid={0: paid},
        reinforcements_used=used,
        preset_needs_unused_reinforcements=agreed,
        lands="Asia",
    )
    game.play("take", "draw North Korea")
    return game.board.soldiers[0]


@pytest.mark.parametrize(
    ("agreed", "first_unused", "first_used", "later_unused", "later_used"),
    [("never", 6, 6, 6, 6), ("later_sets", 6, 6, 6, 4), ("always", 6, 4, 6, 4)],
)
def test_wd_078_reinforcements_must_be_unused_for_no_for_later_or_for_all_pre_sets(
    agreed, first_unused, first_used, later_unused, later_used
):
    other = ("North America",)
    assert complete_pre_set(agreed, paid=(), used=()) == first_unused
    assert complete_pre_set(agreed, paid=(), used=(0,)) == first_used
    assert complete_pre_set(agreed, paid=other, used=()) == later_unused
    assert complete_pre_set(agreed, paid=other, used=(0,)) == later_used


@pytest.mark.parametrize("agreed", ["never", "later_sets", "always"])
def test_wd_077_a_pre_set_is_paid_once_a_continent_whatever_is_agreed(agreed):
    assert complete_pre_set(agreed, paid=("Asia",), used=()) == 4


def test_wd_052_by_agreement_a_card_is_taken_only_with_soldiers_for_the_dearest_left():
    pack = {"Africa": ["Mozambique", "Cairo"], "Europe": ["Rome"]}
    for army, dear, cheap in ((2, False, True), (3, True, True)):
        soldiers = [army, 10, 10]
        game = position(soldiers=soldiers, pack=pack, require_max_price=True, lands="Africa")
        assert ("take" in game.legal_texts()) == dear
        game = position(soldiers=soldiers, pack=pack, require_max_price=True, lands="Europe")
        assert ("take" in game.legal_texts()) == cheap
    assert "take" in position(soldiers=[1, 10, 10], pack=pack, require_max_price=False, lands="Africa").legal_texts()


@pytest.mark.parametrize(("free", "from_pack", "from_opponent"), [(True, 10, 10), (False, 7, 8)])
def test_wd_047_cards_taken_by_manoeuvre_cards_are_free_or_paid_to_the_garrison(free, from_pack, from_opponent):
    table = {"cards": {1: ["China"]}, "queue": ["M13", "M26"], "lands": "S01", "manoeuvre_take_is_free": free}
    game = position(pieces={0: "Buddha"}, **table)
    other = game.copy()
    game.play("card Anadyr")
    assert (game.board.soldiers, game.board.garrison) == ([from_pack, 10, 10], 80 - from_pack)
    other.play("card China")
    assert (other.board.soldiers, other.board.garrison) == ([from_opponent, 10, 10], 80 - from_opponent)


def test_wd_066_a_picture_card_taken_from_the_pack_is_free_whatever_is_agreed():
    game = position(pieces={0: "Buddha"}, queue=["M13"], lands="S01", manoeuvre_take_is_free=False)
    game.play("card Kathmandu & Mount Everest", "draw Perth")
    assert game.board.soldiers[0] == 9


def test_wd_019_a_card_of_antarctica_costs_no_soldiers_whatever_is_agreed():
    game = position(cards={1: [WEST]}, queue=["M04"], lands="S01", manoeuvre_take_is_free=False)
    game.play(f"card {WEST}")
    assert (game.board.soldiers, game.board.cards(0)) == ([10, 10, 10], [WEST])


# Spaces


@pytest.mark.parametrize(
    ("agreed", "soldiers", "question", "turn"),
    [(True, [9, 11, 10], "start_menu", 1), (False, [10, 10, 10], "continent", 0)],
)
def test_wd_065_arriving_by_jetstream_is_trespassing_or_not(agreed, soldiers, question, turn):
    game = position(at={1: "Africa"}, jetstream_trespass=agreed, lands="Europe")
    game.play("jetstream")
    assert (game.board.soldiers, game.board.space(0)) == (soldiers, "S23")
    assert (game.node.name, game.board.turn) == (question, turn)


def test_wd_257_a_throw_that_ends_on_an_occupied_continent_space_trespasses_whatever_is_agreed():
    game = position(at={0: "S22", 1: "Africa"}, jetstream_trespass=False)
    game.play("roll", "playing dice 1")
    assert game.board.soldiers == [9, 11, 10]


@pytest.mark.parametrize(("agreed", "occupied"), [(True, 1), (False, 0)])
def test_wd_065_a_view_tells_whether_crossing_would_be_trespassing(agreed, occupied):
    game = position(at={1: "Africa"}, jetstream_trespass=agreed, lands="Europe")
    assert game.observe(0)[game.game.layout.slice("opposite_occupied")] == [occupied]


@pytest.mark.parametrize(
    ("agreed", "held", "army"),
    [
        ("only_if_nothing_loose", [], 9),
        ("only_if_nothing_loose", ["Rome"], 10),
        ("any_shortfall", [], 9),
        ("any_shortfall", ["Rome"], 9),
    ],
)
def test_wd_138_concede_costs_a_soldier_without_a_card_or_without_the_colour(agreed, held, army):
    game = position(cards={0: held}, concede_fallback=agreed, lands="concede")
    game.play("continent dice Asia")
    assert (game.board.soldiers[0], game.board.cards(0)) == (army, held)


@pytest.mark.parametrize("agreed", ["only_if_nothing_loose", "any_shortfall"])
def test_wd_254_the_colour_of_a_closed_continent_costs_nothing_whatever_is_agreed(agreed):
    game = position(closed="Asia", concede_fallback=agreed, lands="concede")
    game.play("continent dice Asia")
    assert game.board.soldiers[0] == 10


@pytest.mark.parametrize(
    ("agreed", "held", "army"),
    [
        ("only_if_nothing_loose", [], 9),
        ("only_if_nothing_loose", ["Spain"], 10),
        ("any_shortfall", [], 9),
        ("any_shortfall", ["Spain"], 9),
    ],
)
def test_wd_163_purgatory_costs_a_soldier_without_a_card_or_without_the_kind(agreed, held, army):
    game = draw_in_purgatory("city", cards={0: held}, purgatory_fallback=agreed)
    assert (game.board.soldiers[0], game.board.cards(0)) == (army, held)


@pytest.mark.parametrize("agreed", ["only_if_nothing_loose", "any_shortfall"])
def test_wd_163_a_kind_held_only_in_a_closed_continent_costs_nothing_whatever_is_agreed(agreed):
    game = draw_in_purgatory("city", cards={0: ["Rome"]}, closed="Europe", purgatory_fallback=agreed)
    assert (game.board.soldiers[0], game.board.cards(0)) == (10, ["Rome"])


def led_by_a_six(throws: int) -> WorldDominanceTable:
    game = position(at={0: "S12"}, entry_six_throws=throws)
    game.play("roll", "playing dice 6")
    return game


def test_wd_172_after_a_six_two_throws_must_be_sixes_or_two_of_three():
    assert chance_of_three_sixes(led_by_a_six(2)) == Fraction(1, 36)
    assert chance_of_three_sixes(led_by_a_six(3)) == Fraction(16, 216)


def test_wd_171_without_that_six_three_throws_must_be_sixes_whatever_is_agreed():
    assert chance_of_three_sixes(position(lands="purgatory", entry_six_throws=3)) == Fraction(1, 216)


@pytest.mark.parametrize(("agreed", "question"), [(True, "target_pass"), (False, "start_menu")])
def test_wd_145_the_pass_protects_from_cards_of_others_or_not(agreed, question):
    game = position(khyber_pass=1, khyber_protects_targets=agreed, queue=["M08"], lands="S01")
    assert (game.node.name, game.board.khyber_pass) == (question, 1)
    assert game.board.soldiers == ([10, 10, 10] if agreed else [12, 9, 9])


def test_wd_144_the_pass_protects_its_own_drawer_whatever_is_agreed():
    game = position(khyber_pass=0, khyber_protects_targets=False, queue=["M06"], lands="S01")
    assert game.node.name == "own_pass"


# Antarctica


@pytest.mark.parametrize(
    ("agreed", "throw", "spaces"),
    [(True, 1, ("S03", "S19")), (True, 6, ("S08", "S00")), (False, 1, ("S04", "S20")), (False, 6, ("S09", "S01"))],
)
def test_wd_226_the_gate_is_the_first_step_or_none(agreed, throw, spaces):
    for gate, space in zip(("South America", "Australasia"), spaces, strict=True):
        game = position(at={0: "ANT"}, queue=["M26"], antarctica_gate_is_step=agreed)
        game.play("roll", f"playing dice {throw}")
        game.play(f"region {gate}")
        assert game.board.space(0) == space


@pytest.mark.parametrize(("agreed", "left"), [("rechoose", ["take", "pass", "jetstream"]), ("must_pass", ["pass"])])
def test_wd_214_a_blocked_player_chooses_again_or_must_pass(agreed, left):
    game = position(cards={0: ["Rome"], 1: [SAB]}, blocked_player=agreed, lands="South America")
    game.play("antarctica")
    game.play("block")
    assert (game.seat, game.legal_texts(), game.board.cards(0)) == (0, left, ["Rome"])
    game.play("pass")
    assert (game.board.soldiers[0], game.board.turn) == (9, 1)


def test_wd_214_who_is_let_in_goes_to_antarctica_whatever_is_agreed():
    game = position(cards={0: ["Rome"], 1: [SAB]}, blocked_player="must_pass", lands="South America")
    game.play("antarctica")
    game.play("allow")
    assert game.board.space(0) == "ANT"


# Strategic Runs

LAST_THREE = ["Sweden", "British Islands", "Greenland (Denmark)"]


def test_wd_237_the_list_has_ends_unless_runs_may_go_round():
    held = {0: ["British Islands", "Greenland (Denmark)", "Alaska", "Vancouver"]}
    assert position(cards=held).legal_texts() == ["roll", "reinforce"]
    with_another = {0: [*held[0], "Marrakesh", "Cairo", "Addis Ababa"]}
    assert position(cards=with_another).legal_texts() == ["roll", "reinforce", "run Marrakesh"]
    game = position(cards=held, run_wraps=True)
    assert game.legal_texts() == ["roll", "reinforce", "run British Islands", "run Greenland (Denmark)"]
    game.play("run British Islands")
    assert game.legal_texts() == ["length 3", "length 4"]
    game.play("length 3")
    assert game.board.soldiers[0] == 11
    assert game.legal_texts() == ["roll", "reinforce"]


def test_wd_242_cards_of_a_run_that_went_round_are_declared_for_good():
    held = {0: [*LAST_THREE, "Alaska", "Vancouver", "Washington"]}
    game = position(cards=held, run_wraps=True)
    game.play("run Greenland (Denmark)")
    game.play("length 3")
    assert [option for option in game.legal_texts() if option.startswith("run")] == []
    assert (game.state.run_marks[64], game.state.run_marks[0], game.state.run_marks[1]) == (1, 1, 1)


@pytest.mark.parametrize("wraps", [False, True])
def test_wd_237_a_run_at_the_end_of_the_list_is_a_run_whatever_is_agreed(wraps):
    assert "run Sweden" in position(cards={0: LAST_THREE}, run_wraps=wraps).legal_texts()
