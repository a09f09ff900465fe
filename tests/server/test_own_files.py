"""Boards, maps and decks of the server's owner: clients choose them by name and never see a path."""

import asyncio
import json
import shutil
from pathlib import Path

import msgspec
import pytest

from tests.games.domination.test_batch import ring_map
from tests.games.superpowers.own_boards import STRAITS
from tests.server.handlers import InlineBotPool, error_code, events_for, play_action, player_configs, send, start_game
from tests.server.servers import serving
from wd_env import registry
from wd_env.cli.main import main
from wd_env.errors import ConfigError, WdError
from wd_env.server.bot_catalogue import make_bot_catalogue
from wd_env.server.hosting.custom_file_catalogue import CustomFileCatalogue, load_custom_files
from wd_env.server.protocol.requests import Act, AnalysisRequest, Hello, NewGame, RecordRequest, SceneRequest
from wd_env.server.request_handler import RequestHandler
from wd_env.spec.custom_files import bundled_names

DATA = Path(registry.__file__).parent / "games" / "world_dominance" / "data"
DECKS = ("continent_cards", "manoeuvre_deck", "purgadies", "themes")
DOMINATION = registry.GAMES["domination"]
WITH_FILES = [name for name, entry in registry.GAMES.items() if bundled_names(entry.game.config_class)]
RULES = {"auto_place": "all", "max_rounds": 2}


def run(scenario, catalogue: CustomFileCatalogue, row=DOMINATION, folder=None):
    async def whole():
        at = RequestHandler(row, make_bot_catalogue(row.game, {}), folder=folder, catalogue=catalogue)
        at.bot_pool = InlineBotPool(row)
        try:
            return await asyncio.wait_for(scenario(at), 120)
        finally:
            await at.close()

    return asyncio.run(whole())


def files(name: str, folder: Path) -> dict[str, list[Path]]:
    """Return a file for every option of a game that takes one."""
    if name == "domination":
        deck = folder / "mine.cards"
        deck.write_text(
            "[cards]\n" + "".join(f"{('Infantry', 'Cavalry', 'Cannon')[n % 3]} {n + 1}\n" for n in range(8))
        )
        return {"map": [Path(ring_map(folder, 8))], "cards": [deck]}
    if name == "superpowers":
        return {"board": [Path(shutil.copy(STRAITS, folder))]}
    mine = {"board": folder / "mine.toml"} | {option: folder / f"my_{option}.toml" for option in DECKS}
    shutil.copy(DATA / "board_ring24.toml", mine["board"])
    for option in DECKS:
        shutil.copy(DATA / f"{option}.toml", mine[option])
    return {option: [path] for option, path in mine.items()}


@pytest.mark.parametrize("name", WITH_FILES)
def test_every_kind_of_file_is_offered_by_name_played_with_and_gone_on_with_and_no_path_is_told(name, tmp_path):
    row, given = registry.GAMES[name], files(name, tmp_path)
    catalogue = load_custom_files(row, given)
    rules = {option: paths[0].stem for option, paths in given.items()} | dict(row.short_options[0])

    async def play(at):
        heard = [await send(at, Hello(id="h", protocols=[1]))]
        game, made = await start_game(at, "Anna", "random", "Ben", open=True, advice=True, rules=rules)
        for number in range(4):
            await play_action(at, game, made, number=number)
        own, line = made.secrets[0], len(game.lines)
        state = game.referee.table.to_json()
        heard += events_for(game, 0)
        heard.append(await at.reply(AnalysisRequest(id="o", game=game.id, line=line, bot="random"), own))
        heard.append(await send(at, SceneRequest(id="l", game=game.id), own))
        heard.append(record := await send(at, RecordRequest(id="r", game=game.id), own))
        again = await send(at, NewGame(id="n", record=record.record, players=player_configs("Anna", "random", "Ben")))
        heard.append(await at.reply(Act(id="a", bot="random", state=state, analysis=True)))
        heard.append(await send(at, NewGame(id="s", state=state, players=player_configs("Anna", "random", "Ben"))))
        return heard, game.referee.table, at.games.find(again.game).referee.table

    heard, table, again = run(play, catalogue, row)
    ready = msgspec.to_builtins(heard[0])
    offered = {rule["name"]: rule["custom_files"] for rule in ready["rules"] if rule.get("custom_files")}
    assert offered == {option: [paths[0].stem] for option, paths in given.items()}
    assert all(set(rule.get("custom_files", ())) <= set(rule.get("choices", ())) for rule in ready["rules"])
    assert {option: getattr(table.config, option) for option in given} == {o: str(p[0]) for o, p in given.items()}
    assert again.state == table.state
    assert not [each for each in heard if str(tmp_path) in msgspec.json.encode(each).decode()]


@pytest.mark.parametrize("value", ["/etc/passwd", "PATH", "../mine", "mine.map", "ring9"])
def test_a_client_names_what_is_offered_and_no_path_even_of_an_offered_file(tmp_path, value):
    path = ring_map(tmp_path, 8)
    name = path if value == "PATH" else value

    async def ask(at):
        state = DOMINATION.new_table().to_json()
        state["config"]["map"] = name
        digest = DOMINATION.new_table().to_json()
        digest["config"]["map"] = {"name": "ring8.map", "sha256": "0" * 64}
        said = [NewGame(id="n", players=player_configs("Anna", "random", "Ben"), rules={"map": name}),
                Act(id="a", bot="random", state=state), Act(id="a", bot="random", state=digest)]  # fmt: skip
        return [await error_code(at, each) for each in said]

    assert run(ask, load_custom_files(DOMINATION, {"map": [path]})) == ["no_path"] * 3


def test_a_refusal_of_the_package_about_a_file_tells_its_name_and_no_path(tmp_path):
    path = Path(ring_map(tmp_path, 8))
    catalogue = load_custom_files(DOMINATION, {"map": [path]})
    path.unlink()

    async def ask(at):
        return await at.reply(NewGame(id="n", players=player_configs("Anna", "Ben", "Cleo"), rules={"map": "ring8"}))

    error = run(ask, catalogue)
    assert "ring8" in error.message
    assert str(tmp_path) not in error.message


@pytest.mark.parametrize("call", ["classic.map", "two words.map", "ring8.map"])
def test_a_file_whose_name_is_none_or_is_taken_is_refused(tmp_path, call):
    path = Path(ring_map(tmp_path, 8))
    other = path.with_name("other") / call
    other.parent.mkdir()
    shutil.copy(path, other)
    with pytest.raises(ConfigError, match="file name: expected letters"):
        load_custom_files(DOMINATION, {"map": [path, other]})


def test_a_file_that_is_no_map_stops_the_server_in_a_line(tmp_path, capsys):
    (tmp_path / "bad.map").write_text("nothing")
    with pytest.raises(WdError):
        load_custom_files(DOMINATION, {"map": [tmp_path / "bad.map"]})
    assert main(["serve", "--game", "domination", "--map", str(tmp_path / "bad.map")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_command_offers_its_maps_over_http_and_a_kept_game_on_one_goes_on(tmp_path):
    maps = [ring_map(tmp_path, size) for size in (6, 8)]
    words = ("--game", "domination", "--processes", "1", "--save-dir", str(tmp_path / "games"), "--map", *maps)
    body = {"type": "new_game", "id": "n", "players": [{"human": "Anna"}, {"human": "Ben"}, {"human": "Cleo"}],
            "rules": {"map": "ring8"} | RULES}  # fmt: skip
    with serving(*words) as server:
        rules = json.loads(server.client.exchange("GET", "/v1")[1])["rules"]
        status, made = server.client.exchange("POST", "/v1/games", json.dumps(body).encode())
        game = json.loads(made)
    assert next(rule for rule in rules if rule["name"] == "map")["custom_files"] == ["ring6", "ring8"]
    assert status == 200
    with serving(*words) as again:
        look = {"type": "scene", "id": "l", "game": game["game"], "secret": game["secrets"][0]}
        status, _ = again.client.exchange("POST", f"/v1/games/{game['game']}", json.dumps(look).encode())
    assert status == 200
