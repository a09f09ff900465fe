"""A game at the server: the referee's rules, turns, stale requests, undo, and who sees what."""

import asyncio
import hashlib
from dataclasses import replace

import pytest

from tests.server.handlers import error_code, events_for, last, play_action, run, send, start_game, wait_until_waiting
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.variants import VARIANTS
from wd_env.server.protocol.replies import Alert, Event, GameOver, Prompt, Waiting
from wd_env.server.protocol.requests import (
    Fork,
    HandOver,
    NewGame,
    Play,
    PlayerConfig,
    RecordRequest,
    SceneRequest,
)
from wd_env.session.referee import Referee
from wd_env.session.session_setup import SessionSetup
from wd_env.table.game_record import GameRecord
from wd_env.table.saved_table import at_line, replay_record

SHORT = {"max_turns": 12}


@pytest.mark.parametrize("variant", VARIANTS)
def test_bots_at_the_server_play_the_game_that_they_play_at_the_terminal(variant):
    bots = ("medium", "random", "scripted")[: 2 if variant == "ally" else 3]

    async def play(at):
        game, _ = await start_game(at, *bots, seed="11", rules={"variant": variant, **SHORT})
        return [str(line) for line in game.lines], game.referee.table.to_json()

    lines, state = run(play)
    table = WorldDominance(Config(num_players=len(bots), variant=variant, **SHORT), chance="explicit")
    alone = Referee(table, SessionSetup(bots, (), "sampled", 11))
    assert [str(line) for line in alone.table.lines] == lines
    assert alone.table.to_json() == state
    assert len(lines) > 20


def test_people_and_bots_play_a_whole_game_and_the_events_are_its_record():
    async def play(at):
        game, made = await start_game(at, "Anna", "scripted", "Ben", rules=SHORT)
        number = 0
        while not game.referee.table.is_terminal:
            number += 1
            await play_action(at, game, made, number=number)
        return game, made, events_for(game, None), [events_for(game, player) for player in (0, 1, 2)]

    game, made, public, own = run(play)
    events = {event.n: event.text for seen in own for event in seen if isinstance(event, Event)}
    assert [events[n] for n in sorted(events)] == [line.text for line in game.lines]
    assert {e.n for e in public if isinstance(e, Event)} == {
        number for number, line in enumerate(game.lines, 1) if line.visible_to is None
    }
    over = public[-1]
    assert isinstance(over, GameOver)
    assert made.seed_hash == "sha256:" + hashlib.sha256(f"{over.nonce}:{over.seed}".encode()).hexdigest()


def test_only_the_player_to_move_gets_the_actions():
    async def play(at):
        game, _ = await start_game(at, "Anna", "Ben")
        return game.referee.table.player, [last(game, viewer) for viewer in (0, 1, None)]

    player, (first, second, watcher) = run(play)
    mine, other = (first, second) if player == 0 else (second, first)
    assert isinstance(mine, Prompt)
    assert isinstance(other, Waiting)
    assert isinstance(watcher, Waiting)
    assert [option.label for option in mine.choices] == [str(n) for n in range(1, len(mine.choices) + 1)]
    assert all(option.description for option in mine.choices)


async def _wrong(at, game, made, **fields):
    player = game.referee.table.player
    said = {"id": "x", "game": game.id, "line": len(game.lines), "text": game.referee.table.legal_texts()[0]} | fields
    return await error_code(at, Play(**said), made.secrets[player])


def test_an_answer_to_an_older_table_is_stale_and_changes_nothing():
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben")
        before = list(game.lines)
        codes = [await _wrong(at, game, made, line=len(game.lines) + by) for by in (-1, 1)]
        return codes, before == game.lines

    assert run(play) == (["stale", "stale"], True)


def test_an_answer_that_is_sent_twice_counts_once_even_when_the_game_has_gone_on():
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben")
        player = game.referee.table.player
        said = Play(id="once", game=game.id, line=len(game.lines), text=game.referee.table.legal_texts()[0])
        first = await send(at, said, made.secrets[player])
        lines = len(game.lines)
        await play_action(at, game, made)
        again = await send(at, said, made.secrets[player])
        other = Play(id="once", game=game.id, line=len(game.lines), text=game.referee.table.legal_texts()[0])
        return first, again, lines, len(game.lines), await error_code(at, other, made.secrets[player])

    first, again, lines, later, code = run(play)
    assert first == again
    assert first.line == lines < later
    assert code == "bad_message"


def test_of_two_answers_at_once_one_is_taken():
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben")
        player, line = game.referee.table.player, len(game.lines)
        texts = game.referee.table.legal_texts()[:2]
        said = [Play(id=f"x{n}", game=game.id, line=line, text=text) for n, text in enumerate(texts)]
        replies = await asyncio.gather(*(at.reply(each, made.secrets[player]) for each in said))
        return [getattr(reply, "code", "done") for reply in replies], game.lines[line].text == texts[0]

    assert run(play) == (["done", "stale"], True)


def test_a_player_not_to_move_is_rejected_before_the_action_is_checked():
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben")
        other = 1 - game.referee.table.player
        said = Play(id="x", game=game.id, line=len(game.lines), text="nonsense")
        replies = [
            await at.reply(said, secret) for secret in (made.secrets[other], made.spectator_secret, "0" * 32, None)
        ]
        return [reply.code for reply in replies], [reply.message for reply in replies], game.referee.table.legal_texts()

    codes, messages, options = run(play)
    assert codes == ["wrong_seat", "not_yours", "not_yours", "no_secret"]
    assert not any(option in message for option in options for message in messages)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"text": "nonsense"}, "illegal_action"),
        ({"text": "roll"}, "illegal_action"),
        ({"text": None, "outcome": "playing dice 4"}, "illegal_action"),
        ({"text": None, "sample": True}, "illegal_action"),
        ({"text": None, "correction": "set soldiers Anna 7"}, "illegal_action"),
        ({"text": None, "violation": "roll", "seat": 0}, "illegal_action"),
        ({"text": None, "violation": "roll"}, "not_yours"),
        ({"text": None, "index": 9999}, "illegal_action"),
        ({"seat": 1}, "not_yours"),
        ({"seat": 9}, "not_yours"),
        ({"game": "gnone"}, "no_such_game"),
    ],
)
def test_an_invalid_action_is_rejected_and_changes_nothing(fields, code):
    async def play(at):
        game, made = await start_game(at, "Anna", "random")
        before = game.referee.table.to_json(), list(game.lines)
        given = {name: value for name, value in fields.items() if value is not None}
        said = {"id": "x", "game": game.id, "line": len(game.lines)} | given
        if "text" not in fields:
            said["text"] = game.referee.table.legal_texts()[0]
        return await error_code(at, Play(**said), made.secrets[0]), before == (game.referee.table.to_json(), game.lines)

    assert run(play) == (code, True)


def test_an_illegal_action_is_rejected_even_where_the_rules_penalise_violations():
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben", rules={"illegal_action": "misdemeanour"})
        before = list(game.lines)
        codes = [await _wrong(at, game, made, text=text) for text in ("revive +1", "nonsense")]
        return codes, before == game.lines

    assert run(play) == (["illegal_action"] * 2, True)


# Undo


# The physical board


def test_with_a_physical_board_people_enter_outcomes_or_let_the_engine_throw():
    async def play(at):
        game, made = await start_game(at, "Anna", "random", chance="explicit")
        asks = last(game, 0)
        code = await error_code(at, Play(id="w", game=game.id, line=0, outcome="playing dice 9"), made.secrets[0])
        await play_action(at, game, made, "playing dice 4")
        said = Play(id="t", game=game.id, line=len(game.lines), sample=True)
        await send(at, said, made.secrets[0])
        return asks, [line.text for line in game.lines], code

    asks, lines, code = run(play)
    assert (asks.kind, asks.may_sample, asks.entry_prompt != "") == ("chance", True, True)
    assert [option.text for option in asks.choices] == [f"playing dice {n}" for n in range(1, 7)]
    assert lines[0] == "playing dice 4"
    assert lines[1].startswith("playing dice ")
    assert code == "illegal_action"


def test_with_a_physical_board_the_state_can_be_corrected():
    async def play(at):
        game, made = await start_game(at, "Anna", "random", chance="explicit")
        said = Play(id="c", game=game.id, line=0, correction="set soldiers Anna 7")
        await send(at, said, made.secrets[0])
        return game.referee.table.board.soldiers[0], str(game.lines[0])

    soldiers, line = run(play)
    assert soldiers == 7
    assert line.startswith("= ")


# Bots that replace a player, and bots that fail


def test_a_bot_replaces_a_player_who_leaves_and_all_viewers_receive_the_news():
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben", rules=SHORT)
        codes = [
            await error_code(at, HandOver(id="h", game=game.id, player=1, bot="random"), made.secrets[0]),
            await error_code(at, HandOver(id="h", game=game.id, player=0, bot="nobody"), made.secrets[0]),
        ]
        for player in (0, 1):
            await send(at, HandOver(id="h", game=game.id, player=player, bot="random"), made.secrets[player])
        await wait_until_waiting(game)
        codes.append(await error_code(at, HandOver(id="i", game=game.id, player=0, bot="random"), made.secrets[0]))
        return codes, game.referee.table.is_terminal, events_for(game, None)

    codes, is_terminal, events = run(play)
    assert codes == ["not_yours", "no_such_bot", "not_yours"]
    assert is_terminal
    assert [each.bot for each in events if isinstance(each, Alert)] == ["random", "random"]


def test_each_failure_of_a_bot_is_replaced_by_a_legal_action_with_an_alert():
    async def play(at):
        async def fails(job, budget_ms=None, *, wait_if_busy=False):
            from wd_env.server.server_errors import ApiError

            raise ApiError("bot_failed", "late")

        at.bot_pool.run = fails
        game, _ = await start_game(at, "random", "scripted", rules=SHORT)
        return game, events_for(game, None)

    game, events = run(play)
    assert game.referee.table.is_terminal
    answers = [line for line in game.lines if line.seat is not None]
    assert len([each for each in events if isinstance(each, Alert)]) == len(answers)


def test_the_action_for_a_failed_bot_reveals_nothing_of_the_seed():
    """Play the seeds that leave the same remainder modulo the number of actions: their actions differ."""

    async def fails(game):
        from wd_env.server.server_errors import ApiError

        raise ApiError("bot_failed", "late")

    async def play(at):
        game, _ = await start_game(at, "Anna", "Ben", rules=SHORT)
        options, found = len(game.referee.table.legal_texts()), set()
        for seed in range(5, 5 + 40 * options, options):
            game.referee.setup = replace(game.referee.setup, seed=seed)
            found.add(await game._choose_action(fails))
        return options, found

    options, found = run(play)
    assert options > 1
    assert len(found) > 1


# What viewers see


def test_every_line_can_be_viewed_and_has_the_text_of_the_terminal():
    async def play(at):
        game, made = await start_game(at, "Anna", "random", rules=SHORT)
        while not game.referee.table.is_terminal:
            await play_action(at, game, made, number=len(game.lines))
        looks = [
            await send(at, SceneRequest(id="l", game=game.id, line=n), made.secrets[0]) for n in range(len(game.lines))
        ]
        return (
            game,
            looks,
            await error_code(at, SceneRequest(id="l", game=game.id, line=len(game.lines) + 1), made.secrets[0]),
        )

    game, looks, code = run(play)
    assert code == "illegal_action"
    for line, look in enumerate(looks):
        then = at_line(game.referee.table, line)
        presenter, names = game.referee.presenter, game.referee.names
        assert look.text == presenter.describe(then, then.seat_of(0), max_events=0, names=names)
        assert look.scene["garrison"] == then.board.garrison
        assert [seat["army"] for seat in look.scene["seats"]] == then.board.soldiers


def test_a_record_is_what_the_player_saw_until_the_game_is_over_and_then_all_of_it():
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben", rules=SHORT)
        early = await send(at, RecordRequest(id="r", game=game.id), made.secrets[0])
        while not game.referee.table.is_terminal:
            await play_action(at, game, made, number=len(game.lines))
        return game, early, await send(at, RecordRequest(id="r", game=game.id), made.spectator_secret)

    game, early, whole = run(play)
    assert GameRecord.loads(early.record).notes == {}
    record = GameRecord.loads(whole.record)
    assert replay_record(record).to_json() == game.referee.table.to_json()
    assert record.notes["names"] == ["Anna", "Ben"]
    assert Referee.from_record(record).table.to_json() == game.referee.table.to_json()


def test_a_record_of_the_terminal_goes_on_at_the_server_with_its_own_seats():
    alone = Referee(
        WorldDominance(Config(num_players=2), chance="explicit"),
        SessionSetup(("human", "random"), ("Anna", "Rob"), "sampled", 5),
    )
    text = alone.record().dumps()

    async def play(at):
        made = await send(at, NewGame(id="n", record=text))
        game = at.games.find(made.game)
        await wait_until_waiting(game)
        await play_action(at, game, made)
        return [str(line) for line in game.lines], game.referee.setup

    lines, round_ = run(play)
    assert lines[: len(alone.table.lines)] == [str(line) for line in alone.table.lines]
    assert len(lines) > len(alone.table.lines)
    assert (round_.players, round_.names) == (("human", "random"), ("Anna", "Rob"))


def test_a_game_is_played_on_from_any_line_when_it_is_over_and_not_before():
    async def play(at):
        game, made = await start_game(at, "Anna", "random", rules=SHORT)
        said = Fork(id="f", game=game.id, line=2, players=[PlayerConfig(human="Eve"), PlayerConfig(bot="scripted")])
        code = await error_code(at, said, made.secrets[0])
        while not game.referee.table.is_terminal:
            await play_action(at, game, made, number=len(game.lines))
        other = at.games.find((await send(at, said, made.spectator_secret)).game)
        await wait_until_waiting(other)
        return code, [str(line) for line in game.lines[:2]], [str(line) for line in other.lines], other.referee.names

    code, first, lines, names = run(play)
    assert code == "not_yours"
    assert lines[:2] == first
    assert names.seat(0) == "Eve"


# Advice


# Games that cannot start


def test_each_player_sees_the_seats_to_report_and_a_violation_is_recorded():
    async def play(at, **rules):
        game, made = await start_game(at, "Anna", "Ben", "random", rules={"max_turns": 20, **rules})
        looks = []
        for _ in range(12):
            await play_action(at, game, made)
            looks.append(
                [
                    await send(at, SceneRequest(id="l", game=game.id), secret)
                    for secret in (*made.secrets[:2], made.spectator_secret)
                ]
            )
        seat = next((look[0].violation_seats[0] for look in looks[-1:] if look[0].violation_seats), None)
        if seat is not None:
            violation = Play(id="o", game=game.id, line=len(game.lines), violation="revive +1", seat=seat)
            await send(at, violation, made.secrets[0])
        earlier = await send(at, SceneRequest(id="l", game=game.id, line=1), made.secrets[0])
        return game, looks, seat, earlier

    game, looks, seat, earlier = run(lambda at: play(at, illegal_action="misdemeanour"))
    assert seat == game.referee.table.home_seat(0)
    assert all(owner == 0 for look in looks for owner in map(game.owner, look[0].violation_seats))
    assert all(owner == 1 for look in looks for owner in map(game.owner, look[1].violation_seats))
    assert any(look[0].violation_seats for look in looks)
    assert any(look[1].violation_seats for look in looks)
    assert all(look[2].violation_seats == [] for look in looks), "expected no seats for a spectator"
    assert earlier.violation_seats == [], "expected no violations to report at an earlier line"
    assert f"{seat}! revive +1" in map(str, game.lines)
    _, looks, seat, _ = run(play)
    assert seat is None
    assert not any(reply.violation_seats for look in looks for reply in look)
