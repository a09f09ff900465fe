"""Looking at a game: the table in the eyes of a player, now or then, its record, and what bots think of it."""

from wd_env.server.bot_catalogue import BotRow
from wd_env.server.bot_requests import job_of, opinion_data
from wd_env.server.hosting.hosted_game import Game
from wd_env.server.protocol.replies import OpinionReply, SceneReply
from wd_env.server.protocol.requests import Look, OpinionOf
from wd_env.server.server_errors import Refusal
from wd_env.server.workers.worker_pool import Thinkers
from wd_env.session.action_choices import options_in_words
from wd_env.spec.game_spec import DECISION

ADVICE_SEED = 0  # of advice while a game lasts: it tells nothing of the game's own seed
EVENTS = 0  # lines of the record in an account; they are told as events


def look(game: Game, viewer: int | None, request: Look) -> SceneReply:
    """Return the table after so many lines; Refusal for more than there are."""
    line = len(game.lines) if not isinstance(request.line, int) else request.line
    _check_there(game, line)
    table, teller, names = game.table_at(line), game.referee.teller, game.referee.names
    seat = None if viewer is None else table.seat_of(viewer)
    return SceneReply(
        id=request.id,
        game=game.id,
        line=line,
        viewer=viewer,
        scene=teller.sight(table, seat, names),
        account=teller.describe(table, seat, events=EVENTS, names=names),
        private=[] if seat is None else teller.private_lines(table, seat, names),
        may_offend=[] if line < len(game.lines) else may_offend(game, viewer),
    )


def may_offend(game: Game, viewer: int | None) -> list[int]:
    """List the seats of this player that can be punished now for what they do against the rules."""
    table = game.referee.table
    if viewer is None or not table.punishes or table.is_over:
        return []
    return [seat for seat in range(table.state.seats) if game.owner(seat) == viewer and table.may_be_punished(seat)]


async def opinion(game: Game, viewer: int | None, request: OpinionOf, bot: BotRow, thinkers: Thinkers) -> OpinionReply:
    """Return what a bot thinks of a decision; Refusal while others play, unless it is advice that was agreed on."""
    line = request.line
    _check_there(game, line)
    is_advice = game.manners.advice and line == len(game.lines) and game.may_answer(viewer)
    if not game.is_open and not is_advice:
        raise Refusal("not_yours", "opinions are told when the game is over, at open tables, and as advice if agreed")
    table = game.table_at(line)
    if table.question.kind != DECISION:
        raise Refusal("illegal_action", "no decision is open there; allowed is the line of one", "line")
    view, seat = table.view(table.seat), table.seat
    seed = game.referee.round.seed if game.referee.table.is_over else ADVICE_SEED
    taken = game.lines[line].text if line < len(game.lines) else ""
    words = options_in_words(table, names=game.referee.names)  # before anything happens meanwhile
    thought = await thinkers.think(job_of(bot, view, (seed, table.player, line), weighs=True))
    indices = {option.text: option.index for option in view.options}
    return OpinionReply(
        id=request.id,
        game=game.id,
        line=line,
        seat=seat,
        bot=request.bot,
        opinion=opinion_data(thought, view, words),
        taken=indices.get(taken),
    )


def _check_there(game: Game, line: int) -> None:
    if line > len(game.lines):
        raise Refusal("illegal_action", f"the game has no such line; allowed are 0..{len(game.lines)}", "line")
