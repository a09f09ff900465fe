"""A message from outside: held to every bound before anything is built from it, and never repeated in an error."""

import re
from codecs import BOM_UTF8
from typing import Any

import msgspec

from wd_env.errors import StateError
from wd_env.server.protocol.message_fields import MOST_BYTES, WORD
from wd_env.server.protocol.messages import AnyRequest
from wd_env.server.protocol.requests import ONE_OF, Request
from wd_env.server.server_errors import Refusal
from wd_env.storage.bounded_json import MOST_DEPTH, MOST_DIGITS, read_json

NO_JSON = (
    f"the message cannot be read; allowed is one JSON object in UTF-8, no key twice in an object, at most {MOST_DEPTH} "
    f"arrays and objects inside each other, finite numbers, whole ones of at most {MOST_DIGITS} digits"
)
_PLACE = re.compile(r" - at `(\$[^`]*)`$")
_SAFE = re.compile(r"Expected `|Object missing required field `")  # these name nothing but what we declare


def parsed(data: bytes) -> Request:
    """Return the request in these bytes; Refusal for whatever is not exactly one."""
    if len(data) > MOST_BYTES:
        raise Refusal("too_large", f"the message has {len(data)} bytes; allowed are at most {MOST_BYTES}")
    message = _json(data)
    try:
        request: Request = msgspec.convert(message, AnyRequest, strict=True)
    except msgspec.ValidationError as problem:
        raise _refusal(str(problem)) from None
    _check_one_of(request)
    return request


def id_of(data: bytes) -> str | None:
    """Return the id of a message that may be none, so that a refusal can name it; None where it has none."""
    try:
        message = _json(data)
    except Refusal:
        return None
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str) and re.search(WORD, found) else None


def _json(data: bytes) -> Any:
    try:
        return read_json(data.removeprefix(BOM_UTF8), "the message", most_bytes=MOST_BYTES)
    except StateError:  # which repeats a part of what it refuses
        raise Refusal("bad_message", NO_JSON) from None


def _refusal(told: str) -> Refusal:
    """What msgspec has found wrong, without the names and values that are the sender's."""
    match = _PLACE.search(told)
    place = match[1] if match else ""
    reason = told[: match.start()] if match else told
    if "unknown field" in reason:
        reason = "there is a field that the message does not have"
    elif not _SAFE.match(reason):
        reason = "the value is none that is allowed there; see /v1/schema.json"
    field = re.sub(r"\[[^\]]*\]", "[]", place).removeprefix("$").removeprefix(".")
    return Refusal("bad_message", f"{reason}{f' (at {field})' if field else ''}", field)


def _check_one_of(value: Any) -> None:
    """Refuse a message in which not exactly one of some fields is there."""
    for field in value.__struct_fields__:
        for part in _parts(getattr(value, field)):
            _check_one_of(part)
    names = ONE_OF.get(type(value), ())
    given = [name for name in names if getattr(value, name) is not msgspec.UNSET]
    if names and len(given) != 1:
        raise Refusal("bad_message", f"{len(given)} of {', '.join(names)} are given; allowed is exactly one", names[0])


def _parts(value: Any) -> list[msgspec.Struct]:
    values = value if isinstance(value, list) else [value]
    return [each for each in values if isinstance(each, msgspec.Struct)]
