"""The bot `noisy`: it takes a random legal action at the given rate, and otherwise plays as its inner bot."""

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.agents.games import games_on_their_way
from tests.toy_game import PLEDGE as TOY
from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import bot_files, make_bot
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.game import GAME
from wd_env.spec.view import View


def bot(options, game=GAME, seed=1):
    return make_bot(f"noisy:{options}" if options else "noisy", game, np.random.default_rng(seed))


class First(Agent):
    """A bot that takes the first legal action."""

    def choose(self, view):
        return int(view.mask.index(1))


@pytest.mark.thinned(3)
@pytest.mark.parametrize("plays", ["scripted", "hunter"])
@pytest.mark.parametrize("share", [0.0, 0.2, 0.7, 1.0])
@pytest.mark.parametrize("form", ["choose", "choose_batch"])
def test_the_set_fraction_of_actions_is_random(form, share, plays):
    """Count differing actions: a random action equals the other bot's action with probability 1 / legal actions."""
    batch = games_on_their_way(1000)
    batch.play(40, make_bot("scripted", GAME, np.random.default_rng(1)))
    rows = np.flatnonzero(~batch.done)
    obs, masks = batch.obs[rows], batch.masks[rows]
    inner = [make_bot(plays, GAME, np.random.default_rng(seed)).choose_batch(GAME, obs, masks) for seed in range(60)]
    fixed = (masks.sum(axis=1) > 1) & (np.stack(inner) == inner[0]).all(axis=0)
    obs, masks, wanted = obs[fixed], masks[fixed], inner[0][fixed]
    assert len(wanted) > 200
    seated = bot(f"rate={share},bot={plays}")
    if form == "choose":
        answers = np.array([seated.choose(View(GAME, *row)) for row in zip(obs, masks, strict=True)])
    else:
        answers = seated.choose_batch(GAME, obs, masks)
    expected = share * (1 - 1 / masks.sum(axis=1))
    spread = np.sqrt((expected * (1 - expected)).sum())
    assert masks[np.arange(len(masks)), answers].all()
    assert abs((answers != wanted).sum() - expected.sum()) <= 4.5 * spread


@pytest.mark.parametrize("all_but", ["", "-"])
@pytest.mark.parametrize("form", ["choose", "choose_batch"])
def test_it_blunders_only_at_the_named_decisions_or_at_all_others(form, all_but):
    batch = games_on_their_way(1000)
    rows = np.flatnonzero(~batch.done & (batch.masks.sum(axis=1) > 1))
    obs, masks = batch.obs[rows], batch.masks[rows]
    views = [View(GAME, *row) for row in zip(obs, masks, strict=True)]
    named = np.array([view.decision in ("continent", "card_space") for view in views])
    assert named.sum() > 20 < (~named).sum()
    wild, plain = bot(f"rate=1,bot=random,decisions={all_but}continent+card_space"), First(np.random.default_rng(1))
    wild._base_bots[GAME] = plain
    answers = (
        [wild.choose(view) for view in views] if form == "choose" else wild.choose_batch(GAME, obs, masks).tolist()
    )
    is_first = np.array(answers) == masks.argmax(axis=1)
    blundering = ~named if all_but else named
    assert is_first[~blundering].all()
    assert not is_first[blundering].all()


def test_by_default_it_plays_the_first_hand_written_bot_of_the_game_or_at_random():
    assert bot("")._base_bot(GAME).name == "scripted"
    assert bot("", TOY)._base_bot(TOY).name == "random"


def test_its_file_is_that_of_its_inner_bot(tmp_path):
    file = tmp_path / "bot.wdbot"
    file.touch()
    assert bot_files(f"noisy:rate=0.5,bot={file}") == (file,)
    assert bot_files("noisy:bot=scripted") == ()
    assert bot_files("noisy") == bot_files("noisy:rate=0.5") == ()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("rate=2", "rate: expected a number from 0 to 1, got 2.0"),
        ("rate=nan", "rate: expected a number from 0 to 1, got 'nan'"),
        ("rate=much", "rate: expected a number from 0 to 1, got 'much'"),
        ("rat=0.1", "unknown option 'rat=0.1' of noisy; expected rate, bot, decisions, each once as name=value"),
        ("decisions=-", "decisions: expected decisions of"),
        ("decisions=nothing", "decisions: expected decisions of world_dominance "),
        ("bot=nobody", "unknown bot 'nobody'"),
        ("bot=search", "bot: expected a bot that needs only views, got search, which needs states"),
    ],
)
def test_invalid_options_are_rejected(options, message):
    with pytest.raises(ConfigError) as refusal:
        bot(options)
    assert message in str(refusal.value)
