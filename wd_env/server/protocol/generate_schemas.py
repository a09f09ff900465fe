"""Write `protocol/`: JSON Schema, OpenAPI and TypeScript of the messages (`make protocol`)."""

import json
from pathlib import Path

from wd_env.server.protocol.message_schema import message_schema, openapi
from wd_env.server.protocol.typescript_types import declarations
from wd_env.storage.atomic_files import write_atomic

FOLDER = Path(__file__).parents[3] / "docs" / "protocol"


def protocol_files() -> dict[str, str]:
    """Return the text of each generated file by name."""
    return {
        "schema.json": json.dumps(message_schema(), indent=1) + "\n",
        "openapi.json": json.dumps(openapi(), indent=1) + "\n",
        "messages.d.ts": declarations(),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in protocol_files().items():
        write_atomic(FOLDER / name, text)
