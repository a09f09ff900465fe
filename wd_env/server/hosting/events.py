"""What a viewer is told of a game, made from where the viewer left off: nothing waits in a queue for a slow reader."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from wd_env.server.protocol.replies import Ask, Asked, Back, Event, Notice, OptionData, Over
from wd_env.session.action_choices import OptionWords, options_in_words
from wd_env.session.narration import Told
from wd_env.spec.game_spec import CHANCE

if TYPE_CHECKING:
    from wd_env.server.hosting.hosted_game import Game


@dataclass
class Cursor:
    """How far a viewer has followed a game."""

    viewer: int | None
    line: int = 0
    branch: int = 0  # take-backs
    notices: int = 0
    asked_at: tuple[int, int, int] | None = None  # branch, line and notices at the question that was told last


def news(game: "Game", cursor: Cursor) -> Iterator[Struct]:
    """Tell everything since the cursor, and move it to the end."""
    is_more = True
    while is_more:
        told, is_more = some_news(game, cursor)
        yield from told


def some_news(game: "Game", cursor: Cursor) -> tuple[list[Struct], bool]:
    """Tell what came next after the cursor, of few lines at once, and move it; also whether there is more."""
    told = list(_news(game, cursor))
    return told, cursor.line < game.tale.end


def _news(game: "Game", cursor: Cursor) -> Iterator[Struct]:
    if cursor.branch < game.branch:
        to = min(game.backs[cursor.branch :])
        cursor.branch = game.branch
        if to < cursor.line:
            cursor.line = to
            yield Back(game=game.id, viewer=cursor.viewer, branch=game.branch, to=to)
    lines = game.tale.told(cursor.line)
    cursor.line = min(cursor.line + len(lines), game.tale.end)
    for told in lines:
        if told.seen_by in (None, game.home(cursor.viewer)):
            yield _event(game, cursor.viewer, told)
    if cursor.line < game.tale.end:
        return
    for notice in game.notices[cursor.notices :]:
        yield Notice(game=game.id, viewer=cursor.viewer, branch=game.branch, **notice)
    cursor.notices = len(game.notices)
    at = (game.branch, cursor.line, cursor.notices)
    if game.referee.is_settled and cursor.asked_at != at:
        cursor.asked_at = at
        yield question(game, cursor.viewer)


def _event(game: "Game", viewer: int | None, told: Told) -> Event:
    line = game.referee.table.lines[told.number - 1]
    return Event(
        game=game.id,
        viewer=viewer,
        branch=game.branch,
        n=told.number,
        turn=told.turn,
        by=line.seat,
        text=line.text,
        told=told.text,
        changes=list(told.changes),
        landings=list(told.landings),
        bot=line.seat is not None and game.is_bots(line.seat, told.number),
        illegal=line.is_illegal,
        secret=line.seen_by is not None,
    )


def question(game: "Game", viewer: int | None) -> Ask | Asked | Over:
    """Return the open question as this viewer is told it, or how the game ended."""
    table, referee = game.referee.table, game.referee
    if table.is_over:
        return _over(game, viewer)
    kind = "luck" if table.question.kind == CHANCE else "decision"
    told: dict[str, Any] = {
        "game": game.id,
        "viewer": viewer,
        "branch": game.branch,
        "line": len(table.lines),
        "seat": table.seat,
        "kind": kind,
        "question": table.question.name,
        "words": referee.teller.question(table, referee.names),
        "read_out": referee.teller.read_out(table, referee.names),
        "printed": _printed(game, viewer),
        "may_take_back": game.most_back(viewer),
    }
    if not game.may_answer(viewer):
        return Asked(**told)
    options = [option_data(option) for option in options_in_words(table, names=referee.names)]
    prompt = referee.teller.entry_prompt(table) if kind == "luck" else ""
    return Ask(**told, options=options, prompt=prompt, may_throw=kind == "luck" and not referee.is_secret)


def option_data(option: OptionWords) -> OptionData:
    """Return an option as it is sent."""
    return OptionData(
        index=option.index, text=option.text, label=option.label, about=option.about, names=list(option.names),
        targets=list(option.targets),
    )  # fmt: skip


def _printed(game: "Game", viewer: int | None) -> str:
    """What the card of a quiz says, for the player alone who asks."""
    printed = game.referee.teller.printed_answer(game.referee.table)
    is_theirs = printed is not None and viewer is not None and game.owner(printed.seat) == viewer
    return printed.text if printed is not None and is_theirs else ""


def _over(game: "Game", viewer: int | None) -> Over:
    table, referee = game.referee.table, game.referee
    return Over(
        game=game.id,
        viewer=viewer,
        branch=game.branch,
        line=len(table.lines),
        words=referee.teller.question(table, referee.names),
        winners=list(table.winners),
        rewards=table.rewards(),
        seed=str(referee.round.seed),
        nonce=game.nonce,
        truncated=table.is_truncated,
    )
