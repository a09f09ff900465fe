"""The smallest bot: one method that returns a legal action. It plays any game.

    python agents/examples/minimal_agent.py

It takes the first legal action and is weak: it won 8% of 60 games of World Dominance against two random bots, where an
even share is 33%. Replace the body of `choose` with your own. By name:
`PYTHONPATH=agents/examples wd evaluate minimal_agent:FirstAction random random`.
"""

import argparse

import numpy as np

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import make_bot
from wd_env.evaluation.matches.match import play_match_with_bots
from wd_env.registry import get_game
from wd_env.spec.view import View


class FirstAction(Agent):
    """Choose the first legal action."""

    def choose(self, view: View) -> int:
        """Return the index of the first of `view.legal_actions`."""
        return view.legal_actions[0].index


def main(argv: list[str] | None = None) -> float:
    """Play a match against two random bots, print the result, and return the win rate of the bot, 0 to 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="world_dominance")
    parser.add_argument("--games", type=int, default=60)
    args = parser.parse_args(argv)
    game = get_game(args.game).game
    bots = [
        FirstAction(np.random.default_rng(0)),
        *(make_bot("random", game, np.random.default_rng(n)) for n in (1, 2)),
    ]
    result = play_match_with_bots(game, ("first action", "random", "random"), bots, args.games, seed=1)
    first = result.win_rates[0]
    print(f"{first.name} won {first.win_rate:.0%} of {first.decided} games, an even share is {result.even_share:.0%}")
    return first.win_rate


if __name__ == "__main__":
    main()
