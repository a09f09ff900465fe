"""Results of a battle by the rules: every throw of the dice at a table, with the losses that the odds assume."""

from array import array
from collections import defaultdict

from tests.games.superpowers.order_position import SPACES
from wd_env.games.superpowers.battle_units import ATTACK_ORDER, DEFENCE_ORDER
from wd_env.games.superpowers.definitions.actions import KIND_NAMES, POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import ARTILLERY_ROW
from wd_env.games.superpowers.rules.stock import land_index

FACES = 6
REST = 1e-9  # chance of battles that have not ended when the results are read
DICE = ("attack_die", "defence_die", "sub_die", "air_die")
IN_BATTLE = (*DICE, "lose", "give", "press", "general_home", "sub_stays")


def results_by_rules(table):
    """Return the chances of `taken`, `emptied`, `both gone` and `held`; at sea, where nothing is taken, of `emptied`.

    The table is at the first throw of a battle. Each state is followed once; rounds after the second are equal.
    """
    fight = table.state.target, table.state.turn, table.state.decider
    tables, ways = {}, {}
    now, results = {_enter(table, tables): 1.0}, defaultdict(float)
    while sum(now.values()) > REST:
        then = defaultdict(float)
        for key, chance in now.items():
            if tables[key].node.name not in DICE:
                results[_result(tables[key], *fight)] += chance
                continue
            if key not in ways:
                ways[key] = _throws(tables[key], tables)
            for after in ways[key]:
                then[after] += chance / FACES
        now = then
    return results


def _throws(table, tables):
    keys = []
    for face in range(1, FACES + 1):
        trial = table.copy()
        trial.play(f"die {face}")
        keys.append(_enter(trial, tables))
    return keys


def _enter(table, tables):
    """Make the decisions until the next die, and return the values of the state as bytes."""
    while table.node.name in IN_BATTLE and table.node.name not in DICE:
        table.play(_choice(table))
    table.state.battle_round = min(table.state.battle_round, 2)
    values = (getattr(table.state, field.name) for field in table.game.schema.fields)
    key = b"".join(array("q", value if isinstance(value, list) else [value]).tobytes() for value in values)
    tables.setdefault(key, table)
    return key


def _choice(table):
    """Choose losses in the order of the odds.

    The attacker hits the most expensive unit, continues, and keeps the general.
    """
    texts, name = table.legal_texts(), table.node.name
    if name in ("lose", "give"):
        kinds = [text.removeprefix("one ") for text in texts if text.startswith("one ")]
        order = ATTACK_ORDER if name == "lose" else DEFENCE_ORDER
        if name == "give" and table.state.seat == table.state.turn:
            order = KIND_NAMES[::-1]
        return f"one {min(kinds, key=order.index)}"
    if name == "press":
        return "press" if "press" in texts else "retreat"
    return "yes" if name == "sub_stays" else "no"


def _result(table, space, attacker, defender):
    s, name = table.state, SPACES[space]
    if table.board.holders.get(name) == POWER_IDS[attacker]:
        return "taken"
    left = table.board.pieces(name).get(POWER_IDS[defender], {})
    if set(left) - {"D"}:
        return "held"
    guns = sum(s.land_units[land_index(attacker, ARTILLERY_ROW, 0) : land_index(attacker, ARTILLERY_ROW + 1, 0)])
    others = sum(left.values()) + guns  # these are not in the battle
    return "emptied" if sum(s.land_units) + sum(s.sea_units) + s.planes_aloft > others else "both gone"
