"""The habits of the scripted bot, as scores over what a seat sees; in the subset of the rules, so that they compile.

A score is in tenths of a soldier. Every rule of thumb is ours and no rule of the book. The bot knows the printed
board and deck (`ring24`, M01 to M27); on other ones it stays legal but is less at home.
"""

from wd_env.world_dominance.actions import (
    ACTIONS_SIZE,
    ALLOW,
    BE_INTERNED,
    BREAK_OUT,
    CARD,
    DECLINE,
    JETSTREAM,
    LEAVE,
    LENGTH,
    MATCH,
    NAME,
    PASS,
    PAY_TWO,
    PIECE,
    RAISE,
    REGION,
    REINFORCE,
    REVIVE,
    RUN,
    SHORTEST_RUN,
    SPACE,
    STACK,
    TAKE,
    USE_PASS,
    WORLD_PACK,
)
from wd_env.world_dominance.data import load_board, load_continent_cards
from wd_env.world_dominance.names import (
    ANTARCTICA,
    CARDS,
    CONTINENT_SPACE,
    DECK,
    LOSE_SPACE,
    NO_CARD,
    NO_REGION,
    OPPOSITE,
    PURGATORY_SPACE,
    REGIONS,
    SEATS,
    STRATEGIC_POINT,
)
from wd_env.world_dominance.numbers import FIVE, SAB_TITLE, SOUTH_POLE_TITLE, TEN
from wd_env.world_dominance.observe import (
    AT_ANTARCTICA_COUNTS,
    AT_ARMY,
    AT_CLOSED,
    AT_DICE_REGION,
    AT_DRAWN,
    AT_HELD,
    AT_HELD_IN_REGION,
    AT_ICE_TURNS,
    AT_IN_PACK,
    AT_IN_SET,
    AT_KNOWS_TITLE,
    AT_LAID_IN_REGION,
    AT_LAST_THROW,
    AT_OFFERED,
    AT_PLACE,
    AT_PLAYED,
    AT_QUESTION,
    AT_SETS,
    AT_SETS_TO_WIN,
    AT_TARGET,
    AT_TEN_CARDS,
    AT_TITLES_KNOWN,
    KNOWN_PLACES,
    MOST_SETS,
)
from wd_env.world_dominance.questions import (
    CARD_OPPONENT,
    CARD_REGION,
    CONTINENT,
    DECIMATE,
    DECISIONS,
    EXAMINER,
    GAIN_CARD,
    LAST_SOLDIER,
    OWN_PASS,
    PARADIES_CARD,
    QUESTION_CARD,
    TEST_WHOM,
)

WINS = 5000  # more than anything else
DIES = -3000
SOLDIER = 10  # the worth of one soldier to a healthy army
FEW = 3  # soldiers of an army in danger
UNFIT = -9999  # below every score

# Cards held of a continent: their worth with its Strategic Point, and without it (index: how many).
WITH_POINT = (0, 20, 45, 80, 150, WINS, 90, 95, 100, 140, WINS)
WITHOUT_POINT = (0, 10, 22, 38, 60, 12, 12, 12, 15, 20, 30)
WHITE = (0, 12, 30, 70, 150, WINS)  # cards of Antarctica
# The same in games for ten cards: with each one nearer, and five are safe with the Strategic Point.
TOWARDS_TEN = (0, 14, 28, 44, 62, 82, 104, 130, 165, 220, WINS)
POINT_OF_TEN = 20
WHITE_OF_TEN = (0, 6, 14, 26, 40, 60)  # where Antarctica only brings soldiers
SET_DONE = 450  # a set of several

_WORLD_PACK = load_continent_cards()
_BOARD = load_board()
PRICES = tuple(card.cost for card in _WORLD_PACK)
REGION_OF = tuple(card.region for card in _WORLD_PACK)
FIRST_CARDS = (*(REGION_OF.index(region) for region in range(REGIONS)), CARDS)
SOUTH_POLE = next(card.index for card in _WORLD_PACK if card.role == "south_pole")
# Position of each Strategic Point in the list; none in Antarctica.
POINTS = tuple(
    next((card.index for card in _WORLD_PACK if card.region == region and card.kind & STRATEGIC_POINT), NO_CARD)
    for region in range(REGIONS)
)
RING_SIZE = len(_BOARD.ring)
# Region of the Continent Space on each space of the printed ring, NO_REGION elsewhere.
CONTINENT_OF = tuple(space.region if space.kind == CONTINENT_SPACE else NO_REGION for space in _BOARD.ring)
PLACE_OF_CONTINENT = tuple(_BOARD.continent_space(region).index for region in range(REGIONS))
LOSE_PLACE = _BOARD.mechanism(LOSE_SPACE).index
PURGATORY_PLACE = _BOARD.mechanism(PURGATORY_SPACE).index
# Worth of landing on each kind of space with a healthy army; Continent Spaces and Lose are reckoned.
KIND_WORTH = (20, 0, 5, 0, -10, 0, 25, 5, 8, 15, -20, 5, 0, 0)
SPACE_WORTH = tuple(KIND_WORTH[space.kind] for space in _BOARD.ring)
# Manoeuvre Cards (from 0) that hurt their drawer, and those that do an opponent good.
HARMFUL = (0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0)
GIVES = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0)


def worth(obs, at, cards, has_point, region):
    """Of so many cards of a region to a seat, in the game that is played."""
    is_ten = obs[AT_TEN_CARDS] == 1
    if region == ANTARCTICA:
        white = min(cards, FIVE)
        if obs[AT_ANTARCTICA_COUNTS] == 0:
            return WHITE_OF_TEN[white]
        return worth_of_set(obs, at) if white == FIVE else WHITE[white]
    if not is_ten and obs[AT_LAID_IN_REGION + at * REGIONS + region] > 0:
        return SET_DONE + cards
    if cards == TEN or (cards == FIVE and has_point and not is_ten):
        return worth_of_set(obs, at)
    if is_ten:
        return TOWARDS_TEN[cards] + (POINT_OF_TEN if has_point else 0)
    return WITH_POINT[cards] if has_point else WITHOUT_POINT[cards]


def worth_of_set(obs, at):
    """The last one wins."""
    for sets in range(MOST_SETS):
        if obs[AT_SETS_TO_WIN + sets] == 1:
            return WINS if obs[AT_SETS + at] >= sets else SET_DONE
    return WINS


def holds_point(obs, at, region):
    """The seat `at` places clockwise has the Strategic Point."""
    return region != ANTARCTICA and obs[AT_HELD + at * CARDS + POINTS[region]] == 1


def gain_of(obs, at, card):
    """What one more card is worth to a seat; negative when it would go over."""
    region = REGION_OF[card]
    cards = obs[AT_HELD_IN_REGION + at * REGIONS + region]
    point = holds_point(obs, at, region)
    after = worth(obs, at, cards + 1, point or card == POINTS[region], region)
    return after - worth(obs, at, cards, point, region)


def loss_of(obs, at, card):
    """What giving up a card costs a seat; negative when shedding helps."""
    region = REGION_OF[card]
    cards = obs[AT_HELD_IN_REGION + at * REGIONS + region]
    point = holds_point(obs, at, region)
    after = worth(obs, at, cards - 1, point and card != POINTS[region], region)
    return worth(obs, at, cards, point, region) - after


def price_of(obs, soldiers):
    """What paying so many soldiers costs: they are dear to a small army, and the last one is the game."""
    army = obs[AT_ARMY]
    if army <= soldiers:
        return -DIES if soldiers > 0 else 0
    left = army - soldiers
    dear = SOLDIER if left > FEW else SOLDIER * (2 + FEW - left)
    return soldiers * dear


def threat(obs, at):
    """How near to winning an opponent looks."""
    best = obs[AT_ARMY + at]
    for region in range(REGIONS):
        cards = obs[AT_HELD_IN_REGION + at * REGIONS + region]
        best = max(best, worth(obs, at, cards, holds_point(obs, at, region), region))
    return best


def opponent_on(obs, place):
    """Somebody stands there who would have to be paid."""
    for at in range(1, SEATS):
        if obs[AT_PLACE + at * KNOWN_PLACES + place] == 1 and obs[AT_ICE_TURNS + at] == 0:
            return True
    return False


def score_take(obs, region):
    """An unknown card of this region at its price, on average over those in the pack."""
    total = 0
    count = 0
    for card in range(FIRST_CARDS[region], FIRST_CARDS[region + 1]):
        if obs[AT_IN_PACK + card] == 1:
            total += min(gain_of(obs, 0, card), 600) - price_of(obs, PRICES[card])
            count += 1
    if count == 0:
        return UNFIT
    return total // count


def score_space(obs, place):
    """Landing there oneself."""
    if opponent_on(obs, place):
        return -price_of(obs, 1)
    if place >= RING_SIZE:
        return 0
    region = CONTINENT_OF[place]
    if region == NO_REGION:
        if place == LOSE_PLACE:
            return -price_of(obs, 2)
        return SPACE_WORTH[place]
    if obs[AT_CLOSED + region] == 1:
        return 0
    return max(score_take(obs, region), -price_of(obs, 1))


def own_region(obs):
    """The region of the Continent Space one stands on, 7 elsewhere."""
    for place in range(RING_SIZE):
        if obs[AT_PLACE + place] == 1:
            return CONTINENT_OF[place]
    return NO_REGION


def cheapest_loss(obs):
    """The coloured card one can best do without."""
    best = 9999
    for card in range(CARDS):
        if obs[AT_HELD + card] == 1 and obs[AT_IN_SET + card] == 0 and REGION_OF[card] != ANTARCTICA:
            best = min(best, loss_of(obs, 0, card))
    return best


def score_continent(obs, a):
    """On a Continent Space."""
    region = own_region(obs)
    if a == TAKE:
        return score_take(obs, region)
    if a == PASS:
        return -price_of(obs, 1)
    if a == JETSTREAM:
        opposite = OPPOSITE[region]
        if opponent_on(obs, PLACE_OF_CONTINENT[opposite]):
            return -price_of(obs, 1) - 1
        return max(score_take(obs, opposite), -price_of(obs, 1)) - 1
    white = obs[AT_HELD_IN_REGION + ANTARCTICA]
    gain = worth(obs, 0, white + 1, False, ANTARCTICA) - worth(obs, 0, white, False, ANTARCTICA)
    return min(gain, 600) - cheapest_loss(obs)


def score_name(obs, question, at):
    """Whom to name."""
    army = obs[AT_ARMY + at]
    if at > 0 and obs[AT_PLAYED + at] == 1:
        return score_own_piece(obs, question, army)
    if question == DECIMATE:
        if at == 0:
            return UNFIT + 1
        return threat(obs, at) + (400 - 100 * army if army <= FEW else 0)
    if question == TEST_WHOM or question == LAST_SOLDIER:
        return -army - threat(obs, at)
    if question == CARD_OPPONENT and drawn_flag(obs, GIVES):
        return -threat(obs, at)
    if question == EXAMINER:
        return 0
    return threat(obs, at) + (100 if army < FEW else 0)


def score_own_piece(obs, question, army):
    """One's Ally, or the piece one is the Ally of: tested for a sure win of the zone, given to, and spared else."""
    if question == TEST_WHOM:
        return 1 if min(army, obs[AT_ARMY]) > 1 else UNFIT + 1
    if question == LAST_SOLDIER or question == EXAMINER or (question == CARD_OPPONENT and drawn_flag(obs, GIVES)):
        return 1
    return UNFIT + 1


def drawn_flag(obs, flags):
    """Whether the drawn card is marked in a table of cards."""
    for card in range(DECK):
        if obs[AT_DRAWN + card] == 1:
            return flags[card] == 1
    return False


def target_of(obs):
    """The seat that was named, counted clockwise, or 0."""
    for at in range(1, SEATS):
        if obs[AT_TARGET + at] == 1:
            return at
    return 0


def score_card(obs, question, card):
    """Which card."""
    if question == QUESTION_CARD:
        title = SOUTH_POLE_TITLE if card == SOUTH_POLE else SAB_TITLE
        return obs[AT_TITLES_KNOWN + title]
    if obs[AT_HELD + card] == 1:
        return -loss_of(obs, 0, card)
    if obs[AT_IN_PACK + card] == 1:
        return gain_of(obs, 0, card)
    for at in range(1, SEATS):
        if obs[AT_HELD + at * CARDS + card] == 1:
            if obs[AT_PLAYED + at] == 1:
                return gain_of(obs, 0, card) - loss_of(obs, at, card)
            return gain_of(obs, 0, card) + max(loss_of(obs, at, card), 0) // 2
    return WINS // 2  # the South Pole, by its question


def score_close(obs, region):
    """Closing a region: it should hurt the others."""
    score = -2 * worth_of_seat(obs, 0, region)
    for at in range(1, SEATS):
        score += worth_of_seat(obs, at, region)
    return score


def worth_of_seat(obs, at, region):
    """Of what a seat holds in a region."""
    cards = obs[AT_HELD_IN_REGION + at * REGIONS + region]
    return worth(obs, at, cards, holds_point(obs, at, region), region)


def score_destination(obs, place):
    """A space named by a card, for oneself or for the opponent that was named."""
    at = target_of(obs)
    if at == 0:
        return score_space(obs, place)
    if place == LOSE_PLACE:
        return 300 if obs[AT_ARMY + at] <= FEW else 20
    return 30 if place == PURGATORY_PLACE else 0


def score_gate(obs, region):
    """Leaving Antarctica through this gate with the throw that lies on the table."""
    throw = 0
    for face in range(6):
        if obs[AT_LAST_THROW + face] == 1:
            throw = face
    return score_space(obs, (PLACE_OF_CONTINENT[region] + throw) % RING_SIZE)


def score_verb(obs, question, a):
    """Everything that is neither a card, a seat nor a place."""
    army = obs[AT_ARMY]
    if question == CONTINENT:
        return score_continent(obs, a)
    if a == REINFORCE:
        return 50 if army <= FEW else UNFIT
    if a == USE_PASS:
        harmful = drawn_flag(obs, HARMFUL) if question == OWN_PASS else not drawn_flag(obs, GIVES)
        return 1 if harmful else -1
    if a == RAISE:
        return 1 if army >= FEW else -1
    if a == MATCH:
        return 1 if obs[AT_KNOWS_TITLE] == 1 else -1
    if a == BE_INTERNED:
        return 1 if army < FEW else -1
    if a == PAY_TWO:
        return 1 if army > 2 * FEW else -1
    if a == ALLOW:
        return 1 if obs[AT_PLAYED + target_of(obs)] == 1 else -1
    if a == BREAK_OUT or a == LEAVE or (a == DECLINE and question != PARADIES_CARD):
        return -1
    if a == STACK:
        return 1
    if question == GAIN_CARD:
        return gain_of_dice(obs)
    if a == WORLD_PACK:
        return 10
    return 0


def gain_of_dice(obs):
    """A free card of the colour thrown: taken unless it would go over."""
    region = 0
    for colour in range(REGIONS):
        if obs[AT_DICE_REGION + colour] == 1:
            region = colour
    gain = UNFIT
    for card in range(FIRST_CARDS[region], FIRST_CARDS[region + 1]):
        if obs[AT_IN_PACK + card] == 1:
            gain = max(gain, gain_of(obs, 0, card))
    return gain


def holds_run(obs, start, cards):
    """A Strategic Run that is correct; others may be declared at some tables."""
    for card in range(start, start + cards):
        if obs[AT_HELD + card] == 0:
            return False
    return True


def score_length(obs, cards):
    """The longest run that is correct."""
    for start in range(CARDS - cards + 1):
        if obs[AT_OFFERED + start] == 1:
            return cards if holds_run(obs, start, cards) else UNFIT
    return UNFIT


def open_question(obs):
    """Which decision is open."""
    for question in range(DECISIONS):
        if obs[AT_QUESTION + question] == 1:
            return question
    return 0


def score_answer(obs, question, a):
    """The worth of one legal answer."""
    if a < NAME:
        return score_verb(obs, question, a)
    if a <= REVIVE:
        return score_name(obs, question, a - NAME)
    if a < PIECE:
        return 2 if obs[AT_ARMY] <= FEW else -1
    if a < LENGTH + SHORTEST_RUN:
        return a  # any piece
    if a < SPACE:
        return score_length(obs, a - LENGTH)
    if a < REGION:
        return score_destination(obs, a - SPACE)
    if a < RUN:
        return score_close(obs, a - REGION) if question == CARD_REGION else score_gate(obs, a - REGION)
    if a < CARD:
        return 40 if holds_run(obs, a - RUN, SHORTEST_RUN) else UNFIT  # a run before anything else
    return score_card(obs, question, a - CARD)


def best_answer(obs, mask, start):
    """The legal answer of the highest score; among equals the first from `start` on."""
    question = open_question(obs)
    best = -1
    best_score = 2 * UNFIT
    for i in range(ACTIONS_SIZE):
        a = (start + i) % ACTIONS_SIZE
        if mask[a] == 1:
            score = score_answer(obs, question, a)
            if score > best_score:
                best = a
                best_score = score
    return best


def make_answers(tag):
    """The entry over many rows; `tag` is in its closure for the compiler's cache."""

    def answers(obs, masks, starts, out):
        tag  # noqa: B018
        for row in range(len(out)):
            out[row] = best_answer(obs[row], masks[row], starts[row])

    return answers
