"""TypeScript declarations of the messages, generated from their JSON Schema."""

from typing import Any

from wd_env.server.protocol.message_schema import Schema, definitions
from wd_env.server.protocol.messages import EVENTS, PROTOCOL, REPLIES, REQUESTS

TYPESCRIPT_TYPES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
REF_TEMPLATE = "#/{name}"


def declarations() -> str:
    """Return a `.d.ts` file with an interface for each class of messages."""
    items = [f"// Messages of wd_env, protocol {PROTOCOL}: generated from their classes."]
    items += [_interface(name, schema) for name, schema in definitions(REF_TEMPLATE).items()]
    for union, message_types in (("AnyRequest", REQUESTS), ("AnyReply", REPLIES), ("AnyEvent", EVENTS)):
        items.append(f"export type {union} = {' | '.join(kind.__name__ for kind in message_types)};")
    return "\n\n".join(items) + "\n"


def _interface(name: str, schema: Schema) -> str:
    required = schema.get("required", [])
    lines = [f"/** {schema['description']} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    for field, kind in schema["properties"].items():
        if "description" in kind:
            lines.append(f"  /** {kind['description']} */")
        lines.append(f"  {field}{'' if field in required else '?'}: {_type(kind)};")
    return "\n".join([*lines, "}"])


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for key in ("anyOf", "allOf"):
        if key in schema:
            return " | ".join(map(_type, schema[key]))
    if "enum" in schema:
        return " | ".join(map(_literal, schema["enum"]))
    if schema.get("type") == "array":
        return f"Array<{_type(schema['items'])}>"
    return TYPESCRIPT_TYPES.get(schema.get("type", ""), "Record<string, unknown>")


def _literal(value: Any) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else f'"{value}"'
