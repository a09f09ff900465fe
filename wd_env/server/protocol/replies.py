"""The messages of the server. Clients ignore unknown fields."""

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


class ReplyStruct(Struct, kw_only=True, omit_defaults=True):
    """A part of a reply."""


class Reply(ReplyStruct, tag_field="type", kw_only=True):
    """The reply to the request with this `id`."""

    id: RequestId


class GameInfo(ReplyStruct, kw_only=True):
    """The game, and the digests of its actions, observation and state."""

    name: str
    title: str
    version: int
    players: list[int]
    """Minimum and maximum number of players."""
    actions_hash: Digest
    layout_hash: Digest
    state_schema: Digest
    corrections: list[str] = []
    """Corrections of the state, a line of help for each; empty if the game has none."""


class BotInfo(ReplyStruct, kw_only=True):
    """A bot that can play and be asked for actions."""

    id: Identifier
    description: str
    analysis_level: Literal["choice", "probabilities", "probabilities and value", "action values"]
    """What an analysis holds: the choice, also probabilities, also a value, or also estimates of each action."""


class RuleInfo(ReplyStruct, kw_only=True):
    """A rule option with its default and allowed values."""

    name: str
    kind: Literal["integer", "choice", "boolean", "text"]
    default: int | str | bool | None
    description: str
    allowed: str
    low: int | UnsetType = UNSET
    high: int | UnsetType = UNSET
    choices: list[str] | UnsetType = UNSET
    """Allowed names; for files (boards, maps, decks) the bundled ones first, then those of the server's owner."""
    custom_files: list[str] = []
    """Names of the files of the server's owner."""
    nullable: bool = False
    """Whether it may be null."""
    is_file: bool = False
    """Whether it names a file: a board, a map or a deck."""


class Limits(ReplyStruct, kw_only=True):
    """The limits of the server."""

    bytes: int
    budget_ms: int
    queue: int
    games: int
    streams: int
    """Of one player or spectator of a game."""
    lines: int
    """Of a game, which then stops."""


class Ready(Reply, tag="ready", kw_only=True):
    """The description of the server."""

    protocol: int
    package: str
    game: GameInfo
    bots: list[BotInfo]
    default_bot: Identifier
    """The default opponent."""
    rules: list[RuleInfo]
    limits: Limits


class ChoiceData(ReplyStruct, kw_only=True):
    """An action, and its effect."""

    index: Index
    text: str
    label: str | UnsetType = UNSET
    """The number to type."""
    description: str = ""
    aliases: list[str] = []
    """Further texts for it, such as the title of a card or a player's name."""
    targets: list[str] = []
    """Items of the scene that it refers to, such as `place 7` or `seat 1`: a click on one selects it."""


class ActionProbability(ChoiceData, kw_only=True):
    """An action with the probability that the bot takes it."""

    probability: Probability
    action_value: Probability | UnsetType = UNSET
    """Estimated probability of winning after the action, of bots that look ahead."""


class AnalysisData(ReplyStruct, kw_only=True):
    """A bot's analysis; the probabilities sum to 1."""

    actions: list[ActionProbability]
    value: float | None = None
    """Expected final reward of the seat, from -1 to +1; null if the bot has no estimate."""
    sampled: bool = False
    """Whether the action was sampled from the probabilities."""


class Action(Reply, tag="action", kw_only=True):
    """A bot's action."""

    seat: Seat | UnsetType = UNSET
    decision: str
    index: Index
    text: str
    seed: str
    elapsed_ms: int
    analysis: AnalysisData | UnsetType = UNSET


class GameCreated(Reply, tag="game", kw_only=True):
    """A new game and its secrets: one per player, and one for spectators."""

    game: Identifier
    first_human: Player | None
    """The first person; null if only bots play."""
    secrets: list[str]
    spectator_secret: str
    seed_hash: Digest
    """SHA-256 of nonce and seed, which are revealed at the end."""


class SceneReply(Reply, tag="scene", kw_only=True):
    """The table as seen by one player."""

    game: Identifier
    line: Line
    viewer: Player | None
    """null for a spectator."""
    scene: dict[str, Any]
    text: str
    private: list[str]
    """Private information of this player."""
    violation_seats: list[Seat] = []
    """Seats of this player whose violations may be reported now, if the table penalises them."""


class AnalysisReply(Reply, tag="analysis", kw_only=True):
    """A bot's analysis of a decision."""

    game: Identifier
    line: Line
    seat: Seat
    bot: Identifier
    analysis: AnalysisData
    action_taken: Index | None = None
    """The action that was taken."""


class RecordReply(Reply, tag="record", kw_only=True):
    """The text of a record file."""

    game: Identifier
    record: str


class Done(Reply, tag="done", kw_only=True):
    """The request was carried out; `line` is the new number of lines."""

    line: Line
    undo_count: Count = 0


class Error(ReplyStruct, tag_field="type", tag="error", kw_only=True):
    """A rejected request and the reason; nothing was changed."""

    id: RequestId | None = None
    """null if the request had no readable id."""
    code: str
    message: str
    field: str = ""


class GameEvent(ReplyStruct, tag_field="type", kw_only=True):
    """An event of a game as seen by `viewer`."""

    game: Identifier
    viewer: Player | None
    undo_count: Count = 0


class Event(GameEvent, tag="event", kw_only=True):
    """A line of the record. Private lines of others leave a gap in `n`."""

    n: Line
    turn: str
    seat: Seat | None
    """null for chance and corrections."""
    text: str
    narration: str
    changes: list[str] = []
    instructions: list[str] = []
    is_bot: bool = False
    is_illegal: bool = False
    is_secret: bool = False
    """Whether only the viewer sees it."""


class Prompt(GameEvent, tag="prompt", kw_only=True):
    """The current decision or chance node, for the viewer who must enter it."""

    line: Line
    seat: Seat
    kind: Literal["decision", "chance"]
    node: str
    text: str
    choices: list[ChoiceData]
    read_out: list[str] = []
    printed_answer: str = ""
    """The answer on the card, for the player who reads out a quiz question."""
    entry_prompt: str = ""
    may_sample: bool = False
    max_undo: int = 0


class Waiting(GameEvent, tag="waiting", kw_only=True):
    """The current decision or chance node of another player."""

    line: Line
    seat: Seat
    kind: Literal["decision", "chance"]
    node: str
    text: str
    read_out: list[str] = []
    printed_answer: str = ""
    max_undo: int = 0


class Undone(GameEvent, tag="undone", kw_only=True):
    """The lines after `to` are undone."""

    to: Line


class Alert(GameEvent, tag="alert", kw_only=True):
    """An alert that is not in the record, such as a failed bot or a seat that was handed over."""

    line: Line
    text: str
    bot: str = ""


class GameOver(GameEvent, tag="game_over", kw_only=True):
    """The game is over; all information is public now."""

    line: Line
    text: str
    winners: list[Player]
    rewards: list[float]
    seed: str
    nonce: str
    is_truncated: bool = False


class Heartbeat(ReplyStruct, tag_field="type", tag="heartbeat", kw_only=True):
    """Nothing happened for a while; the stream is open."""


REPLIES = (Ready, Action, GameCreated, SceneReply, AnalysisReply, RecordReply, Done, Error)
EVENTS = (Event, Prompt, Waiting, Undone, Alert, GameOver, Heartbeat)
AnyReply = Ready | Action | GameCreated | SceneReply | AnalysisReply | RecordReply | Done | Error
AnyEvent = Event | Prompt | Waiting | Undone | Alert | GameOver | Heartbeat
