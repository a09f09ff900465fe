"""A process with another package, other rules or another bot file plays no block."""

from dataclasses import replace

import pytest

pytest.importorskip("numba")
pytest.importorskip("safetensors")

import numpy as np

from wd_env.agents.files.bot_file import save_bot
from wd_env.agents.files.bot_file_header import BotFileHeader, Provenance
from wd_env.agents.networks.architecture import Architecture
from wd_env.errors import ConfigError
from wd_env.evaluation.matches.forfeits import play_block
from wd_env.evaluation.matches.match_blocks import Block
from wd_env.evaluation.matches.run_fingerprint import RunFingerprint, bot_digest
from wd_env.games.world_dominance.game import GAME


@pytest.fixture
def bot(tmp_path):
    architecture = Architecture((4,), 1, "relu")
    shapes = architecture.shapes(GAME.layout.size, len(GAME.actions))
    weights = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    return save_bot(tmp_path / "zero.wdbot", weights, BotFileHeader.for_game(GAME, architecture, Provenance()))


def test_requirements_met_by_this_process_are_accepted(bot):
    RunFingerprint.of(GAME, ["random", str(bot)]).check(GAME)
    assert bot_digest("random")["sha256"] is None
    assert len(bot_digest(str(bot))["sha256"]) == 64


def test_the_digest_of_a_search_is_that_of_all_its_files(bot, tmp_path):
    other = tmp_path / "other.wdbot"
    other.write_bytes(bot.read_bytes() + b"x")
    names = (str(bot), f"search:prior={bot}", f"search:prior={bot},policy={bot}", f"search:prior={bot},policy={other}")
    alone, prior, twice, both = (bot_digest(name)["sha256"] for name in names)
    assert alone == prior == twice
    assert len(both) == 64
    assert both != alone
    other.write_bytes(b"another")
    assert bot_digest(names[3])["sha256"] != both
    (tmp_path / "no_bot_yet").mkdir()
    assert bot_digest(f"search:prior={bot},policy={tmp_path / 'no_bot_yet'}")["sha256"] is None


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            {"package": "wd-env 9.9"},
            r"a worker has package wd-env .*; expected wd-env 9\.9, as where the match was started",
        ),
        ({"rules_hash": "0"}, "a worker has rules_hash .*; expected 0"),
    ],
)
def test_another_package_and_other_rules_are_refused(changed, message):
    terms = replace(RunFingerprint.of(GAME, ["random"]), **changed)
    with pytest.raises(ConfigError, match=message):
        play_block(terms, GAME, {}, Block(("random", "random"), 1, 0, 2))


def test_a_bot_of_another_file_is_refused_by_name(bot):
    terms = replace(RunFingerprint.of(GAME, [str(bot)]), bots=((str(bot), "0" * 64),))
    with pytest.raises(ConfigError, match=r"zero\.wdbot': a worker has another file, sha256 "):
        terms.check(GAME)


def test_a_bot_whose_file_a_worker_cannot_read_is_refused_by_name(bot):
    terms = RunFingerprint.of(GAME, [str(bot)])
    bot.unlink()
    with pytest.raises(ConfigError, match=r"zero\.wdbot': a worker cannot read its file; expected sha256 "):
        terms.check(GAME)
    missing = replace(terms, bots=(("no.such.module:Bot", "0" * 64),))
    with pytest.raises(ConfigError, match=r"a worker cannot play: 'no\.such\.module:Bot' cannot be loaded"):
        missing.check(GAME)
