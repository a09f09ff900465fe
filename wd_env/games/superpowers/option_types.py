"""Types of the options of environments.

Written by `make codegen` from the declaration of the options: change that.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypedDict


class SuperpowersOptions(TypedDict, total=False):
    """Options of `env` and `batch_env`; see `Config` for what they mean."""

    ruleset: Literal["basic", "advanced"]
    board: str
    setup: Literal["pick", "deal"]
    teams: str
    turn_order: str
    price_list: Literal["book", "online"]
    tech: Literal["public", "book", "off"]
    income_model: Literal["criteria", "printed"]
    joint_purchase: bool
    encircle: Literal["auto", "ask", "off"]
    encircle_counts_ad: bool
    ad_mode: Literal["pooled", "targeted"]
    canal_permission: Literal["allies", "nobody", "peace", "ask"]
    general_withdraw: Literal["first_round", "any_round"]
    general_bonus: bool
    missile_spares_leaders: bool
    two_player_treaties: bool
    free_for_all: bool
    small_alliance: bool
    six_capitals: bool
    six_scope: Literal["all", "team"]
    sub_leaves: Literal["after_attack", "round_start"]
    skip_forced: bool
    auto_casualties: bool
    auto_land: bool
    auto_place: bool
    allow_surrender: bool
    max_rounds: int | None
    at_limit: Literal["capitals", "nobody"]
    shaping_capitals: float
    bots: Mapping[int | str, Any]
    observations: Literal["raw", "scaled"]
    flat: bool
