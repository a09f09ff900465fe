"""One game in progress."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import ConfigError, IllegalAction, StateError
from wd_env.kernels.philox import game_key
from wd_env.seeding import split_seed
from wd_env.spec.custom_files import custom_files, encode_options
from wd_env.spec.game_names import describe_table, draw_table, game_spec_of
from wd_env.spec.game_spec import PLAYER, GameSpec, NodeType
from wd_env.spec.state_schema import GameState
from wd_env.spec.view import View
from wd_env.table import legal_choices
from wd_env.table.backend_switch import BackendSwitch
from wd_env.table.chance_modes import EXPLICIT, SAMPLED, check_chance_mode
from wd_env.table.game_history import GameHistory
from wd_env.table.game_record import GameRecord, RecordLine
from wd_env.table.interpreted_backend import InterpretedBackend
from wd_env.table.interpreted_play import play_one, resolve_chance
from wd_env.table.past_decisions import PastDecisions
from wd_env.table.rules_digest import rules_digest

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    Board = TypeVarWithDefault("Board", default=Any)
else:
    Board = TypeVar("Board")


class Table(Generic[Board]):
    """One game in progress. An error leaves it unchanged.

    Args:
        game: The game, a `GameSpec` or a name. If its sizes depend on options, those of `config` decide.
        config: Rule options: a configuration of the game, or a dict of options by name.
        seed: Integer from 0 to 2**64 - 1 that determines all sampled chance; None for a random one.
        chance: "sampled" to draw outcomes, or "explicit" to pass each outcome to `play`, as for a physical board, a
            search or a test.
        episode: Number of earlier games with the same seed; each has its own chance stream.
        reporter: Callable that reports the outcomes that the game never samples, see `GameHooks.report_outcome`.
            Without one they are passed to `play`.

    Attributes:
        game: The game, as a `GameSpec`.
        config: The rule options.

    Raises:
        ConfigError: If an argument is invalid, or a reporter is passed although the table never asks one.
    """

    _past: PastDecisions | None = None  # follows the record once a recurrent bot has asked for it

    def __init__(
        self,
        game: GameSpec | str,
        config: Any = None,
        *,
        seed: int | None = None,
        chance: str = SAMPLED,
        episode: int = 0,
        reporter: Any = None,
    ) -> None:
        check_chance_mode(chance)
        options = config if isinstance(config, Mapping) else {}
        spec = game_spec_of(game, **options)
        self.config = spec.config_class.of(**options) if config is None or config is options else config
        self.game = spec.for_config(self.config)
        self._chance, self._reporter = chance, reporter
        self._saved_options = encode_options(self.config)  # digests of data files as they are now
        low, high = split_seed(seed)
        stream = [game_key(low, high, 0, episode, index) for index in (0, 1)] + [0]
        self._set_backend(self.game.new_state(self.config), stream, GameHistory(self.game))
        if reporter is not None and not (chance == SAMPLED and self.has_external_chance):
            raise ConfigError(f"reporter: expected None with chance {chance!r} and these options, got {reporter!r}")
        resolve_chance(self, self._backends.interpreted())

    def _set_backend(self, state: GameState, stream: list[int], history: GameHistory) -> None:
        backend = InterpretedBackend(self.game, state, stream)
        self._history = history
        self._backends = BackendSwitch(backend, history, self.chance == SAMPLED and self._reporter is None)

    # Copies, comparison, text

    def __getstate__(self) -> dict[str, Any]:
        """Return all of the table, with its chance stream; see `copy` for one without it."""
        backend, start = self._backends.interpreted(), self._history.start
        saved = {
            "state": backend.fields.to_bytes(),
            "start": None if start is None else start.to_bytes(),
            "stream": list(backend.stream),
            "lines": list(self.lines),
        }
        dropped = "_backends", "_history", "_past"
        return {name: value for name, value in self.__dict__.items() if name not in dropped} | saved

    def __setstate__(self, saved: dict[str, Any]) -> None:
        state, start, stream, lines = (saved.pop(name) for name in ("state", "start", "stream", "lines"))
        self.__dict__.update(saved)
        history = GameHistory(self.game, lines, None if start is None else self._state_of(start))
        self._set_backend(self._state_of(state), stream, history)

    def _state_of(self, record: bytes) -> GameState:
        [fields] = np.frombuffer(record, self.game.schema.dtype)
        return self.game.schema.from_record(fields)

    def __copy__(self) -> Self:
        return deepcopy(self)  # a shallow copy would share the game

    def copy(self, chance: str = EXPLICIT) -> Self:
        """Return an independent table in the same state, which does not reveal the later outcomes of this one.

        Args:
            chance: Its chance mode. If sampled, its outcomes differ from those of this table.
        """
        check_chance_mode(chance)
        other = object.__new__(type(self))
        other.game, other.config, other._chance, other._reporter = self.game, self.config, chance, None
        other._saved_options = self._saved_options
        history = GameHistory(self.game, list(self.lines), self._history.start)
        other._set_backend(self._backends.interpreted().fields.copy(), [*split_seed(None), 0], history)
        return other

    def __eq__(self, other: object) -> bool:
        """Compare game, rules and state; chance mode, chance stream and record do not count."""
        if not isinstance(other, Table):
            return NotImplemented
        # a state contains the rules
        return self.game is other.game and bool(
            self._backends.active.snapshot().state == other._backends.active.snapshot().state
        )

    __hash__ = None  # type: ignore[assignment]  # a table changes

    def __repr__(self) -> str:
        node = "over" if self.is_terminal else f"seat {self.seat} at {self.node.name}"
        return f"<Table {self.game.name}, {self.players} players, {node}>"

    def __str__(self) -> str:
        return describe_table(self)

    def _repr_png_(self) -> bytes | None:
        """Return the picture that notebooks show, or None without the extra `render` or a picture of the game."""
        return draw_table(self)

    # Play

    def play(self, action: str | int, *outcomes: str, seat: int | None = None) -> None:
        """Play a legal action, given by its text or index; with explicit chance, also an outcome of a chance node.

        Args:
            action: Text or index.
            *outcomes: Texts of the outcomes that follow, with explicit chance.
            seat: Seat that plays the action, by default the seat to move.

        Raises:
            IllegalAction: If the action or an outcome is not legal.
            WrongSeat: If `seat` is not the seat to move.

        If the rules penalise violations, both errors are penalties instead, unless the action does not exist.
        """
        if not outcomes and self._backends.step(action, seat):
            return
        backend = self._backends.interpreted()
        before = None
        if outcomes or self._reporter is not None:
            before = backend.snapshot(), len(self.lines)
        try:
            play_one(self, backend, action, seat)
            for outcome in outcomes:
                legal_choices.check_outcome_follows(backend, outcome)
                play_one(self, backend, outcome, None)
        except Exception:
            if before is not None:
                self._backends.load(*before[0])
                del self.lines[before[1] :]
            raise

    def correct(self, text: str) -> None:
        """Correct the state by hand, as a referee; the current node stays, and the record gets a line.

        Raises:
            IllegalAction: If the game has no such correction.
            StateError: If the corrected state is invalid.
        """
        if self.is_terminal:
            raise IllegalAction(f"{text!r} corrects nothing: the game is over")
        backend = self._backends.observed()
        before, lines = backend.snapshot(), self.lines
        try:
            self.game.hooks.correct(backend, text)
            self.game.check_state(backend.fields)
            if legal_choices.is_stuck(backend):
                raise StateError(f"after {text!r} the current node {self.node.name} has no legal action")
        except Exception:
            self._backends.load(*before)
            raise
        lines.append(RecordLine(text, None, is_correction=True))

    def play_line(self, line: RecordLine) -> None:
        """Play a line of a record: an action, an outcome or a correction. Raises the errors of `play` and `correct`."""
        if line.is_correction:
            self.correct(line.text)
        else:
            self.play(line.text, seat=line.seat)

    # State

    @property
    def state(self) -> Any:
        """The state, whose fields may be changed."""
        return self._backends.observed().fields

    @state.setter
    def state(self, state: GameState) -> None:
        self._backends.load(state)

    @property
    def chance(self) -> str:
        """How chance is decided: "sampled" or "explicit"."""
        return self._chance

    @chance.setter
    def chance(self, chance: str) -> None:
        check_chance_mode(chance)
        self._chance = chance
        self._set_backend(*self._backends.interpreted().snapshot(), self._history)
        resolve_chance(self, self._backends.interpreted())

    @property
    def reporter(self) -> Any:
        """The callable that reports the outcomes that are never sampled, or None; a table from JSON has none yet."""
        return self._reporter

    @reporter.setter
    def reporter(self, reporter: Any) -> None:
        self._reporter = reporter
        self._set_backend(*self._backends.interpreted().snapshot(), self._history)

    @property
    def board(self) -> Board:
        """The state in the words of the game; see `GameHooks.board`."""
        board: Board = self.game.hooks.board(self)
        return board

    @property
    def lines(self) -> list[RecordLine]:
        """The lines of the record: actions, outcomes and corrections."""
        return self._backends.lines()

    @lines.setter
    def lines(self, lines: list[RecordLine]) -> None:
        self._backends.interpreted()
        self._history.replace_lines(lines)

    @property
    def node(self) -> NodeType:
        """The current node: a decision of a player, chance or the end."""
        return self.game.nodes[self._backends.active.node]

    @property
    def seat(self) -> int:
        """The seat to move, or at a chance node the seat that it concerns."""
        return self._backends.active.seat

    @property
    def player(self) -> int:
        """The player who controls `seat`."""
        return self._backends.active.player

    @property
    def current_player(self) -> int | None:
        """The player who is to decide; None at a chance node and after the end."""
        active = self._backends.active
        return active.player if self.game.nodes[active.node].kind == PLAYER else None

    @property
    def players(self) -> int:
        """Number of players, each of whom has a home seat and may control further seats."""
        return self._backends.active.players

    def home_seat(self, player: int) -> int:
        """Return the home seat of a player."""
        return self._backends.active.home_seat(player)

    def seat_of(self, player: int) -> int:
        """Return the seat from which a player observes: the seat to move if it is theirs, else the home seat."""
        active = self._backends.active
        return active.seat if self.current_player == player else active.home_seat(player)

    def in_game(self) -> list[bool]:
        """Return for each player whether one of its seats is in the game; a player who is out may return."""
        active = self._backends.active
        owners = active.owners_in_play()
        return [player in owners for player in range(active.players)]

    @property
    def is_terminal(self) -> bool:
        """Whether the game has ended, including by truncation."""
        return self._backends.active.is_terminal

    @property
    def is_truncated(self) -> bool:
        """Whether the game was truncated at its limit of turns."""
        return bool(self._backends.active.fields.truncated)

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who have won, in order; empty during the game and if no player has won."""
        return tuple(player for player, won in enumerate(self._backends.active.fields.won) if won)

    @property
    def winner(self) -> int | None:
        """The only winner; None if there is none or several."""
        winners = self.winners
        return winners[0] if len(winners) == 1 else None

    @property
    def penalizes_violations(self) -> bool:
        """Whether the rules penalise an illegal action or one out of turn, which otherwise raises an error."""
        return bool(self.game.violations.penalizes_violations(self._backends.active.fields))

    def can_be_penalized(self, seat: int) -> bool:
        """Return whether this seat would now be penalised for an illegal action or one out of turn."""
        fields = self._backends.active.fields
        return seat in range(fields.seats) and bool(self.game.violations.can_be_penalized(fields, seat))

    @property
    def has_external_chance(self) -> bool:
        """Whether the game, with its rule options, has outcomes that are reported and never sampled."""
        return self._backends.has_external_chance

    @property
    def judged_externally(self) -> bool:
        """Whether the current node is a chance node whose outcome is reported and never sampled."""
        return legal_choices.judged_externally(self._backends.active)

    # Actions, observations, rewards

    def mask(self) -> list[int]:
        """Return 1 for each legal action and 0 for the others; all 0 unless a player is to decide.

        Raises:
            StateError: If a player is to decide and no action is legal.
        """
        return self._backends.active.mask()

    def mask_array(self) -> NDArray[np.int8]:
        """Return `mask` as a new int8[actions]."""
        return self._backends.active.mask_array()

    def legal_actions(self) -> list[int]:
        """Return the indices of the legal actions, in order; empty unless a player is to decide."""
        return [action for action, is_legal in enumerate(self.mask()) if is_legal]

    def legal_texts(self) -> list[str]:
        """Return the texts of the legal actions, or at a chance node of the outcomes.

        Outcomes are those that are possible as far as all players know; `play` rejects one that is impossible because
        of what a player secretly holds.
        """
        return legal_choices.legal_texts(self._backends.active)

    def chance_weights(self) -> dict[str, int]:
        """Return the integer weights of the possible outcomes by text, empty unless the node is a chance node.

        Weights may show what a player secretly holds, so they are for referees and for searches of a full state.
        """
        first, outcomes = self.node.first_outcome, self.game.outcomes
        weights = legal_choices.outcome_weights(self._backends.active)
        return {outcomes.text(first + index): weight for index, weight in enumerate(weights) if weight}

    def observe(self, seat: int) -> list[int]:
        """Return the observation of a seat: `game.layout.size` integers in the range of int8.

        Raises:
            WrongSeat: If the game does not have this seat.
        """
        return self._backends.active.observe(seat)

    def observe_array(self, seat: int) -> NDArray[np.int8]:
        """Return `observe` as a new int8[size]."""
        return self._backends.active.observe_array(seat)

    def view(self, seat: int) -> View:
        """Return what a bot in this seat receives; its mask is all 0 unless the seat is to decide."""
        obs, mask = self._backends.active.observation_and_mask(seat)
        return View(self.game, obs, mask, partial(self._resampled_state, seat, obs), partial(self._past_of, seat))

    def _past_of(self, seat: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Return observations and masks of the earlier decisions of the player who controls a seat."""
        lines = self.lines
        if self._past is None or not self._past.continues(lines):
            start: Table[Any] = Table(self.game, self.config, chance=EXPLICIT)
            if self._history.start is not None:
                start.mark_start(self._history.start.copy())
            self._past = PastDecisions(start)
        self._past.advance(lines)
        return self._past.of(int(self._backends.active.fields.owner[seat]))

    def _resampled_state(self, seat: int, obs: Sequence[int] | NDArray[np.int8], stream: list[int]) -> GameState:
        """Return a state that a seat could be in, given its observation."""
        self.game.check_resample()
        if self.observe(seat) != list(obs):
            raise StateError("the table has changed since this view was made; expected a view of the current decision")
        state = self._backends.active.snapshot().state
        self.game.resample(state, seat, stream)
        return state

    def rewards(self) -> list[float]:
        """Return the reward of each player in the last step: float32 returns at the end of the game, otherwise 0."""
        return self._backends.active.rewards()

    def potentials(self) -> list[int]:
        """Return the potential of each shaping term and player, term by term; all 0 after the end."""
        return self._backends.active.potentials()

    # Records

    def _rules_digest(self) -> str:
        return rules_digest(self.game.schema, self._backends.active.fields)

    @property
    def custom_files(self) -> tuple[str, ...]:
        """Paths of the custom data files, as `table_from_json` and `replay_record` take them."""
        return tuple(custom_files(self.config).values())

    def to_json(self) -> dict[str, Any]:
        """Return the full table, secrets included, as JSON data for `table_from_json`."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "config": dict(self._saved_options),
            "state": self.game.schema.to_json(self._backends.interpreted().fields),
        }

    def mark_start(self, state: GameState | None = None) -> None:
        """Start the record at the current state, or at another state.

        Args:
            state: A state of the same rules. The chance stream then starts at its beginning, and chance nodes are
                resolved up to the next decision.
        """
        backend = self._backends.interpreted()
        if state is not None:
            self._backends.load(state, [*backend.stream[:2], 0])
        self._past = None
        self._history.start_at(backend.fields.copy())
        if state is not None:
            resolve_chance(self, backend)

    def record(self) -> GameRecord:
        """Return the record of the game so far."""
        start = None if self._history.start is None else self.game.schema.to_json(self._history.start)
        rules = dict(self._saved_options)
        return GameRecord(
            self.game.name, self.game.version, rules, self._rules_digest(), tuple(self.lines), start=start
        )
