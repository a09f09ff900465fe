"""Games on disk: an action that cannot be saved has not happened, and saved games continue with all information."""

import asyncio
import os
from itertools import pairwise

import pytest

from tests.server.handlers import (
    error_code,
    make_handler,
    play_action,
    player_configs,
    run,
    send,
    start_game,
    wait_until_waiting,
)
from wd_env.errors import ConfigError
from wd_env.server.hosting.events import Cursor, events_since
from wd_env.server.hosting.game_storage import GameFolder
from wd_env.server.protocol.messages import encode_line
from wd_env.server.protocol.requests import HandOver, NewGame, Play, SceneRequest, Undo


def full(_):
    raise OSError(28, "No space left on device")


def moment(game):
    """Return everything that can change in a game."""
    entries = [list(events_since(game, Cursor(viewer))) for viewer in (0, 1, None)]
    return entries, list(game.lines), list(game.referee.entries), game.referee.setup, list(game.undos), dict(game.plays)


@pytest.mark.parametrize("what", [Play, Undo, HandOver])
def test_an_action_that_cannot_be_saved_has_not_happened(what):
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben", undo="always")
        player = game.referee.table.player
        await play_action(at, game, made)
        asks, end = game.referee.table.player, len(game.lines)
        before = moment(game)
        said, who = {
            Play: (Play(id="a", game=game.id, line=end, text=game.referee.table.legal_texts()[0]), asks),
            Undo: (Undo(id="a", game=game.id, line=end), player),
            HandOver: (HandOver(id="a", game=game.id, player=player, bot="random"), player),
        }[what]
        game.save = full
        code = await error_code(at, said, made.secrets[who])
        after = moment(game)
        game.save = lambda _: None
        await send(at, said, made.secrets[who])
        return code, before == after, before == moment(game)

    assert run(play) == ("not_saved", True, False)


def test_a_game_that_cannot_be_saved_does_not_start(tmp_path):
    async def play(at):
        tmp_path.joinpath("games").rmdir()
        request = NewGame(id="n", players=player_configs("random", "random"))
        return await error_code(at, request), list(at.games)

    folder = tmp_path / "games"
    folder.mkdir()
    assert run(play, folder=folder) == ("not_saved", [])


def test_a_saved_game_is_restored_completely(tmp_path):
    async def play(at):
        game, made = await start_game(at, "Anna", "random", "Ben", undo="always", advice=True)
        for number in range(4):
            await play_action(at, game, made, number=number)
        player = game.referee.table.player
        await send(at, Undo(id="b", game=game.id, line=len(game.lines)), made.secrets[player])
        await send(at, HandOver(id="h", game=game.id, player=2, bot="scripted"), made.secrets[2])
        await wait_until_waiting(game)
        return game

    before = run(play, folder=tmp_path)

    async def look(at):
        await at.games.load(before.id)
        [game] = at.games
        return game

    after = run(look, folder=tmp_path)
    for name in ("id", "participants", "settings", "nonce", "undos", "alerts", "plays", "handovers"):
        assert getattr(after, name) == getattr(before, name)
    assert after.referee.setup == before.referee.setup
    assert after.referee.entries == before.referee.entries
    for viewer in (0, 1, 2, None):
        assert list(events_since(after, Cursor(viewer))) == list(events_since(before, Cursor(viewer)))


def test_a_step_of_a_bot_that_cannot_be_saved_is_saved_later_before_the_next_one(monkeypatch, caplog):
    monkeypatch.setattr("wd_env.server.hosting.hosted_game.RETRY_SECONDS", 0.001)
    saved = []

    def fail_once(game):
        saved.append(len(game.lines))
        if len(saved) == 2:
            full(game)

    async def play(at):
        made = await send(at, NewGame(id="n", players=player_configs("random", "random"), rules={"max_turns": 1}))
        game = at.games.find(made.game)
        game.save = fail_once
        await wait_until_waiting(game)
        return game

    game = run(play)
    assert saved == [1, 2, *range(2, len(game.lines) + 1)]
    assert f"game {game.id} waits, for it cannot be kept: No space left on device" in caplog.text


# Files


def loaded(folder, game_id: str):
    async def play(at):
        await at.games.load(game_id)
        return at.games.find(game_id)

    return run(play, folder=folder)


def test_a_step_is_added_to_the_file_of_a_game_and_costs_the_same_however_long_the_game_is(tmp_path):
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben", undo="always")
        file, sizes = tmp_path / f"{game.id}.wdgame", []
        for number in range(60):
            before = file.stat().st_size
            await play_action(at, game, made, number=number)
            sizes.append(file.stat().st_size - before)
        return game, sizes, file.stat().st_mode & 0o777

    game, sizes, mode = run(play, folder=tmp_path)
    assert mode == 0o600
    assert 0 < max(sizes[30:]) <= max(sizes[:30]) + 200
    assert loaded(tmp_path, game.id).lines == game.lines


def test_a_file_that_has_grown_by_steps_is_written_anew_and_nothing_of_the_game_is_lost(tmp_path, monkeypatch):
    monkeypatch.setattr("wd_env.server.hosting.game_storage.MAX_STEP_BYTES", 300)

    async def play(at):
        game, made = await start_game(at, "Anna", "Ben", undo="always")
        lines = []
        for number in range(30):
            await play_action(at, game, made, number=number)
            if number % 7 == 6:
                player = game.referee.table.player
                await send(at, Undo(id=f"b{number}", game=game.id, line=len(game.lines)), made.secrets[player])
            lines.append(len((tmp_path / f"{game.id}.wdgame").read_text().splitlines()))
        return game, lines

    game, lines = run(play, folder=tmp_path)
    assert any(now < before for before, now in pairwise(lines))
    again = loaded(tmp_path, game.id)
    assert (again.lines, again.undos, again.plays) == (game.lines, game.undos, game.plays)


@pytest.mark.parametrize("tail", [b'{"to": 3, "lines": ["0 ta', b"{", b"\x00\x00"])
def test_half_a_step_of_a_server_that_was_killed_is_left_out_and_the_game_goes_on(tmp_path, tail):
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben")
        await play_action(at, game, made)
        return game, made

    before, made = run(play, folder=tmp_path)
    with (tmp_path / f"{before.id}.wdgame").open("ab") as file:
        file.write(tail)

    async def on(at):
        await at.games.load(before.id)
        game = at.games.find(before.id)
        assert game.lines == before.lines
        await play_action(at, game, made)
        return game

    game = run(on, folder=tmp_path)
    assert loaded(tmp_path, game.id).lines == game.lines


def test_a_disk_that_fills_up_in_the_middle_of_a_step_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben")
        await play_action(at, game, made)
        file, end = tmp_path / f"{game.id}.wdgame", len(game.lines)
        before, player = file.read_bytes(), game.referee.table.player
        said = Play(id="x", game=game.id, line=end, text=game.referee.table.legal_texts()[0])
        with monkeypatch.context() as patched:
            patched.setattr("os.fsync", full)
            code = await error_code(at, said, made.secrets[player])
        same = file.read_bytes() == before
        await send(at, said, made.secrets[player])
        return code, same, game

    code, same, game = run(play, folder=tmp_path)
    assert (code, same) == ("not_saved", True)
    assert loaded(tmp_path, game.id).lines == game.lines


def test_on_a_disk_that_cannot_be_written_nothing_begins_and_nothing_is_lost(tmp_path, monkeypatch, caplog):
    def read_only(*_, **__):
        raise OSError(30, "Read-only file system")

    async def play(at):
        over, _ = await start_game(at, "random", "random", rules={"max_turns": 1})
        with monkeypatch.context() as patched:
            patched.setattr("wd_env.server.hosting.game_storage.write_atomic", read_only)
            patched.setattr("pathlib.Path.unlink", read_only)
            code = await error_code(at, NewGame(id="n", players=player_configs("Anna", "random")))
        return code, list(at.games) == [over]

    assert run(play, folder=tmp_path, games=1) == ("not_saved", True)
    assert "Traceback" not in caplog.text


# The folder


DAMAGED = ["", "{}", "[]", '{"format": "wd_env game 1", "id": "g1"}', '{"format": "x"}', "\x00"]


@pytest.mark.parametrize("content", DAMAGED)
def test_a_file_that_holds_no_game_is_set_aside_by_its_name_and_the_rest_go_on(tmp_path, content, caplog):
    async def play(at):
        return (await start_game(at, "Anna", "Ben"))[0]

    game = run(play, folder=tmp_path)
    (tmp_path / "g1.wdgame").write_text(content)
    assert loaded(tmp_path, game.id).lines == game.lines
    assert "g1.wdgame is set aside" in caplog.text
    assert (tmp_path / "g1.wdgame").read_text() == content


@pytest.mark.parametrize("what", ["bot", "line", "secret", "format", "id"])
def test_a_game_that_cannot_be_played_here_is_set_aside_and_comes_back_where_it_can(tmp_path, what, caplog):
    async def play(at):
        return [(await start_game(at, "Anna", "random"))[0] for _ in range(2)]

    bad, good = run(play, folder=tmp_path)
    file = tmp_path / f"{bad.id}.wdgame"
    whole = file.read_text()
    file.write_text(
        {
            "bot": whole.replace("random", "mine"),
            "line": whole.replace("\\n* ", "\\n* no ", 1).replace('"lines": ["', '"lines": ["* no ", "', 1),
            "secret": whole.replace('"secrets"', '"nothing"'),
            "format": whole.replace("wd_env game 1", "wd_env game 2"),
            "id": whole.replace(bad.id, good.id),
        }[what]
    )

    async def find(at):
        codes = [await error_code(at, SceneRequest(id="l", game=bad.id), "x")]
        await at.games.load(good.id)
        return codes, at.games.find(good.id).lines

    assert run(find, folder=tmp_path) == (["no_such_game"], good.lines)
    assert f"{bad.id}.wdgame is set aside" in caplog.text
    assert len([line for line in caplog.text.splitlines() if "set aside" in line]) == 1
    file.write_text(whole)
    assert loaded(tmp_path, bad.id).lines == bad.lines


def test_a_folder_belongs_to_one_server_at_a_time(tmp_path):
    async def play(at):
        with pytest.raises(ConfigError, match="used by another server"):
            make_handler(folder=tmp_path)
        return await send(at, NewGame(id="n", players=player_configs("Anna", "Ben")))

    made = run(play, folder=tmp_path)
    assert loaded(tmp_path, made.game).id == made.game


def test_a_folder_that_is_made_is_for_its_owner_alone(tmp_path):
    async def play(at):
        return (tmp_path / "deep" / "games").stat().st_mode & 0o777

    assert run(play, folder=tmp_path / "deep" / "games") == 0o700


def test_games_that_are_over_make_room_and_are_still_there_for_their_owners(tmp_path):
    async def play(at):
        over, made = await start_game(at, "random", "random", rules={"max_turns": 1})
        for _ in range(3):
            await start_game(at, "random", "random", rules={"max_turns": 1})
        there = over in list(at.games)
        looks = [
            await send(at, SceneRequest(id="l", game=over.id, line=line), made.spectator_secret)
            for line in (0, len(over.lines))
        ]
        return there, [look.line for look in looks], len(over.lines), len(list(at.games))

    there, lines, end, games = run(play, folder=tmp_path, games=2)
    assert (there, lines, games) == (False, [0, end], 2)


def test_a_game_is_kept_until_its_time_is_up_and_then_its_file_goes_too(tmp_path):
    async def play(at):
        return [(await start_game(at, "random", "random", rules={"max_turns": 1}))[0].id for _ in range(3)]

    ids = run(play, folder=tmp_path, games=1)
    old = tmp_path / f"{ids[0]}.wdgame"
    os.utime(old, (1, 1))

    async def more(at):
        await start_game(at, "Anna", "Ben")
        return [game_id in at.games._folder for game_id in ids]

    assert run(more, folder=tmp_path, games=1) == [False, True, True]
    assert not old.exists()


def test_a_file_that_cannot_be_removed_is_found_by_the_next_server(tmp_path, monkeypatch, caplog):
    def read_only(*_, **__):
        raise OSError(30, "Read-only file system")

    async def play(at):
        game, _ = await start_game(at, "Anna", "Ben")
        game.last_used -= 100
        with monkeypatch.context() as patched:
            patched.setattr("pathlib.Path.unlink", read_only)
            await start_game(at, "Anna", "Ben")
        return game, game.id in at.games._folder

    game, is_listed = run(play, folder=tmp_path, idle=50)
    assert not is_listed
    assert f"{game.id}.wdgame cannot be removed: Read-only file system" in caplog.text
    assert loaded(tmp_path, game.id).lines == game.lines


def test_no_more_games_are_kept_than_there_is_room_for_on_disk(tmp_path):
    async def play(at):
        for _ in range(2):
            await start_game(at, "random", "random", rules={"max_turns": 1})
        return await error_code(at, NewGame(id="n", players=player_configs("Anna", "Ben")))

    assert run(play, folder=tmp_path, saved=2) == "too_many_games"


def test_a_game_that_is_asked_for_at_once_is_read_once(tmp_path, monkeypatch):
    async def play(at):
        return await start_game(at, "Anna", "Ben")

    game, made = run(play, folder=tmp_path)
    read, seen = GameFolder.read, []
    monkeypatch.setattr(GameFolder, "read", lambda folder, game_id: seen.append(game_id) or read(folder, game_id))

    async def ask(at):
        said = SceneRequest(id="l", game=game.id)
        return {
            encode_line(each)
            for each in await asyncio.gather(*(at.reply(said, made.spectator_secret) for _ in range(8)))
        }

    assert len(run(ask, folder=tmp_path)) == 1
    assert seen == [game.id]
