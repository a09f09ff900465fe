"""Games on a board file of the user: played, saved, loaded, and kept apart from games on other boards."""

import json
import random

import numpy as np
import pytest

from tests.games.superpowers.invariants import INVARIANTS, MEMORY
from tests.games.superpowers.own_boards import STRAITS, TEXT, changed, recount_modules, ring_board, write
from wd_env.agents.agent_registry import make_bot
from wd_env.agents.files.bot_file import check_game
from wd_env.agents.files.bot_file_header import current_provenance, game_fingerprint
from wd_env.batch.batch import Batch
from wd_env.errors import CheckpointError, ConfigError, IllegalAction, StateError
from wd_env.games.superpowers.board.bundled_board import BOARD
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.definitions.rule_constants import LAND_ROWS, LANDS, NEUTRAL, POWERS
from wd_env.games.superpowers.game import GAME, game_of
from wd_env.games.superpowers.game_board import board_of
from wd_env.games.superpowers.position import position
from wd_env.games.superpowers.table import Superpowers
from wd_env.registry import presenter_for
from wd_env.spec.custom_files import encode_options
from wd_env.table.saved_table import replay_record, table_from_json

OTHER = changed('between = ["z0", "z1"]\nlands = ["home_1"]', 'between = ["z1", "z2"]\nlands = ["home_2"]')


def begun(path=STRAITS, seed=1, **options):
    return Superpowers(Config(**{"board": str(path), "setup": "deal", "max_rounds": 3} | options), seed=seed)


def game(path=STRAITS):
    return game_of(Config(board=str(path)))


@pytest.mark.parametrize("players", [2, 4, 8])
def test_random_games_end_and_add_up(players):
    table, rng, memory = begun(seed=players, num_players=players, max_rounds=2), random.Random(players), [0] * MEMORY
    recount_table = recount_modules(table.game)[-1].recount_table
    unused = range(len(board_of(table.game).lands), LANDS)
    while not table.is_terminal:
        assert not any(text.startswith("no ") for text in table.legal_texts())
        table.play(rng.choice(table.legal_texts()))
        assert INVARIANTS[recount_table(table.state, memory)] == ""
    assert [table.state.holder[land] for land in unused] == [NEUTRAL] * len(unused)
    assert not any(table.state.land_units[row * LANDS + land] for row in range(POWERS * LAND_ROWS) for land in unused)
    table.game.check_state(table.state)


def test_hard_bots_play_to_the_end_and_beat_random_ones():
    held = [0, 0]
    for seed in range(2):
        table = begun(seed=seed, num_players=4, teams="two", max_rounds=9, auto_land=True, auto_casualties=True)
        names = ("hard", "random")
        bots = [make_bot(names[player % 2], table.game, np.random.default_rng(player)) for player in range(4)]
        while not table.is_terminal:
            table.play(bots[table.player].choose(table.view(table.seat)))
        for power, count in enumerate(table.board.production.values()):
            held[list(table.board.nations.values())[power] % 2] += count
    assert held[0] > held[1]


def test_two_boards_in_one_process_stay_apart(tmp_path):
    bundled, own, other = begun("world"), begun(), begun(write(tmp_path, OTHER))
    rngs = [random.Random(3) for _ in range(3)]
    for _ in range(60):
        for table, rng in zip((bundled, own, other), rngs, strict=True):
            table.play(rng.choice(table.legal_texts()))
    assert [board_of(table.game).title for table in (bundled, own, other)] == ["world", "straits", "straits"]
    assert set(bundled.board.holders) == {land.id for land in BOARD.lands}
    assert set(own.board.holders) == {land.id for land in board_of(own.game).lands}
    assert bundled.game is GAME
    assert own.game is game()
    assert len({table.game.layout_hash for table in (bundled, own, other)}) == 3
    assert own.game.actions_hash == other.game.actions_hash != GAME.actions_hash


def test_a_board_of_equal_content_is_the_same_game_elsewhere(tmp_path):
    copy = game(write(tmp_path, TEXT.replace('title = "Isle 1"', 'title = "Far Isle"')))
    assert (copy.layout_hash, copy.rules_hash) == (game().layout_hash, game().rules_hash)
    assert copy.schema is GAME.schema


def test_the_canal_of_the_file_opens_with_its_land(tmp_path):
    ships = {"z0": "us BB1", "home_1": "eu I1"}
    closed = position(ships, turn="us", at="move", board=str(STRAITS))
    assert "z1" not in destinations(closed, "z0")
    opened = position(ships | {"home_1": "us I1"}, turn="us", at="move", board=str(STRAITS))
    assert "z1" in destinations(opened, "z0")
    moved = position(ships, turn="us", at="move", board=str(write(tmp_path, OTHER)))
    assert "z1" in destinations(moved, "z0")


def destinations(table, zone):
    table.play(zone)
    table.play("all BB")
    return table.legal_texts()


def test_texts_name_the_spaces_of_the_file():
    table = position({"isle_0": "us I2", "z0": "us TR1 aboard I1"}, turn="us", board=str(STRAITS))
    presenter = presenter_for(table.game)
    summary = "\n".join(presenter.summary(table))
    assert "isle_0 I2" in summary
    assert "neutral: 11 of 20 lands, including" in summary
    assert presenter.aliases(table, "isle_0") == ("Isle 0",)
    scene = presenter.scene_data(table)
    assert [row["id"] for row in scene["countries"]][19:21] == ["isle_3", "z0"]
    assert [len(scene["map"][name]) for name in ("at", "titles")] == [29, 29]
    assert max(max(pair) for pair in scene["map"]["borders"]) == 28


def test_orders_name_spaces_by_id_and_title():
    table = position({"capital_0": "us I4", "home_1": "neutral I2"}, turn="us", board=str(STRAITS))
    presenter = presenter_for(table.game)
    expected = ["home_1", "capital_0", "all I", "go"]
    assert presenter.order_actions(table, "attack Home 1 from capital_0 I4") == expected
    assert presenter.order_note(table, expected).startswith("4 infantry units against 2 infantry units, fought")
    with pytest.raises(IllegalAction, match="'japan' is not a space of the board"):
        presenter.order_actions(table, "attack japan from capital_0 I4")


def test_a_saved_table_and_a_record_want_the_board_that_they_were_played_on(tmp_path):
    table = begun()
    for _ in range(30):
        table.play(table.legal_texts()[-1])
    data, record = json.loads(json.dumps(table.to_json())), table.record()
    for load, saved in ((table_from_json, data), (replay_record, record)):
        assert load(saved, GAME, files=[str(STRAITS)]).state.to_bytes() == table.state.to_bytes()
        for files in ([], [str(write(tmp_path, OTHER))]):
            with pytest.raises(StateError, match=r"board is a custom file, 'straits.toml', of sha256 .*--board FILE"):
                load(saved, GAME, files=files)


def test_a_network_of_another_board_is_refused_by_the_name_of_the_board(tmp_path):
    rules = encode_options(Config(board=str(STRAITS), teams="two"))
    header = game_fingerprint(game()) | {"provenance": current_provenance({}, rules, {}, 1, 1)}
    check_game(STRAITS, header, game())
    own, bundled = r"made for board 'straits\.toml'", "this game has board 'world'"
    with pytest.raises(CheckpointError, match=f"{own}, other actions, observations of other pieces; {bundled}"):
        check_game(STRAITS, header, GAME)
    with pytest.raises(CheckpointError, match=rf"{own}, observations of other pieces; this game has board 'own\.toml'"):
        check_game(STRAITS, header, game(write(tmp_path, OTHER)))


def test_a_batch_refuses_options_of_another_board():
    with pytest.raises(ConfigError, match="expected the board of this batch of superpowers, got another one by"):
        Batch(GAME, 2, 1, [4], {"board": str(STRAITS)})
    with pytest.raises(ConfigError, match="expected the board of this batch of superpowers, got another one by"):
        Batch(game(), 2, 1, [4], {"setup": "deal"})


def test_a_game_whose_file_has_changed_is_not_unpickled(tmp_path):
    path = write(tmp_path, TEXT)
    make, arguments = game(path).__reduce__()
    assert make(*arguments) is game(path)
    path.write_text(OTHER)
    with pytest.raises(StateError, match="expected the same files of superpowers, got changed ones"):
        make(*arguments)


def test_more_coasts_than_the_bundled_board_has_lengthen_the_state(tmp_path):
    path = write(tmp_path, ring_board(coasts=8))
    table = begun(path, max_rounds=1)
    assert table.game.schema.by_name["unloaded"].length == 128
    assert table.game.schema.size > GAME.schema.size
    rng = random.Random(1)
    while not table.is_terminal:
        table.play(rng.choice(table.legal_texts()))
    assert replay_record(table.record(), GAME, files=[str(path)]).state.to_bytes() == table.state.to_bytes()


def test_hard_bots_attack_along_the_borders_of_the_file():
    table = position({"home_0": "us I6 T6", "capital_7": "la I1"}, turn="us", board=str(STRAITS))
    bot = make_bot("hard", table.game, np.random.default_rng(1))
    table.play(bot.choose(table.view(table.seat)))
    assert table.lines[-1].text == "capital_7"
