"""Queries of a game: the table as seen by a player, now or earlier, the record, and analyses by bots."""

from wd_env.errors import range_text
from wd_env.server.bot_catalogue import BotEntry
from wd_env.server.bot_requests import analysis_data, make_worker_request
from wd_env.server.hosting.hosted_game import HostedGame
from wd_env.server.protocol.replies import AnalysisReply, SceneReply
from wd_env.server.protocol.requests import AnalysisRequest, SceneRequest
from wd_env.server.server_errors import ApiError
from wd_env.server.worker_pool import BotPool
from wd_env.session.action_choices import list_choices
from wd_env.spec.game_spec import PLAYER

ADVICE_SEED = 0  # for advice during a game, which must not reveal the seed of the game
RECORD_LINES = 0  # lines of the record in a description; clients receive them as events


def get_scene(game: HostedGame, viewer: int | None, request: SceneRequest) -> SceneReply:
    """Return the table after a number of lines; ApiError if there are fewer."""
    line = len(game.lines) if not isinstance(request.line, int) else request.line
    _check_line(game, line)
    table, presenter = game.table_at(line), game.referee.presenter
    names = game.referee.names_at(table)
    seat = None if viewer is None else table.seat_of(viewer)
    return SceneReply(
        id=request.id,
        game=game.id,
        line=line,
        viewer=viewer,
        scene=presenter.scene_data(table, seat, names),
        text=presenter.describe(table, seat, max_events=RECORD_LINES, names=names),
        private=[] if seat is None else presenter.private_lines(table, seat, names),
        violation_seats=[] if line < len(game.lines) else violation_seats(game, viewer),
    )


def violation_seats(game: HostedGame, viewer: int | None) -> list[int]:
    """Return the seats of this player that the rules can penalise now."""
    table = game.referee.table
    if viewer is None or not table.penalizes_violations or table.is_terminal:
        return []
    return [seat for seat in range(table.state.seats) if game.owner(seat) == viewer and table.can_be_penalized(seat)]


async def get_analysis(
    game: HostedGame, viewer: int | None, request: AnalysisRequest, bot: BotEntry, bot_pool: BotPool
) -> AnalysisReply:
    """Return a bot's analysis of a decision; ApiError during a game, unless it is open or advice is allowed."""
    line = request.line
    _check_line(game, line)
    is_advice = game.settings.advice and line == len(game.lines) and game.may_play(viewer)
    if not game.is_open and not is_advice:
        raise ApiError("not_yours", "analysis is allowed after the game, in open games, and as advice if enabled")
    table = game.table_at(line)
    if table.node.kind != PLAYER:
        raise ApiError("illegal_action", "line: expected the line of a decision", "line")
    view, seat = table.view(table.seat), table.seat
    seed = game.referee.setup.seed if game.referee.table.is_terminal else ADVICE_SEED
    taken = game.lines[line].text if line < len(game.lines) else ""
    text = list_choices(table, names=game.referee.names_at(table))  # before the table changes during the wait
    reply = await bot_pool.run(make_worker_request(bot, view, (seed, table.player, line), analyse=True))
    indices = {option.text: option.index for option in view.legal_actions}
    return AnalysisReply(
        id=request.id,
        game=game.id,
        line=line,
        seat=seat,
        bot=request.bot,
        analysis=analysis_data(reply, view, text),
        action_taken=indices.get(taken),
    )


def _check_line(game: HostedGame, line: int) -> None:
    if line > len(game.lines):
        raise ApiError("illegal_action", f"line: expected {range_text(0, len(game.lines))}", "line")
