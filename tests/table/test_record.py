"""A record file reads back as written, replays without a seed, and gives one kind of error if it is corrupt."""

import json
import random
from dataclasses import replace

import pytest

from tests.games.world_dominance.golden_games import SEARCHES, golden
from tests.games.world_dominance.policies import new_table, uniform
from wd_env.errors import StateError
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_record import FORMAT, GameRecord, RecordLine
from wd_env.table.saved_table import replay_record, table_from_json


@pytest.fixture(scope="module")
def played():
    table = new_table(3, 12, max_turns=25)
    rng = random.Random(2)
    while not table.is_terminal:
        table.play(uniform(table.legal_texts(), rng))
    return table


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (RecordLine("take", 0), "0 take"),
        (RecordLine("card Kathmandu & Mount Everest", 4), "4 card Kathmandu & Mount Everest"),
        (RecordLine("soldier dice 3", None), "* soldier dice 3"),
        (RecordLine("knows", None, 2), "*2 knows"),
    ],
)
def test_a_line_prints_and_parses_back(line, text):
    assert str(line) == text
    assert RecordLine.parse(text) == line


@pytest.mark.parametrize(
    "text", ["", " ", "take", "0", "0 ", "*", "*2", "12 take", "-1 take", "**  take", "0take", "x take"]
)
def test_an_invalid_line_is_rejected(text):
    with pytest.raises(StateError, match="not a line of a record"):
        RecordLine.parse(text)


def test_a_record_goes_through_its_text_and_replays_to_the_same_table(played):
    record = GameRecord.loads(played.record().dumps())
    assert record == played.record()
    again = replay_record(record, GAME)
    assert again.state == played.state
    assert again.record() == record


def test_a_replay_can_stop_at_every_line_and_be_played_on(played):
    record = played.record()
    following = replay_record(record, GAME, stop=0)
    for stop, line in enumerate(record.lines):
        if stop % 10 == 0:
            assert replay_record(record, GAME, stop=stop).state == following.state
        following.play(line.text, seat=line.seat)
    assert following.chance == EXPLICIT
    assert following.state == played.state


def begun_elsewhere():
    """Return a game that starts at a position, with some actions."""
    table = position(players=3, lands="rsz", knows={1: ["T05"]})
    for answer in ("theme T05", "name +1", "ask"):
        table.play(answer)
    return table


def test_a_game_that_starts_at_a_position_replays_from_there():
    table = begun_elsewhere()
    record = GameRecord.loads(table.record().dumps())
    assert [str(line) for line in record.lines] == ["*0 theme T05", "0 name +1", "0 ask"]
    again = replay_record(record, GAME)
    assert (again.state, again.record()) == (table.state, record)
    assert replay_record(record, GAME, stop=0).node.name == "theme_draw"


def test_a_game_that_starts_at_a_state_file_and_its_copy_replay_from_there():
    for table in (begun_elsewhere(), golden_table()):
        read = table_from_json(json.loads(json.dumps(table.to_json())), GAME, seed=5)
        rng = random.Random(1)
        for _ in range(3):
            read.play(uniform(read.legal_texts(), rng))
        for other in (read, read.copy()):
            assert replay_record(GameRecord.loads(other.record().dumps()), GAME).state == read.state


def golden_table():
    return replay_record(golden("five_players_cut"), GAME, stop=200)


def test_what_a_seat_saw_leaves_out_the_start_which_holds_the_secrets_of_others():
    assert begun_elsewhere().record().for_seat(2).start is None


@pytest.mark.parametrize("change", [{"start": []}, {"start": None}, {"start": {}}, {"start": {"schema": "x"}}])
def test_an_invalid_start_is_rejected(change):
    first, body = begun_elsewhere().record().dumps().split("\n", 1)
    with pytest.raises(StateError):
        replay_record(GameRecord.loads(json.dumps({**json.loads(first), **change}) + "\n" + body), GAME)


def test_an_action_that_is_recorded_as_an_outcome_is_refused():
    table = position(players=3)
    table.play("roll")
    with pytest.raises(StateError, match="cannot be played: the current node is start_menu"):
        replay_record(replace(table.record(), lines=(RecordLine("roll", None),)), GAME)


def test_a_start_under_other_rules_is_refused():
    record, other = begun_elsewhere().record(), position(players=3, run_wraps=True).record()
    with pytest.raises(StateError, match="house rules"):
        replay_record(replace(record, start=other.start), GAME)


def test_what_a_seat_saw_leaves_out_the_chance_of_others_only(played):
    record = golden("five_players_cut")
    hidden = [line.visible_to for line in record.lines if line.visible_to is not None]
    assert hidden
    for seat in range(5):
        lines = record.for_seat(seat).lines
        assert len(lines) == len(record.lines) - sum(visible_to != seat for visible_to in hidden)
        assert all(line.visible_to in (None, seat) for line in lines)


@pytest.mark.parametrize(
    ("name", "value"), [("game", "chess"), ("version", 99), ("rules_digest", "0" * 16), ("rules_digest", "")]
)
def test_a_record_of_another_game_version_or_house_is_refused(played, name, value):
    record = played.record()
    fields = {
        "game": record.game,
        "version": record.version,
        "config": record.config,
        "rules_digest": record.rules_digest,
    }
    with pytest.raises(StateError):
        replay_record(GameRecord(**{**fields, name: value}, lines=record.lines), GAME)


CHANGES = [{"num_players": 9}, {"mystery": 1}, {"themes": "/no/such/file"}, {1: 1}, {"num_players": 4}]


@pytest.mark.parametrize("change", CHANGES)
def test_a_record_with_another_config_is_refused(played, change):
    record = played.record()
    other = GameRecord(record.game, record.version, {**record.config, **change}, record.rules_digest, record.lines)
    with pytest.raises(StateError):
        replay_record(other, GAME)


def test_a_record_cut_short_at_any_place_is_refused(played):
    text = played.record().dumps()
    for end in (*range(0, 400, 7), *range(len(text) - 40, len(text) - 1)):
        with pytest.raises(StateError):
            replay_record(GameRecord.loads(text[:end]), GAME)


@pytest.mark.parametrize("head", ["", "x", "[]", "null", "1", "{}", '"text"', '{"format": "other"}', "{" * 50])
def test_an_invalid_header_is_rejected(played, head):
    body = played.record().dumps().split("\n", 1)[1]
    with pytest.raises(StateError):
        GameRecord.loads(head + "\n" + body)


@pytest.mark.parametrize("name", ["format", "game", "version", "config", "rules_digest", "lines"])
@pytest.mark.parametrize("value", [None, -1, 1.5, True, [], {}, "x"])
def test_a_header_with_an_invalid_value_is_rejected(played, name, value):
    first, body = played.record().dumps().split("\n", 1)
    head = json.loads(first)
    assert head["format"] == FORMAT
    with pytest.raises(StateError):
        replay_record(GameRecord.loads(json.dumps({**head, name: value}) + "\n" + body), GAME)


def test_an_illegal_line_is_refused_and_named(played):
    record = played.record()
    for number in range(0, len(record.lines), 5):
        for line in (
            RecordLine("nonsense", 0),
            RecordLine("playing dice 9", None),
            RecordLine("space ANT", 1),
            RecordLine("roll", 9),
        ):
            lines = (*record.lines[:number], line, *record.lines[number + 1 :])
            damaged = GameRecord(record.game, record.version, record.config, record.rules_digest, lines)
            with pytest.raises(StateError, match=f"line {number + 1} of the record"):
                replay_record(damaged, GAME)


def test_a_line_more_than_the_game_is_refused(played):
    record = played.record()
    longer = GameRecord(
        record.game, record.version, record.config, record.rules_digest, (*record.lines, RecordLine("roll", 0))
    )
    with pytest.raises(StateError, match="over"):
        replay_record(longer, GAME)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("name", SEARCHES)
def test_corrupt_files_raise_one_kind_of_error_or_are_other_records(name):
    """Change a file at random: the only error is a StateError."""
    text = golden(name).dumps()
    rng = random.Random(name)
    refused = 0
    for _ in range(30):
        place = rng.randrange(len(text))
        change = rng.choice(("", "\n", "0", "9", "*", " ", "x", "\u2028", text[rng.randrange(len(text))]))
        try:
            replay_record(GameRecord.loads(text[:place] + change + text[place + 1 :]), GAME)
        except StateError:
            refused += 1
    assert refused > 15


def test_a_private_answer_prints_reads_back_and_is_left_out_of_what_others_may_read():
    line = RecordLine("capital Rome", 1, visible_to=0)
    assert (str(line), RecordLine.parse(str(line))) == ("1?0 capital Rome", line)
    for text in ("*?0 dice 3", "*1?0 knows", "?0 take", "1?x take", "1?10 take"):
        with pytest.raises(StateError, match="is not a line of a record"):
            RecordLine.parse(text)
    record = GameRecord("toy", 1, {}, "", (RecordLine("take", 0), line))
    assert record.for_seat(0).lines == record.lines
    assert record.for_seat(1).lines == record.lines[:1]
