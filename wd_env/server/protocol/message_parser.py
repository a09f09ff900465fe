"""Parse messages from clients: all limits are checked before an object is built, and errors repeat no input."""

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
    f"cannot read the message; expected one JSON object in UTF-8 without duplicate keys, with at most {MAX_DEPTH} "
    f"nested arrays and objects, finite numbers, and integers of at most {MAX_DIGITS} digits"
)
_ERROR_PATH = re.compile(r" - at `(\$[^`]*)`$")
_SAFE_REASON = re.compile(r"Expected `|Object missing required field `")  # these contain only declared names


def parse_request(data: bytes) -> Request:
    """Return the request in these bytes; ApiError unless they are exactly one request."""
    if len(data) > MAX_MESSAGE_BYTES:
        raise ApiError("too_large", f"message: expected at most {MAX_MESSAGE_BYTES} bytes, got {len(data)}")
    message = _json(data)
    try:
        request: Request = msgspec.convert(message, AnyRequest, strict=True)
    except msgspec.ValidationError as exc:
        raise _validation_error(str(exc)) from None
    _check_one_of(request)
    return request


def find_request_id(data: bytes) -> str | None:
    """Return the id of a message that may be invalid, for its error, or None."""
    try:
        message = _json(data)
    except ApiError:
        return None
    result = message.get("id") if isinstance(message, dict) else None
    return result if isinstance(result, str) and re.search(ID_PATTERN, result) else None


def _json(data: bytes) -> Any:
    try:
        return read_json(data.removeprefix(BOM_UTF8), "the message", max_bytes=MAX_MESSAGE_BYTES)
    except StateError:  # its message may repeat input
        raise ApiError("bad_message", INVALID_JSON) from None


def _validation_error(text: str) -> ApiError:
    """Return the error that msgspec found, without the client's names and values."""
    match = _ERROR_PATH.search(text)
    index = match[1] if match else ""
    reason = text[: match.start()] if match else text
    if "unknown field" in reason:
        reason = "unknown field"
    elif not _SAFE_REASON.match(reason):
        reason = "invalid value; see /v1/schema.json"
    field = re.sub(r"\[[^\]]*\]", "[]", index).removeprefix("$").removeprefix(".")
    return ApiError("bad_message", f"{reason}{f' (at {field})' if field else ''}", field)


def _check_one_of(value: Any) -> None:
    """Raise ApiError if a message does not have exactly one of its exclusive fields."""
    for field in value.__struct_fields__:
        for item in _nested_structs(getattr(value, field)):
            _check_one_of(item)
    names = EXACTLY_ONE.get(type(value), ())
    provided = [name for name in names if getattr(value, name) is not msgspec.UNSET]
    if names and len(provided) != 1:
        raise ApiError("bad_message", f"expected exactly one of {', '.join(names)}, got {len(provided)}", names[0])


def _nested_structs(value: Any) -> list[msgspec.Struct]:
    values = value if isinstance(value, list) else [value]
    return [each for each in values if isinstance(each, msgspec.Struct)]
