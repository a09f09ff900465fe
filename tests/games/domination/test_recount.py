"""Games of a batch are recounted after every action, and each invariant can break."""

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.games.domination import random_games, recount
from tests.games.samples import samples_of
from wd_env.batch.batch import Batch
from wd_env.games.domination.definitions.decision_codes import ATTACK_FROM, ATTACK_TO, CLAIM, OVER, PLACE
from wd_env.games.domination.definitions.rule_constants import DISCARD, HANDS

pytestmark = pytest.mark.long  # the recount is compiled

KIND = samples_of("domination").kinds[1]
ROWS = np.arange(40)


def test_random_games_of_a_kind_add_up():
    answers, broken = random_games.play(KIND, seed=2, first=0, games=48)
    assert broken == []
    assert answers > 48 * 100


def batch_at(question):
    """Return a batch after some play, with rows at this node."""
    batch = Batch(samples_of("domination").game, len(ROWS), 5, [3], {"max_rounds": 4})
    rng = np.random.default_rng(3)
    for _ in range(2000):
        rows = ROWS[~batch.done]
        waiting = rows[batch._states["node"][rows] == question]
        if len(waiting) > 2 or not len(rows):
            break
        batch.step((batch.masks[rows] * rng.random((len(rows), batch.n_actions))).argmax(axis=1), rows)
    found = ROWS[batch._states["node"] == question]
    assert recount.broken_rows(batch, found, batch._states[found]) == {}
    return batch, int(found[0])


def spoil_held(s, batch, row):
    s["country_counts"][0] += 1


def spoil_groups(s, batch, row):
    s["group_counts"][0] += 1


def spoil_hand(s, batch, row):
    s["hand_size"][1] += 1


def spoil_armies(s, batch, row):
    s["armies"][3] = 0


def spoil_play(s, batch, row):
    s["in_play"][2] = 1 - s["in_play"][2]


def spoil_removed(s, batch, row):
    s["removed_by"][0] = 1


def spoil_discards(s, batch, row):
    s["card_at"][:4] = DISCARD


def spoil_cards(s, batch, row):
    s["card_at"][0] = HANDS + 5


def spoil_picked(s, batch, row):
    s["picked"][0] = 1


def spoil_stock(s, batch, row):
    s["stock"][0] = -1


def spoil_capitals(s, batch, row):
    s["capital"][:2] = 7


def spoil_winner(s, batch, row):
    s["won"][0] = 1


def spoil_cut(s, batch, row):
    s["truncated"] = 1


def spoil_rounds(s, batch, row):
    s["round"] = 9


def spoil_turn(s, batch, row):
    s["turn"] = 5


def spoil_mask(s, batch, row):
    batch.masks[row] = 0


def spoil_own(s, batch, row):
    batch.masks[row, :42] = s["holder"] != s["seat"]


def spoil_claim(s, batch, row):
    batch.masks[row, 0] = 1 - batch.masks[row, 0]


def spoil_pass(s, batch, row):
    batch.masks[row, 42] = 0


def spoil_view(s, batch, row):
    batch.obs[row, batch.game.layout.slice("holder")] = 0


def spoil_view_of_armies(s, batch, row):
    batch.obs[row, batch.game.layout.slice("armies_rest")] += 1


def spoil_counts(s, batch, row):
    batch.obs[row, batch.game.layout.slice("country_counts")] += 1


def spoil_asked(s, batch, row):
    batch.obs[row, batch.game.layout.slice("to_move")] = 0


@pytest.mark.parametrize(
    ("node", "spoil", "sentence"),
    [
        (PLACE, spoil_held, "every country is counted once"),
        (PLACE, spoil_groups, "groups are counted as their countries"),
        (PLACE, spoil_hand, "every hand has its cards"),
        (PLACE, spoil_armies, "every country with a holder has an army"),
        (PLACE, spoil_play, "a seat needs a country"),
        (PLACE, spoil_removed, "a seat that is out was removed by one"),
        (PLACE, spoil_discards, "discards are those of sets"),
        (PLACE, spoil_cards, "cards are somewhere"),
        (PLACE, spoil_picked, "cards are named only of a set that is traded"),
        (PLACE, spoil_stock, "no stock is negative"),
        (PLACE, spoil_capitals, "capitals and missions differ between seats"),
        (PLACE, spoil_winner, "one player wins a game that is not truncated"),
        (PLACE, spoil_cut, "a game is truncated after its last round"),
        (PLACE, spoil_rounds, "no game lasts longer than its rounds"),
        (PLACE, spoil_turn, "the seat on turn is in play"),
        (PLACE, spoil_mask, "a legal action exists until the game ends"),
        (PLACE, spoil_own, "armies are placed on own countries"),
        (CLAIM, spoil_claim, "only free countries are claimed"),
        (ATTACK_FROM, spoil_own, "armies may leave only countries with at least two"),
        (ATTACK_FROM, spoil_pass, "attacks and moves can be passed"),
        (PLACE, spoil_view, "views show the holders of countries"),
        (PLACE, spoil_view_of_armies, "views show the number of armies"),
        (PLACE, spoil_counts, "views count countries"),
        (PLACE, spoil_asked, "views show the seat to move"),
    ],
)
def test_each_invariant_can_break(node, spoil, sentence):
    batch, row = batch_at(node)
    before = batch._states[[row]].copy()
    spoil(batch._states[row], batch, row)
    assert recount.broken_rows(batch, np.array([row]), before)[sentence].tolist() == [row]


def test_nobody_attacks_oneself_and_a_mask_that_says_so_is_noticed():
    batch, row = batch_at(ATTACK_TO)
    batch.masks[row, :42] = 1
    assert "no seat attacks its own countries" in recount.broken_rows(batch, np.array([row]), batch._states[[row]])


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda s: s["armies"].__iadd__(1), "armies come with turns and sets only"),
        (lambda s: s["card_at"].__setitem__(slice(0, 2), 2), "only a capital takes a card out of the game"),
        (lambda s: s["round"].__isub__(1), "sets and rounds only grow"),
    ],
)
def test_each_invariant_of_changes_can_break(spoil, sentence):
    batch, row = batch_at(PLACE)
    before = batch._states[[row]].copy()
    batch._states["round"][row] = max(1, before["round"][0])
    before["round"] = batch._states["round"][row]
    states = batch._states[row : row + 1]
    spoil(states)
    assert sentence in recount.broken_rows(batch, np.array([row]), before)


def test_a_seat_that_is_out_does_not_return():
    batch, row = batch_at(PLACE)
    before = batch._states[[row]].copy()
    before["in_play"][0, 0] = 0
    assert "a seat that is out stays out" in recount.broken_rows(batch, np.array([row]), before)


def test_the_winner_holds_what_wins():
    batch, row = batch_at(PLACE)
    state = batch._states[row]
    state["node"], state["ended_by"] = OVER, 1
    state["won"][0] = 1
    result = recount.broken_rows(batch, np.array([row]), batch._states[[row]])
    assert "the winner of a conquest holds everything" in result
    state["in_play"][0] = 0
    assert "the winner is in play" in recount.broken_rows(batch, np.array([row]), batch._states[[row]])


def test_the_program_plays_every_kind_and_tells_what_broke(monkeypatch, capsys):
    kinds = samples_of("domination").kinds
    monkeypatch.setattr(random_games, "play", lambda kind, seed, first, games: (games, []))
    assert random_games.main(["--games", "28", "--seed", "3"]) == 0
    assert capsys.readouterr().out.count("\n") == 2 * len(kinds) + 2
    monkeypatch.setattr(random_games, "play", lambda kind, seed, first, games: (games, [f"{kind}: not so"] * games))
    assert random_games.main(["--games", "28"]) == 1
    assert capsys.readouterr().out.count("BROKEN: ") == len(kinds)
