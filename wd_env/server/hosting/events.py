"""The events that a viewer receives, computed from the viewer's position, without a queue for slow readers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from wd_env.server.protocol.replies import Alert, ChoiceData, Event, GameOver, Prompt, Undone, Waiting
from wd_env.session.action_choices import ActionChoice, list_choices
from wd_env.session.narration import NarratedLine
from wd_env.spec.game_spec import CHANCE

if TYPE_CHECKING:
    from wd_env.server.hosting.hosted_game import HostedGame


@dataclass
class Cursor:
    """The position of a viewer in a game."""

    viewer: int | None
    line: int = 0
    undo_count: int = 0
    num_alerts: int = 0
    prompted_at: tuple[int, int, int] | None = None  # undo_count, line and alerts at the last prompt


def events_since(game: "HostedGame", cursor: Cursor) -> Iterator[Struct]:
    """Yield all events since the cursor, and move it to the end."""
    is_more = True
    while is_more:
        text, is_more = next_events(game, cursor)
        yield from text


def next_events(game: "HostedGame", cursor: Cursor) -> tuple[list[Struct], bool]:
    """Return the next events after the cursor, for a few lines, and whether there are more; move the cursor."""
    texts = list(_build_events(game, cursor))
    return texts, cursor.line < game.narration.end


def is_undone(game: "HostedGame", message: Struct) -> bool:
    """Return whether an undo after the message was made has removed its line."""
    if not isinstance(message, Event | Prompt | Waiting | GameOver):
        return False
    later_undos = game.undos[message.undo_count :]
    line = message.n if isinstance(message, Event) else message.line
    return bool(later_undos) and line > min(later_undos)


def _build_events(game: "HostedGame", cursor: Cursor) -> Iterator[Struct]:
    if cursor.undo_count < game.undo_count:
        to = min(game.undos[cursor.undo_count :])
        cursor.undo_count = game.undo_count
        if to < cursor.line:
            cursor.line = to
            yield Undone(game=game.id, viewer=cursor.viewer, undo_count=game.undo_count, to=to)
    lines = game.narration.lines(cursor.line)
    cursor.line = min(cursor.line + len(lines), game.narration.end)
    for text in lines:
        if text.visible_to in (None, game.home_seat(cursor.viewer)):
            yield _event(game, cursor.viewer, text)
    if cursor.line < game.narration.end:
        return
    for notice in game.alerts[cursor.num_alerts :]:
        yield Alert(game=game.id, viewer=cursor.viewer, **notice)  # the same again for a reader that reconnects
    cursor.num_alerts = len(game.alerts)
    at = (game.undo_count, cursor.line, cursor.num_alerts)
    if game.referee.is_waiting and cursor.prompted_at != at:
        cursor.prompted_at = at
        yield node_event(game, cursor.viewer)


def _event(game: "HostedGame", viewer: int | None, text: NarratedLine) -> Event:
    line = game.referee.table.lines[text.line_number - 1]
    return Event(
        game=game.id,
        viewer=viewer,
        undo_count=game.undo_count,
        n=text.line_number,
        turn=text.turn_heading,
        seat=line.seat,
        text=line.text,
        narration=text.text,
        changes=list(text.changes),
        instructions=list(text.instructions),
        is_bot=text.player is not None and game.is_bot(text.player, text.line_number),
        is_illegal=line.is_illegal,
        is_secret=line.visible_to is not None,
    )


def node_event(game: "HostedGame", viewer: int | None) -> Prompt | Waiting | GameOver:
    """Return the current decision or chance node as this viewer sees it, or how the game ended."""
    table, referee = game.referee.table, game.referee
    if table.is_terminal:
        return _game_over(game, viewer)
    kind = "chance" if table.node.kind == CHANCE else "decision"
    texts: dict[str, Any] = {
        "game": game.id,
        "viewer": viewer,
        "undo_count": game.undo_count,
        "line": len(table.lines),
        "seat": table.seat,
        "kind": kind,
        "node": table.node.name,
        "text": referee.presenter.decision_text(table, referee.names),
        "read_out": referee.presenter.read_out(table, referee.names),
        "printed_answer": _printed_answer(game, viewer),
        "max_undo": game.max_undo(viewer),
    }
    if not game.may_play(viewer):
        return Waiting(**texts)
    options = [choice_data(option) for option in list_choices(table, names=referee.names)]
    prompt = referee.presenter.input_prompt(table) if kind == "chance" else ""
    return Prompt(**texts, choices=options, entry_prompt=prompt, may_sample=kind == "chance" and not referee.is_secret)


def choice_data(choice: ActionChoice) -> ChoiceData:
    """Return an action as it is sent."""
    return ChoiceData(
        index=choice.index, text=choice.text, label=choice.label, description=choice.description,
        aliases=list(choice.aliases),
        targets=list(choice.targets),
    )  # fmt: skip


def _printed_answer(game: "HostedGame", viewer: int | None) -> str:
    """Return the answer on a quiz card, only for the player who reads it out."""
    printed = game.referee.presenter.private_text(game.referee.table)
    is_visible = printed is not None and viewer is not None and game.owner(printed.seat) == viewer
    return printed.text if printed is not None and is_visible else ""


def _game_over(game: "HostedGame", viewer: int | None) -> GameOver:
    table, referee = game.referee.table, game.referee
    return GameOver(
        game=game.id,
        viewer=viewer,
        undo_count=game.undo_count,
        line=len(table.lines),
        text=referee.presenter.decision_text(table, referee.names),
        winners=list(table.winners),
        rewards=table.rewards(),
        seed=str(referee.setup.seed),
        nonce=game.nonce,
        is_truncated=table.is_truncated,
    )
