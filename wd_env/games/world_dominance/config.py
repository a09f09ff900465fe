"""The rules in force at a table: variant, options and data files; frozen and checked when made (WD-301)."""

from collections.abc import Iterator
from typing import Annotated

from wd_env.errors import ConfigError
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
MAX_TURNS = 2**31 - 2  # turns, the range of the counter


@options
class Config(GameConfig):
    """Everything a table agrees on before it sits down. ConfigError names a value that is not allowed."""

    num_players: Annotated[int, Interval(ge=MIN_PLAYERS, le=SEATS), SETUP] = 4
    """Players at the table (WD-009); some variants allow fewer."""
    variant: Annotated[str, Choice(VARIANTS), SETUP] = "five_card"
    """Which game is played; `five_card` is the short base game (WD-006, WD-275)."""
    sets_to_win: Annotated[int, Interval(ge=1, le=4), SETUP] | None = None
    """Sets of different continents that win: 2 or 3 in `multi_five` (WD-276); None as the variant says."""
    start_soldiers: Annotated[int, Interval(ge=1, le=SOLDIERS // MIN_PLAYERS), SETUP] | None = None
    """Soldiers each player starts with; None as the variant says (WD-277, WD-279, WD-291)."""
    stacking: Annotated[bool, SETUP] | None = None
    """Sets of five leave the play; `multi_five` may go without (WD-277); None as the variant says."""
    manual_stacking: bool = False
    """The owner of a set of five is asked whether to Stack it, at the gain and as each own turn begins (WD-288)."""
    stacked_powers: bool = True
    """Ecuador can be declared out of a Stack (WD-140)."""
    closed_sets_count: bool = False
    """Cards of a closed continent complete sets (WD-253)."""
    closed_sets_stay: bool = True
    """A set that was complete before its Airspace was closed keeps counting while it is closed (WD-253, AMB-123)."""
    captured_sets_pay: bool = True
    """A whole continent, or all of Antarctica, captured by Decimation earns its bonus once a player (WD-292)."""
    preset_bonus_in_ten_card: bool = True
    """The Pre Set bonus is paid in games for ten cards too (WD-074)."""
    antarctica_set_bonus: Annotated[int, Interval(ge=0, le=SOLDIERS), SETUP] | None = None
    """Soldiers for all five cards of Antarctica in games for ten cards (WD-198); None as the variant says, five."""
    allow_thirty_two_players: Annotated[bool, SETUP] = False
    """`three_set` and `four_set` may be played by two (WD-293)."""
    max_turns: Annotated[int, Interval(ge=1, le=MAX_TURNS)] | None = None
    """Turns after which the game is cut (truncated); None leaves it without end (WD-010)."""
    last_player: Annotated[str, Choice(LAST_PLAYER_NAMES)] = "last_survivor_wins"
    """One player is left: nobody wins, that player wins, or goes on until a set is complete (WD-272, AMB-138)."""
    win_needs_soldier: bool = True
    """A player who pays the last soldier for the winning card is out and does not win (WD-002, AMB-012)."""
    start_pieces_occupy: bool = False
    """Every piece stands on Conscript from the beginning and is owed trespass there (WD-033, AMB-002)."""
    garrison_unlimited: bool = False
    """The Garrison has more soldiers than the printed hundred and never runs out (WD-046, AMB-009)."""
    preset_needs_unused_reinforcements: Annotated[str, Choice(PRE_SET_NEEDS_NAMES)] = "later_sets"
    """Which Pre Set bonuses are paid only while reinforcements are unused: none, all but the first, all (AMB-025)."""
    six_rule: Annotated[str, Choice(SIX_RULE_NAMES)] = "no_extra"
    """What else a six on one's own turn brings: nothing, another turn, or the next turn is lost (WD-039, AMB-004)."""
    require_max_price: bool = False
    """A card is taken only with soldiers for the dearest one that may be drawn (WD-052, AMB-013)."""
    jetstream_trespass: bool = True
    """Arriving by Jetstream on an occupied Continent Space is a trespass; else the space is engaged (AMB-044)."""
    self_strike_out: Annotated[str, Choice(SELF_STRIKE_OUT_NAMES)] = "survive"
    """A player who strikes himself out stays in the game as he was, or is out (WD-129, AMB-057)."""
    concede_fallback: Annotated[str, Choice(FALLBACK_NAMES)] = "only_if_nothing_loose"
    """When Continent Dice Concede costs a soldier: no card of the colour, or no card at all (WD-138, AMB-038)."""
    khyber_protects_targets: bool = True
    """The Khyber Pass also shelters its holder from cards of others, not only from own ones (WD-145, AMB-062)."""
    entry_six_throws: Annotated[int, Interval(ge=2, le=3)] = 2
    """Throws after a six that leads to Purgatory: two, both sixes, or three with two sixes (WD-172, AMB-073)."""
    purgatory_fallback: Annotated[str, Choice(FALLBACK_NAMES)] = "only_if_nothing_loose"
    """When Purgatory costs a soldier: no card of the kind, or none that can be named (WD-163, AMB-039)."""
    antarctica_gate_is_step: bool = True
    """Leaving Antarctica, the gate is the first step; else the throw begins behind it (WD-226, AMB-090)."""
    sending_overrides_entry: bool = False
    """An opponent may be sent to Antarctica without a coloured card to cede, or after it is barred (WD-201, WD-204)."""
    blocked_player: Annotated[str, Choice(BLOCKED_PLAYER_NAMES)] = "rechoose"
    """What a player kept out of Antarctica may do: choose again, or only pass (WD-214, AMB-107)."""
    run_wraps: bool = False
    """A Strategic Run may go on from the last card of the list to the first (WD-237, AMB-111)."""
    manoeuvre_take_is_free: bool = True
    """A card taken by a Manoeuvre Card is free; else its price in soldiers goes to the Garrison (AMB-041)."""
    closure_duration: Annotated[str, Choice(CLOSURE_DURATION_NAMES)] = "game"
    """How long an Airspace stays closed: to the end, a round of turns, or `closure_rounds` (WD-256, AMB-117)."""
    closure_rounds: Annotated[int, Interval(ge=1, le=9)] | None = None
    """Rounds of turns after which a closed Airspace opens, with `closure_duration` `n_rounds`."""
    purgadies_replacement: bool = True
    """Every Purgadies Card is drawn from all six; else used ones lie aside until all are used (WD-158, AMB-040)."""
    death_penalty: bool = True
    """Life/Death ejects at a full table of three to five (WD-166)."""
    death_penalty_two_players: bool = False
    """It does so with two players as well (WD-167)."""
    omit_brutal_cards: Annotated[bool, SETUP] = False
    """Leave `Lose every soldier bar one` and `Lose every Continent Card` out of the pack (WD-098)."""
    percent_known: Annotated[int, Interval(ge=0, le=100)] = 90
    """Right answers in 100 to a question whose title the player knows (WD-105)."""
    percent_unknown: Annotated[int, Interval(ge=0, le=100)] = 10
    """Right answers in 100 to a question whose title the player does not know."""
    illegal_action: Annotated[str, Choice(ILLEGAL_ACTION_NAMES)] = "error"
    """What an illegal answer or one out of turn is: an `error`, a `misdemeanour`, or cheating, which `eject`s."""
    knowledge_model: Annotated[str, Choice(KNOWLEDGE_MODEL_NAMES)] = "profile"
    """What decides an answer: a `profile` of what each player knows, a `constant` chance, or a `quiz` of real ones."""
    percent_right: Annotated[int, Interval(ge=0, le=100)] = 50
    """Right answers in 100 with the `constant` knowledge model."""
    spelling_demand: bool = False
    """Whoever asks the question of Antarctica may demand that the answer be spelled out (WD-224)."""
    percent_spelled: Annotated[int, Interval(ge=0, le=100)] = 50
    """Right answers in 100 that stay right when they are spelled out."""
    manual_declarations: bool = False
    """Whoever makes a Pre Set claims its bonus or forfeits it, instead of being paid unasked (WD-076)."""
    allow_incorrect_runs: bool = False
    """A Strategic Run with a card that is not held may be declared and costs what it would have paid (WD-241)."""
    allow_ice_breakout: bool = False
    """An interned player may leave the Ice House by giving the two soldiers back (WD-156)."""
    board: Annotated[str, FileName(BUNDLED_BOARDS)] = BUNDLED_BOARDS[0]
    """A ring of 24 or of 30 spaces, or the path of a board file of one's own (AMB-042, AMB-043)."""
    continent_cards: Annotated[str, FileName()] | None = None
    """Path of one's own file of Continent Cards."""
    manoeuvre_deck: Annotated[str, FileName()] | None = None
    """Path of one's own Manoeuvre deck."""
    purgadies: Annotated[str, FileName()] | None = None
    """Path of one's own Purgadies Cards."""
    themes: Annotated[str, FileName()] | None = None
    """Path of one's own Intelligence themes."""

    def __post_init__(self) -> None:
        for is_so, reason in (*self._contradictions(), *self._seating(), *self._idle_percents()):
            if is_so:
                raise ConfigError(reason)

    def _contradictions(self) -> Iterator[tuple[bool, str]]:
        """What cannot be agreed on together, each with the reason."""
        yield (
            self.death_penalty_two_players and not self.death_penalty,
            "death_penalty_two_players is True where death_penalty is False; allowed is a penalty for two "
            "only where there is one at all",
        )
        yield (
            self.closure_duration == "n_rounds" and self.closure_rounds is None,
            "closure_rounds is None where closure_duration is 'n_rounds'; allowed are whole numbers 1..9",
        )
        yield (
            self.closure_duration != "n_rounds" and self.closure_rounds is not None,
            f"closure_rounds is {self.closure_rounds} where closure_duration is {self.closure_duration!r}; "
            "allowed is None",
        )
        yield (
            self.closed_sets_count and not self.closed_sets_stay,
            "closed_sets_stay is False where closed_sets_count is True; allowed is True",
        )
        rows = rows_of(self.variant)
        goals = [row.sets_to_win for row in rows]
        yield (
            self.sets_to_win not in (None, *goals),
            f"sets_to_win is {self.sets_to_win}; allowed in {self.variant}: {' and '.join(map(str, goals))}",
        )
        can_do_without = rows[0].stacking and rows[0].set_cards == FIVE
        yield (
            self.stacking not in (None, rows[0].stacking) and not can_do_without,
            f"stacking is {self.stacking}; allowed in {self.variant}: {rows[0].stacking}",
        )
        yield (
            self.manual_stacking and not self.game.stacking,
            f"manual_stacking is True where nothing is Stacked; allowed in {self.variant}: False",
        )
        yield (
            self.antarctica_set_bonus is not None and rows[0].set_cards == FIVE,
            f"antarctica_set_bonus is {self.antarctica_set_bonus}; allowed in {self.variant}: None",
        )

    def _idle_percents(self) -> Iterator[tuple[bool, str]]:
        """A chance that nothing would ever ask for."""
        drawn = {"percent_known": "profile", "percent_unknown": "profile", "percent_right": "constant"}
        for name, model in drawn.items():
            yield (
                self.knowledge_model != model and getattr(self, name) != getattr(Config, name),
                f"{name} is {getattr(self, name)} where knowledge_model is {self.knowledge_model}; it is of use with "
                f"{model} only",
            )
        is_drawn = self.spelling_demand and not self.is_quiz
        yield (
            not is_drawn and self.percent_spelled != Config.percent_spelled,
            f"percent_spelled is {self.percent_spelled}; it is of use with spelling_demand and answers that are drawn, "
            f"here spelling_demand is {self.spelling_demand} and knowledge_model is {self.knowledge_model}",
        )

    def _seating(self) -> Iterator[tuple[bool, str]]:
        """So many players the variant is for, and so many soldiers the box has."""
        row = rows_of(self.variant)[0]
        fewest = MIN_PLAYERS if self.allow_thirty_two_players else row.min_players
        allowed = f"{fewest}..{row.max_players}" if fewest < row.max_players else str(fewest)
        yield (
            not fewest <= self.num_players <= row.max_players,
            f"num_players is {self.num_players}; allowed in {self.variant}: {allowed}",
        )
        most = SOLDIERS // self.num_players
        yield (
            self.game.start_soldiers > most,
            f"start_soldiers is {self.game.start_soldiers}; allowed for {self.num_players} players: 1..{most}",
        )

    @property
    def is_quiz(self) -> bool:
        """Answers are given at the table and reported, never drawn."""
        return self.knowledge_model == KNOWLEDGE_MODEL_NAMES[QUIZ]

    @property
    def seats(self) -> int:
        """Seats around the table: each player's own, and one beside it for each Ally that may be called."""
        return self.num_players * (1 + self.game.allies)

    @property
    def game(self) -> Variant:
        """The row of the variant that is in force, with what the table agreed on within it."""
        rows = rows_of(self.variant)
        row = next((row for row in rows if row.sets_to_win == self.sets_to_win), rows[0])
        return row._replace(
            start_soldiers=row.start_soldiers if self.start_soldiers is None else self.start_soldiers,
            stacking=row.stacking if self.stacking is None else self.stacking,
            antarctica_bonus=row.antarctica_bonus if self.antarctica_set_bonus is None else self.antarctica_set_bonus,
        )
