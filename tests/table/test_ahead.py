"""Single games with compiled rules equal those with interpreted rules bit for bit, with any order of calls."""

import copy

import numpy as np
import pytest

from tests.table.rule_modes import alone
from tests.toy_game import PLEDGE
from wd_env import world_dominance_v0
from wd_env.errors import ConfigError, IllegalAction, WrongSeat
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.variants import all_tables
from wd_env.table import compiled_warmup
from wd_env.table.backend_switch import UNOBSERVED_STEPS
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_table import Table
from wd_env.table.interpreted_backend import InterpretedBackend
from wd_env.table.play_out import play_policies, prefer_compiled

TABLES = [(row.title, row.options(players)) for row, players in all_tables()]


@pytest.fixture
def compiled(monkeypatch):
    monkeypatch.setenv(compiled_warmup.MODE_VARIABLE, compiled_warmup.COMPILED)


def is_compiled(table):
    return not isinstance(table._backends.active, InterpretedBackend)


def whole_game(options, seed, look=lambda table, number: None):
    """Return every observation, mask and reward of a random game, its record and its last state."""
    table = WorldDominance(Config(max_turns=60, **options), seed=seed)
    rng = np.random.default_rng(seed)
    seen = []
    while not table.is_terminal:
        look(table, len(seen))
        mask = table.mask()
        seen.append((table.seat, table.player, table.node.name, mask, table.observe(table.seat)))
        seen.append((table.rewards(), table.potentials(), table.in_game(), table.winners, table.is_truncated))
        table.play(int(rng.choice(np.flatnonzero(mask))), seat=table.seat)
    seen.append((table.rewards(), table.potentials(), table.legal_texts(), table.observe(0), table.winners))
    has_been_ahead = table._backends._compiled is not None
    return seen, table.record().dumps(), table.state.to_bytes(), has_been_ahead


@pytest.mark.parametrize(("title", "options"), TABLES, ids=[f"{title}-{o['num_players']}" for title, o in TABLES])
def test_a_game_on_compiled_rules_is_that_on_interpreted_ones(title, options, monkeypatch):
    *expected, was_ahead = alone(monkeypatch, compiled_warmup.INTERPRETED, whole_game, options, 7)
    assert not was_ahead
    *found, was_ahead = alone(monkeypatch, compiled_warmup.COMPILED, whole_game, options, 7)
    assert was_ahead
    assert found == expected


LOOKS = {
    "at the state": lambda table, number: table.state.seat,
    "at the state at times": lambda table, number: table.state.seat if number % 14 == 0 else None,
    "at the lines": lambda table, number: len(table.lines),
    "at the lines at times": lambda table, number: len(table.lines) if number % 18 == 0 else None,
    "at another seat": lambda table, number: table.observe((table.seat + 1) % 4),
    "at a copy": lambda table, number: table.copy().legal_texts(),
    "at its JSON": lambda table, number: table.to_json() if number % 10 == 0 else None,
    "at its record": lambda table, number: table.record() if number % 10 == 0 else None,
    "at its options": lambda table, number: table.legal_texts(),
    "at a view": lambda table, number: table.view(table.seat).legal_actions,
}


@pytest.mark.parametrize("name", LOOKS)
def test_reading_a_table_in_between_changes_nothing(name, monkeypatch):
    expected = alone(monkeypatch, compiled_warmup.INTERPRETED, whole_game, {"num_players": 4}, 3)
    assert (
        alone(monkeypatch, compiled_warmup.COMPILED, whole_game, {"num_players": 4}, 3, LOOKS[name])[:3] == expected[:3]
    )


def ahead(seed=5, answers=3 * UNOBSERVED_STEPS, **options):
    """Return a table on compiled rules."""
    table = WorldDominance(Config(**options), seed=seed)
    for _ in range(answers):
        table.play(table.mask().index(1))
    assert is_compiled(table)
    return table


def test_reading_the_state_ends_compiled_play_and_changes_to_it_are_kept(compiled):
    table = ahead()
    table.state.army[0] += 1
    assert not is_compiled(table)
    army = table.state.army[0]
    for _ in range(3 * UNOBSERVED_STEPS):
        table.play(table.mask().index(1))
    assert is_compiled(table)
    twin = ahead()
    for _ in range(3 * UNOBSERVED_STEPS):
        twin.play(twin.mask().index(1))
    assert (table.state.army[0], army) == (twin.state.army[0] + 1, army)


def test_a_run_goes_on_with_the_first_of_all_actions_and_with_numbers_of_other_libraries(compiled):
    table, plain = Table(PLEDGE, seed=1), Table(PLEDGE, seed=1)
    prefer_compiled(table)
    table.play(0, seat=np.int64(table.seat))
    table.play(np.int8(0), seat=table.seat)
    assert is_compiled(table)
    prefer_compiled(table)  # it already does
    for _ in range(2):
        plain.play(0)
    assert (table.record(), table.state) == (plain.record(), plain.state)


def test_a_game_that_ended_on_compiled_rules_goes_on_with_them_from_an_earlier_state(compiled):
    table = Table(PLEDGE, seed=1)
    start = table.state.copy()
    for _ in range(2):
        table.state = start.copy()
        prefer_compiled(table)
        table.play(0)
        assert is_compiled(table)
        while not table.is_terminal:
            table.play(table.mask().index(1))


def test_repeated_reading_of_the_state_makes_the_table_stay_interpreted(compiled):
    table = ahead()
    runs = 0
    for _ in range(200):
        table.play(table.mask().index(1))
        if is_compiled(table):
            runs += 1
            assert table.state is not None
        if table.is_terminal:
            break
    assert runs < 8


def test_errors_on_compiled_rules_are_the_same_and_change_nothing(compiled, monkeypatch):
    table, plain = ahead(), WorldDominance(seed=5)
    for _ in range(3 * UNOBSERVED_STEPS):
        plain.play(plain.mask().index(1))
    illegal = plain.mask().index(0)
    for answer in (illegal, 10_000, -1, True, 1.5, None, "no such thing", np.int64(illegal)):
        with pytest.raises(IllegalAction) as expected:
            plain.play(answer)
        with pytest.raises(IllegalAction) as found:
            table.play(answer)
        assert str(found.value) == str(expected.value)
    with pytest.raises(WrongSeat, match="is not to move"):
        table.play(table.mask().index(1), seat=(table.seat + 1) % 4)
    with pytest.raises(WrongSeat, match="seat: expected 0 to 3, got 7"):
        ahead().observe(7)
    assert table.state == plain.state
    assert table.record() == plain.record()


@pytest.mark.parametrize(
    "options",
    [{"illegal_action": "misdemeanour"}, {"knowledge_model": "quiz"}],
    ids=["punished answers", "a quiz"],
)
def test_a_table_with_features_outside_the_rules_never_uses_compiled_rules(options, compiled):
    table = WorldDominance(Config(max_turns=20, **options), seed=1)
    while table.legal_texts() and table.node.kind == "player":
        table.play(table.mask().index(1))
        assert not is_compiled(table)


def test_explicit_chance_never_uses_compiled_rules(compiled):
    table = WorldDominance(seed=1, chance=EXPLICIT)
    for _ in range(60):
        table.play(table.legal_texts()[0])
        assert not is_compiled(table)


def test_another_game_uses_compiled_rules_too(monkeypatch):
    def play(seed):
        table = Table(PLEDGE, seed=seed)
        while not table.is_terminal:
            mask = table.mask()
            table.play(mask.index(1) if table.node.name == "pledge" or max(table.observe(0)[9:12]) < 40 else 3)
        return table.record().dumps(), table.rewards(), table.state.to_bytes()

    def played():
        return [play(seed) for seed in range(20)]

    assert alone(monkeypatch, compiled_warmup.COMPILED, played) == alone(
        monkeypatch, compiled_warmup.INTERPRETED, played
    )


def test_players_act_on_compiled_rules_until_one_without_an_array_policy(compiled):
    def first(game, obs, masks):
        return int(masks[0].argmax())

    table, twin, plain = ahead(), ahead(), WorldDominance(seed=5)

    def but_player_0(player):
        return first if player else None

    assert play_policies(plain, but_player_0) == 0
    given = play_policies(table, but_player_0)
    assert table.player == 0 or table.is_terminal
    for _ in range(given):
        assert twin.player != 0
        twin.play(twin.mask().index(1))
    assert twin.record() == table.record()
    table.play(table.mask().index(1))
    asked = []
    assert play_policies(table, asked.append) == 0
    assert asked == [table.player]


def test_an_illegal_action_of_an_array_policy_raises_the_error_of_the_table(compiled):
    table = ahead()
    record = table.record()
    with pytest.raises(IllegalAction, match=r"is illegal at .*; expected"):
        play_policies(table, lambda player: lambda game, obs, masks: int(masks[0].argmin()))
    assert table.record() == record


def test_a_copy_of_an_environment_continues_with_its_array_policies(compiled):
    from wd_env.envs.gymnasium_env import SingleAgentEnv

    env = SingleAgentEnv(4, 1, ["scripted", "random", "scripted"], max_turns=60)
    observation, _ = env.reset(seed=3)
    for _ in range(10):
        observation, *_ = env.step(int(observation["action_mask"].argmax()))
    twins = env, copy.deepcopy(env)
    seen = []
    for twin in twins:
        rng, last = np.random.default_rng(1), observation
        steps = []
        for _ in range(8):
            last, reward, *_ = twin.step(int(rng.choice(np.flatnonzero(last["action_mask"]))))
            steps.append((last["observation"].tolist(), reward))
        seen.append(steps)
    assert seen[0] == seen[1]


def test_an_environment_uses_compiled_rules_from_its_first_decision(compiled):
    """Check that the environment interprets nothing, which would cost as much as the rest of a short game."""
    env = world_dominance_v0.raw_env(num_players=3)
    env.reset(seed=1)
    assert is_compiled(env.table)
    table = WorldDominance(Config(num_players=3), seed=1)
    assert [env.table.mask(), env.table.observe(env.table.seat)] == [table.mask(), table.observe(table.seat)]
    assert env.table.state.to_bytes() == table.state.to_bytes()


def test_compiled_play_waits_for_a_decision_on_sampled_chance(compiled):
    asked = WorldDominance(Config(num_players=3), chance="explicit", seed=1)
    prefer_compiled(asked)
    assert not is_compiled(asked)
    over = WorldDominance(Config(num_players=2, max_turns=1), seed=1)
    while not over.is_terminal:
        over.play(over.mask().index(1))
    over.state  # noqa: B018  a look, after which it is not ahead
    prefer_compiled(over)
    assert not is_compiled(over)


def test_an_unknown_mode_is_refused(monkeypatch):
    monkeypatch.setenv(compiled_warmup.MODE_VARIABLE, "fast")
    with pytest.raises(ConfigError, match="WD_SINGLE: expected auto, interpreted, compiled, got 'fast'"):
        ahead()


def test_a_copy_of_a_table_on_compiled_rules_shares_nothing_with_it(compiled):
    table = ahead()
    twin = copy.deepcopy(table)
    for one in (table, twin):
        for _ in range(20):
            one.play(one.mask().index(1))
    assert twin.record() == table.record()
    assert twin.state == table.state
