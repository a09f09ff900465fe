"""What a seat may not know changes nothing that the seat is shown: secrets are dealt anew and the views compared.

Secret are what others know of a title, and the Intelligence Card in the asker's hand until it is read out.
"""

import random

import pytest

from tests.world_dominance.players import POLICIES, new_table, turns_of, uniform
from wd_env.core.record import Line, Record
from wd_env.core.table import ASKED
from wd_env.world_dominance.game import GAME
from wd_env.world_dominance.names import NO_THEME, NOBODY, THEMES
from wd_env.world_dominance.position import position
from wd_env.world_dominance.table import WorldDominance

SECRET_FIELDS = {"knows", "theme", "theme_pack"}


def holds_secret_theme(s, me):
    """Another seat holds a card that others cannot tell from those nobody has seen."""
    return s.theme != NO_THEME and s.tested == NOBODY and s.asker != me and s.theme_unseen > 0


def deal_anew(s, me, luck):
    """Other knowledge for the others, another card in the asker's hand, all consistent with what `me` saw."""
    for seat in range(s.seats):
        if seat != me:
            s.knows[seat] = luck.getrandbits(29) & s.knowledge_drawn[seat]
    if holds_secret_theme(s, me):
        hidden = [*s.theme_pack[: s.theme_unseen], s.theme]
        s.theme = luck.choice(hidden)
        hidden.remove(s.theme)
        s.theme_pack[: s.theme_unseen] = sorted(hidden)
        s.theme_pack[THEMES - 1] = s.theme


def shown(table, me):
    view = table.view(me)
    return view.obs, view.mask, table.question.name, table.seat, table.is_over


def knowing_table(players, seed):
    """A game in which titles are soon read to everybody, so that there is something to hide."""
    return new_table(players, seed, max_turns=100, luck=ASKED)


def answer_with_much_secrecy(table, luck):
    """Prefer what leads to the zone: the bluff is asked, and the pieces land on it."""
    if table.question.name == "movement_throw" and luck.random() < 0.5:
        table.play(leads_to_the_zone(table, luck))
    else:
        table.play(uniform(table.options(), luck))


def leads_to_the_zone(table, luck):
    for outcome in table.options():
        copy = table.copy()
        copy.play(outcome)
        if copy.question.name in ("theme_draw", "test_whom"):
            return outcome
    return uniform(table.options(), luck)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_view_does_not_change_with_what_the_seat_may_not_know(players):
    deals = secret_themes = 0
    for seed in range(4):
        luck = random.Random(f"{players} {seed}")
        table = knowing_table(players, seed)
        while not table.is_over:
            answer_with_much_secrecy(table, luck)
            me = luck.randrange(players)
            if not any(table.state.knows) and table.state.theme == NO_THEME:
                continue
            before = shown(table, me)
            for _ in range(5):
                other = table.copy()
                deal_anew(other.state, me, luck)
                assert shown(other, me) == before
                deals += 1
                secret_themes += other.state.theme != table.state.theme
    assert deals > 2000
    assert secret_themes > 5


def dealt_anew_in_the_record(table, me, luck):
    """The record as it would be had luck that `me` did not see been other luck."""
    lines = list(table.record().lines)
    for number, line in enumerate(lines):
        if line.text in ("knows", "does not know") and line.seen_by not in (None, me):
            lines[number] = Line(luck.choice(("knows", "does not know")), None, line.seen_by)
    if holds_secret_theme(table.state, me):
        last = max(n for n, line in enumerate(lines) if line.text.startswith("theme "))
        hidden = [*table.state.theme_pack[: table.state.theme_unseen], table.state.theme]
        lines[last] = Line(f"theme T{luck.choice(hidden) + 1:02d}", None, lines[last].seen_by)
    record = table.record()
    return Record(record.game, record.version, record.config, record.house, tuple(lines))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_another_history_of_secrets_gives_the_same_views_and_the_same_record_for_the_seat(players):
    changed = 0
    for seed in range(5):
        luck = random.Random(f"history {players} {seed}")
        table = knowing_table(players, seed)
        while not table.is_over:
            answer_with_much_secrecy(table, luck)
            asks = holds_secret_theme(table.state, NOBODY)
            if luck.random() < (0.3 if asks else 0.01):
                me = luck.randrange(players)
                record = dealt_anew_in_the_record(table, me, luck)
                other = WorldDominance.replay(GAME, record)
                assert shown(other, me) == shown(table, me)
                assert other.record().for_seat(me).dumps() == table.record().for_seat(me).dumps()
                assert public_bytes(other.state) == public_bytes(table.state)
                changed += other.record() != table.record()
    assert changed > 5


def public_bytes(s):
    record = s.to_record()
    return {f.name: record[f.name].tobytes() for f in GAME.schema.fields if f.name not in SECRET_FIELDS}


def test_the_fields_that_hold_secrets_are_marked_private():
    assert {field.name for field in GAME.schema.fields if field.private} == SECRET_FIELDS


def test_a_batch_gives_no_private_field():
    pytest.importorskip("numba")
    from wd_env.core.batch import Batch

    batch = Batch(GAME, 1, 1)
    for name in SECRET_FIELDS:
        with pytest.raises(KeyError):
            batch.field(name)


def test_luck_of_one_seat_is_left_out_of_the_others_records():
    table = position(players=3, lands="rsz")
    table.play("theme T05")
    assert [str(line) for line in table.record().for_seat(0).lines] == ["*0 theme T05"]
    assert table.record().for_seat(1).lines == ()
    table.play("name +1", "does not know")
    assert [str(line) for line in table.record().for_seat(1).lines] == ["0 name +1", "*1 does not know"]
    assert [str(line) for line in table.record().for_seat(2).lines] == ["0 name +1"]


def test_the_asker_sees_the_theme_and_the_others_only_when_it_is_read_out():
    table = position(players=3, lands="rsz")
    table.play("theme T05")
    assert [table.view(seat).piece("theme").count(1) for seat in range(3)] == [1, 0, 0]
    assert [sum(table.view(seat).piece("theme_unseen")) for seat in range(3)] == [26, 27, 27]
    table.play("name +1", "knows")
    assert [table.view(seat).piece("theme").index(1) for seat in range(3)] == [4, 4, 4]
    assert [sum(table.view(seat).piece("theme_unseen")) for seat in range(3)] == [26, 26, 26]
    assert [table.view(seat).piece("knows_title") for seat in range(3)] == [0, 1, 0]


def test_only_the_seat_itself_sees_what_it_knows():
    table = position(players=3, knows={1: ["T05", "SAB"]})
    assert [sum(table.view(seat).piece("own_titles_known")) for seat in range(3)] == [0, 2, 0]


def test_a_seat_that_is_not_asked_is_shown_no_options():
    table = position(players=3)
    assert table.view(0).options
    assert not table.view(1).options


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_a_copy_knows_nothing_of_the_luck_to_come(policy):
    """Copies made at one moment go on alike with the same luck, whatever generator the table has."""
    luck = random.Random(1)
    for table in turns_of(new_table(3, 11, max_turns=20), policy, luck):
        copy = table.copy()
        assert copy.luck == ASKED
        assert copy._stream[2] == 0
        assert copy._stream[:2] != table._stream[:2]
