"""Lines of the program's logs: every form of ledger 9.2, and rejected lines."""

import random

import pytest

from tests.storage.mutations import changed_text
from wd_env.errors import DataError
from wd_env.games.domination.logs.log_lines import GAME_COMMANDS, PLAYER_COMMANDS, LogLine, read_log

LOG = """\
me newplayer human red Anna Maria
me newplayer ai hard blue Rob
me startgame mission italianlike autoplaceall recycle defenderdice=3
PLAYER 1
MISSION 7 0
PLACEALL 3 1 2 6 5 4

ai2 placearmies 5 12\r
ai2 trade 3 wildcard 4
ai2 endtrade
ai2 attack 1 2
ai2 roll 3
DICE 3 2 5 4 0 5 5
ai2 move all
ai2 move 3
ai2 autodefend off
CARD 17
CARD wildcard
CARD
ai2 movearmies 1 2 9
LEAVE ai2
RENAME ai2 ai3
"""


def read(folder, text):
    path = folder / "game.log"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("iso-8859-1"))
    return read_log(path)


def test_every_line_is_read_with_its_number_sender_and_values(tmp_path):
    found = read(tmp_path, LOG)
    assert len(found) == 21
    assert found[0] == LogLine(1, "me", "newplayer", ("human", "red", "Anna", "Maria"))
    assert found[2] == LogLine(
        3, "me", "startgame", ("mission", "italianlike", "autoplaceall", "recycle", "defenderdice=3")
    )
    assert found[3:6] == (
        LogLine(4, "", "PLAYER", (1,)),
        LogLine(5, "", "MISSION", (7, 0)),
        LogLine(6, "", "PLACEALL", (3, 1, 2, 6, 5, 4)),
    )
    assert found[6] == LogLine(8, "ai2", "placearmies", (5, 12))
    assert found[7] == LogLine(9, "ai2", "trade", (3, "wildcard", 4))
    assert found[11] == LogLine(13, "", "DICE", (3, 2, 5, 4, 0, 5, 5))
    assert [line.values for line in found if line.name == "move"] == [("all",), (3,)]
    assert [line.values for line in found if line.name == "CARD"] == [(17,), ("wildcard",), ()]


def test_an_empty_log_has_no_lines(tmp_path):
    assert read(tmp_path, "\n \t\r\n") == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "me atack 1 2",
            "found 'atack', allowed: a word of the game (PLAYER, MISSION, PLACEALL, PLACE, DICE, ",
        ),
        ("me", "found 'me', allowed: a word of the game"),
        ("me attack 1", "found attack with 1 words, allowed: attack COUNTRY COUNTRY"),
        ("me endgo now", "found endgo with 1 words, allowed: endgo"),
        ("me attack 0 1", "found country '0', allowed: a whole number from 1 to 256"),
        ("me attack 1 257", "found country '257', allowed: a whole number from 1 to 256"),
        ("me trade 1 2 joker", "found country 'joker', allowed: a whole number from 1 to 256"),
        ("me placearmies 1 0", "found number of armies '0', allowed: a whole number from 1 to 1000000000"),
        ("me roll 4", "found number of dice '4', allowed: a whole number from 1 to 3"),
        ("me startgame misson fixed", "found 'misson', allowed: domination, capital, mission; did you mean mission?"),
        ("me startgame mission fixed recycling", "found 'recycling', allowed: autoplaceall, recycle, defenderdice=1"),
        ("me autodefend yes", "found 'yes', allowed: on, off"),
        ("PLAYER 6", "found seat '6', allowed: a whole number from 0 to 5"),
        ("PLAYER", "found PLAYER with 0 words, allowed: PLAYER SEAT"),
        ("DICE 3", "found DICE with 1 words, allowed: DICE DICE DICE FACE..."),
        ("DICE 2 1 5 4", "found 'DICE 2 1 5 4', allowed: 2 and 1 faces, those of each side from high to low"),
        ("DICE 2 1 4 5 0", "found 'DICE 2 1 4 5 0', allowed: 2 and 1 faces, those of each side from high to low"),
        ("DICE 1 1 6 0", "found face '6', allowed: a whole number from 0 to 5"),
        ("me \x1b[31m", r"found '\x1b[31m', allowed: a word of the game"),
        ("x" * 2001, "found 2001 letters, allowed: at most 2000"),
    ],
)
def test_a_line_of_no_form_is_refused_by_its_number(tmp_path, line, said):
    with pytest.raises(DataError) as refused:
        read(tmp_path, f"PLAYER 0\n\n{line}\n")
    assert str(refused.value).startswith(f"{tmp_path}/game.log: line 3: {said}")
    assert str(refused.value).isprintable()


def test_files_that_cannot_be_read_and_too_many_lines_are_refused(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        read_log(tmp_path / "none.log")
    with pytest.raises(DataError, match="found 262145 lines, allowed: at most 262144"):
        read(tmp_path, "\n" * 2**18)


def test_every_command_is_read_only_with_as_many_words_as_it_has(tmp_path):
    for name, form in PLAYER_COMMANDS.items():
        if not form:
            assert read(tmp_path, f"me {name}")[0].values == ()
    assert not PLAYER_COMMANDS.keys() & GAME_COMMANDS.keys()


def test_changed_logs_are_read_or_refused_in_a_line(tmp_path):
    rng, refusals = random.Random(2), []
    for _ in range(200):
        try:
            read(tmp_path, changed_text(LOG.encode(), rng, 2))
        except DataError as problem:
            refusals.append(str(problem))
    assert 0 < len(refusals) < 200
    assert all(said.isprintable() and said.startswith(f"{tmp_path}/game.log: line ") for said in refusals)
