"""What can be asked of a table without changing it: the open question, who answers, what is offered, what is seen."""

from typing import Any

from wd_env.core.errors import StateError, WrongSeat
from wd_env.core.spec import DECISION, LUCK, GameSpec, Question
from wd_env.core.view import View


class OpenQuestion:
    """A game and a state of it, read."""

    game: GameSpec
    state: Any

    @property
    def question(self) -> Question:
        """The open question."""
        question: Question = self.game.questions[self.state.question]
        return question

    @property
    def punishes(self) -> bool:
        """An illegal answer, or one out of turn, is no error here but has the price that the rules put on it."""
        return bool(self.game.offences.punishes(self.state))

    @property
    def is_reported(self) -> bool:
        """Luck is open whose outcome is reported from outside, never sampled."""
        return self.question.kind == LUCK and bool(self.game.engine.is_reported(self.state, self.state.question))

    @property
    def seat(self) -> int:
        """The seat whose matter the open question is; its player answers when the question is a decision."""
        return int(self.state.seat)

    @property
    def players(self) -> int:
        """Players at the table; each has a seat of its own and may play others besides."""
        return int(self.state.players)

    @property
    def player(self) -> int:
        """The player who answers for the seat whose matter the open question is."""
        return int(self.state.owner[self.state.seat])

    def home(self, player: int) -> int:
        """The player's own seat."""
        return int(self.state.home[player])

    def seat_of(self, player: int) -> int:
        """Where the player looks from: the seat that is asked if it is one of theirs, else their own."""
        asked = self.question.kind == DECISION and self.player == player
        return self.seat if asked else self.home(player)

    def is_in_game(self, player: int) -> bool:
        """The player is not out; who is out may come back."""
        return bool(self.state.in_play[self.home(player)])

    @property
    def is_over(self) -> bool:
        """The game has ended, with a winner or without, or was cut."""
        return bool(self.game.engine.is_over(self.state))

    @property
    def is_truncated(self) -> bool:
        """The game was cut at its turn limit."""
        return bool(self.state.truncated)

    @property
    def winner(self) -> int | None:
        """The player that has won, if any."""
        return next((player for player, won in enumerate(self.state.won) if won), None)

    def mask(self) -> list[int]:
        """1 for each action the asked seat may answer, 0 for the rest; all 0 unless a decision is open."""
        mask = [0] * len(self.game.actions)
        if self.question.kind == DECISION:
            self.game.engine.legal(self.state, mask)
        return mask

    def chances(self) -> dict[str, int]:
        """The integer weight of every outcome that open luck can have, by its text; empty unless luck is open."""
        first = self.question.first_outcome
        return {self.game.outcomes.text(first + i): weight for i, weight in enumerate(self._weights()) if weight}

    def options(self) -> list[str]:
        """The texts of what may be answered now: actions, outcomes of asked luck, or nothing when it is over."""
        if self.question.kind == LUCK:
            return list(self.chances())
        return [self.game.actions.text(i) for i, legal in enumerate(self.mask()) if legal]

    def _weights(self) -> list[int]:
        """The weight of each outcome, none unless luck is open; StateError for weights that its question excludes."""
        if self.question.kind != LUCK:
            return []
        weights = [0] * self.game.luck_width  # rules find as many places as when they are compiled
        self.game.engine.chances(self.state, weights)
        count, heaviest = self.question.outcomes, self.question.heaviest
        if any(weights[count:]) or min(weights) < 0 or max(weights) > heaviest:
            told = f"outcomes of {self.question.name} have the weights {weights}"
            raise StateError(f"{told}; allowed are {count} weights of 0..{heaviest}")
        return weights[:count]

    # Seeing

    def observe(self, seat: int) -> list[int]:
        """The observation of a seat: `layout.size` whole numbers; WrongSeat for a seat that is not at the table."""
        if not 0 <= seat < self.state.seats:
            raise WrongSeat(f"seat {seat} is not at the table; allowed are 0..{self.state.seats - 1}")
        out = [0] * self.game.layout.size
        self.game.observe(self.state, seat, out)
        return out

    def view(self, seat: int) -> View:
        """What a bot in this seat is given; its mask is all 0 unless the seat is asked."""
        asked = self.question.kind == DECISION and seat == self.seat
        return View(self.game, self.observe(seat), self.mask() if asked else [0] * len(self.game.actions))
