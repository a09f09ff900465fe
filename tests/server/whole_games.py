"""Compare complete games of the schema client with the same games at a single table."""

from typing import Any

from tests.games.world_dominance.policies import digest_of
from tests.server.schema_client import SchemaClient
from wd_env import registry
from wd_env.games.world_dominance.variants import rows_of
from wd_env.session.players import HUMAN
from wd_env.session.referee import Referee
from wd_env.session.session_setup import SessionSetup
from wd_env.table.chance_modes import EXPLICIT, SAMPLED
from wd_env.table.saved_table import replay_record

ROW = registry.get_game()
BOT = "random"


def differences(client: SchemaClient, variant: str, seed: int, max_turns: int) -> list[str]:
    """Play one game of a variant both ways, and return the differences."""
    players = rows_of(variant)[0].min_players
    names = ["Anna", *(f"Bot {number}" for number in range(1, players))]
    seats: list[dict[str, Any]] = [{"human": names[0]}, *({"bot": BOT, "name": name} for name in names[1:])]
    rules = {"variant": variant, "max_turns": max_turns}
    played = client.play(seats, rules, str(seed))
    table = ROW.new_table(ROW.config(num_players=players, **rules), chance=EXPLICIT)
    setup = SessionSetup((HUMAN, *[BOT] * (players - 1)), tuple(names), SAMPLED, seed)
    referee = Referee(table, setup)
    for action in played["actions"]:
        referee.enter(action)
    over = played["over"]
    pairs = {
        "record": (played["record"], referee.record().dumps()),
        "digest": (digest_of(replay_record(referee.record(), ROW.game)), digest_of(referee.table)),
        "winners": (over["winners"], list(referee.table.winners)),
        "rewards": (over["rewards"], referee.table.rewards()),
        "seed": (over["seed"], str(seed)),
        "end": (True, referee.table.is_terminal),
    }
    return [f"{variant}, seed {seed}: {name}" for name, (one, other) in pairs.items() if one != other]
