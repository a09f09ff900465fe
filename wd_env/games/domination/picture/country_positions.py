"""Where the countries of a map are drawn: the places of its file, or a plan made from its borders."""

from collections import deque
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from wd_env.games.domination.maps.border_graph import undirected
from wd_env.games.domination.maps.map_catalogue import Map

ITERATIONS = 150  # by which a plan is improved; it settles well before
SPREADING = 60  # rounds in which badges that overlap are moved apart
NEAR = 1e-6  # a distance taken for none

Spots = npt.NDArray[np.float64]  # [countries, 2], x to the right and y downwards


def has_positions(drawn: Map) -> bool:
    """Say whether the file places at least half of its countries, and not all of those in one line."""
    spots = np.array([country.place for country in drawn.countries if country.place], float).reshape(-1, 2)
    return 2 * len(spots) >= len(drawn.countries) and bool(np.all(np.ptp(spots, axis=0) > 0))


def spots_of(drawn: Map) -> Spots:
    """Return where each country is drawn, in a scale of its own; the same for the same map.

    A country without a place among others lies amid its neighbours.
    """
    if not has_positions(drawn):
        return _planar_layout(drawn.borders)
    placed = np.array([country.place is not None for country in drawn.countries])
    spots = np.array([country.place or (0, 0) for country in drawn.countries], float)
    return spots if placed.all() else _amid_neighbours(spots, placed, drawn.borders)


def fit(spots: Spots, corner: tuple[float, float], size: tuple[float, float], radius: float) -> Spots:
    """Return the spots within a box, all scaled alike, and no two nearer than badges of this radius need."""
    spread = np.maximum(np.ptp(spots, axis=0), NEAR)
    scale = float(np.min(np.array(size) / spread))
    centred: Spots = (spots - spots.min(axis=0) - spread / 2) * scale + np.array(corner) + np.array(size) / 2
    low, high = np.array(corner), np.array(corner) + np.array(size)
    for _ in range(SPREADING):
        if not (moved := _pushes(centred, 2 * radius)).any():
            break
        centred = np.clip(centred + moved, low, high)
    return centred


def _pushes(spots: Spots, least: float) -> Spots:
    """How far each spot has to move so that no other is nearer than `least`; each goes half of the way."""
    away = spots[:, None] - spots[None]
    far = np.hypot(away[..., 0], away[..., 1])
    numbers = np.arange(len(spots))
    same = (far < NEAR) & (numbers[:, None] != numbers[None])
    away[same] = np.sign(numbers[:, None] - numbers[None])[same][:, None] * np.array([NEAR, NEAR / 2])
    far = np.maximum(np.hypot(away[..., 0], away[..., 1]), NEAR)
    lacking = np.clip(least - far, 0, None) / 2
    np.fill_diagonal(lacking, 0)
    return np.asarray((away / far[..., None] * lacking[..., None]).sum(axis=1))


def _amid_neighbours(spots: Spots, placed: npt.NDArray[np.bool_], borders: Sequence[Sequence[int]]) -> Spots:
    """Put every country without a place at the mean of its neighbours, all at once."""
    near = undirected(borders)
    weights = np.zeros((len(spots), len(spots)))
    for start, ends in enumerate(near):
        weights[start, list(ends)] = -1
        weights[start, start] = len(ends)
    free = ~placed
    known = -weights[np.ix_(free, placed)] @ spots[placed]
    spots = spots.copy()
    spots[free] = np.linalg.solve(weights[np.ix_(free, free)], known)
    return spots


def _planar_layout(borders: Sequence[Sequence[int]]) -> Spots:
    """A plan in which countries lie as far apart as the borders between them are many (stress majorization)."""
    steps = _steps(borders)
    weights = 1 / np.maximum(steps, 1) ** 2
    np.fill_diagonal(weights, 0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    spots = _unfolded(steps)
    for _ in range(ITERATIONS):
        away = spots[:, None] - spots[None]
        far = np.maximum(np.hypot(away[..., 0], away[..., 1]), NEAR)
        ratio = -weights * steps / far
        np.fill_diagonal(ratio, 0)
        np.fill_diagonal(ratio, -ratio.sum(axis=1))
        spots = inverse @ (ratio @ spots)
    return spots


def _steps(borders: Sequence[Sequence[int]]) -> npt.NDArray[np.float64]:
    """How many borders lie between two countries, whatever their direction."""
    near = undirected(borders)
    steps = np.zeros((len(near), len(near)))
    for start in range(len(near)):
        met, waiting = {start: 0}, deque([start])
        while waiting:
            here = waiting.popleft()
            for end in near[here] - met.keys():
                met[end] = met[here] + 1
                waiting.append(end)
        steps[start, list(met)] = list(met.values())
    return steps


def _unfolded(steps: npt.NDArray[np.float64]) -> Spots:
    """The two directions in which the distances spread most (classical scaling), the longer one to the right."""
    centre = np.eye(len(steps)) - 1 / len(steps)
    values, vectors = np.linalg.eigh(-centre @ steps**2 @ centre / 2)
    widest = vectors[:, [-1, -2]] * np.sqrt(np.maximum(values[[-1, -2]], NEAR))
    signs = np.sign(widest[np.abs(widest).argmax(axis=0), [0, 1]])  # else the library's choice
    return np.asarray(widest * signs)
