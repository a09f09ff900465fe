"""The `GameSpec` of Superpowers, one per board, and the initial state of a configuration."""

from functools import partial
from types import ModuleType
from typing import Any

from wd_env.games.superpowers.board.board_file import BUNDLED_BOARDS
from wd_env.games.superpowers.board.bundled_board import TABLES
from wd_env.games.superpowers.board.rule_tables import RuleTables, rule_tables
from wd_env.games.superpowers.checks import check_state
from wd_env.games.superpowers.config import MAX_PLAYERS, MIN_PLAYERS, Config
from wd_env.games.superpowers.definitions import actions, board_constants, decision_codes, rule_constants
from wd_env.games.superpowers.definitions.actions import actions_of, outcomes_of
from wd_env.games.superpowers.definitions.decision_table import NODES
from wd_env.games.superpowers.definitions.rule_constants import (
    LANDS,
    NEUTRAL,
    NO_KIND,
    NOBODY,
    NOWHERE,
    POWERS,
)
from wd_env.games.superpowers.observation import observe, offsets, planes
from wd_env.games.superpowers.observation.layout import LAYOUT, POINTERS
from wd_env.games.superpowers.rules import (
    aftermath,
    air_defence,
    alliances,
    attack_force,
    attack_modes,
    attack_order,
    attackers,
    battle,
    battle_dice,
    bomber_passengers,
    break_off,
    canals,
    cargo,
    carrier_places,
    carrier_search,
    coastal_fire,
    conquest,
    cruise_missiles,
    defenders,
    departures,
    drops,
    encirclement,
    engine,
    fleets,
    flight,
    flight_moves,
    flight_range,
    friends,
    general_bonus,
    guests,
    guided_hits,
    guns,
    income,
    join_attack,
    joint_purchase,
    landing_places,
    legal_dispatch,
    losses,
    missiles,
    movement,
    order_words,
    passages,
    placement,
    ports,
    purchase,
    raid_targets,
    raids,
    reach,
    relations,
    routes,
    rush,
    sailing,
    sets,
    setup,
    shared_zones,
    small_side,
    step_dispatch,
    stock,
    strikes,
    submarines,
    super_battleships,
    technology,
    treaties,
    turn,
    turn_places,
    victory,
    voyage,
    voyage_cargo,
)
from wd_env.games.superpowers.state import schema_of
from wd_env.games.superpowers.table_board import HOOKS
from wd_env.spec.game_spec import GameSpec, make_spec
from wd_env.spec.module_copies import copy_modules
from wd_env.spec.rewards import ShapingTerm
from wd_env.spec.rule_options import apply_config
from wd_env.spec.state_schema import GameState, StateSchema

VERSION = 0
SPEC_FACTORY = "wd_env.games.superpowers.game:spec_of"
MODULES = (
    rule_constants,
    board_constants,
    actions,
    decision_codes,
    sets,
    fleets,
    alliances,
    friends,
    routes,
    stock,
    super_battleships,
    order_words,
    turn_places,
    relations,
    technology,
    guests,
    victory,
    income,
    ports,
    joint_purchase,
    setup,
    canals,
    purchase,
    turn,
    flight_moves,
    carrier_search,
    carrier_places,
    flight_range,
    general_bonus,
    raid_targets,
    reach,
    cargo,
    attack_force,
    passages,
    defenders,
    guided_hits,
    strikes,
    cruise_missiles,
    coastal_fire,
    rush,
    voyage_cargo,
    sailing,
    voyage,
    landing_places,
    flight,
    attackers,
    drops,
    join_attack,
    guns,
    attack_modes,
    attack_order,
    air_defence,
    raids,
    submarines,
    losses,
    missiles,
    departures,
    conquest,
    aftermath,
    battle_dice,
    encirclement,
    break_off,
    battle,
    bomber_passengers,
    small_side,
    treaties,
    shared_zones,
    movement,
    placement,
    legal_dispatch,
    step_dispatch,
    engine,
    offsets,
    planes,
    observe,
)


def spec_of(config: Config) -> GameSpec:
    """Return the spec for the board of a configuration.

    The tables of the board are constants of the rules, so rules are compiled once per board.

    Raises:
        DataError: If the board file cannot be read, or its board cannot be played.
    """
    if config.board in BUNDLED_BOARDS:
        return _spec(TABLES, MODULES, check_state, "")
    tables = rule_tables(config.load())
    *modules, check = copy_modules((*MODULES, check_state), tables.constants())
    return _spec(tables, tuple(modules), check, tables.board.digest)


def _spec(tables: RuleTables, modules: tuple[ModuleType, ...], check: Any, constants_digest: str) -> GameSpec:
    schema = schema_of(tables.coast_links)
    by_name: dict[str, Any] = {module.__name__: module for module in modules}
    return GameSpec(
        name="superpowers",
        version=VERSION,
        schema=schema,
        actions=actions_of(tables.space_ids[:LANDS], tables.space_ids[LANDS:]),
        outcomes=outcomes_of(),
        nodes=NODES,
        layout=LAYOUT,
        pointers=POINTERS,
        min_players=MIN_PLAYERS,
        max_players=MAX_PLAYERS,
        modules=modules,
        shaping_terms=(ShapingTerm("capitals", "starting capitals that it holds"),),
        returns=win_returns,
        engine=by_name[engine.__name__],
        observe=by_name[observe.__name__].observe,
        new_state=partial(new_state, schema),
        check_state=check.check_state,
        config_class=Config,
        hooks=HOOKS,
        constants_digest=constants_digest,
    )


def game_of(config: Config) -> GameSpec:
    """Return the single spec of all games on the board of a configuration."""
    return make_spec(SPEC_FACTORY, config.sizing)


def new_state(schema: StateSchema, config: Config) -> GameState:
    """Return a state of this configuration before the first pick; no field depends on the board."""
    s: Any = schema.state_class()
    s.players, s.seats = config.num_players, POWERS
    s.owner = [power if power < s.players else 0 for power in range(POWERS)]
    s.home_seat = [player if player < s.players else 0 for player in range(POWERS)]
    s.in_play = [int(power < s.players) for power in range(POWERS)]
    teams = config.team_numbers()
    s.team = [teams[player] if player < s.players else 0 for player in range(POWERS)]
    s.nation_of = [NOBODY] * POWERS
    s.holder = [NEUTRAL] * LANDS
    s.capital = [NOWHERE] * POWERS
    s.lost_land = [NOWHERE] * POWERS
    s.target = s.origin = s.zone = s.sink_zone = s.ferry_from = s.ferry_to = NOWHERE
    s.kind = NO_KIND
    s.decider = s.sink_seat = s.partner = NOBODY
    s.treaties = int(config.has_treaties)
    s.round = 1
    s.turn_order = list(config.power_order())
    s.place_in_order = [s.turn_order.index(power) for power in range(POWERS)]
    apply_config(s, config)
    s.node = decision_codes.PICK_FIRST
    return s  # type: ignore[no-any-return]


def win_returns(winners: int, players: int) -> tuple[float, float]:
    """Return 1 for each winner and -1 for each other player, however many win together."""
    return 1.0, -1.0


GAME = game_of(Config())
