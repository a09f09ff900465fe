"""What `wd bench` measures, and how it is told.

Our own loops rather than pytest-benchmark or asv: the first compares runs of different minutes, the second of different
commits and environments, and on a shared machine both see the machine. Here every case is measured once in each
round, and what is compared is compared within the round. The tests guard against slow-downs without a clock, by
counting the work of a decision.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from wd_env.benchmarks import batch_memory, component_speed, learner_speed, random_play
from wd_env.benchmarks.interleaved_timing import Summary, check_rounds, in_turn, ratios
from wd_env.benchmarks.learner_speed import LEARNERS, Spent, Train
from wd_env.benchmarks.measure_process import measure
from wd_env.benchmarks.random_play import Play
from wd_env.registry import DEFAULT, Game

BATCHES = (1, 64, 1024, 16_384)
MAIN = {"interpreted": "interpreted", "batch": "batch_1024"}  # what stands at the top of the JSON: key -> case
BAR = 0.85  # of a learner's speed over free games, which it keeps over ours
REFERENCE = "interpreted"  # what ratios of decisions are taken of


@dataclass(frozen=True)
class Case:
    """One measurement: `make(row)` makes it ready for a game and gives `play`."""

    name: str
    title: str
    make: Callable[[Game], Play]


DECISIONS = (
    Case("interpreted", "interpreted rules, mask and view", partial(random_play.interpreted, observed=True)),
    Case("interpreted_bare", "interpreted rules, mask only", partial(random_play.interpreted, observed=False)),
    Case("table", "one table with chance and record, mask only", random_play.one_table),
    Case("raw_env", "PettingZoo without wrappers", partial(random_play.pettingzoo, wrapped=False)),
    Case("env", "PettingZoo with its wrappers", partial(random_play.pettingzoo, wrapped=True)),
    *(Case(f"batch_{n}", f"batch of {n:,}, mask and view", partial(random_play.batch, tables=n)) for n in BATCHES),
    *(
        Case(f"batch_{n}_masks", f"batch of {n:,}, mask only", partial(random_play.batch, tables=n, observed=False))
        for n in BATCHES
    ),
)
PARTS = (
    Case("reset", "reset of one game (PettingZoo)", component_speed.reset),
    Case("mask", "mask of one game", component_speed.mask),
    Case("observe", "view of one game", component_speed.observe),
    Case("clone", "copy of one game's state", component_speed.clone),
    Case("json", "one game to JSON and back", component_speed.json_round_trip),
    Case("batch_reset", f"reset in a batch of {component_speed.ROWS:,}, a game", component_speed.batch_reset),
    Case("batch_draw", f"random answer in a batch of {component_speed.ROWS:,}, a game", component_speed.batch_draw),
    Case("batch_observe", f"view in a batch of {component_speed.ROWS:,}, a game", component_speed.batch_observe),
    Case(
        "batch_view",
        f"view alone within a step of {component_speed.ROWS:,}, a game",
        partial(component_speed.batch_look, masked=False),
    ),
    Case(
        "batch_look",
        f"mask and view within a step of {component_speed.ROWS:,}, a game",
        partial(component_speed.batch_look, masked=True),
    ),
    Case("batch_clone", f"copy of a batch of {component_speed.ROWS:,}, a game", component_speed.batch_clone),
    Case("match", "a game of bots in a match", component_speed.matches),
    Case("search", "a decision of `search` that leaves a choice", partial(component_speed.search, each_sample=False)),
    Case("search_sample", "a sample of `search`, its leaf included", partial(component_speed.search, each_sample=True)),
)


@dataclass(frozen=True)
class Training:
    """A learner over our games and over games that cost nothing."""

    speed: Summary  # decisions a second
    free: Summary
    ratio: Summary  # of the speed to that over free games, round by round
    shares: dict[str, Summary]  # of the time, by part

    @classmethod
    def of(cls, ours: Sequence[Spent], free: Sequence[Spent]) -> "Training":
        """From the same rounds of both."""
        speeds, best = [_speed(spent) for spent in ours], [_speed(spent) for spent in free]
        shares = {
            name: Summary.of([spent.parts.get(name, 0.0) / spent.seconds for spent in ours])
            for name in learner_speed.PARTS
        }
        return cls(Summary.of(speeds), Summary.of(best), ratios(speeds, best), shares)


def _speed(spent: Spent) -> float:
    return spent.decisions / spent.seconds


@dataclass
class Found:
    """What a run found; speeds are things done in a second of the processor."""

    rounds: int
    seconds: float
    game: str = DEFAULT
    speeds: dict[str, list[float]] = field(default_factory=dict)
    training: dict[str, Training] = field(default_factory=dict)
    memory: dict[str, int] = field(default_factory=dict)


def run(rounds: int, seconds: float, say: Callable[[str], None], row: Game) -> Found:
    """Measure everything of a game, `rounds` times in turn; ConfigError for no rounds or no time."""
    check_rounds(rounds, seconds)
    found = Found(rounds, seconds, row.name)
    say("making ready; the first run on a machine compiles the rules, which takes a while")
    plays = {case.name: case.make(row) for case in (*DECISIONS, *PARTS)}
    say(f"measuring {len(plays)} things, {rounds} rounds in turn")
    found.speeds = in_turn({name: partial(_rate, play, seconds) for name, play in plays.items()}, rounds)
    for name, learner in LEARNERS.items():
        say(f"training: {name}")
        ours, free = learner(row, False), learner(row, True)
        ours(), free()
        spent = in_turn({"ours": partial(_spend, ours, seconds), "free": partial(_spend, free, seconds)}, rounds)
        found.training[name] = Training.of(spent["ours"], spent["free"])
    say("memory")
    found.memory = {"state": row.game.schema.size, "resident_in_a_batch": batch_memory.of_a_game(row)}
    return found


def _spend(train: Train, seconds: float) -> Spent:
    """Rollouts and their updates until so much time is spent, one at least."""
    spent = train()
    while spent.seconds < seconds:
        spent += train()
    return spent


def _rate(play: Play, seconds: float) -> float:
    found = measure(play, seconds)
    return found.decisions / found.cpu
