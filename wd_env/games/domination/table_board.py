"""The position of a table of Domination in the game's own words, and the corrections of a referee."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import IllegalAction, quoted
from wd_env.games.domination.definitions.actions import card_action, card_names
from wd_env.games.domination.definitions.rule_constants import DECK, DISCARD, EXACT, HANDS, NOBODY, NOWHERE, SET_SIZE
from wd_env.games.domination.maps.map_sizes import sizes_of
from wd_env.games.domination.rules.ranks import rank_of
from wd_env.spec.game_hooks import GameHooks
from wd_env.table.game_table import Table
from wd_env.table.interpreted_backend import InterpretedBackend
from wd_env.table.legal_choices import legal_index
from wd_env.table.state_backend import node_of

ENDINGS = (None, "conquest", "capitals", "mission", "limit")


class DominationBoard:
    """The position of a game; seats count from 0, countries from 1 as in the map file."""

    def __init__(self, table: Table[Any]) -> None:
        self._table = table

    @property
    def holders(self) -> dict[int, int | None]:
        """The seat that holds each country, by its number in the file; None before it is claimed."""
        return {
            i + 1: None if seat == NOBODY else seat for i, seat in enumerate(self._on_map(self._table.state.holder))
        }

    @property
    def armies(self) -> dict[int, int]:
        """Armies on each country, by its number in the file."""
        return {i + 1: armies for i, armies in enumerate(self._on_map(self._table.state.armies))}

    @property
    def stock(self) -> list[int]:
        """Armies that each seat has yet to place."""
        return list(self._table.state.stock[: self._table.state.seats])

    @property
    def hands(self) -> list[list[str]]:
        """The cards of each seat, by the texts of the outcomes that draw them."""
        return [self._cards_at(HANDS + seat) for seat in range(self._table.state.seats)]

    @property
    def deck(self) -> list[str]:
        """The cards that can be drawn, in no particular order."""
        return self._cards_at(DECK)

    @property
    def discard(self) -> list[str]:
        """The cards that were traded and are not in the deck again."""
        return [] if self._table.state.has_no_cards else self._cards_at(DISCARD)

    @property
    def capitals(self) -> list[int | None]:
        """The capital of each seat, by its number in the file; None before it is named, and in other games."""
        return [
            None if place == NOWHERE else place + 1 for place in self._table.state.capital[: self._table.state.seats]
        ]

    @property
    def missions(self) -> list[int | None]:
        """The mission of each seat, by its number in the deck; None before it is drawn, and in other games."""
        return [
            None if mission == NOWHERE else mission + 1
            for mission in self._table.state.mission[: self._table.state.seats]
        ]

    @property
    def ended_by(self) -> str | None:
        """How the game ended: `conquest`, `capitals`, `mission`, `limit` or `cut`; None during the game."""
        return "cut" if self._table.is_terminal and self._table.is_truncated else ENDINGS[self._table.state.ended_by]

    @property
    def edge_index(self) -> NDArray[np.int64]:
        """The borders of the map, int64[2, E], from and to, with countries from 0 as in an observation."""
        s = self._table.state
        starts = np.repeat(np.arange(len(s.armies)), np.diff(s.border_starts))
        return np.stack([starts, np.array(s.border_targets[: len(starts)], np.int64)])

    @property
    def ranks(self) -> list[int]:
        """The rank of each seat, 0 for the best: winner, seats in play, removed seats, the last one first (DOM-201).

        Seats in play that have not won share a rank.
        """
        return [rank_of(self._table.state, seat) for seat in range(self._table.state.seats)]

    def _on_map(self, values: Sequence[int]) -> Sequence[int]:
        return values[: self._table.state.countries]

    def _cards_at(self, where: int) -> list[str]:
        names = card_names(sizes_of(self._table.config).cards)
        return [name for name, at in zip(names, self._table.state.card_at, strict=True) if at == where]


def correct(backend: InterpretedBackend, text: str) -> None:
    """Trade the named cards of the player, if sets are traded by kind: `trade 12 21 wildcard`.

    Two armies go to the first of them that shows a country of the player (DOM-100).

    Raises:
        IllegalAction: If the text is not such a correction, or the cards do not form a set.
    """
    order, *cards = text.split() or [""]
    s = backend.fields
    if order != "trade" or len(cards) != SET_SIZE or node_of(backend).name != "trade" or any(s.picked):
        raise IllegalAction(f"correction: expected trade and three cards, at a trade, got {quoted(text)}")
    trade_mode = s.trade_mode
    s.trade_mode = EXACT
    for card in cards:
        backend.apply(legal_index(backend, card_action(card)))
    s.trade_mode = trade_mode


HOOKS = GameHooks(board=DominationBoard, correct=correct)
