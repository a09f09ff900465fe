"""Stored data: a digest, a header or a saved form contains every field that makes a difference."""

from dataclasses import fields

import pytest

from tests.games.samples import samples_of
from tests.patterns.test_the_second_time import EVERY, GAMES
from wd_env.errors import ConfigError
from wd_env.evaluation.matches.block_store import block_key
from wd_env.evaluation.matches.match_blocks import Block
from wd_env.evaluation.matches.run_fingerprint import RunFingerprint
from wd_env.evaluation.matches.run_header import make_header
from wd_env.options import options_of
from wd_env.table.game_record import GameRecord, RecordLine


def other_value(option, value):
    """Return another allowed value of the option, or None for an option that names files."""
    if option.kind == "integer":
        return next(number for number in (option.low, option.high) if number != value)
    if option.kind == "choice":
        return next(name for name in option.names if name != value)
    return not value if option.kind == "boolean" else None


def changed_configs(samples):
    """Yield the default configuration with one option changed, by the option, if that alone is valid."""
    kind = samples.row.game.config_class
    for name, option in options_of(kind).items():
        value = other_value(option, getattr(kind(), name))
        if value is not None and is_possible(samples, {name: value}):
            yield name, value


def is_possible(samples, options):
    """Return whether a table can be made with only these options."""
    try:
        samples.row.new_table(samples.row.config(**options), seed=1)
    except ConfigError:
        return False
    return True


OPTIONS = [
    pytest.param(samples, name, value, id=f"{samples.row.name}: {name}")
    for samples in EVERY
    for name, value in changed_configs(samples)
]


def test_most_options_are_covered():
    assert len(OPTIONS) > 50


@pytest.mark.parametrize(("samples", "name", "value"), OPTIONS)
def test_a_record_and_a_saved_state_contain_every_option(samples, name, value):
    table = samples.row.new_table(samples.row.config(**{name: value}), seed=1)
    assert table.record().config[name] == value
    assert table.to_json()["config"][name] == value


@pytest.mark.parametrize("samples", GAMES)
def test_the_bytes_and_the_saved_form_of_a_state_contain_every_field(samples):
    state = samples.row.new_table(seed=1).state
    schema = samples.game.schema
    for field in schema.fields:
        other = state.copy()
        if field.length:
            getattr(other, field.name)[-1] ^= 1
        else:
            setattr(other, field.name, getattr(other, field.name) ^ 1)
        assert other != state, field.name
        assert other.to_bytes() != state.to_bytes(), field.name
        assert schema.to_json(other) != schema.to_json(state), field.name


@pytest.mark.parametrize("samples", GAMES)
def test_the_digest_of_rules_depends_on_every_option(samples):
    table = samples.row.new_table(seed=1)
    before = table.record().rules_digest
    for field in (field for field in samples.game.schema.fields if field.constant):
        other = samples.row.new_table(seed=1)
        value = getattr(other.state, field.name)
        if field.length:
            value[-1] ^= 1
        else:
            setattr(other.state, field.name, value ^ 1)
        assert other.record().rules_digest != before, field.name


def test_a_record_that_differs_anywhere_is_another():
    record = GameRecord("a", 0, {"b": 1}, "c", (RecordLine("d", 0, 0),), {"e": 2}, {"f": 3})
    others = ["z", 1, {"b": 2}, "z", (RecordLine("d", 0),), {"e": 3}, {"f": 4}]
    texts = {record.dumps()}
    for field, value in zip(fields(GameRecord), others, strict=True):
        values = {name.name: getattr(record, name.name) for name in fields(GameRecord)} | {field.name: value}
        texts.add(GameRecord(**values).dumps())
        assert GameRecord.loads(GameRecord(**values).dumps()) == GameRecord(**values)
    assert len(texts) == len(others) + 1


def test_the_header_of_saved_blocks_contains_everything_that_they_depend_on():
    row = samples_of("world_dominance").row
    usual = ("format", row, {"max_turns": 9}, 3, [{"name": "a", "sha256": "b"}], 1, 64)
    other = {
        0: "another",
        2: {"max_turns": 10},
        4: [{"name": "a", "sha256": "c"}],
        5: 2,
        6: 32,
    }
    headers = [make_header(*usual)]
    for place, value in other.items():
        arguments = list(usual)
        arguments[place] = value
        headers.append(make_header(*arguments))
    headers.append(make_header(*usual[:4], [{"name": "c", "sha256": "b"}], *usual[5:]))
    texts = {str(sorted(header.items(), key=str)) for header in headers}
    assert len(texts) == len(headers) == 7


def test_blocks_are_kept_by_line_up_and_number():
    blocks = [Block(names, 1, number) for names in (("a", "b"), ("b", "a"), ("a", "b", "b")) for number in (0, 1)]
    assert len({block_key(block) for block in blocks}) == len(blocks)


def test_the_requirements_of_a_match_contain_the_files_of_every_bot(tmp_path):
    from tests.agents.golden_bot import ARCHITECTURES, SMALL, saved

    game = samples_of("world_dominance").game
    first, last = saved(tmp_path / "first.wdbot", SMALL), saved(tmp_path / "last.wdbot", SMALL)
    names = ["random", str(first), str(last)]
    before = RunFingerprint.of(game, names)
    saved(last, ARCHITECTURES[1])
    assert RunFingerprint.of(game, names) != before
    assert RunFingerprint.of(game, names[:2]).bots == before.bots[:2]
