"""The `GameSpec` of Domination, one per set of sizes, and the initial state of a configuration."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from wd_env.games.domination import resample
from wd_env.games.domination.check_state import check_state
from wd_env.games.domination.config import Config
from wd_env.games.domination.definitions import decision_codes, rule_constants
from wd_env.games.domination.definitions.actions import actions_of, outcomes_of
from wd_env.games.domination.definitions.decision_table import nodes_of
from wd_env.games.domination.maps.deck import NO_COUNTRY, NO_TARGET
from wd_env.games.domination.maps.map_catalogue import Map
from wd_env.games.domination.maps.map_sizes import MapSizes, cards_in_order, sizes_of
from wd_env.games.domination.observation import observe
from wd_env.games.domination.observation.layout import PERCENT, layout_of, pointers_of
from wd_env.games.domination.observation.pointers import pointers_with_neighbours
from wd_env.games.domination.rules import (
    amounts,
    attack,
    cards,
    dice,
    engine,
    holdings,
    legal_dispatch,
    moves,
    ranks,
    setup,
    step_dispatch,
    trades,
    turn,
    victory,
)
from wd_env.games.domination.starting_armies import MIN_SEATS, starting_armies
from wd_env.games.domination.state import schema_of
from wd_env.games.domination.table_board import HOOKS
from wd_env.spec.game_spec import GameSpec, make_spec
from wd_env.spec.observation_layout import ObservationLayout, Pointer
from wd_env.spec.rewards import ShapingTerm
from wd_env.spec.rule_options import apply_config
from wd_env.spec.state_schema import GameState

VERSION = 0
SPEC_FACTORY = "wd_env.games.domination.game:spec_of"
RULE_MODULES = (
    holdings,
    amounts,
    victory,
    cards,
    trades,
    setup,
    moves,
    turn,
    dice,
    attack,
    ranks,
    legal_dispatch,
    step_dispatch,
    engine,
)


def spec_of(config: Config) -> GameSpec:
    """Return the spec for a capacity, or for the map and deck of a configuration."""
    sizes = sizes_of(config)
    layout = layout_of(sizes)
    return GameSpec(
        name="domination",
        version=VERSION,
        schema=schema_of(sizes),
        actions=actions_of(sizes.countries, config.load().border_pairs if config.encoding == "edge" else ()),
        outcomes=outcomes_of(sizes.countries, sizes.cards, sizes.missions),
        nodes=nodes_of(sizes.countries, len(sizes.cards), sizes.missions),
        layout=layout,
        pointers=_pointers(config, sizes, layout),
        min_players=MIN_SEATS,
        max_players=rule_constants.SEATS,
        modules=(rule_constants, decision_codes, *RULE_MODULES, observe, resample),
        shaping_terms=(ShapingTerm("countries", "countries it holds"),),
        engine=engine,
        observe=observe.observe,
        resample=resample.resample,
        new_state=new_state,
        check_state=check_state,
        config_class=Config,
        hooks=HOOKS,
    )


def game_of(config: Config) -> GameSpec:
    """Return the single spec of all games with a capacity, or with the same map, borders, deck and encoding.

    Its configuration has the minimum number of seats, for which every map has enough countries.
    """
    return make_spec(SPEC_FACTORY, config.sizing)


def _pointers(config: Config, sizes: MapSizes, layout: ObservationLayout) -> tuple[Pointer, ...]:
    """Return the pointers; only those of a fixed map have neighbours."""
    if sizes.is_capacity:
        return pointers_of(sizes.countries, layout)
    return pointers_with_neighbours(config.load(), layout)


def new_state(config: Config) -> GameState:
    """Return the state of this configuration before chance decides who begins."""
    board, sizes = config.load(), sizes_of(config)
    s: Any = schema_of(sizes).state_class()
    s.players = s.seats = config.num_players
    s.owner, s.home_seat = list(range(rule_constants.SEATS)), list(range(rule_constants.SEATS))
    s.in_play = [int(seat < s.seats) for seat in range(rule_constants.SEATS)]
    armies = starting_armies(len(board.countries), s.seats)
    s.stock = [armies * playing for playing in s.in_play]
    s.removed_by = [rule_constants.NOBODY] * rule_constants.SEATS
    s.capital = [rule_constants.NOWHERE] * rule_constants.SEATS
    s.mission = [rule_constants.NOWHERE] * rule_constants.SEATS
    s.holder = _padded([rule_constants.NOBODY] * len(board.countries), sizes.countries, rule_constants.OFF_MAP)
    s.set_countries = [rule_constants.NOWHERE] * rule_constants.SET_SIZE
    s.origin = s.target = rule_constants.NOWHERE
    s.max_defence = config.max_defence_dice
    apply_config(s, config)
    _lay_board(s, board, sizes)
    _lay_deck(s, board, sizes)
    _lay_missions(s, board, sizes)
    s.node = decision_codes.TAKE_SEAT if config.shuffle_seats else decision_codes.FIRST_SEAT
    return s  # type: ignore[no-any-return]


def _padded(numbers_of: Sequence[int], places: int, filler: int) -> list[int]:
    """Return a list extended to a length."""
    return [*numbers_of, *[filler] * (places - len(numbers_of))]


def _lay_board(s: Any, board: Map, sizes: MapSizes) -> None:
    s.countries = len(board.countries)
    starts = [0, *accumulate(len(ways) for ways in board.borders)]
    s.border_starts = _padded(starts, sizes.countries + 1, starts[-1])
    s.border_targets = _padded([end for _, end in board.border_pairs], sizes.borders, 0)
    groups = [country.group for country in board.countries]
    s.group_of = _padded(groups, sizes.countries, rule_constants.NOWHERE)
    s.member_starts = _padded([0, *accumulate(board.sizes)], sizes.groups + 1, s.countries)
    members = sorted(range(s.countries), key=lambda country: (groups[country], country))
    s.members = _padded(members, sizes.countries, 0)
    shares = [PERCENT * held // max(1, size) for size in board.sizes for held in range(size + 1)]
    s.group_percents = _padded(shares, sizes.countries + sizes.groups, 0)
    s.group_bonus = _padded([group.bonus for group in board.groups], sizes.groups, 0)


def _lay_deck(s: Any, board: Map, sizes: MapSizes) -> None:
    """Place the cards; an unused place of a capacity gets a removed card without a country."""
    deck, count = cards_in_order(board), len(sizes.cards)
    s.has_no_cards = int(not board.deck.cards)
    s.card_symbol, s.card_country = [0] * count, [rule_constants.NOWHERE] * count
    s.card_at = [rule_constants.REMOVED] * count
    for card, place in zip(deck, sizes.card_indices(deck), strict=True):
        s.card_symbol[place] = card.symbol
        s.card_country[place] = rule_constants.NOWHERE if card.country == NO_COUNTRY else card.country
        s.card_at[place] = rule_constants.DISCARD if s.has_no_cards else rule_constants.DECK


def _lay_missions(s: Any, board: Map, sizes: MapSizes) -> None:
    missions, count = board.deck.missions, sizes.missions
    targets = [rule_constants.NOBODY if m.target == NO_TARGET else m.target for m in missions]
    s.mission_target = _padded(targets or [rule_constants.NOBODY], count, rule_constants.NO_MISSION)
    s.mission_countries = _padded([mission.countries for mission in missions], count, 0)
    s.mission_armies = _padded([mission.armies for mission in missions], count, 0)
    memberships = [int(group in mission.groups) for mission in missions for group in range(sizes.groups)]
    s.mission_groups = _padded(memberships, count * sizes.groups, 0)
    s.mission_group_count = _padded([max(m.groups_in_all, len(m.groups)) for m in missions], count, 0)


GAME = game_of(Config())
