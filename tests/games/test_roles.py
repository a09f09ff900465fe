"""The texts of every game say which players have several seats, and tables of seats have different column titles."""

import random

import pytest

from tests.games.pledge.samples import IN_PAIRS
from tests.games.samples import all_samples, samples_of
from wd_env.registry import presenter_for

EVERY = [*all_samples(), samples_of("pledge"), IN_PAIRS]
KINDS = [pytest.param(samples, kind, id=f"{samples.row.name}: {kind}") for samples in EVERY for kind in samples.kinds]


@pytest.mark.parametrize(("samples", "kind"), KINDS)
def test_several_seats_of_a_player_are_described_and_column_titles_differ(samples, kind):
    table = samples.new_table(kind, samples.draw_options(kind, random.Random(1), 1), 1)
    presenter, s = presenter_for(table.game), table.state
    owners = [s.owner[seat] for seat in range(s.seats) if s.in_play[seat]]
    lines = presenter.role_lines(table)
    assert lines or len(set(owners)) == len(owners)
    described = " ".join(presenter.describe(table).split())
    assert all(line in described for line in lines)
    scene = presenter.scene_data(table)
    titles = [scene.get("seat_title", ""), *scene["seats"][0].get("columns", {})]
    assert len({title.casefold() for title in titles}) == len(titles)
