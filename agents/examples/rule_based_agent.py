"""A bot of three rules for World Dominance: two preferred actions, and one rule that reads the observation.

    python agents/examples/rule_based_agent.py

It won 41% of 300 games against two random bots, where an even share is 33%. By name:
`PYTHONPATH=agents/examples wd evaluate rule_based_agent:RuleBased random random`.
"""

import argparse

import numpy as np

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import make_bot
from wd_env.errors import ConfigError
from wd_env.evaluation.matches.match import play_match_with_bots
from wd_env.games.world_dominance.game import GAME
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View

# The preferred actions of a decision, the best one first. Decisions without a rule are made at random.
PREFERRED = {
    "optional_card": ("accept",),
    "ice_house": ("be interned",),
}
NAMED = "name +"  # followed by the distance to the opponent's seat, clockwise


class RuleBased(Agent):
    """Prefer actions by name, and oppose the player with the largest army."""

    def check_game(self, game: GameSpec) -> None:
        """Accept only World Dominance."""
        if game.name != GAME.name:
            raise ConfigError(f"the bot plays {GAME.name}, not {game.name}")

    def choose(self, view: View) -> int:
        """Return the index of the preferred legal action."""
        for text in PREFERRED.get(view.decision, ()):
            if preferred := view.find_legal_action(text):
                return preferred.index
        armies = view.feature("army")  # one number for each seat, beginning with the bot's own
        opponents = [action for action in view.legal_actions if action.text.startswith(NAMED)]
        if opponents:
            return max(opponents, key=lambda action: armies[int(action.text.removeprefix(NAMED))]).index
        return int(self.generator.choice(view.legal_indices))


def main(argv: list[str] | None = None) -> float:
    """Play a match against two random bots, print the result, and return the win rate of the bot, 0 to 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300)
    args = parser.parse_args(argv)
    bots = [RuleBased(np.random.default_rng(0)), *(make_bot("random", GAME, np.random.default_rng(n)) for n in (1, 2))]
    names = ("rule based", "random", "random")
    result = play_match_with_bots(GAME, names, bots, args.games, seed=1, options={"max_turns": 400})
    first = result.win_rates[0]
    print(f"{first.name} won {first.win_rate:.0%} of {first.decided} games, an even share is {result.even_share:.0%}")
    return first.win_rate


if __name__ == "__main__":
    main()
