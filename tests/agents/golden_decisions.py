"""The decisions of every hand-written bot at stored positions; `python -m tests.agents.golden_decisions` writes them.

For each game and bot, `tests/data/bots/decisions.json` has the action at each position, and a digest of the scores of
the legal actions there. If a bot changes, the differences of this file show which decisions change.
"""

import json
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.agents.golden_bot import FOLDER
from tests.agents.golden_positions import SETS, game_of, layout_of, positions
from wd_env import registry
from wd_env.agents import heuristic_agent
from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import builtin_bots, make_bot
from wd_env.agents.domination import action_scores as domination_scores
from wd_env.agents.domination import scripted_agents as domination_agents
from wd_env.agents.heuristic_agent import HeuristicAgent
from wd_env.agents.noisy_agent import NoisyAgent
from wd_env.agents.superpowers import scripted_agents as superpowers_agents
from wd_env.agents.superpowers.scores import action_scores as superpowers_scores
from wd_env.agents.world_dominance import action_scores as world_dominance_scores
from wd_env.agents.world_dominance import scripted_agent as world_dominance_agents
from wd_env.spec.game_spec import GameSpec

DECISIONS = FOLDER / "decisions.json"
REFERENCE = "scripted_v1"  # the bot of benchmarks, which never changes
START_STEP = 37  # between the actions at which the search for the best one starts in two consecutive positions
UNIFORM_STEP = 0.6180339887  # between the random numbers of two consecutive positions, modulo 1
DIGITS = 4  # hexadecimal, of the digest of the scores at one position


class Heuristics(NamedTuple):
    """The modules of the hand-written bots of a game."""

    agents: ModuleType
    scores: ModuleType
    action_argument: int  # index of the action in the arguments of `score_action`


HEURISTICS = {
    "world_dominance": Heuristics(world_dominance_agents, world_dominance_scores, 2),
    "domination": Heuristics(domination_agents, domination_scores, 4),
    "superpowers": Heuristics(superpowers_agents, superpowers_scores, 3),
}


class Choices(NamedTuple):
    """The action at each position, and the digests of the scores of the legal actions, one after another."""

    actions: list[int]
    scores: str


class FixedGenerator(np.random.Generator):
    """A generator of numbers computed from the index of a position; 100 consecutive positions have all percentages.

    They do not depend on the version of NumPy.
    """

    row = 0

    def integers(self, high: Any, *, size: Any = None) -> Any:  # type: ignore[override]
        """Return the start of the search, or rows of a start and a percentage."""
        if np.size(high) == 1:
            start = self.row * START_STEP % high
            return start if size is None else np.full(size, start)
        return np.broadcast_to(np.array([self.row * START_STEP, self.row]) % high, size)

    def random(self, size: Any = 1, dtype: Any = np.float64) -> Any:  # type: ignore[override]
        """Return numbers from 0 to 1."""
        steps = self.row + np.arange(np.prod(size)).reshape(size)
        return (steps * UNIFORM_STEP % 1).astype(dtype)


def hand_written(name: str) -> list[str]:
    """Return the names of the hand-written bots for a set of positions; some take random actions, too."""
    rows = builtin_bots(game_of(name).name).values()
    kinds = {row.name: registry.load(row.import_path) for row in rows if not row.has_options and not row.is_bundled}
    return [bot for bot, kind in kinds.items() if issubclass(kind, HeuristicAgent | NoisyAgent)]


def fixed_bot(bot: str, game: GameSpec) -> tuple[Agent, FixedGenerator]:
    """Return a bot with a fixed generator, and the generator."""
    generator = FixedGenerator(np.random.PCG64(1))
    return make_bot(bot, game, generator), generator


def choices(name: str, bot: str) -> Choices:
    """Return what a bot chooses at each position of a set, interpreted."""
    game, all_obs, all_masks = positions(name)
    agent, generator = fixed_bot(bot, game)
    actions, digests = [], []
    with interpreted(game) as scores:
        for row in range(len(all_obs)):
            generator.row = row
            scores.clear()
            actions.append(int(agent.choose_batch(game, all_obs[row : row + 1], all_masks[row : row + 1])[0]))
            digests.append(digest(scores))
    return Choices(actions, "".join(digests))


def digest(scores: dict[int, int]) -> str:
    """Return a short digest of the scores of some actions."""
    numbers = [(int(action), int(score)) for action, score in sorted(scores.items())]
    return f"{zlib.crc32(str(numbers).encode()):08x}"[:DIGITS]


@contextmanager
def interpreted(game: GameSpec) -> Iterator[dict[int, int]]:
    """Make the bots of a game interpreted, and yield a dictionary to which they write the score of each action."""
    agents, module, action_argument = HEURISTICS[game.name]
    score_action, scores = module.score_action, {}

    def recording(*args: Any) -> Any:
        scores[args[action_argument]] = score = score_action(*args)
        return score

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(heuristic_agent, "is_installed", lambda name: False)
        patch.setattr(agents, "_batch_policy", agents._batch_policy.__wrapped__)
        patch.setattr(module, "score_action", recording)
        yield scores


def stored() -> Any:
    """Return the stored decisions: by set of positions the layout of the game, and the choices of each bot."""
    return json.loads(DECISIONS.read_text("utf-8"))


def main() -> None:
    """Write the decisions of all bots at the stored positions, one line per bot; the reference bot must not change."""
    sets = []
    for name in SETS:
        layout, old = layout_of(game_of(name)), stored()[name]
        bots = {bot: choices(name, bot)._asdict() for bot in hand_written(name)}
        if old["layout"] == layout and old["bots"].get(REFERENCE) != bots.get(REFERENCE):
            sys.exit(f"{REFERENCE}: expected its stored decisions in {name}, got others; nothing is written")
        rows = ",\n".join(f'    "{bot}": {json.dumps(decisions)}' for bot, decisions in bots.items())
        sets.append(f'  "{name}": {{\n   "layout": "{layout}",\n   "bots": {{\n{rows}\n   }}\n  }}')
    DECISIONS.write_text("{\n" + ",\n".join(sets) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
