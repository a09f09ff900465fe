"""Resampling of what a seat cannot know: its view never changes, and the state is valid."""

import random

import pytest

from tests.games.domination.rules.test_setup import begun, set_up
from tests.games.domination.tables import possible, table_at
from tests.games.samples import samples_of
from wd_env.games.domination.config import Config
from wd_env.games.domination.resample import is_examined
from wd_env.games.domination.table import Domination
from wd_env.spec.state_schema import GameState
from wd_env.table.chance_modes import EXPLICIT

SAMPLES = samples_of("domination")
KINDS = [kind for kind in SAMPLES.kinds if kind.players == 3]


def public(state: GameState) -> dict[str, object]:
    return {field.name: getattr(state, field.name) for field in state.schema.fields if not field.private}


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_resampling_keeps_the_view_and_changes_hidden_parts(kind):
    rng, changed = random.Random(3), 0
    table = SAMPLES.new_table(kind, {**kind.options, "max_rounds": 8}, 3)
    while not table.is_terminal:
        if rng.random() < 0.1:
            me, dealt = rng.randrange(3), table.copy()
            SAMPLES.game.resample(dealt.state, me, [rng.getrandbits(32), 7, 0])
            assert dealt.observe(me) == table.observe(me)
            assert public(dealt.state) == public(table.state)
            SAMPLES.game.check_state(dealt.state)
            changed += dealt.state != table.state
        table.play(rng.choice(table.legal_texts()))
    assert changed


def dealt_anew(table, me):
    """Yield resampled tables that are possible for this seat."""
    for draw in range(20):
        dealt = table.copy()
        SAMPLES.game.resample(dealt.state, me, [draw, 7, 0])
        yield dealt


def test_dom_066_open_hands_are_known_and_never_dealt_anew():
    hands = {0: ["card 1", "card 5"], 1: ["card 2"]}
    closed, opened = (table_at({0: [12]}, hands=hands, num_players=2, open_hands=is_open) for is_open in (False, True))
    assert any(dealt.board.hands[0] != closed.board.hands[0] for dealt in dealt_anew(closed, 1))
    assert all(dealt.board.hands == opened.board.hands for dealt in dealt_anew(opened, 1))


def test_dom_039_a_capital_that_is_not_shown_yet_may_be_any_country_of_its_seat():
    table = set_up(begun(game_type="capital"), "capital")
    for _ in range(2):
        table.play(table.legal_texts()[0])
    dealt = [other.board.capitals for other in dealt_anew(table, 2)]
    assert len({capitals[0] for capitals in dealt}) > 5
    assert all([table.board.holders[capital] for capital in capitals[:2]] == [0, 1] for capitals in dealt)


@pytest.mark.parametrize(("min_new_armies", "when_attacking"), [(3, {2}), (0, set())])
def test_dom_181_a_mission_is_first_checked_when_the_armies_of_the_first_turn_are_placed(
    min_new_armies, when_attacking
):
    rules = {"game_type": "mission", "auto_place": "countries", "min_new_armies": min_new_armies}
    table = Domination(Config(num_players=3, **rules), chance=EXPLICIT)
    while table.node.name in ("first_seat", "draw_mission"):
        table.play(possible(table)[-1])  # the last seat begins; the last missions are to hold countries
    examined = {}
    while "attack_to" not in examined:
        now = {seat for seat in range(3) if is_examined(table.state, seat)}
        examined.setdefault(table.node.name, set()).update(now)
        table.play(possible(table)[0])
    assert examined.pop("attack_from") == examined.pop("attack_to") == when_attacking
    assert not set().union(*examined.values())
    assert {"deal", "setup_place", "place", "place_amount"} == set(examined)
