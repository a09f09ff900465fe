"""Looking at a game: the table in the eyes of a player, now or then, its record, and what bots think of it."""

from wd_env.server.bot_catalogue import BotEntry
from wd_env.server.bot_requests import analysis_data, make_worker_request
from wd_env.server.hosting.hosted_game import HostedGame
from wd_env.server.protocol.replies import AnalysisReply, SceneReply
from wd_env.server.protocol.requests import AnalysisRequest, SceneRequest
from wd_env.server.server_errors import ApiError
from wd_env.server.workers.worker_pool import BotPool
from wd_env.session.action_choices import list_choices
from wd_env.spec.game_spec import PLAYER

ADVICE_SEED = 0  # of advice while a game lasts: it tells nothing of the game's own seed
RECORD_LINES = 0  # lines of the record in an account; they are told as events


def get_scene(game: HostedGame, viewer: int | None, request: SceneRequest) -> SceneReply:
    """Return the table after so many lines; ApiError for more than there are."""
    line = len(game.lines) if not isinstance(request.line, int) else request.line
    _check_line(game, line)
    table, presenter, names = game.table_at(line), game.referee.presenter, game.referee.names
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
    """List the seats of this player that can be punished now for what they do against the rules."""
    table = game.referee.table
    if viewer is None or not table.penalizes_violations or table.is_terminal:
        return []
    return [seat for seat in range(table.state.seats) if game.owner(seat) == viewer and table.can_be_penalized(seat)]


async def get_analysis(
    game: HostedGame, viewer: int | None, request: AnalysisRequest, bot: BotEntry, bot_pool: BotPool
) -> AnalysisReply:
    """Return what a bot thinks of a decision; ApiError while others play, unless it is advice that was agreed on."""
    line = request.line
    _check_line(game, line)
    is_advice = game.settings.advice and line == len(game.lines) and game.may_play(viewer)
    if not game.is_open and not is_advice:
        raise ApiError("not_yours", "opinions are told when the game is over, at open tables, and as advice if agreed")
    table = game.table_at(line)
    if table.node.kind != PLAYER:
        raise ApiError("illegal_action", "no decision is open there; allowed is the line of one", "line")
    view, seat = table.view(table.seat), table.seat
    seed = game.referee.setup.seed if game.referee.table.is_terminal else ADVICE_SEED
    taken = game.lines[line].text if line < len(game.lines) else ""
    words = list_choices(table, names=game.referee.names)  # before anything happens meanwhile
    thought = await bot_pool.run(make_worker_request(bot, view, (seed, table.player, line), analyse=True))
    indices = {option.text: option.index for option in view.legal_actions}
    return AnalysisReply(
        id=request.id,
        game=game.id,
        line=line,
        seat=seat,
        bot=request.bot,
        analysis=analysis_data(thought, view, words),
        action_taken=indices.get(taken),
    )


def _check_line(game: HostedGame, line: int) -> None:
    if line > len(game.lines):
        raise ApiError("illegal_action", f"the game has no such line; allowed are 0..{len(game.lines)}", "line")
