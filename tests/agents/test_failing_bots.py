"""Every failure of a bot is reported with its name: in matches, at tables, and as an opponent in training."""

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("safetensors")

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import make_bot
from wd_env.agents.files.bot_file import save_bot
from wd_env.agents.files.bot_file_header import BotFileHeader, Provenance
from wd_env.agents.networks.architecture import Architecture
from wd_env.agents.networks.numpy_network import Diverged
from wd_env.agents.networks.policy_agent import PolicyAgent
from wd_env.agents.random_agent import RandomAgent
from wd_env.batch.batch import Batch
from wd_env.envs.vector.lineup import FORCED
from wd_env.envs.vector.multi_seat import MultiSeatEnv
from wd_env.errors import BotError, IllegalAction, WdError, attribute_errors_to
from wd_env.evaluation.game_stats import collect_game_stats
from wd_env.evaluation.matches.match import play_match, play_match_with_bots
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.registry import get_game
from wd_env.table.play_out import play_out

PLANES = tuple(len(pointer.feature_indices) for pointer in GAME.pointers)
NONE = np.zeros(0, np.int64)
HUGE = np.finfo(np.float32).max


@pytest.fixture(params=[Architecture((4,), 1, "relu"), Architecture((4,), 1, "relu", pointer_units=2, planes=PLANES)])
def path(request, tmp_path):
    """Write a bot with finite weights whose output is infinite."""
    shapes = request.param.shapes(GAME.layout.size, len(GAME.actions))
    weights = {name: np.full(shape, HUGE, np.float32) for name, shape in shapes.items()}
    return save_bot(tmp_path / "huge.wdbot", weights, BotFileHeader.for_game(GAME, request.param, Provenance()))


def random_bot():
    return RandomAgent(np.random.default_rng(1))


@pytest.mark.parametrize("greedy", ["", "greedy:"])
@pytest.mark.filterwarnings("error")
def test_a_bot_with_huge_weights_is_named_wherever_it_plays(path, greedy):
    name = f"{greedy}{path}"
    for play in (
        lambda: collect_game_stats(get_game(), ["random", name], 4, 1),
        lambda: play_out(WorldDominance(Config(num_players=2), seed=1), [make_bot(name, GAME, None), random_bot()]),
        lambda: opponents(make_bot(name, GAME, np.random.default_rng(1))),
    ):
        with pytest.raises(Diverged) as failed:
            play()
        assert str(failed.value) == f"bot '{path}': the network answers with logits that are not finite"
        assert failed.value.bot == str(path)


def test_a_match_records_a_failure_of_a_bot_with_huge_weights_and_continues(path):
    found = play_match(GAME, ["random", str(path)], 4, 1)
    message = f"bot '{path}': the network answers with logits that are not finite"
    assert [(one.lineup_index, one.games, one.reason) for one in found.failures] == [(1, 4, message)]
    assert [share.wins for share in found.win_rates] == [4, 0]


def opponents(bot):
    """Play training games in which this bot has every seat."""
    games = MultiSeatEnv(Batch(GAME, 4, 1), [bot], lambda players: np.zeros((len(players), 1), np.int64))
    games.start_games()
    for _ in range(40):
        games.play_actions(games.actors(), np.zeros(0, np.int64), np.zeros(0, np.int64))


class Broken(Agent):
    """A bot that raises a given error."""

    def __init__(self, failure):
        super().__init__(np.random.default_rng(1))
        self.failure = failure

    def choose(self, view):
        raise self.failure


@pytest.mark.parametrize("failure", [ZeroDivisionError("by zero"), KeyError("card"), MemoryError(), AssertionError()])
def test_a_custom_bot_is_named_whatever_it_raises(failure):
    with pytest.raises(BotError, match=f"bot 'mine': {type(failure).__name__}") as failed:
        play_match_with_bots(GAME, ["random", "mine"], [random_bot(), Broken(failure)], 4, 1)
    assert failed.value.bot == "mine"
    assert failed.value.__cause__ is failure
    with pytest.raises(BotError, match=f"bot 'Broken': {type(failure).__name__}"):
        opponents(Broken(failure))


class Wrong(Agent):
    """A bot that returns an illegal action, or something that is not an action."""

    answers = (-1, 10**6, 0.5, None, "roll")

    def choose(self, view):
        return view.mask.index(0)

    def choose_batch(self, game, obs, masks):
        return np.array([self.answer] * len(masks))


@pytest.mark.parametrize("answer", Wrong.answers)
def test_a_bot_that_returns_an_invalid_action_is_named(answer):
    bot = Wrong(np.random.default_rng(1))
    bot.answer = answer
    with pytest.raises(WdError, match="bot 'mine': "):
        play_match_with_bots(GAME, ["mine", "random"], [bot, random_bot()], 4, 1)


@pytest.mark.parametrize("answer", Wrong.answers)
def test_an_opponent_that_returns_an_invalid_action_is_named_and_nothing_has_changed(answer):
    bot = Wrong(np.random.default_rng(1))
    bot.answer, bot.name = answer, "mine"
    games = MultiSeatEnv(Batch(GAME, 4, 1, [2]), [bot], lambda players: np.zeros((len(players), 1), np.int64))
    games.start_games()
    while (games.actors() == FORCED).all():
        games.play_actions(games.actors(), NONE, NONE)
    before = games.batch.save()["states"].copy()
    with pytest.raises(WdError, match="bot 'mine': "):
        games.play_actions(games.actors(), NONE, NONE)
    assert np.array_equal(games.batch.save()["states"], before)


def test_an_interrupt_is_not_blamed_on_a_bot():
    with pytest.raises(KeyboardInterrupt):
        play_match_with_bots(GAME, ["mine", "random"], [Broken(KeyboardInterrupt()), random_bot()], 4, 1)


def test_a_failure_is_named_once_and_keeps_its_kind():
    with pytest.raises(IllegalAction) as failed, attribute_errors_to(None, "outer"), attribute_errors_to(None, "inner"):
        raise IllegalAction("roll is not legal")
    assert str(failed.value) == "bot 'inner': roll is not legal"
    with pytest.raises(ZeroDivisionError), attribute_errors_to(None, "x", IllegalAction):
        raise ZeroDivisionError


def test_bots_know_what_they_are_called(path):
    assert make_bot("scripted", GAME, np.random.default_rng(1)).name == "scripted"
    assert make_bot(f"greedy:{path}", GAME, np.random.default_rng(1)).name == str(path)
    assert PolicyAgent.load(path, GAME, np.random.default_rng(1)).name == str(path)
