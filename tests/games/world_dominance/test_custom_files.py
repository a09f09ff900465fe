"""Custom data files are accepted wherever they are allowed, and every invalid one is rejected."""

from dataclasses import fields

import pytest

from tests.games.world_dominance.data_files import (
    BOARD,
    DECK,
    LOADERS,
    PACK,
    PURGADIES,
    THEMES,
    assert_refused,
    changed,
    manoeuvre,
    refusal,
    ring_of,
    shipped,
    space,
    write,
)
from wd_env.errors import DataError
from wd_env.games.world_dominance.cards.card_data import load_board, load_manoeuvre_deck, load_themes
from wd_env.games.world_dominance.definitions import names


@pytest.mark.parametrize("name", LOADERS)
def test_an_own_copy_of_a_shipped_file_says_the_same(name, tmp_path):
    path = write(tmp_path, name, shipped(name))
    assert LOADERS[name](path) == LOADERS[name]() == LOADERS[name](str(path))


def test_an_own_file_is_read_anew_each_time(tmp_path):
    path = write(tmp_path, THEMES, shipped(THEMES))
    load_themes(path)
    write(tmp_path, THEMES, shipped(THEMES).replace("famous painters", "painters"))
    assert load_themes(path)[0].subject == "painters"


@pytest.mark.parametrize("name", LOADERS)
def test_what_is_loaded_cannot_be_changed(name):
    loaded = LOADERS[name]()
    item = loaded if name == BOARD else loaded[0]
    with pytest.raises(AttributeError):
        setattr(item, fields(item)[0].name, None)


@pytest.mark.parametrize("size", [25, 36])
def test_a_ring_of_another_size_is_taken(size, tmp_path):
    board = load_board(write(tmp_path, "own.toml", ring_of(size)))
    assert len(board.ring) == size
    assert board.antarctica == load_board().antarctica


def test_a_card_that_names_one_continent_names_it_twice(tmp_path):
    cards = (
        manoeuvre('"nothing"', 0),
        manoeuvre('"go_to_airspaces"\nregions = ["Asia"]\nsoldiers = 3', 1),
        manoeuvre('"go_to_one_of"\nregions = ["Europe"]\nsoldiers = [2]', 2),
    )
    deck = load_manoeuvre_deck(write(tmp_path, "own.toml", "".join(cards)))
    assert [(card.a, card.b, card.c, card.d) for card in deck] == [
        (0, 0, 0, 0),
        (names.ASIA, names.ASIA, 3, 0),
        (names.EUROPE, 2, names.EUROPE, 2),
    ]


def test_a_card_may_name_several_kinds(tmp_path):
    text = manoeuvre('"lose"\nkinds = ["city", "strategic point"]')
    (card,) = load_manoeuvre_deck(write(tmp_path, "own.toml", text))
    assert card.a == names.CITY | names.STRATEGIC_POINT


QUESTION = '\n[[theme.questions]]\nquestion = "Who painted it?"\nanswer = "Munch"\n'


def with_questions(text: str, title: str = "Bones of Contention") -> str:
    """Return the bundled themes with this text inserted before the theme with this title."""
    return shipped(THEMES).replace(f'[[theme]]\ntitle = "{title}"', f'{text}\n[[theme]]\ntitle = "{title}"')


def test_a_theme_may_have_quiz_questions(tmp_path):
    spelled = QUESTION + 'spelling = "M-U-N-C-H"\n'
    themes = load_themes(write(tmp_path, THEMES, with_questions(QUESTION + spelled)))
    assert [len(theme.questions) for theme in themes] == [0, 0, 2, *[0] * 24]
    assert [(each.question, each.answer, each.spelling) for each in themes[2].questions] == [
        ("Who painted it?", "Munch", "Munch"),
        ("Who painted it?", "Munch", "M-U-N-C-H"),
    ]


@pytest.mark.parametrize("role", ["sab", "south_pole"])
def test_only_antarctica_cards_that_ask_may_have_quiz_questions(role, tmp_path):
    added = 'questions = [{question = "Who was first?", answer = "Amundsen"}]\n'
    path = write(tmp_path, PACK, changed(PACK, f'role = "{role}"\n', f'role = "{role}"\n{added}'))
    assert [card.role for card in LOADERS[PACK](path) if card.questions] == [role]
    message = refusal(tmp_path, PACK, changed(PACK, 'role = "ecuador"\n', f'role = "ecuador"\n{added}'))
    assert "row 13 'Ecuador" in message
    assert "field questions: found [{" in message


LINE = "a text of one line of at most 300 characters"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (QUESTION.replace('"Munch"', '""'), f"questions: row 1 'untitled', field answer: found '', allowed: {LINE}"),
        (QUESTION.replace('answer = "Munch"\n', ""), f"field answer: found nothing, allowed: {LINE}"),
        (QUESTION.replace("Munch", "M" * 301), f"allowed: {LINE}"),
        (QUESTION.replace("Munch", "M\\u001b[2J"), f"allowed: {LINE}"),
        (QUESTION + "points = 3\n", "field points: found 3, allowed: no field but answer, question, spelling"),
        (QUESTION * 101, "field questions: found [{"),
        ("questions = []\n", "field questions: found [], allowed: 1 to 100 rows"),
        ("questions = [1]\n", "field questions: found [1], allowed: 1 to 100 rows"),
        ('questions = "Who?"\n', "field questions: found 'Who?', allowed: 1 to 100 rows"),
    ],
    ids=lambda value: value[:60].strip(),
)
def test_a_question_that_cannot_be_read_out_is_refused(text, expected, tmp_path):
    message = refusal(tmp_path, THEMES, with_questions(text))
    assert message.startswith("row 3 'A Storm in a Teacup', ")
    assert expected in message


# Rejections: a text of the bundled file is changed; `place` is the row, the field and the value found.


def test_a_refusal_names_file_row_title_field_what_was_found_and_what_is_allowed(tmp_path):
    message = refusal(tmp_path, DECK, changed(DECK, 'face = "down"', 'face = "sideways"'))
    assert message == "row 4 'M04', field face: found 'sideways', allowed: down, up"
    message = refusal(tmp_path, PACK, changed(PACK, "cost = 3", "cost = 10"))
    assert message == "row 1 'Alaska', field cost: found 10, allowed: a whole number from 0 to 9"


NUMBER = "a whole number from 0 to "
EUROPE_S12 = '(Europe)"\nkind = "manoeuvre"\nregion = "Europe"\n'
SHIFTED_S12 = '(Europe)"\nkind = "manoeuvre"\n'


@pytest.mark.parametrize(
    ("old", "new", "place", "allowed"),
    [
        ('"Paradies"', "3", "row 3 title 3", "a text of one line"),
        ('"Paradies"', '" "', "row 3 title ' '", "a text of one line"),
        ('"Paradies"', '"A\\nB"', r"row 3 title 'A\nB'", "a text of one line"),
        ("index = 2\n", "index = 3\n", "row 3 index 3", "2, because rows are in order"),
        ("index = 2\n", "index = true\n", "row 3 index True", NUMBER + "35"),
        ("index = 2\n", "index = 2.0\n", "row 3 index 2.0", NUMBER + "35"),
        ("index = 2\n", "index = -1\n", "row 3 index -1", NUMBER + "35"),
        ("index = 2\n", "", "row 3 index nothing", NUMBER + "35"),
        ('"paradies"', '"casino"', "row 3 kind 'casino'", "conscript, manoeuvre, paradies, continent"),
        ('"paradies"', '"antarctica"', "row 3 kind 'antarctica'", "conscript, manoeuvre, paradies"),
        ('"paradies"', '["paradies"]', "row 3 kind ['paradies']", "conscript, manoeuvre, paradies"),
        ('"khyber"', '"decimate"', "row 17 kind 'decimate'", "'decimate' in 1 row"),
        ('"khyber"', '"manoeuvre"', "all rows kind 'khyber' in 0", "1 row"),
        ('"Europe"', '"Asia"', "row 11 region 'Asia'", "Europe"),
        ('"Europe"', '"Eurasia"', "row 11 region 'Eurasia'", "Europe"),
        ('region = "Europe"\n', "", "row 11 region nothing", "Europe"),
        (EUROPE_S12, SHIFTED_S12 + 'region = "Antarctica"\n', "row 13 region 'Antarctica'", "North America"),
        (EUROPE_S12, SHIFTED_S12 + 'region = "Asia"\n', "row 17 region 'Asia'", "'Asia' in 3 rows"),
        (EUROPE_S12, SHIFTED_S12, "all rows region 'Europe' in 2", "3 rows"),
        (
            '"continent"\nregion = "Africa"',
            '"continent"\nregion = "Asia"',
            "row 24 region 'Asia'",
            "'Asia' in 1 row with kind 'continent'",
        ),
        (
            '"continent"\nregion = "Asia"',
            '"manoeuvre"\nregion = "Asia"',
            "all rows region 'Asia' in 0 with kind 'continent'",
            "1 row",
        ),
        ('"Antarctica"', '"Asia"', "row 25 region 'Asia'", "Antarctica"),
        ('"antarctica"', '"rsz"', "row 25 kind 'rsz'", "antarctica"),
        ('"antarctica"\n', '"antarctica"\nindex = 24\n', "row 25 index 24", "no field but kind, note"),
    ],
)
def test_a_broken_row_of_the_board_is_refused(old, new, place, allowed, tmp_path):
    assert_refused(tmp_path, BOARD, old, new, place, allowed)


@pytest.mark.parametrize(
    ("old", "new", "place", "allowed"),
    [
        ('"Vancouver"', '"Alaska"', "row 2 title 'Alaska'", "a different title in each row"),
        ('"Africa"', '"Asia"', "row 26 continent 'Asia'", "Africa"),
        ('"state"', '"duchy"', "row 3 kind 'duchy'", "strategic point, city, country, state"),
        ('"state"', '"antarctica"', "row 3 kind 'antarctica'", "strategic point, city, country, state"),
        ('"antarctica"', '"city"', "row 21 kind 'city'", "antarctica"),
        (
            '"state"',
            '"strategic point"',
            "row 3 continent 'North America'",
            "'North America' in 1 row with kind 'strategic point'",
        ),
        (
            '"strategic point"',
            '"city"',
            "all rows continent 'North America' in 0 with kind 'strategic point'",
            "1 row",
        ),
        ("cost = 3", "cost = 10", "row 1 cost 10", NUMBER + "9"),
        ("cost = 3", "cost = -1", "row 1 cost -1", NUMBER + "9"),
        ("cost = 3", "cost = true", "row 1 cost True", NUMBER + "9"),
        ("cost = 3", 'cost = "3"', "row 1 cost '3'", NUMBER + "9"),
        ('"antarctica"\ncost = 0', '"antarctica"\ncost = 1', "row 21 cost 1", NUMBER + "0"),
        ('"Pachacuti"', '"Napoleon"', "row 14 picture 'Napoleon'", "Tommy Unknown, Julius Caesar"),
        ('"Pachacuti"', '"Cleopatra"', "row 32 picture 'Cleopatra'", "'Cleopatra' in 1 row"),
        ('picture = "Buddha"\n', "", "all rows picture 'Buddha' in 0", "1 row"),
        ('"ecuador"', '"sab"', "row 13 role 'sab'", "ecuador"),
        ('"sab"', '"ecuador"', "row 22 role 'ecuador'", "sab, south_pole"),
        ('"sab"', '"south_pole"', "row 23 role 'south_pole'", "'south_pole' in 1 row"),
        ('role = "ecuador"\n', "", "all rows role 'ecuador' in 0", "1 row"),
    ],
)
def test_a_broken_row_of_the_world_pack_is_refused(old, new, place, allowed, tmp_path):
    assert_refused(tmp_path, PACK, old, new, place, allowed)


TWO_REGIONS = "a list of 1 to 2 different names out of North America, South America, Africa"


@pytest.mark.parametrize(
    ("old", "new", "place", "allowed"),
    [
        ('"M02"', '"M01"', "row 2 id 'M01'", "a different id in each row"),
        ('"M02"', "2", "row 2 id 2", "a text of one line"),
        ("optional = true", "optional = 1", "row 1 optional 1", "true or false"),
        ("optional = true\n", "", "row 1 optional nothing", "true or false"),
        ("brutal = true", 'brutal = "yes"', "row 6 brutal 'yes'", "true or false"),
        ('"close"', '"explode"', "row 3 effect 'explode'", "nothing, go_to_airspaces, go_to_one_of"),
        ('"close"', '"close"\nsoldiers = 1', "row 3 soldiers 1", "no field but brutal, effect, id"),
        ("kept = 1\n", "", "row 6 kept nothing", NUMBER + "100"),
        ("kept = 1", "kept = 101", "row 6 kept 101", NUMBER + "100"),
        ("kept = 1", "kept = true", "row 6 kept True", NUMBER + "100"),
        ("each_has_more_than = 1\n", "", "row 8 each_has_more_than nothing", NUMBER + "100"),
        ("opponent_has_more_than", "has_more_than", "row 18 opponent_has_more_than nothing", NUMBER + "100"),
        ("[2, 1]", "[2]", "row 2 soldiers [2]", "a list of 2 whole numbers from 0 to 100"),
        ("[2, 1]", "2", "row 2 soldiers 2", "a list of 2 whole numbers from 0 to 100"),
        ("[2, 1]", "[2, true]", "row 2 soldiers [2, True]", "a list of 2 whole numbers from 0 to 100"),
        ('"Africa"]', '"Antarctica"]', "row 2 regions ['Europe', 'Antarctica']", TWO_REGIONS),
        ('"Africa"]', '"Europe"]', "row 2 regions ['Europe', 'Europe']", TWO_REGIONS),
        ('"Africa"]', '"Africa", "Asia"]', "row 2 regions ['Europe', 'Africa', 'Asia']", TWO_REGIONS),
        ('["Europe", "Africa"]', '"Europe"', "row 2 regions 'Europe'", TWO_REGIONS),
        ('["antarctica"]', "[]", "row 4 kinds []", "a list of 1 to 7 different names out of any, strat"),
        ('["antarctica"]', '["ice"]', "row 4 kinds ['ice']", "a list of 1 to 7 different names out of any"),
        ('"down"', '"sideways"', "row 4 face 'sideways'", "down, up"),
        ('space = "any"', 'space = "nowhere"', "row 9 space 'nowhere'", "any, conscript, manoeuvre"),
    ],
)
def test_a_broken_row_of_the_manoeuvre_deck_is_refused(old, new, place, allowed, tmp_path):
    assert_refused(tmp_path, DECK, old, new, place, allowed)


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ('"gain"', "field soldiers: found nothing, allowed: a whole number from 0 to 100"),
        ('"gain"\nsoldiers = 101', "field soldiers: found 101"),
        ('"gain"\nsoldiers = 1\nturns = 1', "field turns: found 1, allowed: no field but"),
        ('"miss_turns"\nturns = 0', "field turns: found 0, allowed: a whole number from 1 to 7"),
        ('"miss_turns"\nturns = 8', "field turns: found 8, allowed: a whole number from 1 to 7"),
        (
            '"move"\nspaces = 0\ndirection = "clockwise"\nsoldiers = 0',
            "field spaces: found 0, allowed: a whole number from 1",
        ),
        ('"move"\nspaces = 36\ndirection = "clockwise"\nsoldiers = 0', "field spaces: found 36"),
        ('"move"\nspaces = 1\ndirection = "up"\nsoldiers = 0', "found 'up', allowed: clockwise, anticlockwise"),
        (
            '"move"\nspaces = 1\ndirection = "either way"\nsoldiers = 0',
            "found 'either way', allowed: clockwise, anticlockwise",
        ),
        ('"go_to_nearest"\nspace = "any"\ndirection = "clockwise"\nsoldiers = 0', "found 'any', allowed: conscript"),
        (
            '"go_to_nearest"\nspace = "antarctica"\ndirection = "clockwise"\nsoldiers = 0',
            "found 'antarctica', allowed: con",
        ),
        (
            '"go_to_nearest"\nspace = "rsz"\nsoldiers = 0',
            "field direction: found nothing, allowed: clockwise, anticlockwise",
        ),
    ],
)
def test_a_verb_takes_its_own_parameters_and_no_others(effect, message, tmp_path):
    assert message in refusal(tmp_path, DECK, manoeuvre('"nothing"', 0) + manoeuvre(effect))


@pytest.mark.parametrize(
    ("name", "old", "new", "place", "allowed"),
    [
        (PURGADIES, '"city"', '"town"', "row 4 effect 'town'", "antarctica, strategic_point, country"),
        (PURGADIES, '"city"', '"country"', "row 4 effect 'country'", "'country' in 1 row"),
        (PURGADIES, '"City"', '"Country"', "row 4 title 'Country'", "a different title in each row"),
        (THEMES, 'subject = "animals"\n', "", "row 17 subject nothing", "a text of one line"),
        (THEMES, '"Old News"', '"Wild Guesses"', "row 27 title 'Wild Guesses'", "a different title in each"),
        (THEMES, '"book"', '"hearsay"', "row 1 origin 'hearsay'", "book, reconstructed"),
        (THEMES, 'origin = "book"\n', "", "row 1 origin nothing", "book, reconstructed"),
        (THEMES, '"book"', '"book"\nnote = 1', "row 1 note 1", "a text of one line"),
        (THEMES, '"book"', '"book"\nby = "me"', "row 1 by 'me'", "no field but note, origin, questions, subject"),
        (THEMES, '"book"', '"book"\n"a\\nb" = 1', r"row 1 'a\nb' 1", "no field but note, origin, questions, subject"),
    ],
)
def test_a_broken_row_of_the_other_cards_is_refused(name, old, new, place, allowed, tmp_path):
    assert_refused(tmp_path, name, old, new, place, allowed)


def test_a_board_without_a_manoeuvre_space_is_refused(tmp_path):
    text = shipped(BOARD).replace('"manoeuvre"\nregion = "', '"paradies"\nregion = "')
    text = text.replace('region = "Europe"\norigin = "reconstructed"', 'region = "South America"\norigin = "book"')
    text = text.replace('region = "Australasia"\norigin = "reconstructed"', 'region = "South America"\norigin = "book"')
    text = text.replace('kind = "manoeuvre"', 'kind = "paradies"\nregion = "South America"')
    message = refusal(tmp_path, BOARD, text)
    assert message == "all rows, field kind: found 'manoeuvre' in 0, allowed: 1 to 36 rows"


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        (BOARD, ring_of(37), "rows [[space]]: found 38, allowed: 19 to 37"),
        (BOARD, "".join(space(index) for index in range(18)), "rows [[space]]: found 18, allowed: 19 to 37"),
        (PACK, shipped(PACK).rpartition("[[card]]")[0], "rows [[card]]: found 64, allowed: 65"),
        (DECK, shipped(DECK) + manoeuvre('"nothing"'), "rows [[manoeuvre]]: found 28, allowed: 1 to 27"),
        (DECK, "manoeuvre = []", "rows [[manoeuvre]]: found 0, allowed: 1 to 27"),
        (
            PURGADIES,
            shipped(PURGADIES).rpartition("[[purgadies]]")[0],
            "rows [[purgadies]]: found 5, allowed: 6",
        ),
        (THEMES, shipped(THEMES).rpartition("[[theme]]")[0], "rows [[theme]]: found 26, allowed: 27"),
        (THEMES, "", "top level: found [], allowed: only rows [[theme]]"),
        (
            THEMES,
            "version = 1\n" + shipped(THEMES),
            "top level: found ['version', 'theme'], allowed: only rows",
        ),
        (THEMES, "theme = 27", "top level: found ['theme'], allowed: only rows [[theme]]"),
        (THEMES, "theme = [1, 2]", "top level: found ['theme'], allowed: only rows [[theme]]"),
        (THEMES, "[[theme]\n", "not TOML in UTF-8: "),
        (THEMES, "theme = " + "[\n" * 5000, "not TOML in UTF-8: "),
        (THEMES, "theme = " + "[" * 5000, "line 1: found 5008 letters, allowed: at most 500"),
    ],
    ids=lambda value: value if value in LOADERS else value[:40].strip(),
)
def test_a_broken_file_is_refused(name, text, found, tmp_path):
    assert found in refusal(tmp_path, name, text)


@pytest.mark.parametrize(
    "effects",
    [
        ['"send"\nspace = "any"'],
        [
            '"go_to_airspaces"\nregions = ["Asia"]\nsoldiers = 1',
            '"go_to_one_of"\nregions = ["Asia"]\nsoldiers = [1]',
        ],
        ['"send"\nspace = "rsz"', '"lose_all"\nbrutal = true'],
        [
            '"move"\nspaces = 1\ndirection = "clockwise"\nsoldiers = 0',
            '"go_to_nearest"\nspace = "rsz"\ndirection = "either way"\nsoldiers = 0',
        ],
    ],
    ids=["sends", "moves", "brutal", "steps"],
)
def test_a_deck_in_which_every_card_leads_to_another_landing_is_refused(effects, tmp_path):
    text = "".join(manoeuvre(effect, number) for number, effect in enumerate(effects))
    message = refusal(tmp_path, DECK, text)
    assert "all rows, field effect: found only brutal cards and landings" in message
    assert "allowed: at least one other than go_to_airspaces, go_to_one_of, send" in message


@pytest.mark.parametrize("name", LOADERS)
def test_a_missing_file_is_refused(name, tmp_path):
    with pytest.raises(DataError, match=r"missing\.toml: cannot be read: No such file"):
        LOADERS[name](tmp_path / "missing.toml")


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(DataError, match="cannot be read: "):
        load_board(tmp_path)


def test_a_text_that_is_not_utf_8_is_refused(tmp_path):
    path = tmp_path / THEMES
    path.write_bytes(shipped(THEMES).replace("animals", "Bären").encode("latin-1"))
    with pytest.raises(DataError, match=r"themes\.toml: not TOML in UTF-8: "):
        load_themes(path)
