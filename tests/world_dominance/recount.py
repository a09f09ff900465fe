"""What must hold whatever is played (ledger 5.5), recounted from scratch: which invariant a table breaks, if any.

The recount knows the box from the data files and nothing of the rules. It is written in their language, so that the
ordinary tests run it interpreted on some games, and `random_games` compiled on a hundred thousand.
"""

from wd_env.core.spec import DECISION, END, ERRAND, LUCK
from wd_env.world_dominance.data import load_continent_cards
from wd_env.world_dominance.game import GAME
from wd_env.world_dominance.names import (
    ANTARCTICA,
    ANTARCTICA_PLACE,
    CARDS,
    CLOSED_FOR_THE_GAME,
    DECK,
    GARRISON_SIDE,
    HOLDERS,
    ICE_HOUSE_SPACE,
    LAST_SURVIVOR_WINS,
    NO_CARD,
    NO_MANOEUVRE,
    NO_PIECE,
    NO_PURGADIES,
    NO_REGION,
    NO_THEME,
    NOBODY,
    NOT_ENDED,
    NOWHERE,
    PACK,
    PIECES,
    PLAY_ON,
    REGIONS,
    SEATS,
    SOLDIERS,
    STRATEGIC_POINT,
    THEMES,
)
from wd_env.world_dominance.numbers import (
    FIVE,
    IN_STACK,
    IN_WHOLE_SET,
    INTERNED_TURNS,
    LOOSE,
    TEN,
    UNLIMITED_SOLDIERS,
    WAITING_FRAMES,
)
from wd_env.world_dominance.observe import LAYOUT, observe
from wd_env.world_dominance.questions import (
    BLUFF_ANSWER,
    CHOOSE_PIECE,
    EXAMINER,
    ICE_BREAKOUT,
    KNOWLEDGE,
    MATCH_RAISE,
    OVER,
    PRE_SET_CLAIM,
    RAISE_OR_ASK,
    SETUP_THROW,
    START_MENU,
    TEST_WHOM,
    THEME_DRAW,
)

INVARIANTS = (
    "nothing is broken",
    "Garrison, zone and armies are all the soldiers of the box and none is negative",
    "a question waits only beneath questions of a higher rank",
    "every Continent Card is in the pack or with a player in play, the South Pole perhaps aside",
    "no Manoeuvre Card is lost but the one that closed an Airspace; no Intelligence Card is lost",
    "the Khyber Pass, the pardon and the Playing Pieces are each at one place",
    "who is out has no soldiers, cards, piece on the board or Ally in play; an absent seat has nothing",
    "who is in play outside a bluff has a soldier",
    "nobody is interned elsewhere than in the Ice House, or for more than three turns",
    "a theme lies on the table only while it is asked; nobody knows what was never read to him",
    "nobody is asked who is out or interned, and nothing waits beneath what is asked",
    "a turn begins with a clean table",
    "the game is over exactly when a set is held or one player is left",
    "what only grows or only shrinks does so",
    "every number of every view lies in the range its piece declares",
    "something can be answered to whatever is open",
    "a turn ends at last",
    "the house rules stay as they were agreed on",
    "what is out of play are Stacks of five with their Strategic Point and completed sets, each in one hand",
)
(
    WHOLE,
    SOLDIERS_COUNT,
    FRAMES_ARE_RANKED,
    CARDS_ARE_HELD,
    PACKS_ARE_WHOLE,
    ONE_PLACE_EACH,
    OUT_HAS_NOTHING,
    IN_PLAY_HAS_A_SOLDIER,
    INTERNED_IN_THE_ICE_HOUSE,
    SECRETS_ARE_PRIVATE,
    ASKED_CAN_ANSWER,
    TURN_BEGINS_CLEAN,
    END_IS_THE_END,
    CHANGES_ONE_WAY,
    VIEWS_ARE_IN_RANGE,
    SOMETHING_IS_OFFERED,
    TURN_ENDS,
    HOUSE_STANDS,
    SETS_LIE_TOGETHER,
) = range(len(INVARIANTS))

# The box, from the data files.
_CARDS = load_continent_cards()
BOX_REGION = tuple(card.region for card in _CARDS)
BOX_POINT = tuple(
    next((card.index for card in _CARDS if card.region == region and card.kind & STRATEGIC_POINT), NO_CARD)
    for region in range(REGIONS)
)
BOX_SIZE = tuple(sum(card.region == region for card in _CARDS) for region in range(REGIONS))
BOX_SOUTH_POLE = next(card.index for card in _CARDS if card.role == "south_pole")

# What is open, and what a view may show.
KIND_OF = tuple((DECISION, LUCK, ERRAND, END).index(question.kind) for question in GAME.questions)
IS_DECISION, IS_LUCK, IS_ERRAND, IS_END = range(4)
RANK_OF = tuple(question.rank for question in GAME.questions)
LEAST = tuple(piece.low for piece in LAYOUT.pieces for _ in range(piece.size))
MOST = tuple(piece.high for piece in LAYOUT.pieces for _ in range(piece.size))
_ONE_HOT = "question asked on_turn khyber_pass pardon closed drawn theme".split()
HOT_START = tuple(LAYOUT.starts[name] for name in _ONE_HOT)
HOT_STOP = tuple(LAYOUT.slice(name).stop for name in _ONE_HOT)

# What is remembered of the state before: numbers that only grow, bits that are only set, and what is noted once.
GROWING, MARKS = 16, CARDS + 5 * SEATS
AT_CLOSURE = GROWING + MARKS
AT_DECK = AT_CLOSURE + 1
AT_BONUS = AT_DECK + 1  # 1 while a second draw is due and the win test waits for it (WD-071)
MEMORY = AT_BONUS + 1
LOWEST = -1000


def recount(s, memory):
    """The first broken invariant of a table at which somebody must answer, or WHOLE."""
    broken = recount_cards(s) or recount_packs(s, memory[AT_DECK]) or recount_seats(s) or recount_places(s)
    broken = broken or recount_end(s, memory[AT_BONUS]) or recount_change(s, memory)
    broken = broken or recount_sets(s, memory[AT_BONUS])
    if broken == WHOLE and s.question != OVER:
        broken = recount_secrets(s) or recount_open_question(s) or recount_turn(s)
    return broken


def recount_soldiers(s):
    """The box holds a hundred, or as many as nobody can use."""
    box = UNLIMITED_SOLDIERS if s.garrison_unlimited == 1 else SOLDIERS
    total = s.garrison + s.rsz
    least = min(s.garrison, s.rsz)
    for seat in range(SEATS):
        total += s.army[seat]
        least = min(least, s.army[seat])
    return WHOLE if total == box and least >= 0 else SOLDIERS_COUNT


def recount_frames(s):
    """Ranks rise from what waits to what is open, so they bound what waits; above that lies nothing."""
    above = RANK_OF[s.question]
    for frame in range(WAITING_FRAMES - 1, -1, -1):
        if frame >= s.waiting:
            if s.waiting_question[frame] != 0 or s.waiting_seat[frame] != 0 or s.waiting_note[frame] != 0:
                return FRAMES_ARE_RANKED
        elif KIND_OF[s.waiting_question[frame]] != IS_ERRAND or RANK_OF[s.waiting_question[frame]] >= above:
            return FRAMES_ARE_RANKED
        else:
            above = RANK_OF[s.waiting_question[frame]]
    return WHOLE


def recount_cards(s):
    """In the pack or with who is in play; the rows of the box are what they were."""
    for card in range(CARDS):
        holder = s.card_at[card]
        aside = GARRISON_SIDE if card == BOX_SOUTH_POLE else PACK
        if holder != aside and (holder >= s.seats or s.in_play[holder] == 0):
            return CARDS_ARE_HELD
        if s.card_region[card] != BOX_REGION[card]:
            return CARDS_ARE_HELD
    for cell in range(HOLDERS * REGIONS):
        held = 0
        for card in range(CARDS):
            held += s.card_at[card] * REGIONS + BOX_REGION[card] == cell
        if s.held[cell] != held:
            return CARDS_ARE_HELD
    return WHOLE


def recount_packs(s, deck):
    """A card that closed an Airspace stays on the board (WD-256); what nobody has seen lies in ascending order."""
    if s.manoeuvre_unseen > s.manoeuvre_size or s.theme_unseen > THEMES:
        return PACKS_ARE_WHOLE
    seen = 0
    for place in range(s.manoeuvre_size):
        seen |= 1 << s.manoeuvre_pack[place]
        if 0 < place < s.manoeuvre_unseen and s.manoeuvre_pack[place] <= s.manoeuvre_pack[place - 1]:
            return PACKS_ARE_WHOLE
    for place in range(s.manoeuvre_size, DECK):
        if s.manoeuvre_pack[place] != 0:
            return PACKS_ARE_WHOLE
    on_the_board = 0 if s.closed == NO_REGION else 1
    whole = seen & ~deck == 0 and ones(seen) == s.manoeuvre_size and ones(deck) - s.manoeuvre_size == on_the_board
    return recount_themes(s) if whole and s.chain <= ones(deck) else PACKS_ARE_WHOLE


def recount_themes(s):
    """Each Intelligence Card once."""
    seen = 0
    for place in range(THEMES):
        seen |= 1 << s.theme_pack[place]
        if 0 < place < s.theme_unseen and s.theme_pack[place] <= s.theme_pack[place - 1]:
            return PACKS_ARE_WHOLE
    return WHOLE if seen == (1 << THEMES) - 1 else PACKS_ARE_WHOLE


def ones(bits):
    """How many bits are set."""
    count = 0
    while bits > 0:
        count += bits & 1
        bits >>= 1
    return count


def recount_seats(s):
    """Who is out has nothing, who is in has a soldier, an empty chair is an empty chair."""
    for seat in range(SEATS):
        if s.in_play[seat] == 1:
            if seat >= s.seats or s.in_play[seat] > 1 or s.in_play[home_of(s, seat)] == 0:
                return OUT_HAS_NOTHING
            has_spent_all = s.won[s.owner[seat]] == 1 and s.win_needs_soldier == 0
            if s.army[seat] == 0 and not is_bluff(s.question) and not has_spent_all:
                return IN_PLAY_HAS_A_SOLDIER
        elif s.army[seat] != 0 or s.place[seat] != NOWHERE or s.ice_turns[seat] != 0 or holds_cards(s, seat):
            return OUT_HAS_NOTHING
        if s.reinforcements[seat] > 1 or (seat >= s.seats and is_marked(s, seat)):
            return OUT_HAS_NOTHING
    return WHOLE


def home_of(s, seat):
    """In the Ally game every second seat is an Ally's, beside its player's."""
    return seat - seat % (s.seats // s.players)


def is_bluff(question):
    """Stakes of an unfinished bluff may be the last soldiers (WD-113)."""
    return (
        question == TEST_WHOM
        or question == KNOWLEDGE
        or question == RAISE_OR_ASK
        or question == MATCH_RAISE
        or question == BLUFF_ANSWER
    )


def holds_cards(s, seat):
    """Any Continent Card."""
    for card in range(CARDS):
        if s.card_at[card] == seat:
            return True
    return False


def is_marked(s, seat):
    """Something is noted of a seat at which nobody sits."""
    rights = s.reinforcements[seat] + s.pre_set_paid[seat] + s.won[seat] + s.fresh[seat]
    rights += s.stack_paid[seat] + s.set_paid[seat] + s.stack_due[seat]
    return rights + s.knows[seat] + s.knowledge_drawn[seat] != 0


def recount_places(s):
    """Pass, pardon and pieces; on the ring, on Antarctica or nowhere."""
    if s.khyber_at != GARRISON_SIDE and s.in_play[s.khyber_at] == 0:
        return ONE_PLACE_EACH
    if s.pardon_at != NOBODY and s.in_play[s.pardon_at] == 0:
        return ONE_PLACE_EACH
    pieces = 0
    for seat in range(SEATS):
        place = s.place[seat]
        if place >= s.ring and place != ANTARCTICA_PLACE and place != NOWHERE:
            return ONE_PLACE_EACH
        if s.piece[seat] != NO_PIECE:
            if s.piece[seat] > PIECES or (pieces >> s.piece[seat]) & 1 == 1:
                return ONE_PLACE_EACH
            pieces |= 1 << s.piece[seat]
        if s.ice_turns[seat] > INTERNED_TURNS or (s.ice_turns[seat] > 0 and s.space_kind[place] != ICE_HOUSE_SPACE):
            return INTERNED_IN_THE_ICE_HOUSE
    return WHOLE


def recount_secrets(s):
    """A bluff has its theme and its asker; who is tested is open only while he is chosen."""
    for seat in range(SEATS):
        if s.knows[seat] & ~s.knowledge_drawn[seat] != 0:
            return SECRETS_ARE_PRIVATE
    question = s.question
    if is_bluff(question) and question != KNOWLEDGE:
        is_chosen = s.tested != NOBODY
        if s.theme >= THEMES or s.asker >= s.seats or is_chosen == (question == TEST_WHOM):
            return SECRETS_ARE_PRIVATE
    if question == KNOWLEDGE and (s.knowledge_drawn[s.owner[s.seat]] >> s.note) & 1 == 1:
        return SECRETS_ARE_PRIVATE
    if (question == THEME_DRAW or question == EXAMINER) and s.theme != NO_THEME:
        return SECRETS_ARE_PRIVATE
    return WHOLE


def recount_open_question(s):
    """Whoever answers, all that waited has been carried out (WD-152)."""
    kind = KIND_OF[s.question]
    waits = s.waiting > 0 and s.question != PRE_SET_CLAIM  # which interrupts whatever a card set in motion
    if waits or kind == IS_ERRAND or kind == IS_END:
        return ASKED_CAN_ANSWER
    interned = s.ice_turns[s.seat] > 0
    if kind == IS_DECISION and (s.in_play[s.seat] == 0 or interned != (s.question == ICE_BREAKOUT)):
        return ASKED_CAN_ANSWER
    return WHOLE


def recount_turn(s):
    """No trace of the last turn, and none of the setting up."""
    if s.question == START_MENU:
        matter = s.drawer == NOBODY and s.drawn == NO_MANOEUVRE and s.target == NOBODY and s.offered == NO_CARD
        matter = matter and s.wanted == NO_CARD and s.destination == NOWHERE and s.asker == NOBODY
        matter = matter and s.tested == NOBODY and s.theme == NO_THEME and s.purgadies == NO_PURGADIES
        if not matter or s.seat != s.turn or s.place[s.seat] == NOWHERE or s.chain != 0 or s.note != 0:
            return TURN_BEGINS_CLEAN
    if s.question == CHOOSE_PIECE or s.question == SETUP_THROW:
        return WHOLE
    ranks = 0
    for seat in range(s.seats):
        ranks |= 1 << s.setup_rank[seat]
        if s.setup_throw[seat] != 0 or (s.question == START_MENU and s.fresh[seat] != 0):
            return TURN_BEGINS_CLEAN
        if s.piece[seat] == NO_PIECE and (home_of(s, seat) == seat or s.in_play[seat] == 1):
            return TURN_BEGINS_CLEAN
    return WHOLE if ranks == (1 << s.seats) - 1 else TURN_BEGINS_CLEAN


def recount_end(s, in_bonus):
    """Who has sets enough wins, clockwise from the turn, else the last survivor; till then nobody (AMB-034)."""
    winner = NOBODY
    winners = 0
    in_play = 0
    holder = NOBODY
    for places in range(s.seats):
        seat = (s.turn + places) % s.seats
        in_play += s.in_play[seat]
        if home_of(s, seat) != seat:
            continue
        if s.won[s.owner[seat]] == 1:
            winner = seat
            winners += 1
        if holder == NOBODY and s.in_play[seat] == 1 and sets_of(s, seat) >= s.sets_to_win:
            holder = seat
    alone = 0 if s.last_player == PLAY_ON else 1
    if s.question != OVER:
        goes_on = in_play > alone and (holder == NOBODY or in_bonus == 1)
        may_go_on = goes_on or s.question == PRE_SET_CLAIM  # which interrupts the settling, last survivor or not
        is_open = winners == 0 and s.truncated == 0 and s.ended_by == NOT_ENDED
        return WHOLE if may_go_on and is_open else END_IS_THE_END
    if s.truncated == 1:
        return WHOLE if winners == 0 and s.ended_by == NOT_ENDED else END_IS_THE_END
    if s.ended_by == NOT_ENDED or winners > 1 or (holder != NOBODY and winner != holder):
        return END_IS_THE_END
    fall_together = in_play == 0 and s.seats > s.players  # a player and the Ally that was the last opponent
    survivor_wins = s.last_player == LAST_SURVIVOR_WINS and not fall_together
    if holder == NOBODY and ((in_play != alone and not fall_together) or (winner != NOBODY) != survivor_wins):
        return END_IS_THE_END
    return WHOLE if winner == NOBODY or s.in_play[winner] == 1 else END_IS_THE_END


def sets_of(s, seat):
    """Five with the Strategic Point or all ten, as was agreed on, or the five of Antarctica; none that is closed."""
    sets = 0
    for region in range(REGIONS):
        held = 0
        for card in range(CARDS):
            held += s.card_at[card] == seat and BOX_REGION[card] == region
        if region == ANTARCTICA:
            is_five = held == FIVE and s.antarctica_counts == 1
        else:
            is_five = held == FIVE or s.in_set[BOX_POINT[region]] == IN_STACK
            is_five = is_five and s.set_cards == FIVE and s.card_at[BOX_POINT[region]] == seat
        sets += (region != s.closed or s.closed_sets_count == 1) and (is_five or held == TEN)
    return sets


def recount_sets(s, in_bonus):
    """Five laid aside have their Strategic Point, more are all there are; what must be laid aside is."""
    goes_on = s.set_cards == TEN or s.sets_to_win > 1
    for region in range(REGIONS):
        cards = BOX_SIZE[region]
        whole = 0
        laid = 0
        holder = NOBODY
        held = 0
        for card in range(CARDS):
            if BOX_REGION[card] == region and s.in_set[card] != LOOSE:
                whole += s.in_set[card] == IN_WHOLE_SET
                laid += 1
                holder = s.card_at[card]
        for card in range(CARDS):
            held += BOX_REGION[card] == region and s.card_at[card] == holder and s.in_set[card] != LOOSE
        if laid > 0 and (holder >= s.seats or held != laid):
            return SETS_LIE_TOGETHER
        is_stack = laid == FIVE and whole == 0 and region != ANTARCTICA and s.stacking == 1
        if is_stack and s.in_set[BOX_POINT[region]] == LOOSE:
            return SETS_LIE_TOGETHER
        if laid > 0 and not is_stack and (whole != cards or laid != cards or not goes_on):
            return SETS_LIE_TOGETHER
        is_settled = in_bonus == 0 and s.question != PRE_SET_CLAIM  # which is asked before Stacks are laid aside
        if laid == 0 and is_settled and region != ANTARCTICA and must_be_stacked(s, region):
            return SETS_LIE_TOGETHER
    return WHOLE if s.antarctica_done == 1 or s.in_set[BOX_SOUTH_POLE] == LOOSE else SETS_LIE_TOGETHER


def must_be_stacked(s, region):
    """Exactly five with the Strategic Point, where Stacking is nobody's choice and the continent is open."""
    owner = s.card_at[BOX_POINT[region]]
    held = 0
    for card in range(CARDS):
        held += BOX_REGION[card] == region and s.card_at[card] == owner
    closed = region == s.closed and s.closed_sets_count == 0
    return owner < s.seats and held == FIVE and s.stacking == 1 and s.manual_stacking == 0 and not closed


def recount_change(s, memory):
    """Clocks go on, packs are used up, marks stay, a closure is for good or ends, a right is used once."""
    turned = falls(memory, 0, s.turn_number) + falls(memory, 1, s.revival_done) + falls(memory, 2, s.death_done)
    turned += falls(memory, 3, s.truncated) + falls(memory, 4, -s.theme_unseen) + falls(memory, 5, least_pack(s))
    turned += falls(memory, 6, -s.manoeuvre_unseen) + falls(memory, 7, s.ended_by)
    turned += falls(memory, 13, s.antarctica_done)
    for card in range(CARDS):
        turned += loses(memory, GROWING + card, s.run_marks[card])
    for seat in range(SEATS):
        at = GROWING + CARDS + 5 * seat
        turned += loses(memory, at + 3, s.stack_paid[seat]) + loses(memory, at + 4, s.set_paid[seat])
        turned += loses(memory, at, s.pre_set_paid[seat]) + loses(memory, at + 1, s.knowledge_drawn[seat])
        turned += loses(memory, at + 2, s.knows[seat]) + falls(memory, 8 + seat, -s.reinforcements[seat])
    if memory[AT_CLOSURE] != NO_REGION and memory[AT_CLOSURE] != s.closed:
        turned += s.closed != NO_REGION or s.closure_duration == CLOSED_FOR_THE_GAME
    memory[AT_CLOSURE] = s.closed
    return WHOLE if turned == 0 else CHANGES_ONE_WAY


def least_pack(s):
    """The Manoeuvre pack only shrinks, by the card of a closure, unless closures end."""
    return -s.manoeuvre_size if s.closure_duration == CLOSED_FOR_THE_GAME else 0


def falls(memory, at, value):
    """A number is smaller than it was."""
    was = memory[at]
    memory[at] = value
    return 1 if value < was else 0


def loses(memory, at, bits):
    """A bit is no longer set."""
    was = memory[at]
    memory[at] = bits
    return 1 if was & ~bits != 0 else 0


def recount_view(s, seat, view):
    """What a seat is shown."""
    for i in range(len(view)):
        view[i] = 0
    observe(s, seat, view)
    for i in range(len(view)):
        if view[i] < LEAST[i] or view[i] > MOST[i]:
            return VIEWS_ARE_IN_RANGE
    for piece in range(len(HOT_START)):
        marked = 0
        for i in range(HOT_START[piece], HOT_STOP[piece]):
            marked += view[i]
        if marked > 1:
            return VIEWS_ARE_IN_RANGE
    return WHOLE
