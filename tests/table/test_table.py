"""A table behaves as documented: sampled or explicit chance, errors that change nothing, copies without secrets."""

import random

import pytest

from tests.games.world_dominance.policies import new_table, positions, uniform
from wd_env.errors import ConfigError, IllegalAction, StateError, WrongSeat
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.spec.game_spec import CHANCE
from wd_env.table.chance_modes import EXPLICIT, SAMPLED
from wd_env.table.play_out import play_out
from wd_env.table.saved_table import table_from_json


def everything(table):
    return table.state.to_bytes(), list(table.lines), list(table._backends.active.stream), table.chance, table.config


def test_chance_is_sampled_or_explicit():
    for chance in ("dice", "", None, 1):
        with pytest.raises(ConfigError, match="sampled or explicit"):
            WorldDominance(chance=chance)
        with pytest.raises(ConfigError, match="sampled or explicit"):
            WorldDominance(seed=1).copy(chance=chance)


def test_sampled_chance_never_waits_and_explicit_chance_always_does():
    sampled, asked = WorldDominance(seed=1), WorldDominance(chance=EXPLICIT)
    assert sampled.node.name == "choose_piece"
    assert asked.node.kind == CHANCE
    assert asked.lines == []


def test_play_takes_an_answer_and_the_chance_that_follows():
    table = position(players=2, lands="decimate")
    table.play("name +1", "soldier dice 3")
    assert table.board.soldiers == [10, 7]
    assert [str(line) for line in table.lines] == ["0 name +1", "* soldier dice 3"]


@pytest.mark.parametrize(
    "chance",
    [
        ("soldier dice 4",),
        ("soldier dice 3", "playing dice 1"),
        ("nonsense",),
        ("name +1",),
        ("playing dice 2",),
        ("",),
        (6.5,),
        (None,),
    ],
)
def test_an_impossible_outcome_undoes_the_action(chance):
    table = position(players=2, lands="decimate")
    before = everything(table)
    with pytest.raises(IllegalAction):
        table.play("name +1", *chance)
    assert everything(table) == before
    table.play("name +1", "soldier dice 3")
    assert table.board.soldiers == [10, 7]


def test_outcomes_cannot_be_played_at_a_table_with_sampled_chance():
    table = new_table(2, 1)
    before = everything(table)
    with pytest.raises(IllegalAction, match="only outcomes of chance"):
        table.play(table.legal_texts()[0], "playing dice 3")
    assert everything(table) == before


def test_only_chance_may_follow_an_answer_in_one_call():
    """Reject a second decision, and anything after the end of the game; nothing of the call is played."""
    game = position(cards={0: ["Spain", "Rome"]}, lands="concede")
    before = everything(game)
    expected = "'card Spain' cannot follow: expected only outcomes of chance after an action; now concede is another"
    with pytest.raises(IllegalAction, match=expected):
        game.play("continent dice Europe", "card Spain")
    assert everything(game) == before
    last = position(2, soldiers=[1, 5], at={1: "S05"})
    last.state.place[0] = 4
    with pytest.raises(IllegalAction, match=r"'soldier dice 1' cannot follow: .*; now the game is over"):
        last.play("roll", "playing dice 1", "soldier dice 1")
    assert last.lines == []


def test_answers_are_taken_by_text_by_number_and_by_whole_numbers_of_other_libraries():
    import numpy as np

    number = GAME.actions.index("roll")
    for answer in ("roll", number, np.int64(number), np.int8(number), np.uint64(number)):
        table = position(players=2)
        table.play(answer)
        assert table.node.name == "movement_throw"


def test_outcomes_are_taken_by_their_number_among_all_outcomes():
    table = position(players=2, lands="decimate")
    table.play("name +1")
    table.play(GAME.outcomes.index("soldier dice 2"))
    assert table.board.soldiers == [10, 8]


def test_an_action_of_another_seat_is_rejected_and_names_the_seat_to_move():
    table = position(players=3, turn=1)
    before = everything(table)
    with pytest.raises(WrongSeat, match="seat 1 decides start_menu"):
        table.play("roll", seat=0)
    assert everything(table) == before
    table.play("roll", seat=1)


def test_an_illegal_answer_is_refused_with_what_is_allowed():
    table = position(players=2, lands="ice_house")
    message = r"'take' is illegal at ice_house; expected one of \['rest', 'be interned'\]"
    with pytest.raises(IllegalAction, match=message):
        table.play("take")


@pytest.mark.parametrize("seat", [-1, 5, 3, 100])
def test_only_seats_at_the_table_have_a_view(seat):
    with pytest.raises(WrongSeat, match=r"expected 0 to 2"):
        position(players=3).observe(seat)


def test_a_view_offers_actions_to_the_seat_that_is_to_move_alone():
    table = position(players=3)
    assert [bool(table.view(seat).legal_indices) for seat in range(3)] == [True, False, False]
    table.play("roll")
    assert [list(table.view(seat).legal_indices) for seat in range(3)] == [[], [], []]  # a die is to be thrown


def test_corrections_and_violations_are_no_decisions_that_are_remembered():
    table = WorldDominance(Config(num_players=2, illegal_action="misdemeanour"), seed=1)
    while table.node.name != "start_menu":
        table.play(table.legal_texts()[0])
    seat = table.seat
    count = len(table.view(seat).past_decisions()[0])
    table.correct(f"soldiers {seat} 12")
    table.play("jetstream")
    assert [sum(line.is_correction for line in table.lines), sum(line.is_illegal for line in table.lines)] == [1, 1]
    assert len(table.view(seat).past_decisions()[0]) == count > 0


# Copies


def test_a_copy_shares_nothing_with_its_table():
    for table in positions(uniform, games=4, every=20):
        before = everything(table)
        copy = table.copy()
        assert copy.state == table.state
        assert copy.lines == table.lines
        rng = random.Random(1)
        for _ in range(15):
            if not copy.is_terminal:
                copy.play(rng.choice(copy.legal_texts()))
        assert copy.state != table.state
        assert everything(table) == before


def test_a_copy_asks_its_chance_and_a_sampled_copy_throws_its_own():
    table = new_table(2, 5)
    throws = set()
    while table.node.name != "start_menu":
        table.play(table.legal_texts()[0])
    assert table.copy().chance == EXPLICIT
    for _ in range(100):
        copy = table.copy(chance=SAMPLED)
        copy.play("roll")
        throws.add(next(line.text for line in copy.lines[len(table.lines) :] if line.seat is None))
    assert throws == {f"playing dice {face}" for face in range(1, 7)}, "expected a copy with its own throws"


def test_copies_leave_the_chance_of_the_table_alone():
    one, other = new_table(3, 9), new_table(3, 9)
    rng, same = random.Random(4), random.Random(4)
    while not one.is_terminal:
        for mode in (EXPLICIT, SAMPLED):
            copy = one.copy(chance=mode)
            copy.play(copy.legal_texts()[0])
        one.play(rng.choice(one.legal_texts()))
        other.play(same.choice(other.legal_texts()))
    assert everything(one)[:3] == everything(other)[:3]


# JSON


def test_a_table_goes_through_json_text_and_plays_on_alike():
    import json

    for table in positions(uniform, games=4, every=25):
        text = json.dumps(table.to_json())
        read = table_from_json(json.loads(text), GAME, chance=EXPLICIT)
        assert read.state == table.state
        assert read.config == table.config
        assert read.to_json() == table.to_json()
        assert read.legal_texts() == table.legal_texts()
        first, second = table.copy(), read
        for _ in range(10):
            if not first.is_terminal:
                answer = first.legal_texts()[-1]
                first.play(answer)
                second.play(answer)
        assert first.state == second.state


def test_a_table_in_the_middle_of_chance_goes_through_json():
    table = position(players=2, lands="decimate")
    table.play("name +1")
    asked = table_from_json(table.to_json(), GAME, chance=EXPLICIT)
    assert asked.legal_texts() == table.legal_texts()
    sampled = table_from_json(table.to_json(), GAME, seed=3)
    assert sampled.node.kind != CHANCE
    assert sampled.lines[0].text.startswith("soldier dice")


def test_a_finished_game_goes_through_json():
    table = new_table(2, 4, max_turns=2)
    while not table.is_terminal:
        table.play(table.legal_texts()[0])
    read = table_from_json(table.to_json(), GAME)
    assert read.is_terminal
    assert read.is_truncated
    with pytest.raises(IllegalAction, match="'roll' cannot be played: the game is over"):
        read.play("roll")


def test_chance_after_json_comes_from_the_seed_that_is_given():
    data = new_table(2, 4).to_json()
    games = []
    for seed in (1, 1, 2):
        table = table_from_json(data, GAME, seed=seed)
        play_out(table, [First()] * 2)
        games.append(tuple(str(line) for line in table.lines))
    assert games[0] == games[1] != games[2]


class First:
    """A bot that takes the first legal action."""

    def choose(self, view):
        return view.legal_actions[0].index


@pytest.mark.parametrize(
    "data",
    [None, 1, "x", [], {}, {"game": "chess", "version": 0}, {"game": "world_dominance", "version": 99}],
    ids=str,
)
def test_data_of_another_game_are_rejected(data):
    with pytest.raises(StateError):
        table_from_json(data, GAME)


@pytest.mark.parametrize("config", [None, [], "x", 1])
def test_an_invalid_config_is_rejected(config):
    with pytest.raises(StateError, match="config"):
        table_from_json({**new_table(2, 1).to_json(), "config": config}, GAME)


@pytest.mark.parametrize(
    "config",
    [
        {"num_players": 9},
        {"num_players": "2"},
        {"num_players": [2]},
        {"mystery": 1},
        {"board": "/no/such/file"},
        {"board": 3},
        {1: 2},
    ],
    ids=str,
)
def test_an_impossible_config_is_rejected_as_a_corrupt_state(config):
    data = new_table(2, 1).to_json()
    with pytest.raises(StateError):
        table_from_json({**data, "config": {**data["config"], **config}}, GAME)


def test_a_state_under_other_house_rules_is_refused():
    data = new_table(2, 1).to_json()
    data["config"] = Config(num_players=2, max_turns=151).as_dict()
    with pytest.raises(StateError, match="house rules"):
        table_from_json(data, GAME)


# Corrupt states


def mutants(data, rng, count):
    """Yield copies of a saved table with one, two or three numbers of its state changed."""
    names = [field.name for field in GAME.schema.fields if not field.constant]
    for _ in range(count):
        fields = {name: list(v) if isinstance(v, list) else v for name, v in data["state"]["fields"].items()}
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            name = rng.choice(names)
            value = rng.choice((0, 1, 2, 3, 5, 6, 7, 8, 12, 31, 36, 64, 65, 66, 127, rng.randrange(128)))
            if isinstance(fields[name], list):
                fields[name][rng.randrange(len(fields[name]))] = value
            else:
                fields[name] = value
        yield {**data, "state": {**data["state"], "fields": fields}}


def play_some(table, rng, answers):
    """Play a state that was accepted: actions, views, records and JSON."""
    for _ in range(answers):
        if table.is_terminal:
            break
        options = table.legal_texts()
        assert options
        table.play(rng.choice(options))
        table.state.to_record()
        GAME.check_state(table.state)
    for seat in range(table.state.seats):
        view = table.observe(seat)
        for piece in GAME.layout.features:
            assert piece.low <= min(view[GAME.layout.slice(piece.name)])
            assert max(view[GAME.layout.slice(piece.name)]) <= piece.high


def test_a_damaged_state_is_refused_in_one_way_or_can_be_played_on():
    rng = random.Random(77)
    refused = accepted = 0
    for asked in (False, True):
        for data in saved_tables(rng, asked):
            for damaged in mutants(data, rng, 16):
                try:
                    table = table_from_json(damaged, GAME, chance=EXPLICIT)
                except StateError:
                    refused += 1
                    continue
                accepted += 1
                play_some(table, rng, 12)
    assert refused > 200
    assert accepted > 20


def saved_tables(rng, asked):
    """Yield tables at decisions or, with `asked`, also at chance nodes."""
    for players in (2, 3, 5):
        for seed in range(2):
            table = new_table(players, seed, max_turns=60, chance=EXPLICIT if asked else SAMPLED)
            while not table.is_terminal:
                if rng.random() < 0.05:
                    yield table.to_json()
                table.play(rng.choice(table.legal_texts()))


def test_every_field_of_a_saved_state_is_read_and_demanded():
    data = new_table(2, 1).to_json()
    for field in GAME.schema.fields:
        fields = dict(data["state"]["fields"])
        del fields[field.name]
        with pytest.raises(StateError, match=field.name):
            table_from_json({**data, "state": {**data["state"], "fields": fields}}, GAME)
