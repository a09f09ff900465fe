"""A position written in one line has exactly its parts, or is rejected with what is allowed."""

import pytest

from wd_env.errors import ConfigError, StateError
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.position import position
from wd_env.table.chance_modes import EXPLICIT


def test_a_position_has_exactly_what_is_written():
    table = position(
        players=4,
        soldiers=[7, 8, 9, 4],
        cards={0: ["Alaska", "Havana"], 2: ["Cairo"]},
        at={1: "S05", 2: "ANT", 3: "khyber"},
        khyber_pass=2,
        pardon=3,
        closed="Asia",
        rsz=6,
        turn=1,
        queue=["M08", "M02"],
    )
    assert table.board.soldiers == [7, 8, 9, 4]
    assert table.board.garrison == 100 - 28 - 6
    assert (table.board.rsz, table.board.khyber_pass, table.board.pardon, table.board.closed) == (6, 2, 3, "Asia")
    assert table.board.cards(0) == ["Alaska", "Havana"]
    assert table.board.cards(2) == ["Cairo"]
    assert [table.board.space(seat) for seat in range(4)] == [None, "S05", "ANT", "S14"]
    assert (table.board.turn, table.seat, table.node.name) == (1, 1, "start_menu")
    assert table.board.manoeuvre_pack == ([], ["M08", "M02"])
    assert table.chance == EXPLICIT
    assert table.lines == []


def test_one_number_is_every_army_and_the_garrison_has_the_rest():
    assert position(players=5, soldiers=3).board.soldiers == [3] * 5
    assert position(players=5, soldiers=3).board.garrison == 85


def test_a_pack_of_a_region_leaves_its_other_cards_to_the_keeper():
    table = position(players=3, pack={"Africa": ["Cairo"]}, keeper=1)
    assert [card for card in table.board.pack if card in ("Cairo", "Angola")] == ["Cairo"]
    assert "Angola" in table.board.cards(1)
    assert len(table.board.cards(1)) == 9
    assert table.board.cards(2) == []


def test_seats_can_be_out_interned_and_without_reinforcements():
    table = position(players=4, ice_house={1: 2}, out=[2], reinforcements_used=[0])
    assert table.board.interned(1) == 2
    assert table.board.in_play == [0, 1, 3]
    assert table.board.soldiers[2] == 0
    assert "reinforce" not in table.legal_texts()


def test_a_piece_that_is_named_is_taken_from_whoever_has_it_by_default():
    table = position(players=3, pieces={2: "Genghis Khan"})
    assert table.board.piece(2) == "Genghis Khan"
    assert len({table.board.piece(seat) for seat in range(3)}) == 3


def test_knowledge_that_is_written_is_read_and_the_rest_is_not_known():
    view = position(players=2, knows={1: ["T05", "South Pole"]}).view(1)
    assert [title for title, known in enumerate(view.feature("own_titles_known")) if known] == [4, 27]
    assert sum(view.feature("own_titles_read")) == 29


@pytest.mark.parametrize(
    ("space", "question"),
    [
        ("S07", "continent"),
        ("Africa", "continent"),
        ("ice_house", "ice_house"),
        ("decimate", "decimate"),
        ("purgatory", "purgatory_throw"),
        ("gain", "gain_dice"),
    ],
)
def test_a_piece_lands_and_the_space_asks(space, question):
    assert position(players=2, lands=space).node.name == question


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 1},
        {"mystery": 3},
        {"queue": ["M08", "M08"]},
        {"queue": ["X"]},
        {"queue": ["M28"]},
        {"turn": 2},
        {"turn": -1},
        {"turn": 1.0},
        {"keeper": 2, "pack": {"Europe": []}},
        {"at": {0: 7}},
        {"soldiers": [1.0, 3]},
        {"soldiers": "10"},
        {"soldiers": True},
        {"closed": "Atlantis"},
        {"cards": {0: ["Atlantis"]}},
        {"lands": "nowhere"},
        {"lands": "S99"},
        {"lands": "manoeuvre"},
        {"at": {1: "beach"}},
        {"pieces": {0: "Nobody"}},
        {"pack": {"Atlantis": []}},
        {"knows": {0: ["T99"]}},
        {"cards": {2: ["Alaska"]}},
        {"ice_house": {-1: 3}},
        {"out": [2]},
        {"soldiers": [10, 10, 10]},
        {"cards": {0: ["Alaska"], 1: ["Alaska"]}},
    ],
    ids=str,
)
def test_an_unknown_word_is_rejected_with_the_allowed_ones(wrong):
    with pytest.raises(ConfigError, match="expected"):
        position(**{"players": 2, **wrong})


@pytest.mark.parametrize(
    "impossible",
    [
        {"soldiers": [60, 50]},
        {"rsz": 1.5},
        {"khyber_pass": 1.0},
        {"soldiers": [5, 0]},
        {"rsz": 101},
        {"out": [1], "cards": {1: ["Alaska"]}},
        {"out": [0]},
        {"ice_house": {0: 2}},
        {"ice_house": {1: 4}},
        {"khyber_pass": 4},
        {"pardon": 3},
    ],
    ids=str,
)
def test_an_impossible_position_is_rejected(impossible):
    with pytest.raises(StateError):
        position(players=2, **impossible)


EUROPE, ASIA, AFRICA, GREEN = CARD_TITLES[55:65], CARD_TITLES[45:55], CARD_TITLES[25:35], CARD_TITLES[10:20]
FIVE_WHITE = CARD_TITLES[20:25]
FIVES = {
    1: ["British Islands", *EUROPE[:4]],
    2: ["Anadyr", *ASIA[:4]],
    3: ["Mozambique", *AFRICA[:4]],
}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("hand", "options"),
    [
        (FIVES[1], {}),
        (EUROPE, {}),
        (FIVE_WHITE, {}),
        (EUROPE, {"variant": "ten_card"}),
        (EUROPE, {"variant": "ally"}),
        ([*FIVES[1], *FIVES[2]], {"variant": "multi_five"}),
        ([*FIVES[1], *FIVE_WHITE], {"variant": "multi_five"}),
        ([*FIVES[1], *FIVES[2], *FIVES[3]], {"variant": "multi_five", "sets_to_win": 3}),
        ([*EUROPE, *ASIA], {"variant": "two_set"}),
        ([*EUROPE, *ASIA, *AFRICA], {"variant": "three_set", "allow_thirty_two_players": True}),
        ([*EUROPE, *ASIA, *AFRICA, *GREEN], {"variant": "four_set", "allow_thirty_two_players": True}),
    ],
)
def test_a_position_that_is_won_already_is_refused_and_one_card_less_is_not(seat, hand, options):
    seat *= 2 if options.get("variant") == "ally" else 1
    with pytest.raises(
        ConfigError,
        match=f"expected a position in which the game continues, got one in which seat {seat} holds the sets that win",
    ):
        position(2, cards={seat: hand}, **options)
    assert not position(2, cards={seat: hand[1:]}, **options).is_terminal


def test_the_pack_may_not_leave_the_keeper_a_set_that_wins():
    with pytest.raises(ConfigError, match="seat 2 holds the sets that win"):
        position(pack={"Africa": []})


def test_a_set_of_a_closed_continent_was_gathered_during_the_closure_where_it_would_have_won():
    assert not position(cards={0: FIVES[1]}, closed="Europe").is_terminal
    with pytest.raises(ConfigError, match="seat 0 holds the sets that win"):
        position(cards={0: FIVES[1]}, closed="Europe", closed_sets_count=True)


def test_a_position_with_one_player_left_is_refused_unless_that_player_goes_on_alone():
    with pytest.raises(
        ConfigError, match="expected a position in which the game continues, got one with 1 seats in play"
    ):
        position(2, out=[1])
    assert position(2, out=[1], last_player="play_on").board.in_play == [0]
