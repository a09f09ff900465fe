"""The entry of Superpowers, which is not in the registry yet: environments and commands take it as an object."""

from wd_env.registry import GameEntry

ENTRY = GameEntry(
    name="superpowers",
    title="Superpowers",
    spec="wd_env.games.superpowers.game:GAME",
    presenter_path="wd_env.games.superpowers.text.superpowers_text:PRESENTER",
    env_options={"setup": "deal", "max_rounds": 10, "auto_casualties": True, "auto_land": True, "skip_forced": True},
    short_options=({"setup": "deal", "max_rounds": 1}, {"max_rounds": 2, "teams": "two"}),
)
