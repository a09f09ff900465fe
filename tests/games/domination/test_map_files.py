"""Map files: the format (ledger 3.1 and 3.2), notes and rejected files (ledger 3.5)."""

import os

import pytest

from tests.games.domination.map_texts import (
    SMALL,
    SMALL_DECK,
    WITH_A_VOID,
    borders,
    changed,
    generated,
    notes,
    refusal,
    write,
)
from wd_env.errors import ConfigError, DataError
from wd_env.games.domination.maps.map_catalogue import load_map
from wd_env.games.domination.maps.map_report import MapReport

ONE_WAY = "small.map: section [borders]: found a border from 1 to 2 in one direction only"


# The format


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_file_is_utf_8_where_it_begins_with_the_mark_and_else_iso_8859_1(tmp_path, mark):
    encoding = "utf-8" if mark else "iso-8859-1"
    found = load_map(write(tmp_path, mark + changed("Ash", "Ähre_ß").encode(encoding)))
    assert found.countries[0].title == "Ähre ß"
    assert found.warnings == ()


@pytest.mark.parametrize("end", ["\n", "\r\n", "  \t\n", "\n\n; note ; [no section\n \t \n"])
def test_line_ends_blanks_empty_lines_and_comments_change_nothing(tmp_path, end):
    assert load_map(write(tmp_path, SMALL.replace("\n", end))) == load_map(write(tmp_path))


def test_words_are_divided_by_blanks_and_tabs_and_a_later_comment_sign_is_none(tmp_path):
    path = write(tmp_path, changed("1 Ash 1 10 10", "\t1  Ash;\t1   10\t\t10"))
    assert load_map(path).countries[0].title == "Ash;"


def test_the_header_is_kept_with_unknown_lines(tmp_path):
    found = load_map(write(tmp_path, changed("ver 2", "ver 2\ncircle 25\nauthor  Someone Else ")))
    assert found.header == (("name", "Small world"), ("ver", "2"), ("circle", "25"), ("author", "Someone Else"))


def test_a_map_without_a_name_is_called_by_its_file(tmp_path):
    assert load_map(write(tmp_path, changed("name Small world\n", ""))).name == "small"


def test_sections_come_in_any_order_and_may_go_on(tmp_path):
    head, rest = SMALL.split("[borders]")
    start, middle = head.split("[continents]")
    moved = f"{start}[borders]{rest}[continents]{middle}[borders]\n1 3\n3 1\n"
    assert borders(load_map(write(tmp_path, moved))) == borders(load_map(write(tmp_path))) | {(1, 3), (3, 1)}


@pytest.mark.parametrize(
    ("word", "colour"),
    [
        ("cyan", (0, 255, 255)),
        ("#0a0b0c", (10, 11, 12)),
        ("0x0A0B0C", (10, 11, 12)),
        ("658188", (10, 11, 12)),
        ("255", (0, 0, 255)),
    ],
)
def test_a_colour_is_a_name_or_a_number(tmp_path, word, colour):
    assert load_map(write(tmp_path, changed("red", word))).groups[0].colour == colour


def test_unknown_colours_are_chosen_always_alike_and_apart(tmp_path):
    path = write(tmp_path, changed("red", "ultramarine").replace("#00ff80", "0xzz"))
    north, south = (group.colour for group in load_map(path).groups)
    assert north != south
    assert (north, south) == tuple(group.colour for group in load_map(path).groups)


# Accepted files


@pytest.mark.parametrize("strict", [False, True])
def test_a_repeated_neighbour_counts_once_and_is_noted(tmp_path, strict):
    path = write(tmp_path, SMALL + "1 2\n")
    found = load_map(path, strict=strict)
    assert borders(found) == borders(load_map(write(tmp_path)))
    assert notes(found, path) == ["small.map: line 28: country 1 repeats its neighbour 2"]


@pytest.mark.parametrize("strict", [False, True])
def test_a_border_without_a_way_back_leads_one_way_and_is_noted(tmp_path, strict):
    path = write(tmp_path, changed("2 1 3", "2 3"))
    found = load_map(path, strict=strict)
    assert (2, 1) not in borders(found)
    assert notes(found, path) == [ONE_WAY]


def test_ways_back_are_added_when_that_is_asked_for(tmp_path):
    found = load_map(write(tmp_path, changed("2 1 3", "2 3")), symmetrise=True)
    assert borders(found) == borders(load_map(write(tmp_path)))
    assert found.warnings == ()


@pytest.mark.parametrize("line", ["", "2\n"])
@pytest.mark.parametrize("strict", [False, True])
def test_a_country_may_border_on_none_and_is_noted(tmp_path, strict, line):
    path = write(tmp_path, changed("2 1 3\n", line))
    found = load_map(path, strict=strict)
    assert found.borders[1] == ()
    assert notes(found, path)[-1] == "small.map: country 2 has no neighbours"


CLOSED = "small.map: section [borders]: "


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["1 2 3", "2 3", "3 2 4", "4 3 5", "5 4 6", "6 5"], ["country 1 cannot be entered"]),
        (["1 2", "2 1 3", "3 4 6", "4 3 5", "5 4 6", "6 3 5"], ["countries 1, 2 cannot be entered"]),
        (["1 2", "2 1 3", "3 4", "4 3", "5 6 4", "6 5"],
         ["countries 1, 2 cannot be entered", "countries 5, 6 cannot be entered"]),
        (["1 2", "2 3", "3 4", "4 5", "5 6", "6 1"], []),
        (["1 2", "2 1 3", "3 2 4", "4 3 5", "5 4 6", "6"], []),
        (["1 2 3", "2 1 3", "3 2 1 4", "4 5 6", "5 4 6", "6 4 5"], ["countries 1, 2, 3 cannot be entered"]),
    ],
    ids=["one", "two", "two regions", "a ring one way", "one without a way out", "half the map"],
)  # fmt: skip
@pytest.mark.parametrize("strict", [False, True])
def test_countries_that_nobody_can_enter_are_noted(tmp_path, lines, message, strict):
    path = write(tmp_path, SMALL.partition("[borders]\n")[0] + "[borders]\n" + "\n".join(lines) + "\n")
    found = load_map(path, strict=strict)
    said = [note.removeprefix(CLOSED) for note in notes(found, path) if "cannot be entered" in note]
    assert said == [f"{words}: no border leads there from the others" for words in message]
    sheet = MapReport(found).report_tables()["Map"].rows
    assert [value for name, value in sheet if name == "cannot be entered"] == [
        w.partition(" cannot")[0] for w in message
    ]


def test_a_header_that_asks_for_the_border_check_is_obeyed_by_the_strict(tmp_path):
    path = write(tmp_path, changed("ver 2", "test").replace("2 1 3", "2 3"))
    assert notes(load_map(path), path) == [ONE_WAY]
    assert refusal(path, strict=True).startswith(f"{ONE_WAY}, allowed: borders in both directions")
    load_map(write(tmp_path, changed("ver 2", "test")), strict=True)


def test_a_country_without_a_place_is_accepted_by_the_lenient(tmp_path):
    path = write(tmp_path, changed("1 Ash 1 10 10", "1 Ash 1"))
    found = load_map(path)
    assert [country.place for country in found.countries][:2] == [None, (60, 10)]
    assert notes(found, path) == ["small.map: line 14: the country has no position"]
    assert refusal(path, strict=True) == "small.map: line 14: found 3 words, allowed: 5: number, id, group, x, y"


def test_dom_124_an_empty_group_keeps_its_number_and_pays_nothing_to_the_lenient(tmp_path):
    path = write(tmp_path, WITH_A_VOID, deck="")
    found = load_map(path)
    assert [(group.title, group.bonus) for group in found.groups] == [("North", 2), ("Void", 0), ("South", 3)]
    assert found.sizes == (3, 0, 3)
    text = "small.map: section [continents]: found group 2 (Void) without countries"
    assert notes(found, path) == [text]
    assert refusal(path, strict=True) == f"{text}, allowed: groups of at least one country"


@pytest.mark.parametrize(
    ("deck", "found"),
    [("", "no deck"), ("crd small.cards\n", "the deck 'small.cards', which is not there")],
)
def test_a_deck_is_made_for_the_lenient_where_none_is_named_or_there(tmp_path, deck, found):
    path = write(tmp_path, changed("crd small.cards\n", deck), deck=None)
    made = load_map(path)
    assert [card.symbol for card in made.deck.cards] == [1, 2, 0, 1, 2, 0, 3, 3]
    assert [card.country for card in made.deck.cards] == [0, 1, 2, 3, 4, 5, -1, -1]
    assert notes(made, path) == [f"small.map: section [files]: found {found}; one is generated"]
    assert refusal(path, strict=True).startswith(f"small.map: section [files]: found {found}, allowed: a line `crd`")


def test_five_countries_are_enough_for_the_lenient(tmp_path):
    five = (
        SMALL.replace("6 Fir 2 0 60\n", "").replace("6 5 1\n", "").replace("1 2 6", "1 2 5").replace("5 4 6", "5 4 1")
    )
    path = write(tmp_path, five, deck="")
    assert len(load_map(path).countries) == 5
    text = "small.map: section [countries]: found 5 countries, allowed: 6 to 256"
    assert refusal(path, strict=True) == text
    path = write(tmp_path, five.replace("5 Elm-Wood 2 10 110\n", ""), deck="")
    assert refusal(path) == text.replace("5", "4", 1)


def test_letters_that_cannot_be_printed_are_marked_for_the_lenient(tmp_path):
    path = write(tmp_path, changed("Ash", "Ash\x92s"))
    found = load_map(path)
    assert found.countries[0].title == "Ash\N{REPLACEMENT CHARACTER}s"
    assert notes(found, path) == [r"small.map: line 14: the letter '\x92' cannot be printed"]
    assert refusal(path, strict=True).startswith(
        r"small.map: line 14: found the letter '\x92', allowed: printable characters"
    )


def test_beyond_a_hundred_notes_are_counted(tmp_path):
    text = "\n".join([generated(60, 59, 1).split("[borders]")[0] + "[borders]", *(f"{c} 1" for c in range(2, 61)), ""])
    found = load_map(write(tmp_path, text + "60 1 1\n" * 100))
    assert len(found.warnings) == 101
    assert found.warnings[-1].endswith(" more notes")


# Rejected files


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("2 Birch", "7 Birch", "line 15: found country '7', allowed: 2, because countries are numbered 1, 2, 3 in"),
        ("2 Birch 1", "2 Birch 0", "line 15: found group '0', allowed: a whole number from 1 to 2"),
        ("2 Birch 1", "2 Birch 3", "line 15: found group '3', allowed: a whole number from 1 to 2"),
        ("2 Birch 1", "2 Birch one", "line 15: found group 'one', allowed: a whole number from 1 to 2"),
        ("2 Birch 1 60", "2 Birch 1 x", "line 15: found place 'x', allowed: a whole number from -100000 to 100000"),
        ("2 Birch 1 60 10", "2 Birch 1 60", "line 15: found 4 words, allowed: 5: number, id, group, x, y"),
        ("2 Birch 1", f"2 {'B' * 101} 1", "line 15: found a name of 101 characters, allowed: at most 100"),
        ("2 1 3", "2 1 7", "line 23: found country '7', allowed: a whole number from 1 to 6"),
        ("2 1 3", "7 1 3", "line 23: found country '7', allowed: a whole number from 1 to 6"),
        ("2 1 3", "2 1 ²", "line 23: found country '²', allowed: a whole number from 1 to 6"),
        ("2 1 3", "2 1 2", "line 23: found a border of country 2 with itself, allowed: borders with other countries"),
        ("2 1 3", f"2 1 {'3' * 99}", "line 23: found country '333"),
        ("North 2 red", "North 2", "line 10: found 2 words, allowed: 3: id, bonus, colour"),
        ("North 2 red", "North -1 red", "line 10: found bonus '-1', allowed: a whole number from 0 to 1000"),
        ("North 2 red", "North 2.5 red", "line 10: found bonus '2.5', allowed: a whole number from 0 to 1000"),
        ("pic", "snd", "line 6: found the file 'snd', allowed: pic, map, crd, prv"),
        ("ver 2", "ver two", "line 3: found ver 'two', allowed: a whole number from 0 to 2147483647"),
        ("Small world", "S" * 101, "line 2: found a name of 101 characters, allowed: at most 100"),
        ("[borders]", "[border]", "line 21: found the section '[border]', allowed: [files], [continents], [countries]"),
        ("[borders]", "[Borders]", "line 21: found the section '[Borders]', allowed: [files], [continents], "),
        ("Ash", "A\0sh", r"line 14: found the letter '\x00', allowed: printable characters, blanks and tabs"),
        ("Ash", "A\x1b[31m", r"line 14: found the letter '\x1b', allowed: printable characters, blanks and"),
        ("small.cards", "../small.cards", "section [files]: found the deck '../small.cards', allowed: a file in the"),
        ("small.cards", "..", "section [files]: found the deck '..', allowed: a file in the same folder"),
        ("small.cards", r"c:\small.cards", r"section [files]: found the deck 'c:\\small.cards', allowed: a file in"),
        ("small.cards", "/dev/zero", "section [files]: found the deck '/dev/zero', allowed: a file in the same"),
    ],
)
def test_an_invalid_file_is_rejected_by_file_and_line(tmp_path, old, new, said, strict):
    assert refusal(write(tmp_path, changed(old, new)), strict=strict).startswith(f"small.map: {said}")


@pytest.mark.parametrize("strict", [False, True])
def test_a_map_in_two_pieces_is_refused(tmp_path, strict):
    apart = changed("1 2 6", "1 2 3").replace("3 2 4", "3 2 1").replace("4 3 5", "4 5 6").replace("6 5 1", "6 5 4")
    text = "small.map: section [borders]: found no path from country 1 to country 4, allowed: a connected map"
    assert refusal(write(tmp_path, apart), strict=strict) == text


def test_a_map_that_only_one_way_borders_join_is_in_one_piece(tmp_path):
    apart = changed("1 2 6", "1 2 3").replace("3 2 4", "3 2 1").replace("4 3 5", "4 5 6 3").replace("6 5 1", "6 5 4")
    one_way, closed = load_map(write(tmp_path, apart)).warnings
    assert one_way.endswith("found a border from 4 to 3 in one direction only")
    assert "countries 4, 5, 6 cannot be entered" in closed


@pytest.mark.parametrize("section", ["continents", "countries", "borders"])
def test_a_section_that_is_missing_is_refused(tmp_path, section):
    head, _, rest = SMALL.partition(f"[{section}]")
    text = head + rest[rest.find("[") :] * ("[" in rest)
    said = f"small.map: section [{section}]: found nothing, allowed: at least one line"
    assert refusal(write(tmp_path, text)) == said


def test_256_countries_are_the_most(tmp_path):
    assert len(load_map(write(tmp_path, generated(256, 600, 256))).countries) == 256
    said = refusal(write(tmp_path, generated(257, 600, 3)))
    assert said == "small.map: line 263: found 257 countries, allowed: at most 256"
    said = refusal(write(tmp_path, changed("North 2 red\n", "North 2 red\n" * 256)))
    assert said == "small.map: line 266: found 257 groups, allowed: at most 256"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "small.map: section [continents]: found nothing"),
        (b"\xef\xbb\xbfname \xe4\n", "small.map: line 1: found bytes that are not UTF-8 (invalid continuation byte)"),
        (b"\xef\xbb\xbf\n\n\xff", "small.map: line 3: found bytes that are not UTF-8 (invalid start byte)"),
        (bytes(range(256)), r"small.map: line 1: found the letter '\x00'"),
        (b"\x7fELF\x02\x01\x01" + bytes(100), r"small.map: line 1: found the letter '\x7f'"),
        (b"x" * 2001, "small.map: line 1: found 2001 letters, allowed: at most 2000"),
        (b"x\n" * 2**16 + b"x", "small.map: expected at most 131072 bytes, got 131073"),
    ],
)
def test_a_file_that_is_not_a_map_is_rejected(tmp_path, content, said):
    assert refusal(write(tmp_path, content)).startswith(said)


def test_a_file_of_50_megabytes_is_rejected_unread(tmp_path):
    path = write(tmp_path)
    with path.open("wb") as file:
        file.truncate(50 * 2**20)
    assert refusal(path) == "small.map: expected at most 131072 bytes, got 52428800"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("name", ["small.map", "small.cards"])
def test_a_named_pipe_is_refused_without_waiting(tmp_path, name):
    path = write(tmp_path)
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)
    assert refusal(path) == f"{name}: is not a regular file"


@pytest.mark.parametrize("name", ["small.map", "small.cards"])
def test_a_folder_is_refused(tmp_path, name):
    path = write(tmp_path)
    (tmp_path / name).unlink()
    (tmp_path / name).mkdir()
    assert refusal(path).startswith(f"{name}: ")


def test_files_that_are_not_there_are_refused(tmp_path):
    assert refusal(tmp_path / "none.map").startswith("none.map: cannot be read: ")
    assert refusal(write(tmp_path), cards=tmp_path / "none.cards").startswith("none.cards: cannot be read: ")
    with pytest.raises(DataError, match="clasic: cannot be read"):
        load_map("clasic")


def test_border_sets_are_those_of_the_shipped_map(tmp_path):
    with pytest.raises(ConfigError, match="borders: expected domination82, modern83, legacy81, got 'modern'; did"):
        load_map("classic", borders="modern")
    with pytest.raises(ConfigError, match="borders: expected None, because a map file has its own, got 'modern83'"):
        load_map(write(tmp_path), borders="modern83")


def test_an_error_quotes_a_line_without_control_characters(tmp_path):
    said = refusal(write(tmp_path, changed("2 Birch 1", "2 Birch \x1b]0;")))
    assert said.isprintable()


def test_the_deck_beside_a_map_is_found_wherever_the_map_is_read_from(tmp_path, monkeypatch):
    write(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert load_map("small.map").deck.counts == (2, 2, 2, 1)
    assert SMALL_DECK.startswith("[cards]")
