"""Games logged by the program end the same here: four to the last army, 8,650 with the same winner."""

import pytest

from tests.games.domination.program_games import LOGS, SERIES, final_of, games_of
from wd_env.games.domination.logs import play_log
from wd_env.table.saved_table import replay_record

FINALS = (LOGS / "finals.txt").read_text("utf-8").splitlines() if LOGS.is_dir() else []
needs_logs = pytest.mark.skipif(not FINALS, reason="shared/cases/domination-logs is missing")
needs_games = pytest.mark.skipif(not SERIES, reason="shared/cases/domination-games is missing")
MODES = ("exact", "kinds")


@pytest.mark.thinned(3)
@needs_logs
@pytest.mark.parametrize("trade_mode", MODES)
@pytest.mark.parametrize("final", FINALS, ids=lambda line: line.split()[0])
def test_a_log_of_the_program_is_played_to_the_last_army(final, trade_mode):
    name, options, count, winner, held = final_of(final)
    player = play_log(LOGS / name, trade_mode=trade_mode, **options)
    assert [line.number for line in player] == list(range(1, count + 1))
    table = player.table
    assert (table.is_terminal, table.winner) == (True, winner)
    assert list(zip(table.board.holders.values(), table.board.armies.values(), strict=True)) == held
    again = replay_record(player.record(), table.game)
    assert again.state == table.state


def winner_of(game, folder, **options):
    """Return the winner at our table after the last line of the game."""
    path = folder / "game.log"
    path.write_text(game.text, "iso-8859-1")
    player = play_log(path, **game.options, **options)
    list(player)
    return player.table.winner


@needs_games
@pytest.mark.thinned(2)
@pytest.mark.parametrize("series", SERIES, ids=lambda path: path.name.removesuffix(".txt.xz"))
def test_the_first_game_of_each_series_has_the_winner_that_it_had(tmp_path, series):
    game = next(games_of(series))
    assert winner_of(game, tmp_path) == game.winner
    assert winner_of(game, tmp_path, trade_mode="kinds", amounts="exact", encoding="edge") == game.winner


@needs_games
@pytest.mark.long
@pytest.mark.parametrize("series", SERIES, ids=lambda path: path.name.removesuffix(".txt.xz"))
def test_every_game_of_a_series_has_the_winner_that_it_had(tmp_path, series):
    wrong = [game.number for game in games_of(series) if winner_of(game, tmp_path) != game.winner]
    assert wrong == []


@needs_games
@pytest.mark.long
def test_the_series_have_the_documented_number_of_games():
    assert sum(1 for series in SERIES for _ in games_of(series)) == 8650
