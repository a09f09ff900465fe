"""Renderings of an environment: the table as text, its image, and a window that does not disturb others."""

import gymnasium
import numpy as np
import pytest

from tests.envs.catalogue import ROWS, SOON, TOY
from tests.envs.referee import any_legal
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.registered_env import make_aec_env, make_raw_aec_env
from wd_env.errors import ConfigError
from wd_env.registry import GAMES

MODES = ["human", "ansi", "rgb_array"]
BOTH = pytest.mark.parametrize("name", GAMES)


@pytest.fixture
def pygame():
    module = pytest.importorskip("pygame")
    yield module
    module.quit()


def played(env, answers, seed=1):
    """Play random actions."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    for _ in range(answers):
        env.step(any_legal(env.last()[0]["action_mask"], rng))
    return env


@pytest.mark.parametrize("name", ROWS)
def test_ansi_is_the_whole_table_as_everybody_sees_it(name):
    env = played(make_raw_aec_env(ROWS[name], render_mode="ansi", **SOON[name]), 4)
    assert env.render() == ROWS[name].presenter.describe(env.table)
    single = SingleAgentEnv(game=ROWS[name], render_mode="ansi", **SOON[name])
    single.reset(seed=1)
    assert single.render() == ROWS[name].presenter.describe(single.table)


def test_the_text_of_domination_names_every_country_with_its_armies():
    env = played(make_raw_aec_env("domination", render_mode="ansi", auto_place="all"), 8)
    text = " ".join(env.render().split())
    for place, country in enumerate(env.table.config.load().countries):
        held = f"seat {env.table.state.holder[place]} {env.table.state.armies[place]}"
        assert f"{place + 1} {country.title} {held}" in text


@BOTH
def test_the_picture_shows_how_the_game_goes_on(name, pygame):
    env = played(make_aec_env(name, render_mode="rgb_array"), 2)
    first = env.render()
    assert (first.shape, first.dtype) == ((900, 1200, 3), np.uint8)
    assert np.array_equal(first, env.render())
    assert not np.array_equal(first, played(env, 30).render())


@BOTH
def test_all_modes_of_a_game_with_a_picture_are_in_its_metadata(name, pygame):
    for env in (make_raw_aec_env(name), SingleAgentEnv(game=name), gymnasium.make(GAMES[name].gymnasium_id)):
        assert env.metadata["render_modes"] == MODES


@pytest.mark.parametrize("mode", ["human", "rgb_array"])
def test_a_game_without_a_picture_has_no_mode_that_wants_one(mode):
    pytest.importorskip("numba")
    from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv

    message = f"render_mode: expected ansi or None, got {mode!r}"

    def single(row, **how):
        return SingleAgentEnv(game=row, **how)

    def many(row, **how):
        return GameVectorEnv(2, game=row, **how)

    for make in (make_raw_aec_env, single, many):
        assert make(TOY).metadata["render_modes"] == ["ansi"]
        with pytest.raises(ConfigError, match=message):
            make(TOY, render_mode=mode)


# Windows


@pytest.fixture
def frames(pygame, monkeypatch):
    """Return a list that collects every drawn frame; clocks do not wait."""
    from wd_env.rendering.window import Window

    class Clock:
        waits = []  # noqa: RUF012 - of one test

        def tick(self, fps):
            self.waits.append(fps)

    drawn, show = [], Window.show

    def watched(self, scene):
        show(self, scene)
        drawn.append(pygame.surfarray.array3d(self._window.get_surface()) if self.is_open else None)

    monkeypatch.setattr(pygame.time, "Clock", Clock)
    monkeypatch.setattr(Window, "show", watched)
    yield drawn
    assert set(Clock.waits) <= {2}


@BOTH
def test_human_draws_in_reset_and_in_each_step(name, frames):
    env = gymnasium.make(GAMES[name].gymnasium_id, num_players=2, opponents=["random"], render_mode="human")
    env.reset(seed=1)
    assert len(frames) == 1
    rng = np.random.default_rng(1)
    for _ in range(5):
        env.step(any_legal(env.unwrapped.action_masks(), rng))
    assert len(frames) == 6
    assert not np.array_equal(frames[0], frames[-1])
    shown = ROWS[name].presenter.image(env.unwrapped.table)
    assert np.array_equal(frames[-1].transpose(1, 0, 2), shown)
    env.close()
    env.close()


@BOTH
def test_human_draws_each_step_of_all_agents(name, frames):
    env = make_aec_env(name, render_mode="human")
    played(env, 5)
    assert len(frames) == 6
    assert env.render() is None
    assert len(frames) == 7
    env.close()


def test_windows_are_independent_and_the_programs_own_is_left_alone(pygame, frames):
    pygame.display.init()
    mine = pygame.display.set_mode((120, 90))
    mine.fill((10, 20, 30))
    one, other = (played(make_raw_aec_env("domination", render_mode="human"), 1) for _ in range(2))
    one.close()
    del frames[:]
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a))
    played(other, 1)
    assert all(frame is not None for frame in frames)
    assert pygame.display.get_surface() is mine
    assert tuple(mine.get_at((5, 5)))[:3] == (10, 20, 30)
    assert [event.key for event in pygame.event.get(pygame.KEYDOWN)] == [pygame.K_a]
    other.close()
    assert pygame.display.get_surface() is mine
    pygame.display.flip()


def test_a_click_on_the_cross_closes_that_window_alone(pygame, frames):
    one, other = (played(make_raw_aec_env("domination", render_mode="human"), 0) for _ in range(2))
    click = pygame.event.Event(pygame.WINDOWCLOSE, window=one._window._window)
    pygame.event.clear()
    pygame.event.post(click)
    other.show()
    assert (one._window.is_open, other._window.is_open) == (False, True)
    del frames[:]
    one.show()
    other.show()
    assert [frame is None for frame in frames] == [True, False]
    for env in (one, other):
        env.close()


# Many games


@pytest.mark.parametrize("name", ROWS)
def test_games_side_by_side_are_rendered_as_single_ones(name):
    pytest.importorskip("numba")
    from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv

    given = {"game": ROWS[name], "num_players": 2, "render_mode": "ansi", **SOON[name]}
    many, singles = GameVectorEnv(3, **given), [SingleAgentEnv(**given) for _ in range(3)]
    rng = np.random.default_rng(1)
    many.reset(seed=5)
    for row, single in enumerate(singles):
        single.reset(seed=5 + row)
    seen, over = set(), False
    while not over and len(seen) < 9:
        texts = many.render()
        for text, single in zip(texts, singles, strict=True):
            rendered = single.render()
            assert text.splitlines()[-1] == rendered.splitlines()[-1]
            assert text.startswith(rendered.partition("\nRecent events:")[0].strip())
        seen.update(texts)
        actions = np.array([any_legal(mask, rng) for mask in many.action_masks()])
        _, _, terminated, truncated, _ = many.step(actions)
        for single, action in zip(singles, actions, strict=True):
            single.step(action)
        over = (terminated | truncated).any()
    assert len(seen) > 1


@BOTH
def test_gymnasium_makes_many_that_are_rendered(name, pygame):
    pytest.importorskip("numba")
    games = gymnasium.make_vec(GAMES[name].gymnasium_id, 2, render_mode="rgb_array", num_players=2)
    assert games.metadata["render_modes"] == ["ansi", "rgb_array"]
    games.reset(seed=1)
    assert [frame.shape for frame in games.render()] == [(900, 1200, 3)] * 2
    with pytest.raises(ConfigError, match="render_mode: expected ansi, rgb_array or None, got 'human'"):
        gymnasium.make_vec(GAMES[name].gymnasium_id, 2, render_mode="human", vectorization_mode="vector_entry_point")
