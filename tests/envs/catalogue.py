"""The games that every environment must play: the registered ones and the toy game."""

from wd_env.registry import GAMES, GameEntry

TOY = GameEntry(name="pledge", title="Pledge", spec="tests.toy_game:PLEDGE")
ROWS = {**GAMES, TOY.name: TOY}
SOON = {  # options under which a game ends soon
    "world_dominance": {"max_turns": 30},
    "domination": {"auto_place": "all", "max_rounds": 2},
    "superpowers": {"max_rounds": 1},
    "pledge": {"max_throws": 20},
}
