"""The image: its shape, its contents, and that it opens no window itself."""

import random
import sys

import numpy as np
import pytest

from wd_env.errors import ConfigError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.names import ASIA, EUROPE, REGIONS, THEMES
from wd_env.games.world_dominance.picture.board_geometry import MIDDLE, MIDDLE_RADIUS, OUTER, polar, sectors_of
from wd_env.games.world_dominance.picture.draw import draw
from wd_env.games.world_dominance.picture.palette import PAPER, STONE
from wd_env.games.world_dominance.picture.palette import PIECES as PIECE_COLOURS
from wd_env.games.world_dominance.picture.palette import REGIONS as REGION_COLOURS
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.text.scene import scene_of
from wd_env.table.game_record import RecordLine

pytest.importorskip("pygame")

PANELS_LEFT = 796
FOOT_TOP = 796


def picture(table, viewer=None):
    return draw(scene_of(table, viewer))


def pixel(pixels, point):
    return tuple(int(value) for value in pixels[round(point[1]), round(point[0])])


def near_edge(table, place):
    """Return a point of a space close to its outer edge, where the bundled ring has no text."""
    sector = sectors_of(scene_of(table).titles.board.ring)[place]
    return polar(sector.middle, OUTER - 4)


def inner_point(table, place):
    """Return the position of a single piece on a space, slightly next to its letters."""
    sector = sectors_of(scene_of(table).titles.board.ring)[place]
    x, y = polar(sector.middle, sector.inner - 21)
    return x, y - 10


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_picture_is_bytes_of_the_size_asked_for(players):
    scene = scene_of(position(players))
    assert (draw(scene).shape, draw(scene).dtype) == ((900, 1200, 3), np.uint8)
    assert draw(scene, 640, 700).shape == (700, 640, 3)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whole_games_can_be_drawn_from_setting_up_to_the_end(players):
    table = WorldDominance(Config(num_players=players, max_turns=60), seed=players)
    chance = random.Random(players)
    pictures = [picture(table)]
    while not table.is_terminal:
        for _ in range(40):
            if not table.is_terminal:
                table.play(chance.choice(table.legal_texts()))
        pictures.append(picture(table, viewer=0))
    assert len({pixels.tobytes() for pixels in pictures}) == len(pictures)


def test_the_same_scene_gives_the_same_picture():
    assert np.array_equal(picture(position(4)), picture(position(4)))


def test_a_size_out_of_range_is_refused():
    with pytest.raises(ConfigError, match="width: expected 200 to 8192 pixels, got 10"):
        draw(scene_of(position()), 10, 900)


def test_without_pygame_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(ConfigError, match=r"wd-env\[render\]"):
        draw(scene_of(position()))


def test_each_continent_space_has_the_colour_of_its_continent():
    table = position(3)
    pixels = picture(table)
    board = scene_of(table).titles.board
    for region in range(REGIONS):
        space = board.continent_space(region)
        if space in board.ring:
            assert pixel(pixels, near_edge(table, space.index)) == REGION_COLOURS[region]
    assert pixel(pixels, near_edge(table, 1)) == PAPER  # between two Airspaces


def test_a_piece_stands_at_its_space_in_its_colour():
    here, there = position(2, at={0: "S05"}), position(2, at={0: "S06"})
    genghis_khan = PIECE_COLOURS[7]
    assert pixel(picture(here), inner_point(here, 5)) == genghis_khan
    assert pixel(picture(there), inner_point(here, 5)) != genghis_khan
    assert pixel(picture(there), inner_point(here, 6)) == genghis_khan


def test_five_pieces_on_one_space_and_one_on_antarctica_are_all_seen():
    colours = [PIECE_COLOURS[piece] for piece in (7, 5, 3, 2, 4)]
    crowd = picture(position(5, at=dict.fromkeys(range(5), "S00")))[560:700, 240:400].reshape(-1, 3)
    for colour in colours:
        assert (crowd == colour).all(axis=1).sum() > 100
    alone = picture(position(5, at={3: "ANT"}))[556:590, 370:420].reshape(-1, 3)
    assert (alone == colours[3]).all(axis=1).sum() > 100
    pixels = picture(position(5, at={2: "ANT", 3: "ANT"}))[556:590, 340:450].reshape(-1, 3)
    for colour in (colours[2], colours[3]):
        assert (pixels == colour).all(axis=1).sum() > 100


def test_a_closed_airspace_is_grey_and_the_others_keep_their_colours():
    table = position(3, closed="Europe")
    board, pixels = scene_of(table).titles.board, picture(table)
    europe, asia = (near_edge(table, board.continent_space(region).index) for region in (EUROPE, ASIA))
    around = pixels[round(europe[1]) - 4 : round(europe[1]) + 4, round(europe[0]) - 25 : round(europe[0]) + 25]
    assert (around == STONE).all(axis=2).any()
    assert not (around == REGION_COLOURS[EUROPE]).all(axis=2).any()
    assert (around.max(axis=2) < min(STONE) - 2).any()  # hatched with darker lines
    assert pixel(pixels, asia) == REGION_COLOURS[ASIA]


def test_a_closed_antarctica_is_grey():
    opened, closed = (picture(position(3, closed=region)) for region in (None, "Antarctica"))
    strip = (slice(496, 500), slice(320, 460))
    assert (opened[strip] == REGION_COLOURS[2]).all(axis=2).mean() > 0.9
    assert not (closed[strip] == REGION_COLOURS[2]).all(axis=2).any()


@pytest.mark.parametrize(
    "change",
    [
        {"soldiers": [11, 9, 10]},
        {"cards": {1: ["Rome"]}},
        {"khyber_pass": 2},
        {"pardon": 1},
        {"ice_house": {2: 2}},
        {"reinforcements_used": [0]},
        {"out": [2]},
        {"turn": 1},
    ],
)
def test_the_panels_show_what_each_player_has(change):
    before, after = picture(position(3)), picture(position(3, **change))
    assert (before[:, PANELS_LEFT:] != after[:, PANELS_LEFT:]).any()


def test_cards_out_of_play_are_underlined_and_sets_are_counted():
    cards = {0: ["Mozambique", "Cairo", "Kenya", "Angola", "Nigeria"]}
    loose, laid = (
        picture(position(3, cards=cards, variant="multi_five", stacking=stacking))[:, PANELS_LEFT:]
        for stacking in (False, True)
    )
    assert (loose != laid).any()
    counted = picture(position(3, cards=cards, variant="multi_five"))[:, PANELS_LEFT:]
    assert (counted != picture(position(3, cards=cards, variant="ten_card"))[:, PANELS_LEFT:]).any()


def test_the_middle_shows_garrison_and_zone():
    x, y, radius = round(MIDDLE[0]), round(MIDDLE[1]), round(MIDDLE_RADIUS)
    middle = (slice(y - radius, y + radius), slice(x - radius, x + radius))
    before = picture(position(3))[middle]
    assert (before != picture(position(3, soldiers=[10, 10, 11]))[middle]).any()
    assert (before != picture(position(3, rsz=3))[middle]).any()


def test_the_foot_shows_the_throw_and_the_open_question():
    game = position(3, at={0: "S00"})
    start = picture(game)[FOOT_TOP:, :PANELS_LEFT]
    game.play("roll")
    asked = picture(game)[FOOT_TOP:, :PANELS_LEFT]
    game.play("playing dice 2")
    thrown = picture(game)[FOOT_TOP:, :PANELS_LEFT]
    assert (start != asked).any()
    assert (asked != thrown).any()
    assert tuple(thrown[814 - FOOT_TOP, 30]) == (20, 20, 24)  # the black die


def test_a_strategic_point_has_a_star_of_gold():
    gold = (250, 204, 72)
    with_point, without = (
        picture(position(3, cards={0: [title]}))[70:110, 806:1184].reshape(-1, 3) for title in ("Argentina", "Peru")
    )
    assert (with_point == gold).all(axis=1).sum() > 20
    assert not (without == gold).all(axis=1).any()


def test_a_picture_tells_no_secret_of_another_seat():
    game = position(3, lands="rsz", knows={})
    game.play("theme T05")
    other = game.copy()
    other.state.theme = (other.state.theme + 1) % THEMES
    other.lines = [*other.lines[:-1], RecordLine("theme T06", None, 0)]
    assert (picture(game, 1) == picture(other, 1)).all()
    assert (picture(game, 0) != picture(other, 0)).any()


def with_all_cards(seat):
    """Return the image of a table at which a seat has every card, which would have won."""
    game = position(5)
    game.state.card_at = [seat] * len(game.state.card_at)
    return picture(game)


def test_all_cards_in_one_hand_stay_inside_the_panel():
    changed = np.argwhere((with_all_cards(4)[:, PANELS_LEFT:] != with_all_cards(3)[:, PANELS_LEFT:]).any(axis=2))
    assert changed[:, 0].max() < 892
    assert changed[:, 1].max() + PANELS_LEFT < 1192
