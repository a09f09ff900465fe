"""The features of an observation: the table first, then groups, then planes over the countries."""

from wd_env.games.domination.definitions.decision_table import DECISIONS
from wd_env.games.domination.definitions.rule_constants import SEATS, SET_SIZE, SYMBOL_COUNT
from wd_env.games.domination.maps.map_sizes import MapSizes
from wd_env.spec.observation_layout import Feature, ObservationLayout, Pointer

MAX_COUNT = 127  # of a value in an observation
PERCENT = 100  # fractions are in percent
TABLE_FEATURES = (
    Feature("decision", (DECISIONS,), 0, 1, "the current decision, one-hot"),
    Feature("to_move", (), 0, 1, "1 when this seat is to move"),
    Feature("in_play", (SEATS,), 0, 1, "1 in the game, own seat first, as in all features by seat"),
    Feature("turn", (SEATS,), 0, 1, "whose turn it is, one-hot"),
    Feature("country_counts", (SEATS,), 0, MAX_COUNT, "countries of each seat, capped"),
    Feature("stock", (SEATS,), 0, MAX_COUNT, "armies still to place, capped"),
    Feature("hand_size", (SEATS,), 0, MAX_COUNT, "cards in the hand, capped"),
    Feature("income", (SEATS,), 0, MAX_COUNT, "new armies if the turn began now, capped"),
    Feature("own_cards", (SYMBOL_COUNT,), 0, MAX_COUNT, "own infantry, cavalry, cannon and wildcards, capped"),
    Feature("set_value", (), 0, MAX_COUNT, "armies for the next set with increasing values, capped"),
    Feature("deck", (), 0, MAX_COUNT, "cards left in the deck, capped"),
    Feature("discards", (), 0, MAX_COUNT, "cards among the discards, capped"),
    Feature("dice", (), 0, 3, "attack dice that are announced, or were rolled before an occupation"),
    Feature("rolled", (), 0, 1, "1 once dice were thrown in the current battle"),
    Feature("rolls_on", (), 0, 1, "1 while the battle is fought to its end"),
    Feature("forced_trade", (), 0, 1, "1 while trades are forced by an elimination"),
    Feature("captured", (), 0, 1, "1 once a country was captured in this turn"),
    Feature("continued_after_win", (), 0, 1, "1 once a goal was reached and only conquest counts"),
    Feature("rounds", (), 0, PERCENT, "percentage of the rounds after which the game is truncated"),
    Feature("game_type", (3,), 0, 1, "domination, capital or mission"),
    Feature("card_values", (3,), 0, 1, "increasing, fixed or italian"),
    Feature("max_defence", (), 0, 3, "maximum dice of a defender"),
    Feature("mission_target", (SEATS,), 0, 1, "seat that the own mission removes, if it is in play"),
    Feature("mission_countries", (), 0, MAX_COUNT, "countries that the own mission needs, capped"),
    Feature("mission_armies", (), 0, MAX_COUNT, "armies on each of them, capped"),
    Feature("mission_group_count", (), 0, MAX_COUNT, "total number of groups that the own mission needs"),
    Feature(
        "hand_symbols", (SEATS, SYMBOL_COUNT), 0, MAX_COUNT, "with open hands: cards of each seat by symbol, capped"
    ),
    Feature("picked", (SYMBOL_COUNT,), 0, SET_SIZE, "named cards of a set that is not complete yet, by symbol"),
)
NUM_PLANES = 17  # values per country


def layout_of(sizes: MapSizes) -> ObservationLayout:
    """Return the layout of a map with these sizes."""
    countries, groups = sizes.countries, sizes.groups
    return ObservationLayout(
        (
            *TABLE_FEATURES,
            Feature("mission_groups", (groups,), 0, 1, "groups that the own mission needs"),
            Feature("group_percent", (groups,), 0, PERCENT, "percentage of the group's countries that the seat holds"),
            Feature("holder", (SEATS, countries), 0, 1, "holder of each country, one-hot by seat"),
            Feature("armies", (countries,), 0, MAX_COUNT, "armies on the country, capped"),
            Feature("armies_rest", (countries,), 0, MAX_COUNT, "armies modulo 128"),
            Feature("armies_blocks", (countries,), 0, MAX_COUNT, "armies in blocks of 128, capped"),
            Feature("own_capital", (countries,), 0, 1, "1 for the own capital"),
            Feature("capitals", (countries,), 0, SEATS, "number of others' capitals here, once all are chosen"),
            Feature("own_card", (countries,), 0, 1, "1 for a country on a card of the own hand"),
            Feature("origin", (countries,), 0, 1, "1 for the country that attacks or moves, or gets armies"),
            Feature("target", (countries,), 0, 1, "1 for the country that is attacked or moved to"),
            Feature("card_holder", (countries,), 0, SEATS, "with open hands: seat with a card of it, own seat as 1"),
            Feature("own_group_percent", (countries,), 0, PERCENT, "group_percent of the country's group"),
            Feature(
                "set_countries",
                (countries,),
                0,
                SET_SIZE,
                "which card of the set in trade shows the country, from 1 on",
            ),
        )
    )


def pointers_of(countries: int, layout: ObservationLayout) -> tuple[Pointer, ...]:
    """Return the indices of each country's features, for networks that score all countries alike."""
    first = layout.starts["holder"]
    places = tuple(tuple(first + plane * countries + i for i in range(countries)) for plane in range(NUM_PLANES))
    return (Pointer("countries", 0, places),)
