"""The state of Domination, declared for each size of map and deck: the position first, then the rule constants."""

from wd_env.games.domination.config import Config
from wd_env.games.domination.definitions.rule_constants import SEATS, SET_SIZE, SYMBOL_COUNT
from wd_env.games.domination.maps.map_sizes import MapSizes
from wd_env.spec.rule_options import state_option_fields
from wd_env.spec.state_schema import Field, StateSchema


def schema_of(sizes: MapSizes) -> StateSchema:
    """Return the schema of a game with these sizes."""
    countries, cards = sizes.countries, len(sizes.cards)
    house = _house(countries, sizes.groups, cards, sizes.missions, sizes.borders)
    return StateSchema("domination", _table(countries, sizes.groups, cards) + house)


def _table(countries: int, groups: int, cards: int) -> tuple[Field, ...]:
    return (
        Field("node", "i1", 0, "the current node (decision_codes.py)"),
        Field("seat", "i1", 0, "seat concerned; it moves if the node is a decision"),
        Field("turn", "i1", 0, "seat whose turn it is, also while armies and capitals are set up"),
        Field("first", "i1", 0, "seat that began"),
        Field("round", "i2", 0, "rounds of turns that are over"),
        Field("owner", "i1", SEATS, "player who controls each seat", by="seat"),
        Field("home_seat", "i1", SEATS, "home seat of each player", by="player"),
        Field("in_play", "i1", SEATS, "1 in the game, 0 out or never there", by="seat"),
        Field("won", "i1", SEATS, "1 for the player who has won", by="player"),
        Field("truncated", "i1", 0, "1 when the game was truncated at max_rounds"),
        Field("ended_by", "i1", 0, "how the game ended by the rules, or NOT_ENDED"),
        Field("stock", "i4", SEATS, "armies still to be placed", by="seat"),
        Field("country_counts", "i2", SEATS, "countries that the seat holds", by="seat"),
        Field(
            "group_counts",
            "i2",
            SEATS * groups,
            "countries of each group that the seat holds, seat by seat",
            by="seat and group",
        ),
        Field("hand_size", "i2", SEATS, "cards in the hand", by="seat"),
        Field("removed_by", "i1", SEATS, "seat that took the last country of this one, or NOBODY", by="seat"),
        Field("out_after", "i1", SEATS, "seats that were out when this one was removed", by="seat"),
        Field("capital", "i2", SEATS, "country that is the seat's capital, or NOWHERE", private=True, by="seat"),
        Field("mission", "i2", SEATS, "mission of the seat, or NOWHERE", private=True, by="seat"),
        Field("holder", "i1", countries, "seat that holds the country, NOBODY, or OFF_MAP", by="country"),
        Field("armies", "i4", countries, "armies on the country", by="country"),
        Field(
            "card_at",
            "i1",
            cards,
            "where a card is: DECK, DISCARD, REMOVED, or HANDS and the seat",
            private=True,
            by="card",
        ),
        Field("sets_traded", "i4", 0, "sets that all seats have traded"),
        Field(
            "picked",
            "i1",
            SYMBOL_COUNT,
            "named cards of each symbol, of a set that is not complete yet",
            by="symbol",
        ),
        Field(
            "set_countries",
            "i2",
            SET_SIZE,
            "countries of the set being traded or just traded, or NOWHERE",
            by="card of a set",
        ),
        Field("origin", "i2", 0, "country that attacks or moves, or on which armies are placed; or NOWHERE"),
        Field("target", "i2", 0, "country that is attacked or moved to, or NOWHERE"),
        Field("dice", "i1", 0, "attack dice of the current throw, or of the last one before an occupation"),
        Field("defence", "i1", 0, "defence dice of the current throw"),
        Field("throw", "i2", 0, "the attacker's throw, as a number (rules/dice.py)"),
        Field("rolled", "i1", 0, "1 once dice were thrown in the current battle"),
        Field("rolls_on", "i1", 0, "1 while the battle is fought to its end"),
        Field("forced_trade", "i1", 0, "1 from an elimination until the trades that it forces are over"),
        Field("captured", "i1", 0, "1 once a country was captured in this turn"),
        Field("continued_after_win", "i1", 0, "1 once a goal was reached and the game continued for conquest"),
        Field("next_node", "i1", 0, "node that follows if the winner continues, during that decision"),
        Field("num_seated", "i1", 0, "players to whom chance has given a seat, during the seating"),
    )


def _house(countries: int, groups: int, cards: int, missions: int, borders: int) -> tuple[Field, ...]:
    return (
        Field("seats", "i1", 0, "seats around the table", constant=True),
        Field("players", "i1", 0, "players in the game, one per seat", constant=True),
        Field("max_defence", "i1", 0, "maximum dice of a defender", constant=True),
        *state_option_fields(Config),
        Field("countries", "i2", 0, "countries of the map; with a capacity lists are longer", constant=True),
        Field(
            "border_starts",
            "i2",
            countries + 1,
            "where the borders of each country begin in `border_targets`",
            constant=True,
            by="first border",
        ),
        Field(
            "border_targets",
            "i2",
            borders,
            "countries across the borders, one country after another",
            constant=True,
            by="border",
        ),
        Field(
            "member_starts",
            "i2",
            groups + 1,
            "where the countries of each group begin in `members`",
            constant=True,
            by="first member",
        ),
        Field("members", "i2", countries, "countries, one group after another", constant=True, by="member"),
        Field("group_of", "i2", countries, "group of each country, or NOWHERE", constant=True, by="country"),
        Field(
            "group_percents",
            "i1",
            countries + groups,
            "percentage that 0, 1, ... countries of a group are",
            constant=True,
            by="group and countries held",
        ),
        Field("group_bonus", "i2", groups, "armies for holding all of the group", constant=True, by="group"),
        Field("card_symbol", "i1", cards, "infantry 0, cavalry 1, cannon 2, wildcard 3", constant=True, by="card"),
        Field("card_country", "i2", cards, "country that the card shows, or NOWHERE", constant=True, by="card"),
        Field("has_no_cards", "i1", 0, "1 if the deck has no cards", constant=True),
        Field("mission_target", "i1", missions, "seat to remove, NOBODY, or NO_MISSION", constant=True, by="mission"),
        Field(
            "mission_countries", "i2", missions, "countries to hold, 0 for no such goal", constant=True, by="mission"
        ),
        Field("mission_armies", "i2", missions, "minimum armies on each of them", constant=True, by="mission"),
        Field(
            "mission_groups",
            "i1",
            missions * groups,
            "1 for each group to hold, mission by mission",
            constant=True,
            by="mission and group",
        ),
        Field(
            "mission_group_count",
            "i2",
            missions,
            "total number of groups to hold, 0 for no such goal",
            constant=True,
            by="mission",
        ),
    )
