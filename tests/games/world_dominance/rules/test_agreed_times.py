"""Options of duration: closures, the effect of a six, and Purgadies Cards that are set aside."""

from typing import Any

import pytest

from tests.games.world_dominance.rule_settings import position
from tests.games.world_dominance.rules.test_purgatory import draw as draw_in_purgatory
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominanceTable

SIX_CARDS = ["antarctica", "strategic_point", "country", "city", "reprieve", "life_death"]


def take_turn(game: WorldDominanceTable, *, face: int = 1) -> None:
    """Throw this face for the player on turn, who ends in the Ice House and rests, or trespasses there."""
    game.state.place[game.board.turn] = 22 - face
    game.play("roll", f"playing dice {face}")
    if game.node.name == "ice_house":
        game.play("rest")


def seen(game: WorldDominanceTable, piece: str, seat: int = 0) -> list[int]:
    return game.observe(seat)[game.game.layout.slice(piece)]


# A six


@pytest.mark.parametrize(
    ("rule", "turns"),
    [("no_extra", [1, 2, 0, 1, 2, 0]), ("extra_turn", [0, 1, 2, 0, 1, 2]), ("skip_next", [1, 2, 1, 2, 0, 1])],
)
def test_wd_039_a_six_brings_nothing_or_another_turn_or_costs_the_next(rule, turns):
    game = position(soldiers=20, six_rule=rule)
    take_turn(game, face=6)
    if rule == "no_extra":
        assert seen(game, "after_six") == [0] * 5
    for seat in turns:
        assert game.board.turn == seat
        take_turn(game)


def test_wd_039_by_agreement_a_six_in_the_further_turn_brings_one_more():
    game = position(six_rule="extra_turn")
    for _ in range(3):
        assert game.board.turn == 0
        take_turn(game, face=6)
    take_turn(game, face=5)
    assert game.board.turn == 1


def test_wd_039_everybody_sees_who_loses_the_next_turn():
    game = position(six_rule="skip_next", turn=1)
    take_turn(game, face=6)
    assert [seen(game, "after_six", seat)[:3] for seat in range(3)] == [[0, 1, 0], [1, 0, 0], [0, 0, 1]]
    take_turn(game)
    take_turn(game)
    assert (game.board.turn, seen(game, "after_six")[:3]) == (2, [0, 0, 0])


def test_wd_153_who_is_interned_by_a_six_misses_the_further_turn_as_one_of_three():
    game = position(at={0: "S16"}, six_rule="extra_turn")
    game.play("roll", "playing dice 6")
    game.play("be interned")
    assert (game.board.turn, game.board.interned(0)) == (1, 2)


@pytest.mark.parametrize("rule", ["extra_turn", "skip_next"])
def test_wd_039_the_six_of_a_player_who_goes_out_brings_and_costs_nothing(rule):
    game = position(soldiers=[1, 10, 10], at={0: "S00"}, six_rule=rule)
    game.play("roll", "playing dice 6", "soldier dice 1")
    assert (game.board.in_play, game.board.turn, game.state.after_six) == ([1, 2], 1, 0)


@pytest.mark.parametrize("rule", ["extra_turn", "skip_next"])
def test_wd_194_the_six_of_a_player_who_is_brought_back_counts_for_nothing(rule):
    game = position(out=[1], soldiers=[10, 0, 10], six_rule=rule, lands="paradies")
    game.play("revive +1", "playing dice 6", "soldier dice 1")
    assert (game.board.turn, game.state.after_six) == (1, 0)


# Closures


def close(region: str, **table: Any) -> WorldDominanceTable:
    """Return a game in which P1 has closed a region and it is P2's turn."""
    game = position(queue=["M03", "M08"], lands="S01", **table)
    game.play(f"region {region}")
    return game


@pytest.mark.parametrize(
    ("agreed", "turns"),
    [({"closure_duration": "round"}, 2)]
    + [({"closure_duration": "n_rounds", "closure_rounds": n}, 3 * n - 1) for n in (1, 2, 3)],
)
def test_wd_256_a_closure_ends_when_the_turn_has_come_round_as_often_as_agreed(agreed, turns):
    game = close("Asia", soldiers=20, **agreed)
    for _ in range(turns):
        assert (game.board.closed, game.board.manoeuvre_pack) == ("Asia", ([], ["M08"]))
        take_turn(game)
    assert (game.board.turn, game.board.closed, game.board.manoeuvre_pack) == (0, None, ([], ["M08", "M03"]))


def close_when_sent(players: int, drawer: int, places: int, **agreed: Any) -> WorldDominanceTable:
    """Let the player on turn send the player at this offset to a Manoeuvre space, who closes Asia there."""
    game = position(players, soldiers=15, queue=["M09", "M03"], turn=drawer, lands="S01", **agreed)
    game.play(f"name +{places}")
    game.play("space S05")
    assert (game.node.name, game.seat) == ("card_region", (drawer + places) % players)
    game.play("region Asia")
    return game


SENT = [(players, drawer, places) for players in (2, 3, 4, 5) for drawer in (0, 1) for places in range(1, players)]


@pytest.mark.parametrize(("players", "drawer", "places"), SENT)
@pytest.mark.parametrize("rounds", [None, 1, 2, 3])
def test_wd_256_a_round_is_that_of_who_closes_also_when_sent_by_another(players, drawer, places, rounds):
    agreed = {"closure_duration": "n_rounds", "closure_rounds": rounds} if rounds else {"closure_duration": "round"}
    game = close_when_sent(players, drawer, places, **agreed)
    for _ in range(places - 1 + players * ((rounds or 1) - 1)):
        assert game.board.closed == "Asia"
        take_turn(game)
    assert (game.board.turn, game.board.closed) == ((drawer + places) % players, None)


def test_wd_256_of_what_a_sent_player_closes_everybody_sees_how_long_it_lasts():
    game = close_when_sent(4, 0, 3, closure_duration="n_rounds", closure_rounds=9)
    assert (game.board.turn, seen(game, "closure_remaining")) == (1, [9])
    take_turn(game)
    take_turn(game)
    assert (game.board.turn, seen(game, "closure_remaining")) == (3, [8])


def test_wd_256_a_player_who_was_just_brought_back_closes_for_a_round_of_the_own_turns():
    game = position(4, out=[2], soldiers=[10, 10, 0, 10], queue=["M03"], lands="paradies", closure_duration="round")
    game.play("revive +2", "playing dice 1")
    game.play("region Asia")
    assert (game.board.turn, game.board.closed) == (1, "Asia")
    take_turn(game)
    assert (game.board.turn, game.board.closed) == (2, None)


def test_wd_256_without_a_word_a_closure_does_not_end():
    game = close("Asia", soldiers=30)
    for _ in range(12):
        take_turn(game)
    assert (game.board.closed, seen(game, "closure_remaining")) == ("Asia", [0])


def test_wd_256_places_of_players_who_are_out_count_for_the_round():
    game = close("Asia", players=4, out=[1, 3], soldiers=[10, 0, 10, 0], closure_duration="round")
    assert (game.board.turn, game.board.closed) == (2, "Asia")
    take_turn(game)
    assert (game.board.turn, game.board.closed) == (0, None)


def test_wd_256_a_further_turn_is_no_part_of_the_round():
    game = close("Asia", closure_duration="round", six_rule="extra_turn")
    take_turn(game, face=6)
    take_turn(game)
    take_turn(game)
    assert (game.board.turn, game.board.closed) == (0, None)


def test_wd_256_everybody_sees_how_many_rounds_are_left():
    game = close("Asia", soldiers=20, closure_duration="n_rounds", closure_rounds=2)
    left = []
    for _ in range(6):
        left.append(seen(game, "closure_remaining", game.board.turn)[0])
        take_turn(game)
    assert left == [2, 2, 1, 1, 1, 0]


def test_wd_256_a_region_that_has_opened_may_be_closed_again():
    game = close("Asia", closure_duration="round")
    take_turn(game)
    take_turn(game)
    game.state.manoeuvre_place[2], game.state.manoeuvre_place[7] = 1, 2
    game.state.place[0] = 0
    game.play("roll", "playing dice 1")
    game.play("region Europe")
    assert (game.board.closed, game.board.manoeuvre_pack) == ("Europe", ([], ["M08"]))


def test_wd_253_a_set_that_was_frozen_wins_when_its_region_opens():
    held = {1: ["Mozambique", "Kenya", "Cairo"], 2: ["Angola", "Nigeria"]}
    game = close("Africa", soldiers=[10, 10, 1], cards=held, at={1: "S15"}, closure_duration="round")
    game.play("roll", "playing dice 1")
    game.play("name +1", "soldier dice 1")
    assert (game.is_terminal, game.winner, game.board.ended_by) == (True, 1, "five cards")


def test_wd_253_it_does_not_win_while_the_closure_lasts():
    held = {1: ["Mozambique", "Kenya", "Cairo"], 2: ["Angola", "Nigeria"]}
    game = close("Africa", soldiers=[10, 10, 1], cards=held, at={1: "S15"})
    game.play("roll", "playing dice 1")
    game.play("name +1", "soldier dice 1")
    assert (game.is_terminal, game.board.turn, len(game.board.cards(1))) == (False, 0, 5)


def test_wd_074_a_pre_set_that_was_frozen_is_not_gained_when_its_region_opens():
    held = {1: ["Mozambique", "Kenya", "Cairo"], 2: ["Angola"]}
    game = close("Africa", soldiers=[10, 10, 1], cards=held, at={1: "S15"}, closure_duration="round")
    game.play("roll", "playing dice 1")
    game.play("name +1", "soldier dice 1")
    assert (game.board.closed, game.board.soldiers) == (None, [10, 11, 0])


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (
            {"closure_duration": "n_rounds"},
            "closure_rounds: expected an integer from 1 to 9 with closure_duration 'n_rounds', got None",
        ),
        ({"closure_rounds": 2}, "closure_rounds: expected None with closure_duration 'game', got 2"),
        (
            {"closure_duration": "round", "closure_rounds": 1},
            "closure_rounds: expected None with closure_duration 'round', got 1",
        ),
    ],
)
def test_rounds_of_a_closure_are_agreed_on_only_where_they_count(options, reason):
    with pytest.raises(ConfigError, match=reason):
        Config.of(**options)


# Purgadies Cards


def test_wd_158_every_purgadies_card_is_drawn_from_all_six():
    game = draw_in_purgatory("reprieve")
    assert game.state.purgadies_remaining == [1] * 6


def test_wd_158_by_agreement_used_cards_lie_aside_until_all_six_are_used():
    game = position(lands="purgatory", purgadies_replacement=False, death_penalty=False)
    for used in range(6):
        for _ in range(3):
            game.play("playing dice 1")
        left = SIX_CARDS[used:]
        assert game.chance_weights() == {f"purgadies {card}": 1 for card in left}
        assert seen(game, "purgadies_remaining") == [int(card in left) for card in SIX_CARDS]
        game.play(f"purgadies {left[0]}")
        game.state.place[:3] = [9, 9, 9]
        game.state.place[game.board.turn] = 17
        game.play("roll", "playing dice 1")
    assert seen(game, "purgadies_remaining") == [1] * 6


def test_wd_159_paradies_draws_from_the_same_six():
    game = draw_in_purgatory("reprieve", purgadies_replacement=False)
    game.state.place[game.board.turn] = 1
    game.play("roll", "playing dice 1")
    game.play("pay two")
    assert game.chance_weights() == {f"purgadies {card}": 1 for card in SIX_CARDS if card != "reprieve"}
    game.play("purgadies life_death")
    assert seen(game, "purgadies_remaining") == [1, 1, 1, 1, 0, 0]
