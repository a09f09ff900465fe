"""Positions of countries in an image: those of the file, or a layout computed from the borders."""

from collections import deque
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from wd_env.games.domination.maps.border_graph import undirected
from wd_env.games.domination.maps.map_catalogue import Map

ITERATIONS = 150  # of the layout, which converges well before
SPREADING = 60  # iterations in which overlapping badges are moved apart
NEAR = 1e-6  # a distance treated as zero

Spots = npt.NDArray[np.float64]  # [countries, 2], x to the right and y downwards


def has_positions(drawn: Map) -> bool:
    """Return whether the file places at least half of its countries, and not all in one line."""
    spots = np.array([country.place for country in drawn.countries if country.place], float).reshape(-1, 2)
    return 2 * len(spots) >= len(drawn.countries) and bool(np.all(np.ptp(spots, axis=0) > 0))


def spots_of(drawn: Map) -> Spots:
    """Return the position of each country, in any scale; the same for the same map.

    A country without a position is placed in the middle of its neighbours.
    """
    if not has_positions(drawn):
        return _planar_layout(drawn.borders)
    placed = np.array([country.place is not None for country in drawn.countries])
    spots = np.array([country.place or (0, 0) for country in drawn.countries], float)
    return spots if placed.all() else _amid_neighbours(spots, placed, drawn.borders)


def fit(spots: Spots, corner: tuple[float, float], size: tuple[float, float], radius: float) -> Spots:
    """Scale positions uniformly into a box, and move them apart so that badges of this radius do not overlap."""
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
    """Return the displacements after which no two positions are nearer than `least`; each moves half the distance."""
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
    """Place countries without a position at the mean of their neighbours, simultaneously."""
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
    """Return a layout whose distances match the numbers of borders between countries (stress majorization)."""
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
    """Return the number of borders between two countries, ignoring directions."""
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
    """Return the two directions with the largest spread of distances (classical scaling), the larger one horizontal."""
    centre = np.eye(len(steps)) - 1 / len(steps)
    values, vectors = np.linalg.eigh(-centre @ steps**2 @ centre / 2)
    widest = vectors[:, [-1, -2]] * np.sqrt(np.maximum(values[[-1, -2]], NEAR))
    signs = np.sign(widest[np.abs(widest).argmax(axis=0), [0, 1]])  # otherwise the library chooses them
    return np.asarray(widest * signs)
