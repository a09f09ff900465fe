"""What clients say. A field that is not declared here is refused."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from wd_env.server.protocol.message_fields import (
    MAX_PLAYERS,
    Budget,
    Delay,
    Digest,
    Entries,
    Identifier,
    Index,
    Line,
    Mask,
    Name,
    Observation,
    Player,
    RecordText,
    RequestId,
    Seat,
    Secret,
    Seed,
    Text,
)

PROTOCOL = 1


class Request(Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """Whatever is asked; the reply repeats `id`."""

    id: RequestId


class InGame(Request, kw_only=True):
    """A request about one game."""

    game: Identifier
    secret: Secret | UnsetType = UNSET
    """Who asks: of a player, or of a watcher. Over HTTP it may be the header `Authorization: Bearer` instead."""


class Hello(Request, tag="hello", kw_only=True):
    """Asks what there is; answered by `ready`, or by an error where no protocol is known to both."""

    protocols: Annotated[list[Annotated[int, Meta(ge=0, le=1000)]], Meta(min_length=1, max_length=16)]


class ViewData(Struct, forbid_unknown_fields=True, kw_only=True):
    """What one seat sees, in the numbers of the layout."""

    layout_hash: Digest
    obs: Observation
    mask: Mask


class Act(Request, tag="act", kw_only=True):
    """Asks a bot for a move; exactly one of `state`, `record` and `view` says where."""

    bot: Identifier
    state: dict[str, Any] | UnsetType = UNSET
    """A table as `Table.to_json` writes it."""
    record: RecordText | UnsetType = UNSET
    view: ViewData | UnsetType = UNSET
    seed: Seed | UnsetType = UNSET
    """The same seed gives the same answer; without one the server takes a new one."""
    greedy: bool = False
    """The option of the greatest odds, for bots that tell odds."""
    budget_ms: Budget | UnsetType = UNSET
    analysis: bool = False
    """Also the odds of every option, what each does in words, and the value of the seat."""


class PlayerConfig(Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Who plays: a person by name, or a bot by its id; exactly one of the two."""

    human: Name | UnsetType = UNSET
    bot: Identifier | UnsetType = UNSET
    name: Name | UnsetType = UNSET
    """What the bot is called at the table."""


PlayerConfigs = Annotated[list[PlayerConfig], Meta(max_length=MAX_PLAYERS)]


class NewGame(Request, tag="new_game", kw_only=True):
    """Begins a game, or goes on with a `record` or a `state`; `players` may be empty with a record of a table."""

    players: PlayerConfigs = []
    rules: dict[str, Any] = {}
    """House rules by name, as `ready` lists them."""
    chance: Literal["sampled", "explicit"] | UnsetType = UNSET
    """`sampled`: the engine throws (the usual); `explicit`: people enter what fell on the real table."""
    undo: Literal["own", "always", "never"] = "own"
    """`own`: not past chance, a secret or another person's answer."""
    open: bool = False
    """Everybody may see everything."""
    advice: bool = False
    """People may ask bots about their own open question."""
    delay_ms: Delay = 0
    seed: Seed | UnsetType = UNSET
    """Only for open games and games of bots."""
    record: RecordText | UnsetType = UNSET
    state: dict[str, Any] | UnsetType = UNSET


class SceneRequest(InGame, tag="scene", kw_only=True):
    """Asks how the table is, or was after so many lines, in the eyes of who asks."""

    line: Line | UnsetType = UNSET


class Play(InGame, tag="play", kw_only=True):
    """Answers the open question; exactly one of `text`, `index`, `outcome`, `sample`, `violation` and `correction`.

    `line` is the number of lines it rests on: an answer to an older table is refused as stale.
    """

    line: Line
    seat: Seat | UnsetType = UNSET
    text: Text | UnsetType = UNSET
    index: Index | UnsetType = UNSET
    outcome: Text | UnsetType = UNSET
    """What fell on the real table."""
    sample: Literal[True] | UnsetType = UNSET
    """The engine throws this once."""
    violation: Text | UnsetType = UNSET
    """What the seat did against the rules, where the table punishes it."""
    correction: Text | UnsetType = UNSET
    """What is different on the real table, in the words of `wd table`."""


class Undo(InGame, tag="undo", kw_only=True):
    """Takes back the last entries of people and all that followed from them."""

    line: Line
    entries: Entries = 1


class Fork(InGame, tag="fork", kw_only=True):
    """Begins a game from a line of this one, which is over or open, with other seats."""

    line: Line
    players: PlayerConfigs
    open: bool = False
    advice: bool = False
    undo: Literal["own", "always", "never"] = "own"
    delay_ms: Delay = 0


class HandOver(InGame, tag="hand_over", kw_only=True):
    """Lets a bot play on for a player; asked with the secret of that player."""

    player: Player
    bot: Identifier


class AnalysisRequest(InGame, tag="analysis", kw_only=True):
    """Asks a bot what it thinks of the decision after so many lines."""

    line: Line
    bot: Identifier


class RecordRequest(InGame, tag="record", kw_only=True):
    """Asks for the record: what the player saw, or all of a game that is over or open."""


class EventsRequest(InGame, tag="events", kw_only=True):
    """Asks for what happened after a line and from then on; over HTTP a stream of lines."""

    after: Line = 0
    undo_count: Line | UnsetType = UNSET
    """How often entries had been taken back when that line was seen."""


REQUESTS = (
    Hello,
    Act,
    NewGame,
    SceneRequest,
    Play,
    Undo,
    Fork,
    HandOver,
    AnalysisRequest,
    RecordRequest,
    EventsRequest,
)
AnyRequest = (
    Hello
    | Act
    | NewGame
    | SceneRequest
    | Play
    | Undo
    | Fork
    | HandOver
    | AnalysisRequest
    | RecordRequest
    | EventsRequest
)

# Of these fields exactly one is there.
EXACTLY_ONE: dict[type[Struct], tuple[str, ...]] = {
    Act: ("state", "record", "view"),
    PlayerConfig: ("human", "bot"),
    Play: ("text", "index", "outcome", "sample", "violation", "correction"),
}
