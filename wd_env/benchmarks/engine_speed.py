"""The measurements of `wd bench`.

These are our own loops and not pytest-benchmark or asv: the first compares runs of different minutes, the second of
different commits and environments, and on a shared machine both measure its load. Here every case is measured once per
round, and comparisons are made within rounds. Tests detect slow-downs without a clock, by counting the work of a
decision.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from wd_env.benchmarks import batch_memory, component_speed, learner_speed, random_play
from wd_env.benchmarks.interleaved_timing import Summary, check_rounds, ratios, run_interleaved
from wd_env.benchmarks.learner_speed import LEARNERS, CpuTime, Train
from wd_env.benchmarks.measure_process import measure
from wd_env.benchmarks.random_play import Play
from wd_env.registry import DEFAULT_GAME, GameEntry

BATCHES = (1, 64, 1024, 16_384)
MAIN_CASES = {"interpreted": "interpreted", "batch": "batch_1024"}  # first in the JSON: key -> case
TARGET_RATIO = 0.85  # minimum of a learner's speed over our games, relative to null games
REFERENCE_CASE = "interpreted"  # the base of ratios of decisions


@dataclass(frozen=True)
class Measurement:
    """A measurement: `make(entry)` prepares a game and returns `play`."""

    name: str
    title: str
    make: Callable[[GameEntry], Play]


DECISIONS = (
    Measurement(
        "interpreted",
        "interpreted rules, mask and observation",
        partial(random_play.interpreted, observations=True),
    ),
    Measurement(
        "interpreted_bare", "interpreted rules, mask only", partial(random_play.interpreted, observations=False)
    ),
    Measurement("table", "one table with chance and record, mask only", random_play.one_table),
    Measurement("raw_env", "PettingZoo without wrappers", partial(random_play.pettingzoo, wrapped=False)),
    Measurement("env", "PettingZoo with its wrappers", partial(random_play.pettingzoo, wrapped=True)),
    *(
        Measurement(f"batch_{n}", f"batch of {n:,}, mask and observation", partial(random_play.batch, num_games=n))
        for n in BATCHES
    ),
    *(
        Measurement(
            f"batch_{n}_masks",
            f"batch of {n:,}, mask only",
            partial(random_play.batch, num_games=n, observations=False),
        )
        for n in BATCHES
    ),
)
COMPONENTS = (
    Measurement("reset", "reset of one game (PettingZoo)", component_speed.reset),
    Measurement("mask", "mask of one game", component_speed.mask),
    Measurement("observe", "observation of one game", component_speed.observe),
    Measurement("clone", "copy of one game's state", component_speed.clone),
    Measurement("json", "one game to JSON and back", component_speed.json_round_trip),
    Measurement("batch_reset", f"reset in a batch of {component_speed.ROWS:,}, per game", component_speed.batch_reset),
    Measurement(
        "batch_draw", f"random action in a batch of {component_speed.ROWS:,}, per game", component_speed.batch_draw
    ),
    Measurement(
        "batch_observe", f"observation in a batch of {component_speed.ROWS:,}, per game", component_speed.batch_observe
    ),
    Measurement(
        "batch_observation",
        f"observation only, within a step of {component_speed.ROWS:,}, per game",
        partial(component_speed.batch_write, with_mask=False),
    ),
    Measurement(
        "batch_mask_and_observation",
        f"mask and observation within a step of {component_speed.ROWS:,}, per game",
        partial(component_speed.batch_write, with_mask=True),
    ),
    Measurement("batch_clone", f"copy of a batch of {component_speed.ROWS:,}, per game", component_speed.batch_clone),
    Measurement("match", "a game of bots in a match", component_speed.matches),
    Measurement(
        "search", "a decision of `search` that leaves a choice", partial(component_speed.search, each_sample=False)
    ),
    Measurement(
        "search_sample", "a sample of `search`, its leaf included", partial(component_speed.search, each_sample=True)
    ),
)


@dataclass(frozen=True)
class TrainingSpeed:
    """The speed of a learner over our games and over null games, which cost nothing."""

    speed: Summary  # decisions per second
    null_env: Summary
    ratio: Summary  # of the speed to that over null games, per round
    time_fractions: dict[str, Summary]  # of the time, by component

    @classmethod
    def of(cls, real_env: Sequence[CpuTime], null_env: Sequence[CpuTime]) -> "TrainingSpeed":
        """Compute the results from rounds over our games and over null games."""
        speeds, best = [_speed(elapsed) for elapsed in real_env], [_speed(elapsed) for elapsed in null_env]
        fractions = {
            name: Summary.of([elapsed.components.get(name, 0.0) / elapsed.seconds for elapsed in real_env])
            for name in learner_speed.COMPONENTS
        }
        return cls(Summary.of(speeds), Summary.of(best), ratios(speeds, best), fractions)


def _speed(elapsed: CpuTime) -> float:
    return elapsed.decisions / elapsed.seconds


@dataclass
class BenchmarkResults:
    """The results of a run; speeds are operations per second of processor time."""

    rounds: int
    seconds: float
    game: str = DEFAULT_GAME
    speeds: dict[str, list[float]] = field(default_factory=dict)
    training: dict[str, TrainingSpeed] = field(default_factory=dict)
    memory: dict[str, int] = field(default_factory=dict)


def run_benchmarks(
    rounds: int, seconds: float, print_status: Callable[[str], None], entry: GameEntry
) -> BenchmarkResults:
    """Measure everything of a game in `rounds` rounds; ConfigError if rounds or time are 0."""
    check_rounds(rounds, seconds)
    results = BenchmarkResults(rounds, seconds, entry.name)
    print_status("preparing; the first run on a machine compiles the rules, which takes some time")
    plays = {case.name: case.make(entry) for case in (*DECISIONS, *COMPONENTS)}
    print_status(f"measuring {len(plays)} cases in {rounds} rounds")
    results.speeds = run_interleaved(
        {name: partial(_measure_rate, play, seconds) for name, play in plays.items()}, rounds
    )
    for name, learner in LEARNERS.items():
        print_status(f"training: {name}")
        real_env, null_env = learner(entry, False), learner(entry, True)
        real_env(), null_env()
        elapsed = run_interleaved(
            {"game": partial(_train_for, real_env, seconds), "null": partial(_train_for, null_env, seconds)}, rounds
        )
        results.training[name] = TrainingSpeed.of(elapsed["game"], elapsed["null"])
    print_status("memory")
    results.memory = {"state": entry.game.schema.size, "resident_in_batch": batch_memory.bytes_per_game(entry)}
    return results


def _train_for(train: Train, seconds: float) -> CpuTime:
    """Train until this processor time is spent, at least one rollout and its update."""
    elapsed = train()
    while elapsed.seconds < seconds:
        elapsed += train()
    return elapsed


def _measure_rate(play: Play, seconds: float) -> float:
    result = measure(play, seconds)
    return result.decisions / result.cpu
