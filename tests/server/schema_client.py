"""A client that uses only docs/protocol/schema.json and not the package: it plays complete games over HTTP.

It validates every message that it sends or receives against the schema.
"""

import http.client
import json
import time
from pathlib import Path
from typing import Any

SCHEMA = Path(__file__).parents[2] / "docs" / "protocol" / "schema.json"
JSON = {"Content-Type": "application/json"}
PAUSE, TIMEOUT = 0.02, 600.0  # seconds between two requests, and until bots must have acted

Data = dict[str, Any]


class SchemaClient:
    """A client of one server on this machine."""

    def __init__(self, port: int) -> None:
        import jsonschema  # of the dependency group `test`

        self._schema: Data = json.loads(SCHEMA.read_text("utf-8"))
        kind = jsonschema.validators.validator_for(self._schema)
        kind.check_schema(self._schema)
        self._validator = kind(self._schema)
        self._port, self._number = port, 0

    def check(self, message: Data) -> None:
        """Validate a message against the schema; raise ValidationError if it is invalid."""
        self._validator.validate(message)

    def fields_of(self, kind: str) -> Data:
        """Return the fields that messages of this type have."""
        definitions: list[Data] = [each for each in self._schema["$defs"].values() if _type(each) == kind]
        return dict(definitions[0]["properties"])

    def ask(self, path: str, kind: str, secret: str = "", **fields: Any) -> Data:
        """Send a message to an address, and return the reply."""
        self._number += 1
        message = {"type": kind, "id": f"{kind}.{self._number}", **fields}
        assert message.keys() <= self.fields_of(kind).keys()
        self.check(message)
        [reply] = self._exchange("POST", path, json.dumps(message), secret)
        assert reply.get("id") == message["id"], reply
        return reply

    def play(self, players: list[Data], rules: Data, seed: str) -> Data:
        """Play a game to its end for its first player, and return its actions, record and last event."""
        new_game = self.ask("/v1/games", "new_game", players=players, rules=rules, seed=seed, open=True)
        game, own = f"/v1/games/{new_game['game']}", new_game["secrets"][new_game["first_human"]]
        actions: list[str] = []
        seen = 0  # number of lines
        while (event := self._decision(game, own, seen))["type"] != "game_over":
            seen = event["line"]
            option = event["choices"][(7 * len(actions) + event["line"]) % len(event["choices"])]
            field = "outcome" if event["kind"] == "chance" else "text"
            fields = {"game": new_game["game"], "line": event["line"], field: option["text"]}
            reply = self.ask(game, "play", own, **fields)
            assert reply["type"] == "done", reply
            actions.append(option["text"])
        record = self.ask(game, "record", own, game=new_game["game"])["record"]
        return {"actions": actions, "record": record, "over": event}

    def _decision(self, game: str, secret: str, seen: int) -> Data:
        """Return the next message after line `seen`: the decision of this player, or the end of the game."""
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            result = self._exchange("GET", f"{game}/events?wait=0&after={seen}", None, secret)
            if result and result[-1]["type"] in ("prompt", "game_over"):
                return result[-1]
            time.sleep(PAUSE)
        raise AssertionError("timeout: the bots did not act")

    def _exchange(self, method: str, path: str, body: str | None, secret: str) -> list[Data]:
        headers = JSON | ({"Authorization": f"Bearer {secret}"} if secret else {})
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=TIMEOUT)
        try:
            connection.request(method, path, body, headers)
            data = [json.loads(line) for line in connection.getresponse().read().splitlines()]
        finally:
            connection.close()
        for message in data:
            self.check(message)
        return data


def _type(schema: Data) -> str | None:
    """Return the `type` of the messages that a definition describes, or None if it describes a part of messages."""
    names = schema.get("properties", {}).get("type", {}).get("enum", [None])
    kind: str | None = names[0]
    return kind
