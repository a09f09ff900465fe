"""Random games recounted from scratch after every answer: what must hold whatever is played (ledger 5.5).

The recount knows the box from the data files and nothing of the rules. `WD_GAMES` sets how many games each
policy plays with each number of players.
"""

import random
from collections import Counter
from itertools import pairwise

import pytest

from tests.world_dominance.players import GAMES, POLICIES
from wd_env.core.spec import DECISION, ERRAND, LUCK
from wd_env.world_dominance.actions import ACTIONS
from wd_env.world_dominance.check import check_state
from wd_env.world_dominance.config import Config
from wd_env.world_dominance.data import load_board, load_continent_cards
from wd_env.world_dominance.game import GAME, new_state
from wd_env.world_dominance.rules import engine

BOARD = load_board()
CARDS = load_continent_cards()
BOX = Counter(card.region for card in CARDS)  # cards of each region
POINTS = {card.region: card.index for card in CARDS if card.role == "" and card.kind == 1}
SOUTH_POLE = next(card.index for card in CARDS if card.role == "south_pole")
WHITE, NOBODY, PACK, BESIDE, NOWHERE, ANTARCTICA_PLACE = 2, 5, 5, 6, 37, 36
EMPTY_MATTER = {
    "drawer": NOBODY,
    "drawn": 31,
    "target": NOBODY,
    "offered": 65,
    "wanted": 65,
    "destination": NOWHERE,
    "asker": NOBODY,
    "tested": NOBODY,
    "theme": 31,
    "purgadies": 7,
}
BLUFF = {"test_whom", "knowledge", "raise_or_ask", "match_raise", "bluff_answer"}
EXAMINATION = {"knowledge", "question_card", "antarctica_answer"}
NEVER_LESS = ("turn_number", "revival_done", "death_done", "truncated")
NEVER_MORE = ("theme_unseen", "manoeuvre_unseen", "manoeuvre_size")
MARKS = ("run_marks", "pre_set_paid", "knowledge_drawn", "knows")  # bits that are set for good


class Game:
    """A game carried out errand by errand, so that what lies between two answers is seen too."""

    def __init__(self, config, luck):
        self.state = new_state(config)
        self.luck = luck
        self.in_bonus = False  # a second draw is due and the win test waits for it (WD-071)

    @property
    def question(self):
        return GAME.questions[self.state.question]

    def choices(self):
        """Legal actions, or outcomes as luck throws them."""
        if self.question.kind == DECISION:
            mask = [0] * len(ACTIONS)
            engine.legal(self.state, mask)
            return [action for action, legal in enumerate(mask) if legal]
        weights = [0] * self.question.outcomes
        engine.chances(self.state, weights)
        return [outcome for outcome, weight in enumerate(weights) if weight]

    def answer(self, policy):
        choices = self.choices()
        assert choices, f"nothing can be answered to {self.question.name}"
        if self.question.kind == DECISION:
            texts = [ACTIONS.text(action) for action in choices]
            number = ACTIONS.index(policy(texts, self.luck))
        else:
            number = self.luck.choice(choices)
        self.carry_out(number)
        while self.question.kind == ERRAND:
            if self.question.name == "settle":
                self.in_bonus = self.state.note == 1
            self.carry_out(0)

    def carry_out(self, number):
        engine.answer(self.state, number)
        recount_frames(self.state)
        recount_soldiers(self.state)


def recount_frames(s):
    """A question waits only beneath questions of a higher rank, so the ranks bound what waits."""
    ranks = [GAME.questions[q].rank for q in s.waiting_question[: s.waiting]]
    ranks.append(GAME.questions[s.question].rank)
    assert all(below < above for below, above in pairwise(ranks)), ranks
    kinds = {GAME.questions[q].kind for q in s.waiting_question[: s.waiting]}
    assert kinds <= {ERRAND}
    assert not any(s.waiting_question[s.waiting :])
    assert not any(s.waiting_seat[s.waiting :])
    assert not any(s.waiting_note[s.waiting :])


def recount_soldiers(s):
    assert s.garrison >= 0
    assert s.rsz >= 0
    assert min(s.army) >= 0
    assert s.garrison + s.rsz + sum(s.army) == 100


def recount_cards(s):
    """Every card is in the pack or in the hands of a player in play; only the South Pole lies aside."""
    for card in CARDS:
        holder = s.card_at[card.index]
        if card.index == SOUTH_POLE:
            assert holder == BESIDE or (holder < s.seats and s.in_play[holder])
        else:
            assert holder == PACK or (holder < s.seats and s.in_play[holder]), card.title
    assert Counter(s.card_region) == BOX
    assert len(s.card_at) == 65


def recount_packs(s, deck):
    """No Manoeuvre Card is lost but the one that closed an Airspace and lies on the board (WD-256)."""
    pack = s.manoeuvre_pack[: s.manoeuvre_size]
    assert len(set(pack)) == len(pack)
    assert set(pack) <= deck
    assert len(deck) - len(pack) == (s.closed != 7)
    assert not any(s.manoeuvre_pack[s.manoeuvre_size :])
    assert sorted(s.theme_pack) == list(range(27))
    for unseen in (pack[: s.manoeuvre_unseen], s.theme_pack[: s.theme_unseen]):
        assert unseen == sorted(unseen)
    assert 0 <= s.chain <= len(deck)


def recount_seats(s):
    is_bluff = GAME.questions[s.question].name in BLUFF
    assert s.khyber_at == BESIDE or s.in_play[s.khyber_at]
    assert s.pardon_at == NOBODY or s.in_play[s.pardon_at]
    for seat in range(5):
        assert 0 <= s.ice_turns[seat] <= 3
        assert s.reinforcements[seat] in (0, 1)
        if s.in_play[seat]:
            assert seat < s.seats
            assert s.army[seat] > 0 or is_bluff, "a player in play has a soldier outside a bluff"
        else:
            assert (s.army[seat], s.place[seat], s.ice_turns[seat]) == (0, NOWHERE, 0)
            assert seat not in s.card_at
        if seat >= s.seats:
            absent = (s.in_play, s.reinforcements, s.knows, s.knowledge_drawn, s.pre_set_paid, s.won, s.fresh)
            assert not any(values[seat] for values in absent)
        if s.ice_turns[seat]:
            assert BOARD.ring[s.place[seat]].title == "Ice House"
        assert s.place[seat] in (*range(len(BOARD.ring)), ANTARCTICA_PLACE, NOWHERE)
    chosen = [piece for piece in s.piece if piece != 8]
    assert len(set(chosen)) == len(chosen)


def recount_private(s):
    """A theme lies on the table only while it is asked; nobody knows what was never read to him."""
    name = GAME.questions[s.question].name
    assert all(known & ~read == 0 for known, read in zip(s.knows, s.knowledge_drawn, strict=True))
    if name in BLUFF - EXAMINATION:
        assert 0 <= s.theme < 27
        assert s.asker < s.seats
        assert (s.tested == NOBODY) == (name == "test_whom")
    if name == "knowledge":
        assert (s.knowledge_drawn[s.seat] >> s.note) & 1 == 0
    if name in ("theme_draw", "examiner"):
        assert s.theme == 31


def recount_open_question(s):
    """Nobody is asked who is out or interned; a turn begins with a clean table (WD-152)."""
    question = GAME.questions[s.question]
    assert question.kind in (DECISION, LUCK)
    assert s.waiting == 0, "whoever answers, all that waited has been carried out"
    if question.kind == DECISION:
        assert s.in_play[s.seat]
        assert s.ice_turns[s.seat] == 0
    if question.name == "start_menu":
        assert {name: getattr(s, name) for name in EMPTY_MATTER} == EMPTY_MATTER
        assert s.seat == s.turn
        assert s.place[s.seat] != NOWHERE
        assert (s.chain, s.waiting, s.note) == (0, 0, 0)
        assert not any(s.fresh)
    if question.name not in ("choose_piece", "setup_throw"):
        assert not any(s.setup_throw)
        assert sorted(s.setup_rank[: s.seats]) == list(range(s.seats))
        assert all(piece != 8 for piece in s.piece[: s.seats])


def winning_sets(s, seat):
    """Regions of which a seat holds five with the Strategic Point, or all there are (WD-001, WD-005, WD-197)."""
    held = Counter(card.region for card in CARDS if s.card_at[card.index] == seat)
    five = [r for r, cards in held.items() if cards == 5 and (r == WHITE or s.card_at[POINTS[r]] == seat)]
    return [r for r in [*five, *(r for r, cards in held.items() if cards == 10)] if r != s.closed]


def recount_end(s, in_bonus):
    in_play = [seat for seat in range(s.seats) if s.in_play[seat]]
    winners = [seat for seat in range(s.seats) if s.won[seat]]
    clockwise = sorted(in_play, key=lambda seat: (seat - s.turn) % s.seats)
    holders = [seat for seat in clockwise if winning_sets(s, seat)]
    if GAME.questions[s.question].name != "over":
        assert not winners
        assert s.ended_by == 0
        assert not s.truncated
        assert len(in_play) > 1
        assert in_bonus or not holders
    elif s.truncated:
        assert not winners
        assert s.ended_by == 0
    else:
        assert winners == (holders[:1] or in_play), "the first set clockwise, else the last survivor"
        assert s.ended_by > 0


def recount_change(before, s):
    """What only grows, only shrinks, or stays for good."""
    for name in NEVER_LESS:
        assert getattr(s, name) >= getattr(before, name), name
    for name in NEVER_MORE:
        assert getattr(s, name) <= getattr(before, name), name
    for name in MARKS:
        pairs = zip(getattr(before, name), getattr(s, name), strict=True)
        assert all(old & ~new == 0 for old, new in pairs), name
    assert before.closed in (7, s.closed)
    pairs = zip(before.reinforcements, s.reinforcements, strict=True)
    assert all(new <= old for old, new in pairs)
    for field in GAME.schema.fields:
        if field.house:
            assert getattr(s, field.name) == getattr(before, field.name), field.name


def recount_views(s):
    """Every number of every view lies in the range its piece declares; a one-hot piece has one at most."""
    for seat in range(s.seats):
        out = [0] * GAME.layout.size
        GAME.observe(s, seat, out)
        for piece in GAME.layout.pieces:
            numbers = out[GAME.layout.slice(piece.name)]
            assert piece.low <= min(numbers), piece.name
            assert max(numbers) <= piece.high, piece.name
        for name in ("question", "asked", "on_turn", "khyber_pass", "pardon", "closed", "drawn", "theme"):
            assert sum(out[GAME.layout.slice(name)]) <= 1, name


def recount(game, deck):
    s = game.state
    recount_cards(s)
    recount_packs(s, deck)
    recount_seats(s)
    recount_end(s, game.in_bonus)
    if game.question.name != "over":
        recount_private(s)
        recount_open_question(s)
    check_state(s)
    s.to_record()  # OverflowError for a number that does not fit its field


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_every_invariant_holds_after_every_answer(players, policy):
    for number in range(GAMES):
        luck = random.Random(f"{players} {number}")
        brutal = number % 2 == 1
        config = Config(num_players=players, max_turns=120, omit_brutal_cards=brutal)
        game = Game(config, luck)
        deck = set(game.state.manoeuvre_pack[: game.state.manoeuvre_size])
        while game.question.name != "over":
            before = game.state.copy()
            game.answer(policy)
            recount(game, deck)
            recount_change(before, game.state)
            if luck.random() < 0.05:
                recount_views(game.state)


@pytest.mark.parametrize("last_player", ["stalemate", "last_survivor_wins"])
def test_who_survives_alone_wins_or_not_as_agreed(last_player):
    ended = 0
    for number in range(60):
        luck = random.Random(number)
        game = Game(Config(num_players=2, max_turns=400, last_player=last_player), luck)
        while game.question.name != "over":
            game.answer(POLICIES["hoarding"])
        s = game.state
        alone = sum(s.in_play) == 1 and not any(winning_sets(s, seat) for seat in range(2))
        if alone and not s.truncated:
            ended += 1
            assert s.won[: s.seats] == (s.in_play[: s.seats] if last_player == "last_survivor_wins" else [0, 0])
    assert ended > 0
