"""A player sent to a space by another's Manoeuvre Card lands there and acts as in their own turn (WD-092).

The Ice House (S22) is left out: the first of the turns that are missed there may come at once.
"""

import random

import pytest

from tests.games.world_dominance.random_positions import SPACES
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.observation.layout import LAYOUT
from wd_env.games.world_dominance.position import position

OWN_TABLES = "each sentence iterates over its players, seats and regions itself"

PACK = [f"M{card:02d}" for card in range(1, 28) if card != 9]  # M09 sends
POSITIONS, ANSWERS = 8, 10
MATTER = slice(LAYOUT.starts["drawn_card"], LAYOUT.size)
BOARD = [space for space in SPACES if space not in ("S01", "S22")]  # the card is drawn on S01


def lies(game):
    """Return what is on the table, independent of the turn."""
    seats = range(game.players)
    held = [(game.board.cards(seat), game.board.space(seat), game.board.interned(seat)) for seat in seats]
    packs = game.board.pack, game.board.garrison_cards, game.board.manoeuvre_pack
    return (
        game.board.soldiers,
        game.board.garrison,
        game.board.rsz,
        game.board.in_play,
        game.board.khyber_pass,
        game.board.closed,
        held,
        packs,
    )


def random_position(rng):
    """Return a random table of two to five players on which P1 is where the card is drawn."""
    players = rng.randint(2, 5)
    titles = rng.sample(CARD_TITLES, 6 * players)
    hands = {seat: [titles.pop() for _ in range(rng.choice((0, 1, 3, 6)))] for seat in range(players)}
    return {
        "players": players,
        "soldiers": [rng.choice((1, 2, 3, 6)) for _ in range(players)],
        "cards": hands,
        "at": {seat: rng.choice(BOARD) for seat in range(1, players)} | {0: "S01"},
        "knows": {seat: ["T01", "SAB"] for seat in range(players)},
        "reinforcements_used": range(players),
        "khyber_pass": rng.choice([None, *range(2, players)]),
    }


def act_alike(rng, table, queue, space):
    """Let P2 land there in an own turn, and sent by P1, and compare the two games."""
    sent = position(**table, queue=["M09", *queue], lands="S01", sending_overrides_entry=True)
    sent.play("name +1")
    sent.play(f"space {space}")
    own = position(**table, queue=[*queue, "M09"], turn=1, lands=space, sent=True, sending_overrides_entry=True)
    for _ in range(ANSWERS):
        assert lies(sent) == lies(own)
        assert (sent.board.turn == 0) == (own.board.turn == 1)
        if own.board.turn != 1 or own.is_terminal:
            break
        assert (sent.node.name, sent.seat, sent.legal_texts()) == (own.node.name, own.seat, own.legal_texts())
        assert sent.observe(sent.seat)[MATTER] == own.observe(own.seat)[MATTER]
        answer = rng.choice(own.legal_texts())
        own.play(answer)
        sent.play(answer)


@pytest.mark.parametrize("variant", ["five_card", "ten_card"])
@pytest.mark.parametrize("space", BOARD)
def test_wd_092_who_is_sent_acts_as_in_a_turn_of_ones_own(space, variant):
    rng = random.Random(f"{space} {variant}")
    for _ in range(POSITIONS):
        act_alike(rng, random_position(rng) | {"variant": variant}, rng.sample(PACK, 4), space)


@pytest.mark.parametrize("card", PACK)
def test_wd_092_who_is_sent_draws_every_card_as_in_a_turn_of_ones_own(card):
    rng = random.Random(card)
    for _ in range(POSITIONS):
        rest = rng.sample([other for other in PACK if other != card], 3)
        act_alike(rng, random_position(rng), [card, *rest], rng.choice(("S05", "S09", "S13")))


FOUR_WHITE = [CARD_TITLES[card] for card in (20, 21, 23, 24)]


@pytest.mark.parametrize("queue", [["M04"], ["M13"], ["M08"]])
@pytest.mark.parametrize("space", ["ANT", "S03", "S05", "S19"])
def test_wd_235_who_is_sent_with_four_white_cards_is_asked_for_the_fifth_as_in_a_turn_of_ones_own(space, queue):
    rng = random.Random(f"{space} {queue}")
    for piece in ("Queen Maud", "Buddha"):
        for _ in range(POSITIONS):
            white = rng.sample(FOUR_WHITE, rng.choice((3, 4, 4)))
            table = random_position(rng) | {"cards": {1: [*white, "Rome", "Cairo"]}, "pieces": {1: piece}}
            act_alike(rng, table, queue, space)


@pytest.mark.parametrize(
    ("hands", "soldiers", "node"),
    [({0: ["Rome"], 1: ["Spain"]}, [10, 10, 10], "purgatory_loss"), ({0: ["Spain"]}, [10, 9, 10], "start_menu")],
)
def test_wd_092_in_purgatory_who_is_sent_loses_an_own_card_or_a_soldier(hands, soldiers, node):
    game = position(players=3, cards=hands, queue=["M09"], lands="S01", purgatory_fallback="any_shortfall")
    game.play("name +1")
    game.play("space S18", *["playing dice 1"] * 3, "purgadies country")
    assert (game.node.name, game.board.soldiers) == (node, soldiers)
    if node == "purgatory_loss":
        assert (game.seat, game.legal_texts()) == (1, ["card Spain"])


@pytest.mark.parametrize(("before", "after"), [([5, 1, 5], [4, 3, 4]), ([1, 5, 5], [1, 5, 5])])
def test_wd_095_m08_is_void_if_others_than_the_one_sent_have_only_one_soldier(before, after):
    game = position(players=3, soldiers=before, queue=["M09", "M08"], lands="S01")
    game.play("name +1")
    game.play("space S05")
    assert game.board.soldiers == after
