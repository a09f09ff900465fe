"""The server plays any game: one that is only a registry entry is played, followed and shown like any other."""

import asyncio
import re
from pathlib import Path

import pytest

from tests.server.handlers import (
    InlineBotPool,
    error_code,
    last,
    play_action,
    player_configs,
    send,
    start_game,
    wait_until_waiting,
)
from wd_env import registry
from wd_env.sandbox.bot_worker import _reply_to
from wd_env.server.bot_catalogue import make_bot_catalogue
from wd_env.server.bot_requests import make_worker_request
from wd_env.server.hosting.events import Cursor, events_since
from wd_env.server.protocol.replies import Event, GameOver, Prompt
from wd_env.server.protocol.requests import Act, Hello, NewGame, Play, RecordRequest, SceneRequest, Undo
from wd_env.server.request_handler import RequestHandler

ROW = registry.GameEntry("pledge", "Pledge", "tests.toy_game:PLEDGE")
FOLDERS = [Path(registry.__file__).parent / name for name in ("server", "session")]


@pytest.fixture(autouse=True)
def with_a_toy_game(monkeypatch):
    monkeypatch.setitem(registry.GAMES, ROW.name, ROW)


def run(scenario, row=ROW):
    async def whole():
        at = RequestHandler(row, make_bot_catalogue(row.game, {}))
        at.bot_pool = InlineBotPool(row)
        try:
            return await asyncio.wait_for(scenario(at), 60)
        finally:
            await at.close()

    return asyncio.run(whole())


def test_a_game_that_is_only_a_registry_entry_is_played_to_its_end():
    async def play(at):
        ready = await send(at, Hello(id="h", protocols=[1]))
        game, made = await start_game(at, "Anna", "random", "Ben")
        first = await send(at, SceneRequest(id="l", game=game.id), made.secrets[0])
        while not game.referee.table.is_terminal:
            await play_action(at, game, made)
            await wait_until_waiting(game)
        return ready, game, first, [list(events_since(game, Cursor(viewer))) for viewer in (0, 2, None)]

    ready, game, first, results = run(play)
    assert ready.game.name == "pledge"
    assert {bot.id for bot in ready.bots} >= {"random"}
    assert len(first.scene["seats"]) == 3
    assert first.private
    assert all(isinstance(seen[-1], GameOver) for seen in results)
    texts = [{event.n for event in seen if isinstance(event, Event)} for seen in results]
    assert texts[2] < texts[0] | texts[1] <= set(range(1, len(game.lines) + 1))
    assert not any(isinstance(each, Prompt) for seen in results for each in seen)


@pytest.mark.parametrize("cards", [None, "generated"])
def test_a_game_whose_size_depends_on_its_options_is_played_analysed_and_continued(cards):
    rules = {"cards": cards, "auto_place": "all", "max_rounds": 2}

    async def play(at):
        game, made = await start_game(at, "Anna", "random", "Ben", rules=rules)
        state, odds = game.referee.table.to_json(), []
        for bot in ("random", "noisy"):
            move = await send(at, Act(id="a", bot=bot, state=state, seed="3", analysis=True))
            odds.append(sum(option.probability for option in move.analysis.actions))
        first = await send(at, SceneRequest(id="l", game=game.id), made.secrets[0])
        while not game.referee.table.is_terminal:
            await play_action(at, game, made)
        record = (await send(at, RecordRequest(id="r", game=game.id), made.spectator_secret)).record
        again = await send(at, NewGame(id="n", record=record, open=True))
        return game, at.games.find(again.game), first, odds

    game, again, first, odds = run(play, registry.GAMES["domination"])
    assert game.referee.table.config.cards == cards
    assert first.text
    assert odds == [pytest.approx(1.0)] * 2
    assert again.referee.table.state == game.referee.table.state


def test_an_option_that_is_a_text_is_listed_and_a_game_is_played_with_it():
    rules = {"setup": "deal", "max_rounds": 1, "auto_casualties": True, "skip_forced": True}

    async def play(at):
        ready = await send(at, Hello(id="h", protocols=[1]))
        wrong = NewGame(id="n", players=player_configs("Anna", *["random"] * 3), rules={**rules, "teams": "0,1"})
        refusal = await error_code(at, wrong)
        game, _ = await start_game(at, "Anna", *["random"] * 3, rules={**rules, "teams": "0,3/1,2"})
        return next(rule for rule in ready.rules if rule.name == "teams"), refusal, game

    option, refusal, game = run(play, registry.GAMES["superpowers"])
    assert (option.kind, option.default, refusal) == ("text", "alone", "config_error")
    assert game.referee.table.config.team_numbers() == [0, 1, 1, 0]
    assert game.referee.names.seat(game.referee.table.seat).endswith(" (Anna)")


def test_states_and_texts_that_the_rules_forbid_are_refused_in_one_line():
    row = registry.GAMES["superpowers"]
    rules = {"setup": "deal", "ruleset": "advanced"}
    saved = row.new_table(row.config(num_players=4, **rules)).to_json()
    fields = saved["state"]["fields"]
    technology = {**fields, "technology": [4, *fields["technology"][1:]]}
    powers = [power for power in range(8) if fields["in_play"][power]]
    allied = list(fields["relation"])
    for one, other in ((0, 1), (0, 2)):
        allied[8 * powers[one] + powers[other]] = allied[8 * powers[other] + powers[one]] = 2

    async def play(at):
        game, made = await start_game(at, "Anna", *["random"] * 3, rules=rules)
        said = [
            Act(id="a", bot="random", state={**saved, "state": {**saved["state"], "fields": changed}})
            for changed in (technology, {**fields, "relation": allied})
        ]
        texts = ("offer la", "die 1", "missile", "buy railway twice")
        said += [Play(id="p", game=game.id, line=len(game.lines), text=text) for text in texts]
        return [await at.reply(each, made.secrets[0]) for each in said]

    replies = run(play, row)
    assert [reply.code for reply in replies] == ["state_error"] * 2 + ["illegal_action"] * 4
    assert all("expected" in reply.message and "\n" not in reply.message for reply in replies)
    assert "alliances of" in replies[1].message


def test_a_choice_of_powers_is_undone_only_by_the_player_who_chose():
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben")
        first, start, nations = game.referee.table.player, len(game.lines), game.referee.table.legal_texts()
        await play_action(at, game, made, "la")
        mine, others = last(game, first).max_undo, last(game, 1 - first).max_undo
        await send(at, Undo(id="b", game=game.id, line=len(game.lines)), made.secrets[first])
        assert (len(game.lines), game.referee.table.legal_texts()) == (start, nations)
        for power in ("la", "us", "eu", "ac"):
            await play_action(at, game, made, power)
        return mine, others, last(game, first).max_undo, last(game, 1 - first).max_undo

    assert run(play, registry.GAMES["superpowers"]) == (1, 0, 1, 0)


@pytest.mark.parametrize("name", ["/etc/passwd", "../classic", "own.map", {"name": "own.map", "sha256": "0" * 64}])
def test_its_file_options_take_only_bundled_names(name):
    async def ask(at):
        state = registry.GAMES["domination"].new_table().to_json()
        state["config"]["map"] = name
        said = [NewGame(id="n", players=player_configs("Anna", "random", "Ben"), rules={"map": name}),
                Act(id="a", bot="random", state=state)]  # fmt: skip
        return [await error_code(at, each) for each in said]

    assert run(ask, registry.GAMES["domination"]) == ["no_path", "no_path"]


def test_each_process_of_bots_learns_the_size_that_it_is_sent():
    row, bots = registry.GAMES["domination"], {}
    for cards in (None, "generated"):
        table = row.new_table(row.config(cards=cards, auto_place="all"), seed=1)
        view = table.view(table.seat)
        bot = make_bot_catalogue(row.game, {})["random"]
        assert view.mask[_reply_to(make_worker_request(bot, view, (1,)), row, bots).action] == 1
    assert len(bots) == 2


def test_neither_server_nor_referee_names_a_game():
    named = {name for name in registry.GAMES if name != ROW.name} | {"soldier", "garrison", "continent"}
    files = [file for folder in FOLDERS for file in folder.rglob("*.py")]
    assert len(files) > 20
    assert not [file for file in files if re.search("|".join(named), file.read_text("utf-8"), re.IGNORECASE)]
