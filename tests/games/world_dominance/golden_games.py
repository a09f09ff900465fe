"""The golden playthroughs: whole games that together use every mechanism, and the search for them.

A director chooses all actions and outcomes. First it takes the action with the rarest mechanism so far. Then it
prefers Continent Cards, or in variants with more cards the advantage of seat 0, until a game has the required ending.
When the rules change on purpose, run
`python -c "from tests.games.world_dominance.golden_games import regenerate; regenerate()"`.
"""

import random
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from tests.games.world_dominance.policies import digest_of, prefer
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.names import ANTARCTICA, BY_LAST_SURVIVOR, VERB_NAMES
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.rules import engine
from wd_env.games.world_dominance.rules.holdings import count_cards
from wd_env.games.world_dominance.table import WorldDominance, WorldDominanceTable
from wd_env.spec.game_spec import AUTOMATIC, CHANCE
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_record import GameRecord
from wd_env.table.game_table import Table

FOLDER = Path(__file__).parent / "golden"
FINALS = FOLDER / "finals.txt"
EXPLORING_ACTIONS = 120  # actions during which the director looks for new mechanisms
GAINS = ("continent", "gain_card", "exchange", "paradies_card", "card_wanted")  # nodes at which seat 0 may gain a card
collecting = prefer("antarctica", "world pack", "take", "card")


def mechanisms(table: Table, action: str) -> set[str]:
    """Return the automatic nodes, the next node and the drawn card that follow an action or outcome on a copy."""
    s = table.state.copy()
    rows, first = GAME.actions, 0
    names = set()
    if table.node.kind == CHANCE:
        rows, first = GAME.outcomes, table.node.first_outcome
        names.add(action if action.startswith(("manoeuvre", "purgadies")) else "chance")
    engine.apply(s, rows.index(action) - first)
    while GAME.nodes[s.node].kind == AUTOMATIC:
        names.add(GAME.nodes[s.node].name)
        if GAME.nodes[s.node].name == "carry_out":
            names.add(f"verb {VERB_NAMES[s.card_verb[s.drawn_card]]}")
        engine.apply(s, 0)
    name = GAME.nodes[s.node].name
    return names | {name, f"{name} {s.note}" if name == "purgatory_throw" else name}


def ends_by_five_cards(table: WorldDominanceTable) -> bool:
    """Return whether a set of five with its Strategic Point won while others are still in play."""
    return table.winner is not None and len(table.board.in_play) > 1 and not ends_by_antarctica(table)


def ends_by_antarctica(table: WorldDominanceTable) -> bool:
    """Return whether the fifth Antarctica card was won by a right action."""
    return table.winner is not None and count_cards(table.state, table.winner, ANTARCTICA) == 5


def ends_by_last_survivor(table: WorldDominanceTable) -> bool:
    """Return whether the winner is the only player in play."""
    return table.winner is not None and len(table.board.in_play) == 1


def ends_by_truncation(table: WorldDominanceTable) -> bool:
    """Return whether the game ended at its maximum number of turns."""
    return table.is_truncated


def ends_by_ten_cards(table: WorldDominanceTable) -> bool:
    """Return whether all ten cards of a continent won."""
    return table.board.ended_by == "ten cards"


def ends_by_several_sets(table: WorldDominanceTable) -> bool:
    """Return whether as many sets as the variant requires won."""
    return table.board.ended_by == "several sets"


class GameSearch(NamedTuple):
    """A game to search for: its ending, and the rare nodes that it must include."""

    players: int
    ends: Callable[[WorldDominanceTable], bool]
    rare: tuple[str, ...]
    options: dict[str, Any]


ASKING = {"manual_declarations": True, "spelling_demand": True, "allow_ice_breakout": True}
SEARCHES = {
    "two_players_last_survivor": GameSearch(2, ends_by_last_survivor, ("three_sixes",), {}),
    "three_players_antarctica": GameSearch(3, ends_by_antarctica, ("second_antarctica",), {}),
    "four_players_five_cards": GameSearch(4, ends_by_five_cards, ("ecuador",), {}),
    "five_players_cut": GameSearch(5, ends_by_truncation, ("last_soldier",), {}),
    "three_players_asked": GameSearch(3, ends_by_antarctica, ("ice_breakout", "spelling", "pre_set_claim"), ASKING),
    "two_players_an_ally": GameSearch(2, ends_by_last_survivor, ("call_ally",), {"variant": "ally"}),
    "four_players_two_sets_of_five": GameSearch(4, ends_by_several_sets, (), {"variant": "multi_five"}),
    "two_players_three_sets_of_five": GameSearch(
        2, ends_by_several_sets, (), {"variant": "multi_five", "sets_to_win": 3}
    ),
    "five_players_ten_cards": GameSearch(5, ends_by_ten_cards, (), {"variant": "ten_card"}),
    "three_players_ten_cards_stacked_by_hand": GameSearch(
        3, ends_by_ten_cards, ("stack_set",), {"variant": "ten_card", "manual_stacking": True}
    ),
    "four_players_two_continents": GameSearch(4, ends_by_several_sets, (), {"variant": "two_set"}),
    "three_players_three_continents": GameSearch(3, ends_by_several_sets, (), {"variant": "three_set"}),
    "three_players_four_continents": GameSearch(3, ends_by_several_sets, (), {"variant": "four_set"}),
}


def exploring_action(table: Table, seen: Counter[str], rng: random.Random) -> str:
    """Return the action or outcome that leads to the rarest mechanism so far, with ties broken at random."""
    options = table.legal_texts()
    rng.shuffle(options)

    def novelty(option: str) -> float:
        names = mechanisms(table, option)
        return -1.0 if "over" in names else max(1 / (1 + seen[name]) for name in names)

    return max(options, key=novelty)


def helping_action(table: Table, rng: random.Random) -> str:
    """Return the action or outcome after which seat 0 is nearest to winning, with ties broken at random."""
    options = table.legal_texts()
    rng.shuffle(options)
    if rng.random() < 0.03:  # otherwise sixes, which allow another throw, would never end
        return options[0]
    rows, first = GAME.actions, 0
    if table.node.kind == CHANCE:
        rows, first = GAME.outcomes, table.node.first_outcome

    def nearness(option: str) -> float:
        s = table.state.copy()
        engine.step(s, rows.index(option) - first)
        others = sum(holder in range(1, s.seats) for holder in s.card_at)
        may_gain = 15 * (s.seat == 0 and GAME.nodes[s.node].name in GAINS)
        alive = 20 * sum(s.in_play) + 3 * min(s.army[0], 12) + sum(min(army, 9) for army in s.army)
        survived = 999 * (s.ended_by == BY_LAST_SURVIVOR)
        return float(engine.set_progress(s, 0) * 10 - others + alive + may_gain - survived)

    return max(options, key=nearness)


def directed_game(players: int, seed: int, seen: Counter[str], options: dict[str, Any]) -> WorldDominanceTable:
    """Play a whole game with the director, and add what it sees to `seen`."""
    rng = random.Random(seed)
    turns = 600 if "variant" in options else 120
    config = Config(num_players=players, max_turns=turns, **options)
    table = WorldDominance(config, chance=EXPLICIT)
    for num_actions in count():
        if table.is_terminal:
            break
        if num_actions < EXPLORING_ACTIONS:
            action = exploring_action(table, seen, rng)
        elif config.variant == "five_card":
            action = collecting(table.legal_texts(), rng)
        else:
            action = helping_action(table, rng)
        seen.update(mechanisms(table, action))
        table.play(action)
    return table


def golden(name: str) -> GameRecord:
    """Return a committed playthrough by its name."""
    return GameRecord.loads((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def regenerate() -> None:
    """Search for games with the required endings, and write them; commit them together with the change of the rules."""
    seen: Counter[str] = Counter()
    finals = []
    for name, search in SEARCHES.items():
        for seed in range(10_000):
            seen_here = seen.copy()
            table = directed_game(search.players, seed, seen_here, search.options)
            if search.ends(table) and all(seen_here[rare] > seen[rare] for rare in search.rare):
                seen = seen_here
                (FOLDER / f"{name}.txt").write_text(table.record().dumps(), encoding="utf-8")
                finals.append(f"{name}: {digest_of(table)}\n")
                break
    FINALS.write_text("".join(finals), encoding="utf-8")
