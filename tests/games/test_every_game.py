"""Properties of every game: legal actions are played and others rejected, views keep secrets, invariants hold.

The tests play random games of every kind, of all games and the toy game, at single tables.
"""

import random

import pytest

from tests.games.pledge.samples import IN_PAIRS
from tests.games.random_games import find_broken
from tests.games.samples import all_samples, samples_of
from wd_env.errors import IllegalAction, WrongSeat
from wd_env.games.superpowers.observation import offsets as superpowers_offsets
from wd_env.games.world_dominance.observation import layout_offsets as world_dominance_offsets
from wd_env.registry import GAMES
from wd_env.spec.game_spec import PLAYER
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_record import GameRecord
from wd_env.table.game_table import Table
from wd_env.table.saved_table import replay_record

EVERY = [*all_samples(), samples_of("pledge"), IN_PAIRS]
KINDS = [pytest.param(samples, kind, id=f"{samples.row.name}: {kind}") for samples in EVERY for kind in samples.kinds]
WITH_SECRETS = [
    pytest.param(samples, kind, id=f"{samples.row.name}: {kind}")
    for samples in EVERY
    if samples.has_hidden_fields
    for kind in samples.kinds
]
MOST_DECISIONS = 60  # of a game
FLAG, CAPPED = 1, 127
OTHER_BOUNDS = {  # the highest values of features that are neither flags nor capped numbers
    "world_dominance": {
        100: {"army", "garrison", "rsz"},
        27: {"manoeuvre_queue"},
        10: {"cards_in_region", "laid_in_region", "own_loose", "pack_in_region", "cards_here", "pack_here"},
        9: {"closure_remaining"},
        7: {"sets"},
        6: {"purgadies_remaining"},
        4: {"setup_rank"},
        3: {"ice_turns", "turn_sixes"},
    },
    "domination": {
        100: {"rounds", "group_percent", "own_group_percent"},
        6: {"capitals", "card_holder"},
        3: {"dice", "max_defence", "picked", "set_countries"},
    },
    "superpowers": {
        8: {"capitals"},
        7: {"place"},
        3: {"options", "technology"},
        2: {"super_battleship", "relations"},
    },
}


def moments(samples, kind, seed=0):
    """Yield a table at each decision of a random game and at its end, with the random generator of the game."""
    rng = random.Random(f"{samples.row.name} {kind} {seed}")
    table = samples.new_table(kind, samples.draw_options(kind, rng, seed), seed)
    for _ in range(MOST_DECISIONS):
        yield table, rng
        if table.is_terminal:
            return
        table.play(rng.choice(table.legal_texts()))
    yield table, rng


def test_every_game_of_the_catalogue_gives_samples():
    assert [samples.row.name for samples in all_samples()] == list(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_features_are_flags_or_capped_numbers_or_have_other_documented_bounds(name):
    features = GAMES[name].game.layout.features
    others = {high: set() for high in OTHER_BOUNDS[name]}
    for feature in features:
        assert feature.low == 0
        if feature.high not in (FLAG, CAPPED):
            others[feature.high].add(feature.name)
    assert others == OTHER_BOUNDS[name]


@pytest.mark.parametrize(
    ("name", "offsets"), [("world_dominance", world_dominance_offsets), ("superpowers", superpowers_offsets)]
)
def test_generated_offsets_are_those_of_the_layout(name, offsets):
    starts = {f"AT_{feature.upper()}": start for feature, start in GAMES[name].game.layout.starts.items()}
    generated = {constant: value for constant, value in vars(offsets).items() if constant.startswith("AT_")}
    assert generated == starts  # in the interpreted tests, too


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_illegal_action_is_an_error_by_default(game):
    assert not game.new_table(game.config(), seed=1).penalizes_violations


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("samples", "kind"), KINDS)
def test_what_is_legal_is_played_and_whatever_else_is_refused_with_nothing_changed(samples, kind):
    for number, (table, rng) in enumerate(moments(samples, kind)):
        if number % 6 or table.is_terminal:
            continue
        before = table.state.to_bytes(), len(table.lines)
        for action, is_legal in enumerate(table.mask()):
            if is_legal:
                copy = table.copy()
                copy.play(action, seat=table.seat)
                assert copy.legal_texts() or copy.is_terminal
            elif rng.random() < 0.2:
                with pytest.raises(IllegalAction):
                    table.play(action)
        with pytest.raises(WrongSeat):
            table.play(table.legal_texts()[0], seat=table.seat + 1)
        assert (table.state.to_bytes(), len(table.lines)) == before


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("samples", "kind"), KINDS)
def test_every_number_of_every_view_is_in_the_range_of_its_piece(samples, kind):
    layout = samples.game_of(kind).layout
    lows = [piece.low for piece in layout.features for _ in range(piece.size)]
    highs = [piece.high for piece in layout.features for _ in range(piece.size)]
    for number, (table, _) in enumerate(moments(samples, kind, seed=1)):
        for seat in range(table.state.seats) if number % samples.observation_interval == 0 else ():
            view = table.observe(seat)
            assert all(low <= number <= high for low, number, high in zip(lows, view, highs, strict=True))
        asked = table.view(table.seat).decision if table.node.kind == PLAYER else None
        assert asked in (None, table.node.name)


@pytest.mark.parametrize(("samples", "kind"), WITH_SECRETS)
def test_what_a_seat_cannot_know_changes_nothing_that_it_is_shown(samples, kind):
    for table, rng in moments(samples, kind, seed=2):
        me = rng.randrange(table.state.seats)
        dealt = table.copy()
        samples.resample_hidden(dealt.state, me, rng)
        assert dealt.observe(me) == table.observe(me)
        if table.seat == me:
            assert dealt.mask() == table.mask()
        assert (dealt.node, dealt.seat, dealt.is_terminal) == (table.node, table.seat, table.is_terminal)


def test_the_secrets_of_the_toy_game_are_really_dealt_anew():
    samples = samples_of("pledge")
    changed = 0
    for table, rng in moments(samples, samples.kinds[1], seed=2):
        dealt = table.copy()
        samples.resample_hidden(dealt.state, 0, rng)
        changed += dealt.state != table.state
    assert changed


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("samples", "kind"), KINDS)
def test_every_state_that_play_comes_to_adds_up_and_is_one_that_can_be_saved(samples, kind):
    for number, (table, _) in enumerate(moments(samples, kind, seed=3)):
        if number % min(samples.observation_interval, 5):
            continue
        state = table.state
        assert find_broken(samples, table) == ""
        assert table.game.schema.from_json(table.game.schema.to_json(state)) == state


@pytest.mark.parametrize(("samples", "kind"), KINDS)
def test_a_record_replays_to_the_same_table_and_the_same_seed_plays_the_same_game(samples, kind):
    first = [table for table, _ in moments(samples, kind, seed=5)][-1]
    again = [table for table, _ in moments(samples, kind, seed=5)][-1]
    assert first.record() == again.record()
    replay = replay_record(GameRecord.loads(first.record().dumps()), first.game, files=first.custom_files)
    assert replay.state == first.state
    assert replay.chance == EXPLICIT


def test_points_that_no_die_has_thrown_do_not_add_up():
    samples = samples_of("pledge")
    *_, (table, _) = moments(samples, samples.kinds[0])
    assert isinstance(table, Table)
    table.state.points[0] += 1
    assert "points are those of the dice" in samples.find_broken(table.state)
