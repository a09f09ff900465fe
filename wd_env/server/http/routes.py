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
    about: str
    takes: tuple[type[msgspec.Struct], ...] = ()  # requests, in the body
    gives: tuple[type[msgspec.Struct], ...] = ()  # replies
    codes: tuple[str, ...] = ()  # of refusals, beside those that every address has
    query: dict[str, str] = field(default_factory=dict)  # parameters: name and meaning; whole numbers all
    events: bool = False  # gives a stream of lines
    has_secret: bool = False  # wants one of the game


EVERYWHERE = ("bad_host", "origin", "method", "not_found", "internal")
WITH_BODY = ("media_type", "too_large", "too_slow", "bad_message")
IN_GAME = ("no_secret", "not_yours", "no_such_game")
RULES = ("config_error", "data_error", "state_error", "illegal_action", "no_path")
OF_SERVER = ("no_secret",)  # where the server has a token of its own

ROUTES = (
    Route("GET", "/v1", "ready", "What there is.", gives=(replies.Ready,)),
    Route("POST", "/v1", "hello", "The same, for those who say hello.", (requests.Hello,), (replies.Ready,)),
    Route(
        "POST", "/v1/act", "act", "A bot's move.", (requests.Act,), (replies.Action,),
        (*RULES, "no_such_bot", "busy", "bot_failed", "over", "wrong_seat"),
    ),
    Route(
        "POST", "/v1/games", "new_game", "A new game.", (requests.NewGame,), (replies.GameMade,),
        (*RULES, "no_such_bot", "busy", "too_many_games", "not_kept"),
    ),
    Route(
        "POST", "/v1/games/{game}", "in_game", "Whatever is done in a game.",
        (requests.Answer, requests.TakeBack, requests.Fork, requests.HandOver, requests.OpinionOf, requests.Look,
         requests.RecordOf),
        (replies.Done, replies.GameMade, replies.OpinionReply, replies.SceneReply, replies.RecordReply),
        (*IN_GAME, *RULES, "stale", "wrong_seat", "over", "not_back", "no_such_bot", "busy", "bot_failed",
         "too_many_games", "too_many_lines", "not_kept"),
        has_secret=True,
    ),
    Route(
        "GET", "/v1/games/{game}/events", "events", "What happened, line by line, and goes on happening.",
        codes=(*IN_GAME, "bad_message", "too_many_games", "too_many_streams"), events=True, has_secret=True,
        query={"after": "lines that were seen", "branch": "take-backs that were seen",
               "wait": "1 (the usual) goes on with what happens; 0 ends with what is there"},
    ),
    Route(
        "GET", "/v1/games/{game}/record", "record", "The record.", gives=(replies.RecordReply,),
        codes=(*IN_GAME, "busy", "too_many_games"),
        has_secret=True,
    ),
    Route("GET", "/healthz", "health", "Whether the server answers."),
    Route("GET", "/v1/schema.json", "schema", "JSON Schema of all messages."),
    Route("GET", "/v1/openapi.json", "openapi", "This description."),
)  # fmt: skip


def codes_of(route: Route) -> list[str]:
    """Return every code that an address may refuse by."""
    body = WITH_BODY if route.takes else ()
    return list(dict.fromkeys((*EVERYWHERE, *OF_SERVER, *body, *route.codes)))
