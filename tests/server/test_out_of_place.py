"""Errors: the game is over or started otherwise, the seat is another player's, or there is too much of something."""

from dataclasses import replace

import pytest

from tests.server.handlers import (
    BOTS,
    ROW,
    error_code,
    play_action,
    player_configs,
    run,
    send,
    start_game,
    wait_until_waiting,
)
from wd_env.errors import ConfigError
from wd_env.server.bot_catalogue import make_bot_catalogue
from wd_env.server.client_rules import MAX_RECORD_LINES
from wd_env.server.hosting import game_commands
from wd_env.server.hosting.game_storage import GameFolder
from wd_env.server.limits import ServerLimits
from wd_env.server.protocol.requests import Act, AnalysisRequest, Fork, NewGame, Play, Undo
from wd_env.spec.game_spec import CHANCE
from wd_env.table.saved_table import at_line

SHORT = {"max_turns": 2}


async def over(at, **options):
    game, made = await start_game(at, "Anna", "random", rules=SHORT, **options)
    while not game.referee.table.is_terminal:
        await play_action(at, game, made)
    return game, made


def test_a_game_that_is_over_takes_nothing_more():
    async def play(at):
        game, made = await over(at, undo="always")
        end, before = len(game.lines), game.referee.record().dumps()
        wanted = [
            Play(id="late", game=game.id, line=end, index=0),
            Undo(id="late", game=game.id, line=end, entries=1),
            AnalysisRequest(id="late", game=game.id, line=end, bot="random"),
            Fork(id="late", game=game.id, line=end + 1, players=player_configs("Anna", "random")),
        ]
        codes = [await error_code(at, each, made.secrets[0]) for each in wanted]
        return codes, game.referee.record().dumps() == before

    assert run(play) == (["game_over", "undo_not_allowed", "illegal_action", "illegal_action"], True)


def test_an_action_for_a_seat_not_to_move_or_of_another_player_is_rejected():
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben")
        asked_one = game.referee.table.player
        said = [Play(id=f"{seat}", game=game.id, line=len(game.lines), index=0, seat=seat) for seat in range(3)]
        mine, other = made.secrets[asked_one], made.secrets[1 - asked_one]
        return [await error_code(at, said[1 - asked_one], mine), await error_code(at, said[asked_one], other),
                await error_code(at, said[2], mine)]  # fmt: skip

    assert run(play) == ["not_yours", "wrong_seat", "not_yours"]


def test_an_outcome_can_be_entered_only_for_the_seat_that_throws():
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben", chance="explicit")
        while game.referee.table.node.kind != CHANCE:
            await play_action(at, game, made)
        table = game.referee.table
        other = 1 - table.player
        request = Play(
            id="1", game=game.id, line=len(game.lines), outcome=table.legal_texts()[0], seat=table.home_seat(other)
        )
        return await error_code(at, request, made.secrets[other])

    assert run(play) == "wrong_seat"


def test_a_record_or_a_state_has_its_own_rules_and_a_record_so_many_lines_at_most():
    async def play(at):
        game, _ = await over(at)
        record = game.referee.record()
        long = replace(record, lines=record.lines * (MAX_RECORD_LINES // len(record.lines) + 1)).dumps()
        state = at_line(game.referee.table, 0).to_json()
        return [
            await error_code(at, NewGame(id="1", record=record.dumps(), rules=SHORT)),
            await error_code(at, NewGame(id="1", state=state, players=player_configs("Anna", "random"), rules=SHORT)),
        ], [await at.reply(NewGame(id="1", record=long)), await at.reply(Act(id="1", bot="random", record=long))]

    codes, too_long = run(play)
    assert codes == ["config_error", "config_error"]
    for reply in too_long:  # the server rejects them before it plays a line
        assert (reply.code, "expected at most 5000 lines" in reply.message) == ("state_error", True)


def test_a_record_goes_on_with_other_players_where_some_are_named():
    async def play(at):
        game, _ = await over(at)
        record = replace(game.referee.record(), lines=game.referee.record().lines[:6])
        made = await send(at, NewGame(id="1", record=record.dumps(), players=player_configs("random", "Eva")))
        found = at.games.find(made.game)
        await wait_until_waiting(found)
        return found.participants.names, found.referee.record().lines[:6] == record.lines

    assert run(play) == (["random", "Eva"], True)


def test_a_game_with_judged_answers_needs_a_person():
    async def play(at):
        return await error_code(
            at, NewGame(id="1", players=player_configs("random", "random"), rules={"knowledge_model": "quiz"})
        )

    assert run(play) == "config_error"


def test_the_number_of_remembered_plays_is_limited(monkeypatch):
    monkeypatch.setattr(game_commands, "MAX_REMEMBERED_PLAYS", 3)

    async def play(at):
        game, made = await start_game(at, "Anna", "Ben")
        begun_at = []
        for _ in range(8):
            begun_at.append(len(game.lines))
            await play_action(at, game, made)
        return [key.rpartition(" ")[2] for key in game.plays], begun_at

    kept, begun_at = run(play)
    assert kept == [f"a{line}.0" for line in begun_at[-3:]]


@pytest.mark.parametrize("bot_id", ["a b", "", "../x", "random"])
def test_the_id_of_a_bot_is_valid_and_unused(bot_id):
    with pytest.raises(ConfigError, match="bot id: expected"):
        make_bot_catalogue(ROW.game, {bot_id: "scripted"})


def test_a_bot_of_the_start_up_list_is_told_by_its_id_alone():
    found = make_bot_catalogue(ROW.game, {"mine": "scripted"})
    assert found.keys() - BOTS.keys() == {"mine"}
    assert (found["mine"].info.id, found["mine"].name) == ("mine", "scripted")


def test_games_are_kept_in_a_folder_and_nowhere_else(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="expected a folder for games: "):
        GameFolder(tmp_path / "file", (), (), ServerLimits())
