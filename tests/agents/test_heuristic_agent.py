"""Hand-written bots choose the same actions whether their heuristics are compiled or not, from any view."""

import numpy as np
import pytest

pytest.importorskip("numba")

from wd_env.agents.agent_registry import make_bot
from wd_env.registry import GAMES
from wd_env.table import compiled_warmup

BOTS = [("world_dominance", "scripted"), ("domination", "hard"), ("superpowers", "hard")]
MODES = (compiled_warmup.INTERPRETED, compiled_warmup.COMPILED)


@pytest.mark.parametrize(("game", "name"), BOTS)
def test_a_choice_does_not_depend_on_what_is_compiled(game, name, monkeypatch):
    entry = GAMES[game]
    tables = {mode: entry.new_table(seed=3) for mode in MODES}
    bots = {mode: make_bot(name, game, seed=5) for mode in MODES}
    played = {mode: [] for mode in MODES}
    for mode, table in tables.items():
        monkeypatch.setenv(compiled_warmup.MODE_VARIABLE, mode)
        for number in range(60):
            if number % 10 == 0:
                table.state  # noqa: B018 - the table is interpreted again
            view, bot = table.view(table.seat), bots[mode]
            played[mode].append(bot.choose(view))
            bot.check_game(table.game)
            assert bot.is_ready() == (mode == compiled_warmup.COMPILED)
            table.play(played[mode][-1])
    assert played[compiled_warmup.INTERPRETED] == played[compiled_warmup.COMPILED]


def test_a_ready_bot_uses_its_compiled_heuristics_at_an_interpreted_table(monkeypatch):
    monkeypatch.setenv(compiled_warmup.MODE_VARIABLE, compiled_warmup.COMPILED)
    table = GAMES["world_dominance"].new_table(seed=3)
    bot = make_bot("scripted", seed=5)
    monkeypatch.setattr(bot, "choose_row", lambda game, obs, masks: int(np.flatnonzero(masks[0])[-1]))
    view = table.view(table.seat)
    assert bot.choose(view) == view.legal_indices[-1]
