"""A game at the server: the referee's rules, whose turn it is, what is stale, what may be taken back, who sees what."""

import asyncio
import hashlib
from typing import Any

import pytest

from tests.serve.desks import answered, asked, begun, refused, run, settled
from wd_env.core.record import Record
from wd_env.serve.following import follow
from wd_env.serve.game import Game
from wd_env.serve.news import Cursor, news
from wd_env.serve.replies import Ask, Asked, Back, Event, Notice, Over
from wd_env.serve.requests import (
    Answer,
    Chair,
    Events,
    Fork,
    HandOver,
    Look,
    NewGame,
    OpinionOf,
    RecordOf,
    TakeBack,
)
from wd_env.sitting.referee import Referee, table_of
from wd_env.sitting.round import Round
from wd_env.world_dominance.config import Config
from wd_env.world_dominance.table import WorldDominance
from wd_env.world_dominance.variants import VARIANTS

SHORT = {"max_turns": 12}


def told(game: Game, viewer: int | None) -> list[Any]:
    """All that a viewer is told who comes now."""
    return list(news(game, Cursor(viewer)))


def last(game: Game, viewer: int | None):
    return told(game, viewer)[-1]


@pytest.mark.parametrize("variant", VARIANTS)
def test_bots_at_the_server_play_the_game_that_they_play_at_the_terminal(variant):
    bots = ("medium", "random", "scripted")[: 2 if variant == "ally" else 3]

    async def play(at):
        game, _ = await begun(at, *bots, seed="11", rules={"variant": variant, **SHORT})
        return [str(line) for line in game.lines], game.referee.table.to_json()

    lines, state = run(play)
    table = WorldDominance(Config(num_players=len(bots), variant=variant, **SHORT), luck="asked")
    alone = Referee(table, Round(bots, (), "sampled", 11))
    assert [str(line) for line in alone.table.lines] == lines
    assert alone.table.to_json() == state
    assert len(lines) > 20


def test_people_and_bots_play_a_whole_game_and_the_events_are_its_record():
    async def play(at):
        game, made = await begun(at, "Anna", "scripted", "Ben", rules=SHORT)
        number = 0
        while not game.referee.table.is_over:
            number += 1
            await answered(at, game, made, number=number)
        return game, made, told(game, None), [told(game, player) for player in (0, 1, 2)]

    game, made, public, own = run(play)
    events = {event.n: event.text for seen in own for event in seen if isinstance(event, Event)}
    assert [events[n] for n in sorted(events)] == [line.text for line in game.lines]
    assert {e.n for e in public if isinstance(e, Event)} == {
        number for number, line in enumerate(game.lines, 1) if line.seen_by is None
    }
    over = public[-1]
    assert isinstance(over, Over)
    assert made.seed_hash == "sha256:" + hashlib.sha256(f"{over.nonce}:{over.seed}".encode()).hexdigest()


def test_only_whoever_is_asked_gets_the_options():
    async def play(at):
        game, _ = await begun(at, "Anna", "Ben")
        return game.referee.table.player, [last(game, viewer) for viewer in (0, 1, None)]

    player, (first, second, watcher) = run(play)
    mine, other = (first, second) if player == 0 else (second, first)
    assert isinstance(mine, Ask)
    assert isinstance(other, Asked)
    assert isinstance(watcher, Asked)
    assert [option.label for option in mine.options] == [str(n) for n in range(1, len(mine.options) + 1)]
    assert all(option.about for option in mine.options)


async def _wrong(at, game, made, **fields):
    player = game.referee.table.player
    said = {"id": "x", "game": game.id, "line": len(game.lines), "text": game.referee.table.options()[0]} | fields
    return await refused(at, Answer(**said), made.secrets[player])


def test_an_answer_to_an_older_table_is_stale_and_changes_nothing():
    async def play(at):
        game, made = await begun(at, "Anna", "Ben")
        before = list(game.lines)
        codes = [await _wrong(at, game, made, line=len(game.lines) + by) for by in (-1, 1)]
        return codes, before == game.lines

    assert run(play) == (["stale", "stale"], True)


def test_an_answer_that_is_sent_twice_counts_once_even_when_the_game_has_gone_on():
    async def play(at):
        game, made = await begun(at, "Anna", "Ben")
        player = game.referee.table.player
        said = Answer(id="once", game=game.id, line=len(game.lines), text=game.referee.table.options()[0])
        first = await asked(at, said, made.secrets[player])
        lines = len(game.lines)
        await answered(at, game, made)
        again = await asked(at, said, made.secrets[player])
        other = Answer(id="once", game=game.id, line=len(game.lines), text=game.referee.table.options()[0])
        return first, again, lines, len(game.lines), await refused(at, other, made.secrets[player])

    first, again, lines, later, code = run(play)
    assert first == again
    assert first.line == lines < later
    assert code == "bad_message"


def test_of_two_answers_at_once_one_is_taken():
    async def play(at):
        game, made = await begun(at, "Anna", "Ben")
        player, line = game.referee.table.player, len(game.lines)
        texts = game.referee.table.options()[:2]
        said = [Answer(id=f"x{n}", game=game.id, line=line, text=text) for n, text in enumerate(texts)]
        replies = await asyncio.gather(*(at.reply(each, made.secrets[player]) for each in said))
        return [getattr(reply, "code", "done") for reply in replies], game.lines[line].text == texts[0]

    assert run(play) == (["done", "stale"], True)


def test_who_is_not_asked_is_told_so_before_anything_about_options():
    async def play(at):
        game, made = await begun(at, "Anna", "Ben")
        other = 1 - game.referee.table.player
        said = Answer(id="x", game=game.id, line=len(game.lines), text="nonsense")
        replies = [await at.reply(said, secret) for secret in (made.secrets[other], made.watch, "0" * 32, None)]
        return [reply.code for reply in replies], [reply.message for reply in replies], game.referee.table.options()

    codes, messages, options = run(play)
    assert codes == ["wrong_seat", "not_yours", "not_yours", "no_secret"]
    assert not any(option in message for option in options for message in messages)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"text": "nonsense"}, "illegal_action"),
        ({"text": "roll"}, "illegal_action"),
        ({"text": None, "luck": "playing dice 4"}, "illegal_action"),
        ({"text": None, "throw": True}, "illegal_action"),
        ({"text": None, "correction": "set soldiers Anna 7"}, "illegal_action"),
        ({"text": None, "offence": "roll", "seat": 0}, "illegal_action"),
        ({"text": None, "offence": "roll"}, "not_yours"),
        ({"text": None, "index": 9999}, "illegal_action"),
        ({"seat": 1}, "not_yours"),
        ({"seat": 9}, "not_yours"),
        ({"game": "gnone"}, "no_such_game"),
    ],
)
def test_what_is_no_answer_here_is_refused_and_changes_nothing(fields, code):
    async def play(at):
        game, made = await begun(at, "Anna", "random")
        before = game.referee.table.to_json(), list(game.lines)
        given = {name: value for name, value in fields.items() if value is not None}
        said = {"id": "x", "game": game.id, "line": len(game.lines)} | given
        if "text" not in fields:
            said["text"] = game.referee.table.options()[0]
        return await refused(at, Answer(**said), made.secrets[0]), before == (game.referee.table.to_json(), game.lines)

    assert run(play) == (code, True)


# Taking back


def test_ones_own_answer_may_be_taken_back_until_luck_has_spoken():
    async def play(at):
        game, made = await begun(at, "Anna", "Ben")
        player = game.referee.table.player
        start = len(game.lines)
        await answered(at, game, made, "piece Tommy Unknown")
        mine, others = last(game, player).may_take_back, last(game, 1 - player).may_take_back
        await asked(at, TakeBack(id="b", game=game.id, line=len(game.lines)), made.secrets[player])
        back = len(game.lines)
        while game.lines[-1].seat is not None or len(game.lines) == start:
            await answered(at, game, made)
        code = await refused(at, TakeBack(id="c", game=game.id, line=len(game.lines)), made.secrets[player])
        return start, back, mine, others, code

    start, back, mine, others, code = run(play)
    assert (back, mine, others, code) == (start, 1, 0, "not_back")


@pytest.mark.parametrize(("agreed", "allowed"), [("never", False), ("own", False), ("always", True)])
def test_what_may_be_taken_back_past_luck_is_what_was_agreed(agreed, allowed):
    async def play(at):
        game, made = await begun(at, "Anna", "random", take_back=agreed)
        entries = 0
        while entries < 2 or game.lines[-1].seat is not None:
            await answered(at, game, made)
            entries += 1
        said = TakeBack(id="b", game=game.id, line=len(game.lines), entries=entries)
        return getattr(await at.reply(said, made.secrets[0]), "code", "done")

    assert run(play) == ("done" if allowed else "not_back")


def test_a_follower_is_told_what_was_taken_back_and_one_who_comes_again_goes_on_from_there():
    async def play(at):
        game, made = await begun(at, "Anna", "random", take_back="always")
        await answered(at, game, made)
        cursor = Cursor(0)
        list(news(game, cursor))
        gone = Cursor(0, cursor.line, cursor.branch)
        await asked(at, TakeBack(id="b", game=game.id, line=len(game.lines)), made.secrets[0])
        await settled(game)
        to = len(game.lines)
        await answered(at, game, made, number=1)
        return to, list(news(game, cursor)), list(news(game, gone)), told(game, 0)

    to, stayed, came_back, fresh = run(play)
    assert isinstance(stayed[0], Back)
    assert stayed[0].to == to
    assert stayed == came_back
    assert not any(isinstance(each, Back) for each in fresh)
    assert [e.text for e in stayed if isinstance(e, Event)] == [
        e.text for e in fresh if isinstance(e, Event) and e.n > to
    ]


def test_take_back_rests_on_its_line_and_a_bystander_has_none():
    async def play(at):
        game, made = await begun(at, "Anna", "random", take_back="always")
        await answered(at, game, made)
        line = len(game.lines)
        return [
            await refused(at, TakeBack(id="b", game=game.id, line=line - 1), made.secrets[0]),
            await refused(at, TakeBack(id="b", game=game.id, line=line), made.watch),
            await refused(at, TakeBack(id="b", game=game.id, line=line, entries=999), made.secrets[0]),
        ]

    assert run(play) == ["stale", "not_yours", "not_back"]


# The real table


def test_beside_the_printed_board_people_enter_what_fell_or_let_the_engine_throw():
    async def play(at):
        game, made = await begun(at, "Anna", "random", luck="asked")
        asks = last(game, 0)
        code = await refused(at, Answer(id="w", game=game.id, line=0, luck="playing dice 9"), made.secrets[0])
        await answered(at, game, made, "playing dice 4")
        said = Answer(id="t", game=game.id, line=len(game.lines), throw=True)
        await asked(at, said, made.secrets[0])
        return asks, [line.text for line in game.lines], code

    asks, lines, code = run(play)
    assert (asks.kind, asks.may_throw, asks.prompt != "") == ("luck", True, True)
    assert [option.text for option in asks.options] == [f"playing dice {n}" for n in range(1, 7)]
    assert lines[0] == "playing dice 4"
    assert lines[1].startswith("playing dice ")
    assert code == "illegal_action"


def test_at_a_real_table_the_account_can_be_set_right():
    async def play(at):
        game, made = await begun(at, "Anna", "random", luck="asked")
        said = Answer(id="c", game=game.id, line=0, correction="set soldiers Anna 7")
        await asked(at, said, made.secrets[0])
        return game.referee.table.soldiers[0], str(game.lines[0])

    soldiers, line = run(play)
    assert soldiers == 7
    assert line.startswith("= ")


# Bots that sit in, and fail


def test_a_bot_plays_on_for_who_leaves_and_everybody_is_told():
    async def play(at):
        game, made = await begun(at, "Anna", "Ben", rules=SHORT)
        codes = [
            await refused(at, HandOver(id="h", game=game.id, player=1, bot="random"), made.secrets[0]),
            await refused(at, HandOver(id="h", game=game.id, player=0, bot="nobody"), made.secrets[0]),
        ]
        for player in (0, 1):
            await asked(at, HandOver(id="h", game=game.id, player=player, bot="random"), made.secrets[player])
        await settled(game)
        codes.append(await refused(at, HandOver(id="i", game=game.id, player=0, bot="random"), made.secrets[0]))
        return codes, game.referee.table.is_over, told(game, None)

    codes, is_over, events = run(play)
    assert codes == ["not_yours", "no_such_bot", "not_yours"]
    assert is_over
    assert [each.bot for each in events if isinstance(each, Notice)] == ["random", "random"]


def test_a_bot_that_fails_costs_a_legal_answer_that_is_noted_as_such():
    async def play(at):
        async def fails(job, budget_ms=None, *, is_patient=False):
            from wd_env.serve.refusals import Refusal

            raise Refusal("bot_failed", "late")

        at.thinkers.think = fails
        game, _ = await begun(at, "random", "scripted", rules=SHORT)
        return game, told(game, None)

    game, events = run(play)
    assert game.referee.table.is_over
    answers = [line for line in game.lines if line.seat is not None]
    assert len([each for each in events if isinstance(each, Notice)]) == len(answers)


# Looking


def test_every_line_can_be_looked_at_as_it_was_and_says_what_the_terminal_says():
    async def play(at):
        game, made = await begun(at, "Anna", "random", rules=SHORT)
        while not game.referee.table.is_over:
            await answered(at, game, made, number=len(game.lines))
        looks = [await asked(at, Look(id="l", game=game.id, line=n), made.secrets[0]) for n in range(len(game.lines))]
        return game, looks, await refused(at, Look(id="l", game=game.id, line=len(game.lines) + 1), made.secrets[0])

    game, looks, code = run(play)
    assert code == "illegal_action"
    for line, look in enumerate(looks):
        then = game.referee.table.rewound(line)
        teller, names = game.referee.teller, game.referee.names
        assert look.account == teller.describe(then, then.seat_of(0), events=0, names=names)
        assert look.scene["garrison"] == then.garrison
        assert [seat["army"] for seat in look.scene["seats"]] == then.soldiers


def test_a_record_is_what_the_player_saw_until_the_game_is_over_and_then_all_of_it():
    async def play(at):
        game, made = await begun(at, "Anna", "Ben", rules=SHORT)
        early = await asked(at, RecordOf(id="r", game=game.id), made.secrets[0])
        while not game.referee.table.is_over:
            await answered(at, game, made, number=len(game.lines))
        return game, early, await asked(at, RecordOf(id="r", game=game.id), made.watch)

    game, early, whole = run(play)
    assert Record.loads(early.record).notes == {}
    record = Record.loads(whole.record)
    assert table_of(record).to_json() == game.referee.table.to_json()
    assert record.notes["names"] == ["Anna", "Ben"]
    assert Referee.of_record(record).table.to_json() == game.referee.table.to_json()


def test_a_record_of_the_terminal_goes_on_at_the_server_with_its_own_seats():
    alone = Referee(
        WorldDominance(Config(num_players=2), luck="asked"), Round(("human", "random"), ("Anna", "Rob"), "sampled", 5)
    )
    text = alone.record().dumps()

    async def play(at):
        made = await asked(at, NewGame(id="n", record=text))
        game = at.games.find(made.game)
        await settled(game)
        await answered(at, game, made)
        return [str(line) for line in game.lines], game.referee.round

    lines, round_ = run(play)
    assert lines[: len(alone.table.lines)] == [str(line) for line in alone.table.lines]
    assert len(lines) > len(alone.table.lines)
    assert (round_.players, round_.names) == (("human", "random"), ("Anna", "Rob"))


def test_a_game_is_played_on_from_any_line_when_it_is_over_and_not_before():
    async def play(at):
        game, made = await begun(at, "Anna", "random", rules=SHORT)
        said = Fork(id="f", game=game.id, line=2, players=[Chair(person="Eve"), Chair(bot="scripted")])
        code = await refused(at, said, made.secrets[0])
        while not game.referee.table.is_over:
            await answered(at, game, made, number=len(game.lines))
        other = at.games.find((await asked(at, said, made.watch)).game)
        await settled(other)
        return code, [str(line) for line in game.lines[:2]], [str(line) for line in other.lines], other.referee.names

    code, first, lines, names = run(play)
    assert code == "not_yours"
    assert lines[:2] == first
    assert names.seat(0) == "Eve"


# Opinions


def test_opinions_are_told_of_a_game_that_is_over_with_what_was_taken():
    async def play(at):
        game, made = await begun(at, "medium", "random", rules=SHORT)
        line = next(n for n, each in enumerate(game.lines) if each.seat is not None and n > 8)
        found = await asked(at, OpinionOf(id="o", game=game.id, line=line, bot="random"), made.watch)
        return found, game.lines[line]

    found, line = run(play)
    texts = {option.index: option.text for option in found.opinion.options}
    assert texts[found.taken] == line.text
    assert sum(option.odds for option in found.opinion.options) == pytest.approx(1)


@pytest.mark.parametrize(("options", "codes"), [
    ({}, ["not_yours", "not_yours", "not_yours"]),
    ({"advice": True}, ["done", "not_yours", "not_yours"]),
    ({"open": True}, ["done", "done", "done"]),
])  # fmt: skip
def test_while_people_play_nobody_learns_what_a_bot_thinks_but_as_advice_or_at_an_open_table(options, codes):
    async def play(at):
        game, made = await begun(at, "Anna", "Ben", **options)
        player = game.referee.table.player
        said = OpinionOf(id="o", game=game.id, line=len(game.lines), bot="random")
        shown = (made.secrets[player], made.secrets[1 - player], made.watch)
        return [getattr(await at.reply(said, secret), "code", "done") for secret in shown]

    assert run(play) == codes


# What cannot begin


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"players": []}, "config_error"),
        ({"players": [Chair(person="Anna")]}, "config_error"),
        ({"players": [Chair(person="Anna"), Chair(bot="nobody")]}, "no_such_bot"),
        ({"players": [Chair(person="Anna"), Chair(person="anna")]}, "config_error"),
        ({"players": [Chair(person="7"), Chair(person="Anna")]}, "config_error"),
        ({"rules": {"num_players": 3}}, "config_error"),
        ({"rules": {"what": 3}}, "config_error"),
        ({"rules": {"max_turns": "3"}}, "config_error"),
        ({"rules": {"board": "/etc/passwd"}}, "no_path"),
        ({"rules": {"themes": ["x"]}}, "no_path"),
        ({"seed": "5"}, "config_error"),
        ({"record": "x", "state": {}}, "bad_message"),
        ({"record": "x"}, "state_error"),
        ({"state": {"config": {"board": "/etc/passwd"}}}, "no_path"),
        ({"state": {}}, "state_error"),
    ],
)
def test_a_game_that_cannot_be_is_refused(fields, code):
    async def play(at):
        given = {"players": [Chair(person="Anna"), Chair(bot="random")]} | fields
        return await refused(at, NewGame(id="n", **given)), list(at.games)

    assert run(play) == (code, [])


def test_there_is_room_for_so_many_games_and_those_that_are_over_make_room():
    async def play(at):
        await begun(at, "random", "random", rules={"max_turns": 1})
        await begun(at, "Anna", "random")
        third = NewGame(id="n", players=[Chair(person="Anna"), Chair(bot="random")])
        await asked(at, third)
        return await refused(at, third), len(list(at.games))

    assert run(play, games=2) == ("too_many_games", 2)


def test_a_game_that_nobody_has_come_to_for_too_long_is_forgotten():
    async def play(at):
        game, made = await begun(at, "Anna", "random")
        game.touched -= 100
        await begun(at, "Anna", "random")
        return await refused(at, Look(id="l", game=game.id), made.secrets[0])

    assert run(play, idle=50) == "no_such_game"


def test_a_game_has_so_many_followers_and_no_more():
    async def play(at):
        game, made = await begun(at, "Anna", "random")
        game.streams = 2
        with pytest.raises(Exception, match="streams"):
            at.cursor(Events(id="e", game=game.id), made.watch)

    run(play, streams=2)


def test_a_silent_stream_has_a_heartbeat_and_ends_with_its_game():
    async def play(at):
        game, _ = await begun(at, "Anna", "random")
        kinds = []
        async for each in follow(game, Cursor(0), heartbeat=0.01):
            kinds.append(type(each).__name__)
            if kinds.count("Beat") == 2:
                game.end()
        return kinds

    kinds = run(play)
    assert kinds[-1] == "Beat"
    assert "Ask" in kinds
