"""What people do in a game: answer, take back, hand over. Each leaves everything as it was, or is kept and told."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy

from msgspec import UNSET

from wd_env.errors import IllegalAction
from wd_env.server.hosting.game_storage import MOST_ANSWERED
from wd_env.server.hosting.hosted_game import Game
from wd_env.server.protocol.messages import line_of
from wd_env.server.protocol.replies import Done
from wd_env.server.protocol.requests import Answer, HandOver, TakeBack
from wd_env.server.server_errors import Refusal
from wd_env.session.players import HUMAN
from wd_env.spec.game_spec import CHANCE, DECISION
from wd_env.table.game_table import ASKED

SEATED = "{name} has left; {bot} plays on."


def answer(game: Game, viewer: int | None, request: Answer) -> Done:
    """Carry out an answer once, however often it is sent; Refusal and errors of the rules where it cannot be."""
    key, digest = f"{viewer} {request.id}", _digest(request)
    if key in game.answered:
        known, line, branch = game.answered[key]
        if known != digest:
            raise Refusal("bad_message", "this id was used for another answer", "id")
        return Done(id=request.id, line=line, branch=branch)
    if game.referee.table.is_over:
        raise Refusal("over", "the game is over")
    if game.is_full:
        raise Refusal("too_many_lines", f"the game has {len(game.lines)} lines, the most that a game may have", "line")
    game.check_line(request.line)
    if request.offence is UNSET:
        game.check_asked(viewer)
    _check_seat(game, viewer, request)
    with _all_or_nothing(game):
        _enter(game, request)
        game.answered[key] = (digest, len(game.lines), game.branch)
        for old in list(game.answered)[:-MOST_ANSWERED]:
            del game.answered[old]
    return Done(id=request.id, line=len(game.lines), branch=game.branch)


def take_back(game: Game, viewer: int | None, request: TakeBack) -> Done:
    """Take back the last entries; Refusal where somebody has learnt something since, or it was not agreed."""
    game.check_line(request.line)
    if viewer is None:
        raise Refusal("not_yours", "whoever watches takes nothing back")
    most = game.most_back(viewer)
    if request.entries > most:
        raise Refusal("not_back", f"{request.entries} entries cannot be taken back; allowed are at most {most}")
    with _all_or_nothing(game):
        game.referee.take_back(request.entries)
        game.taken_back(len(game.lines))
    return Done(id=request.id, line=len(game.lines), branch=game.branch)


def hand_over(game: Game, viewer: int | None, request: HandOver) -> Done:
    """Let a bot play on for the person who asks."""
    if viewer != request.player:
        raise Refusal("not_yours", "a seat is handed over by whoever has its secret", "player")
    if game.kind(request.player) != HUMAN:
        raise Refusal("not_yours", "a bot plays this seat already", "player")
    home = game.referee.table.home(request.player)
    told = SEATED.format(name=game.referee.names.seat(home), bot=request.bot)
    with _all_or_nothing(game):
        game.referee.hand_over(request.player, request.bot)
        game.seating.players[request.player] = request.bot
        game.handed[request.player] = len(game.lines)
        game.note(told, request.bot)
    return Done(id=request.id, line=len(game.lines), branch=game.branch)


def _digest(request: Answer) -> str:
    return hashlib.sha256(line_of(request)).hexdigest()


def _check_seat(game: Game, viewer: int | None, request: Answer) -> None:
    """Refuse a seat that is not asked, or is not of the player who asks."""
    seat, table = request.seat, game.referee.table
    if request.offence is not UNSET and (viewer is None or seat is UNSET):
        raise Refusal("not_yours", "an offence is told by the player of the seat, which is named", "seat")
    if seat is UNSET:
        return
    if seat >= table.state.seats or (game.owner(int(seat)) != viewer):
        raise Refusal("not_yours", "that seat is another's", "seat")
    if request.offence is UNSET and seat != table.seat:
        raise Refusal("wrong_seat", f"seat {seat} is not asked; seat {table.seat} is", "seat")


def _enter(game: Game, request: Answer) -> None:
    """Carry it out; IllegalAction, WrongSeat and ConfigError of the rules, and then nothing has changed."""
    referee, table = game.referee, game.referee.table
    if request.offence is not UNSET:
        assert isinstance(request.seat, int)
        referee.offend(request.seat, str(request.offence))
    elif request.throw is not UNSET:
        referee.throw()
    elif request.correction is not UNSET:
        _correct(game, str(request.correction))
    elif request.luck is not UNSET:
        _check_kind(table.question.kind == CHANCE, "luck", "a decision is open")
        referee.enter(str(request.luck))
    else:
        _check_kind(table.question.kind == DECISION, "text", "chance is open")
        index = request.index
        chosen = table.game.actions.text(index) if isinstance(index, int) else str(request.text)
        _check_offered(game, chosen)
        referee.enter(chosen)


def _check_kind(is_such: bool, field: str, told: str) -> None:
    if not is_such:
        raise Refusal("illegal_action", told, field)


def _check_offered(game: Game, chosen: str) -> None:
    """IllegalAction for what is not offered, also where the table punishes it: an offence is told as one."""
    options = game.referee.table.options()
    if chosen not in options:
        name = game.referee.table.question.name
        raise IllegalAction(f"{chosen!r} is not offered at {name}; allowed are {', '.join(options)}")


def _correct(game: Game, words: str) -> None:
    referee = game.referee
    command, _, rest = words.partition(" ")
    if referee.round.luck != ASKED or command not in referee.teller.corrections:
        raise IllegalAction("nothing is set right so; allowed at a real table are its corrections")
    referee.correct(referee.teller.correction(referee.table, command, rest, referee.names))


@contextmanager
def _all_or_nothing(game: Game) -> Iterator[None]:
    """Keep and tell what is done within; where it cannot be kept, it has not happened: Refusal `not_kept`."""
    referee, lines = game.referee, len(game.lines)
    table, entries, round_ = referee.table, list(referee.entries), referee.round
    past = referee.past.shared(lines)
    told = {name: copy(getattr(game, name)) for name in ("backs", "notices", "answered", "handed")}
    players = list(game.seating.players)
    yield
    try:
        game.changed()
    except OSError:
        referee.table, referee.past = table, past
        if len(table.lines) > lines:
            referee.go_back(lines)
        referee.entries, referee.round, game.seating.players = entries, round_, players
        for name, value in told.items():
            setattr(game, name, value)
        game.tale.begin_again()
        raise Refusal("not_kept", "it cannot be kept on disk; nothing has changed") from None
