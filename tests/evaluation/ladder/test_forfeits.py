"""A bot that fails gets a loss with its reason, and the other bots continue."""

import os
from contextlib import closing

import numpy as np
import pytest

pytest.importorskip("numba")

from wd_env.agents.agent import Agent
from wd_env.agents.random_agent import RandomAgent
from wd_env.errors import BotError, BotProcessDied, ConfigError
from wd_env.evaluation.ladder.scheduler import MAX_TIMEOUT, check_timeout
from wd_env.evaluation.matches.forfeits import ForfeitingBlockRunner
from wd_env.evaluation.matches.match_blocks import Block, BlockRunner
from wd_env.evaluation.matches.sandboxed_blocks import check_bots, play_block
from wd_env.games.world_dominance.game import GAME
from wd_env.registry import get_game
from wd_env.sandbox.sandboxed_agent import SandboxedAgent, is_untrusted

ROW = get_game()
SHORT = {"max_turns": 40}
BOTS = "tests.evaluation.ladder.bots"


def block_of(*names, deals=4):
    return Block(names, 1, 0, deals)


def lost_by(name, *, patience=60.0, deals=4):
    """Play a block of two against `random`, and return its result and its only failure."""
    played = play_block(ROW, SHORT, block_of("random", f"{BOTS}:{name}", deals=deals), patience)
    (failure,) = played.failures
    assert failure.lineup_index == 1
    return played, failure


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Illegal", f"bot '{BOTS}:Illegal': action 0 in row 0 is illegal"),
        (
            "ReturnsFloat",
            f"bot '{BOTS}:ReturnsFloat': actions: expected one integer for each of 1 games, got array([0.5])",
        ),
        ("Dies", f"bot '{BOTS}:Dies': its process died (exit code 3)"),
        ("FailsToConstruct", f"bot '{BOTS}:FailsToConstruct'"),
    ],
)
def test_a_bot_that_never_answers_loses_every_game_to_the_others(name, reason):
    played, failure = lost_by(name)
    assert failure.games == 8
    assert failure.reason.startswith(reason)
    assert played.won.tolist() == [[2, 0]] * 4


def test_a_bot_that_hangs_loses_its_unfinished_games():
    played, failure = lost_by("Hangs", patience=3.0)
    assert failure.games == 8
    assert "actions within 3 seconds, got no reply" in failure.reason
    assert played.won.tolist() == [[2, 0]] * 4


def test_a_bot_that_fails_at_times_loses_those_games_alone():
    played, failure = lost_by("Raises", deals=16)
    assert 0 < failure.games < 32
    assert failure.reason == f"bot '{BOTS}:Raises': ZeroDivisionError: by zero"
    assert failure.games <= played.won[:, 0].sum() <= 32
    assert played.won.sum() == 32 - played.truncated


def test_a_lost_game_is_shared_by_the_seats_of_the_other_bots():
    """Seat the failing bot twice, and two others: these get half a win each, the failing bot's other seat nothing."""
    names = (f"{BOTS}:Illegal", "random", f"{BOTS}:Illegal", "scripted")
    played = play_block(ROW, SHORT, block_of(*names, deals=2))
    assert played.won.tolist() == [[0, 2, 0, 2]] * 2
    assert sum(failure.games for failure in played.failures) == 8


def test_games_of_only_one_bot_have_no_winner_if_it_fails():
    played = play_block(ROW, SHORT, block_of(f"{BOTS}:ReturnsFloat", f"{BOTS}:ReturnsFloat", deals=2))
    assert played.won.tolist() == [[0, 0]] * 2


def test_a_block_in_which_nobody_fails_is_a_plain_one():
    block = block_of("random", "scripted", deals=6)
    booked, plain = play_block(ROW, SHORT, block), BlockRunner(GAME, block, block.bots(GAME), SHORT).play()
    assert (booked.won.tolist(), booked.decisions, booked.truncated, booked.failures) == (
        plain.won.tolist(),
        plain.decisions,
        plain.truncated,
        (),
    )


def test_a_third_party_bot_plays_equally_in_its_own_process():
    block = block_of("random", f"{BOTS}:First", deals=6)
    apart, here = play_block(ROW, SHORT, block), BlockRunner(GAME, block, block.bots(GAME), SHORT).play()
    assert (apart.won.tolist(), apart.decisions) == (here.won.tolist(), here.decisions)


def test_output_of_a_third_party_bot_is_not_part_of_the_table(capfd):
    assert play_block(ROW, SHORT, block_of("random", f"{BOTS}:Prints", deals=1)).failures == ()
    said = capfd.readouterr()
    assert "I choose" not in said.out
    assert "I choose" in said.err


def test_a_failure_of_a_bundled_bot_is_recorded_too():
    class Fragile(RandomAgent):
        def choose_batch(self, game, obs, masks):
            raise KeyError("card")

    bots: list[Agent] = [RandomAgent(np.random.default_rng(1)), Fragile(np.random.default_rng(2))]
    played = ForfeitingBlockRunner(GAME, block_of("random", "mine"), bots, SHORT).play()
    assert [(failure.lineup_index, failure.games, failure.reason) for failure in played.failures] == [
        (1, 8, "bot 'mine': KeyError: 'card'")
    ]


def test_an_interrupt_is_not_recorded_as_a_failure_of_a_bot():
    class Interrupted(RandomAgent):
        def choose_batch(self, game, obs, masks):
            raise KeyboardInterrupt

    bots: list[Agent] = [RandomAgent(np.random.default_rng(1)), Interrupted(np.random.default_rng(2))]
    with pytest.raises(KeyboardInterrupt):
        ForfeitingBlockRunner(GAME, block_of("random", "mine"), bots, SHORT).play()


def test_a_bot_that_has_died_answers_nothing_more():
    with closing(SandboxedAgent(ROW, SHORT, f"{BOTS}:Dies", (1,))) as bot:
        obs, masks = np.zeros((1, GAME.layout.size), np.int8), np.ones((1, len(GAME.actions)), np.int8)
        for _ in range(2):
            with pytest.raises(BotProcessDied, match="its process died"):
                bot.choose_batch(GAME, obs, masks)


def test_a_failure_does_not_change_the_bot():
    with closing(SandboxedAgent(ROW, SHORT, f"{BOTS}:ReturnsFloat", (1,))) as bot:
        obs, masks = np.zeros((2, GAME.layout.size), np.int8), np.ones((2, len(GAME.actions)), np.int8)
        for _ in range(2):
            with pytest.raises(BotError, match="expected one integer for each of 2 games"):
                bot.choose_batch(GAME, obs, masks)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (f"{BOTS}:FailsToConstruct", "cannot be made: RuntimeError: no memory"),
        (f"{BOTS}:Nobody", "cannot be loaded"),
        ("nobody", "unknown bot 'nobody'"),
        ("greedy:nowhere", "unknown bot 'greedy:nowhere'"),
    ],
)
def test_a_bot_that_cannot_be_made_is_refused_before_anything_is_played(name, words):
    with pytest.raises(ConfigError, match=words):
        check_bots(ROW, SHORT, ["random", name])


def test_classes_outside_the_package_are_untrusted_and_bot_files_are_not(tmp_path):
    (tmp_path / "mine.wdbot").write_text("weights")
    ours = ["random", "scripted", "scripted:option=1", str(tmp_path / "mine.wdbot"), f"greedy:{tmp_path}/mine.wdbot"]
    assert [is_untrusted(name) for name in ours] == [False] * 5
    assert [is_untrusted(name) for name in (f"{BOTS}:First", "theirs", f"greedy:{os.sep}nowhere")] == [True] * 3


@pytest.mark.parametrize("seconds", [0, -1, MAX_TIMEOUT + 1, float("nan")])
def test_a_time_limit_is_positive_and_at_most_a_day(seconds):
    check_timeout(MAX_TIMEOUT)
    with pytest.raises(ConfigError, match=f"more than 0 seconds, up to 86400, got {seconds}"):
        check_timeout(seconds)
