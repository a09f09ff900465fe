"""What a seat sees, built from a list of allowed pieces and never by hiding parts of a state.

Seats are counted clockwise from the one that looks: itself first, absent seats stay 0. The list writes the vector,
names its slices and prints the table of SPEC.md.
"""

from wd_env.core.bits import narrow
from wd_env.core.layout import Layout, Piece
from wd_env.world_dominance.names import (
    CARDS,
    CONTINENT_SPACE,
    DECK,
    NO_CARD,
    NO_MANOEUVRE,
    NO_PIECE,
    NO_PURGADIES,
    NO_REGION,
    NO_THEME,
    NOBODY,
    NOWHERE,
    OPPOSITE,
    PACK,
    PIECES,
    PLACES,
    REGIONS,
    SEATS,
    THEMES,
)
from wd_env.world_dominance.numbers import (
    BLOCKED,
    CROSSED,
    FIVE,
    LAID_ASIDE,
    LOOSE,
    PURGADIES_CARDS,
    SENT,
    SETTLING,
    TEN,
    TURN_BEGINS,
)
from wd_env.world_dominance.questions import (
    CONCEDE,
    CONTINENT,
    DECISIONS,
    EXCHANGE,
    GAIN_CARD,
    PRE_SET_CLAIM,
    STACK_SET,
)
from wd_env.world_dominance.rules.closures import rounds_of_closure
from wd_env.world_dominance.rules.flow import is_own
from wd_env.world_dominance.rules.sets import makes_set, may_hold_a_set
from wd_env.world_dominance.rules.stacks import goes_on_after_a_set

PER_SEAT = (SEATS,)
MOST_SOLDIERS = 100  # that a view tells apart; a Garrison that never runs out has more
ARMY_STEPS = (2, 3, 4, 6, 9, 13)  # small armies are worth telling apart
TITLES = THEMES + 2  # themes, South Pole, SAB
KNOWN_PLACES = PLACES - 1
MOST_SETS = 4  # that any game asks for

LAYOUT = Layout(
    (
        Piece("question", (DECISIONS,), 0, 1, "the open decision, one-hot; all 0 while luck is open"),
        Piece("asked", PER_SEAT, 0, 1, "seat whose matter it is"),
        Piece("players", (4,), 0, 1, "2, 3, 4 or 5 players at the table"),
        Piece("played", PER_SEAT, 0, 1, "seats that one plays: one's own and that of one's Ally"),
        Piece("allies", PER_SEAT, 0, 1, "seats of Allies, called or not"),
        Piece("in_play", PER_SEAT, 0, 1, "in play, not out"),
        Piece("army", PER_SEAT, 0, MOST_SOLDIERS, "soldiers, 100 and beyond as 100"),
        Piece("army_at_least", (SEATS, len(ARMY_STEPS)), 0, 1, "at least 2, 3, 4, 6, 9, 13 soldiers"),
        Piece("ice_turns", PER_SEAT, 0, 3, "turns still missed in the Ice House"),
        Piece("reinforcements", PER_SEAT, 0, 1, "right to five soldiers unused"),
        Piece("on_turn", PER_SEAT, 0, 1, "seat whose turn it is"),
        Piece("piece", (SEATS, PIECES), 0, 1, "Playing Piece of each seat"),
        Piece("place", (SEATS, KNOWN_PLACES), 0, 1, "space S00..S35 or Antarctica; all 0 when not on the board"),
        Piece("pre_set_paid", (SEATS, REGIONS), 0, 1, "Pre Set bonus of the continent spent"),
        Piece("setup_rank", PER_SEAT, 0, 4, "seats that are ahead after the setup throws"),
        Piece("khyber_pass", PER_SEAT, 0, 1, "holder of the Khyber Pass; all 0 beside the Garrison"),
        Piece("pardon", PER_SEAT, 0, 1, "pardoned seat"),
        Piece("held", (SEATS, CARDS), 0, 1, "Continent Cards of each seat"),
        Piece("held_in_region", (SEATS, REGIONS), 0, 10, "how many of each region"),
        Piece("own_at_least", (REGIONS, FIVE), 0, 1, "at least 1, 2, 3, 4, 5 own cards of each region"),
        Piece("points_held", (SEATS, REGIONS), 0, 1, "Strategic Points of each seat"),
        Piece("in_set", (CARDS,), 0, 1, "cards out of play: in a Stack or a completed set of whoever holds them"),
        Piece("laid_in_region", (SEATS, REGIONS), 0, 10, "how many of each region a seat has out of play"),
        Piece("own_loose", (REGIONS,), 0, 10, "own cards of each region that are in no Stack or completed set"),
        Piece("sets", PER_SEAT, 0, REGIONS, "sets that count towards winning"),
        Piece("stack_paid", (SEATS, REGIONS), 0, 1, "Stack bonus of the continent spent"),
        Piece("set_paid", (SEATS, REGIONS), 0, 1, "bonus for all cards of the region spent"),
        Piece("sets_to_win", (MOST_SETS,), 0, 1, "1, 2, 3 or 4 sets win"),
        Piece("ten_cards", (), 0, 1, "a set is a whole continent, not five cards"),
        Piece("antarctica_counts", (), 0, 1, "the five cards of Antarctica are one of the sets"),
        Piece("antarctica_done", (), 0, 1, "nobody enters Antarctica any more"),
        Piece("stacking", (), 0, 1, "five cards with their Strategic Point go out of play"),
        Piece("in_pack", (CARDS,), 0, 1, "Continent Cards in the World Pack"),
        Piece("pack_in_region", (REGIONS,), 0, 10, "how many of each region are in the World Pack"),
        Piece("here", (REGIONS,), 0, 1, "region of the Continent Space one stands on"),
        Piece("held_here", (2,), 0, 10, "own cards of that region, and of its Jetstream opposite"),
        Piece("point_here", (2,), 0, 1, "own Strategic Point there, and opposite"),
        Piece("pack_here", (2,), 0, 10, "cards in the World Pack there, and opposite"),
        Piece("opposite_occupied", (), 0, 1, "crossing would be trespassing"),
        Piece("own_run_marks", (CARDS,), 0, 1, "cards one has declared in a Strategic Run"),
        Piece("garrison", (), 0, MOST_SOLDIERS, "soldiers in the Garrison, 100 and beyond as 100"),
        Piece("rsz", (), 0, MOST_SOLDIERS, "soldiers on the Resurrected Soldier Zone, 100 and beyond as 100"),
        Piece("closed", (REGIONS,), 0, 1, "closed region"),
        Piece("closure_left", (), 0, 9, "rounds until the closed region opens, begun ones included; 0 for no end"),
        Piece("after_six", PER_SEAT, 0, 1, "threw a six that still brings or costs a turn"),
        Piece("purgadies_left", (PURGADIES_CARDS,), 0, PURGADIES_CARDS, "Purgadies Cards that may be drawn"),
        Piece("revival_done", (), 0, 1, "the one revival has been used"),
        Piece("death_done", (), 0, 1, "the one ejection by Life/Death has happened"),
        Piece("last_throw", (6,), 0, 1, "face of the last Playing Dice throw"),
        Piece("turn_sixes", (), 0, 3, "sixes in a row with which a piece moved while the only other one was interned"),
        Piece("last_thrower", PER_SEAT, 0, 1, "who threw it"),
        Piece("rounds", (), 0, 127, "turns begun divided by the players, 127 and beyond as 127"),
        Piece("manoeuvre_unseen", (DECK,), 0, 1, "Manoeuvre Cards nobody has seen"),
        Piece(
            "manoeuvre_queue",
            (DECK,),
            0,
            27,
            "place from the top in the known queue beneath them, 0 if not in it",
        ),
        Piece("theme_unseen", (THEMES,), 0, 1, "Intelligence Cards nobody has seen"),
        Piece("own_titles_read", (TITLES,), 0, 1, "themes, South Pole and SAB that were read to oneself"),
        Piece("own_titles_known", (TITLES,), 0, 1, "those one knows the answers to"),
        Piece("drawn", (DECK,), 0, 1, "Manoeuvre Card being carried out"),
        Piece("drawer", PER_SEAT, 0, 1, "who drew it"),
        Piece("target", PER_SEAT, 0, 1, "seat that was named"),
        Piece("offered", (CARDS,), 0, 1, "own card named or ceded, or start of the run"),
        Piece("wanted", (CARDS,), 0, 1, "card named to be taken"),
        Piece("destination", (KNOWN_PLACES,), 0, 1, "space named by a card"),
        Piece("asker", PER_SEAT, 0, 1, "who asks the question of a bluff or of Antarctica"),
        Piece("tested", PER_SEAT, 0, 1, "who is tested"),
        Piece("theme", (TITLES,), 0, 1, "the title; before it is read out the asker's only"),
        Piece("knows_title", (), 0, 1, "oneself, or one's Ally, is tested and knows the answer"),
        Piece("purgadies", (6,), 0, 1, "Purgadies Card on the table"),
        Piece(
            "dice_region",
            (REGIONS,),
            0,
            1,
            "colour of the Continent Dice, or continent of a Pre Set to claim or a set to Stack",
        ),
        Piece("came_by", (3,), 0, 1, "on a Continent Space: crossed, blocked; on Antarctica: sent"),
    )
)

AT_QUESTION = LAYOUT.starts["question"]
AT_ASKED = LAYOUT.starts["asked"]
AT_PLAYERS = LAYOUT.starts["players"]
AT_PLAYED = LAYOUT.starts["played"]
AT_ALLIES = LAYOUT.starts["allies"]
AT_IN_PLAY = LAYOUT.starts["in_play"]
AT_ARMY = LAYOUT.starts["army"]
AT_ARMY_AT_LEAST = LAYOUT.starts["army_at_least"]
AT_ICE_TURNS = LAYOUT.starts["ice_turns"]
AT_REINFORCEMENTS = LAYOUT.starts["reinforcements"]
AT_ON_TURN = LAYOUT.starts["on_turn"]
AT_PIECE = LAYOUT.starts["piece"]
AT_PLACE = LAYOUT.starts["place"]
AT_PRE_SET_PAID = LAYOUT.starts["pre_set_paid"]
AT_SETUP_RANK = LAYOUT.starts["setup_rank"]
AT_KHYBER_PASS = LAYOUT.starts["khyber_pass"]
AT_PARDON = LAYOUT.starts["pardon"]
AT_HELD = LAYOUT.starts["held"]
AT_HELD_IN_REGION = LAYOUT.starts["held_in_region"]
AT_OWN_AT_LEAST = LAYOUT.starts["own_at_least"]
AT_POINTS_HELD = LAYOUT.starts["points_held"]
AT_IN_SET = LAYOUT.starts["in_set"]
AT_LAID_IN_REGION = LAYOUT.starts["laid_in_region"]
AT_OWN_LOOSE = LAYOUT.starts["own_loose"]
AT_SETS = LAYOUT.starts["sets"]
AT_STACK_PAID = LAYOUT.starts["stack_paid"]
AT_SET_PAID = LAYOUT.starts["set_paid"]
AT_SETS_TO_WIN = LAYOUT.starts["sets_to_win"]
AT_TEN_CARDS = LAYOUT.starts["ten_cards"]
AT_ANTARCTICA_COUNTS = LAYOUT.starts["antarctica_counts"]
AT_ANTARCTICA_DONE = LAYOUT.starts["antarctica_done"]
AT_STACKING = LAYOUT.starts["stacking"]
AT_IN_PACK = LAYOUT.starts["in_pack"]
AT_PACK_IN_REGION = LAYOUT.starts["pack_in_region"]
AT_HERE = LAYOUT.starts["here"]
AT_HELD_HERE = LAYOUT.starts["held_here"]
AT_POINT_HERE = LAYOUT.starts["point_here"]
AT_PACK_HERE = LAYOUT.starts["pack_here"]
AT_OPPOSITE_OCCUPIED = LAYOUT.starts["opposite_occupied"]
AT_OWN_RUN_MARKS = LAYOUT.starts["own_run_marks"]
AT_GARRISON = LAYOUT.starts["garrison"]
AT_RSZ = LAYOUT.starts["rsz"]
AT_CLOSED = LAYOUT.starts["closed"]
AT_CLOSURE_LEFT = LAYOUT.starts["closure_left"]
AT_AFTER_SIX = LAYOUT.starts["after_six"]
AT_PURGADIES_LEFT = LAYOUT.starts["purgadies_left"]
AT_REVIVAL_DONE = LAYOUT.starts["revival_done"]
AT_DEATH_DONE = LAYOUT.starts["death_done"]
AT_LAST_THROW = LAYOUT.starts["last_throw"]
AT_TURN_SIXES = LAYOUT.starts["turn_sixes"]
AT_LAST_THROWER = LAYOUT.starts["last_thrower"]
AT_ROUNDS = LAYOUT.starts["rounds"]
AT_MANOEUVRE_UNSEEN = LAYOUT.starts["manoeuvre_unseen"]
AT_MANOEUVRE_QUEUE = LAYOUT.starts["manoeuvre_queue"]
AT_THEME_UNSEEN = LAYOUT.starts["theme_unseen"]
AT_TITLES_READ = LAYOUT.starts["own_titles_read"]
AT_TITLES_KNOWN = LAYOUT.starts["own_titles_known"]
AT_DRAWN = LAYOUT.starts["drawn"]
AT_DRAWER = LAYOUT.starts["drawer"]
AT_TARGET = LAYOUT.starts["target"]
AT_OFFERED = LAYOUT.starts["offered"]
AT_WANTED = LAYOUT.starts["wanted"]
AT_DESTINATION = LAYOUT.starts["destination"]
AT_ASKER = LAYOUT.starts["asker"]
AT_TESTED = LAYOUT.starts["tested"]
AT_THEME = LAYOUT.starts["theme"]
AT_KNOWS_TITLE = LAYOUT.starts["knows_title"]
AT_PURGADIES = LAYOUT.starts["purgadies"]
AT_DICE_REGION = LAYOUT.starts["dice_region"]
AT_CAME_BY = LAYOUT.starts["came_by"]

MOST_ROUNDS = 127


def observe(s, me, out):
    """Write the view of seat `me` into `out`, which comes zeroed."""
    observe_question(s, me, out)
    observe_seats(s, me, out)
    observe_cards(s, me, out)
    observe_sets(s, me, out)
    observe_here(s, me, out)
    observe_table(s, out)
    observe_packs(s, me, out)
    observe_matter(s, me, out)


def places_from(s, me, seat):
    """How many places clockwise from `me` a seat sits."""
    places = seat - me
    if places < 0:
        places += s.seats
    return places


def mark_seat(s, me, seat, out, start):
    """One-hot of a seat, nothing for NOBODY."""
    one_hot(out, start, places_from(s, me, seat), seat < s.seats)


def one_hot(out, start, place, is_there):
    """One-hot of what is there, without a branch that would be guessed wrong; where nothing is, all stays 0."""
    out[start + (place if is_there else 0)] = 1 if is_there else 0


def observe_question(s, me, out):
    """Which decision is open, and of whom."""
    if s.question < DECISIONS:
        out[AT_QUESTION + s.question] = 1
    mark_seat(s, me, s.seat, out, AT_ASKED)
    out[AT_PLAYERS + s.players - 2] = 1


def observe_seats(s, me, out):
    """What everybody can see of each player."""
    for seat in range(s.seats):
        at = places_from(s, me, seat)
        if s.owner[seat] == s.owner[me]:
            out[AT_PLAYED + at] = 1
        if not is_own(s, seat):
            out[AT_ALLIES + at] = 1
        out[AT_IN_PLAY + at] = s.in_play[seat]
        out[AT_ARMY + at] = min(s.army[seat], MOST_SOLDIERS)
        out[AT_ICE_TURNS + at] = s.ice_turns[seat]
        out[AT_REINFORCEMENTS + at] = s.reinforcements[seat]
        out[AT_AFTER_SIX + at] = (s.after_six >> seat) & 1
        out[AT_SETUP_RANK + at] = s.setup_rank[seat]
        one_hot(out, AT_PIECE + at * PIECES, s.piece[seat], s.piece[seat] != NO_PIECE)
        one_hot(out, AT_PLACE + at * KNOWN_PLACES, s.place[seat], s.place[seat] != NOWHERE)
        for step in range(len(ARMY_STEPS)):
            out[AT_ARMY_AT_LEAST + at * len(ARMY_STEPS) + step] = 1 if s.army[seat] >= ARMY_STEPS[step] else 0
        if s.pre_set_paid[seat] != 0:
            for region in range(REGIONS):
                out[AT_PRE_SET_PAID + at * REGIONS + region] = (s.pre_set_paid[seat] >> region) & 1
    mark_seat(s, me, s.turn, out, AT_ON_TURN)
    mark_seat(s, me, s.khyber_at, out, AT_KHYBER_PASS)
    mark_seat(s, me, s.pardon_at, out, AT_PARDON)


def observe_cards(s, me, out):
    """Holdings are face up; what is in the pack is known, its order is nobody's."""
    show_holding(s, PACK, out, AT_IN_PACK, AT_PACK_IN_REGION)
    for seat in range(s.seats):
        at = places_from(s, me, seat)
        show_holding(s, seat, out, AT_HELD + at * CARDS, AT_HELD_IN_REGION + at * REGIONS)
    for region in range(REGIONS):
        point = s.strategic_point[region]
        if point != NO_CARD:
            holder = s.card_at[point]
            one_hot(out, AT_POINTS_HELD + region, places_from(s, me, holder) * REGIONS, holder < s.seats)
        for cards in range(FIVE):
            out[AT_OWN_AT_LEAST + region * FIVE + cards] = 1 if s.held[me * REGIONS + region] > cards else 0
    mark = narrow(1 << me)
    for card in range(CARDS):
        out[AT_OWN_RUN_MARKS + card] = 1 if s.run_marks[card] & mark != 0 else 0


def show_holding(s, holder, out, at_cards, at_regions):
    """Which cards, and how many of each region; without a branch, for vector instructions."""
    row = holder * REGIONS
    own = narrow(holder)
    for card in range(CARDS):
        out[at_cards + card] = 1 if s.card_at[card] == own else 0
    for region in range(REGIONS):
        out[at_regions + region] = s.held[row + region]


def observe_sets(s, me, out):
    """What is out of play, and how far everybody is towards what wins."""
    if goes_on_after_a_set(s):
        observe_laid(s, me, out)
    for region in range(REGIONS):
        out[AT_OWN_LOOSE + region] = out[AT_HELD_IN_REGION + region] - out[AT_LAID_IN_REGION + region]
    for seat in range(s.seats if may_hold_a_set(s) else 0):
        at = places_from(s, me, seat)
        for region in range(REGIONS):
            held = out[AT_HELD_IN_REGION + at * REGIONS + region]
            if held >= FIVE and makes_set(s, region, held, out[AT_POINTS_HELD + at * REGIONS + region] == 1):
                out[AT_SETS + at] += 1
    out[AT_SETS_TO_WIN + s.sets_to_win - 1] = 1
    out[AT_TEN_CARDS] = 1 if s.set_cards == TEN else 0
    out[AT_ANTARCTICA_COUNTS] = s.antarctica_counts
    out[AT_ANTARCTICA_DONE] = s.antarctica_done
    out[AT_STACKING] = s.stacking


def observe_laid(s, me, out):
    """Cards out of play and what they have brought; never in the short game, which is played most."""
    for card in range(CARDS):
        if s.in_set[card] != LOOSE:
            out[AT_IN_SET + card] = 1
            out[AT_LAID_IN_REGION + places_from(s, me, s.card_at[card]) * REGIONS + s.card_region[card]] += 1
    for seat in range(s.seats):
        at = places_from(s, me, seat)
        for region in range(REGIONS):
            out[AT_STACK_PAID + at * REGIONS + region] = (s.stack_paid[seat] >> region) & 1
            out[AT_SET_PAID + at * REGIONS + region] = (s.set_paid[seat] >> region) & 1


def observe_here(s, me, out):
    """On a Continent Space: what one has and what the pack has, here and across the Jetstream."""
    place = s.place[me]
    if s.space_kind[place] != CONTINENT_SPACE:
        return
    region = s.space_region[place]
    out[AT_HERE + region] = 1
    for side in range(2):
        out[AT_HELD_HERE + side] = out[AT_HELD_IN_REGION + region]
        out[AT_POINT_HERE + side] = out[AT_POINTS_HELD + region]
        out[AT_PACK_HERE + side] = out[AT_PACK_IN_REGION + region]
        region = OPPOSITE[region]
    across = OPPOSITE[s.space_region[place]]
    for seat in range(s.seats):
        its = s.place[seat]
        if s.space_kind[its] == CONTINENT_SPACE and s.space_region[its] == across and s.jetstream_trespass == 1:
            out[AT_OPPOSITE_OCCUPIED] = 1


def observe_table(s, out):
    """The Garrison, the zone, closures and the clock."""
    out[AT_GARRISON] = min(s.garrison, MOST_SOLDIERS)
    out[AT_RSZ] = min(s.rsz, MOST_SOLDIERS)
    one_hot(out, AT_CLOSED, s.closed, s.closed != NO_REGION)
    if s.closure_left > 0:
        out[AT_CLOSURE_LEFT] = rounds_of_closure(s)
    for card in range(PURGADIES_CARDS):
        out[AT_PURGADIES_LEFT + card] = s.purgadies_left[card]
    out[AT_TURN_SIXES] = s.turn_sixes
    out[AT_REVIVAL_DONE] = s.revival_done
    out[AT_DEATH_DONE] = s.death_done
    out[AT_ROUNDS] = min(s.turn_number // s.players, MOST_ROUNDS)


def observe_packs(s, me, out):
    """Cards nobody has seen, and the known queue beneath them."""
    if s.last_throw > 0:
        out[AT_LAST_THROW + s.last_throw - 1] = 1
        mark_seat(s, me, s.last_thrower, out, AT_LAST_THROWER)
    for card in range(DECK):
        place = s.manoeuvre_place[card]
        out[AT_MANOEUVRE_UNSEEN + card] = 1 if place == 0 else 0
        out[AT_MANOEUVRE_QUEUE + card] = place if place != LAID_ASIDE else 0
    for theme in range(THEMES):
        out[AT_THEME_UNSEEN + theme] = 1 if s.theme_place[theme] == 0 else 0
    if s.theme_unseen > 0 and is_theme_secret(s, me):
        out[AT_THEME_UNSEEN + s.theme] = 1
    player = s.owner[me]
    for title in range(TITLES if s.knowledge_drawn[player] != 0 else 0):
        out[AT_TITLES_READ + title] = (s.knowledge_drawn[player] >> title) & 1
        out[AT_TITLES_KNOWN + title] = (s.knows[player] >> title) & 1


def is_theme_secret(s, me):
    """Until it is read out, only the asker knows that a theme has left the unseen part of the pack (WD-101)."""
    return s.theme != NO_THEME and s.tested == NOBODY and s.owner[s.asker] != s.owner[me]


def observe_matter(s, me, out):
    """The mechanism in hand."""
    one_hot(out, AT_DRAWN, s.drawn, s.drawn != NO_MANOEUVRE)
    mark_seat(s, me, s.drawer, out, AT_DRAWER)
    mark_seat(s, me, s.target, out, AT_TARGET)
    mark_seat(s, me, s.asker, out, AT_ASKER)
    mark_seat(s, me, s.tested, out, AT_TESTED)
    one_hot(out, AT_OFFERED, s.offered, s.offered < CARDS)
    one_hot(out, AT_WANTED, s.wanted, s.wanted < CARDS)
    one_hot(out, AT_DESTINATION, s.destination, s.destination != NOWHERE)
    if s.theme != NO_THEME and not is_theme_secret(s, me):
        out[AT_THEME + s.theme] = 1
        if s.tested != NOBODY and s.owner[s.tested] == s.owner[me]:
            out[AT_KNOWS_TITLE] = (s.knows[s.owner[me]] >> s.theme) & 1
    one_hot(out, AT_PURGADIES, s.purgadies, s.purgadies != NO_PURGADIES)
    observe_note(s, out)


def observe_note(s, out):
    """What the question carries with it."""
    if s.question == GAIN_CARD or s.question == CONCEDE:
        out[AT_DICE_REGION + s.note] = 1
    elif s.question == PRE_SET_CLAIM:
        out[AT_DICE_REGION + s.note % SETTLING] = 1
    elif s.question == STACK_SET:
        out[AT_DICE_REGION + s.note % TURN_BEGINS] = 1
    elif s.question == CONTINENT:
        out[AT_CAME_BY] = s.note & CROSSED
        out[AT_CAME_BY + 1] = (s.note & BLOCKED) // BLOCKED
    elif s.question == EXCHANGE:
        out[AT_CAME_BY + 2] = (s.note & SENT) // SENT
