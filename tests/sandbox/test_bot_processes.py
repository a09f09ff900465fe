"""A bot in another process receives and returns the same as in this process.

No process is started, so that the tests can inspect what the bot received and changed.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
from contextlib import closing
from types import SimpleNamespace

import numpy as np
import pytest

from wd_env.agents.agent import Agent, Analysis, reseed
from wd_env.agents.agent_registry import make_bot
from wd_env.errors import BotError, BotProcessDied
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.registry import get_game
from wd_env.sandbox import bot_process, bot_worker, sandboxed_agent
from wd_env.sandbox.bot_process import READY, BotProcess
from wd_env.sandbox.bot_worker import run_worker
from wd_env.sandbox.sandboxed_agent import MAX_ERROR_CHARS, SandboxedAgent
from wd_env.sandbox.worker_messages import REPLY_DECODER, WorkerRequest, encode

ROW = get_game()
HERE, FAILING = "tests.sandbox.test_bot_processes", "tests.evaluation.ladder.bots"


def some_view():
    """Return a view after some decisions with several legal actions each."""
    table = WorldDominance(Config(num_players=2), seed=3)
    while len(table.view(table.seat).past_decisions()[0]) < 3 or len(table.legal_actions()) < 2:
        table.play(table.legal_actions()[-1])
    return table.view(table.seat), table.copy().state


VIEW, STATE = some_view()


class Weighing(Agent):
    """A bot that analyses two actions."""

    def choose(self, view):
        return view.legal_indices[1]

    def analyse(self, view):
        likely, chosen = view.legal_indices[:2]
        return Analysis(chosen, {chosen: 0.25, likely: 0.75}, 0.5, {likely: 0.625}, is_sampled=True)


class Remembering(Agent):
    """A bot that chooses by its earlier decisions and a possible state."""

    def choose(self, view):
        obs, masks = view.past_decisions()
        assert obs.shape == (len(masks), view.game.layout.size)
        assert (masks.sum(axis=1) > 1).all()
        assert view.resample(self.generator).seat == STATE.seat
        return view.legal_indices[len(masks) % 2]


class Verbose(Agent):
    """A bot that fails with a long message."""

    def choose(self, view):
        raise ValueError("x" * 2 * MAX_ERROR_CHARS)


class Requests:
    """A pipe that gives some requests and then ends."""

    def __init__(self, *requests):
        self.requests, self.sent = [encode(request) for request in requests], []

    def recv_bytes(self):
        if not self.requests:
            raise EOFError
        return self.requests.pop(0)

    def send_bytes(self, message):
        self.sent.append(message)


def request(name, entropy=(1, 2), **more):
    obs, mask = list(VIEW.obs), list(VIEW.mask)
    return WorkerRequest(bot="bot", name=name, obs=obs, mask=mask, entropy=list(entropy), **more)


def replies(*requests):
    pipe = Requests(*requests)
    with pytest.raises(EOFError):
        run_worker(pipe, ROW.name)
    ready, *sent = pipe.sent
    assert ready == READY
    return [REPLY_DECODER.decode(message) for message in sent]


def test_a_worker_chooses_by_the_seed_of_each_request_as_the_bot_does_here():
    entropies = [(number, 7) for number in range(12)]
    expected = []
    for entropy in entropies:
        bot = make_bot("random", GAME, np.random.default_rng(5))
        reseed(bot, entropy)
        expected.append(bot.choose(VIEW))
    found = replies(*(request("random", entropy) for entropy in entropies))
    assert [reply.action for reply in found] == expected
    assert len(set(expected)) > 1
    assert all((reply.probabilities, reply.error) == ({}, "") and reply.elapsed_ms < 60_000 for reply in found)


def test_a_worker_returns_all_that_a_bot_knows_and_what_it_does_most_likely():
    likely, chosen = VIEW.legal_indices[:2]
    name = f"{HERE}:Weighing"
    analysed, greedy, plain = replies(request(name, analyse=True), request(name, greedy=True), request(name))
    for reply in (analysed, greedy):
        assert (reply.probabilities, reply.action_values, reply.value) == (
            {chosen: 0.25, likely: 0.75},
            {likely: 0.625},
            0.5,
        )
    assert (analysed.action, analysed.is_sampled) == (chosen, True)
    assert (greedy.action, greedy.is_sampled) == (likely, False)
    assert (plain.action, plain.probabilities, plain.value, plain.is_sampled) == (chosen, {}, None, False)


def test_a_worker_gives_a_bot_earlier_decisions_and_a_state_that_could_be():
    obs, masks = VIEW.past_decisions()
    more = {"past_obs": obs.tobytes(), "past_masks": masks.tobytes(), "resampled_state": STATE.to_bytes()}
    (known, unknown) = replies(request(f"{HERE}:Remembering", **more), request(f"{HERE}:Remembering"))
    assert known.action == VIEW.legal_indices[len(masks) % 2]
    assert unknown.error.startswith("StateError: this view was made without a table")


def test_a_worker_reports_an_error_and_goes_on():
    wrong, right = replies(request("nobody"), request("random"))
    assert wrong.error.startswith("ConfigError: unknown bot 'nobody'")
    assert (wrong.action, wrong.elapsed_ms) == (-1, 0)
    assert right.action in VIEW.legal_indices


def test_a_worker_reports_its_time_in_milliseconds(monkeypatch):
    monkeypatch.setattr(bot_worker, "monotonic", iter([10.0, 20.0]).__next__)
    [reply] = replies(request("random"))
    assert reply.elapsed_ms == 10_000


def test_the_process_of_a_bot_ignores_ctrl_c_and_leaves_stdout_to_its_caller(monkeypatch, capfd):
    monkeypatch.setattr(bot_process, "exit_with_parent", lambda: None)
    before = signal.getsignal(signal.SIGINT)

    def serve(_, word):
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
        os.write(1, word)
        raise EOFError

    try:
        bot_process._run(serve, None, b"said")
    finally:
        signal.signal(signal.SIGINT, before)
    assert capfd.readouterr() == ("", "said")


@pytest.mark.parametrize(
    ("code", "text"),
    [(None, "exit code None"), (0, "exit code 0"), (3, "exit code 3"), (-9, "SIGKILL"), (-1000, "signal 1000")],
)
def test_the_text_for_an_ended_process_names_its_exit_code_or_signal(code, text):
    process = object.__new__(BotProcess)
    waited = []
    process._process = SimpleNamespace(join=waited.append, exitcode=code)
    assert process.exit_text(0.5) == text
    assert waited == [0.5]


def test_the_pipe_end_of_a_process_is_closed_here_once_it_has_started(monkeypatch):
    pipe, child_pipe = multiprocessing.Pipe()
    process = SimpleNamespace(start=lambda: calls.append(child_pipe.closed))
    context = SimpleNamespace(Pipe=lambda: (pipe, child_pipe), Process=lambda target, args, daemon: process)
    calls = []
    monkeypatch.setattr(multiprocessing, "get_context", lambda method: calls.append(method) or context)
    with closing(BotProcess(run_worker).pipe):
        assert (calls, child_pipe.closed) == (["spawn", False], True)  # or the end of the process is never noticed


class InThread:
    """The process of a bot, replaced by a thread of this one."""

    def __init__(self, serve, *args):
        self.pipe, child_pipe = multiprocessing.Pipe()
        self.is_ready = False
        self.thread = threading.Thread(target=self.run, args=(serve, child_pipe, *args), daemon=True)
        self.thread.start()

    def run(self, serve, pipe, *args):
        with contextlib.suppress(EOFError), pipe:
            serve(pipe, *args)

    def close(self):
        self.pipe.close()
        self.thread.join()

    def exit_text(self, timeout):
        return "exit code 0"


@pytest.fixture
def apart(monkeypatch):
    monkeypatch.setattr(sandboxed_agent, "BotProcess", InThread)
    return lambda name: closing(SandboxedAgent(ROW, {"num_players": 2}, name, (1, 2), timeout=20.0))


def views(count):
    """Return observations and masks of games with different legal actions."""
    tables = [WorldDominance(Config(num_players=2), seed=seed) for seed in range(count)]
    for number, table in enumerate(tables):
        for _ in range(number):
            table.play(table.legal_actions()[-1])
    arrays = [table.view(table.seat).arrays for table in tables]
    return [np.concatenate(rows) for rows in zip(*arrays, strict=True)]


def test_a_bot_in_another_process_acts_as_with_its_seed_in_this_one(apart):
    obs, masks = views(7)
    here = make_bot("random", GAME, np.random.default_rng((1, 2)))
    with apart("random") as bot:
        for _ in range(3):
            found, expected = bot.choose_batch(GAME, obs, masks), here.choose_batch(GAME, obs, masks)
            assert (found.dtype, found.tolist()) == (np.int64, expected.tolist())
        assert bot.choose(VIEW) == here.choose_batch(GAME, *VIEW.arrays)[0]


@pytest.mark.parametrize(
    ("name", "error", "text"),
    [
        (
            f"{FAILING}:ReturnsFloat",
            BotError,
            "actions: expected one integer for each of 2 games, got array([0.5, 0.5])",
        ),
        (f"{HERE}:Verbose", BotError, "ValueError: xxx"),
        (f"{FAILING}:FailsToConstruct", BotProcessDied, "cannot be made: RuntimeError: no memory"),
    ],
)
def test_a_failure_in_another_process_has_the_same_message(apart, name, error, text):
    obs, masks = views(2)
    with apart(name) as bot, pytest.raises(error) as failed:
        bot.choose_batch(GAME, obs, masks)
    assert text in str(failed.value)
    assert len(str(failed.value)) <= MAX_ERROR_CHARS


def test_a_bot_that_cannot_be_made_handles_no_request():
    pipe = Requests(request("random"))
    sandboxed_agent._serve(pipe, ROW, {"num_players": 2}, f"{FAILING}:FailsToConstruct", (1, 2))
    assert (len(pipe.sent), len(pipe.requests)) == (1, 1)


def test_a_bot_without_a_reply_in_time_is_ended(apart):
    with apart("random") as bot:
        bot.wait_until_ready()
        with pytest.raises(BotProcessDied, match="expected a word within 0 seconds, got no reply"):
            bot._receive(0, "a word", READY)
        assert bot._process.pipe.closed


def test_a_bot_in_another_process_has_a_generator_of_its_seed(apart):
    with apart("random") as bot:
        bot.wait_until_ready()
        assert bot.generator.integers(1000) == np.random.default_rng((1, 2)).integers(1000)
