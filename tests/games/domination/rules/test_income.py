"""New armies and where they go, and the order of a turn (DOM-045 to DOM-054, DOM-114 to DOM-128)."""

import random
from types import SimpleNamespace

import pytest

from tests.games.domination.rules.test_cards import ICA
from tests.games.domination.rules.test_hands import CAPTURE
from tests.games.domination.rules.test_setup import begun
from tests.games.domination.tables import asked, play, table_at
from wd_env.games.domination.config import Config
from wd_env.games.domination.rules.holdings import holds_group
from wd_env.games.domination.table import Domination
from wd_env.table.chance_modes import EXPLICIT

ENDS_OF_GROUPS = (9, 13, 20, 26, 38, 42)  # without these countries no group is complete
SPREAD = [number for number in range(1, 43) if number not in ENDS_OF_GROUPS]
LONGEST = 20_000  # lines of a game of twelve rounds
PARTS = {"trade": 0, "bonus_where": 0, "place": 1, "place_amount": 1, "attack_from": 2, "attack_to": 2, "roll": 2}
PARTS |= {"occupy": 2, "fort_from": 3, "fort_to": 3, "fort_amount": 3}


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_dom_045_the_parts_of_a_turn_come_in_their_order(seats):
    table, part, turn = Domination(Config(num_players=seats, max_rounds=12, auto_place="all"), seed=3), 0, None
    chooser = random.Random(3)
    went_back = 0
    while not table.is_terminal:
        here = PARTS[table.node.name]
        if (table.state.turn, table.state.round) != turn:
            turn, part = (table.state.turn, table.state.round), 0
        assert len(table.lines) < LONGEST, "expected the end after twelve rounds"
        went_back += here < part and not (part == 2 and here < 2)  # except for the trade that an elimination forces
        part = here
        table.play(chooser.choice(table.legal_texts()))
    assert went_back == 0


def test_dom_046_trades_attacks_and_the_move_may_be_passed_over_and_placing_may_not():
    table = table_at({0: [12, 13]}, {12: 5}, {0: ICA}, num_players=2)
    assert asked(table)[0] == "trade"
    assert "pass" in table.legal_texts()
    play(table, "pass")
    assert asked(table)[0] == "place"
    assert "pass" not in table.legal_texts()
    play(table, "country 12")
    assert "pass" not in table.legal_texts()
    play(table, "amount 7")
    assert asked(table)[0] == "attack_from"
    assert "pass" in table.legal_texts()
    assert asked(play(table, "pass"))[0] == "fort_from"
    assert "pass" in table.legal_texts()


def test_dom_048_attacks_begin_by_themselves_when_the_last_army_is_placed():
    table = play(table_at({0: [12]}, num_players=2), "country 12", "amount 1")
    assert asked(table) == ("place", 0)
    assert asked(play(table, "country 12")) == ("attack_from", 0)


def test_dom_049_attacks_may_end_between_battles_only():
    table = table_at({0: [12]}, {12: 9}, at="attack", num_players=2)
    assert "pass" in table.legal_texts()
    play(table, "country 12")
    assert "pass" not in table.legal_texts()
    play(table, "country 21", "dice 1", "throw 6", "throw 1")
    assert asked(table)[0] == "occupy"
    assert "pass" not in table.legal_texts()


@pytest.mark.parametrize("seats", [2, 4])
def test_dom_053_every_seat_in_play_has_a_turn_in_every_round(seats):
    table = Domination(Config(num_players=seats, max_rounds=5, auto_place="all"), seed=8)
    turns = []
    while not table.is_terminal:
        if not turns or turns[-1] != (table.state.round, table.state.turn):
            turns.append((table.state.round, table.state.turn))
        table.play("pass" if "pass" in table.legal_texts() else table.legal_texts()[0])
    assert table.is_truncated
    assert sorted(turns) == [(number, seat) for number in range(5) for seat in range(seats)]


def test_dom_054_a_turn_ends_without_being_asked():
    table = table_at({0: [12, 11]}, {12: 9}, at="fortify", num_players=2)
    play(table, "country 12", "country 11", "amount 7")
    assert asked(table) == ("place", 1)
    assert "end" not in " ".join(table.game.actions.texts)


def test_dom_114_armies_come_at_the_beginning_of_each_turn_the_first_included():
    table = Domination(Config(auto_place="all"), chance=EXPLICIT)
    table.play("seat 0")
    while table.node.name != "place":
        table.play(next(iter(table.chance_weights())))
    groups = table.state.group_bonus
    held = [n for n, seat in table.board.holders.items() if seat == 0]
    assert len(held) == 14
    whole = [
        bonus
        for group, bonus in enumerate(groups)
        if all(table.board.holders[n] == 0 for n in table.board.holders if table.state.group_of[n - 1] == group)
    ]
    assert table.board.stock[0] == 4 + sum(whole)


@pytest.mark.parametrize("countries", range(9, len(SPREAD) + 1))
def test_dom_115_a_third_of_the_countries_rounded_down(countries):
    assert table_at({0: SPREAD[:countries]}, num_players=2).board.stock[0] == countries // 3


@pytest.mark.parametrize(("countries", "armies"), [(11, 3), (19, 6)])
def test_dom_116_the_examples_of_the_help_page(countries, armies):
    assert table_at({0: SPREAD[:countries]}, num_players=2).board.stock[0] == armies


def test_dom_119_what_is_captured_in_a_turn_counts_in_the_next():
    held = SPREAD[:11]
    assert 11 in held
    table = table_at({0: held}, {11: 5}, num_players=2)
    assert table.board.stock[0] == 3
    play(table, "country 11", "amount 7", "country 11", "country 13", "dice 1", "throw 6", "throw 1", "amount 0")
    assert sum(seat == 0 for seat in table.board.holders.values()) == 12
    assert table.board.stock[0] == 0


def test_dom_120_a_whole_group_adds_its_bonus():
    assert table_at({0: [10, 11, 12, 13, 1, 40]}, num_players=2).board.stock[0] == 3 + 2
    assert table_at({0: [10, 11, 12, 1, 40]}, num_players=2).board.stock[0] == 3


def test_dom_126_no_new_army_is_kept_back():
    table = play(table_at({0: [12]}, num_players=2), "country 12", "amount 1")
    assert table.board.stock[0] == 1
    assert table.legal_texts() == ["country 12"]


def test_dom_127_a_country_holds_any_number_of_armies():
    table = play(table_at({0: [12]}, {12: 500}, num_players=2), "country 12", "amount 7")
    assert table.board.armies[12] == 503
    view, layout = list(table.observe(0)), table.game.layout
    pieces = [view[layout.slice(name)][11] for name in ("armies", "armies_rest", "armies_blocks")]
    assert pieces == [127, 503 % 128, 503 // 128], "expected the capped and the full number in the observation"


def test_dom_128_with_nothing_to_place_placing_is_passed_over():
    table = table_at({0: [12, 21]}, {12: 5}, num_players=2, card_values="italian", min_new_armies=0)
    assert table.board.stock[0] == 0
    assert asked(table) == ("attack_from", 0)


def test_dom_053_a_round_is_over_when_the_cycle_passes_the_seat_that_began():
    table, turns = begun(first=1, max_rounds=2, auto_place="all"), []
    while not table.is_terminal:
        turns.append((table.state.round, table.state.turn))
        is_chance = table.node.kind == "chance"
        table.play(
            "pass"
            if "pass" in table.legal_texts()
            else next(iter(table.chance_weights() if is_chance else table.legal_texts()))
        )
    order = list(dict.fromkeys(turn for turn in turns))
    assert order[-6:] == [(0, 1), (0, 2), (0, 0), (1, 1), (1, 2), (1, 0)]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_dom_120_a_group_counts_from_the_capture_that_completes_it_until_a_country_is_lost(seats):
    """Let seat 0 complete the group of countries 10 to 13 with a capture from the highest seat, and lose one later."""
    table = table_at({0: [10, 11, 12]}, {12: 9, 21: 9}, at="attack", num_players=seats)
    last, group = seats - 1, table.state.group_of[11]
    assert not holds_group(table.state, 0, group)
    play(table, "country 12", "country 13", *CAPTURE)
    assert holds_group(table.state, 0, group)
    table = table_at({0: [10, 11, 12, 13]}, {21: 9}, at="attack", turn=last, num_players=seats)
    assert holds_group(table.state, 0, group)
    play(table, "country 21", "country 12", *CAPTURE)
    assert not holds_group(table.state, 0, group)


def test_dom_124_a_group_without_countries_is_nobodys():
    ground = SimpleNamespace(member_starts=[0, 0, 1], group_bonus=[2, 2], group_counts=[0, 1])
    assert [holds_group(ground, 0, group) for group in (0, 1)] == [False, True]
