"""The Manoeuvre deck: each card is a verb and its parameters (WD-082, WD-083)."""

from wd_env.games.world_dominance.cards.card_data import load_manoeuvre_deck
from wd_env.games.world_dominance.cards.manoeuvre_verbs import VERBS
from wd_env.games.world_dominance.definitions import names

NA, SA, AF, AU, AS, EU = (
    names.NORTH_AMERICA,
    names.SOUTH_AMERICA,
    names.AFRICA,
    names.AUSTRALASIA,
    names.ASIA,
    names.EUROPE,
)
EFFECTS = {
    "M01": ("go_to_airspaces", NA, SA, 1, 0),
    "M02": ("go_to_one_of", EU, 2, AF, 1),
    "M03": ("close", 0, 0, 0, 0),
    "M04": ("take", names.ANTARCTICA_CARD, 0, 0, 0),
    "M05": ("lose", names.ANTARCTICA_CARD, 0, 0, 0),
    "M06": ("forfeit_all_but", 1, 0, 0, 0),
    "M07": ("lose_all", 0, 0, 0, 0),
    "M08": ("collect_each", 1, 1, 0, 0),
    "M09": ("send", names.NO_SPACE, 0, 0, 0),
    "M10": ("lose", names.STRATEGIC_POINT, 0, 0, 0),
    "M11": ("swap", names.STRATEGIC_POINT, 0, 0, 0),
    "M12": ("donate", names.STRATEGIC_POINT, 0, 0, 0),
    "M13": ("take", names.ANY_KIND, 1, 0, 0),
    "M14": ("swap", names.ANY_KIND, 0, 0, 0),
    "M15": ("lose", names.ANY_KIND, 0, 0, 0),
    "M16": ("forfeit", 2, 0, 0, 0),
    "M17": ("each_forfeits", 1, 1, 0, 0),
    "M18": ("take_soldiers", 2, 2, 0, 0),
    "M19": ("go_to_one_of", NA, 2, AU, 1),
    "M20": ("go_to_one_of", AS, 2, SA, 1),
    "M21": ("go_to_airspaces", AS, AU, 1, 0),
    "M22": ("go_to_airspaces", EU, AF, 1, 0),
    "M23": ("send", names.PURGATORY_SPACE, 0, 0, 0),
    "M24": ("donate", names.CITY, 0, 0, 0),
    "M25": ("swap", names.COUNTRY, 0, 0, 0),
    "M26": ("lose", names.COUNTRY, 0, 0, 0),
    "M27": ("take", names.CITY, 1, 0, 0),
}


def test_wd_082_each_manoeuvre_card_is_a_verb_and_its_parameters():
    deck = load_manoeuvre_deck()
    assert {card.id: (names.VERB_NAMES[card.verb], card.a, card.b, card.c, card.d) for card in deck} == EFFECTS
    assert [card.index for card in deck] == list(range(27))


def test_wd_083_six_manoeuvre_cards_are_optional():
    optional = [card.id for card in load_manoeuvre_deck() if card.optional]
    assert optional == ["M01", "M14", "M21", "M22", "M25", "M27"]


def test_two_manoeuvre_cards_are_brutal():
    assert [card.id for card in load_manoeuvre_deck() if card.brutal] == ["M06", "M07"]


def test_sixteen_manoeuvre_cards_come_from_the_book():
    assert [card.id for card in load_manoeuvre_deck() if card.origin == "book"] == [
        f"M{number:02}" for number in range(1, 17)
    ]


def test_every_verb_is_declared_once_and_in_its_place():
    assert [verb.code for verb in VERBS] == list(range(len(names.VERB_NAMES)))
