"""Who is sent to a space by a Manoeuvre Card of another lands there and acts, as in a turn of one's own (WD-092).

The Ice House (S22) is left out: of the turns that are missed there the first may come at once.
"""

import random

import pytest

from tests.world_dominance.random_positions import SPACES
from wd_env.world_dominance.actions import CARD_TITLES
from wd_env.world_dominance.position import position

PACK = [f"M{card:02d}" for card in range(1, 28) if card != 9]  # M09 sends
POSITIONS, ANSWERS = 12, 10
BOARD = [space for space in SPACES if space not in ("S01", "S22")]  # the card is drawn on S01


def lies(game):
    """What lies on the table, whoever's turn it is."""
    seats = range(game.players)
    held = [(game.cards(seat), game.space(seat), game.interned(seat)) for seat in seats]
    packs = game.pack, game.beside_garrison, game.manoeuvre_pack
    return game.soldiers, game.garrison, game.rsz, game.in_play, game.khyber_pass, game.closed, held, packs


def landings(luck, space, **options):
    """The same landing of P2 twice: in a turn of its own, and sent by P1."""
    players = luck.randint(2, 5)
    titles = luck.sample(CARD_TITLES, 24)
    queue = luck.sample(PACK, 4)
    table = {
        "players": players,
        "soldiers": [luck.choice((1, 2, 3, 6)) for _ in range(players)],
        "cards": {seat: titles[4 * seat : 4 * seat + 4] for seat in range(players)},
        "at": {seat: luck.choice(BOARD) for seat in range(1, players)} | {0: "S01"},
        "knows": {seat: ["T01", "SAB"] for seat in range(players)},
        "reinforcements_used": range(players),
        "khyber_pass": luck.choice([None, *range(2, players)]),
        **options,
    }
    sent = position(**table, queue=["M09", *queue], lands="S01")
    sent.play("name +1")
    sent.play(f"space {space}")
    return position(**table, queue=[*queue, "M09"], turn=1, lands=space, sent=True), sent


@pytest.mark.parametrize("variant", ["five_card", "ten_card"])
@pytest.mark.parametrize("space", BOARD)
def test_wd_092_who_is_sent_acts_as_in_a_turn_of_ones_own(space, variant):
    luck = random.Random(f"{space} {variant}")
    for _ in range(POSITIONS):
        own, sent = landings(luck, space, variant=variant)
        for _ in range(ANSWERS):
            assert lies(sent) == lies(own)
            assert (sent.turn == 0) == (own.turn == 1)
            if own.turn != 1 or own.is_over:
                break
            assert (sent.question.name, sent.seat, sent.options()) == (own.question.name, own.seat, own.options())
            answer = luck.choice(own.options())
            own.play(answer)
            sent.play(answer)
