"""Interpreted and compiled rules agree byte for byte: state, mask, observation, chance and potentials.

The interpreted side runs the kernel itself on plain objects, with lists that reject negative indices: -1 would silently
read the last element.
"""

import random
import threading
from types import FunctionType

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.games.world_dominance.random_options import random_options
from wd_env.batch.batch import Batch
from wd_env.batch.kernel_arrays import LOOP_PARAMETERS
from wd_env.batch.mask_bits import num_words, unpack_mask
from wd_env.errors import IllegalAction
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME, new_state
from wd_env.games.world_dominance.rules import engine
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.kernels import game_loop
from wd_env.seeding import split_seed
from wd_env.spec.rewards import RewardShaping

SEED = 0xFEDCBA9876543210
MIXED = (2, 3, 4, 5)
AGREEMENTS = 4  # sets of random options that are played both ways
SHAPING = RewardShaping.of(GAME.shaping_terms, soldiers=0.01, set_progress=0.1)


class Checked(list):  # type: ignore[type-arg]
    """A list that rejects negative indices."""

    def __getitem__(self, at):
        if not isinstance(at, slice) and at < 0:
            raise IndexError(f"element {at}")
        return super().__getitem__(at)

    def __setitem__(self, at, value):
        if not isinstance(at, slice) and at < 0:
            raise IndexError(f"element {at}")
        super().__setitem__(at, value)


class Records(Checked):
    """A list that copies what is written into it, like an array of records."""

    def __setitem__(self, at, state):
        copy = state.copy()
        for field in GAME.schema.fields:
            if field.length:
                setattr(copy, field.name, Checked(getattr(copy, field.name)))
        super().__setitem__(at, copy)


def zeros(*shape):
    """Return nested lists of zeros."""
    first, *rest = shape
    return Checked(zeros(*rest) if rest else 0 for _ in range(first))


def checked_state(players, **options):
    state = new_state(Config(num_players=players, **options))
    for field in GAME.schema.fields:
        if field.length:
            setattr(state, field.name, Checked(getattr(state, field.name)))
    return state


def interpreted_run():
    """Return the kernel's entry point bound to the game's functions, as the compiler does it."""
    space = dict(vars(game_loop))
    names = {name: getattr(engine, name) for name in ("step", "legal", "chance_weights", "potential", "is_terminal")}
    space.update(
        names, observe=GAME.observe, apply_violation=GAME.violations.apply_violation, final_rewards=GAME.final_rewards
    )
    for name, value in vars(game_loop).items():
        if isinstance(value, FunctionType) and value.__module__ == game_loop.__name__:
            space[name] = FunctionType(value.__code__, space, name)
    run = game_loop.make_run("")
    return FunctionType(run.__code__, space, "run", None, run.__closure__)


class Plain:
    """A batch of plain objects, played by the same kernel."""

    def __init__(self, players, seed, **options):
        n = len(players)
        self.templates = Checked(checked_state(count, **options) for count in players)
        self.states = Records(self.templates)
        self.run = interpreted_run()
        self.outcome_counts = GAME.outcome_counts
        self.seeds = Checked(Checked([*split_seed(seed), row, -1]) for row in range(n))
        self.streams, self.penalizes = (
            zeros(n, 3),
            [GAME.violations.penalizes_violations(state) for state in self.states],
        )
        self.legal_bits, self.masks = zeros(n, num_words(len(GAME.actions))), zeros(n, len(GAME.actions))
        self.obs, self.seat, self.player = zeros(n, GAME.layout.size), zeros(n), zeros(n)
        self.returns = GAME.returns_table
        self.rewards, self.truncated = zeros(n, GAME.seats), zeros(n)
        self.done, self.terminal, self.weights = zeros(n), zeros(n), zeros(GAME.chance_width)
        self.nodes_opened, self.potentials = zeros(len(GAME.nodes)), zeros(n, 2 * GAME.seats)
        self.call(game_loop.START, list(range(n)), zeros(n))

    def call(self, op, rows, actions, num_steps=1, autoreset=0):
        given = {"rows": rows, "actions": actions, "template_ids": list(range(len(self.states)))}
        arrays = [given[name] if name in given else getattr(self, name) for name, *_ in LOOP_PARAMETERS]
        return self.run(op, num_steps, autoreset, 3, *arrays)

    def step(self, rows, actions):
        assert self.call(game_loop.STEP, rows, actions) == game_loop.NO_ERROR

    def reset(self, row):
        self.potentials[row] = zeros(2 * GAME.seats)
        self.done[row] = self.truncated[row] = 0  # as in a batch
        self.call(game_loop.START, [row], [0])


def chance_codes():
    return [code for code, question in enumerate(GAME.nodes) if question.kind == "chance"]


@pytest.fixture(scope="module")
def batch_of():
    """Return a function that makes batches by seed and players; the first one compiles for all."""

    def make(players=MIXED, seed=SEED, **options):
        return Batch(GAME, len(players), seed, players, options=options, shaping=SHAPING)

    return make


def assert_equal(plain, batch):
    for row, state in enumerate(plain.states):
        assert state.to_bytes() == batch._states[row].tobytes(), f"the states of row {row}"
        assert plain.masks[row] == batch.masks[row].tolist(), f"the masks of row {row}"
        assert plain.legal_bits[row] == batch._legal_bits[row].tolist()
        assert plain.masks[row] == unpack_mask(batch._legal_bits[row], len(GAME.actions)).tolist()
        assert plain.obs[row] == batch.obs[row].tolist(), f"the views of row {row}"
    assert plain.streams == batch._streams.tolist()
    assert [bool(done) for done in plain.done] == batch.done.tolist()
    assert [bool(cut) for cut in plain.truncated] == batch.truncated.tolist()
    assert (plain.seat, plain.player) == (batch.seat.tolist(), batch.player.tolist())
    assert plain.nodes_opened == batch.nodes_opened.tolist()
    assert plain.potentials == batch._potentials.tolist()


def test_the_lists_of_this_file_refuse_negative_numbers():
    for act in (lambda: Checked([1, 2])[-1], lambda: Checked([1, 2]).__setitem__(-1, 0)):
        with pytest.raises(IndexError):
            act()


@pytest.mark.parametrize(
    "options",
    [
        {"max_turns": 60},
        {"last_player": "stalemate", "omit_brutal_cards": True, "max_turns": 90},
    ],
)
def test_interpreted_and_compiled_games_are_equal_after_every_answer(batch_of, options):
    assert steps_in_lockstep(batch_of, MIXED, 250, options) > 2


def test_interpreted_and_compiled_games_with_an_ally_are_equal(batch_of):
    assert steps_in_lockstep(batch_of, (2,) * 4, 220, {"variant": "ally", "max_turns": 120}) > 0


OWN_CARDS = (  # every verb that no bundled card has, and one that sends others
    'effect = "gain"\nsoldiers = 2',
    'effect = "miss_turns"\nturns = 2',
    'effect = "move"\nspaces = 35\ndirection = "anticlockwise"\nsoldiers = 1',
    'effect = "move"\nspaces = 4\ndirection = "clockwise"\nsoldiers = 0',
    'effect = "go_to_nearest"\nspace = "ice_house"\ndirection = "either way"\nsoldiers = 0',
    'effect = "go_to_nearest"\nspace = "manoeuvre"\ndirection = "clockwise"\nsoldiers = 0',
    'effect = "send"\nspace = "manoeuvre"',
    'effect = "close"',
)


@pytest.mark.parametrize("six_rule", ["extra_turn", "skip_next"])
def test_cards_of_a_custom_deck_have_the_same_effect_interpreted_and_compiled(batch_of, tmp_path, six_rule):
    row = '[[manoeuvre]]\nid = "X{}"\ntitle = "Own card"\norigin = "book"\noptional = false\n{}\n'
    (tmp_path / "deck.toml").write_text("".join(row.format(i, card) for i, card in enumerate(OWN_CARDS)))
    deck = {"manoeuvre_deck": str(tmp_path / "deck.toml"), "closure_duration": "round", "six_rule": six_rule}
    assert steps_in_lockstep(batch_of, MIXED, 220, {"max_turns": 60, **deck}) > 2


def test_games_that_begin_anew_within_a_call_are_equal_interpreted_and_compiled():
    options = {"max_turns": 12}
    plain, batch = Plain(MIXED, SEED, **options), Batch(GAME, 4, SEED, MIXED, options, SHAPING, autoreset=True)
    for num_steps in (1, 150, 3):
        plain.call(game_loop.PLAY, list(range(4)), zeros(4), num_steps, 1)
        batch.play(num_steps)
        assert_equal(plain, batch)
        assert plain.seeds == batch._seeds.tolist()
    assert min(seed[game_loop.EPISODE_COLUMN] for seed in plain.seeds) > 0


@pytest.mark.thinned(2)
@pytest.mark.parametrize("number", range(AGREEMENTS))
def test_interpreted_and_compiled_games_are_equal_whatever_is_agreed(batch_of, number):
    # A quiz needs people, so a batch cannot play it.
    model = ("profile", "constant")[number % 2]
    options = random_options(random.Random(f"agreement {number}"), max_turns=40, knowledge_model=model)
    steps_in_lockstep(batch_of, (options.pop("num_players"),) * 2, 150, options)


def steps_in_lockstep(batch_of, players, steps, options):
    """Play both, compare them after every action, and return how many games ended."""
    plain, batch = Plain(players, SEED, **options), batch_of(players, **options)
    rows = list(range(len(players)))
    assert_equal(plain, batch)
    ended = 0
    for _ in range(steps):
        actions = zeros(len(players))
        plain.call(game_loop.SAMPLE, rows, actions)
        assert actions == batch.random_actions().tolist()
        plain.step(rows, actions)
        batch.step(np.array(actions))
        assert_equal(plain, batch)
        for row in np.flatnonzero(batch.done):
            plain.reset(int(row))
            ended += 1
        batch.reset(np.flatnonzero(batch.done))
        assert_equal(plain, batch)
    return ended


def test_every_seat_is_shown_the_same_interpreted_and_compiled(batch_of):
    batch = batch_of()
    tables = [WorldDominance(Config(num_players=players), seed=1) for players in MIXED]
    for _ in range(80):
        batch.step(batch.random_actions())
        batch.reset(np.flatnonzero(batch.done))
        for row, table in enumerate(tables):
            table.state = GAME.schema.from_record(batch._states[row])
            for seat in range(table.state.seats):
                seen = batch.observe_seats(np.array([row]), np.array([seat]))
                assert seen[0].tolist() == table.observe(seat)


@pytest.mark.parametrize("players", MIXED)
def test_a_single_table_plays_the_game_of_the_first_row(batch_of, players):
    batch = batch_of((players,), max_turns=80)
    for episode in range(3):
        table = WorldDominance(Config(num_players=players, max_turns=80), seed=SEED, episode=episode)
        rng = random.Random(episode)
        while not table.is_terminal:
            assert table.seat == batch.seat[0]
            assert table.mask() == batch.masks[0].tolist()
            assert table.observe(table.seat) == batch.obs[0].tolist()
            action = rng.choice([a for a, legal in enumerate(table.mask()) if legal])
            table.play(action)
            batch.step(np.array([action]))
            assert table.state.to_bytes() == batch._states[0].tobytes()
        assert batch.done[0]
        assert batch.truncated[0] == table.is_truncated
        assert [seat for seat in range(5) if batch.won[0, seat]] == [table.winner] * (table.winner is not None)
        batch.reset(np.array([0]))


def play_on(batch, steps):
    for _ in range(steps):
        batch.step(batch.random_actions())
        batch.reset(np.flatnonzero(batch.done))


def test_batches_in_several_threads_play_the_same_games(batch_of):
    alone, together = [[batch_of(MIXED * 8, seed=seed) for seed in (1, 2)] for _ in range(2)]
    for batch in alone:
        play_on(batch, 100)
    threads = [threading.Thread(target=play_on, args=(batch, 100)) for batch in together]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one, other in zip(alone, together, strict=True):
        assert one._states.tobytes() == other._states.tobytes()
        assert np.array_equal(one.obs, other.obs)


def test_an_illegal_answer_is_refused_by_both(batch_of):
    batch = batch_of((3,))
    table = WorldDominance(Config(num_players=3), seed=SEED)
    for action in range(len(GAME.actions)):
        if not table.mask()[action]:
            with pytest.raises(IllegalAction):
                table.play(action)
            with pytest.raises(IllegalAction):
                batch.step(np.array([action]))
    assert table.state.to_bytes() == batch._states[0].tobytes()


@pytest.mark.parametrize("illegal_action", ["misdemeanour", "eject"])
def test_illegal_answers_are_punished_alike_interpreted_and_compiled(batch_of, illegal_action):
    options = {"illegal_action": illegal_action, "max_turns": 40}
    plain, batch = Plain(MIXED, SEED, **options), batch_of(**options)
    rng, rows = random.Random(illegal_action), list(range(len(MIXED)))
    for _ in range(150):
        actions = batch.random_actions().tolist()
        plain.call(game_loop.SAMPLE, rows, zeros(len(MIXED)))
        if rng.random() < 0.2:
            actions[rng.randrange(len(MIXED))] = rng.randrange(len(GAME.actions))
        plain.step(rows, Checked(actions))
        batch.step(np.array(actions))
        assert_equal(plain, batch)
        for row in np.flatnonzero(batch.done):
            plain.reset(int(row))
        batch.reset(np.flatnonzero(batch.done))


def test_a_batch_that_punishes_still_rejects_invalid_actions(batch_of):
    batch = batch_of((3,), illegal_action="eject")
    for action in (-1, len(GAME.actions)):
        with pytest.raises(IllegalAction):
            batch.step(np.array([action]))
