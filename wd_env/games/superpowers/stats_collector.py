"""The statistics of Superpowers: rounds, endings, winners, attacks, purchases, and treaties by power."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.batch import Batch
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.definitions.actions import KIND_NAMES, POWER_IDS
from wd_env.games.superpowers.definitions.decision_codes import (
    ATTACK_FROM,
    ATTACK_WHAT,
    BUY,
    BUY_WHERE,
    HOW,
    RESPOND,
    THROUGH,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    ALLIED,
    KINDS,
    LANDS,
    NEUTRAL,
    NOWHERE,
    PEACE,
    POWERS,
    WAR,
)
from wd_env.games.superpowers.table_board import ENDINGS
from wd_env.spec.game_spec import GameSpec
from wd_env.statistics.collector import Ints, StatsCollector, StatTable
from wd_env.statistics.estimates import BlockSample, LengthEstimate

CUT = "cut"
EVENTS = {  # what happens to a treaty, with the relation before and after it
    "peace_signed": (WAR, PEACE),
    "alliance_signed": (PEACE, ALLIED),
    "alliance_ended": (ALLIED, PEACE),
    "peace_broken": (PEACE, WAR),
}
OFFERS = {"peace_offered": WAR, "alliance_offered": PEACE}  # with the relation at the offer
KEPT = {"peace_kept": PEACE, "alliance_kept": ALLIED}  # in force at the end of the game
TITLES = {
    "peace_offered": "Peace treaties offered",
    "peace_signed": "Peace treaties signed",
    "peace_broken": "Peace treaties broken",
    "alliance_offered": "Alliances offered",
    "alliance_signed": "Alliances signed",
    "alliance_ended": "Alliances ended",
}
ATTACKS = ("neutral land", "land of a power", "sea zone")
ORDER_NODES = (ATTACK_FROM, ATTACK_WHAT, HOW, THROUGH)  # while an attack is ordered
NO_ATTACK = -1
BUILDINGS = {  # state fields that purchases raise, with the name of what is bought
    "complexes": "production complex",
    "centres": "economic centre",
    "technology": "technology",
    "railway": "railway",
    "anti_ballistics": "anti-ballistics",
}
PURCHASES = (*KIND_NAMES, *BUILDINGS.values())
PAIRS = np.array([one * POWERS + other for one in range(POWERS) for other in range(one + 1, POWERS)])


class SuperpowersStatsCollector(StatsCollector):
    """Counts rounds, winners, attacks, purchases, and treaties offered, signed and broken by the power on turn."""

    endings = (CUT, *(name for name in ENDINGS if name))
    length_columns = ("rounds",)

    def __init__(self, game: GameSpec, games: int) -> None:
        super().__init__(game, games)
        self._relation = np.zeros((games, len(PAIRS)), np.int8)  # before the last action of each game
        self._turn = np.zeros(games, np.int64)
        self._target = np.full(games, NO_ATTACK)  # what the order attacks that is being given, an index of ATTACKS
        self._owned = np.zeros((games, len(PURCHASES)), np.int64)  # before the last action of each game
        self._buys = np.zeros(games, np.bool_)  # whether that action was one of a purchase
        self._totals: dict[str, NDArray[Any]] = {name: np.zeros(games, np.int64) for name in ("rounds", "winners")}
        self._totals["attacks"] = np.zeros((games, len(ATTACKS)), np.int64)
        self._totals["purchases"] = np.zeros((games, len(PURCHASES)), np.int64)
        self._totals |= {name: np.zeros((games, POWERS), np.int64) for name in (*EVENTS, *OFFERS)}
        self._totals |= {name: np.zeros(games, np.int64) for name in KEPT}

    def collect(self, batch: Batch, rows: Ints, games: Ints) -> None:
        """Count what the last action changed, and offers that wait for an answer."""
        self._add_changes(batch, rows, games)
        self._add_attacks(batch, rows, games)
        self._add_purchases(batch, rows, games)
        asked = batch.field("node")[rows] == RESPOND
        if asked.any():
            turn, partner = (batch.field(name)[rows[asked]].astype(np.int64) for name in ("turn", "partner"))
            relation = batch.field("relation")[rows[asked], turn * POWERS + partner]
            for name, before in OFFERS.items():
                made = relation == before
                self._totals[name][games[asked][made], turn[made]] += 1

    def _add_attacks(self, batch: Batch, rows: Ints, games: Ints) -> None:
        node, target = batch.field("node")[rows], batch.field("target")[rows].astype(np.int64)
        is_ordered = np.isin(node, ORDER_NODES) & (target != NOWHERE)
        begun = (self._target[games] != NO_ATTACK) & ~is_ordered
        np.add.at(self._totals["attacks"], (games[begun], self._target[games[begun]]), 1)
        holder = batch.field("holder")[rows, np.minimum(target, LANDS - 1)]
        kind = np.where(target >= LANDS, 2, np.where(holder == NEUTRAL, 0, 1))
        self._target[games] = np.where(is_ordered, kind, NO_ATTACK)

    def _add_purchases(self, batch: Batch, rows: Ints, games: Ints) -> None:
        node = batch.field("node")[rows]
        is_buying = np.isin(node, (BUY, BUY_WHERE))
        changed = is_buying | self._buys[games]
        chosen, of = rows[changed], games[changed]
        owned = np.zeros((len(chosen), len(PURCHASES)), np.int64)
        owned[:, :KINDS] = batch.field("deck")[chosen, :KINDS]
        for number, name in enumerate(BUILDINGS):
            owned[:, KINDS + number] = batch.field(name)[chosen].sum(axis=1)
        bought = np.maximum(owned - self._owned[of], 0) * self._buys[of, None]
        self._totals["purchases"][of] += bought
        self._owned[of] = owned
        self._buys[games] = is_buying

    def _add_changes(self, batch: Batch, rows: Ints, games: Ints) -> None:
        relation = batch.field("relation")[rows][:, PAIRS]
        changed = (relation != self._relation[games]).any(axis=1)
        for index in np.flatnonzero(changed):
            before, after = self._relation[games[index]], relation[index]
            for name, (was, is_now) in EVENTS.items():
                number = int(((before == was) & (after == is_now)).sum())
                self._totals[name][games[index], self._turn[games[index]]] += number
        self._relation[games] = relation
        self._turn[games] = batch.field("turn")[rows]

    def finish(self, batch: Batch, games: slice) -> None:
        """Count rounds, winners, and treaties that are in force at the end."""
        indices = np.arange(games.start, games.stop)
        self._add_changes(batch, np.arange(batch.n), indices)
        self._add_attacks(batch, np.arange(batch.n), indices)
        self._totals["rounds"][games] = batch.field("round")
        self._totals["winners"][games] = batch.field("won").sum(axis=1)
        for name, relation in KEPT.items():
            self._totals[name][games] = (self._relation[games] == relation).sum(axis=1)

    def first_players(self, batch: Batch, current_players: Ints) -> Ints:
        """Return the player of the first turn, int64[games]."""
        seats: Ints = batch.field("first").astype(np.int64)
        players: Ints = batch.field("owner")[np.arange(batch.n), seats].astype(np.int64)
        return players

    def ended_by(self, batch: Batch) -> Ints:
        """Return how each game ended by the rules; a truncated game has not ended."""
        ended: Ints = batch.field("ended_by").astype(np.int64)
        return ended

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return the counts of every game."""
        return self._totals

    def lengths(self, sample: BlockSample) -> dict[str, LengthEstimate]:
        """Return the length in rounds."""
        return {"rounds": sample.length("rounds")}

    def tables(self, sample: BlockSample, config: Config) -> dict[str, StatTable]:
        """Return winners, attacks and purchases; with treaties, also those in force at the end and events by power."""
        attacks = {name: sample.mean("attacks", number) for number, name in enumerate(ATTACKS)}
        purchases = {name: sample.mean("purchases", number) for number, name in enumerate(PURCHASES)}
        tables = {
            "winners": StatTable("Players who win", "players", "per game", {"winners": sample.mean("winners")}),
            "attacks": StatTable("Attacks", "target", "attacks per game", attacks),
            "purchases": StatTable("Purchases", "what is bought", "per game", purchases),
        }
        if not config.has_treaties:
            return tables
        kept = {"peace": sample.mean("peace_kept"), "alliance": sample.mean("alliance_kept")}
        tables |= {"kept": StatTable("Treaties in force at the end", "treaties in force at the end", "per game", kept)}
        for name, title in TITLES.items():
            by_power = {power: sample.mean(name, number) for number, power in enumerate(POWER_IDS)}
            tables[name] = StatTable(f"{title}, by the power on turn", f"{title.lower()} by", "per game", by_power)
        return tables
