"""A table of Domination, with the game's own words for what lies on it."""

from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import IllegalAction, quoted
from wd_env.games.domination.config import Config
from wd_env.games.domination.definitions.actions import card_action, card_names
from wd_env.games.domination.definitions.rule_constants import DECK, DISCARD, EXACT, HANDS, NOBODY, NOWHERE, SET_SIZE
from wd_env.games.domination.game import GAME, game_of, sizes_of
from wd_env.games.domination.rules.ranks import rank_of
from wd_env.spec.game_spec import GameSpec
from wd_env.table.game_table import SAMPLED, Table

ENDINGS = (None, "conquest", "capitals", "mission", "limit")


class Domination(Table):
    """One game of Domination (see `Table` for answering); seats count from 0, countries from 1 as in the file."""

    config: Config
    default_game = GAME

    def __init__(
        self, config: Config | None = None, *, seed: int | None = None, chance: str = SAMPLED, episode: int = 0
    ) -> None:
        config = config or Config()
        super().__init__(game_of(config), config, seed=seed, chance=chance, episode=episode)

    @classmethod
    def _new(cls, game: GameSpec, config: Config, seed: int | None, chance: str) -> Self:
        return cls(config, seed=seed, chance=chance)

    @property
    def holders(self) -> dict[int, int | None]:
        """The seat that holds each country, by its number in the file; None for nobody."""
        return {i + 1: None if seat == NOBODY else seat for i, seat in enumerate(self._on_map(self.state.holder))}

    @property
    def armies(self) -> dict[int, int]:
        """Armies on each country, by its number in the file."""
        return {i + 1: armies for i, armies in enumerate(self._on_map(self.state.armies))}

    @property
    def stock(self) -> list[int]:
        """Armies that each seat has still to place."""
        return list(self.state.stock[: self.state.seats])

    @property
    def hands(self) -> list[list[str]]:
        """The cards of each seat, by the texts of the outcomes that draw them."""
        return [self._cards_at(HANDS + seat) for seat in range(self.state.seats)]

    @property
    def deck(self) -> list[str]:
        """The cards that can be drawn, in no order."""
        return self._cards_at(DECK)

    @property
    def discard(self) -> list[str]:
        """The cards that were traded and have not come back."""
        return [] if self.state.has_no_cards else self._cards_at(DISCARD)

    @property
    def capitals(self) -> list[int | None]:
        """The capital of each seat, by its number in the file; None before it is named, and in other games."""
        return [None if place == NOWHERE else place + 1 for place in self.state.capital[: self.state.seats]]

    @property
    def missions(self) -> list[int | None]:
        """The mission of each seat, by its number in the deck; None before it is drawn, and in other games."""
        return [None if mission == NOWHERE else mission + 1 for mission in self.state.mission[: self.state.seats]]

    @property
    def ended_by(self) -> str | None:
        """How the game ended: `conquest`, `capitals`, `mission`, `limit` or `cut`; None while it lasts."""
        return "cut" if self.is_terminal and self.is_truncated else ENDINGS[self.state.ended_by]

    @property
    def edge_index(self) -> NDArray[np.int64]:
        """The borders of the map as int64[2, E], from and to, countries counted from 0 as in the planes of a view."""
        s = self.state
        starts = np.repeat(np.arange(len(s.armies)), np.diff(s.border_starts))
        return np.stack([starts, np.array(s.border_targets[: len(starts)], np.int64)])

    @property
    def ranks(self) -> list[int]:
        """The rank of each seat, 0 the best: winner, those in play, then who is out, the last removed first (DOM-201).

        Seats in play that have not won share a rank.
        """
        return [rank_of(self.state, seat) for seat in range(self.state.seats)]

    def _correct(self, text: str) -> None:
        """Trade the cards that somebody hands in at a table where sets are named by kind: `trade 12 21 wildcard`.

        Two armies go to the first of them that shows an own country (DOM-100).
        """
        order, *cards = text.split() or [""]
        if order != "trade" or len(cards) != SET_SIZE or self.node.name != "trade" or any(self.state.picked):
            told = f"{quoted(text)} sets nothing right; allowed is trade and three cards, when it is asked"
            raise IllegalAction(told)
        s, agreed = self.state, self.state.trade_mode
        s.trade_mode = EXACT
        for card in cards:
            self.game.engine.step(s, self._index(card_action(card)))
        s.trade_mode = agreed

    def _on_map(self, values: Sequence[int]) -> Sequence[int]:
        return values[: self.state.countries]

    def _cards_at(self, where: int) -> list[str]:
        names = card_names(sizes_of(self.config).cards)
        return [name for name, at in zip(names, self.state.card_at, strict=True) if at == where]
