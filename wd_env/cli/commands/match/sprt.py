"""`wd sprt`: test whether one bot is stronger than another, with as few games as possible."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from wd_env import __version__
from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.match_arguments import LineupOptions, Processes, parse_match_options
from wd_env.cli.arguments.resume_options import print_status
from wd_env.cli.result_files import print_result, write_json
from wd_env.cli.usage_error import UsageError
from wd_env.errors import visible
from wd_env.progress import Progress
from wd_env.registry import GameEntry

if TYPE_CHECKING:
    from wd_env.evaluation.ladder.sequential_test import Hypotheses, InterimResult, SprtTest

PAIR = 2


@dataclass(frozen=True)
class SprtCommand(LineupOptions):
    """Test if the first bot is stronger than the second by --elo1 (H1) or --elo0 (H0).

    With more than two players, the second bot has all other seats.

    Example:
        wd sprt scripted medium
    """

    bots: Annotated[tuple[str, ...], Positional("BOT BOT")] = ()
    """Two bots: names, bot files or run folders."""

    elo0: float = 0.0
    """Difference in Elo under H0. (default: 0.0)"""
    elo1: float = 10.0
    """Difference in Elo under H1."""
    alpha: float = 0.05
    """Probability of H1 if H0 is true."""
    beta: float = 0.05
    """Probability of H0 if H1 is true."""
    players: int = 2
    """Number of players."""
    max_games: int = 20_000
    """Maximum number of games."""
    processes: Processes = 1
    """Processes; results do not depend on them."""
    bot_timeout: float = 60.0
    """Seconds per call of a third-party bot."""

    def expected_bots(self, game: GameEntry) -> str:
        """Describe the expected bots."""
        return "two names"

    def player_counts(self) -> list[tuple[int, str]]:
        """Return the number of players, which the rules must allow, with its option."""
        return [(self.players, "players in --players")]


def run(args: Sequence[str]) -> int:
    """Play until the test ends or all games are played, print the result, and write the requested files."""
    options, game, rules = parse_match_options(SprtCommand, args, "sprt")
    if len(options.bots) != PAIR:
        raise UsageError(f"bots: expected two, got {len(options.bots)} (see wd sprt --help)")
    from wd_env.cli.announce import print_settings
    from wd_env.evaluation.ladder.scheduler import check_timeout
    from wd_env.evaluation.ladder.sequential_test import Hypotheses, SprtTest
    from wd_env.evaluation.matches.run_fingerprint import bot_digest
    from wd_env.evaluation.matches.sandboxed_blocks import check_bots

    hypotheses = Hypotheses(options.players, options.elo0, options.elo1, options.alpha, options.beta)
    one, other = options.bots
    test = SprtTest(game, rules, (one, other), hypotheses, options.max_games, options.seed)
    check_timeout(options.bot_timeout)
    check_bots(game, rules, list(dict.fromkeys(options.bots)))
    if options.dry_run:
        print_settings(options)
        return 0
    files = [bot_digest(name, game.name) for name in options.bots]  # as they are before the test, which may take hours
    result = _play(options, test)
    write_json(options.json_files, _to_json_data(game, rules, options, result, files))
    print_result(format_report(result, options.bots, options.seed), options.json_files)
    return 0


def _play(options: SprtCommand, test: "SprtTest") -> "InterimResult":
    """Play until the test ends, with a progress bar; after Ctrl-C, print the result so far."""
    from wd_env.cli.announce import announce, estimate_seconds
    from wd_env.evaluation.matches.sandboxed_blocks import play_block
    from wd_env.parallel.process_pool import available_cores
    from wd_env.sandbox.sandboxed_agent import is_untrusted

    blocks, seconds = test.blocks(), None
    deals = sum(block.deals for block in blocks)
    if not any(map(is_untrusted, options.bots)):
        play = partial(play_block, test.entry, dict(test.options))
        seconds = estimate_seconds(play, blocks[0], deals, min(options.processes, available_cores()))
    total = deals * options.players
    one, other = map(visible, options.bots)
    announce(f"at most {total:,} games of {test.entry.title}, {one} against {other}", seconds,
             f"processes {options.processes}", options.json_files)  # fmt: skip
    result: InterimResult | None = None
    try:
        with Progress("playing", total, "games") as progress:
            for result in test.interim_results(options.processes, options.bot_timeout):
                progress.advance(result.games - progress.done, f"log likelihood ratio {result.llr:+.2f}")
    except KeyboardInterrupt:
        if result is not None:
            print_result(format_report(result, options.bots, options.seed), options.json_files)
        print_status("interrupted; a test cannot be resumed: the same command starts it again with the same games")
        raise
    assert result is not None
    return result


def format_report(result: "InterimResult", bots: Sequence[str], seed: int) -> str:
    """Format the hypotheses and the result."""
    test, (one, other) = result.hypotheses, map(visible, bots)
    others = [other] * (test.players - 1)
    (score, *score_interval), (elo, *elo_interval), bounds = result.score, result.elo, test.bounds
    against = other if test.players == PAIR else f"{len(others)} {other}"
    return "\n".join(
        [
            f"{one} against {against}: an equal bot has a score of {test.expected_score(0):.1%}; a game "
            "without a winner "
            "counts as an even share for each seat.",
            f"H0: {_hypothesis(test, test.elo0)}. H1: {_hypothesis(test, test.elo1)}.",
            f"{result.games} games, {result.decisions} decisions; {result.decided:g} games were won, "
            f"{result.won:g} of them by "
            f"{one}; {result.truncated} games were truncated. Seed {seed}.",
            f"Score {score:.1%} ({score_interval[0]:.1%} to {score_interval[1]:.1%}), "
            f"Elo {elo:+.1f} ({elo_interval[0]:+.1f} to {elo_interval[1]:+.1f}).",
            f"Log likelihood ratio {result.llr:+.2f}; it ends at {bounds[0]:+.2f} or {bounds[1]:+.2f} "
            f"(alpha {test.alpha:g}, beta {test.beta:g}).",
            *_failures(result, (one, *others)),
            _conclusion(result),
        ]
    )


def _hypothesis(test: "Hypotheses", elo: float) -> str:
    return f"{elo:+g} Elo, a score of {test.expected_score(elo):.1%}"


def _failures(result: "InterimResult", names: Sequence[str]) -> list[str]:
    reasons: dict[str, tuple[int, str]] = {}
    for failure in result.failures:
        games, reason = reasons.get(names[failure.lineup_index], (0, failure.reason))
        reasons[names[failure.lineup_index]] = games + failure.games, reason
    return [f"{name} lost {games} games by failing: {visible(reason)}" for name, (games, reason) in reasons.items()]


def _conclusion(result: "InterimResult") -> str:
    test = result.hypotheses
    texts = {"H0": f"H0 is accepted: no stronger than {test.elo0:+g} Elo, rather than {test.elo1:+g}.",
            "H1": f"H1 is accepted: stronger by {test.elo1:+g} Elo, rather than {test.elo0:+g}."}  # fmt: skip
    return texts.get(result.conclusion, "Undecided: the games are over before either can be accepted.")


def _to_json_data(
    game: GameEntry,
    rules: Mapping[str, Any],
    options: SprtCommand,
    result: "InterimResult",
    files: Sequence[Mapping[str, str | None]],
) -> dict[str, Any]:
    low, high = result.hypotheses.bounds
    test_results = {
        "llr": result.llr,
        "bounds": [low, high],
        "conclusion": result.conclusion,
        "score": result.score,
        "elo": result.elo,
    }
    return {
        "package": f"wd-env {__version__}",
        "game": game.name,
        "version": game.game.version,
        "rules_hash": game.game.rules_hash,
        "options": dict(rules),
        "seed": options.seed,
        "bots": list(files),
        **asdict(result.hypotheses),
        "games": result.games,
        "decisions": result.decisions,
        "truncated": result.truncated,
        "won": result.won,
        "decided": result.decided,
        "failures": [asdict(failure) for failure in result.failures],
        **test_results,
    }
