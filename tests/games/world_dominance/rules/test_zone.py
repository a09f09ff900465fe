"""The Resurrected Soldier Zone: the Intelligence Card, the bluff, the raise and the answer (WD-099 to WD-113)."""

from typing import Any

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.table import WorldDominanceTable

OTHER_SPACES = [*(f"S{place:02d}" for place in range(24) if place != 10), "ANT"]


def bluff(soldiers: list[int], rsz: int = 3, **more: Any) -> WorldDominanceTable:
    """Return a game in which P1 has looked at theme T05 on the zone and named P2: both soldiers are in."""
    more.setdefault("knows", {})
    game = position(soldiers=[*soldiers, 10], rsz=rsz, lands="rsz", **more)
    game.play("theme T05")
    game.play("name +1")
    return game


def themes(game: WorldDominanceTable, seat: int, piece: str) -> list[str]:
    return [f"T{number + 1:02d}" for number, marked in enumerate(game.view(seat).feature(piece)) if marked]


@pytest.mark.parametrize("space", OTHER_SPACES)
def test_wd_099_no_other_landing_draws_an_intelligence_card(space):
    game = position(cards={0: ["Rome"]}, lands=space)
    assert game.node.name not in ("theme_draw", "test_whom")


def test_wd_100_each_of_the_27_themes_can_be_drawn_and_is_equally_likely():
    game = position(lands="rsz")
    assert game.chance_weights() == {f"theme T{number:02d}": 1 for number in range(1, 28)}


def test_wd_101_the_theme_is_seen_by_the_player_who_landed_and_by_nobody_else():
    game = position(lands="rsz")
    game.play("theme T05")
    assert themes(game, 0, "theme") == ["T05"]
    assert themes(game, 1, "theme") == themes(game, 2, "theme") == []


def test_wd_101_the_others_do_not_see_which_theme_has_left_the_pack():
    game = position(lands="rsz")
    before = themes(game, 1, "theme_unseen")
    game.play("theme T05")
    assert themes(game, 1, "theme_unseen") == themes(game, 2, "theme_unseen") == before
    assert themes(game, 0, "theme_unseen") == [theme for theme in before if theme != "T05"]


def test_wd_101_two_secret_themes_look_alike_to_the_others():
    first, second = position(lands="rsz"), position(lands="rsz")
    first.play("theme T05")
    second.play("theme T19")
    assert first.observe(1) == second.observe(1)
    assert first.observe(0) != second.observe(0)


def test_wd_101_the_record_says_whose_eyes_the_theme_is_for():
    game = position(lands="rsz")
    game.play("theme T05")
    assert (game.lines[-1].text, game.lines[-1].visible_to) == ("theme T05", 0)


def test_wd_102_the_opponent_is_named_after_looking_and_nobody_interned():
    game = position(ice_house={2: 2}, lands="rsz")
    game.play("theme T05")
    assert (game.node.name, game.seat, game.legal_texts()) == ("test_whom", 0, ["name +1"])


def test_wd_102_neither_oneself_nor_a_player_who_is_out_can_be_named():
    game = position(players=4, out=[1], lands="rsz")
    game.play("theme T05")
    assert game.legal_texts() == ["name +2", "name +3"]


def test_wd_103_asker_and_opponent_each_put_one_soldier_on_the_zone():
    game = bluff(soldiers=[5, 4])
    assert (game.board.rsz, game.board.soldiers) == (5, [4, 3, 10])


def test_wd_104_the_title_is_read_out_to_the_whole_table_once_the_opponent_is_named():
    game = bluff(soldiers=[5, 4])
    assert [themes(game, seat, "theme") for seat in range(3)] == [["T05"]] * 3
    assert all("T05" not in themes(game, seat, "theme_unseen") for seat in range(3))


def test_wd_104_the_opponent_knows_the_theme_when_asked_to_match_a_raise():
    game = bluff(soldiers=[5, 4])
    game.play("raise")
    assert (game.node.name, game.seat) == ("match_raise", 1)
    assert themes(game, game.seat, "theme") == ["T05"]


def test_wd_105_an_opponent_who_knows_everything_of_the_theme_answers_right():
    game = bluff(soldiers=[5, 4], knows={1: ["T05"]}, percent_known=100)
    game.play("ask")
    assert (game.node.name, game.chance_weights()) == ("bluff_answer", {"right": 100})


def test_wd_105_it_is_the_opponent_s_knowledge_that_counts_not_the_asker_s():
    game = bluff(soldiers=[5, 4], knows={0: ["T05"], 2: ["T05"]}, percent_unknown=0)
    game.play("ask")
    assert game.chance_weights() == {"wrong": 100}


def test_wd_106_a_right_answer_gives_the_opponent_every_soldier_on_the_zone():
    game = bluff(soldiers=[5, 4])
    game.play("ask", "right")
    assert (game.board.rsz, game.board.soldiers) == (0, [4, 8, 10])


def test_wd_107_a_wrong_answer_gives_the_asker_every_soldier_on_the_zone():
    game = bluff(soldiers=[5, 4])
    game.play("ask", "wrong")
    assert (game.board.rsz, game.board.soldiers) == (0, [9, 3, 10])


def test_wd_108_before_asking_the_asker_may_raise_by_one_soldier():
    game = bluff(soldiers=[5, 4])
    assert game.legal_texts() == ["raise", "ask"]
    game.play("raise")
    assert (game.board.rsz, game.board.soldiers, game.seat) == (6, [3, 3, 10], 1)


@pytest.mark.parametrize(("soldiers", "options"), [([4, 1], ["ask"]), ([1, 4], ["ask"]), ([2, 2], ["raise", "ask"])])
def test_wd_109_a_raise_needs_one_more_soldier_on_both_sides(soldiers, options):
    assert bluff(soldiers).legal_texts() == options


def test_wd_110_the_opponent_may_match_with_one_more_soldier():
    game = bluff(soldiers=[5, 4])
    game.play("raise")
    game.play("match")
    assert (game.board.rsz, game.board.soldiers) == (7, [3, 2, 10])


@pytest.mark.parametrize(("answer", "soldiers"), [("right", [3, 9, 10]), ("wrong", [10, 2, 10])])
def test_wd_111_after_a_matched_raise_the_winner_takes_everything(answer, soldiers):
    game = bluff(soldiers=[5, 4])
    game.play("raise")
    game.play("match", answer)
    assert (game.board.rsz, game.board.soldiers) == (0, soldiers)


def test_wd_112_an_opponent_who_does_not_match_leaves_the_zone_to_the_asker_and_no_question_is_asked():
    game = bluff(soldiers=[5, 4])
    game.play("raise")
    game.play("decline")
    assert (game.board.rsz, game.board.soldiers) == (0, [9, 3, 10])
    assert (game.node.name, game.board.turn) == ("start_menu", 1)


@pytest.mark.parametrize(("answer", "left"), [("right", [0, 1, 2]), ("wrong", [0, 2])])
def test_wd_113_an_opponent_who_matches_with_the_last_soldier_is_out_only_if_wrong(answer, left):
    game = bluff(soldiers=[5, 2])
    game.play("raise")
    game.play("match")
    assert (game.board.soldiers[1], game.board.in_play) == (0, [0, 1, 2])
    game.play(answer)
    assert (game.board.soldiers[1], game.board.in_play) == (7 if answer == "right" else 0, left)


def test_amb_050_a_player_knows_a_title_in_one_case_of_two_and_then_answers_right_in_nine_of_ten():
    game = bluff(soldiers=[5, 4], knows=None)
    assert (game.node.name, game.seat) == ("knowledge", 1)
    assert game.chance_weights() == {"knows": 1, "does not know": 1}
    game.play("knows")
    game.play("ask")
    assert game.chance_weights() == {"right": 90, "wrong": 10}


def test_amb_050_who_does_not_know_is_right_in_one_of_ten():
    game = bluff(soldiers=[5, 4], knows=None)
    game.play("does not know")
    game.play("ask")
    assert game.chance_weights() == {"right": 10, "wrong": 90}


def test_amb_050_only_the_tested_player_sees_that_he_knows():
    game, other = bluff([5, 4], knows=None), bluff([5, 4], knows=None)
    game.play("knows")
    other.play("does not know")
    assert [game.view(seat).feature("knows_title") for seat in range(3)] == [0, 1, 0]
    assert [game.observe(seat) == other.observe(seat) for seat in range(3)] == [True, False, True]


def test_amb_050_what_the_others_know_of_the_title_is_not_in_question():
    game = bluff([5, 4], knows={0: ["T05"], 1: ["T05"], 2: ["T05"]})
    assert [game.view(seat).feature("knows_title") for seat in range(3)] == [0, 1, 0]


@pytest.mark.parametrize("known", ["knows", "does not know"])
def test_r16_what_a_player_knows_is_drawn_when_the_title_is_first_read_to_him(known):
    game = position(lands="rsz")
    game.play("theme T05")
    assert themes(game, 1, "own_titles_read") == []
    game.play("name +1", known)
    assert (game.lines[-1].text, game.lines[-1].visible_to) == (known, 1)
    assert [themes(game, seat, "own_titles_read") for seat in range(3)] == [[], ["T05"], []]
    assert themes(game, 1, "own_titles_known") == (["T05"] if known == "knows" else [])


@pytest.mark.parametrize(("known", "right"), [("knows", 90), ("does not know", 10)])
def test_r16_what_a_player_knows_of_a_title_is_not_drawn_again(known, right):
    game = all_themes_used(known)
    game.play("name +1")
    assert game.node.name == "raise_or_ask"
    game.play("ask")
    assert game.chance_weights() == {"right": right, "wrong": 100 - right}


def test_amb_051_an_asker_who_stakes_the_last_soldier_stays_in_until_the_answer():
    game = bluff(soldiers=[1, 4], cards={0: ["Rome"]})
    assert (game.board.soldiers[0], game.board.in_play) == (0, [0, 1, 2])
    lost = game.copy()
    game.play("ask", "wrong")
    assert (game.board.soldiers[0], game.board.in_play) == (5, [0, 1, 2])
    lost.play("ask", "right")
    assert (lost.board.soldiers[0], lost.board.in_play, lost.board.cards(0)) == (0, [1, 2], [])


def test_r15_with_nobody_to_name_no_intelligence_card_is_drawn():
    game = position(ice_house={1: 2, 2: 2}, rsz=3, lands="rsz")
    assert (game.node.name, game.board.turn, game.board.rsz) == ("start_menu", 0, 3)
    assert len(themes(game, 0, "theme_unseen")) == 27


def test_amb_053_used_intelligence_cards_come_round_again_in_the_order_they_were_used():
    game = all_themes_used("knows")
    assert (game.node.name, themes(game, 0, "theme")) == ("test_whom", ["T01"])


def test_amb_053_a_used_intelligence_card_is_not_drawn_again_before_the_others():
    game = position(players=2, at={0: "S10", 1: "S11"}, knows={}, queue=["M22"])
    go_round(game, "S10", "theme T05")
    game.play("name +1")
    game.play("ask", "right")
    go_round(game, "S11")
    game.play("pass")
    go_round(game, "S10")
    assert "theme T05" not in game.chance_weights()
    assert len(game.chance_weights()) == 26


def all_themes_used(known: str) -> WorldDominanceTable:
    """Let P1 test P2 on every theme in order and land on the zone once more; a deck of M22 alone leads there."""
    game = position(players=2, at={0: "S10", 1: "S11"}, queue=["M22"])
    for number in range(1, 28):
        go_round(game, "S10", f"theme T{number:02d}")
        game.play("name +1", known)
        game.play("ask", "right")
        go_round(game, "S11")
        game.play("pass")
    go_round(game, "S10")
    return game


def go_round(game: WorldDominanceTable, space: str, *outcomes: str) -> None:
    """Move to the Manoeuvre space S12, and back by M22."""
    game.play("roll", f"playing dice {12 - int(space[1:])}")
    game.play("accept")
    game.play(f"space {space}", *outcomes)


def test_amb_054_the_opponent_can_not_raise_back():
    game = bluff(soldiers=[5, 5])
    game.play("raise")
    assert game.legal_texts() == ["decline", "match"]
    game.play("match")
    assert game.node.name == "bluff_answer"


def test_amb_055_soldiers_on_the_zone_stay_when_the_space_is_not_engaged():
    game = position(at={1: "rsz"}, rsz=3, lands="rsz")
    assert (game.board.rsz, game.board.soldiers) == (3, [9, 11, 10])


@pytest.mark.parametrize(("answer", "left"), [("right", [0, 1, 2]), ("wrong", [0, 2])])
def test_amb_056_an_opponent_whose_only_soldier_is_the_ante_is_asked_at_once(answer, left):
    game = bluff(soldiers=[5, 1])
    assert game.legal_texts() == ["ask"]
    game.play("ask", answer)
    assert (game.board.soldiers[1], game.board.in_play) == (5 if answer == "right" else 0, left)


def test_amb_060_who_is_bluffed_out_leaves_the_asker_neither_cards_nor_the_khyber_pass():
    game = bluff(soldiers=[5, 1], cards={1: ["Rome"]}, khyber_pass=1)
    game.play("ask", "wrong")
    assert (game.board.cards(0), game.board.khyber_pass) == ([], None)
    assert "Rome" in game.board.pack


def test_amb_055_a_closed_zone_keeps_its_soldiers_too():
    game = position(closed="Europe", rsz=3, lands="rsz")
    assert (game.board.rsz, game.board.turn) == (3, 1)
