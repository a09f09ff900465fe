"""Domination for the shared test harnesses: kinds of its games, options, hidden fields, invariants."""

import random
from pathlib import Path
from typing import Any

from tests.games.samples import Book, Kind, Samples
from wd_env.games.domination.config import CARD_VALUES, GAME_TYPES
from wd_env.games.domination.definitions.decision_codes import CAPITAL, OCCUPY
from wd_env.games.domination.definitions.rule_constants import CAPITAL_GAME, DECK, HANDS, NOBODY, NOWHERE, REMOVED
from wd_env.games.domination.maps.border_sets import BORDER_SETS
from wd_env.registry import GAMES

SHORT_LIMIT, LONG_LIMIT = 4, 60  # rounds
LONG = 40  # one in `LONG` games is long
FOLDER = Path(__file__).parent
MAPS = FOLDER / "maps"  # generated, see `tests.games.domination.map_texts`
CAPACITY = 75
BORDERS = {2: "modern83", 3: "domination82", 6: "legacy81"}  # by the number of players; a batch has one set
KINDS = (
    *(
        Kind(kind, players, {"game_type": kind, "borders": BORDERS[players]})
        for kind in GAME_TYPES
        for players in BORDERS
    ),
    *(
        Kind(f"{size} countries", players, {"map": str(MAPS / f"{size}.map"), "cards": "generated"})
        for size, players in ((6, 2), (75, 4), (180, 6))
    ),
    Kind("edges", 3, {"game_type": "mission", "encoding": "edge"}),
    Kind(f"capacity {CAPACITY}", 3, {"capacity": CAPACITY}),
)
WITH_CAPACITY: tuple[dict[str, Any], ...] = (  # several maps in one batch
    *({"borders": name} for name in BORDER_SETS),
    {"game_type": "mission"},
    dict(KINDS[10].options),
)


def draw_options(kind: Kind, rng: random.Random, number: int) -> dict[str, Any]:
    """Return the default options with an early end, or random other options."""
    options = {**kind.options, "max_rounds": LONG_LIMIT if rng.randrange(LONG) == 0 else SHORT_LIMIT}
    if number > 0:
        options |= {
            "card_values": rng.choice(CARD_VALUES),
            "defence_dice": rng.choice((None, 1, 2, 3)),
            "auto_place": rng.choice(("none", "countries", "all")),
            "attack_dice": rng.choice(("free", "max")),
            "max_hand": rng.choice(("five", "none")),
            "reinforce": rng.choice(("adjacent", "connected")),
            "italian_bonus": rng.choice(("on_country", "free_each")),
            "min_new_armies": rng.randrange(4),
            "amounts": rng.choice(("buckets", "exact")),
            "trade_mode": rng.choice(("kinds", "exact")),
            "reward": rng.choice(("win", "rank")),
            "continue_after_win": rng.choice(("false", "true", "ask")),
        }
        options |= {
            name: rng.random() < 0.5 for name in ("recycle", "auto_defend", "blitz", "open_hands", "shuffle_seats")
        }
        options |= _of_kind(kind, rng)
    return options


def _of_kind(kind: Kind, rng: random.Random) -> dict[str, Any]:
    """Return the options that depend on those shared by all games of a kind."""
    if "encoding" in kind.options:
        return {"reinforce": "adjacent"}
    return rng.choice(WITH_CAPACITY) if "capacity" in kind.options else {}


def resample_hidden(s: Any, me: int, rng: random.Random) -> None:
    """Resample cards, missions and unrevealed capitals of the other seats."""
    others = [seat for seat in range(s.seats) if seat != me]
    if s.game_type == CAPITAL_GAME and s.node == CAPITAL:
        for seat in others:
            if s.capital[seat] != NOWHERE:
                s.card_at[s.card_country.index(s.capital[seat])] = DECK
                s.capital[seat] = rng.choice([i for i, holder in enumerate(s.holder) if holder == seat])
                s.card_at[s.card_country.index(s.capital[seat])] = REMOVED
    usable = [i for i, target in enumerate(s.mission_target) if target == NOBODY or target < s.seats]
    usable = [mission for mission in usable if mission != s.mission[me]]
    rng.shuffle(usable)
    for seat in others:
        if s.mission[seat] != NOWHERE:
            s.mission[seat] = usable.pop()
    if s.open_hands:
        return
    unknown = [card for card, at in enumerate(s.card_at) if at == DECK or (at >= HANDS and at != HANDS + me)]
    rng.shuffle(unknown)
    for card in unknown:
        s.card_at[card] = DECK
    for seat in others:
        for _ in range(s.hand_size[seat]):
            s.card_at[unknown.pop()] = HANDS + seat


def find_broken(s: Any) -> str:
    """Return the broken invariants of armies, countries and cards."""
    checks = {
        "every country is counted once": sum(s.country_counts) + s.holder.count(NOBODY) == s.countries,
        "only a country that waits for its occupation is empty": all(
            armies > 0 or holder == NOBODY or (s.node == OCCUPY and country == s.target)
            for country, (holder, armies) in enumerate(zip(s.holder[: s.countries], s.armies, strict=False))
        ),
        "every hand has its cards": s.hand_size
        == [s.card_at.count(HANDS + seat) for seat in range(len(s.country_counts))],
        "a seat without a country is out once all countries have armies": all(
            s.country_counts[seat] > 0 or not s.in_play[seat] or NOBODY in s.holder for seat in range(s.seats)
        ),
        "capitals have no card in the deck or a hand": all(
            s.card_at[s.card_country.index(place)] == REMOVED for place in s.capital if place != NOWHERE
        ),
        "sets have three cards": s.card_at.count(1) <= 3 * s.sets_traded + sum(s.picked),
    }
    return "; ".join(sentence for sentence, holds in checks.items() if not holds)


def _play_random_games(args: list[str]) -> int:
    from tests.games.domination import random_games  # it needs the compiler

    return random_games.main(args)


SAMPLES = Samples(
    GAMES["domination"], KINDS, draw_options, resample_hidden, FOLDER / "golden",
    find_broken=find_broken, book=Book(FOLDER, "dom"), random_games=_play_random_games,
    parity_games=10_000,  # half an hour of processor time, because a game has about 400 decisions
)  # fmt: skip
