"""With secrets resampled at every node, no byte changes that the server sends to a player who may not know them.

The test requests events (also by a resumed stream), the table now and at every earlier line, the record, rejections and
advice. The owner of a resampled secret receives something else each time, which shows that there was a secret.
"""

from typing import Any

import pytest

from tests.games.world_dominance.test_secrets_asked import cases, dealt, nodes_of
from tests.server.handlers import make_handler, run
from wd_env.games.world_dominance.definitions.names import NOBODY
from wd_env.server.hosting.events import Cursor, events_since
from wd_env.server.hosting.hosted_game import HostedGame, TableSettings
from wd_env.server.hosting.seat_secrets import Participants
from wd_env.server.protocol.messages import encode_line
from wd_env.server.protocol.requests import AnalysisRequest, Play, RecordRequest, Request, SceneRequest
from wd_env.server.request_handler import RequestHandler
from wd_env.session.players import HUMAN
from wd_env.session.referee import SteppedReferee
from wd_env.session.session_setup import SessionSetup
from wd_env.table.chance_modes import EXPLICIT, SAMPLED
from wd_env.table.saved_table import at_line

PLAYERS = 3
ENTERED = {"theme_draw", "knowledge", "test_whom", "bluff_answer"}  # also tested with a physical board
SEED = 5
BOTS = ("scripted", "medium")
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve")
EACH = [
    pytest.param(number, chance, id=f"{question}, {chance}")
    for number, question in cases(PLAYERS)
    for chance in ((SAMPLED, EXPLICIT) if question in ENTERED else (SAMPLED,))
    if question != "over"  # after the end, nothing is secret
]


def game_of(at: RequestHandler, table, chance: str) -> HostedGame:
    """Return a game at this table, with fixed ids and secrets."""
    players = table.players
    round_ = SessionSetup((HUMAN,) * players, NAMES[:players], chance, SEED)
    participants = Participants(
        [HUMAN] * players, list(NAMES[:players]), [f"secret{n}" for n in range(players)], "watch"
    )
    referee = SteppedReferee(at_line(table, 0), round_, table.lines, bots={})
    game = HostedGame("g", referee, participants, TableSettings("always", advice=True), nonce="nonce")
    at.games._add(game)
    return game


async def fetched(at: RequestHandler, game: HostedGame, viewer: int | None) -> dict[str, list[bytes]]:
    """Return everything that this viewer can get from the server."""
    secret = "watch" if viewer is None else f"secret{viewer}"
    end = len(game.lines)
    again = [Cursor(viewer, line) for line in range(end)]
    asks: list[Request] = [SceneRequest(id="l", game="g", line=line) for line in range(end + 1)]
    said: list[dict[str, Any]] = [{"text": "nonsense"}, {"outcome": "nonsense"}, {"sample": True}]
    asks += [Play(id=f"a{number}", game="g", line=end, **each) for number, each in enumerate(said)]
    asks.append(RecordRequest(id="r", game="g"))
    asks += [AnalysisRequest(id="o", game="g", line=end, bot=bot) for bot in BOTS]
    found = {
        "events": [encode_line(each) for each in events_since(game, Cursor(viewer))],
        "again": [encode_line(each) for cursor in again for each in events_since(game, cursor)],
    }
    for ask in asks:
        if not (isinstance(ask, Play) and ask.sample and game.may_play(viewer)):  # it would be played
            found.setdefault(type(ask).__name__, []).append(encode_line(await at.reply(ask, secret)))
    return found


def everything(table, chance: str, viewers) -> dict[int | None, dict[str, list[bytes]]]:
    async def fetch(at):
        game = game_of(at, table, chance)
        return {viewer: await fetched(at, game, viewer) for viewer in viewers}

    found: dict[int | None, dict[str, list[bytes]]] = run(fetch)
    return found


@pytest.mark.thinned(6)
@pytest.mark.parametrize(("number", "chance"), EACH)
def test_what_a_player_may_not_know_changes_no_byte_that_the_player_can_fetch(number, chance):
    table = nodes_of(PLAYERS)[number].table
    viewers = [*range(table.players), None]
    before = everything(table, chance, viewers)
    for viewer in viewers:
        other = dealt(table, NOBODY if viewer is None else table.home_seat(viewer), 0)
        after = everything(other, chance, viewers)
        assert after[viewer] == before[viewer]
        for owner in viewers[:-1]:
            if owner != viewer:
                assert after[owner]["SceneRequest"] != before[owner]["SceneRequest"], (
                    "expected the owner to see its own secret"
                )


def test_the_desk_of_these_tests_has_the_bots_that_are_asked():
    assert set(BOTS) <= set(make_handler().bots)
