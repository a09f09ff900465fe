"""The addresses of the HTTP carrier: what each takes and gives. Server and OpenAPI are made from these rows."""

from dataclasses import dataclass, field

import msgspec

from wd_env.server.protocol import replies, requests


@dataclass(frozen=True)
class Route:
    """One address and method."""

    method: str
    path: str
    name: str  # of the function that serves it
    summary: str
    requests: tuple[type[msgspec.Struct], ...] = ()  # requests, in the body
    replies: tuple[type[msgspec.Struct], ...] = ()  # replies
    error_codes: tuple[str, ...] = ()  # of refusals, beside those that every address has
    query: dict[str, str] = field(default_factory=dict)  # parameters: name and meaning; whole numbers all
    streams_events: bool = False  # gives a stream of lines
    needs_secret: bool = False  # wants one of the game


COMMON_ERRORS = ("bad_host", "origin", "method", "not_found", "internal")
BODY_ERRORS = ("media_type", "too_large", "too_slow", "bad_message")
GAME_ERRORS = ("no_secret", "not_yours", "no_such_game")
RULE_ERRORS = ("config_error", "data_error", "state_error", "illegal_action", "no_path")
TOKEN_ERRORS = ("no_secret",)  # where the server has a token of its own

ROUTES = (
    Route("GET", "/v1", "ready", "What there is.", replies=(replies.Ready,)),
    Route("POST", "/v1", "hello", "The same, for those who say hello.", (requests.Hello,), (replies.Ready,)),
    Route(
        "POST", "/v1/act", "act", "A bot's move.", (requests.Act,), (replies.Action,),
        (*RULE_ERRORS, "no_such_bot", "busy", "bot_failed", "game_over", "wrong_seat"),
    ),
    Route(
        "POST", "/v1/games", "new_game", "A new game.", (requests.NewGame,), (replies.GameCreated,),
        (*RULE_ERRORS, "no_such_bot", "busy", "too_many_games", "not_saved"),
    ),
    Route(
        "POST", "/v1/games/{game}", "in_game", "Whatever is done in a game.",
        (requests.Play, requests.Undo, requests.Fork, requests.HandOver, requests.AnalysisRequest,
        requests.SceneRequest,
         requests.RecordRequest),
        (replies.Done, replies.GameCreated, replies.AnalysisReply, replies.SceneReply, replies.RecordReply),
        (*GAME_ERRORS, *RULE_ERRORS, "stale", "wrong_seat", "game_over", "undo_not_allowed", "no_such_bot", "busy",
        "bot_failed",
         "too_many_games", "too_many_lines", "not_saved"),
        needs_secret=True,
    ),
    Route(
        "GET", "/v1/games/{game}/events", "events", "What happened, line by line, and goes on happening.",
        error_codes=(*GAME_ERRORS, "bad_message", "too_many_games", "too_many_streams"), streams_events=True,
        needs_secret=True,
        query={"after": "lines that were seen", "undo_count": "take-backs that were seen",
               "wait": "1 (the usual) goes on with what happens; 0 ends with what is there"},
    ),
    Route(
        "GET", "/v1/games/{game}/record", "record", "The record.", replies=(replies.RecordReply,),
        error_codes=(*GAME_ERRORS, "busy", "too_many_games"),
        needs_secret=True,
    ),
    Route("GET", "/healthz", "health", "Whether the server answers."),
    Route("GET", "/v1/schema.json", "schema", "JSON Schema of all messages."),
    Route("GET", "/v1/openapi.json", "openapi", "This description."),
)  # fmt: skip


def error_codes_of(route: Route) -> list[str]:
    """Return every code that an address may refuse by."""
    body = BODY_ERRORS if route.requests else ()
    return list(dict.fromkeys((*COMMON_ERRORS, *TOKEN_ERRORS, *body, *route.error_codes)))
