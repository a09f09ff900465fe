"""The scripted bot: the same actions single and in batches, on any table, and clearly better than random play."""

import random
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.agents.games import batch_games, decisions, table_game
from tests.games.world_dominance.random_options import random_options
from wd_env.agents import heuristic_agent
from wd_env.agents.agent_registry import bots_for, make_bot
from wd_env.agents.heuristic_agent import interpreted_policy
from wd_env.agents.world_dominance import action_scores, scripted_agent, space_scores
from wd_env.agents.world_dominance.card_values import UNFIT
from wd_env.agents.world_dominance.scripted_agent import ScriptedAgent
from wd_env.agents.world_dominance.style_weights import STYLES
from wd_env.errors import ConfigError
from wd_env.evaluation.matches.match import play_match
from wd_env.games.world_dominance.cards.card_data import BUNDLED_BOARDS
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.names import CARDS
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.observation.layout_offsets import AT_CARDS, AT_OFFERED_CARD
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.variants import all_tables
from wd_env.spec.game_spec import CHANCE
from wd_env.spec.notation import TextIndex
from wd_env.spec.observation_layout import ObservationLayout
from wd_env.spec.view import View

LOOKS_AHEAD = ("search", "champion")  # slow; a search with few samples replaces them


class Start:
    """A generator that always returns the same start."""

    def __init__(self, start):
        self.start = start

    def integers(self, high, size=None):
        start = self.start % high
        return start if size is None else np.full(size, start)


def answer(game, seat=None):
    """Return the texts of the bot's actions over all starts of its search, usually a single one."""
    view = game.view(game.seat if seat is None else seat)
    action_scores = {ScriptedAgent(Start(start)).choose(view) for start in range(0, len(GAME.actions), 7)}
    return " | ".join(sorted(GAME.actions.text(number) for number in action_scores))


@pytest.mark.parametrize("start", [0, 1, 100, len(GAME.actions) - 1])
def test_both_forms_take_the_same_actions(start):
    obs, masks = decisions(600, seed=start)
    bot = ScriptedAgent(Start(start))
    many = bot.choose_batch(GAME, obs, masks)
    rows = zip(obs.tolist(), masks.tolist(), strict=True)
    assert many.tolist() == [bot.choose_interpreted(View(GAME, seen, legal)) for seen, legal in rows]


def test_both_forms_take_the_same_actions_through_whole_games():
    starts = np.random.default_rng(1)
    bot = ScriptedAgent(np.random.default_rng(2))
    for steps in range(0, 400, 40):
        batch = batch_games(bot, 30, [2, 3, 4, 5], steps, steps + 1)
        rows = np.flatnonzero(~batch.done)
        at = Start(int(starts.integers(len(GAME.actions))))
        many = ScriptedAgent(at).choose_batch(GAME, batch.obs[rows], batch.masks[rows])
        views = (View(GAME, batch.obs[row].tolist(), batch.masks[row].tolist()) for row in rows)
        assert many.tolist() == [ScriptedAgent(at).choose_interpreted(view) for view in views]


OTHER_GAME = replace(GAME, name="other", layout=ObservationLayout(GAME.layout.features[:-1]))
OTHER_ACTIONS = replace(GAME, name="other", actions=TextIndex("action", GAME.actions.texts[:-1]))


@pytest.mark.parametrize("game", [OTHER_GAME, OTHER_ACTIONS])
def test_another_game_is_refused_in_every_form(game):
    """Check the game first: compiled code would read past the end of the view."""
    obs, masks = np.zeros((3, game.layout.size), np.int8), np.ones((3, len(game.actions)), np.int8)
    bot = ScriptedAgent(np.random.default_rng(1))
    message = "game: expected world_dominance for the scripted bot, got other"
    with pytest.raises(ConfigError, match=message):
        bot.choose_batch(game, obs, masks)
    with pytest.raises(ConfigError, match=message):
        bot.choose(View(game, obs[0].tolist(), masks[0].tolist()))
    with pytest.raises(ConfigError, match="scripted plays world_dominance, not other"):
        make_bot("scripted", game, np.random.default_rng(1))


@pytest.mark.parametrize(
    ("obs", "masks", "message"),
    [
        (slice(None, -1), slice(None), rf"views: expected int8\(rows, {GAME.layout.size}\), got int8\(4, \d+\)"),
        (slice(None), slice(1, None), rf"masks: expected int8\(rows, {len(GAME.actions)}\), got int8\(4, \d+\)"),
    ],
)
def test_views_and_masks_of_another_length_are_refused(obs, masks, message):
    seen, legal = decisions(4)
    with pytest.raises(ConfigError, match=message):
        ScriptedAgent(np.random.default_rng(1)).choose_batch(GAME, seen[:4, obs], legal[:4, masks])


def test_views_and_masks_of_other_types_and_numbers_are_refused():
    seen, legal = decisions(4)
    bot = ScriptedAgent(np.random.default_rng(1))
    for obs, masks, message in (
        (seen.astype(float), legal, "views: expected .*, got float64"),
        (seen, legal.astype(bool), "masks: expected .*, got bool"),
        (seen[0], legal, "views: expected .*, got int8"),
        (seen.tolist(), legal, "views: expected .*, got list"),
        (seen[:3], legal[:2], "expected as many masks as observations, got 2 and 3"),
    ):
        with pytest.raises(ConfigError, match=message):
            bot.choose_batch(GAME, obs, masks)


@pytest.mark.parametrize("style", range(STYLES))
def test_impossible_views_are_read_only_within_their_bounds(style):
    """Compare both forms, which shows that neither reads beyond a table of values."""
    rng = np.random.default_rng(5)
    masks = np.ones((400, len(GAME.actions)), np.int8)
    obs = rng.integers(0, 2, (400, GAME.layout.size)).astype(np.int8)
    obs[200:] = rng.integers(-128, 128, (200, GAME.layout.size))
    starts, compile_rules, plain = rng.integers(len(GAME.actions), size=400), np.zeros(400, int), np.zeros(400, int)
    scripted_agent._batch_policy()(obs, masks, starts, style, compile_rules)
    interpreted_policy(action_scores.best_action)(obs, masks, starts, style, plain)
    assert np.array_equal(compile_rules, plain)


@pytest.mark.parametrize("style", range(STYLES))
def test_without_the_compiler_it_answers_the_same(style):
    obs, masks = decisions(100)
    starts = np.random.default_rng(3).integers(len(GAME.actions), size=100)
    compile_rules, plain = np.zeros(100, np.int64), np.zeros(100, np.int64)
    scripted_agent._batch_policy()(obs, masks, starts, style, compile_rules)
    interpreted_policy(action_scores.best_action)(obs, masks, starts, style, plain)
    assert np.array_equal(compile_rules, plain)


def test_the_compiled_form_is_recompiled_if_a_number_of_another_module_changes(monkeypatch):
    """Change a number in the layout, whose source is not part of the heuristics."""
    from wd_env.compiler import compile_modes, compile_rules

    mode = compile_modes.mode()

    def tag():
        space = compile_rules.namespace(scripted_agent.MODULES, mode.compile_rule, mode.native)
        return compile_rules._cache_key(scripted_agent.MODULES, space, mode)

    before = tag()
    assert tag() == before
    monkeypatch.setattr(action_scores, "AT_KNOWS_TITLE", action_scores.AT_KNOWS_TITLE + 1)
    moved = tag()
    monkeypatch.undo()
    monkeypatch.setattr(space_scores, "SPACE_VALUE", (*space_scores.SPACE_VALUE[:-1], 99))
    assert len({before, moved, tag()}) == 3


def test_without_numba_it_runs_interpreted(monkeypatch):
    monkeypatch.setattr(heuristic_agent, "is_installed", lambda name: False)
    interpreted = scripted_agent._batch_policy.__wrapped__()
    assert not hasattr(interpreted, "compiled")
    monkeypatch.setattr(scripted_agent, "_batch_policy", lambda: interpreted)
    monkeypatch.setattr(ScriptedAgent, "is_ready", lambda self: True)  # as with WD_SINGLE=compiled
    view = position(players=2, soldiers=[10, 1], lands="decimate").view(0)
    assert GAME.actions.texts[ScriptedAgent(Start(0)).choose(view)] == "name +1"


def test_it_takes_the_card_that_completes_a_set():
    four = ["Mozambique", "Cairo", "Kenya", "Angola"]
    game = position(players=2, soldiers=10, cards={0: four}, lands="Africa")
    assert answer(game).startswith("take")


def test_it_names_an_opponent_and_not_itself():
    assert answer(position(players=2, soldiers=[10, 1], lands="decimate")) == "name +1"


def test_it_names_the_army_that_falls():
    assert answer(position(players=3, soldiers=[10, 30, 1], lands="decimate")) == "name +2"


def test_equal_scores_are_decided_by_where_it_begins_to_look():
    game = position(players=3, soldiers=10, lands="decimate")
    view = game.view(0)
    first, second = (GAME.actions.index(text) for text in ("name +1", "name +2"))
    assert ScriptedAgent(Start(first)).choose(view) == first
    assert ScriptedAgent(Start(second)).choose(view) == second


def test_it_beats_random_play_clearly():
    """Play against three random bots: an even share is a quarter."""
    result = play_match(GAME, ["scripted", "random", "random", "random"], 600, 1, {"max_turns": 400})
    assert result.win_rates[0].low > 0.4
    assert all(share.high < 0.25 for share in result.win_rates[1:])


@pytest.mark.parametrize("players", [2, 3, 5])
def test_it_beats_random_play_for_every_number_of_players(players):
    result = play_match(GAME, ["scripted", *["random"] * (players - 1)], 300, 2, {"max_turns": 400})
    assert result.win_rates[0].low > 1 / players + 0.1


def test_it_collects_on_beyond_five_in_the_game_for_ten_cards():
    cards = {0: ["Mozambique", "Cairo", "Kenya", "Angola", "Nigeria"]}
    game = position(soldiers=15, cards=cards, lands="Africa", variant="ten_card")
    assert answer(game) == "take"


def test_it_stacks_what_it_can():
    cards = {1: ["Mozambique", "Cairo", "Kenya", "Angola", "Nigeria"]}
    game = position(cards=cards, lands="lose", variant="ten_card", manual_stacking=True)
    game.play("soldier dice 1")
    assert answer(game) == "stack"


@pytest.mark.parametrize("start", [0, CARDS - 3])
def test_it_declares_the_whole_run_that_it_holds_from_the_first_to_the_last_card(start):
    obs = [0] * GAME.layout.size
    obs[AT_OFFERED_CARD + start] = 1
    obs[AT_CARDS + start : AT_CARDS + start + 3] = [1] * 3
    assert action_scores.score_length(obs, 3) == 3
    assert action_scores.score_length(obs, 4) == UNFIT


BOTS = [*(name for name in bots_for(GAME) if name not in LOOKS_AHEAD), "search:samples=2"]


def company():
    """Yield each bot for every table, together with the next ones in the list."""
    for row, players in all_tables():
        for first in range(0, len(BOTS), players):
            names = [BOTS[(first + seat) % len(BOTS)] for seat in range(players)]
            yield pytest.param(row, names, id=f"{row.title}-{'-'.join(names)}")


@pytest.mark.thinned(3)
@pytest.mark.parametrize(("row", "names"), [*company()])
def test_every_game_is_played_to_its_end_with_every_number_of_players(row, names):
    options = row.options(len(names)) | {"max_turns": 3000}
    del options["num_players"]
    bots = [make_bot(name, GAME, np.random.default_rng(seat)) for seat, name in enumerate(names)]
    table = table_game(bots, 1, **options)
    assert table.is_terminal
    assert not table.is_truncated


@pytest.mark.parametrize("number", range(24))
def test_it_takes_legal_actions_with_any_options(number):
    """Play with random options, also on custom boards, interpreted, so that an index out of range raises an error."""
    options = random_options(random.Random(number), board=BUNDLED_BOARDS[number % 2], max_turns=60)
    table = WorldDominance(Config.of(**options), chance="explicit")
    bots = [ScriptedAgent(np.random.default_rng(seat)) for seat in range(table.players)]
    rng = random.Random(number)
    while not table.is_terminal:
        if table.node.kind == CHANCE:
            table.play(rng.choice(list(table.chance_weights())))
        else:
            table.play(bots[table.player].choose(table.view(table.seat)), seat=table.seat)


def test_games_against_itself_end():
    for seed in range(3):
        bots = [ScriptedAgent(np.random.default_rng(seat)) for seat in range(4)]
        assert table_game(bots, seed).winner is not None


def test_an_ally_is_called_as_soon_as_may_be():
    game = position(2, variant="ally", soldiers=[6, 0, 9], reinforcements_used=[0], at={0: "S05", 2: "S20"})
    game.play("roll", "playing dice 2")
    game.play("pass")
    assert game.node.name == "call_ally"
    assert all(text.startswith("piece ") for text in answer(game).split(" | "))


def test_its_own_ally_is_spared():
    assert answer(position(2, variant="ally", soldiers=[9, 1, 9], allies=[1], lands="decimate")) == "name +2"
    game = position(2, variant="ally", soldiers=[9, 9, 1], allies=[1], lands="rsz")
    game.play("theme T01")
    assert answer(game) == "name +1"  # any answer wins the zone


def test_the_way_to_antarctica_is_blocked_to_an_opponent_and_open_to_ones_own_piece():
    sab, held = (
        "Antarctica Research Station (SAB)",
        {1: ["Antarctica Research Station (SAB)"], 0: ["Rome"], 2: ["Berlin"]},
    )
    for turn, expected in ((0, "allow"), (2, "block")):
        game = position(2, variant="ally", allies=[1], cards=held, turn=turn, lands="South America")
        game.play("antarctica")
        assert (game.seat, game.board.cards(1), answer(game)) == (1, [sab], expected)
