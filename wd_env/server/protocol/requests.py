"""The messages of clients. Undeclared fields are rejected."""

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
    """Any request; the reply repeats `id`."""

    id: RequestId


class InGame(Request, kw_only=True):
    """A request about one game."""

    game: Identifier
    secret: Secret | UnsetType = UNSET
    """Secret of a player or spectator. Over HTTP the header `Authorization: Bearer` can carry it instead."""


class Hello(Request, tag="hello", kw_only=True):
    """Ask for the description of the server; an error if no protocol is shared."""

    protocols: Annotated[list[Annotated[int, Meta(ge=0, le=1000)]], Meta(min_length=1, max_length=16)]


class ViewData(Struct, forbid_unknown_fields=True, kw_only=True):
    """The observation and mask of one seat."""

    layout_hash: Digest
    obs: Observation
    mask: Mask


class Act(Request, tag="act", kw_only=True):
    """Ask a bot for an action; exactly one of `state`, `record` and `view` gives the position."""

    bot: Identifier
    state: dict[str, Any] | UnsetType = UNSET
    """A table as `Table.to_json` returns it."""
    record: RecordText | UnsetType = UNSET
    view: ViewData | UnsetType = UNSET
    seed: Seed | UnsetType = UNSET
    """The same seed gives the same action; by default the server draws one."""
    greedy: bool = False
    """Whether to take the most probable action, for bots with probabilities."""
    budget_ms: Budget | UnsetType = UNSET
    analysis: bool = False
    """Whether to return an analysis too."""


class PlayerConfig(Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A player: a person by name, or a bot by id; exactly one of the two."""

    human: Name | UnsetType = UNSET
    bot: Identifier | UnsetType = UNSET
    name: Name | UnsetType = UNSET
    """Name of the bot in the game."""


PlayerConfigs = Annotated[list[PlayerConfig], Meta(max_length=MAX_PLAYERS)]


class NewGame(Request, tag="new_game", kw_only=True):
    """Create a game, or continue a `record` or `state`; with a record, `players` may be empty."""

    players: PlayerConfigs = []
    rules: dict[str, Any] = {}
    """Rule options by name, as `ready` lists them."""
    chance: Literal["sampled", "explicit"] | UnsetType = UNSET
    """`sampled` (default): the engine draws; `explicit`: people enter the outcomes of a physical board."""
    undo: Literal["own", "always", "never"] = "own"
    """`own`: only if no chance outcome, secret or action of another person was revealed."""
    open: bool = False
    """Whether all viewers see everything."""
    advice: bool = False
    """Whether people may ask bots about their current decision."""
    delay_ms: Delay = 0
    seed: Seed | UnsetType = UNSET
    """Only for open games and for games of bots."""
    record: RecordText | UnsetType = UNSET
    state: dict[str, Any] | UnsetType = UNSET


class SceneRequest(InGame, tag="scene", kw_only=True):
    """Ask for the table now, or after a number of lines, as the viewer sees it."""

    line: Line | UnsetType = UNSET


class Play(InGame, tag="play", kw_only=True):
    """Play an entry; exactly one of `text`, `index`, `outcome`, `sample`, `violation` and `correction`.

    `line` is the number of lines for which it was chosen; if it differs from the current number, the error is `stale`.
    """

    line: Line
    seat: Seat | UnsetType = UNSET
    text: Text | UnsetType = UNSET
    index: Index | UnsetType = UNSET
    outcome: Text | UnsetType = UNSET
    """The outcome on the physical board."""
    sample: Literal[True] | UnsetType = UNSET
    """Let the engine draw this outcome."""
    violation: Text | UnsetType = UNSET
    """A violation of the seat, if the table penalises it."""
    correction: Text | UnsetType = UNSET
    """A correction of the state, in the syntax of `wd table`."""


class Undo(InGame, tag="undo", kw_only=True):
    """Undo the last entries of people and everything after them."""

    line: Line
    entries: Entries = 1


class Fork(InGame, tag="fork", kw_only=True):
    """Create a game that continues from a line of this one, which must be over or open, with other players."""

    line: Line
    players: PlayerConfigs
    open: bool = False
    advice: bool = False
    undo: Literal["own", "always", "never"] = "own"
    delay_ms: Delay = 0


class HandOver(InGame, tag="hand_over", kw_only=True):
    """Let a bot continue for a player; requires the secret of that player."""

    player: Player
    bot: Identifier


class AnalysisRequest(InGame, tag="analysis", kw_only=True):
    """Ask for a bot's analysis of the decision after a number of lines."""

    line: Line
    bot: Identifier


class RecordRequest(InGame, tag="record", kw_only=True):
    """Ask for the record: what the player saw, or all of a game that is over or open."""


class EventsRequest(InGame, tag="events", kw_only=True):
    """Ask for the events after a line and all later ones; over HTTP a stream of lines."""

    after: Line = 0
    undo_count: Line | UnsetType = UNSET
    """Number of undos when that line was seen."""


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

# Exactly one of these fields must be present.
EXACTLY_ONE: dict[type[Struct], tuple[str, ...]] = {
    Act: ("state", "record", "view"),
    PlayerConfig: ("human", "bot"),
    Play: ("text", "index", "outcome", "sample", "violation", "correction"),
}
