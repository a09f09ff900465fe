"""Superpowers as the core sees it: its description, and how a configuration fills a state."""

from typing import Any

from wd_env.games.superpowers.board import bundled_board
from wd_env.games.superpowers.check_state import check_state
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
    attack_order,
    attackers,
    battle,
    battle_dice,
    bomber_passengers,
    canals,
    cargo,
    carrier_promises,
    conquest,
    defenders,
    departures,
    encirclement,
    engine,
    fleets,
    flight,
    flight_range,
    friends,
    guests,
    income,
    join_attack,
    joint_purchase,
    legal_dispatch,
    losses,
    missiles,
    movement,
    order_words,
    passages,
    placement,
    ports,
    purchase,
    reach,
    routes,
    rush,
    sailing,
    sets,
    setup,
    step_dispatch,
    stock,
    submarines,
    turn,
    turn_places,
    victory,
    voyage,
    voyage_cargo,
)
from wd_env.games.superpowers.state import SCHEMA
from wd_env.games.superpowers.table_board import HOOKS
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.rewards import ShapingTerm
from wd_env.spec.rule_options import apply_config
from wd_env.spec.state_schema import GameState

VERSION = 0
RULE_MODULES = (
    sets,
    fleets,
    friends,
    routes,
    stock,
    order_words,
    turn_places,
    guests,
    victory,
    income,
    ports,
    joint_purchase,
    setup,
    canals,
    purchase,
    turn,
    carrier_promises,
    flight_range,
    reach,
    cargo,
    passages,
    rush,
    voyage_cargo,
    sailing,
    voyage,
    flight,
    attackers,
    join_attack,
    attack_order,
    defenders,
    submarines,
    losses,
    missiles,
    departures,
    conquest,
    aftermath,
    battle_dice,
    encirclement,
    battle,
    bomber_passengers,
    movement,
    placement,
    legal_dispatch,
    step_dispatch,
    engine,
)


def new_state(config: Config) -> GameState:
    """Return a state of this configuration before the first pick."""
    s: Any = SCHEMA.state_class()
    s.players, s.seats = config.num_players, POWERS
    s.owner = [power if power < s.players else 0 for power in range(POWERS)]
    s.home_seat = [player if player < s.players else 0 for player in range(POWERS)]
    s.in_play = [int(power < s.players) for power in range(POWERS)]
    teams = config.team_numbers()
    s.team = [teams[player] if player < s.players else 0 for player in range(POWERS)]
    s.nation_of = [NOBODY] * POWERS
    s.holder = [NEUTRAL] * LANDS
    s.capital = [NOWHERE] * POWERS
    s.target = s.origin = s.zone = s.sink_zone = s.ferry_from = s.ferry_to = NOWHERE
    s.kind = NO_KIND
    s.decider = s.sink_seat = NOBODY
    s.round = 1
    s.turn_order = list(config.power_order())
    s.place_in_order = [s.turn_order.index(power) for power in range(POWERS)]
    apply_config(s, config)
    s.node = decision_codes.PICK_FIRST
    return s  # type: ignore[no-any-return]


GAME = GameSpec(
    name="superpowers",
    version=VERSION,
    schema=SCHEMA,
    actions=actions_of(bundled_board.SPACE_IDS[:LANDS], bundled_board.SPACE_IDS[LANDS:]),
    outcomes=outcomes_of(),
    nodes=NODES,
    layout=LAYOUT,
    pointers=POINTERS,
    min_players=MIN_PLAYERS,
    max_players=MAX_PLAYERS,
    modules=(
        rule_constants,
        board_constants,
        actions,
        decision_codes,
        *RULE_MODULES,
        offsets,
        planes,
        observe,
    ),
    shaping_terms=(ShapingTerm("capitals", "starting capitals that it holds"),),
    returns=lambda winners, players: (1.0, -1.0),
    engine=engine,
    observe=observe.observe,
    new_state=new_state,
    check_state=check_state,
    config_class=Config,
    hooks=HOOKS,
)
