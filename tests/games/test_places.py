"""The meaning of the index of a list is declared and not guessed from its length; long lists are printed on request."""

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.running import Wd
from tests.games.samples import all_samples, samples_of
from tests.toy_game import CARDS, PLEDGE, SCHEMA, SEATS
from wd_env.errors import ConfigError
from wd_env.games.domination.config import Config
from wd_env.games.domination.table import Domination
from wd_env.spec.state_schema import Field, StateSchema
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_table import Table
from wd_env.text.game_text import Presenter
from wd_env.text.line_width import WIDTH
from wd_env.text.public_state import PublicState

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "map_files.md").read_text("utf-8")
EVERY = [*all_samples(), samples_of("pledge")]
PILES = Field("pile", "i1", SEATS, "cards of each pile, one per seat", by="pile")
STAKES = Field("stake", "i1", SEATS, "what each player has put in", by="player")
TRACK = Field("track", "i2", 200, "a long list", by="space")


@pytest.fixture
def wd(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name, text in zip(("two_islands.map", "two_islands.cards"), re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL),
                          strict=True):  # fmt: skip
        (tmp_path / name).write_text(text)
    return Wd(capsys, monkeypatch)


MAP = ("--game", "domination", "--map", "two_islands.map", "--seed", 1)


@pytest.mark.parametrize("auto_place", ["none", "all"])
def test_the_map_of_the_page_is_played_at_the_terminal(wd, auto_place):
    typed = "t\n" + "1\n" * 60 + "q\n"
    ended = wd("play", *MAP, "--seats", "me,random", "--auto-place", auto_place, "--max-rounds", 2, typed=typed)
    assert (ended.code, ended.err) == (0, "")
    assert "Ash Bay" in ended.out


def test_the_map_of_the_page_is_refereed(wd):
    typed = "0\n" + "1\n2\n3\n4\n5\n6\n" + "1\n" * 20 + "t\nq\n"
    ended = wd("table", "game.txt", *MAP, "--seats", "human,human", typed=typed)
    assert (ended.code, ended.err) == (0, "")
    assert "Fir" in ended.out


def test_countries_are_no_seats_where_there_are_as_many(tmp_path, wd):
    table = Domination(Config(map="two_islands.map", num_players=2, auto_place="all"), seed=1)
    assert len(table.state.holder) == table.game.seats == 6
    now = PublicState.of(table)
    assert len(now.shared["holder"]) == len(now.shared["armies"]) == 6
    assert set(now.by_seat[0]) == {field.name for field in table.game.schema.fields
                                   if field.by == "seat" and not field.private} - {"owner", "in_play"}  # fmt: skip


def with_fields(*more):
    schema = StateSchema("pledge", (*SCHEMA.fields, *more))

    def new_state(config):
        state, wide = PLEDGE.new_state(config), schema.state_class()
        for field in SCHEMA.fields:
            setattr(wide, field.name, getattr(state, field.name))
        return wide

    game = replace(PLEDGE, schema=schema, new_state=new_state)
    table = Table(game, chance=EXPLICIT)
    for text in ("card 1", "card 2", "card 3"):
        table.play(text)
    return table


def test_a_list_is_by_seat_or_by_player_if_it_says_so():
    table = with_fields(PILES, STAKES)
    table.state.pile, table.state.stake, table.state.points = [7, 8, 9], [4, 5, 6], [1, 2, 3]
    result = Presenter("Pledge").scene_data(table)
    assert result["pile"] == [7, 8, 9]
    assert [(seat["stake"], seat["points"], "pile" in seat) for seat in result["seats"]] == [
        (4, 1, False), (5, 2, False), (6, 3, False)]  # fmt: skip
    assert "pile 7 8 9" in Presenter("Pledge").describe(table)


def test_a_long_list_is_printed_when_it_is_asked_for():
    table, telling = with_fields(TRACK), Presenter("Pledge")
    table.state.track[150] = 12345
    brief, whole = telling.describe(table), telling.describe(table, lists=True)
    assert "track has 200 numbers (`t lists`, or lists=True, prints them)" in " ".join(brief.split())
    assert "12345" not in brief
    assert "12345" in whole
    assert len(whole.split()) >= len(brief.split()) + 200
    assert all(len(line) <= WIDTH for line in whole.splitlines())
    assert telling.scene_data(table)["track"][150] == 12345, "expected the complete list in the data"


def test_a_change_of_a_long_list_is_told_by_its_places():
    table, telling = with_fields(TRACK), Presenter("Pledge")
    before = telling.public_state(table)
    table.state.track[150] = 7
    assert telling.changes(before, table) == ["track 150: 7 (+7)"]
    table.state.track[:20] = [1] * 20
    (result,) = telling.changes(before, table)
    assert result.endswith("7: 1 (+1) and 13 more")


@pytest.mark.parametrize("samples", EVERY, ids=lambda samples: samples.row.name)
def test_every_description_of_a_table_is_short_enough_to_read(samples):
    from wd_env.registry import presenter_for

    table = samples.new_table(samples.kinds[-1], dict(samples.kinds[-1].options), 1)
    for lists in (False, True):
        assert len(presenter_for(table.game).describe(table, 0, lists=lists)) < 20_000


@pytest.mark.parametrize(
    ("field", "message"),
    [
        (Field("extra", "i1", 3, ""), "field 'extra': expected `by` for lists only, got a list of 3 by nothing"),
        (Field("extra", "i1", 0, "", by="card"), "field 'extra': expected `by` for lists only, got one number by card"),
        (Field("extra", "i1", CARDS, "", by="seat"), "field 'extra' by seat: expected a list of 3, got one of 4"),
        (Field("extra", "i1", CARDS, "", by="player"), "field 'extra' by player: expected a list of 3, got one of 4"),
    ],
)
def test_a_list_that_does_not_say_what_its_places_are_is_refused(field, message):
    with pytest.raises(ConfigError, match=re.escape(message)):
        replace(PLEDGE, schema=StateSchema("pledge", (*SCHEMA.fields, field)))


def test_the_fields_of_the_core_are_by_what_the_core_takes_them_for():
    fields = tuple(replace(field, by="seat") if field.name == "won" else field for field in SCHEMA.fields)
    with pytest.raises(ConfigError, match="field 'won': expected by player, got by seat"):
        replace(PLEDGE, schema=StateSchema("pledge", fields))


@pytest.mark.parametrize("samples", EVERY, ids=lambda samples: samples.row.name)
def test_the_data_of_a_table_do_not_grow_with_the_game(samples):
    """Check that no list grows with the length of a game, because lists are sent completely."""
    row, chance = samples.row, random.Random(1)
    table = row.new_table(row.config(**row.short_options[0]), seed=1)
    sizes = [len(json.dumps(row.presenter.scene_data(table, 0)))]
    while not table.is_terminal and len(table.lines) < 3_000:
        table.play(chance.choice(table.legal_texts()))
        if len(table.lines) % 100 == 0 or table.is_terminal:
            sizes.append(len(json.dumps(row.presenter.scene_data(table, 0))))
    assert len(sizes) > 1
    assert max(sizes) < 1.5 * sizes[0] + 1_000
