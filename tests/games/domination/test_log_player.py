"""Logs of the program are played at a table: whole games end as logged, and impossible lines are named."""

import random

import pytest

from tests.games.domination.log_writer import random_game, written
from tests.games.domination.tables import table_at
from wd_env.errors import ConfigError, DataError, IllegalAction
from wd_env.games.domination.logs import play_log
from wd_env.games.domination.logs.log_actions import trade
from wd_env.table.saved_table import replay_record

KINDS = [
    {"game_type": "domination", "auto_place": "none"},
    {"game_type": "domination", "auto_place": "countries", "card_values": "fixed", "num_players": 2},
    {"game_type": "capital", "auto_place": "countries", "card_values": "italian", "recycle": False},
    {"game_type": "mission", "num_players": 6, "defence_dice": 3},
    {"game_type": "mission", "auto_defend": False, "num_players": 4},
]
SHORT = {"auto_place": "countries", "max_rounds": 2, "num_players": 2}


def log_of(folder, lines):
    path = folder / "game.log"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def lying(table):
    """Return the state with equal cards in order, because a log does not say which of two wildcards is drawn."""
    state = table.state.copy()
    state.trade_mode = state.amounts = 0  # notation only, without an effect
    cards = sorted(zip(state.card_symbol, state.card_country, state.card_at, strict=True))
    state.card_at = [0] * len(cards)
    return cards, state


@pytest.mark.parametrize("options", KINDS, ids=str)
@pytest.mark.parametrize(("said", "trade_mode"), [("kinds", "kinds"), ("exact", "kinds"), ("exact", "exact")])
def test_dom_206_a_log_is_played_to_the_state_in_which_its_game_ended(tmp_path, options, said, trade_mode):
    game = random_game(3, max_rounds=8, trade_mode=said, **options)
    lines = written(game, ends_turns=said == "kinds")
    assert ("me startgame" in lines[1], "CARD " in lines, game.state.sets_traded > 0) == (True, True, True)
    player = play_log(log_of(tmp_path, lines), **{"max_rounds": 8, "trade_mode": trade_mode, **options})
    played = [line.number for line in player]
    assert played == list(range(1, len(lines) + 1))
    assert lying(player.table) == lying(game)
    again = replay_record(player.record(), player.table.game)
    assert again.state == player.table.state


def test_the_table_can_be_looked_at_after_each_line(tmp_path):
    player = play_log(log_of(tmp_path, ["PLAYER 1", "you placearmies 12 1", "me autoplace", "PLACE 21"]))
    looks = [
        (line.name, player.table.seat, player.table.board.holders[12], player.table.board.holders[21])
        for line in player
    ]
    assert looks == [
        ("PLAYER", 1, None, None), ("placearmies", 2, 1, None), ("autoplace", 2, 1, None), ("PLACE", 0, 1, 2),
    ]  # fmt: skip


ORDER = [country for pair in zip(range(1, 22), range(22, 43), strict=True) for country in pair]
DEALT = ["PLAYER 0", "PLACEALL " + " ".join(map(str, ORDER)), *["PLACE 20", "CARD ", "PLACE 42", "CARD "] * 19]
LEFT = "me placearmies 20 19"  # the new armies of the first turn, with three complete groups


def played(folder, *lines, **options):
    """Return the table after these lines of a turn; seat 0 holds 1 to 21, with 20 armies on Southern Europe."""
    player = play_log(log_of(folder, [*DEALT, *lines]), **{**SHORT, **options})
    list(player)
    return player.table


SIX = ["card 1", "card 3", "card 4", "card 5", "card 2", "wildcard"]  # infantry 1, 3, 4, cavalry 5, cannon 2
SETS = ["1 3 4", "4 1 3", "1 5 2", "5 wildcard 2", "wildcard 3 4", "3 wildcard 5"]


@pytest.mark.parametrize("encoding", ["compact", "edge"])
@pytest.mark.parametrize("trade_mode", ["kinds", "exact"])
@pytest.mark.parametrize("owned", [[3, 4, 42], [4, 42], [42]])
@pytest.mark.parametrize("cards", SETS)
def test_dom_100_exactly_the_cards_go_that_a_log_names(cards, owned, trade_mode, encoding):
    house = {"num_players": 2, "trade_mode": trade_mode, "encoding": encoding}
    table = table_at({0: owned}, None, {0: SIX}, **house)
    before = table.copy()
    trade(table, [card if card == "wildcard" else int(card) for card in cards.split()])
    names = [card if card == "wildcard" else f"card {card}" for card in cards.split()]
    assert sorted(table.board.hands[0]) == sorted(set(SIX) - set(names))
    assert sorted(table.board.discard) == sorted(names)
    gains = {number: table.board.armies[number] - before.board.armies[number] for number in (3, 4, 42)}
    shown = [int(card) for card in cards.split() if card != "wildcard" and int(card) in owned]
    assert gains == {number: 2 * (number in shown[:1]) for number in (3, 4, 42)}
    assert (table.state.sets_traded, table.state.trade_mode) == (1, before.state.trade_mode)
    assert replay_record(table.record(), table.game).state == table.state


@pytest.mark.parametrize(
    "text", ["trade 1 3", "trade 1 3 5", "trade 1 1 3", "trade 1 3 4 5", "trade 1 3 9", "give 1 3 4", ""]
)
def test_a_trade_that_cannot_be_is_no_correction(text):
    table = table_at({0: [3, 4, 42]}, None, {0: SIX}, num_players=2)
    before = table.copy()
    with pytest.raises(IllegalAction):
        table.correct(text)
    assert (table.state, table.lines) == (before.state, before.lines)
    later = table_at({0: [3, 4, 42]}, None, {0: SIX}, at="attack", num_players=2)
    with pytest.raises(IllegalAction, match="correction: expected trade and three cards, at a trade"):
        later.correct("trade 1 3 4")


def test_what_ends_an_army_of_the_set_up_says_nothing_and_only_once(tmp_path):
    with_it = played(tmp_path, LEFT)
    without = play_log(log_of(tmp_path, [*(line for line in DEALT if line != "CARD "), LEFT]), **SHORT)
    list(without)
    assert without.table.state == with_it.state
    for lines in (["PLAYER 1", "CARD"], ["PLAYER 1", "me placearmies 12 1", "CARD", "CARD"]):
        with pytest.raises(DataError, match="'CARD' cannot be played at claim: the turn is not over"):
            list(play_log(log_of(tmp_path, lines)))
    with pytest.raises(DataError, match="'CARD 4' cannot be played at claim: the turn is not over"):
        list(play_log(log_of(tmp_path, ["PLAYER 1", "me placearmies 12 1", "CARD 4"])))


def test_an_attack_without_a_roll_is_skipped(tmp_path):
    before = played(tmp_path, LEFT)
    after = played(tmp_path, LEFT, "me attack 20 22", "me retreat", "me attack 20 31", "me retreat")
    assert after.state == before.state
    assert after.legal_texts() == before.legal_texts()
    ended = played(tmp_path, LEFT, "me attack 20 31", "me retreat", "me endattack")
    assert ended.node.name == "fort_from"


def test_any_number_of_armies_is_placed_in_as_many_answers_as_it_takes(tmp_path):
    for number in range(1, 19):
        table = played(tmp_path, f"me placearmies 20 {number}", f"me placearmies 1 {19 - number}")
        assert (table.board.armies[20], table.board.armies[1]) == (20 + number, 1 + 19 - number)
        assert table.node.name == "attack_from"


@pytest.mark.parametrize("number", [3, 7, 20, 37, 38])
def test_any_number_of_armies_moves_in_and_moves(tmp_path, number):
    battle = (LEFT, "me attack 20 22", "me roll 3", "DICE 3 1 5 3 3 2")
    table = played(tmp_path, *battle, f"me move {number}")
    assert (table.board.armies[20], table.board.armies[22]) == (39 - number, number)
    table = played(tmp_path, LEFT, "me endattack", f"me movearmies 20 18 {number}")
    assert (table.board.armies[20], table.board.armies[18]) == (39 - number, 1 + number)
    if number in (7, 37):
        with pytest.raises(DataError, match="the amounts of occupy cannot bring country 22 to"):
            played(tmp_path, *battle, f"me move {number}", amounts="buckets")


def test_dice_cards_and_the_end_of_a_turn_are_played(tmp_path):
    battle = (LEFT, "me attack 20 22", "me roll 3", "you roll 1", "DICE 3 1 5 3 3 2", "me move 4")
    table = played(tmp_path, *battle)
    assert (table.board.holders[22], table.board.armies[20], table.board.armies[22]) == (0, 35, 4)
    table = played(tmp_path, *battle, "me endattack", "me movearmies 20 18 34", "me endgo", "CARD wildcard")
    assert (table.board.armies[20], table.board.armies[18]) == (1, 35)
    assert table.board.hands == [["wildcard"], []]
    assert (table.seat, table.node.name) == (1, "place")


def test_a_capture_with_the_amount_all_moves_in_all_armies(tmp_path):
    table = played(tmp_path, LEFT, "me attack 20 22", "me roll 1", "DICE 1 1 5 0", "me move all")
    assert (table.board.armies[20], table.board.armies[22]) == (1, 38)


CAPTURED = (LEFT, "me attack 20 22", "me roll 3", "DICE 3 1 5 3 3 2", "me move 4")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["me placearmies 22 1"], "'placearmies 22 1' cannot be played at place: 'country 22' is illegal"),
        (["me placearmies 20 20"], "20 armies are more than the remaining 19"),
        (["me placearmies 99 1"], "country: expected 1 to 42, got 99"),
        (
            ["me trade 1 2 3"],
            "'trade 1 2 3' cannot be played at place: it is an action of trade; expected country 1, ",
        ),
        (["me endattack"], "cannot be played at place: the game is not at attack_from"),
        (["me endgo"], "the turn is not over"),
        ([LEFT, "me attack 20 23"], "cannot be played at attack_from: 'country 23' is illegal at attack_to"),
        ([LEFT, "me roll 3"], "it is an action of roll or defend; expected country 20, pass"),
        ([LEFT, "me attack 20 22", "me roll 3", "you roll 2"], "the defender throws 1 dice"),
        ([LEFT, "me attack 20 22", "me roll 3", "DICE 2 1 5 3 2"], "'throw 6 4' is illegal"),
        ([*CAPTURED[:-1], "me move 2"], "every amount of occupy is too much for country 22"),
        ([*CAPTURED[:-1], "me endattack"], "cannot be played at occupy: the game is not at attack_from"),
        ([*CAPTURED, "me endattack", "me nomove", "me endgo", "CARD"], "a card must be drawn"),
        ([*CAPTURED, "me endattack", "me nomove", "CARD 43"], "unknown outcome 'card 43'"),
        ([LEFT, "me endattack", "me nomove", "CARD 4"], "no card can be drawn"),
        ([LEFT, "me endattack", "me nomove", "you placearmies 42 1"], "have not ended the previous phase"),
        ([LEFT, "me undo"], "cannot be played at attack_from: a record cannot be undone"),
        ([LEFT, "me movearmies 20 18 1"], "have not ended the previous phase"),
    ],
)
def test_a_line_that_cannot_be_played_is_named_and_changes_nothing(tmp_path, lines, said):
    path = log_of(tmp_path, [*DEALT, *lines])
    player = play_log(path, **SHORT)
    with pytest.raises(DataError) as refused:
        list(player)
    message = str(refused.value)
    assert message.startswith(f"{path}: line {len(DEALT) + len(lines)}: ")
    assert said in message
    assert message.isprintable()
    before = played(tmp_path, *lines[:-1])
    assert (player.table.state, player.table.lines) == (before.state, before.lines)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("domination increasing recycle", "auto_place is none in the log and countries at the table"),
        ("mission increasing recycle", "game_type is mission in the log and domination at the table"),
        ("domination italianlike autoplaceall recycle", "card_values is italian in the log and increasing"),
        ("domination increasing autoplaceall", "recycle is False in the log and True at the table"),
        ("domination increasing autoplaceall recycle defenderdice=3", "max_defence_dice is 3 in the log and 2"),
    ],
)
def test_a_log_of_another_agreement_is_refused(tmp_path, line, said):
    with pytest.raises(DataError, match=said):
        list(play_log(log_of(tmp_path, [f"me startgame {line}"]), **SHORT))
    with pytest.raises(ConfigError, match="num_players: expected an integer from 2 to 6, got 7"):
        play_log(log_of(tmp_path, []), num_players=7)


def test_more_missions_than_there_are_and_seats_without_one_are_refused(tmp_path):
    for line in ("MISSION 10 0", "MISSION 9 9", "MISSION 0"):
        with pytest.raises(DataError, match="10 missions are dealt to 2 seats"):
            list(play_log(log_of(tmp_path, ["PLAYER 1", line]), num_players=2, game_type="mission"))
    player = play_log(log_of(tmp_path, ["PLAYER 1", "MISSION 9 8"]), num_players=2, game_type="mission")
    list(player)
    assert player.table.board.missions == [10, 9]


def test_logs_with_a_line_too_few_are_played_or_refused(tmp_path):
    game = random_game(5, **SHORT)
    lines, rng, refusals = written(game), random.Random(1), 0
    for _ in range(8):
        kept = list(lines)
        del kept[rng.randrange(90, len(kept))]
        try:
            list(play_log(log_of(tmp_path, kept), **SHORT))
        except DataError:
            refusals += 1
    assert 0 < refusals <= 8
