"""Every chance event has exactly the probabilities of the rule book (ledger 5.2), counted and not sampled."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.decision_codes import MANOEUVRE_DRAW, PARADIES_DRAW
from wd_env.games.world_dominance.definitions.names import MANOEUVRE_SPACE
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.kernels.frames import open_node
from wd_env.spec.game_spec import CHANCE
from wd_env.table.chance_modes import EXPLICIT


def odds(table):
    """Return the exact probability of each outcome of the current chance node."""
    chances = table.chance_weights()
    return {text: Fraction(weight, sum(chances.values())) for text, weight in chances.items()}


def alike(texts):
    return {text: Fraction(1, len(texts)) for text in texts}


def branches(table, throws, share=Fraction(1)):
    """Yield every table after `throws` chance outcomes, with its exact probability."""
    if throws == 0 or table.node.kind != CHANCE:
        yield table, share
        return
    for text, part in odds(table).items():
        branch = table.copy()
        branch.play(text)
        yield from branches(branch, throws - 1, share * part)


def shares(table, throws, see):
    """Return the exact probabilities of the results of `see` after `throws` chance outcomes."""
    found = Counter()
    for branch, share in branches(table, throws):
        found[see(branch)] += share
    return found


def question_of(table):
    return table.node.name


PLAYING_DICE = alike([f"playing dice {face}" for face in range(1, 7)])
SOLDIER_DICE = alike([f"soldier dice {score}" for score in range(1, 4)])
COLOURS = ("North America", "South America", "Africa", "Australasia", "Asia", "Europe")
CONTINENT_DICE = alike([f"continent dice {colour}" for colour in COLOURS])
PURGADIES = alike(
    [f"purgadies {card}" for card in "antarctica strategic_point country city reprieve life_death".split()]
)


def throw_again(throws):
    """Return the seats that share their throw with another, and the single leading seat or None."""
    level = tuple(seat for seat, throw in enumerate(throws) if throws.count(throw) > 1)
    highest = max(throws)
    return level, throws.index(highest) if throws.count(highest) == 1 else None


def rethrowing(table):
    s = table.state
    is_open = table.node.name == "setup_throw"
    level = tuple(seat for seat in range(s.seats) if is_open and s.setup_throw[seat] == 0)
    leaders = [seat for seat in range(s.seats) if s.setup_rank[seat] == 0]
    return level, leaders[0] if len(leaders) == 1 else None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c01_all_players_throw_and_only_tied_players_throw_again(players):
    table = WorldDominance(Config(num_players=players), chance=EXPLICIT)
    expected = Counter()
    for throws in product(range(6), repeat=players):
        expected[throw_again(throws)] += Fraction(1, 6**players)
    assert odds(table) == PLAYING_DICE
    assert shares(table, players, rethrowing) == expected


def test_c01_each_of_three_tied_leaders_begins_with_the_same_probability():
    table = WorldDominance(Config(num_players=3), chance=EXPLICIT)
    for _ in range(3):
        table.play("playing dice 4")
    found = shares(table, 3, rethrowing)
    again = {lead: share for (level, lead), share in found.items() if not level}
    assert set(again) == {0, 1, 2}
    assert len(set(again.values())) == 1


def test_c01_a_tie_for_second_place_never_unseats_the_highest_thrower():
    table = WorldDominance(Config(num_players=3), chance=EXPLICIT)
    for face in (2, 5, 2):
        table.play(f"playing dice {face}")
    assert {branch.state.setup_rank[1] for branch, _ in branches(table, 4)} == {0}


def test_c02_each_manoeuvre_card_that_nobody_has_seen_is_as_likely():
    table = position(players=2, lands=first_manoeuvre_space())
    deck = [f"M{number:02d}" for number in range(1, 28)]
    assert odds(table) == alike([f"manoeuvre {card}" for card in deck])
    table.play("manoeuvre M08")
    open_node(table.state, MANOEUVRE_DRAW, 0, 0)
    deck.remove("M08")
    assert odds(table) == alike([f"manoeuvre {card}" for card in deck])


def test_c02_a_pack_without_the_brutal_cards_has_twenty_five():
    table = position(players=2, lands=first_manoeuvre_space(), omit_brutal_cards=True)
    assert set(odds(table).values()) == {Fraction(1, 25)}


def test_c02_a_pack_that_has_gone_round_leaves_no_chance():
    table = position(players=2, soldiers=[20, 20], lands=first_manoeuvre_space(), queue=["M08", "M06"])
    assert table.node.name != "manoeuvre_draw"
    assert table.board.manoeuvre_pack == ([], ["M06", "M08"])


def test_c02_each_theme_that_nobody_has_seen_is_as_likely():
    table = position(players=2, lands="rsz")
    assert odds(table) == alike([f"theme T{number:02d}" for number in range(1, 28)])
    table.state.theme_place[3:] = range(1, 25)
    table.state.theme_unseen = 3
    assert odds(table) == alike(["theme T01", "theme T02", "theme T03"])


def test_c03_a_movement_throw_is_one_playing_dice():
    table = position(players=2)
    table.play("roll")
    assert odds(table) == PLAYING_DICE


def test_c04_a_face_down_card_is_any_of_the_region_that_the_pack_still_has():
    table = position(players=3, cards={1: ["Alaska"]}, lands="North America")
    table.play("take")
    drawn = odds(table)
    assert set(drawn.values()) == {Fraction(1, 9)}
    assert "draw Alaska" not in drawn
    assert {text.removeprefix("draw ") for text in drawn} <= set(table.board.pack)


def test_c04_the_last_card_of_a_region_is_certain():
    table = position(players=2, pack={"Africa": ["Cairo"]}, lands="Africa")
    table.play("take")
    assert odds(table) == {"draw Cairo": 1}


@pytest.mark.parametrize("space", ["lose", "conscript"])
def test_c05_the_soldier_dice_of_a_checkpoint_shows_one_two_and_three_with_the_same_probability(space):
    assert odds(position(players=2, lands=space)) == SOLDIER_DICE


def test_c05_the_soldier_dice_of_decimate_shows_one_two_and_three_with_the_same_probability():
    table = position(players=2, lands="decimate")
    table.play("name +1")
    assert odds(table) == SOLDIER_DICE


@pytest.mark.parametrize("space", ["gain", "concede"])
def test_c06_the_continent_dice_shows_six_colours_alike_and_never_white(space):
    assert odds(position(players=2, lands=space)) == CONTINENT_DICE


def test_c07_purgadies_cards_are_drawn_with_replacement():
    table = position(players=2, cards={0: ["Alaska", "Havana"]}, lands="paradies")
    table.play("pay two")
    assert odds(table) == PURGADIES
    table.play("purgadies reprieve")
    open_node(table.state, PARADIES_DRAW, 0, 0)
    assert odds(table) == PURGADIES


@pytest.mark.parametrize(("by_six", "throws", "all_sixes"), [(False, 3, 216), (True, 2, 36)])
def test_c08_all_sixes_in_purgatory_once_in_two_hundred_and_sixteen_or_in_thirty_six(by_six, throws, all_sixes):
    table = position(players=2, lands="purgatory", by_six=by_six)
    assert odds(table) == PLAYING_DICE
    found = shares(table, throws, question_of)
    sixes = Fraction(1, all_sixes)
    assert found == {"three_sixes": sixes, "purgatory_draw": 1 - sixes}


def test_c08_all_throws_are_made_even_after_a_face_other_than_six():
    table = position(players=2, lands="purgatory")
    assert set(shares(table, 1, question_of)) == {"purgatory_throw"}
    assert set(shares(table, 2, question_of)) == {"purgatory_throw"}


def test_c09_further_sixes_bring_a_soldier_each_and_end_with_the_first_other_face():
    table = position(players=2, lands="purgatory", by_six=True)
    table.play("playing dice 6", "playing dice 6")
    table.play("accept")
    soldiers = table.board.soldiers[0]
    assert odds(table) == PLAYING_DICE
    found = shares(table, 3, lambda t: (t.board.soldiers[0] - soldiers, question_of(t) == "extra_six"))
    sixth = Fraction(1, 6)
    assert found == {
        (0, False): 1 - sixth,
        (1, False): sixth * (1 - sixth),
        (2, False): sixth**2 * (1 - sixth),
        (3, True): sixth**3,
    }


def test_c10_a_title_that_is_read_for_the_first_time_is_known_to_every_second():
    table = position(players=2, lands="rsz")
    table.play("theme T05")
    table.play("name +1")
    assert odds(table) == alike(["knows", "does not know"])


@pytest.mark.parametrize(
    ("known", "options", "right"),
    [
        (["T05"], {}, Fraction(9, 10)),
        ([], {}, Fraction(1, 10)),
        (["T05"], {"percent_known": 73}, Fraction(73, 100)),
        ([], {"percent_unknown": 37}, Fraction(37, 100)),
        (["T05"], {"percent_known": 100}, Fraction(1)),
        ([], {"percent_unknown": 0}, Fraction(0)),
    ],
)
def test_c11_the_answer_to_a_bluff_is_right_as_often_as_agreed(known, options, right):
    table = position(players=2, lands="rsz", knows={1: known}, **options)
    table.play("theme T05")
    table.play("name +1")
    table.play("ask")
    assert odds(table).get("right", 0) == right
    assert odds(table).get("wrong", 0) == 1 - right


@pytest.mark.parametrize(("known", "right"), [(["SAB"], Fraction(9, 10)), (["South Pole"], Fraction(1, 10))])
def test_c11_the_answer_for_the_fifth_antarctica_card_depends_on_the_question_card_chosen(known, right):
    white = [card for card in position(players=2).board.pack if "Antarctica" in card]
    table = position(players=2, cards={0: [*white, "Alaska", "Havana"]}, lands="ANT", knows={0: known})
    table.play("card Alaska")
    table.play("name +1")
    assert table.node.name == "question_card"
    table.play("card Antarctica Research Station (SAB)")
    assert odds(table) == {"right": right, "wrong": 1 - right}


def test_every_chance_node_of_the_game_is_in_this_file():
    """List all chance nodes, so that a new one fails this test until its probabilities are counted, too."""
    asked = {question.name for question in GAME.nodes if question.kind == CHANCE}
    assert asked == {
        *("setup_throw movement_throw purgatory_throw extra_six lose_throw conscript_throw".split()),
        *("decimate_throw gain_dice concede_dice face_down_draw manoeuvre_draw theme_draw".split()),
        *("purgatory_draw paradies_draw knowledge bluff_answer antarctica_answer".split()),
    }


@pytest.mark.parametrize("code", [code for code, question in enumerate(GAME.nodes) if question.is_uniform])
def test_chance_that_is_drawn_without_weighing_has_equal_weights(code):
    table = position(players=2)
    table.state.node = code
    weights = [0] * GAME.chance_width
    GAME.engine.chance_weights(table.state, weights)
    count = GAME.nodes[code].num_outcomes
    assert weights == [1] * count + [0] * (GAME.chance_width - count)
    assert GAME.outcome_counts[code] == -count


def first_manoeuvre_space():
    s = position(players=2).state
    return f"S{s.space_kind.index(MANOEUVRE_SPACE):02d}"
