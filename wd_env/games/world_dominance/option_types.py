"""Types of the options of environments.

Written by `make codegen` from the declaration of the options: change that.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypedDict


class WorldDominanceOptions(TypedDict, total=False):
    """Options of `env` and `batch_env`; see `Config` for what they mean."""

    variant: Literal[
        "five_card",
        "multi_five",
        "ten_card",
        "two_set",
        "three_set",
        "four_set",
        "ally",
    ]
    sets_to_win: int | None
    start_soldiers: int | None
    stacking: bool | None
    manual_stacking: bool
    stacked_powers: bool
    closed_sets_count: bool
    closed_sets_stay: bool
    captured_sets_pay: bool
    preset_bonus_in_ten_card: bool
    antarctica_set_bonus: int | None
    allow_thirty_two_players: bool
    max_turns: int | None
    last_player: Literal["stalemate", "last_survivor_wins", "play_on"]
    win_needs_soldier: bool
    start_pieces_occupy: bool
    garrison_unlimited: bool
    preset_needs_unused_reinforcements: Literal["never", "later_sets", "always"]
    six_rule: Literal["no_extra", "extra_turn", "skip_next"]
    require_max_price: bool
    jetstream_trespass: bool
    self_strike_out: Literal["survive", "eliminated"]
    concede_fallback: Literal["any_shortfall", "only_if_nothing_loose"]
    khyber_protects_targets: bool
    entry_six_throws: int
    purgatory_fallback: Literal["any_shortfall", "only_if_nothing_loose"]
    antarctica_gate_is_step: bool
    sending_overrides_entry: bool
    blocked_player: Literal["rechoose", "must_pass"]
    run_wraps: bool
    manoeuvre_take_is_free: bool
    closure_duration: Literal["game", "round", "n_rounds"]
    closure_rounds: int | None
    purgadies_replacement: bool
    death_penalty: bool
    death_penalty_two_players: bool
    omit_brutal_cards: bool
    percent_known: int
    percent_unknown: int
    illegal_action: Literal["error", "misdemeanour", "eject"]
    knowledge_model: Literal["profile", "constant", "quiz"]
    percent_right: int
    spelling_demand: bool
    percent_spelled: int
    manual_declarations: bool
    allow_incorrect_runs: bool
    allow_ice_breakout: bool
    board: str
    continent_cards: str | None
    manoeuvre_deck: str | None
    purgadies: str | None
    themes: str | None
    shaping_soldiers: float
    shaping_set_progress: float
    bots: Mapping[int | str, Any]
    observations: Literal["raw", "scaled"]
    flat: bool
    quizmaster: Any
