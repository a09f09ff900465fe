"""Every secret at every question, dealt anew: not a byte changes that the server gives to a player who may not know it.

Fetched are events, also by a stream that comes again, the table now and at every line before, the record, refusals and
advice. That the owner of what was dealt is given something else shows each time that there was a secret.
"""

from typing import Any

import pytest

from tests.serve.desks import desk, run
from tests.world_dominance.test_secrets_asked import all_places, cases, dealt
from wd_env.games.world_dominance.definitions.names import NOBODY
from wd_env.server.hosting.events import Cursor, news
from wd_env.server.hosting.hosted_game import Game, Manners
from wd_env.server.hosting.seat_secrets import Seating
from wd_env.server.protocol.messages import line_of
from wd_env.server.protocol.requests import Answer, Look, OpinionOf, RecordOf, Request
from wd_env.server.request_handler import Desk
from wd_env.session.players import HUMAN
from wd_env.session.referee import StepReferee
from wd_env.session.session_setup import Round
from wd_env.table.game_table import ASKED, SAMPLED

PLAYERS = 3
ENTERED = {"theme_draw", "knowledge", "test_whom", "bluff_answer"}  # tried beside the printed board as well
SEED = 5
BOTS = ("scripted", "medium")
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve")
EACH = [
    pytest.param(number, luck, id=f"{question}, {luck}")
    for number, question in cases(PLAYERS)
    for luck in ((SAMPLED, ASKED) if question in ENTERED else (SAMPLED,))
    if question != "over"  # then everything is told
]


def game_of(at: Desk, table, luck: str) -> Game:
    """A game at this table, with ids and secrets that are always the same."""
    players = table.players
    round_ = Round((HUMAN,) * players, NAMES[:players], luck, SEED)
    seating = Seating([HUMAN] * players, list(NAMES[:players]), [f"secret{n}" for n in range(players)], "watch")
    referee = StepReferee(table.rewound(0), round_, table.lines, bots={})
    game = Game("g", referee, seating, Manners("always", advice=True), nonce="nonce")
    at.games._add(game)
    return game


async def fetched(at: Desk, game: Game, viewer: int | None) -> dict[str, list[bytes]]:
    """Everything that this viewer can get of the server."""
    secret = "watch" if viewer is None else f"secret{viewer}"
    end = len(game.lines)
    again = [Cursor(viewer, line) for line in range(end)]
    asks: list[Request] = [Look(id="l", game="g", line=line) for line in range(end + 1)]
    said: list[dict[str, Any]] = [{"text": "nonsense"}, {"luck": "nonsense"}, {"throw": True}]
    asks += [Answer(id=f"a{number}", game="g", line=end, **each) for number, each in enumerate(said)]
    asks.append(RecordOf(id="r", game="g"))
    asks += [OpinionOf(id="o", game="g", line=end, bot=bot) for bot in BOTS]
    found = {
        "events": [line_of(each) for each in news(game, Cursor(viewer))],
        "again": [line_of(each) for cursor in again for each in news(game, cursor)],
    }
    for ask in asks:
        if not (isinstance(ask, Answer) and ask.throw and game.may_answer(viewer)):  # which would be played
            found.setdefault(type(ask).__name__, []).append(line_of(await at.reply(ask, secret)))
    return found


def everything(table, luck: str, viewers) -> dict[int | None, dict[str, list[bytes]]]:
    async def fetch(at):
        game = game_of(at, table, luck)
        return {viewer: await fetched(at, game, viewer) for viewer in viewers}

    found: dict[int | None, dict[str, list[bytes]]] = run(fetch)
    return found


@pytest.mark.thinned(3)
@pytest.mark.parametrize(("number", "luck"), EACH)
def test_what_a_player_may_not_know_changes_no_byte_that_the_player_can_fetch(number, luck):
    table = all_places(PLAYERS)[number].table
    viewers = [*range(table.players), None]
    before = everything(table, luck, viewers)
    for viewer in viewers:
        other = dealt(table, NOBODY if viewer is None else table.home(viewer), 0)
        after = everything(other, luck, viewers)
        assert after[viewer] == before[viewer]
        for owner in viewers[:-1]:
            if owner != viewer:
                assert after[owner]["Look"] != before[owner]["Look"], "it is shown its own secret"


def test_the_desk_of_these_tests_has_the_bots_that_are_asked():
    assert set(BOTS) <= set(desk().bots)
