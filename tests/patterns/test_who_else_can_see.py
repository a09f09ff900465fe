"""Secrets of one player are nowhere in what other players can fetch, with any deal."""

import random

import pytest

from tests.games.samples import all_samples, samples_of
from tests.patterns.test_the_second_time import EVERY
from wd_env.spec.game_spec import PLAYER
from wd_env.table.game_record import GameRecord, RecordLine


def sampled_kinds(samples):
    """Return the first and the last kind of a game's tables, and those with missions, which are secret."""
    rest = [kind for kind in samples.kinds[1:-1] if kind.title == "mission"]
    return [samples.kinds[0], *rest, samples.kinds[-1]]


KINDS = [
    pytest.param(samples, kind, id=f"{samples.row.name}: {kind}")
    for samples in EVERY
    if samples.has_hidden_fields
    for kind in sampled_kinds(samples)
]
DECISIONS = 80


def moments(samples, kind, seed):
    """Yield a table at each decision of a random game."""
    rng = random.Random(f"{samples.row.name} {kind} {seed}")
    table = samples.new_table(kind, {**kind.options, **samples.draw_options(kind, rng, 0)}, seed)
    for _ in range(DECISIONS):
        if table.is_terminal:
            return
        yield table, rng
        table.play(rng.choice(table.legal_texts()))


def shown_to(samples, table, seat):
    """Return every text about a table that this player, or a spectator, can request."""
    presenter = samples.row.presenter
    found = [presenter.describe(table, viewer=seat), *presenter.summary(table), presenter.decision_text(table)]
    found += presenter.private_lines(table, seat)
    if table.node.kind == PLAYER and table.seat == seat:
        found += [presenter.action_help(table, option) for option in table.legal_texts()]
    return found


@pytest.mark.parametrize(("samples", "kind"), KINDS)
def test_no_text_for_one_player_depends_on_what_others_know(samples, kind):
    for table, rng in moments(samples, kind, 1):
        me = rng.randrange(table.players)
        seat = table.home_seat(me)
        dealt = table.copy()
        samples.resample_hidden(dealt.state, seat, rng)
        assert shown_to(samples, dealt, seat) == shown_to(samples, table, seat)


@pytest.mark.parametrize(("samples", "kind"), KINDS)
def test_a_spectator_sees_no_secret_of_any_player(samples, kind):
    presenter = samples.row.presenter
    for table, rng in moments(samples, kind, 2):
        dealt = table.copy()
        samples.resample_hidden(dealt.state, table.home_seat(rng.randrange(table.players)), rng)
        assert presenter.describe(dealt) == presenter.describe(table)


@pytest.mark.parametrize(("samples", "kind"), KINDS)
def test_the_record_for_a_seat_has_no_line_that_others_alone_saw_and_no_start_and_no_notes(samples, kind):
    *_, (table, _) = moments(samples, kind, 3)
    record = table.record()
    for player in range(table.players):
        seat = table.home_seat(player)
        mine = record.for_seat(seat)
        assert all(line.visible_to in (None, seat) for line in mine.lines)
        left_out = [line for line in record.lines if line.visible_to not in (None, seat)]
        assert len(mine.lines) + len(left_out) == len(record.lines)


def test_a_record_that_others_may_read_has_neither_notes_nor_a_state_to_begin_with():
    lines = (RecordLine("a", 0), RecordLine("b", None, 1), RecordLine("c", 1, 1), RecordLine("d", None))
    record = GameRecord("g", 0, {}, "h", lines, {"note": "secret"}, {"card": "secret"})
    for seat in (0, 1, 2):
        text = record.for_seat(seat).dumps()
        assert "secret" not in text
        assert [line.text for line in record.for_seat(seat).lines] == (list("abcd") if seat == 1 else list("ad"))


def test_resampling_changes_secrets_in_these_games():
    for samples in (samples_of("pledge"), *all_samples()):
        changed = 0
        for kind in sampled_kinds(samples):
            for table, rng in moments(samples, kind, 1):
                dealt = table.copy()
                samples.resample_hidden(dealt.state, table.home_seat(0), rng)
                changed += dealt.state != table.state
        assert bool(changed) == samples.has_hidden_fields, samples.row.name
