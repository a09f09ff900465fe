"""Types of the options of environments.

Written by `make codegen` from the declaration of the options: change that.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypedDict


class DominationOptions(TypedDict, total=False):
    """Options of `env` and `batch_env`; see `Config` for what they mean."""

    map: str
    borders: Literal["domination82", "modern83", "legacy81"]
    cards: str | None
    game_type: Literal["domination", "capital", "mission"]
    card_values: Literal["increasing", "fixed", "italian"]
    defence_dice: int | None
    auto_place: Literal["none", "countries", "all"]
    after_deal: Literal["first", "next"]
    recycle: bool
    auto_defend: bool
    attack_dice: Literal["free", "max"]
    blitz: bool
    min_new_armies: int
    max_hand: Literal["five", "none"]
    italian_bonus: Literal["on_country", "free_each"]
    reinforce: Literal["adjacent", "connected"]
    open_hands: bool
    continue_after_win: Literal["false", "true", "ask"]
    amounts: Literal["buckets", "exact"]
    trade_mode: Literal["kinds", "exact"]
    encoding: Literal["compact", "edge"]
    capacity: int | None
    shuffle_seats: bool
    reward: Literal["win", "rank"]
    max_rounds: int | None
    at_limit: Literal["cut", "most_countries"]
    shaping_countries: float
    bots: Mapping[int | str, Any]
    observations: Literal["raw", "scaled"]
    flat: bool
