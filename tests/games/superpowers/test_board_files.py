"""Board files: what a user's file may contain, and which files are rejected with one line."""

from importlib import resources

import pytest

from tests.games.superpowers.own_boards import ring_board, write
from wd_env.errors import DataError
from wd_env.games.superpowers.board.board_file import load_board
from wd_env.games.superpowers.board.bundled_board import BOARD
from wd_env.games.superpowers.board.space_sets import board_tables, spaces_in

TEXT = (resources.files("wd_env.games.superpowers") / "data" / "board.toml").read_text("utf-8")
LAST_ZONE = TEXT[TEXT.rindex("[[board.zone]]") :]


def changed(old, new):
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def fields_of(name, old, new):
    """Return the file with a change in the row of this id."""
    start = TEXT.index(f'id = "{name}"\n')
    end = TEXT.index("\n\n", start)
    assert old in TEXT[start:end]
    return TEXT[:start] + TEXT[start:end].replace(old, new, 1) + TEXT[end:]


def without_canals(text):
    start, end = text.index("[[board.canal]]"), text.index("[[board.land]]")
    return text[:start] + text[end:]


def test_a_file_of_ones_own_is_read(tmp_path):
    path = write(tmp_path, fields_of("guam", 'title = "Guam"', 'title = "Guahan"'))
    assert load_board(path).lands[BOARD.index["guam"]].title == "Guahan"
    assert load_board(path).digest == BOARD.digest


def test_the_digest_covers_what_the_rules_read(tmp_path):
    assert load_board(write(tmp_path, fields_of("guam", "value = 2", "value = 3"))).digest != BOARD.digest


def test_a_smaller_board_leaves_the_last_spaces_unused(tmp_path):
    board = load_board(write(tmp_path, ring_board()))
    assert (board.index["l15"], board.index["z0"], board.powers[7].capital) == (15, 79, 14)
    assert (board.lands[0].garrison.infantry, board.lands[1].garrison.infantry) == (4, 1)
    assert spaces_in(board_tables(board).near_land[79]) == [0]
    assert not board_tables(board).near_land[20:79].any()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            fields_of("midwest_usa", '"central_usa", "western_usa"', '"western_usa"'),
            "row 2 'central_usa', field land: found 'midwest_usa', allowed: borders that the other space lists too",
        ),
        (
            fields_of("sz_red_sea", '"sz_mediterranean_e", ', ""),
            "field sea: found 'sz_red_sea', allowed: borders that the other space lists too",
        ),
        (
            fields_of("sz_red_sea", '"egypt", ', ""),
            "field sea: found 'sz_red_sea', allowed: borders that the other space lists too",
        ),
        (fields_of("guam", 'sea = ["', 'sea = ["sz_nowhere", "'), "found 'sz_nowhere', allowed: ids of zones"),
        (fields_of("libya", 'land = ["', 'land = ["atlantis", "'), "found 'atlantis', allowed: ids of lands"),
        (fields_of("libya", 'land = ["', 'land = ["sz_red_sea", "'), "found 'sz_red_sea', allowed: ids of lands"),
        (fields_of("libya", 'land = ["', 'land = ["libya", "'), "field land: found ['libya', "),
        (
            fields_of("spain", "value = 2", "value = 3"),
            "row 2 'eu', field id: found 'eu', allowed: lands whose values sum to 20; the sum is 21",
        ),
        (
            fields_of("spain", "value = 2", "value = 2\ncapital = true"),
            "field id: found 'eu', allowed: one land with capital = true and home = 'eu'; there are 2",
        ),
        (fields_of("germany", "capital = true\n", ""), "and home = 'eu'; there are 0"),
        (fields_of("guam", "value = 2", "value = 2\ncapital = true"), "allowed: capitals of powers only"),
        (
            changed('lands = ["egypt", "syria_iraq"]', "lands = []"),
            "field lands: found [], allowed: a list of 1 to 12 texts of one line",
        ),
        (
            changed('lands = ["egypt", "syria_iraq"]', 'lands = ["egypt", "libya"]'),
            "field lands: found ['egypt', 'libya'], allowed: 1 to 4 lands at the coast of both zones",
        ),
        (changed('lands = ["egypt", "syria_iraq"]\n', ""), "field lands: found nothing, allowed: 1 to 4 lands"),
        (
            changed('["sz_mediterranean_e", "sz_red_sea"]', '["sz_mediterranean_e", "sz_baltic_sea"]'),
            "allowed: two zones with a border",
        ),
        (changed('["alaska", "fareast"]', '["alaska", "guam"]'), "allowed: two lands with a border"),
        (fields_of("eu", "sz_north_sea", "sz_red_sea"), "allowed: a zone at the coast of the capital germany"),
        (fields_of("eu", '"gray"', '"pink"'), "field colour: found 'pink', allowed: blue, gray"),
        (fields_of("guam", 'home = "neutral"', 'home = "mars"'), "found 'mars', allowed: neutral, us, eu"),
        (fields_of("guam", "value = 2", "value = 21"), "found 21, allowed: a whole number from 0 to 20"),
        (fields_of("guam", "place = [970", "place = [1970"), "allowed: a list of 2 whole numbers from 0 to 1000"),
        (fields_of("guam", "value = 2", "value = 2\nport = 1"), "field port: found 1, allowed: no field but"),
        (changed('id = "guam"', 'id = "cuba"'), "found 'cuba', allowed: an id that nothing else has"),
        (changed('id = "guam"', 'id = "retreat"'), "found 'retreat', allowed: an id that nothing else has"),
        (changed('id = "guam"', 'id = "through"'), "found 'through', allowed: an id that nothing else has"),
        (changed('id = "us"', 'id = "usa"'), "found 'usa', allowed: the ids us, eu, rr, ie, cfe, mef, ac, la in this"),
        (changed('id = "guam"', 'id = "neutral"'), "found 'neutral', allowed: an id that nothing else has"),
        (changed('id = "guam"', 'id = "sz_red_sea"'), "found 'sz_red_sea', allowed: an id that nothing else has"),
        (changed('id = "guam"', 'id = "Guam"'), "found 'Guam', allowed: 1 to 30 small letters"),
        (TEXT + "\n" + LAST_ZONE, "field zone: found '67 rows', allowed: 8 to 66 rows"),
        (ring_board().replace("[[board.power]]", "[[board.canal]]", 1), "found '7 rows', allowed: 8 rows"),
        ("[[board]]\ntitle = 'x'", "field land: found '0 rows', allowed: 16 to 79 rows"),
        ("[[board]]\ntitle = 'x'\n[[board]]", "rows [[board]]: found 2, allowed: 1 row"),
        ("[board]\ntitle = 'x'", "allowed: only rows [[board]]"),
        ("[[board]", "not TOML"),
    ],
)  # fmt: skip
def test_a_board_that_cannot_be_played_is_refused_in_one_line(tmp_path, text, message):
    path = write(tmp_path, text)
    with pytest.raises(DataError) as caught:
        load_board(path)
    assert message in str(caught.value)
    assert "own.toml" in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_space_that_no_border_joins_is_refused(tmp_path):
    text = ring_board().replace('land = ["l15", "l1"]\n', "").replace('"l15", "l0"', '"l15"')
    text = text.replace('land = ["l0", "l2"]', 'land = ["l2"]').replace('land = ["l14", "l0"]', 'land = ["l14"]')
    with pytest.raises(DataError, match="found 'l1', allowed: spaces that borders join to l0"):
        load_board(write(tmp_path, text))


def test_a_file_that_is_too_long_is_refused(tmp_path):
    with pytest.raises(DataError):
        load_board(write(tmp_path, TEXT + "#" * 200_000))
