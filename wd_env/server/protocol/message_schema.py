"""JSON Schema and OpenAPI of the messages, made from their classes."""

import re
from typing import Any

import msgspec

from wd_env import __version__
from wd_env.server.http.routes import ROUTES, Route, codes_of
from wd_env.server.protocol.message_fields import MOST_BYTES, MOST_LINES
from wd_env.server.protocol.messages import EVENTS, PROTOCOL, REPLIES, REQUESTS, type_of
from wd_env.server.protocol.replies import Error, GameMade
from wd_env.server.protocol.requests import ONE_OF
from wd_env.server.server_errors import STATUS
from wd_env.spec.rule_options import meanings_of

DIALECT = "https://json-schema.org/draft/2020-12/schema"
JSON = "application/json"
LINES = "application/x-ndjson"  # one JSON value a line

OURS = "wd_env.server."  # modules of messages

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
    """Return the OpenAPI description of the HTTP carrier."""
    paths: Schema = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "wd_env",
            "version": __version__,
            "description": f"Protocol {PROTOCOL}. Bodies of at most {MOST_BYTES} bytes.",
        },
        "paths": paths,
        "components": {
            "schemas": definitions("#/components/schemas/{name}"),
            "securitySchemes": {"secret": {"type": "http", "scheme": "bearer"}},
        },
    }


def definitions(place: str) -> Schema:
    """Return the schema of each class by name, its fields with what is said beneath them in the source."""
    _, found = msgspec.json.schema_components([*REQUESTS, *REPLIES, *EVENTS], ref_template=place)
    classes = {kind.__name__: kind for kind in _all(msgspec.Struct)}
    for name, schema in found.items():
        kind = classes[name]
        schema["description"] = " ".join(schema.get("description", "").split())
        for field, meaning in meanings_of(kind).items():
            schema["properties"][field] = _meant(schema["properties"][field], meaning)
        if kind in ONE_OF:
            schema["oneOf"] = [{"required": [field]} for field in ONE_OF[kind]]
    return dict(sorted(found.items()))


def _meant(schema: Schema, meaning: str) -> Schema:
    return {"allOf": [schema], "description": meaning} if "$ref" in schema else schema | {"description": meaning}


def _all(kind: type[msgspec.Struct]) -> list[type[msgspec.Struct]]:
    return [each for sub in kind.__subclasses__() if sub.__module__.startswith(OURS) for each in (sub, *_all(sub))]


def _operation(route: Route) -> Schema:
    told: Schema = {"operationId": route.name, "summary": route.about, "parameters": _parameters(route)}
    if route.takes:
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": _one_of(route.takes)}}}
    if route.has_secret:
        told["security"] = [{"secret": []}]
    told["responses"] = {"200": _success(route)} | _failures(route)
    return told


def _parameters(route: Route) -> list[Schema]:
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", route.path)
    ]
    whole = {"type": "integer", "minimum": 0, "maximum": MOST_LINES}
    return in_path + [
        {"name": name, "in": "query", "description": meaning, "schema": whole} for name, meaning in route.query.items()
    ]


def _success(route: Route) -> Schema:
    if route.events:
        return {"description": "events, a line each", "content": {LINES: {"schema": _one_of(EVENTS)}}}
    schema = _one_of(route.gives) if route.gives else {"type": "object"}
    success: Schema = {"description": route.about, "content": {JSON: {"schema": schema}}}
    return success | ({"links": _links()} if route.gives == (GameMade,) else {})


def _links() -> Schema:
    """Where a new game goes on."""
    parameters = {"game": "$response.body#/game"}
    return {route.name: {"operationId": route.name, "parameters": parameters} for route in ROUTES if route.has_secret}


def _failures(route: Route) -> Schema:
    codes = codes_of(route)
    statuses = sorted({STATUS[code] for code in codes})
    return {
        str(status): {
            "description": ", ".join(code for code in codes if STATUS[code] == status),
            "content": {JSON: {"schema": _one_of((Error,))}},
        }
        for status in statuses
    }


def _one_of(kinds: tuple[type[msgspec.Struct], ...]) -> Schema:
    refs = [{"$ref": f"#/components/schemas/{kind.__name__}"} for kind in kinds]
    if len(refs) == 1:
        return refs[0]
    mapping = {type_of(kind): f"#/components/schemas/{kind.__name__}" for kind in kinds}
    return {"oneOf": refs, "discriminator": {"propertyName": "type", "mapping": mapping}}
