"""What a seat sees, as named pieces: the table first, then groups, then planes over the countries."""

from wd_env.games.domination.definitions.decision_table import DECISIONS
from wd_env.games.domination.definitions.rule_constants import SEATS, SET_SIZE, SYMBOL_COUNT
from wd_env.games.domination.maps.map_sizes import Sizes
from wd_env.spec.observation_layout import Layout, Piece, Pointer

MOST = 127  # of a number in a view
SHARES = 100  # a share is in hundredths
HEAD = (
    Piece("question", (DECISIONS,), 0, 1, "the open decision, one-hot"),
    Piece("asked", (), 0, 1, "1 when this seat is asked"),
    Piece("in_play", (SEATS,), 0, 1, "1 in the game, own seat first, as in all pieces by seat"),
    Piece("turn", (SEATS,), 0, 1, "whose turn it is, one-hot"),
    Piece("held", (SEATS,), 0, MOST, "countries of each seat, capped"),
    Piece("stock", (SEATS,), 0, MOST, "armies still to place, capped"),
    Piece("hand_size", (SEATS,), 0, MOST, "cards in the hand, capped"),
    Piece("income", (SEATS,), 0, MOST, "new armies if the turn began now, capped"),
    Piece("own_cards", (SYMBOL_COUNT,), 0, MOST, "own infantry, cavalry, cannon and wildcards, capped"),
    Piece("set_value", (), 0, MOST, "armies for the next set with increasing values, capped"),
    Piece("deck", (), 0, MOST, "cards left in the deck, capped"),
    Piece("discards", (), 0, MOST, "cards among the discards, capped"),
    Piece("dice", (), 0, 3, "attack dice that are announced, or were rolled before an occupation"),
    Piece("rolled", (), 0, 1, "1 once dice were thrown in the open battle"),
    Piece("rolls_on", (), 0, 1, "1 while the battle is rolled to its end"),
    Piece("forced", (), 0, 1, "1 while trades are forced by an elimination"),
    Piece("captured", (), 0, 1, "1 once a country was captured in this turn"),
    Piece("goes_on", (), 0, 1, "1 once a goal was reached and only conquest counts"),
    Piece("rounds", (), 0, SHARES, "hundredths of the rounds after which the game is cut"),
    Piece("game_type", (3,), 0, 1, "domination, capital or mission"),
    Piece("card_values", (3,), 0, 1, "increasing, fixed or italian"),
    Piece("most_defence", (), 0, 3, "most dice of a defender"),
    Piece("mission_target", (SEATS,), 0, 1, "seat that the own mission removes, if it is in play"),
    Piece("mission_countries", (), 0, MOST, "countries that the own mission asks for, capped"),
    Piece("mission_armies", (), 0, MOST, "armies on each of them, capped"),
    Piece("mission_in_all", (), 0, MOST, "groups that the own mission asks for in all"),
    Piece("hand_symbols", (SEATS, SYMBOL_COUNT), 0, MOST, "with open hands: cards of each seat by symbol, capped"),
    Piece("picked", (SYMBOL_COUNT,), 0, SET_SIZE, "cards named of a set that is not whole yet, by symbol"),
)
PLANES = 17  # numbers of each country


def layout_of(sizes: Sizes) -> Layout:
    """Return the pieces of a view with places for so much."""
    countries, groups = sizes.countries, sizes.groups
    return Layout(
        (
            *HEAD,
            Piece("mission_groups", (groups,), 0, 1, "groups that the own mission asks for"),
            Piece("group_share", (groups,), 0, SHARES, "hundredths of the group's countries that the seat holds"),
            Piece("holder", (SEATS, countries), 0, 1, "who holds each country, one-hot by seat"),
            Piece("armies", (countries,), 0, MOST, "armies on the country, capped"),
            Piece("armies_rest", (countries,), 0, MOST, "armies modulo 128"),
            Piece("armies_blocks", (countries,), 0, MOST, "armies in blocks of 128, capped"),
            Piece("own_capital", (countries,), 0, 1, "1 for the own capital"),
            Piece("capitals", (countries,), 0, SEATS, "capitals of others here, once all are chosen"),
            Piece("own_card", (countries,), 0, 1, "1 for a country on a card of the own hand"),
            Piece("origin", (countries,), 0, 1, "1 for the country that is attacked, moved or placed from or on"),
            Piece("target", (countries,), 0, 1, "1 for the country that is attacked or moved to"),
            Piece("card_held", (countries,), 0, SEATS, "with open hands: whose hand has a card of it, own seat as 1"),
            Piece("own_group", (countries,), 0, SHARES, "group_share of the country's group"),
            Piece("shown", (countries,), 0, SET_SIZE, "which card of the set in trade shows the country, from 1 on"),
        )
    )


def pointers_of(countries: int, layout: Layout) -> tuple[Pointer, ...]:
    """Return where a view speaks of each country, for networks that weigh all countries alike."""
    first = layout.starts["holder"]
    places = tuple(tuple(first + plane * countries + i for i in range(countries)) for plane in range(PLANES))
    return (Pointer("countries", 0, places),)
