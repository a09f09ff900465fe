"""The `GameSpec` of World Dominance, and the initial state of a configuration."""

from typing import Any

from wd_env.games.world_dominance import resample, state
from wd_env.games.world_dominance.cards import card_data
from wd_env.games.world_dominance.checks.check_state import check_state
from wd_env.games.world_dominance.config import MIN_PLAYERS, Config
from wd_env.games.world_dominance.definitions import (
    actions,
    chance_outcomes,
    decision_codes,
    decision_table,
    names,
    rule_constants,
)
from wd_env.games.world_dominance.observation import layout, observe
from wd_env.games.world_dominance.observation.pointers import POINTERS
from wd_env.games.world_dominance.rules import (
    ally,
    antarctica,
    army,
    checkpoints,
    closures,
    continent_dice,
    continents,
    draws,
    engine,
    flow,
    holdings,
    landing,
    legal_dispatch,
    manoeuvre_choices,
    manoeuvre_conditions,
    manoeuvre_effects,
    manoeuvre_moves,
    manoeuvres,
    misdemeanours,
    missed_turns,
    packs,
    paradies,
    purgatory,
    runs,
    sets,
    setup,
    shelters,
    sixes,
    stacks,
    step_dispatch,
    turn,
    zone,
)
from wd_env.games.world_dominance.table_board import HOOKS
from wd_env.kernels import frames
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.rewards import ShapingTerm
from wd_env.spec.rule_options import apply_config
from wd_env.spec.state_schema import GameState

VERSION = 0
RULE_MODULES = (
    flow,
    army,
    draws,
    holdings,
    stacks,
    sets,
    ally,
    setup,
    turn,
    closures,
    sixes,
    runs,
    landing,
    continents,
    antarctica,
    checkpoints,
    continent_dice,
    shelters,
    packs,
    missed_turns,
    zone,
    purgatory,
    paradies,
    manoeuvres,
    manoeuvre_moves,
    manoeuvre_choices,
    manoeuvre_conditions,
    manoeuvre_effects,
    step_dispatch,
    legal_dispatch,
    engine,
    misdemeanours,
)
SHAPING_TERMS = (  # in the order of `engine.potential`
    ShapingTerm("soldiers", "soldiers in the army, plus five while reinforcements are unused"),
    ShapingTerm(
        "set_progress",
        "cards towards a win in the best `sets_to_win` continents, at most five or ten per continent",
    ),
)


def new_state(config: Config) -> GameState:
    """Return a state of this configuration at the first setup throw; DataError if a data file is invalid."""
    s: Any = state.SCHEMA.state_class()
    _seat_players(s, config)
    game = config.game
    s.start_soldiers = game.start_soldiers
    s.set_cards = game.set_cards
    s.sets_to_win = game.sets_to_win
    s.antarctica_counts = int(game.antarctica_counts)
    s.stacking = int(game.stacking)
    s.antarctica_bonus = game.antarctica_bonus
    s.continent_bonus = game.continent_bonus
    apply_config(s, config)
    _lay_board(s, config)
    _lay_continent_cards(s, config)
    _lay_packs(s, config)
    setup.new_game(s)
    return s  # type: ignore[no-any-return]


def _seat_players(s: Any, config: Config) -> None:
    """Set the seats of each player next to each other; the first is the home seat."""
    s.players, s.seats = config.num_players, config.seats
    each = s.seats // s.players
    s.owner = [seat // each if seat < s.seats else names.NOBODY for seat in range(names.SEATS)]
    s.home_seat = [player * each if player < s.players else names.NOBODY for player in range(names.SEATS)]


def _lay_board(s: Any, config: Config) -> None:
    board = card_data.load_board(config.board)
    s.ring = len(board.ring)
    s.space_kind = [names.NO_SPACE] * names.PLACES
    s.space_region = [names.NO_REGION] * names.PLACES
    for space in (*board.ring, board.antarctica):
        s.space_kind[space.index] = space.kind
        s.space_region[space.index] = space.region
    s.continent_dice = [0 if region == names.ANTARCTICA else 1 for region in range(names.REGIONS)]


def _lay_continent_cards(s: Any, config: Config) -> None:
    s.strategic_point = [names.NO_CARD] * names.REGIONS
    s.picture = [names.NO_CARD] * (names.PIECES + 1)
    roles = {}
    for card in card_data.load_continent_cards(config.continent_cards):
        s.card_region[card.index] = card.region
        s.card_kind[card.index] = card.kind
        s.card_cost[card.index] = card.cost
        s.picture[card.picture] = card.index
        roles[card.role] = card.index
        if card.kind & names.STRATEGIC_POINT:
            s.strategic_point[card.region] = card.index
    s.picture[names.NO_PIECE] = names.NO_CARD
    s.sab, s.south_pole, s.ecuador = roles["sab"], roles["south_pole"], roles["ecuador"]


def _lay_packs(s: Any, config: Config) -> None:
    for card in card_data.load_purgadies(config.purgadies):
        s.purgadies_cards[card.effect] += 1
    card_data.load_themes(config.themes)  # only titles are used, but an invalid file is rejected now
    s.manoeuvre_place = [rule_constants.LAID_ASIDE] * names.DECK
    for manoeuvre in card_data.load_manoeuvre_deck(config.manoeuvre_deck):
        i = manoeuvre.index
        s.card_verb[i], s.card_optional[i] = manoeuvre.verb, int(manoeuvre.optional)
        s.card_a[i], s.card_b[i], s.card_c[i], s.card_d[i] = (
            manoeuvre.a,
            manoeuvre.b,
            manoeuvre.c,
            manoeuvre.d,
        )
        if not (manoeuvre.brutal and config.omit_brutal_cards):
            s.manoeuvre_place[i] = 0
            s.manoeuvre_size += 1


GAME = GameSpec(
    name="world_dominance",
    version=VERSION,
    schema=state.SCHEMA,
    actions=actions.ACTIONS,
    outcomes=actions.OUTCOMES,
    nodes=decision_table.NODES,
    layout=layout.LAYOUT,
    pointers=POINTERS,
    min_players=MIN_PLAYERS,
    max_players=names.SEATS,
    modules=(names, rule_constants, chance_outcomes, decision_codes, actions, frames, *RULE_MODULES, observe, resample),
    shaping_terms=SHAPING_TERMS,
    engine=engine,
    violations=misdemeanours,
    observe=observe.observe,
    resample=resample.resample,
    new_state=new_state,
    check_state=check_state,
    config_class=Config,
    hooks=HOOKS,
)
