"""What the server says. Clients leave fields alone that they do not know."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from wd_env.server.protocol.message_fields import Count, Digest, Id, Index, Line, Odds, Player, Seat, Word


class Part(Struct, kw_only=True, omit_defaults=True):
    """A part of a reply."""


class Reply(Part, tag_field="type", kw_only=True):
    """An answer to the request of this `id`."""

    id: Id


class GameInfo(Part, kw_only=True):
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


class BotInfo(Part, kw_only=True):
    """A bot that can be asked and seated."""

    id: Word
    about: str
    opinion: Literal["choice", "odds", "odds and value", "means"]
    """What it tells: only what it would do, the odds, a value too, or what each option has brought in samples."""


class RuleInfo(Part, kw_only=True):
    """A house rule: what it is called, what it may be, what it is unless said."""

    name: str
    kind: Literal["whole", "choice", "switch"]
    default: int | str | bool | None
    about: str
    allowed: str
    low: int | UnsetType = UNSET
    high: int | UnsetType = UNSET
    names: list[str] | UnsetType = UNSET
    """What may be chosen: of files (boards, maps, decks) the shipped ones, then those of whoever started the server."""
    own: list[str] = []
    """Those names that stand for files of whoever started the server."""
    none: bool = False
    """It may be null."""
    is_file: bool = False
    """It stands for a file: a board, a map or a deck."""


class Limits(Part, kw_only=True):
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
    default_bot: Word
    """The one of them that people meet unless they choose another."""
    rules: list[RuleInfo]
    limits: Limits


class OptionData(Part, kw_only=True):
    """What may be answered, and what it does."""

    index: Index
    text: str
    label: str | UnsetType = UNSET
    """The number to type."""
    about: str = ""
    names: list[str] = []
    """What else it may be called: the title on the card, who is named."""
    targets: list[str] = []
    """The things of the scene that it is about, such as `place 7` or `seat 1`: a click on one means this option."""


class Weighed(OptionData, kw_only=True):
    """An option with the odds that the bot takes it."""

    odds: Odds
    mean: Odds | UnsetType = UNSET
    """The odds of winning that the option has brought in samples, for bots that look ahead."""


class OpinionData(Part, kw_only=True):
    """What a bot thinks: the odds sum to 1."""

    options: list[Weighed]
    value: float | None = None
    """What it expects the seat to get in the end, from -1 to +1; null where it tells none."""
    drawn: bool = False
    """What it took was drawn by these odds, and need not be the greatest."""


class Action(Reply, tag="action", kw_only=True):
    """A bot's move."""

    seat: Seat | UnsetType = UNSET
    question: str
    index: Index
    text: str
    seed: str
    took_ms: int
    opinion: OpinionData | UnsetType = UNSET


class GameMade(Reply, tag="game", kw_only=True):
    """A new game and its secrets: one for each player, and one to watch."""

    game: Word
    you: Player | None
    """The first person; null where only bots play."""
    secrets: list[str]
    watch: str
    seed_hash: Digest
    """SHA-256 of nonce and seed, which are told at the end."""


class SceneReply(Reply, tag="scene", kw_only=True):
    """The table in the eyes of one player."""

    game: Word
    line: Line
    viewer: Player | None
    """null: a bystander."""
    scene: dict[str, Any]
    account: str
    private: list[str]
    """What only this player knows."""
    may_offend: list[Seat] = []
    """Own seats whose offences may be told now, where the table punishes them."""


class OpinionReply(Reply, tag="opinion", kw_only=True):
    """What a bot thinks of a decision."""

    game: Word
    line: Line
    seat: Seat
    bot: Word
    opinion: OpinionData
    taken: Index | None = None
    """What was answered there."""


class RecordReply(Reply, tag="record", kw_only=True):
    """The text of a record file."""

    game: Word
    record: str


class Done(Reply, tag="done", kw_only=True):
    """It is done; the record has so many lines."""

    line: Line
    branch: Count = 0


class Error(Part, tag_field="type", tag="error", kw_only=True):
    """What was refused, and why; nothing has changed."""

    id: Id | None = None
    """null where the request had none that could be read."""
    code: str
    message: str
    field: str = ""


class GameEvent(Part, tag_field="type", kw_only=True):
    """Something that `viewer` saw in a game."""

    game: Word
    viewer: Player | None
    branch: Count = 0


class Event(GameEvent, tag="event", kw_only=True):
    """A line of the record. Private ones of others leave a gap in `n`."""

    n: Line
    turn: str
    by: Seat | None
    """null: chance, or a correction."""
    text: str
    told: str
    changes: list[str] = []
    landings: list[str] = []
    bot: bool = False
    illegal: bool = False
    secret: bool = False
    """Only the viewer knows it."""


class Ask(GameEvent, tag="ask", kw_only=True):
    """The open question, for who answers it or enters what fell."""

    line: Line
    seat: Seat
    kind: Literal["decision", "luck"]
    question: str
    words: str
    options: list[OptionData]
    read_out: list[str] = []
    printed: str = ""
    """What the card says, for who asks in a quiz."""
    prompt: str = ""
    may_throw: bool = False
    may_take_back: int = 0


class Asked(GameEvent, tag="asked", kw_only=True):
    """The open question of somebody else."""

    line: Line
    seat: Seat
    kind: Literal["decision", "luck"]
    question: str
    words: str
    read_out: list[str] = []
    printed: str = ""
    may_take_back: int = 0


class Back(GameEvent, tag="back", kw_only=True):
    """Lines after `to` are taken back."""

    to: Line


class Notice(GameEvent, tag="notice", kw_only=True):
    """What a person should know beside the record: a bot that failed, a seat that was handed over."""

    line: Line
    text: str
    bot: str = ""


class Over(GameEvent, tag="over", kw_only=True):
    """The game is over; everything may be seen now."""

    line: Line
    words: str
    winners: list[Player]
    rewards: list[float]
    seed: str
    nonce: str
    truncated: bool = False


class Beat(Part, tag_field="type", tag="beat", kw_only=True):
    """Nothing happened for a while; the stream is alive."""


REPLIES = (Ready, Action, GameMade, SceneReply, OpinionReply, RecordReply, Done, Error)
EVENTS = (Event, Ask, Asked, Back, Notice, Over, Beat)
AnyReply = Ready | Action | GameMade | SceneReply | OpinionReply | RecordReply | Done | Error
AnyEvent = Event | Ask | Asked | Back | Notice | Over | Beat
