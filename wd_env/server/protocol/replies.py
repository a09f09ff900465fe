"""What the server says. Clients leave fields alone that they do not know."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from wd_env.server.protocol.message_fields import (
    Count,
    Digest,
    Identifier,
    Index,
    Line,
    Player,
    Probability,
    RequestId,
    Seat,
)


class ReplyPart(Struct, kw_only=True, omit_defaults=True):
    """A part of a reply."""


class Reply(ReplyPart, tag_field="type", kw_only=True):
    """An answer to the request of this `id`."""

    id: RequestId


class GameInfo(ReplyPart, kw_only=True):
    """Which game this is, and what its numbers mean."""

    name: str
    title: str
    version: int
    players: list[int]
    """The least and the most."""
    actions_hash: Digest
    layout_hash: Digest
    state_schema: Digest
    corrections: list[str] = []
    """How the account is set right by hand, a line of help for each kind; none where the game takes none."""


class BotInfo(ReplyPart, kw_only=True):
    """A bot that can be asked and seated."""

    id: Identifier
    description: str
    analysis_level: Literal["choice", "probabilities", "probabilities and value", "action values"]
    """What it tells: only what it would do, the odds, a value too, or what each option has brought in samples."""


class RuleInfo(ReplyPart, kw_only=True):
    """A house rule: what it is called, what it may be, what it is unless said."""

    name: str
    kind: Literal["integer", "choice", "boolean"]
    default: int | str | bool | None
    description: str
    allowed: str
    low: int | UnsetType = UNSET
    high: int | UnsetType = UNSET
    choices: list[str] | UnsetType = UNSET
    """What may be chosen: of files (boards, maps, decks) the shipped ones, then those of whoever started the server."""
    custom_files: list[str] = []
    """Those names that stand for files of whoever started the server."""
    nullable: bool = False
    """It may be null."""
    is_file: bool = False
    """It stands for a file: a board, a map or a deck."""


class Limits(ReplyPart, kw_only=True):
    """What the server takes."""

    bytes: int
    budget_ms: int
    queue: int
    games: int
    streams: int
    """Of one player or watcher of a game."""
    lines: int
    """Of a game, which then goes no further."""


class Ready(Reply, tag="ready", kw_only=True):
    """What there is."""

    protocol: int
    package: str
    game: GameInfo
    bots: list[BotInfo]
    default_bot: Identifier
    """The one of them that people meet unless they choose another."""
    rules: list[RuleInfo]
    limits: Limits


class ChoiceData(ReplyPart, kw_only=True):
    """What may be answered, and what it does."""

    index: Index
    text: str
    label: str | UnsetType = UNSET
    """The number to type."""
    description: str = ""
    aliases: list[str] = []
    """What else it may be called: the title on the card, who is named."""
    targets: list[str] = []
    """The things of the scene that it is about, such as `place 7` or `seat 1`: a click on one means this option."""


class ActionProbability(ChoiceData, kw_only=True):
    """An option with the odds that the bot takes it."""

    probability: Probability
    action_value: Probability | UnsetType = UNSET
    """The odds of winning that the option has brought in samples, for bots that look ahead."""


class AnalysisData(ReplyPart, kw_only=True):
    """What a bot thinks: the odds sum to 1."""

    actions: list[ActionProbability]
    value: float | None = None
    """What it expects the seat to get in the end, from -1 to +1; null where it tells none."""
    sampled: bool = False
    """What it took was drawn by these odds, and need not be the greatest."""


class Action(Reply, tag="action", kw_only=True):
    """A bot's move."""

    seat: Seat | UnsetType = UNSET
    decision: str
    index: Index
    text: str
    seed: str
    elapsed_ms: int
    analysis: AnalysisData | UnsetType = UNSET


class GameCreated(Reply, tag="game", kw_only=True):
    """A new game and its secrets: one for each player, and one to watch."""

    game: Identifier
    first_human: Player | None
    """The first person; null where only bots play."""
    secrets: list[str]
    spectator_secret: str
    seed_hash: Digest
    """SHA-256 of nonce and seed, which are told at the end."""


class SceneReply(Reply, tag="scene", kw_only=True):
    """The table in the eyes of one player."""

    game: Identifier
    line: Line
    viewer: Player | None
    """null: a bystander."""
    scene: dict[str, Any]
    text: str
    private: list[str]
    """What only this player knows."""
    violation_seats: list[Seat] = []
    """Own seats whose offences may be told now, where the table punishes them."""


class AnalysisReply(Reply, tag="analysis", kw_only=True):
    """What a bot thinks of a decision."""

    game: Identifier
    line: Line
    seat: Seat
    bot: Identifier
    analysis: AnalysisData
    action_taken: Index | None = None
    """What was answered there."""


class RecordReply(Reply, tag="record", kw_only=True):
    """The text of a record file."""

    game: Identifier
    record: str


class Done(Reply, tag="done", kw_only=True):
    """It is done; the record has so many lines."""

    line: Line
    undo_count: Count = 0


class Error(ReplyPart, tag_field="type", tag="error", kw_only=True):
    """What was refused, and why; nothing has changed."""

    id: RequestId | None = None
    """null where the request had none that could be read."""
    code: str
    message: str
    field: str = ""


class GameEvent(ReplyPart, tag_field="type", kw_only=True):
    """Something that `viewer` saw in a game."""

    game: Identifier
    viewer: Player | None
    undo_count: Count = 0


class Event(GameEvent, tag="event", kw_only=True):
    """A line of the record. Private ones of others leave a gap in `n`."""

    n: Line
    turn: str
    seat: Seat | None
    """null: chance, or a correction."""
    text: str
    narration: str
    changes: list[str] = []
    instructions: list[str] = []
    is_bot: bool = False
    is_illegal: bool = False
    is_secret: bool = False
    """Only the viewer knows it."""


class Prompt(GameEvent, tag="prompt", kw_only=True):
    """The open question, for who answers it or enters what fell."""

    line: Line
    seat: Seat
    kind: Literal["decision", "chance"]
    node: str
    text: str
    choices: list[ChoiceData]
    read_out: list[str] = []
    printed_answer: str = ""
    """What the card says, for who asks in a quiz."""
    entry_prompt: str = ""
    may_sample: bool = False
    max_undo: int = 0


class Waiting(GameEvent, tag="waiting", kw_only=True):
    """The open question of somebody else."""

    line: Line
    seat: Seat
    kind: Literal["decision", "chance"]
    node: str
    text: str
    read_out: list[str] = []
    printed_answer: str = ""
    max_undo: int = 0


class Undone(GameEvent, tag="undone", kw_only=True):
    """Lines after `to` are taken back."""

    to: Line


class Alert(GameEvent, tag="alert", kw_only=True):
    """What a person should know beside the record: a bot that failed, a seat that was handed over."""

    line: Line
    text: str
    bot: str = ""


class GameOver(GameEvent, tag="game_over", kw_only=True):
    """The game is over; everything may be seen now."""

    line: Line
    text: str
    winners: list[Player]
    rewards: list[float]
    seed: str
    nonce: str
    is_truncated: bool = False


class Heartbeat(ReplyPart, tag_field="type", tag="heartbeat", kw_only=True):
    """Nothing happened for a while; the stream is alive."""


REPLIES = (Ready, Action, GameCreated, SceneReply, AnalysisReply, RecordReply, Done, Error)
EVENTS = (Event, Prompt, Waiting, Undone, Alert, GameOver, Heartbeat)
AnyReply = Ready | Action | GameCreated | SceneReply | AnalysisReply | RecordReply | Done | Error
AnyEvent = Event | Prompt | Waiting | Undone | Alert | GameOver | Heartbeat
