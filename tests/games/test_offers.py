"""Legal actions, errors, counts and texts do not depend on anything that their reader cannot know.

At tables with explicit chance the tests resample hidden information, and compare everything that a seat or a spectator
can see: views, legal actions, texts, data, errors.
"""

import random
from dataclasses import replace

import pytest

from tests.games.domination.tables import possible
from tests.games.pledge.samples import IN_PAIRS
from tests.games.samples import all_samples, samples_of
from tests.toy_game import CARDS, PLEDGE
from wd_env.cli.console.action_menu import menu, short_menu
from wd_env.errors import IllegalAction, StateError, WrongSeat
from wd_env.games.domination.config import Config
from wd_env.games.domination.position import position as domination
from wd_env.games.domination.table import Domination
from wd_env.games.world_dominance.position import position as world_dominance
from wd_env.options import options_of
from wd_env.registry import GAMES, presenter_for
from wd_env.session.action_choices import list_choices
from wd_env.spec.game_spec import CHANCE, PLAYER
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_table import Table
from wd_env.table.legal_choices import is_stuck
from wd_env.table.saved_table import replay_record

EVERY = [*all_samples(), samples_of("pledge"), IN_PAIRS]
KINDS = [
    pytest.param(samples, kind, id=f"{samples.row.name}: {kind}")
    for samples in EVERY
    if samples.has_hidden_fields
    for kind in samples.kinds
]
MOST_ANSWERS, EVERY_NTH = 64, 16


def moments(samples, kind, seed):
    """Yield tables of a random game with explicit chance, at decisions and at chance nodes."""
    rng = random.Random(f"{samples.row.name} {kind} {seed} offers")
    options = samples.draw_options(kind, rng, seed)
    placing = options_of(samples.game.config_class).get("auto_place")
    if placing and "all" in placing.names:
        options["auto_place"] = "all"  # a set-up takes a hundred actions
    table = samples.new_table(kind, options, seed)
    table.chance = EXPLICIT
    for number in range(MOST_ANSWERS):
        if table.is_terminal:
            return
        if number % EVERY_NTH == 0 or table.node.visible_to != "all":
            yield table, rng
        table.play(rng.choice(possible(table)))


def refusals(table, me):
    """Return the errors for a player who is not to move, and for invalid actions."""
    entries = []
    answers = ["nonsense", 9999, -1]
    if table.node.kind == CHANCE or table.seat != me:
        for seat in (None, me) if table.node.kind == CHANCE else (me,):
            for answer in answers:
                with pytest.raises((IllegalAction, WrongSeat)) as refused:
                    table.copy().play(answer, seat=seat)
                entries.append(str(refused.value))
    return entries


def shown(table, me):
    """Return everything that the player of this seat can see; for None, everything that a spectator can see."""
    presenter = presenter_for(table.game)
    found = {
        "account": presenter.summary(table),
        "question": presenter.decision_text(table),
        "heading": presenter.heading(table),
        "read out": presenter.read_out(table),
        "describe": presenter.describe(table, me, max_events=0),
        "lists": presenter.describe(table, me, max_events=0, lists=True),
        "sight": presenter.scene_data(table, me),
        "standings": table.potentials(),
        "is stuck": is_stuck(table._backends.active),
    }
    if table.node.kind == CHANCE:
        found |= {
            "options": table.legal_texts(),
            "menu": list(menu(table, public_only=True)),
            "brief": short_menu(table),
            "words": list_choices(table, public_only=True),
            "prompt": presenter.input_prompt(table),
        }
    if me is not None:
        view = table.view(me)
        found |= {"obs": view.obs, "mask": view.mask, "refusals": refusals(table, me)}
        if table.node.kind == PLAYER and table.seat == me:
            found["own options"] = [table.legal_texts(), list(menu(table))]
    return found


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("samples", "kind"), KINDS)
def test_nothing_that_a_seat_or_a_spectator_sees_depends_on_what_others_hold(samples, kind):
    changed = 0
    for table, rng in moments(samples, kind, 0):
        for me in (rng.randrange(table.state.seats), None):
            viewer = rng.randrange(table.state.seats) if me is None else me
            state, stream = table.state.copy(), [rng.getrandbits(32), 5, 0]
            samples.game.resample(state, viewer, stream)  # unlike `resample_hidden`, only possible states
            if me is None:  # a spectator does not know the secrets of any seat
                samples.game.resample(state, (viewer + 1) % table.state.seats, stream)
            dealt = table.copy()
            dealt.state = state
            changed += state != table.state
            assert shown(dealt, me) == shown(table, me)
    assert changed or kind.title not in ("mission", "capital", "edges", "pledge", "pairs")  # others: late secrets


@pytest.mark.parametrize("me", [0, 1, 2, None])
def test_nothing_that_is_seen_while_a_card_is_drawn_depends_on_hands(me):
    table, changed = drawing(), 0
    for draw in range(10):
        dealt = table.copy()
        for viewer in (me,) if me is not None else (0, 1):
            table.game.resample(dealt.state, viewer, [draw, 8, 0])
        changed += dealt.board.hands != table.board.hands
        assert shown(dealt, me) == shown(table, me)
    assert changed


@pytest.mark.parametrize(("samples", "kind"), KINDS)
def test_what_is_drawn_anew_does_not_depend_on_what_there_is(samples, kind):
    for table, rng in moments(samples, kind, 2):
        me = rng.randrange(table.state.seats)
        others, stream = table.state.copy(), [rng.getrandbits(32), 3, 0]
        samples.game.resample(others, me, [rng.getrandbits(32), 4, 0])
        found = []
        for state in (table.state.copy(), others):
            samples.game.resample(state, me, list(stream))
            found.append(state.to_bytes())
        assert found[0] == found[1]


# Each kind of private chance


def test_every_mission_of_the_table_is_offered_and_one_that_is_taken_is_refused_without_its_name():
    table = Domination(Config(num_players=3, game_type="mission"), chance=EXPLICIT)
    table.play("seat 0")
    every = [f"mission {number}" for number in range(1, 12)]
    assert table.legal_texts() == every
    table.play("mission 4")
    assert table.legal_texts() == every
    assert "mission 4" not in table.chance_weights()
    before = table.state.copy(), list(table.lines)
    with pytest.raises(IllegalAction, match="that outcome of draw_mission is impossible now") as refused:
        table.play("mission 4")
    assert "mission 4" not in str(refused.value)
    assert (table.state, table.lines) == before
    with pytest.raises(IllegalAction, match="'mission 12' is illegal at draw_mission"):
        table.play("mission 12")


def drawing(**more):
    """Return a table at which seat 0 has taken a country and draws a card."""
    table = domination({0: [12, 11], 1: [30]}, {12: 9}, at="attack", num_players=3, used_cards=["card 9"],
                       hands={0: ["card 1"], 1: ["card 2"], 2: ["card 3", "wildcard"]}, **more)  # fmt: skip
    for text in ("country 12", "country 21", "dice 1", "throw 6", "throw 1", "amount 0", "pass"):
        table.play(text)
    if table.node.name == "fort_from":
        table.play("pass")
    assert table.node.name == "draw_card"
    return table


def test_every_card_is_offered_that_is_in_the_deck_or_in_a_hand():
    table = drawing()
    offered, drawn = table.legal_texts(), table.chance_weights()
    assert len(offered) == 43, "expected all cards except the discarded one"
    assert "card 9" not in offered
    assert set(offered) - set(drawn) == {"card 1", "card 2", "card 3", "wildcard"}
    for held in ("card 1", "card 2", "wildcard"):
        with pytest.raises(IllegalAction, match="impossible now"):
            table.play(held)
    assert set(drawing(open_hands=True).legal_texts()) == set(drawn), "expected no other cards with open hands"


def test_every_card_of_the_toy_game_is_offered_to_each_seat():
    table = Table(PLEDGE, chance=EXPLICIT)
    for card in range(1, 4):
        assert table.legal_texts() == [f"card {number + 1}" for number in range(CARDS)]
        table.play(f"card {card}")


@pytest.mark.parametrize(("known", "unknown", "offered"), [
    (100, 0, {"right", "wrong"}), (100, 50, {"right", "wrong"}), (0, 0, {"wrong"}), (100, 100, {"right"}),
])  # fmt: skip
@pytest.mark.parametrize("knows", [[], ["T01"]])
def test_an_answer_is_offered_whatever_is_known(known, unknown, offered, knows):
    table = world_dominance(players=3, lands="rsz", knows={1: knows}, percent_known=known, percent_unknown=unknown)
    for text in ("theme T01", "name +1", "ask"):
        table.play(text)
    assert table.node.name == "bluff_answer"
    assert set(table.legal_texts()) == offered
    assert set(table.chance_weights()) <= offered


def test_a_refusal_is_that_of_the_referee_alone():
    silent = replace(PLEDGE, name="quiet")
    table = Table(silent, chance=EXPLICIT)
    table.play("card 2")
    with pytest.raises(IllegalAction, match="that outcome of deal is impossible now"):
        table.play("card 2")
    record = table.record()
    twice = replace(record, lines=(record.lines[0], record.lines[0]))
    with pytest.raises(StateError, match="cannot be played"):
        replay_record(twice, silent)
    assert list(GAMES)
