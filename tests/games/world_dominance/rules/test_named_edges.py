"""Rules in which another player's army, turn or seat must not be confused with one's own."""

import pytest

from tests.games.world_dominance.hands import FIVE_BLACK, FIVE_BLUE
from wd_env.errors import WrongSeat
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.table import WorldDominance

OWN_TABLES = "each sentence iterates over its players, seats and regions itself"

MISDEMEANOUR = {"illegal_action": "misdemeanour"}
EJECT = {"illegal_action": "eject"}


@pytest.mark.parametrize("score", [1, 2, 3])
def test_wd_120_the_target_pays_as_thrown_however_few_soldiers_the_thrower_has(score):
    game = position(soldiers=[1, 7, 10], lands="decimate")
    game.play("name +1", f"soldier dice {score}")
    assert (game.board.soldiers, game.board.garrison) == ([1, 7 - score, 10], 82 + score)


def test_amb_034_of_two_who_complete_a_set_by_one_swap_the_first_after_the_turn_wins_not_after_who_swapped():
    """Let P1 send P3 to a Manoeuvre Space, where the swap with P2 completes both their sets."""
    black, blue = FIVE_BLACK, ["British Islands", *(title for title in FIVE_BLUE if title != "British Islands")]
    game = position(
        cards={1: [*black[:4], blue[4]], 2: [*blue[:4], black[4]]} | {0: []},
        queue=["M09", "M14", "M08"],
        at={1: "S10", 2: "S10"},
        lands="S01",
    )
    for answer in ("name +2", "space S09", "accept", f"card {black[4]}", f"card {blue[4]}"):
        game.play(answer)
    assert (game.winner, game.board.ended_by) == (1, "five cards")


def test_who_throws_for_the_first_turn_cannot_be_punished_for_saying_so():
    game = WorldDominance(Config(num_players=3, **MISDEMEANOUR), chance="explicit")
    assert game.node.name == "setup_throw"
    before = game.state.to_bytes()
    with pytest.raises(WrongSeat):
        game.play("roll", seat=0)
    assert (game.state.to_bytes(), game.lines) == (before, [])


def test_wd_267_a_throw_goes_on_when_a_cheat_elsewhere_is_out():
    game = position(at={0: "S08"}, **EJECT)
    game.play("roll")
    game.play("roll", seat=2)
    assert (game.board.in_play, game.node.name, game.seat) == ([0, 1], "movement_throw", 0)
    game.play("playing dice 1")
    assert game.board.space(0) == "S09"


@pytest.mark.parametrize(("cheat", "paid"), [(3, True), (1, False)])
def test_wd_267_who_chooses_whom_to_pay_still_does_unless_one_of_them_cheats(cheat, paid):
    """Let P1 trespass on P2 and P3 with one soldier while P4 is elsewhere."""
    game = position(players=4, soldiers=[1, 5, 5, 5], at={1: "S08", 2: "S08", 3: "S10"}, lands="S08", **EJECT)
    assert game.node.name == "last_soldier"
    game.play("roll", seat=cheat)
    assert (game.node.name == "last_soldier") == paid


def test_wd_179_the_throw_for_a_further_six_is_the_last_throw_that_all_see():
    game = position(at={0: "S00"}, lands="purgatory")
    for _ in range(3):
        game.play("playing dice 6")
    game.play("accept", "playing dice 2")
    assert game.view(1).feature("last_throw") == [0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("question", ["bluff_answer", "antarctica_answer"])
def test_amb_050_both_answers_of_a_quiz_are_reported(question):
    white = ["Antarctica West", "Antarctica Research Station (SAB)", "Antarctica East", "Antarctica North"]
    if question == "bluff_answer":
        game = position(lands="rsz", knowledge_model="quiz")
        answers = ("theme T01", "name +1", "ask")
    else:
        game = position(cards={0: [*white, "Cairo"]}, lands="Australasia", knowledge_model="quiz")
        answers = ("antarctica", "card Cairo", "name +1", f"card {white[1]}")
    for answer in answers:
        assert not game.judged_externally
        game.play(answer)
    assert (game.node.name, game.judged_externally) == (question, True)


CONSCRIPT = """
[[manoeuvre]]
id = "M01"
title = "Send an opponent to Conscript"
origin = "book"
optional = false
effect = "send"
space = "conscript"

[[manoeuvre]]
id = "M02"
title = "Forfeit two soldiers"
origin = "book"
optional = false
effect = "forfeit"
soldiers = 2
"""


def test_wd_092_an_opponent_can_be_sent_to_the_first_space_of_the_ring(tmp_path):
    deck = tmp_path / "conscript.toml"
    deck.write_text(CONSCRIPT)
    game = position(
        players=2, soldiers=[10, 4], at={1: "S08"}, queue=["M01", "M02"], lands="S01", manoeuvre_deck=str(deck)
    )
    game.play("name +1")
    assert (game.board.space(1), game.node.name, game.seat) == ("S00", "conscript_throw", 1)


LAST_PAYMENTS = [
    ({"lands": "concede"}, ["continent dice Asia"]),
    ({"lands": "Africa"}, ["pass"]),
    ({"lands": "lose"}, ["soldier dice 1"]),
    ({"lands": "purgatory"}, [*["playing dice 1"] * 3, "purgadies city"]),
    ({"lands": "purgatory"}, [*["playing dice 1"] * 3, "purgadies life_death"]),
    ({"lands": "S01", "queue": ["M16", "M08"]}, []),
    ({"lands": "S08", "at": {0: "S08", 1: "S08"}}, ["name +1"]),
    ({"lands": "rsz", "knows": {}}, ["theme T01", "name +1", "ask", "right"]),
]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("table", "answers"), LAST_PAYMENTS, ids=lambda part: str(part)[:40])
def test_wd_273_whoever_pays_the_last_soldier_of_two_leaves_the_other_to_win_at_once(table, answers, seat):
    soldiers = [1 if number == seat else 6 for number in range(2)]
    game = position(players=2, soldiers=soldiers, turn=seat, **table)
    for answer in answers:
        if answer in game.legal_texts():
            game.play(answer)
    assert (game.is_terminal, game.winner, game.board.in_play) == (True, 1 - seat, [1 - seat])


def test_wd_224_spelling_is_demanded_or_not():
    white = ["Antarctica West", "Antarctica Research Station (SAB)", "Antarctica East", "Antarctica North"]
    game = position(cards={0: [*white, "Cairo"]}, lands="Australasia", knowledge_model="constant", spelling_demand=True)
    for answer in ("antarctica", "card Cairo", "name +1", f"card {white[1]}"):
        game.play(answer)
    assert (game.node.name, set(game.mask())) == ("spelling", {0, 1})


@pytest.mark.parametrize(("players", "places"), [(p, k) for p in range(2, 6) for k in range(1, p)])
def test_wd_074_a_pre_set_gained_by_a_gift_is_paid_whoever_gets_it(players, places):
    cards = {0: ["Rome"], places: ["British Islands", "Athens", "Spain"]}
    game = position(players, cards=cards, queue=["M24", "M08"], lands="S01")
    game.play("card Rome")
    game.play(f"name +{places}")
    assert game.board.soldiers == [12 if seat == places else 10 for seat in range(players)]


@pytest.mark.parametrize(("players", "places"), [(p, k) for p in range(2, 6) for k in range(1, p)])
def test_amb_034_a_set_completed_by_a_gift_wins_whoever_gets_it(players, places):
    cards = {0: ["Rome"], places: ["British Islands", "Athens", "Spain", "France"]}
    game = position(players, cards=cards, queue=["M24", "M08"], lands="S01")
    game.play("card Rome")
    game.play(f"name +{places}")
    assert (game.winner, game.board.ended_by) == (places, "five cards")


ABSENCES = [(turn, other) for turn in range(4) for other in range(4) if turn != other]


@pytest.mark.parametrize("absence", ["out", "interned"])
@pytest.mark.parametrize(("turn", "other"), ABSENCES)
def test_wd_166_while_anybody_is_out_or_interned_nobody_is_ejected(turn, other, absence):
    gone = {"out": [other]} if absence == "out" else {"ice_house": {other: 2}}
    soldiers = [0 if absence == "out" and seat == other else 8 for seat in range(4)]
    game = position(4, soldiers=soldiers, turn=turn, lands="purgatory", **gone)
    for _ in range(3):
        game.play("playing dice 1")
    game.play("purgadies life_death")
    assert (turn in game.board.in_play, game.board.soldiers[turn]) == (True, 5)


def test_wd_184_in_paradies_four_white_cards_lead_to_the_question_by_the_white_purgadies_card_only():
    white = ["Antarctica West", "Antarctica Research Station (SAB)", "Antarctica East", "Antarctica North"]
    game = position(cards={0: white}, lands="paradies")
    game.play("pay two", "purgadies city")
    assert game.node.name == "paradies_card"


KEEP_THREE = """
[[manoeuvre]]
id = "M01"
title = "Lose every soldier bar three"
origin = "book"
optional = false
effect = "forfeit_all_but"
kept = 3
"""


@pytest.mark.parametrize(("soldiers", "left"), [(1, 1), (2, 2), (3, 3), (4, 3), (9, 3)])
def test_wd_086_who_has_no_more_than_may_be_kept_pays_nothing_to_the_zone(tmp_path, soldiers, left):
    deck = tmp_path / "three.toml"
    deck.write_text(KEEP_THREE)
    game = position(soldiers=[soldiers, 5, 5], rsz=4, queue=["M01"], lands="S01", manoeuvre_deck=str(deck))
    assert (game.board.soldiers, game.board.rsz) == ([left, 5, 5], 4 + soldiers - left)


STEPS = [(1, 0), (2, 1), (3, 2), (4, 3), (5, 3), (6, 4), (8, 4), (9, 5), (12, 5), (13, 6), (20, 6)]


@pytest.mark.parametrize(("soldiers", "steps"), STEPS)
def test_small_armies_are_told_apart_at_2_3_4_6_9_and_13_soldiers(soldiers, steps):
    game = position(soldiers=[10, soldiers, 10])
    assert game.view(1).feature("army_at_least")[0] == [1] * steps + [0] * (6 - steps)
