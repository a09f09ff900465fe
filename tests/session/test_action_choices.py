"""Choices of a decision: number, text, description, aliases and targets of each legal action."""

from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.session.action_choices import ActionChoice, list_choices


def test_a_choice_has_label_description_aliases_and_targets():
    table = WorldDominance(Config(num_players=2), seed=3)
    while table.node.name != "card_space":
        table.play(table.legal_texts()[0])
    assert list_choices(table)[1] == ActionChoice(
        index=table.game.actions.index("space S15"),
        text="space S15",
        label="2",
        description="Take 1 soldier from the Garrison and move to S15 Asia Continent Space.",
        aliases=("Asia Continent Space",),
        targets=("place 15",),
    )
