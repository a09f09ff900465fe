"""The options of World Dominance: variant, rules and data files; immutable, and checked when created (WD-301)."""

from collections.abc import Iterator
from typing import Annotated

from wd_env.errors import ConfigError, range_text
from wd_env.games.world_dominance.cards.card_data import BUNDLED_BOARDS
from wd_env.games.world_dominance.definitions.names import (
    BLOCKED_PLAYER_NAMES,
    CLOSURE_DURATION_NAMES,
    FALLBACK_NAMES,
    ILLEGAL_ACTION_NAMES,
    KNOWLEDGE_MODEL_NAMES,
    LAST_PLAYER_NAMES,
    PRE_SET_NEEDS_NAMES,
    QUIZ,
    SEATS,
    SELF_STRIKE_OUT_NAMES,
    SIX_RULE_NAMES,
    SOLDIERS,
)
from wd_env.games.world_dominance.definitions.rule_constants import FIVE
from wd_env.games.world_dominance.variants import VARIANTS, Variant, rows_of
from wd_env.options import Choice, FileName, Interval, options
from wd_env.spec.rule_options import SETUP, GameConfig

MIN_PLAYERS = 2  # WD-009
MAX_TURNS = 2**31 - 2  # limit of the turn counter


@options
class Config(GameConfig):
    """Options of a game of World Dominance.

    Raises:
        ConfigError: If an option is out of range, or a combination of options is not allowed.
    """

    num_players: Annotated[int, Interval(ge=MIN_PLAYERS, le=SEATS), SETUP] = 4  # WD-009
    """Number of players; some variants allow fewer."""
    variant: Annotated[str, Choice(VARIANTS), SETUP] = "five_card"  # WD-006, WD-275
    """The variant; `five_card` is the short base game."""
    sets_to_win: Annotated[int, Interval(ge=1, le=4), SETUP] | None = None  # WD-276
    """Number of sets of different continents that win: 2 or 3 in `multi_five`; None: by the variant."""
    # WD-277, WD-279, WD-291
    start_soldiers: Annotated[int, Interval(ge=1, le=SOLDIERS // MIN_PLAYERS), SETUP] | None = None
    """Soldiers with which each player starts; None: by the variant."""
    stacking: Annotated[bool, SETUP] | None = None  # WD-277
    """Whether sets of five are Stacked; optional in `multi_five`; None: by the variant."""
    manual_stacking: bool = False  # WD-288
    """Whether the owner of a set of five chooses to Stack it, at once and at the start of each turn."""
    stacked_powers: bool = True  # WD-140
    """Whether Ecuador can be declared out of a Stack."""
    closed_sets_count: bool = False  # WD-253
    """Whether cards of a closed continent complete sets."""
    closed_sets_stay: bool = True  # WD-253, AMB-123
    """Whether a set that was complete before its Airspace closed counts while it is closed."""
    captured_sets_pay: bool = True  # WD-292
    """Whether a whole continent or Antarctica captured by Decimation earns its bonus, once per player."""
    preset_bonus_in_ten_card: bool = True  # WD-074
    """Whether the Pre Set bonus is also paid in games for ten cards."""
    antarctica_set_bonus: Annotated[int, Interval(ge=0, le=SOLDIERS), SETUP] | None = None  # WD-198
    """Soldiers for all five cards of Antarctica in games for ten cards; None: five."""
    allow_thirty_two_players: Annotated[bool, SETUP] = False  # WD-293
    """Whether two players can play `three_set` and `four_set`."""
    max_turns: Annotated[int, Interval(ge=1, le=MAX_TURNS)] | None = None  # WD-010
    """Number of turns after which the game is truncated; None: no limit."""
    last_player: Annotated[str, Choice(LAST_PLAYER_NAMES)] = "last_survivor_wins"  # WD-272, AMB-138
    """What happens when one player is left: no winner, a win, or play until a set is complete."""
    win_needs_soldier: bool = True  # WD-002, AMB-012
    """Whether a player who pays the last soldier for the winning card is out and does not win."""
    start_pieces_occupy: bool = False  # WD-033, AMB-002
    """Whether pieces on Conscript at the start are owed trespass."""
    garrison_unlimited: bool = False  # WD-046, AMB-009
    """Whether the Garrison has more than the printed hundred soldiers and never runs out."""
    preset_needs_unused_reinforcements: Annotated[str, Choice(PRE_SET_NEEDS_NAMES)] = "later_sets"  # AMB-025
    """Which Pre Set bonuses need unused reinforcements: none, all except the first, or all."""
    six_rule: Annotated[str, Choice(SIX_RULE_NAMES)] = "no_extra"  # WD-039, AMB-004
    """Additional effect of a six in a turn: none, another turn, or a missed turn."""
    require_max_price: bool = False  # WD-052, AMB-013
    """Whether taking a card needs soldiers for the highest price that may be drawn."""
    jetstream_trespass: bool = True  # AMB-044
    """Whether arriving by Jetstream on an occupied Continent Space is a trespass."""
    self_strike_out: Annotated[str, Choice(SELF_STRIKE_OUT_NAMES)] = "survive"  # WD-129, AMB-057
    """Whether players who strike themselves out stay in the game unchanged, or are out."""
    concede_fallback: Annotated[str, Choice(FALLBACK_NAMES)] = "only_if_nothing_loose"  # WD-138, AMB-038
    """When Continent Dice Concede costs a soldier: without a card of the colour, or of any."""
    khyber_protects_targets: bool = True  # WD-145, AMB-062
    """Whether the Khyber Pass also protects its holder from cards of other players."""
    entry_six_throws: Annotated[int, Interval(ge=2, le=3)] = 2  # WD-172, AMB-073
    """Throws after a six that leads to Purgatory: two, both sixes, or three with two sixes."""
    purgatory_fallback: Annotated[str, Choice(FALLBACK_NAMES)] = "only_if_nothing_loose"  # WD-163, AMB-039
    """When Purgatory costs a soldier: without a card of the kind, or one that can be named."""
    antarctica_gate_is_step: bool = True  # WD-226, AMB-090
    """Whether the gate is the first step out of Antarctica; otherwise the throw starts behind it."""
    sending_overrides_entry: bool = False  # WD-201, WD-204
    """Whether opponents can be sent to Antarctica without a coloured card, or after it is barred."""
    blocked_player: Annotated[str, Choice(BLOCKED_PLAYER_NAMES)] = "rechoose"  # WD-214, AMB-107
    """Options of a player who cannot enter Antarctica: choose again, or only pass."""
    run_wraps: bool = False  # WD-237, AMB-111
    """Whether a Strategic Run may continue from the last card of the list to the first."""
    manoeuvre_take_is_free: bool = True  # AMB-041
    """Whether a card taken by a Manoeuvre Card is free; otherwise its price goes to the Garrison."""
    closure_duration: Annotated[str, Choice(CLOSURE_DURATION_NAMES)] = "game"  # WD-256, AMB-117
    """How long an Airspace stays closed: to the end, one round of turns, or `closure_rounds`."""
    closure_rounds: Annotated[int, Interval(ge=1, le=9)] | None = None
    """Rounds of turns after which a closed Airspace opens, with `closure_duration` `n_rounds`."""
    purgadies_replacement: bool = True  # WD-158, AMB-040
    """Whether Purgadies Cards are drawn from all six; otherwise used ones return after the sixth."""
    death_penalty: bool = True  # WD-166
    """Whether Life/Death ejects a player in a game of three to five."""
    death_penalty_two_players: bool = False  # WD-167
    """Whether Life/Death also ejects in a game of two."""
    omit_brutal_cards: Annotated[bool, SETUP] = False  # WD-098
    """Whether `Lose every soldier bar one` and `Lose every Continent Card` are left out of the pack."""
    percent_known: Annotated[int, Interval(ge=0, le=100)] = 90  # WD-105
    """Probability in percent of a right answer to a question whose title the player knows."""
    percent_unknown: Annotated[int, Interval(ge=0, le=100)] = 10
    """Probability in percent of a right answer to a question whose title the player does not know."""
    illegal_action: Annotated[str, Choice(ILLEGAL_ACTION_NAMES)] = "error"
    """What an illegal action is: an `error`, a `misdemeanour`, or cheating, which `eject`s."""
    knowledge_model: Annotated[str, Choice(KNOWLEDGE_MODEL_NAMES)] = "profile"
    """What decides answers: a `profile` of each player's knowledge, a `constant` probability, or a `quiz`."""
    percent_right: Annotated[int, Interval(ge=0, le=100)] = 50
    """Probability in percent of a right answer with the `constant` knowledge model."""
    spelling_demand: bool = False  # WD-224
    """Whether the asker of the question of Antarctica may demand that the answer is spelled out."""
    percent_spelled: Annotated[int, Interval(ge=0, le=100)] = 50
    """Probability in percent that a right answer stays right when it is spelled out."""
    manual_declarations: bool = False  # WD-076
    """Whether players claim or forfeit the bonus of a Pre Set, instead of an automatic payment."""
    allow_incorrect_runs: bool = False  # WD-241
    """Whether a Strategic Run with a card that is not held can be declared, at the cost of its bonus."""
    allow_ice_breakout: bool = False  # WD-156
    """Whether an interned player may leave the Ice House by returning the two soldiers."""
    board: Annotated[str, FileName(BUNDLED_BOARDS)] = BUNDLED_BOARDS[0]  # AMB-042, AMB-043
    """A ring of 24 or 30 spaces, or a custom board file."""
    continent_cards: Annotated[str, FileName()] | None = None
    """Custom file of Continent Cards."""
    manoeuvre_deck: Annotated[str, FileName()] | None = None
    """Custom file of the Manoeuvre deck."""
    purgadies: Annotated[str, FileName()] | None = None
    """Custom file of Purgadies Cards."""
    themes: Annotated[str, FileName()] | None = None
    """Custom file of Intelligence themes."""

    def __post_init__(self) -> None:
        for is_so, reason in (*self._contradictions(), *self._seating(), *self._idle_percents()):
            if is_so:
                raise ConfigError(reason)

    def _contradictions(self) -> Iterator[tuple[bool, str]]:
        """Yield whether a combination of options is invalid, with the message."""
        yield (
            self.death_penalty_two_players and not self.death_penalty,
            "death_penalty_two_players: expected False without death_penalty, got True",
        )
        yield (
            self.closure_duration == "n_rounds" and self.closure_rounds is None,
            "closure_rounds: expected an integer from 1 to 9 with closure_duration 'n_rounds', got None",
        )
        yield (
            self.closure_duration != "n_rounds" and self.closure_rounds is not None,
            f"closure_rounds: expected None with closure_duration {self.closure_duration!r}, got {self.closure_rounds}",
        )
        yield (
            self.closed_sets_count and not self.closed_sets_stay,
            "closed_sets_stay: expected True with closed_sets_count, got False",
        )
        rows = rows_of(self.variant)
        goals = [row.sets_to_win for row in rows]
        yield (
            self.sets_to_win not in (None, *goals),
            f"sets_to_win: expected {' or '.join(map(str, goals))} in {self.variant}, got {self.sets_to_win}",
        )
        can_do_without = rows[0].stacking and rows[0].set_cards == FIVE
        yield (
            self.stacking not in (None, rows[0].stacking) and not can_do_without,
            f"stacking: expected {rows[0].stacking} in {self.variant}, got {self.stacking}",
        )
        yield (
            self.manual_stacking and not self.game.stacking,
            f"manual_stacking: expected False in {self.variant}, where nothing is Stacked, got True",
        )
        yield (
            self.antarctica_set_bonus is not None and rows[0].set_cards == FIVE,
            f"antarctica_set_bonus: expected None in {self.variant}, got {self.antarctica_set_bonus}",
        )

    def _idle_percents(self) -> Iterator[tuple[bool, str]]:
        """Yield whether a probability is set that this configuration does not use, with the message."""
        drawn = {"percent_known": "profile", "percent_unknown": "profile", "percent_right": "constant"}
        for name, model in drawn.items():
            yield (
                self.knowledge_model != model and getattr(self, name) != getattr(Config, name),
                f"{name}: expected the default unless knowledge_model is {model}, got {getattr(self, name)} with "
                f"{self.knowledge_model}",
            )
        is_drawn = self.spelling_demand and not self.is_quiz
        yield (
            not is_drawn and self.percent_spelled != Config.percent_spelled,
            "percent_spelled: expected the default unless spelling_demand is set and answers are sampled, got "
            f"{self.percent_spelled} with spelling_demand {self.spelling_demand} and {self.knowledge_model}",
        )

    def _seating(self) -> Iterator[tuple[bool, str]]:
        """Yield whether there are too many players or soldiers for the variant, with the message."""
        row = rows_of(self.variant)[0]
        fewest = MIN_PLAYERS if self.allow_thirty_two_players else row.min_players
        yield (
            not fewest <= self.num_players <= row.max_players,
            f"num_players: expected {range_text(fewest, row.max_players)} in {self.variant}, got {self.num_players}",
        )
        most = SOLDIERS // self.num_players
        yield (
            self.game.start_soldiers > most,
            f"start_soldiers: expected {range_text(1, most)} for {self.num_players} players, "
            f"got {self.game.start_soldiers}",
        )

    @property
    def is_quiz(self) -> bool:
        """Whether people answer quiz questions and report the result, instead of sampling it."""
        return self.knowledge_model == KNOWLEDGE_MODEL_NAMES[QUIZ]

    @property
    def seats(self) -> int:
        """Number of seats: one per player, and next to it one for each Ally that can be called."""
        return self.num_players * (1 + self.game.allies)

    @property
    def game(self) -> Variant:
        """The variant with its values, replaced by options where they are set."""
        rows = rows_of(self.variant)
        row = next((row for row in rows if row.sets_to_win == self.sets_to_win), rows[0])
        return row._replace(
            start_soldiers=row.start_soldiers if self.start_soldiers is None else self.start_soldiers,
            stacking=row.stacking if self.stacking is None else self.stacking,
            antarctica_bonus=row.antarctica_bonus if self.antarctica_set_bonus is None else self.antarctica_set_bonus,
        )
