"""The ring of 30 spaces: like the ring of 24, with two Manoeuvre spaces between neighbouring Airspaces (AMB-042)."""

from itertools import pairwise

import numpy as np
import pytest

from wd_env.games.world_dominance.cards.card_data import load_board
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA,
    AUSTRALASIA,
    EUROPE,
    MANOEUVRE_SPACE,
    NO_REGION,
    OPPOSITE,
    PURGATORY_SPACE,
    REGIONS,
)
from wd_env.games.world_dominance.picture.draw import draw
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.text.scene import scene_of
from wd_env.table.chance_modes import EXPLICIT

RING = load_board("ring30").ring


def test_amb_042_two_manoeuvre_spaces_lie_between_two_airspaces():
    between = "".join("-" if space.region == NO_REGION else "A" for space in RING)
    assert between == "A--AAA--AAA--AAA--AAA--AAA--AA"
    assert all(space.kind == MANOEUVRE_SPACE for space in RING if space.region == NO_REGION)
    inside = [space.region for space in RING if space.kind == MANOEUVRE_SPACE and space.region != NO_REGION]
    assert inside == [EUROPE, AUSTRALASIA]  # AMB-043


def test_wd_021_airspaces_follow_each_other_as_on_the_shorter_ring():
    def named(ring):
        return [(space.kind, space.region, space.title) for space in ring if space.region != NO_REGION]

    assert named(RING) == named(load_board().ring)


def test_every_space_has_a_title_of_its_own():
    assert len({space.title for space in RING}) == 30


def test_wd_058_opposite_continent_spaces_lie_fifteen_steps_apart():
    places = {region: load_board("ring30").continent_space(region).index for region in range(REGIONS)}
    for region in set(range(REGIONS)) - {ANTARCTICA}:
        assert abs(places[region] - places[OPPOSITE[region]]) == 15


def test_wd_172_purgatory_can_be_reached_by_a_six():
    place = next(space.index for space in RING if space.kind == PURGATORY_SPACE)
    game = position(board="ring30", at={0: f"S{place - 6:02d}"})
    game.play("roll", "playing dice 6")
    assert (game.node.name, game.board.space(0)) == ("purgatory_throw", f"S{place:02d}")


def test_wd_040_after_the_last_space_comes_the_first():
    game = position(board="ring30", at={0: "S29"}, soldiers=[5, 10, 10])
    game.play("roll", "playing dice 1", "soldier dice 2")
    assert (game.board.space(0), game.board.soldiers[0]) == ("S00", 7)


def test_wd_226_the_gates_of_antarctica_are_those_of_this_ring():
    ways = []
    for gate in ("South America", "Australasia"):
        game = position(board="ring30", at={0: "ANT"}, queue=["M26"])
        game.play("roll", "playing dice 3")
        game.play(f"region {gate}")
        ways.append(game.board.space(0))
    gates = [load_board("ring30").continent_space(region).index for region in (1, AUSTRALASIA)]
    assert ways == [f"S{gate + 2:02d}" for gate in gates]


@pytest.mark.parametrize("players", [2, 5])
def test_whole_games_are_played_and_drawn(players):
    pytest.importorskip("pygame")
    table = WorldDominance(Config(num_players=players, board="ring30", max_turns=80), seed=players)
    pictures, places = [], set()
    while not table.is_terminal:
        table.play(table.legal_texts()[len(table.lines) % len(table.legal_texts())])
        places.update(table.state.place[: table.state.seats])
        if len(table.lines) % 50 == 0:
            pictures.append(draw(scene_of(table)))
    assert len(places & set(range(24, 30))) > 0
    assert not any(np.array_equal(one, other) for one, other in pairwise(pictures))


def test_the_rules_digest_differs_from_that_of_the_shorter_ring():
    short, long = (
        WorldDominance(Config(board=board), chance=EXPLICIT).record().rules_digest for board in ("ring24", "ring30")
    )
    assert short != long
