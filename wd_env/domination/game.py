"""Domination as the core sees it: one description for each map, and how a configuration fills a state."""

from itertools import accumulate
from typing import Any

from wd_env.core.options import agree
from wd_env.core.rewards import Term
from wd_env.core.schema import PyState
from wd_env.core.spec import GameSpec, spec_made
from wd_env.domination import numbers, observe, questions, resample
from wd_env.domination.actions import actions_of, outcomes_of
from wd_env.domination.checking import check_state
from wd_env.domination.config import Config
from wd_env.domination.deck import NO_COUNTRY, NO_TARGET, Card
from wd_env.domination.layout import layout_of
from wd_env.domination.maps import Map
from wd_env.domination.pointers import pointers_with_neighbours
from wd_env.domination.question_table import questions_of
from wd_env.domination.rules import (
    amounts,
    answering,
    attack,
    cards,
    dice,
    engine,
    holdings,
    moves,
    offering,
    setup,
    turn,
    victory,
)
from wd_env.domination.starting import FEWEST_SEATS, starting_armies
from wd_env.domination.state import schema_of

VERSION = 0
HERE = "wd_env.domination.game:spec_of"
RULES = (holdings, amounts, victory, cards, setup, moves, turn, dice, attack, offering, answering, engine)


def spec_of(config: Config) -> GameSpec:
    """Return the description of the game on the map and with the deck of a configuration; sizes follow from both."""
    board = config.load()
    countries, missions = len(board.countries), max(1, len(board.deck.missions))
    layout = layout_of(board)
    return GameSpec(
        name="domination",
        version=VERSION,
        schema=schema_of(board),
        actions=actions_of(countries),
        outcomes=outcomes_of(countries, cards_in_order(board), missions),
        questions=questions_of(countries, len(cards_in_order(board)), missions),
        layout=layout,
        pointers=pointers_with_neighbours(board, layout),
        min_players=FEWEST_SEATS,
        max_players=numbers.SEATS,
        modules=(numbers, questions, *RULES, observe, resample),
        terms=(Term("countries", "countries it holds"),),
        engine=engine,
        observe=observe.observe,
        resample=resample.resample,
        new_state=new_state,
        check_state=check_state,
        config_class=Config,
    )


def game_of(config: Config) -> GameSpec:
    """Return the one description for all tables with this map and deck; no other option has a say in sizes."""
    return spec_made(HERE, Config(map=config.map, cards=config.cards))


def cards_in_order(board: Map) -> tuple[Card, ...]:
    """Return the cards by country, wildcards last; a deck without cards stands as one wildcard that is left out."""
    found = board.deck.cards or (Card(numbers.WILD, NO_COUNTRY),)
    return tuple(sorted(found, key=lambda card: (card.country == NO_COUNTRY, card.country)))


def new_state(config: Config) -> PyState:
    """Return a state of this configuration before the first seat is drawn."""
    board = config.load()
    s: Any = schema_of(board).state_class()
    s.players = s.seats = config.num_players
    s.owner = s.home = list(range(numbers.SEATS))
    s.in_play = [int(seat < s.seats) for seat in range(numbers.SEATS)]
    armies = starting_armies(len(board.countries), s.seats)
    s.stock = [armies * playing for playing in s.in_play]
    s.removed_by = [numbers.NOBODY] * numbers.SEATS
    s.capital = [numbers.NOWHERE] * numbers.SEATS
    s.mission = [numbers.NOWHERE] * numbers.SEATS
    s.holder = [numbers.NOBODY] * len(board.countries)
    s.shown = [numbers.NOWHERE] * numbers.SET_SIZE
    s.origin = s.target = numbers.NOWHERE
    s.most_defence = config.most_defence_dice
    agree(s, config)
    _lay_board(s, board)
    _lay_deck(s, board)
    _lay_missions(s, board)
    s.question = questions.FIRST_SEAT
    return s  # type: ignore[no-any-return]


def _lay_board(s: Any, board: Map) -> None:
    s.ways_from = [0, *accumulate(len(ways) for ways in board.borders)]
    ways = [way for ways in board.borders for way in ways]
    s.ways = ways + [0] * (len(s.ways) - len(ways))
    s.group_of = [country.group for country in board.countries]
    s.members_from = [0, *accumulate(board.sizes)]
    s.members = sorted(range(len(s.group_of)), key=lambda country: (s.group_of[country], country))
    s.group_bonus = [group.bonus for group in board.groups]


def _lay_deck(s: Any, board: Map) -> None:
    deck = cards_in_order(board)
    s.card_symbol = [card.symbol for card in deck]
    s.card_country = [numbers.NOWHERE if card.country == NO_COUNTRY else card.country for card in deck]
    s.cards_left_out = int(not board.deck.cards)
    s.card_at = [numbers.DISCARD if s.cards_left_out else numbers.DECK] * len(deck)


def _lay_missions(s: Any, board: Map) -> None:
    missions, groups = board.deck.missions, len(board.groups)
    if not missions:
        s.mission_target = [numbers.NOBODY]
        return
    s.mission_target = [numbers.NOBODY if m.target == NO_TARGET else m.target for m in missions]
    s.mission_countries = [mission.countries for mission in missions]
    s.mission_armies = [mission.armies for mission in missions]
    s.mission_groups = [int(group in mission.groups) for mission in missions for group in range(groups)]
    s.mission_in_all = [max(mission.groups_in_all, len(mission.groups)) for mission in missions]


GAME = spec_made(HERE, Config())
