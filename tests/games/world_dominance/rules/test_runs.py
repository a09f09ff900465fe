"""Strategic Runs (WD-237 to WD-246)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.errors import IllegalAction, WrongSeat
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES

BLUE_RUN = ("Spain", "France", "Berlin", "Moscow")
NO_ALASKA = CARD_TITLES[1:17]  # no Strategic Point among them, so no five of them win


def runs(game):
    return [option for option in game.legal_texts() if option.startswith("run ")]


def test_wd_237_a_run_is_a_series_of_neighbours_in_the_list():
    game = position(soldiers=4, cards={0: BLUE_RUN})
    assert runs(game) == ["run Spain", "run France"]
    game.play("run Spain")
    assert game.legal_texts() == ["length 3", "length 4"]


def test_wd_237_a_gap_breaks_the_run():
    assert runs(position(cards={0: ["Spain", "Berlin", "Moscow"]})) == []


def test_wd_237_a_neighbour_in_another_hand_breaks_the_run():
    assert runs(position(cards={0: ["Spain", "Berlin"], 1: ["France"]})) == []


def test_wd_238_runs_are_declared_before_the_throw():
    game = position(cards={0: BLUE_RUN})
    game.play("roll")
    with pytest.raises(IllegalAction):
        game.play("run Spain")


def test_wd_238_runs_are_declared_in_ones_own_turn_only():
    with pytest.raises(WrongSeat):
        position(cards={1: BLUE_RUN}).play("run Spain", seat=1)


def test_wd_239_the_list_itself_verifies_the_declaration():
    game = position(cards={0: BLUE_RUN[:3]})
    game.play("run Spain")
    game.play("length 3")
    assert (game.seat, game.node.name, game.board.soldiers[0]) == (0, "start_menu", 11)


@pytest.mark.parametrize(("cards", "pay"), [(3, 1), (4, 2), (5, 3), (6, 4), (7, 4), (8, 5), (9, 5), (10, 5)])
def test_wd_240_a_run_is_paid_by_its_length(cards, pay):
    game = position(soldiers=5, cards={0: NO_ALASKA[:cards]})
    game.play(runs(game)[0])
    game.play(f"length {cards}")
    assert (game.board.soldiers[0], game.board.garrison) == (5 + pay, 85 - pay)


def test_wd_242_a_card_is_never_declared_twice_even_when_lost_and_regained():
    held = ["Berlin", "Moscow", "Sweden", "British Islands"]
    game = position(cards={0: held}, run_marks={0: ["Spain", "France", "Berlin"]})
    assert runs(game) == ["run Moscow"]


def test_wd_242_declared_cards_are_marked_and_the_rest_of_the_run_is_not():
    game = position(cards={0: [*BLUE_RUN, "Sweden", "British Islands"]})
    game.play("run Spain")
    game.play("length 3")
    assert runs(game) == ["run Moscow"]


def test_wd_242_the_mark_stays_through_losing_and_regaining():
    game = position(players=2, cards={0: BLUE_RUN[:3]}, at={0: "S16", 1: "S10"}, queue=["M15", "M13"])
    for answer in ("run Spain", "length 3", "roll", "playing dice 1", "card Berlin"):
        game.play(answer)
    for answer in ("roll", "playing dice 1", "pass", "roll", "playing dice 3", "card Berlin"):
        game.play(answer)
    for answer in ("roll", "playing dice 4", "pass"):
        game.play(answer)
    assert (game.seat, game.board.cards(0), runs(game)) == (0, ["Spain", "France", "Berlin"], [])


def test_wd_243_the_declarer_must_own_what_the_run_could_cost():
    game = position(soldiers=2, cards={0: ["Spain", "France", "Berlin", "Moscow", "Sweden"]})
    game.play("run Spain")
    assert game.legal_texts() == ["length 3", "length 4"]


def test_wd_243_reinforcements_first_cover_a_longer_run():
    game = position(soldiers=2, cards={0: ["Spain", "France", "Berlin", "Moscow", "Sweden"]})
    game.play("reinforce")
    game.play("run Spain")
    assert game.legal_texts() == ["length 3", "length 4", "length 5"]


def test_wd_244_runs_cross_from_one_continent_to_the_next():
    titles = ["Uruguay", "Argentina", "Antarctica West", "Antarctica Research Station (SAB)"]
    game = position(soldiers=3, cards={0: titles})
    game.play("run Uruguay")
    game.play("length 4")
    assert game.board.soldiers[0] == 5


def test_wd_246_a_run_holds_no_card_of_a_closed_continent():
    titles = ["Jerusalem", "Syria", "Istanbul (Turkey)", "Spain", "France", "Berlin"]
    assert runs(position(cards={0: titles})) == ["run Jerusalem", "run Spain"]
    assert runs(position(cards={0: titles}, closed="Europe")) == []


def test_amb_008_several_runs_and_reinforcements_come_in_any_order():
    game = position(soldiers=1, cards={0: ["Spain", "France", "Berlin", "Alaska", "Vancouver", "Washington"]})
    for answer in ("run Alaska", "length 3", "reinforce", "run Spain", "length 3", "roll"):
        game.play(answer)
    assert game.board.soldiers[0] == 1 + 1 + 5 + 1


def test_amb_111_the_list_has_ends():
    assert runs(position(cards={0: ["British Islands", "Greenland (Denmark)", "Alaska", "Vancouver"]})) == []


def test_amb_112_a_longer_stretch_is_split_into_runs_of_ten_at_most():
    game = position(cards={0: NO_ALASKA[:13]})
    game.play("run Vancouver")
    assert game.legal_texts()[-1] == "length 10"
    game.play("length 10")
    assert runs(game) == ["run Colombia"]


def test_amb_113_five_cards_pay_three_and_more_pay_by_the_table():
    game = position(cards={0: NO_ALASKA[:6]})
    game.play("run Vancouver")
    game.play("length 6")
    assert game.board.soldiers[0] == 14


def test_amb_114_a_false_run_cannot_be_declared():
    with pytest.raises(IllegalAction):
        position(cards={0: ["Spain", "France"]}).play("run Spain")


def test_amb_116_a_mark_binds_the_player_who_declared_and_nobody_else():
    game = position(cards={0: BLUE_RUN[:3]}, run_marks={1: BLUE_RUN})
    assert runs(game) == ["run Spain"]
    game.play("run Spain")
    game.play("length 3")
    marked = [sum(game.view(seat).feature("own_run_marks")) for seat in range(3)]
    assert marked == [3, 4, 0]


def declared(run, length, **table):
    """Return a game in which P1 has declared a run of this length from this card, with false runs allowed."""
    game = position(players=2, allow_incorrect_runs=True, **table)
    game.play(f"run {run}")
    game.play(f"length {length}")
    return game


def test_wd_241_a_false_run_costs_what_it_would_have_paid():
    game = declared("Spain", 4, soldiers=[4, 10], cards={0: ["Spain", "France", "Moscow"]})
    assert (game.board.soldiers[0], game.board.garrison, game.node.name) == (2, 88, "start_menu")


def test_wd_241_a_true_run_still_pays_where_runs_may_be_false():
    assert declared("Spain", 4, soldiers=[4, 10], cards={0: BLUE_RUN}).board.soldiers[0] == 6


def test_wd_241_a_false_run_may_cost_the_last_soldier_and_the_game():
    game = declared("Spain", 3, soldiers=[1, 10])
    assert (game.board.in_play, game.winner) == ([1], 1)


def test_wd_243_a_false_run_has_to_be_covered_as_well():
    game = position(soldiers=[2, 10, 10], allow_incorrect_runs=True)
    game.play("run Spain")
    assert game.legal_texts() == ["length 3", "length 4"]


def test_wd_246_a_false_run_has_no_card_of_a_closed_continent_either():
    game = position(closed="Europe", allow_incorrect_runs=True)
    assert "run Syria" not in runs(game)
    assert "run Jerusalem" not in runs(game)


def test_amb_115_a_false_run_marks_the_cards_that_are_held():
    game = declared("Spain", 3, cards={0: ["Spain", "Berlin"]})
    marked = [title for title, marks in zip(CARD_TITLES, game.state.run_marks, strict=True) if marks]
    assert marked == ["Spain", "Berlin"]
    assert "run Moscow" in runs(game)
    assert "run France" not in runs(game)


def test_amb_114_false_runs_are_not_offered_unless_the_table_allows_them():
    assert runs(position(cards={0: ["Spain", "France"]})) == []


def test_wd_237_a_run_has_three_to_ten_cards():
    lengths = [action for action in position().game.actions if action.startswith("length ")]
    assert lengths == [f"length {cards}" for cards in range(3, 11)]
