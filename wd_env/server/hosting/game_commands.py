"""Commands of people in a game: play, undo, hand over. Each is saved and announced, or changes nothing."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy

from msgspec import UNSET

from wd_env.errors import IllegalAction
from wd_env.server.hosting.game_storage import MAX_REMEMBERED_PLAYS
from wd_env.server.hosting.hosted_game import HostedGame
from wd_env.server.protocol.messages import encode_line
from wd_env.server.protocol.replies import Done
from wd_env.server.protocol.requests import HandOver, Play, Undo
from wd_env.server.server_errors import ApiError
from wd_env.session.players import HUMAN
from wd_env.spec.game_spec import CHANCE, PLAYER
from wd_env.table.chance_modes import EXPLICIT

HAND_OVER_ALERT = "{name} has left; {bot} continues."


def play(game: HostedGame, viewer: int | None, request: Play) -> Done:
    """Play an entry once, even if it is sent repeatedly; ApiError and errors of the rules if it is invalid."""
    key, digest = f"{viewer} {request.id}", _digest(request)
    if key in game.plays:
        known, line, undo_count = game.plays[key]
        if known != digest:
            raise ApiError("bad_message", "id: expected a new one, got that of another entry", "id")
        return Done(id=request.id, line=line, undo_count=undo_count)
    if game.referee.table.is_terminal:
        raise ApiError("game_over", "the game is over")
    if game.is_full:
        raise ApiError("too_many_lines", f"the game has reached the maximum of {len(game.lines)} lines", "line")
    game.check_line(request.line)
    if request.violation is UNSET:
        game.check_may_play(viewer)
    _check_seat(game, viewer, request)
    with _transaction(game):
        _enter(game, request)
        game.plays[key] = (digest, len(game.lines), game.undo_count)
        for old in list(game.plays)[:-MAX_REMEMBERED_PLAYS]:
            del game.plays[old]
    return Done(id=request.id, line=len(game.lines), undo_count=game.undo_count)


def undo(game: HostedGame, viewer: int | None, request: Undo) -> Done:
    """Undo the last entries; ApiError if they revealed something, or the settings do not allow it."""
    game.check_line(request.line)
    if viewer is None:
        raise ApiError("not_yours", "spectators cannot undo")
    maximum = game.max_undo(viewer)
    if request.entries > maximum:
        raise ApiError("undo_not_allowed", f"undo: expected at most {maximum} entries, got {request.entries}")
    with _transaction(game):
        game.referee.undo(request.entries)
        game.add_undo(len(game.lines))
    return Done(id=request.id, line=len(game.lines), undo_count=game.undo_count)


def hand_over(game: HostedGame, viewer: int | None, request: HandOver) -> Done:
    """Let a bot continue for the player who sends the request."""
    if viewer != request.player:
        raise ApiError("not_yours", "only the player of a seat can hand it over", "player")
    if game.player_kind(request.player) != HUMAN:
        raise ApiError("not_yours", "a bot already plays this seat", "player")
    home_seat = game.referee.table.home_seat(request.player)
    text = HAND_OVER_ALERT.format(name=game.referee.names.seat(home_seat), bot=request.bot)
    with _transaction(game):
        game.referee.hand_over(request.player, request.bot)
        game.participants.players[request.player] = request.bot
        game.handovers[request.player] = len(game.lines)
        game.add_alert(text, request.bot)
    return Done(id=request.id, line=len(game.lines), undo_count=game.undo_count)


def _digest(request: Play) -> str:
    return hashlib.sha256(encode_line(request)).hexdigest()


def _check_seat(game: HostedGame, viewer: int | None, request: Play) -> None:
    """Raise ApiError if a seat is not to move, or does not belong to the player."""
    seat, table = request.seat, game.referee.table
    if request.violation is not UNSET and (viewer is None or seat is UNSET):
        raise ApiError("not_yours", "only the player of the named seat can report its violation", "seat")
    if seat is UNSET:
        return
    if seat >= table.state.seats or (game.owner(int(seat)) != viewer):
        raise ApiError("not_yours", "the seat belongs to another player", "seat")
    if request.violation is UNSET and seat != table.seat:
        raise ApiError("wrong_seat", f"seat {seat} is not to move; seat {table.seat} is", "seat")


def _enter(game: HostedGame, request: Play) -> None:
    """Play an entry; IllegalAction, WrongSeat and ConfigError of the rules change nothing."""
    referee, table = game.referee, game.referee.table
    if request.violation is not UNSET:
        assert isinstance(request.seat, int)
        referee.report_violation(request.seat, str(request.violation))
    elif request.sample is not UNSET:
        referee.sample_chance()
    elif request.correction is not UNSET:
        _correct(game, str(request.correction))
    elif request.outcome is not UNSET:
        _check_kind(table.node.kind == CHANCE, "outcome", "expected an action: the game is at a decision")
        referee.enter(str(request.outcome))
    else:
        _check_kind(table.node.kind == PLAYER, "text", "expected an outcome: the game is at a chance node")
        index = request.index
        chosen = table.game.actions.text(index) if isinstance(index, int) else str(request.text)
        _check_legal(game, chosen)
        referee.enter(chosen)


def _check_kind(is_such: bool, field: str, text: str) -> None:
    if not is_such:
        raise ApiError("illegal_action", text, field)


def _check_legal(game: HostedGame, chosen: str) -> None:
    """Raise IllegalAction for an illegal action, even if the table penalises it: a violation has its own field."""
    options = game.referee.table.legal_texts()
    if chosen not in options:
        name = game.referee.table.node.name
        raise IllegalAction(f"{chosen!r} is illegal at {name}; expected {', '.join(options)}")


def _correct(game: HostedGame, text: str) -> None:
    referee = game.referee
    command, _, rest = text.partition(" ")
    if referee.setup.chance != EXPLICIT or command not in referee.presenter.corrections:
        raise IllegalAction("corrections are allowed only with a physical board")
    referee.correct(referee.presenter.correction(referee.table, command, rest, referee.names))


@contextmanager
def _transaction(game: HostedGame) -> Iterator[None]:
    """Save and announce the changes made inside; if they cannot be saved they are undone: ApiError `not_saved`."""
    referee, lines = game.referee, len(game.lines)
    table, entries, setup = referee.table, list(referee.entries), referee.setup
    past = referee.keyframes.copy_until(lines)
    texts = {name: copy(getattr(game, name)) for name in ("undos", "alerts", "plays", "handovers")}
    players = list(game.participants.players)
    yield
    try:
        game.commit()
    except OSError:
        referee.table, referee.keyframes = table, past
        if len(table.lines) > lines:
            referee.truncate(lines)
        referee.entries, referee.setup, game.participants.players = entries, setup, players
        for name, value in texts.items():
            setattr(game, name, value)
        game.narration.reset()
        raise ApiError("not_saved", "cannot save the game; nothing was changed") from None
