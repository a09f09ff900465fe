"""Rare states: a Garrison that cannot pay all players, closures of several rounds with Allies."""

import pytest

from tests.games.world_dominance.hands import ASIA, CONTINENTS, EUROPE
from tests.games.world_dominance.rules.test_agreed_times import seen, take_turn
from wd_env.games.world_dominance.position import position

OWN_TABLES = "each sentence iterates over its players and seats itself"

SWAP = ["M14", "M08"]


@pytest.mark.parametrize("rounds", [1, 2, 3])
@pytest.mark.parametrize("allies", [[1], [3], [1, 3]])
def test_wd_256_in_the_ally_game_a_closure_lasts_for_rounds_of_the_turn_not_of_the_players(rounds, allies):
    game = position(
        2,
        variant="ally",
        allies=allies,
        soldiers=[20, 20 * (1 in allies), 20, 20 * (3 in allies)],
        at=dict.fromkeys((*allies, 2), "S21"),
        queue=["M03", "M08"],
        lands="S01",
        closure_duration="n_rounds",
        closure_rounds=rounds,
    )
    game.play("region Asia")
    left, pieces = [], 2 + len(allies)
    for _ in range(pieces * rounds - 1):
        assert game.board.closed == "Asia"
        left.append(seen(game, "closure_remaining")[0])
        take_turn(game)
    assert (game.board.turn, game.board.closed) == (0, None)
    whole_rounds = [number for number in range(rounds, 0, -1) for _ in range(pieces)]
    assert left == whole_rounds[1:]  # the first of them is the turn of the closing player


def swap_of_both(turn, players, garrison, cards, give, take, **options):
    """Let the player on turn swap a card with the next player; each of them gains by it."""
    other = (turn + 1) % players
    armies = [10] * players
    game = position(
        players,
        soldiers=armies,
        cards={turn: cards[0], other: cards[1]},
        rsz=100 - garrison - 10 * players,
        turn=turn,
        queue=SWAP,
        lands="S01",
        **options,
    )
    for answer in ("accept", f"card {give}", f"card {take}"):
        game.play(answer)
    return game.board.soldiers[turn] - 10, game.board.soldiers[other] - 10, game.board.garrison


TURNS = [(players, turn) for players in (2, 3, 4, 5) for turn in range(players)]


@pytest.mark.parametrize(("players", "turn"), TURNS)
def test_wd_292_of_two_continents_completed_at_once_the_one_whose_turn_it_is_is_paid_first(players, turn):
    hands = [*EUROPE[:9], ASIA[9]], [*ASIA[:9], EUROPE[9]]
    paid = swap_of_both(turn, players, 4, hands, ASIA[9], EUROPE[9], variant="two_set", start_soldiers=10)
    assert paid == (3, 1, 0)


@pytest.mark.parametrize(("players", "turn"), TURNS)
def test_wd_074_of_two_pre_sets_at_once_the_one_whose_turn_it_is_is_paid_first(players, turn):
    hands = ["British Islands", "Athens", "Rome", "Cairo"], ["Mozambique", "Kenya", "Angola", "Spain"]
    assert swap_of_both(turn, players, 3, hands, "Cairo", "Spain") == (2, 1, 0)


@pytest.mark.parametrize(("players", "turn"), TURNS)
def test_wd_076_everybody_whose_pre_set_it_is_is_asked_to_claim_it(players, turn):
    hands = ["British Islands", "Athens", "Rome", "Cairo"], ["Mozambique", "Kenya", "Angola", "Spain"]
    other = (turn + players - 1) % players  # the last one clockwise
    game = position(
        players, cards={turn: hands[0], other: hands[1]}, turn=turn, queue=SWAP, lands="S01", manual_declarations=True
    )
    for answer in ("accept", "card Cairo", "card Spain"):
        game.play(answer)
    asked = []
    while game.node.name == "pre_set_claim":
        asked.append(game.seat)
        game.play("claim")
    assert asked == [turn, other]
    assert (game.board.soldiers[turn], game.board.soldiers[other]) == (12, 12)


@pytest.mark.parametrize("garrison", [0, 1, 3, 4, 6])
def test_wd_292_two_captured_continents_are_paid_as_far_as_the_garrison_goes(garrison):
    table = {"soldiers": [10, 1, 10], "rsz": 79 - garrison, "lands": "decimate", "variant": "three_set"}
    game = position(3, cards={1: [*EUROPE, *ASIA]}, **table)
    game.play("name +1", "soldier dice 1")
    assert (game.board.soldiers[0], game.board.garrison) == (11 + min(garrison, 6), max(garrison - 6, 0))
    assert list(game.board.completed(0)) == ["Asia", "Europe"]


@pytest.mark.parametrize("name", CONTINENTS)
def test_wd_052_all_ten_cards_of_a_continent_are_equally_likely(name):
    game = position(lands=name)
    game.play("take")
    assert game.chance_weights() == {f"draw {title}": 1 for title in CONTINENTS[name]}


@pytest.mark.parametrize("name", CONTINENTS)
@pytest.mark.parametrize(("soldiers", "offered"), [(2, False), (3, True), (4, True)])
def test_wd_052_by_agreement_a_card_is_taken_with_just_the_price_of_the_dearest(name, soldiers, offered):
    game = position(soldiers=[soldiers, 10, 10], lands=name, require_max_price=True)
    assert ("take" in game.legal_texts()) == offered


@pytest.mark.parametrize(("used", "paid"), [([0], 3), ([1], 0), ([], 3), ([0, 1, 2], 0)])
def test_wd_283_a_stack_made_by_a_gift_is_paid_by_the_reinforcements_of_whoever_gets_it(used, paid):
    hand = ["Mozambique", "Angola", "Kenya", "Nigeria"]
    game = position(
        cards={0: ["Cairo"], 1: hand}, queue=["M24", "M08"], lands="S01", variant="ten_card", reinforcements_used=used
    )
    game.play("card Cairo")
    game.play("name +1")
    assert (set(game.board.stacks(1)), game.board.soldiers[1]) == ({"Africa"}, 10 + paid)


@pytest.mark.parametrize("price", [1, 2, 3])
def test_wd_054_a_price_that_equals_the_army_puts_the_buyer_out_and_one_soldier_more_does_not(price):
    title = {1: "Cairo", 2: "Kenya", 3: "Mozambique"}[price]
    for army, in_play in ((price, [1, 2]), (price + 1, [0, 1, 2])):
        game = position(soldiers=[army, 10, 10], lands="Africa")
        game.play("take", f"draw {title}")
        assert game.board.in_play == in_play


@pytest.mark.parametrize("price", [1, 2, 3])
def test_amb_041_a_card_taken_by_agreement_at_its_price_puts_out_whoever_has_no_more_soldiers(price):
    title = {1: "Cairo", 2: "Kenya", 3: "Mozambique"}[price]
    for army, in_play in ((price, [1, 2]), (price + 1, [0, 1, 2])):
        game = position(soldiers=[army, 10, 10], queue=["M13", "M08"], lands="S01", manoeuvre_take_is_free=False)
        game.play(f"card {title}")
        assert game.board.in_play == in_play
