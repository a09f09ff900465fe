"""Games on disk: what cannot be kept has not happened, and what is there goes on with all that was known."""

import pytest

from tests.serve.desks import answered, asked, begun, chairs, desk, refused, run, settled
from wd_env.core.errors import StateError
from wd_env.serve.news import Cursor, news
from wd_env.serve.requests import Answer, HandOver, NewGame, TakeBack


def full(_):
    raise OSError(28, "No space left on device")


def moment(game):
    """All that may change in a game."""
    told = [list(news(game, Cursor(viewer))) for viewer in (0, 1, None)]
    return told, list(game.lines), list(game.referee.entries), game.referee.round, list(game.backs), dict(game.answered)


@pytest.mark.parametrize("what", [Answer, TakeBack, HandOver])
def test_what_cannot_be_kept_has_not_happened(what):
    async def play(at):
        game, made = await begun(at, "Anna", "Ben", take_back="always")
        player = game.referee.table.player
        await answered(at, game, made)
        asks, end = game.referee.table.player, len(game.lines)
        before = moment(game)
        said, who = {
            Answer: (Answer(id="a", game=game.id, line=end, text=game.referee.table.options()[0]), asks),
            TakeBack: (TakeBack(id="a", game=game.id, line=end), player),
            HandOver: (HandOver(id="a", game=game.id, player=player, bot="random"), player),
        }[what]
        game.keep = full
        code = await refused(at, said, made.secrets[who])
        after = moment(game)
        game.keep = lambda _: None
        await asked(at, said, made.secrets[who])
        return code, before == after, before == moment(game)

    assert run(play) == ("not_kept", True, False)


def test_a_game_that_cannot_be_kept_does_not_begin(tmp_path):
    async def play(at):
        tmp_path.joinpath("games").rmdir()
        request = NewGame(id="n", players=chairs("random", "random"))
        return await refused(at, request), list(at.games)

    folder = tmp_path / "games"
    folder.mkdir()
    assert run(play, folder=folder) == ("not_kept", [])


def test_all_of_a_game_comes_back(tmp_path):
    async def play(at):
        game, made = await begun(at, "Anna", "random", "Ben", take_back="always", advice=True)
        for number in range(4):
            await answered(at, game, made, number=number)
        player = game.referee.table.player
        await asked(at, TakeBack(id="b", game=game.id, line=len(game.lines)), made.secrets[player])
        await asked(at, HandOver(id="h", game=game.id, player=2, bot="scripted"), made.secrets[2])
        await settled(game)
        return game

    before = run(play, folder=tmp_path)

    async def look(at):
        [game] = at.games
        at.begin()
        await settled(game)
        return game

    after = run(look, folder=tmp_path)
    for name in ("id", "seating", "manners", "nonce", "backs", "notices", "answered", "handed"):
        assert getattr(after, name) == getattr(before, name)
    assert after.referee.round == before.referee.round
    assert after.referee.entries == before.referee.entries
    for viewer in (0, 1, 2, None):
        assert list(news(after, Cursor(viewer))) == list(news(before, Cursor(viewer)))


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"format": "wd_env game 1", "id": "g1"}', '{"format": "x"}'])
def test_a_file_that_holds_no_game_is_refused_by_its_name(tmp_path, content):
    (tmp_path / "g1.wdgame").write_text(content)
    with pytest.raises(StateError, match=r"g1\.wdgame"):
        desk(folder=tmp_path)
