"""What people do in a game: answer, take back, hand over. Each leaves everything as it was, or is kept and told."""

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
from wd_env.table.game_table import EXPLICIT

HAND_OVER_ALERT = "{name} has left; {bot} plays on."


def play(game: HostedGame, viewer: int | None, request: Play) -> Done:
    """Carry out an answer once, however often it is sent; ApiError and errors of the rules where it cannot be."""
    key, digest = f"{viewer} {request.id}", _digest(request)
    if key in game.plays:
        known, line, undo_count = game.plays[key]
        if known != digest:
            raise ApiError("bad_message", "this id was used for another answer", "id")
        return Done(id=request.id, line=line, undo_count=undo_count)
    if game.referee.table.is_terminal:
        raise ApiError("game_over", "the game is over")
    if game.is_full:
        raise ApiError("too_many_lines", f"the game has {len(game.lines)} lines, the most that a game may have", "line")
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
    """Take back the last entries; ApiError where somebody has learnt something since, or it was not agreed."""
    game.check_line(request.line)
    if viewer is None:
        raise ApiError("not_yours", "whoever watches takes nothing back")
    most = game.max_undo(viewer)
    if request.entries > most:
        raise ApiError(
            "undo_not_allowed", f"{request.entries} entries cannot be taken back; allowed are at most {most}"
        )
    with _transaction(game):
        game.referee.undo(request.entries)
        game.add_undo(len(game.lines))
    return Done(id=request.id, line=len(game.lines), undo_count=game.undo_count)


def hand_over(game: HostedGame, viewer: int | None, request: HandOver) -> Done:
    """Let a bot play on for the person who asks."""
    if viewer != request.player:
        raise ApiError("not_yours", "a seat is handed over by whoever has its secret", "player")
    if game.player_kind(request.player) != HUMAN:
        raise ApiError("not_yours", "a bot plays this seat already", "player")
    home = game.referee.table.home_seat(request.player)
    told = HAND_OVER_ALERT.format(name=game.referee.names.seat(home), bot=request.bot)
    with _transaction(game):
        game.referee.hand_over(request.player, request.bot)
        game.participants.players[request.player] = request.bot
        game.handovers[request.player] = len(game.lines)
        game.add_alert(told, request.bot)
    return Done(id=request.id, line=len(game.lines), undo_count=game.undo_count)


def _digest(request: Play) -> str:
    return hashlib.sha256(encode_line(request)).hexdigest()


def _check_seat(game: HostedGame, viewer: int | None, request: Play) -> None:
    """Refuse a seat that is not asked, or is not of the player who asks."""
    seat, table = request.seat, game.referee.table
    if request.violation is not UNSET and (viewer is None or seat is UNSET):
        raise ApiError("not_yours", "an violation is told by the player of the seat, which is named", "seat")
    if seat is UNSET:
        return
    if seat >= table.state.seats or (game.owner(int(seat)) != viewer):
        raise ApiError("not_yours", "that seat is another's", "seat")
    if request.violation is UNSET and seat != table.seat:
        raise ApiError("wrong_seat", f"seat {seat} is not asked; seat {table.seat} is", "seat")


def _enter(game: HostedGame, request: Play) -> None:
    """Carry it out; IllegalAction, WrongSeat and ConfigError of the rules, and then nothing has changed."""
    referee, table = game.referee, game.referee.table
    if request.violation is not UNSET:
        assert isinstance(request.seat, int)
        referee.report_violation(request.seat, str(request.violation))
    elif request.sample is not UNSET:
        referee.sample_chance()
    elif request.correction is not UNSET:
        _correct(game, str(request.correction))
    elif request.outcome is not UNSET:
        _check_kind(table.node.kind == CHANCE, "outcome", "a decision is open")
        referee.enter(str(request.outcome))
    else:
        _check_kind(table.node.kind == PLAYER, "text", "chance is open")
        index = request.index
        chosen = table.game.actions.text(index) if isinstance(index, int) else str(request.text)
        _check_legal(game, chosen)
        referee.enter(chosen)


def _check_kind(is_such: bool, field: str, told: str) -> None:
    if not is_such:
        raise ApiError("illegal_action", told, field)


def _check_legal(game: HostedGame, chosen: str) -> None:
    """IllegalAction for what is not offered, also where the table punishes it: an violation is told as one."""
    options = game.referee.table.legal_texts()
    if chosen not in options:
        name = game.referee.table.node.name
        raise IllegalAction(f"{chosen!r} is not offered at {name}; allowed are {', '.join(options)}")


def _correct(game: HostedGame, words: str) -> None:
    referee = game.referee
    command, _, rest = words.partition(" ")
    if referee.setup.chance != EXPLICIT or command not in referee.presenter.corrections:
        raise IllegalAction("nothing is set right so; allowed at a real table are its corrections")
    referee.correct(referee.presenter.correction(referee.table, command, rest, referee.names))


@contextmanager
def _transaction(game: HostedGame) -> Iterator[None]:
    """Keep and tell what is done within; where it cannot be kept, it has not happened: ApiError `not_kept`."""
    referee, lines = game.referee, len(game.lines)
    table, entries, round_ = referee.table, list(referee.entries), referee.setup
    past = referee.keyframes.copy_until(lines)
    told = {name: copy(getattr(game, name)) for name in ("undos", "alerts", "plays", "handovers")}
    players = list(game.participants.players)
    yield
    try:
        game.commit()
    except OSError:
        referee.table, referee.keyframes = table, past
        if len(table.lines) > lines:
            referee.truncate(lines)
        referee.entries, referee.setup, game.participants.players = entries, round_, players
        for name, value in told.items():
            setattr(game, name, value)
        game.narration.reset()
        raise ApiError("not_saved", "it cannot be kept on disk; nothing has changed") from None
