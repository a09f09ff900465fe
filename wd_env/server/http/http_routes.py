"""The HTTP addresses with their requests and replies, from which the server and the OpenAPI document are made."""

from dataclasses import dataclass, field

import msgspec

from wd_env.server.protocol import replies, requests


@dataclass(frozen=True)
class Route:
    """One address and method."""

    method: str
    path: str
    name: str  # of the endpoint
    summary: str
    requests: tuple[type[msgspec.Struct], ...] = ()  # messages in the body
    replies: tuple[type[msgspec.Struct], ...] = ()
    error_codes: tuple[str, ...] = ()  # in addition to those of every address
    query: dict[str, str] = field(default_factory=dict)  # description of each parameter, an integer
    streams_events: bool = False  # whether it returns a stream of lines
    needs_secret: bool = False  # whether it requires a secret of the game


COMMON_ERRORS = ("bad_host", "origin", "method", "not_found", "internal")
BODY_ERRORS = ("media_type", "too_large", "too_slow", "bad_message")
GAME_ERRORS = ("no_secret", "not_yours", "no_such_game")
RULE_ERRORS = ("config_error", "data_error", "state_error", "illegal_action", "no_path")
TOKEN_ERRORS = ("no_secret",)  # if the server has a token

ROUTES = (
    Route("GET", "/v1", "ready", "Describe the server.", replies=(replies.Ready,)),
    Route("POST", "/v1", "hello", "Describe the server, if a protocol is shared.", (requests.Hello,), (replies.Ready,)),
    Route(
        "POST", "/v1/act", "act", "Choose a bot's action.", (requests.Act,), (replies.Action,),
        (*RULE_ERRORS, "no_such_bot", "busy", "bot_failed", "game_over", "wrong_seat"),
    ),
    Route(
        "POST", "/v1/games", "new_game", "Create a game.", (requests.NewGame,), (replies.GameCreated,),
        (*RULE_ERRORS, "no_such_bot", "busy", "too_many_games", "not_saved"),
    ),
    Route(
        "POST", "/v1/games/{game}", "in_game", "Send any request about a game.",
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
        "GET", "/v1/games/{game}/events", "events", "Stream the events of a game, one per line.",
        error_codes=(*GAME_ERRORS, "bad_message", "too_many_games", "too_many_streams"), streams_events=True,
        needs_secret=True,
        query={"after": "lines already seen", "undo_count": "undos already seen",
               "wait": "1 (default): continue with new events; 0: end after the existing ones"},
    ),
    Route(
        "GET", "/v1/games/{game}/record", "record", "The record.", replies=(replies.RecordReply,),
        error_codes=(*GAME_ERRORS, "busy", "too_many_games"),
        needs_secret=True,
    ),
    Route("GET", "/healthz", "health", "Check that the server runs."),
    Route("GET", "/v1/schema.json", "schema", "JSON Schema of all messages."),
    Route("GET", "/v1/openapi.json", "openapi", "This description."),
)  # fmt: skip


def error_codes_of(route: Route) -> list[str]:
    """Return the error codes of an address."""
    body = BODY_ERRORS if route.requests else ()
    return list(dict.fromkeys((*COMMON_ERRORS, *TOKEN_ERRORS, *body, *route.error_codes)))
