"""A digest of the rules in force, which records of games have."""

import hashlib
import json
from typing import Any

from wd_env.spec.state_schema import GameState, StateSchema


def rules_digest(schema: StateSchema, state: GameState) -> str:
    """Return a digest of the fields of a state that hold its rules: configuration and data files.

    Options that were added later are left out at their defaults, so that earlier records keep their digest.
    """
    later = {field.name for field in schema.fields if field.added_later}
    values = {field.name: _json_value(getattr(state, field.name)) for field in schema.fields if field.constant}
    rules = {name: value for name, value in values.items() if value or name not in later}
    return hashlib.sha256(json.dumps(rules).encode()).hexdigest()[:16]


def _json_value(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value
