"""OpenSpiel: games in C++, stepped from Python, and played by its own loop in C++."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pyspiel

DISTRIBUTIONS = ("open_spiel",)
ROLLOUTS = 32  # rollouts per call of the loop in C++
GAMES_FOR_LENGTH = 1000


def from_python(name: str, observations: bool) -> Callable[[], int]:
    """Return a loop over games in Python.

    It takes the legal actions at each decision, samples chance itself, and reads mask and tensor if `observations`.
    """
    game = pyspiel.load_game(name)
    has_observation = game.get_type().provides_observation_tensor

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(sample_outcome(state.chance_outcomes()))
                continue
            offered = state.legal_actions()
            if observations:
                state.legal_actions_mask()
                if has_observation:
                    state.observation_tensor(state.current_player())
                else:
                    state.information_state_tensor(state.current_player())
            state.apply_action(offered[int(random.random() * len(offered))])
            decisions += 1
        return decisions

    return play


def sample_outcome(outcomes: list[tuple[int, float]]) -> int:
    """Return a random outcome by its probability."""
    left = random.random()
    for outcome, probability in outcomes:
        left -= probability
        if left < 0:
            return outcome
    return outcomes[-1][0]


def in_cpp(name: str) -> Callable[[], int]:
    """Return one simulation of its tree search from the start of a game, which runs `ROLLOUTS` random rollouts.

    The loop does not count decisions, so they are estimated from the mean length of games played before.
    """
    play_one = from_python(name, observations=False)
    length = sum(play_one() for _ in range(GAMES_FOR_LENGTH)) / GAMES_FOR_LENGTH
    game = pyspiel.load_game(name)
    search = make_search(game)

    def play() -> int:
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(sample_outcome(state.chance_outcomes()))
        search(state)
        return round(ROLLOUTS * length)

    return play


def make_search(game: Any) -> Callable[[Any], Any]:
    """Return a tree search that stops after its first evaluation."""
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False)
    search: Callable[[Any], Any] = bot.mcts_search
    return search


CASES = {
    "backgammon": partial(from_python, "backgammon", observations=True),
    "backgammon_bare": partial(from_python, "backgammon", observations=False),
    "backgammon_cpp": partial(in_cpp, "backgammon"),
    "hearts": partial(from_python, "hearts", observations=True),
    "hearts_bare": partial(from_python, "hearts", observations=False),
    "hearts_cpp": partial(in_cpp, "hearts"),
}
