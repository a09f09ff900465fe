"""Pledge: a toy game in one file that uses every feature of the library.

Each of two or three players gets a hidden card, then secretly pledges that the sum of all dice will be odd or even. One
player after another throws a die as often as they like, and is out if their points exceed the limit. The score is the
points, twice the card and a bonus for a correct pledge. The highest score wins; several players can win together.

`PLEDGE` has one seat per player. `PAIRS` has the same rules and four seats: two players control two seats each, or
player 0 of three controls two.
"""

import sys
from dataclasses import replace
from typing import Annotated

from wd_env.errors import StateError
from wd_env.kernels.philox import bounded_draw
from wd_env.options import Interval, options
from wd_env.spec.game_spec import CHANCE, PLAYER, TERMINAL, VISIBLE_TO_SEAT, GameSpec, NodeType
from wd_env.spec.notation import TextIndex
from wd_env.spec.observation_layout import Feature, ObservationLayout
from wd_env.spec.rewards import ShapingTerm
from wd_env.spec.rule_options import SETUP, GameConfig, apply_config, state_option_fields
from wd_env.spec.state_schema import Field, StateSchema

SEATS, CARDS, FACES = 3, 4, 6
PAIRED_SEATS = 4
PLEDGE_CHOICE, ROLL_CHOICE, DEAL_CARD, THROW_DIE, GAME_OVER = range(5)
ODD, EVEN, THROW, HOLD = range(4)
NO_PLEDGE, CARD_VALUE, RIGHT_PLEDGE = 2, 2, 3


@options
class Config(GameConfig):
    """Options of Pledge."""

    num_players: Annotated[int, Interval(ge=2, le=SEATS), SETUP] = 3
    """Players at the table."""
    limit: Annotated[int, Interval(ge=6, le=60)] = 12
    """Maximum number of points; a player with more is out."""
    max_throws: Annotated[int, Interval(ge=1, le=1000)] | None = None
    """Number of throws after which the game is truncated; None for no limit."""


@options
class PairedConfig(Config):
    """Options of Pledge in pairs."""

    num_players: Annotated[int, Interval(ge=2, le=SEATS), SETUP] = 2
    """Players at the table."""


def schema_of(name, seats):
    """Return the schema of games with this number of seats and at most `SEATS` players."""
    return StateSchema(
        name,
        (
            Field("node", "i1", 0, "the current node"),
            Field("seat", "i1", 0, "seat to move, or that gets the card or die"),
            Field("in_play", "i1", seats, "1 in the game, 0 out", by="seat"),
            Field("won", "i1", SEATS, "1 for a winner", by="player"),
            Field("truncated", "i1", 0, "1 when the game was truncated"),
            Field("card", "i1", seats, "hidden card 1..4, 0 before the deal", private=True, by="seat"),
            Field("pledge", "i1", seats, "ODD, EVEN or NO_PLEDGE", private=True, by="seat"),
            Field("points", "i2", seats, "points thrown", by="seat"),
            Field("thrown", "i4", 0, "sum of all dice"),
            Field("throws", "i2", 0, "dice thrown"),
            Field("seats", "i1", 0, "seats around the table", constant=True),
            Field("players", "i1", 0, "players at the table", constant=True),
            Field("owner", "i1", seats, "player who controls each seat", constant=True, by="seat"),
            Field("home_seat", "i1", SEATS, "home seat of each player", constant=True, by="player"),
            *state_option_fields(Config),
        ),
    )


SCHEMA = schema_of("pledge", SEATS)
PAIRED_SCHEMA = schema_of("pledge_in_pairs", PAIRED_SEATS)
ACTIONS = TextIndex("action", ("pledge odd", "pledge even", "throw", "hold"))
OUTCOMES = TextIndex(
    "outcome", tuple(f"card {n + 1}" for n in range(CARDS)) + tuple(f"die {n + 1}" for n in range(FACES))
)
NODES = (
    NodeType("pledge", PLAYER, visible_to=VISIBLE_TO_SEAT),
    NodeType("roll", PLAYER),
    NodeType("deal", CHANCE, first_outcome=0, num_outcomes=CARDS, visible_to=VISIBLE_TO_SEAT),
    NodeType("die", CHANCE, first_outcome=CARDS, num_outcomes=FACES, is_uniform=True),
    NodeType("over", TERMINAL),
)


def layout_of(seats):
    return ObservationLayout(
        (
            Feature("decision", (2,), 0, 1, "the current decision, one-hot"),
            Feature("to_move", (), 0, 1, "1 when this seat is to move"),
            Feature("card", (CARDS,), 0, 1, "own card, one-hot"),
            Feature("pledge", (2,), 0, 1, "own pledge, one-hot"),
            Feature("points", (seats,), 0, 66, "points of each seat, own first"),
            Feature("in_play", (seats,), 0, 1, "1 in the game, own first"),
            Feature("is_even", (), 0, 1, "1 while the sum of all dice is even"),
        )
    )


LAYOUT = layout_of(SEATS)


def new_state(config):
    return new_game_state(SCHEMA, config, config.num_players)


def new_pairs(config):
    """Return a new game of four seats; players control every second or third seat."""
    return new_game_state(PAIRED_SCHEMA, config, PAIRED_SEATS)


def new_game_state(schema, config, seats):
    s = schema.state_class()
    s.players, s.seats = config.num_players, seats
    max_seats = len(s.points)
    s.owner = [seat % s.players if seat < seats else seat for seat in range(max_seats)]
    s.home_seat = list(range(SEATS))
    s.in_play = [int(seat < seats) for seat in range(max_seats)]
    s.pledge = [NO_PLEDGE] * max_seats
    apply_config(s, config)
    s.node = DEAL_CARD
    return s


def check_state(s):
    if not 2 <= s.players <= s.seats <= len(s.points) or s.seat >= s.seats or s.node > GAME_OVER:
        raise StateError(f"{s.players} players, seat {s.seat}, node {s.node}; expected those of Pledge")
    owners = [seat % s.players if seat < s.seats else seat for seat in range(len(s.points))]
    if s.owner != owners or s.home_seat != list(range(SEATS)) or max(s.card) > CARDS or max(s.pledge) > NO_PLEDGE:
        raise StateError(f"cards {s.card}, pledges {s.pledge}; expected cards to {CARDS} and pledges to {NO_PLEDGE}")


# Rules, in the subset of Python that can be compiled


def step(s, a):
    if s.node == DEAL_CARD:
        s.card[s.seat] = a + 1
        open_for_each(s, DEAL_CARD, PLEDGE_CHOICE)
    elif s.node == PLEDGE_CHOICE:
        s.pledge[s.seat] = a
        open_for_each(s, PLEDGE_CHOICE, ROLL_CHOICE)
    elif s.node == THROW_DIE:
        throw_die(s, a + 1)
    elif a == THROW:
        s.node = THROW_DIE
    else:
        open_for_each(s, ROLL_CHOICE, GAME_OVER)


def open_for_each(s, node, next_node):
    """Open the node for the next seat; after the last seat, open the next node for the first one."""
    s.node = node
    s.seat += 1
    if s.seat == s.seats:
        s.seat = 0
        s.node = next_node
        if next_node == GAME_OVER:
            name_winners(s)


def throw_die(s, face):
    s.points[s.seat] += face
    s.thrown += face
    s.throws += 1
    s.node = ROLL_CHOICE
    if s.points[s.seat] > s.limit:
        s.in_play[s.seat] = 0
        open_for_each(s, ROLL_CHOICE, GAME_OVER)
    if s.throws == s.max_throws and s.node != GAME_OVER:
        s.truncated = 1
        s.node = GAME_OVER


def score(s, seat):
    if s.in_play[seat] == 0:
        return 0
    bonus = RIGHT_PLEDGE if (s.pledge[seat] == EVEN) == (s.thrown % 2 == 0) else 0
    return s.points[seat] + CARD_VALUE * s.card[seat] + bonus


def name_winners(s):
    best = 1
    for seat in range(s.seats):
        best = max(best, score(s, seat))
    for seat in range(s.seats):
        if score(s, seat) == best:
            s.won[s.owner[seat]] = 1


def legal(s, mask):
    if s.node == PLEDGE_CHOICE:
        can_pledge(s, mask)
    else:
        can_roll(s, mask)


def can_pledge(s, mask):
    """Odd or even; other players do not see it."""
    mask[ODD] = 1
    mask[EVEN] = 1


def can_roll(s, mask):
    """Another throw, or the end of the seat's throws."""
    mask[THROW] = 1
    mask[HOLD] = 1


def chance_weights(s, weights):
    """Each card that is left is equally likely, and each face of the die."""
    for outcome in range(CARDS if s.node == DEAL_CARD else FACES):
        weights[outcome] = 1
    if s.node == DEAL_CARD:
        for seat in range(s.seat):
            weights[s.card[seat] - 1] = 0


def legal_outcomes(s, weights):
    """Any card, because hands are hidden, or any face of the die."""
    for outcome in range(CARDS if s.node == DEAL_CARD else FACES):
        weights[outcome] = 1


def is_terminal(s):
    return s.node == GAME_OVER


def potential(s, counts):
    for seat in range(s.seats):
        counts[s.owner[seat]] += s.points[seat]


def observe(s, seat, obs):
    if s.node <= ROLL_CHOICE:
        obs[s.node] = 1
        obs[2] = 1 if s.seat == seat else 0
    if s.card[seat] > 0:
        obs[2 + s.card[seat]] = 1
    if s.pledge[seat] < NO_PLEDGE:
        obs[7 + s.pledge[seat]] = 1
    for offset in range(s.seats):
        other = (seat + offset) % s.seats
        obs[9 + offset] = s.points[other]
        obs[9 + len(s.points) + offset] = s.in_play[other]
    obs[9 + 2 * len(s.points)] = 1 - s.thrown % 2


def resample(s, seat, stream):
    """Resample the cards and pledges of other players."""
    for other in range(s.seats):
        if s.owner[other] != s.owner[seat] and s.card[other] > 0:
            s.card[other] = draw_other_card(s, seat, other, stream)
        if s.owner[other] != s.owner[seat] and s.pledge[other] != NO_PLEDGE:
            s.pledge[other] = bounded_draw(stream, 2)


def draw_other_card(s, seat, other, stream):
    """Return a card that neither the observing player nor a seat before the other one has."""
    free = CARDS
    for card in range(1, CARDS + 1):
        free -= is_taken(s, seat, other, card)
    remaining = bounded_draw(stream, free)
    for card in range(1, CARDS + 1):
        if is_taken(s, seat, other, card) == 0:
            if remaining == 0:
                return card
            remaining -= 1
    return 0


def is_taken(s, seat, other, card):
    taken = 0
    for another in range(s.seats):
        if another < other or s.owner[another] == s.owner[seat]:
            taken = 1 if s.card[another] == card else taken
    return taken


PLEDGE = GameSpec(
    name="pledge",
    version=0,
    schema=SCHEMA,
    actions=ACTIONS,
    outcomes=OUTCOMES,
    nodes=NODES,
    layout=LAYOUT,
    pointers=(),
    min_players=2,
    max_players=SEATS,
    modules=(sys.modules[__name__],),
    shaping_terms=(ShapingTerm("points", "points thrown"),),
    engine=sys.modules[__name__],
    observe=observe,
    new_state=new_state,
    check_state=check_state,
    resample=resample,
    config_class=Config,
)
PAIRS = replace(
    PLEDGE,
    name="pledge_in_pairs",
    schema=PAIRED_SCHEMA,
    layout=layout_of(PAIRED_SEATS),
    seats=PAIRED_SEATS,
    new_state=new_pairs,
    config_class=PairedConfig,
)
