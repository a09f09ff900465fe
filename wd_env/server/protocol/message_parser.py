"""A message from outside: held to every bound before anything is built from it, and never repeated in an error."""

import re
from codecs import BOM_UTF8
from typing import Any

import msgspec

from wd_env.errors import StateError
from wd_env.server.protocol.message_fields import ID_PATTERN, MAX_MESSAGE_BYTES
from wd_env.server.protocol.messages import AnyRequest
from wd_env.server.protocol.requests import EXACTLY_ONE, Request
from wd_env.server.server_errors import ApiError
from wd_env.storage.bounded_json import MAX_DEPTH, MAX_DIGITS, read_json

INVALID_JSON = (
    f"the message cannot be read; allowed is one JSON object in UTF-8, no key twice in an object, at most {MAX_DEPTH} "
    f"arrays and objects inside each other, finite numbers, whole ones of at most {MAX_DIGITS} digits"
)
_ERROR_PATH = re.compile(r" - at `(\$[^`]*)`$")
_SAFE_REASON = re.compile(r"Expected `|Object missing required field `")  # these name nothing but what we declare


def parse_request(data: bytes) -> Request:
    """Return the request in these bytes; ApiError for whatever is not exactly one."""
    if len(data) > MAX_MESSAGE_BYTES:
        raise ApiError("too_large", f"the message has {len(data)} bytes; allowed are at most {MAX_MESSAGE_BYTES}")
    message = _json(data)
    try:
        request: Request = msgspec.convert(message, AnyRequest, strict=True)
    except msgspec.ValidationError as problem:
        raise _validation_error(str(problem)) from None
    _check_one_of(request)
    return request


def find_request_id(data: bytes) -> str | None:
    """Return the id of a message that may be none, so that a refusal can name it; None where it has none."""
    try:
        message = _json(data)
    except ApiError:
        return None
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str) and re.search(ID_PATTERN, found) else None


def _json(data: bytes) -> Any:
    try:
        return read_json(data.removeprefix(BOM_UTF8), "the message", max_bytes=MAX_MESSAGE_BYTES)
    except StateError:  # which repeats a part of what it refuses
        raise ApiError("bad_message", INVALID_JSON) from None


def _validation_error(told: str) -> ApiError:
    """What msgspec has found wrong, without the names and values that are the sender's."""
    match = _ERROR_PATH.search(told)
    place = match[1] if match else ""
    reason = told[: match.start()] if match else told
    if "unknown field" in reason:
        reason = "there is a field that the message does not have"
    elif not _SAFE_REASON.match(reason):
        reason = "the value is none that is allowed there; see /v1/schema.json"
    field = re.sub(r"\[[^\]]*\]", "[]", place).removeprefix("$").removeprefix(".")
    return ApiError("bad_message", f"{reason}{f' (at {field})' if field else ''}", field)


def _check_one_of(value: Any) -> None:
    """Refuse a message in which not exactly one of some fields is there."""
    for field in value.__struct_fields__:
        for part in _nested_structs(getattr(value, field)):
            _check_one_of(part)
    names = EXACTLY_ONE.get(type(value), ())
    given = [name for name in names if getattr(value, name) is not msgspec.UNSET]
    if names and len(given) != 1:
        raise ApiError("bad_message", f"{len(given)} of {', '.join(names)} are given; allowed is exactly one", names[0])


def _nested_structs(value: Any) -> list[msgspec.Struct]:
    values = value if isinstance(value, list) else [value]
    return [each for each in values if isinstance(each, msgspec.Struct)]
