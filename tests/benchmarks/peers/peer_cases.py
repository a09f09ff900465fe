"""The measured cases, which are the rows of the table, and the ratios that our batch should reach."""

from dataclasses import dataclass

from wd_env.errors import ConfigError

OURS = "ours"
OUR_BATCH = "ours.batch"  # the numerator of every ratio


@dataclass(frozen=True)
class Case:
    """One row: a function of `CASES` in the module of a library, or of `tests.benchmarks.peers.wd_env_cases`."""

    peer: str  # the module, and its environment
    key: str  # its function
    title: str
    decision_unit: str  # the meaning of one decision
    outputs: str  # the mask and observation that it writes at each decision
    target_ratio: float | None = None  # minimum speed of our batch, relative to this case

    @property
    def name(self) -> str:
        """Return the name that `--only` takes."""
        return f"{self.peer}.{self.key}"


BOTH, NEITHER = "both", "neither"
TURN = "a whole turn of both dice"
MOVE = "one move of a checker"
ANSWER = "one decision of a player, including forced ones"
AGENT = "a step of the agent; three others play inside"
ALL_STEPS = "a step, sampled from all actions, including illegal ones; the opponent moves inside"

CASES = (
    Case(OURS, "batch", "wd_env, batch of 1,024", ANSWER, BOTH),
    Case(OURS, "batch_by_calls", "the same, one call per decision", ANSWER, BOTH),
    Case(OURS, "interpreted", "wd_env, interpreted rules", ANSWER, BOTH, 150),
    Case(OURS, "interpreted_bare", "wd_env, interpreted rules, masks only", ANSWER, "masks"),
    Case(OURS, "raw_env", "wd_env, PettingZoo without wrappers", ANSWER, BOTH),
    Case(OURS, "env", "wd_env, PettingZoo with its wrappers", ANSWER, BOTH),
    Case("open_spiel", "backgammon", "OpenSpiel backgammon from Python", TURN, BOTH, 100),
    Case("open_spiel", "backgammon_bare", "OpenSpiel backgammon from Python, legal actions only", TURN, NEITHER),
    Case("open_spiel", "backgammon_cpp", "OpenSpiel backgammon, its loop in C++", TURN, NEITHER, 25),
    Case("open_spiel", "hearts", "OpenSpiel hearts from Python", "a card", BOTH),
    Case("open_spiel", "hearts_bare", "OpenSpiel hearts from Python, legal actions only", "a card", NEITHER),
    Case("open_spiel", "hearts_cpp", "OpenSpiel hearts, its loop in C++", "a card", NEITHER),
    Case("envpool", "backgammon", "EnvPool backgammon, 1,024 games, one worker", MOVE, BOTH, 25),
    Case("pgx", "backgammon", "Pgx backgammon, 1,024 games, compiled", MOVE, BOTH, 40),
    Case("pettingzoo", "connect_four", "PettingZoo connect four", "a disc", BOTH, 200),
    Case("pettingzoo", "hanabi", "PettingZoo hanabi, 4 players", "an action", BOTH),
    Case("rlcard", "limit_holdem", "RLCard limit hold'em, 4 players", "an action", BOTH),
    Case("catanatron", "environment", "Catanatron's Gymnasium environment", AGENT, BOTH, 700),
    Case("catanatron", "environment_all", "the same, all four counted", "an action of any player", BOTH),
    Case("catanatron", "simulator", "Catanatron's simulator, 4 random players", "an action of any player", NEITHER, 80),
    Case("pufferlib", "triple_triad", "PufferLib triple triad, 1,024 games, C", ALL_STEPS, BOTH, 0.5),
)  # fmt: skip


def select_cases(only: tuple[str, ...]) -> tuple[Case, ...]:
    """Return the cases with these names or of these libraries, and our batch; all cases if `only` is empty.

    Raises:
        ConfigError: If a name is unknown.
    """
    known = {case.peer for case in CASES} | {case.name for case in CASES}
    for name in only:
        if name not in known:
            raise ConfigError(f"unknown case {name!r}; expected {', '.join(sorted(known))}")
    return tuple(case for case in CASES if not only or {case.peer, case.name} & {*only, OUR_BATCH})
