"""JSON Schema and OpenAPI of the messages, generated from their classes."""

import re
from typing import Any

import msgspec

from wd_env import __version__
from wd_env.options import descriptions_of
from wd_env.server.http.http_routes import ROUTES, Route, error_codes_of
from wd_env.server.protocol.message_fields import MAX_LINES, MAX_MESSAGE_BYTES
from wd_env.server.protocol.messages import EVENTS, PROTOCOL, REPLIES, REQUESTS, message_type
from wd_env.server.protocol.replies import Error, GameCreated
from wd_env.server.protocol.requests import EXACTLY_ONE
from wd_env.server.server_errors import HTTP_STATUS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
JSON = "application/json"
NDJSON = "application/x-ndjson"  # one JSON value per line

SERVER_PACKAGE = "wd_env.server."  # modules with messages

Schema = dict[str, Any]


def message_schema() -> Schema:
    """Return the JSON Schema of every message, by `type`."""
    return {
        "$schema": DIALECT,
        "title": f"Messages of wd_env, protocol {PROTOCOL}",
        "anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in (*REQUESTS, *REPLIES, *EVENTS)],
        "$defs": definitions("#/$defs/{name}"),
    }


def openapi() -> Schema:
    """Return the OpenAPI description of the HTTP addresses."""
    paths: Schema = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "wd_env",
            "version": __version__,
            "description": f"Protocol {PROTOCOL}. Bodies of at most {MAX_MESSAGE_BYTES} bytes.",
        },
        "paths": paths,
        "components": {
            "schemas": definitions("#/components/schemas/{name}"),
            "securitySchemes": {"secret": {"type": "http", "scheme": "bearer"}},
        },
    }


def definitions(ref_template: str) -> Schema:
    """Return the schema of each class by name, with the docstrings of its fields."""
    _, result = msgspec.json.schema_components([*REQUESTS, *REPLIES, *EVENTS], ref_template=ref_template)
    classes = {kind.__name__: kind for kind in _subclasses(msgspec.Struct)}
    for name, schema in result.items():
        kind = classes[name]
        schema["description"] = " ".join(schema.get("description", "").split())
        for field, description in descriptions_of(kind).items():
            schema["properties"][field] = _with_description(schema["properties"][field], description)
        if kind in EXACTLY_ONE:
            schema["oneOf"] = [{"required": [field]} for field in EXACTLY_ONE[kind]]
    return dict(sorted(result.items()))


def _with_description(schema: Schema, description: str) -> Schema:
    return (
        {"allOf": [schema], "description": description} if "$ref" in schema else schema | {"description": description}
    )


def _subclasses(kind: type[msgspec.Struct]) -> list[type[msgspec.Struct]]:
    return [
        each
        for sub in kind.__subclasses__()
        if sub.__module__.startswith(SERVER_PACKAGE)
        for each in (sub, *_subclasses(sub))
    ]


def _operation(route: Route) -> Schema:
    texts: Schema = {"operationId": route.name, "summary": route.summary, "parameters": _parameters(route)}
    if route.requests:
        texts["requestBody"] = {"required": True, "content": {JSON: {"schema": _one_of(route.requests)}}}
    if route.needs_secret:
        texts["security"] = [{"secret": []}]
    texts["responses"] = {"200": _success(route)} | _failures(route)
    return texts


def _parameters(route: Route) -> list[Schema]:
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", route.path)
    ]
    full = {"type": "integer", "minimum": 0, "maximum": MAX_LINES}
    return in_path + [
        {"name": name, "in": "query", "description": description, "schema": full}
        for name, description in route.query.items()
    ]


def _success(route: Route) -> Schema:
    if route.streams_events:
        return {"description": "events, a line each", "content": {NDJSON: {"schema": _one_of(EVENTS)}}}
    schema = _one_of(route.replies) if route.replies else {"type": "object"}
    success: Schema = {"description": route.summary, "content": {JSON: {"schema": schema}}}
    return success | ({"links": _links()} if route.replies == (GameCreated,) else {})


def _links() -> Schema:
    """Return the links from a new game to its addresses."""
    parameters = {"game": "$response.body#/game"}
    return {route.name: {"operationId": route.name, "parameters": parameters} for route in ROUTES if route.needs_secret}


def _failures(route: Route) -> Schema:
    codes = error_codes_of(route)
    statuses = sorted({HTTP_STATUS[code] for code in codes})
    return {
        str(status): {
            "description": ", ".join(code for code in codes if HTTP_STATUS[code] == status),
            "content": {JSON: {"schema": _one_of((Error,))}},
        }
        for status in statuses
    }


def _one_of(message_types: tuple[type[msgspec.Struct], ...]) -> Schema:
    refs = [{"$ref": f"#/components/schemas/{kind.__name__}"} for kind in message_types]
    if len(refs) == 1:
        return refs[0]
    mapping = {message_type(kind): f"#/components/schemas/{kind.__name__}" for kind in message_types}
    return {"oneOf": refs, "discriminator": {"propertyName": "type", "mapping": mapping}}
