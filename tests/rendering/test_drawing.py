"""Canvas and window draw any game: here two bars of points."""

import pytest

from wd_env.errors import ConfigError

pytest.importorskip("pygame")

from wd_env.rendering.canvas import Canvas, check_size
from wd_env.rendering.window import Window

GROUND, BAR = (10, 20, 30), (200, 60, 60)


def draw(points, width=300, height=300):
    canvas = Canvas(width, height, GROUND)
    for seat, number in enumerate(points):
        canvas.box((100, 100 + 200 * seat), (10 + 20 * number, 120), BAR, radius=0)
    return canvas.pixels()


@pytest.mark.parametrize(("width", "height", "name"), [(199, 300, "width"), (300, 8193, "height")])
def test_a_size_out_of_range_is_refused_by_name(width, height, name):
    with pytest.raises(ConfigError, match=rf"{name}: expected 200 to 8192 pixels, got \d+"):
        check_size(width, height)


def test_a_window_draws_scene_after_scene_until_it_is_closed():
    shown = []

    def watched(points, width, height):
        shown.append((points, width, height))
        return draw(points, width, height)

    window = Window(watched, "Pledge", 320, 240)
    window.show([1, 2, 3])
    window.close()
    window.close()
    window.show([4, 5, 6])
    assert shown == [([1, 2, 3], 320, 240)]
    assert not window.is_open


def test_more_points_make_a_longer_bar():
    few, many = (draw([points, 0, 0]) for points in (2, 40))
    assert (many == BAR).all(axis=2).sum() > (few == BAR).all(axis=2).sum() > 0
