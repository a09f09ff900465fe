"""States, records and actions from outside: values of the right type within bounds, and nothing else."""

import json
import random
from dataclasses import replace

import numpy as np
import pytest

from tests.games.world_dominance.golden_games import SEARCHES, golden
from tests.storage.mutations import changed_text, changed_values
from wd_env.errors import ConfigError, IllegalAction, StateError, WdError, WrongSeat
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.storage.bounded_json import read_json
from wd_env.table.game_record import MAX_HEADER_BYTES, MAX_LINES, GameRecord, RecordLine
from wd_env.table.saved_table import replay_record, table_from_json


@pytest.fixture(scope="module")
def table():
    """Return a table with a current decision."""
    return WorldDominance(Config(num_players=2), seed=3)


def state_refusal(data, **options):
    with pytest.raises(StateError) as refused:
        table_from_json(data, GAME, **options)
    return str(refused.value)


@pytest.mark.parametrize("version", [False, 0.0, "0", None, [0]])
def test_a_version_is_a_whole_number_and_nothing_like_one(table, version):
    assert "expected ('world_dominance', 0)" in state_refusal(table.to_json() | {"version": version})
    with pytest.raises(StateError, match="game of the record: expected"):
        replay_record(replace(table.record(), version=version), GAME)


@pytest.mark.parametrize("data", [None, [], 1, "state", [["game", "world_dominance"]]])
def test_a_state_is_an_object(data):
    assert "expected an object with game, version, config, state" in state_refusal(data)


def test_a_state_has_its_four_keys_and_no_other(table):
    data = table.to_json()
    assert "state: expected game, version, config, state, got game, version, config, state, extra" in state_refusal(
        data | {"extra": 1}
    )
    for name in ("config", "state"):
        assert "expected game, version, config, state" in state_refusal({k: v for k, v in data.items() if k != name})
    assert "expected only schema and fields" in state_refusal(data | {"state": data["state"] | {"extra": 1}})
    fields = data["state"]["fields"]
    assert "differ from the schema" in state_refusal(
        data | {"state": data["state"] | {"fields": {**fields, "extra": 1, 2: 3}}}
    )


@pytest.mark.parametrize("value", [True, 1.0, "1", None, [1], 10**5000, -1], ids=lambda value: type(value).__name__)
def test_a_field_is_a_whole_number_and_nothing_like_one(table, value):
    data = table.to_json()
    data["state"]["fields"]["garrison"] = value
    assert "field 'garrison'" in state_refusal(data)


def test_a_state_of_a_million_wrong_numbers_is_refused_in_a_few_words(table):
    data = table.to_json()
    data["state"]["fields"]["army"] = [7] * 1_000_000
    assert state_refusal(data) == "field 'army': expected 5 integers, got [7, 7, 7, 7, 7, 7, ...]"


@pytest.mark.parametrize("chance", ["nonsense", None, True, ["explicit"]])
def test_an_unknown_chance_mode_is_rejected(table, chance):
    with pytest.raises(ConfigError, match=r"chance: expected sampled or explicit, got .*"):
        table_from_json(table.to_json(), GAME, chance=chance)


class NoNumber:
    """An object that claims to be a number."""

    def __index__(self):
        raise TypeError("not a number")


@pytest.mark.parametrize("answer", [np.array([1]), np.array([0, 1]), np.array(1.0), 1.0, True, None, [0], NoNumber()])
def test_an_answer_that_is_no_number_is_refused_and_nothing_changed(answer):
    for options in ({}, {"illegal_action": "eject"}):
        table = WorldDominance(Config(num_players=2, **options), seed=3)
        before = table.record().dumps(), table.state.to_bytes()
        with pytest.raises(IllegalAction, match="action: expected a text or an integer"):
            table.play(answer)
        assert (table.record().dumps(), table.state.to_bytes()) == before


def test_an_answer_may_be_a_number_of_numpy(table):
    number = table.mask().index(1)
    for answer in (np.int64(number), np.int8(number), np.array(number)):
        again = table.copy()
        again.play(answer)
        assert again.lines[-1].text == GAME.actions.text(number)


@pytest.mark.parametrize("seat", [True, "0", 0.0, np.array([0]), [0]])
def test_a_seat_is_a_whole_number_and_nothing_like_one(table, seat):
    with pytest.raises(WrongSeat, match="is not to move"):
        table.copy().play(table.legal_texts()[0], seat=seat)


def test_an_answer_of_ten_million_letters_is_refused_in_a_few_words(table):
    with pytest.raises(IllegalAction, match=r"unknown action 'xxx.*xxx'"):
        table.play("x" * 10_000_000)


# Records


def head_and_lines(table):
    first, lines = table.record().dumps().split("\n", 1)
    return json.loads(first), lines


def test_the_head_of_a_record_has_its_keys_and_no_other(table):
    head, lines = head_and_lines(table)
    with pytest.raises(StateError, match="header of the record: expected format, game, version"):
        GameRecord.loads(json.dumps(head | {"extra": 1}) + "\n" + lines)
    for name in ("version", "lines"):
        for value in (True, 1.0, "1", None):
            with pytest.raises(StateError, match=f"{name} of the record: expected .*type int"):
                GameRecord.loads(json.dumps(head | {name: value}) + "\n" + lines)
    for name in ("notes", "start", "config"):
        with pytest.raises(StateError, match=f"{name} of the record: expected a value of type dict, got None"):
            GameRecord.loads(json.dumps(head | {name: None}) + "\n" + lines)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("[" * 100_000, "more than 32 nested arrays and objects"),
        ("9" * 5_000, "at most 20 digits, got one of 5000"),
        ('{"a": 1, "a": 2}', "duplicate key 'a'"),
        ("NaN", "is not a finite number"),
    ],
)
@pytest.mark.parametrize("place", ["notes", "start", "config"])
def test_the_head_of_a_record_is_json_within_bounds(table, value, words, place):
    head, lines = head_and_lines(table)
    text = json.dumps(head | {place: "HERE"}).replace('"HERE"', value)
    with pytest.raises(StateError, match=words):
        GameRecord.loads(f"{text}\n{lines}")


def test_a_head_that_is_too_long_is_not_read(table):
    head, lines = head_and_lines(table)
    with pytest.raises(StateError, match=f"the record's first line: expected at most {MAX_HEADER_BYTES} bytes"):
        GameRecord.loads(json.dumps(head | {"notes": {"a": "x" * MAX_HEADER_BYTES}}) + "\n" + lines)


@pytest.mark.parametrize("count", [-1, MAX_LINES + 1, 10**18])
def test_a_record_has_a_number_of_lines_that_can_be(table, count):
    head, lines = head_and_lines(table)
    with pytest.raises(StateError, match=f"expected 0 to {MAX_LINES}"):
        GameRecord.loads(json.dumps(head | {"lines": count}) + "\n" + lines)


@pytest.mark.parametrize("text", ["\u0661 take", "*\uff12 knows", "\u00b2 take", "0 " + "x" * 10_000_000, "0 a\nb"])
def test_a_line_has_a_plain_digit_and_a_length_that_can_be(text):
    with pytest.raises(StateError, match="is not a line of a record; expected one") as refused:
        RecordLine.parse(text)
    assert len(str(refused.value)) < 200


def test_a_record_from_another_system_is_read(table):
    text = table.record().dumps()
    assert GameRecord.loads(text.replace("\n", "\r\n")) == GameRecord.loads(text.removesuffix("\n")) == table.record()


# Changed files


def attempts(name):
    """Yield changed states and records of a golden game, with a function that reads each."""
    rng = random.Random(name)
    record = golden(name)
    stop = rng.randrange(len(record.lines))
    state = replay_record(record, GAME, stop=stop).to_json()
    short = replace(record, lines=record.lines[:20]).dumps()
    first, lines = short.split("\n", 1)
    for _ in range(30):
        changed = changed_values(state, rng, rng.choice((1, 1, 2, 5)))
        yield lambda data=changed: table_from_json(data, GAME, seed=1)
        text = changed_text(json.dumps(state).encode(), rng)
        yield lambda text=text: table_from_json(read_json(text, "the state"), GAME, seed=1)
        head = json.dumps(changed_values(json.loads(first), rng, rng.choice((1, 2))))
        yield lambda head=head: replay_record(GameRecord.loads(f"{head}\n{lines}"), GAME)
        text = changed_text(short.encode(), rng, rng.choice((1, 3)))
        yield lambda text=text: replay_record(GameRecord.loads(text.decode("utf-8", "surrogateescape")), GAME)


@pytest.mark.parametrize("name", SEARCHES)
def test_a_changed_state_or_record_is_read_or_refused_in_one_way(name):
    refusals = []
    for attempt in attempts(name):
        try:
            attempt()
        except WdError as problem:
            refusals.append(str(problem))
    assert len(refusals) > 60
    assert all(refusal.isprintable() and len(refusal) <= 500 for refusal in refusals)
