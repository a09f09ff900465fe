"""A bot is a class with one method; a bot sees a view and nothing else."""

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.agents.games import batch_games, decisions, table_game
from wd_env.agents.agent import Agent
from wd_env.errors import IllegalAction
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.spec.view import LegalAction, View


class Miser(Agent):
    """A bot that passes as long as it can."""

    def choose(self, view):
        return (view.find_legal_action("pass") or view.legal_actions[0]).index


def test_a_bot_of_one_method_plays_whole_games_at_a_table():
    bots = [Miser(np.random.default_rng(seat)) for seat in range(3)]
    table = table_game(bots, 1, max_turns=60)
    assert table.is_terminal
    assert "pass" in {line.text for line in table.lines}


def test_a_bot_of_one_method_plays_many_games_at_once():
    batch = batch_games(Miser(np.random.default_rng(1)), 4, [2, 3, 4, 5], 1, max_turns=30)
    assert batch.done.all()


def test_actions_in_a_batch_are_those_of_single_views():
    obs, masks = decisions(20)
    bot = Miser(np.random.default_rng(1))
    chosen = bot.choose_batch(GAME, obs, masks)
    assert (chosen.dtype, chosen.shape) == (np.int64, (20,))
    rows = zip(obs, masks, strict=True)
    assert chosen.tolist() == [bot.choose(View(GAME, seen.tolist(), legal.tolist())) for seen, legal in rows]


@pytest.mark.parametrize("answer", [0.5, 3.0, "roll", None])
def test_an_answer_that_is_no_whole_number_is_not_rounded_into_one(answer):
    class Vague(Agent):
        def choose(self, view):
            return answer

    with pytest.raises(IllegalAction):
        batch_games(Vague(np.random.default_rng(1)), 2, [3], 1)


def test_a_bot_without_its_method_is_rejected():
    with pytest.raises(TypeError, match="choose"):
        Agent(np.random.default_rng(1))


# What a bot receives


def test_a_view_names_what_may_be_answered():
    view = position(players=2, soldiers=[10, 1], lands="decimate").view(0)
    indices = [GAME.actions.index(text) for text in ("name self", "name +1")]
    assert view.legal_actions == tuple(LegalAction(i, GAME.actions.text(i)) for i in sorted(indices))
    assert view.find_legal_action("name +1").index == indices[1]
    assert view.find_legal_action("roll") is None
    assert view.decision == "decimate"
    assert "decimate" in view.decisions


def test_a_view_names_what_is_seen_from_the_seat():
    view = position(players=3, soldiers=[7, 8, 9]).view(1)
    assert view.feature("army")[:3] == [8, 9, 7]
    assert view.feature("current_seat")[:3] == [0, 0, 1]
    assert view.feature("players") == [0, 1, 0, 0]
    assert view.feature("garrison") == 76
    assert len(view.feature("cards")) == 5
    with pytest.raises(KeyError):
        view.feature("no such piece")


def test_a_seat_not_to_move_has_no_legal_actions():
    game = position(players=3)
    assert (game.view(0).decision, game.view(1).legal_actions) == ("start_menu", ())


def test_there_is_no_decision_at_a_chance_node_or_after_the_end():
    game = position(players=2, soldiers=[10, 1], lands="decimate")
    game.play("name +1")
    assert (game.view(0).decision, game.view(0).legal_actions) == ("", ())
    game.play("soldier dice 1")
    assert game.is_terminal
    assert (game.view(0).decision, game.view(0).legal_actions) == ("", ())


def test_a_view_holds_no_state():
    """Compare two views: a state from a view has everything resampled that the seat cannot know."""
    tables = [position(players=3, knows={1: known}) for known in (["T05"], [])]
    knowing, ignorant = (table.view(0) for table in tables)
    assert set(vars(knowing)) == {"game", "_obs", "_mask", "_resampler", "_past"}
    assert knowing.obs == ignorant.obs
    assert tables[0].state.to_bytes() != tables[1].state.to_bytes()
    for seed in range(20):
        states = [view.resample(np.random.default_rng(seed)).to_bytes() for view in (knowing, ignorant)]
        assert states[0] == states[1]
