"""What a seat cannot know is dealt anew by the game's own rule: nothing it sees changes, and the state adds up."""

import random

import pytest

from tests.games.samples import samples_of
from wd_env.core.schema import PyState

SAMPLES = samples_of("domination")
KINDS = [kind for kind in SAMPLES.kinds if kind.players == 3]


def public(state: PyState) -> dict[str, object]:
    return {field.name: getattr(state, field.name) for field in state.schema.fields if not field.private}


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_whatever_a_seat_sees_stays_and_something_else_changes(kind):
    luck, changed = random.Random(3), 0
    table = SAMPLES.new_table(kind, {**kind.options, "max_rounds": 8}, 3)
    while not table.is_over:
        if luck.random() < 0.1:
            me, dealt = luck.randrange(3), table.copy()
            SAMPLES.game.resample(dealt.state, me, [luck.getrandbits(32), 7, 0])
            assert dealt.observe(me) == table.observe(me)
            assert public(dealt.state) == public(table.state)
            SAMPLES.game.check_state(dealt.state)
            changed += dealt.state != table.state
        table.play(luck.choice(table.options()))
    assert changed
